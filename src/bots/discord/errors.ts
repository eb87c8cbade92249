import { AppError } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import { DeliveryError } from "../platform/chat-adapter.ts";

/** Codes that are told apart where a call is made: the bot does not see a channel, lacks a permission there, or the message is gone (docs "JSON Error Codes"). */
export const MISSING = { access: 50001, permissions: 50013, message: 10008 } as const;

/** What came of a call: Discord refused it, it (or the count of our own calls) asks to wait, no answer came back, or it never left this machine. */
export type DiscordFailure = "answered" | "limited" | "no-answer" | "not-sent";

/** A failed call of Discord's API. Holds no token, no address and no payload, so it may be logged as it is. */
export class DiscordError extends AppError {
  readonly failure: DiscordFailure;
  /** HTTP status; 0 unless it answered. */
  readonly status: number;
  /** Discord's JSON error code (docs "Opcodes and Status Codes"); 0 when there is none. */
  readonly errorCode: number;
  /** 0 unless `limited`. */
  readonly retryAfterMs: number;
  /** True where the limit is the bot's own and not that of one channel. */
  readonly isOverAll: boolean;

  constructor(
    failure: DiscordFailure,
    call: string,
    reason: string,
    answer: {
      readonly status?: number;
      readonly errorCode?: number;
      readonly retryAfterMs?: number;
      /** Default false. */
      readonly isOverAll?: boolean;
    } = {},
  ) {
    super(`discord-${failure}`, `Discord ${call}: ${reason}`);
    this.name = "DiscordError";
    this.failure = failure;
    this.status = answer.status ?? 0;
    this.errorCode = answer.errorCode ?? 0;
    this.retryAfterMs = answer.retryAfterMs ?? 0;
    this.isOverAll = answer.isOverAll ?? false;
  }

  /** True when Discord does not know the token. */
  get isTokenRefused(): boolean {
    return this.status === 401 && this.errorCode !== INVALID_WEBHOOK_TOKEN;
  }

  /** True when an interaction can no longer be answered: it is not known, was answered already, or its token has run out. */
  get isInteractionOver(): boolean {
    return INTERACTION_OVER.includes(this.errorCode);
  }
}

const INVALID_WEBHOOK_TOKEN = 50027;

/** Unknown webhook, unknown interaction, interaction already acknowledged, invalid webhook token (docs "JSON Error Codes"). */
const INTERACTION_OVER: readonly number[] = [10015, 10062, 40060, INVALID_WEBHOOK_TOKEN];

/** Codes after which no other message would arrive either (docs "JSON Error Codes"), with what they mean for the people there. */
const GONE: Readonly<Record<number, Localized>> = {
  10003: { en: "the channel or thread was deleted", ko: "채널이나 스레드가 지워졌습니다" },
  10004: { en: "the bot is no longer in the server", ko: "봇이 더는 그 서버에 없습니다" },
  10013: { en: "the account does not exist any more", ko: "그 계정이 더는 없습니다" },
  50001: {
    en: "the bot does not see the channel, or is no longer in the server; invite it again or let it see the channel",
    ko: "봇이 그 채널을 볼 수 없거나 더는 그 서버에 없습니다. 다시 초대하거나 채널을 볼 수 있게 해 주세요",
  },
  50007: {
    en: "the person takes no direct messages from the bot; a shared server and open direct messages change that",
    ko: "그 사람이 봇의 개인 메시지를 받지 않습니다. 같은 서버에 있고 개인 메시지를 열어 두면 됩니다",
  },
  50008: { en: "nobody can write in such a channel", ko: "그런 채널에는 글을 쓸 수 없습니다" },
  50013: {
    en: "the bot lacks a permission there: Send Messages, Send Messages in Threads, Embed Links or Attach Files",
    ko: "봇에 그곳의 권한이 없습니다: 메시지 보내기, 스레드에서 메시지 보내기, 링크 첨부, 파일 첨부",
  },
  50083: { en: "the thread is archived", ko: "스레드가 보관되었습니다" },
  160005: { en: "a moderator locked the thread", ko: "관리자가 스레드를 잠갔습니다" },
};

/** The message that was to change is not there, or has been edited too often since it became older than an hour (docs "JSON Error Codes"). */
const UNCHANGEABLE: readonly number[] = [10008, 30046];

/** What to do without when no wait is said. */
const DEFAULT_WAIT_MS = 1_000;

/** A failed send or edit as the outbox understands it. */
export function toDeliveryError(error: DiscordError): DeliveryError {
  const cause = error;
  switch (error.failure) {
    case "not-sent":
      return new DeliveryError("unreachable", UNREACHABLE, { cause });
    case "no-answer":
      return new DeliveryError("unknown", NO_ANSWER, { cause });
    case "limited":
      return new DeliveryError("rate-limited", LIMITED, {
        retryAfterMs: Math.max(error.retryAfterMs, DEFAULT_WAIT_MS / 4),
        // Messages and changes of them are different routes (docs "Rate Limits", X-RateLimit-Scope).
        scope: error.isOverAll ? "all" : "route",
        cause,
      });
    case "answered":
      return refusalOf(error);
  }
}

function refusalOf(error: DiscordError): DeliveryError {
  const cause = error;
  const { errorCode, status } = error;
  if (UNCHANGEABLE.includes(errorCode))
    return new DeliveryError("refused", refused(error), { cause });
  if (status === 429)
    return new DeliveryError("rate-limited", LIMITED, { retryAfterMs: DEFAULT_WAIT_MS, cause });
  if (error.isTokenRefused) return new DeliveryError("unreachable", TOKEN, { cause });
  if (status >= 500) return new DeliveryError("unknown", FAULT, { cause });
  const gone = GONE[errorCode];
  if (gone !== undefined)
    return new DeliveryError(
      "gone",
      {
        en: `Discord takes no message there (${errorCode}): ${gone.en}.`,
        ko: `디스코드의 그곳에 쓸 수 없습니다 (${errorCode}): ${gone.ko}.`,
      },
      { cause },
    );
  return new DeliveryError("refused", refused(error), { cause });
}

function refused({ message }: DiscordError): Localized {
  return {
    en: `Discord refuses this message: ${message}`,
    ko: `디스코드가 이 메시지를 받지 않습니다: ${message}`,
  };
}

const UNREACHABLE: Localized = {
  en: "Discord cannot be reached; nothing was sent.",
  ko: "디스코드에 연결할 수 없어 아무것도 보내지 못했습니다.",
};

const NO_ANSWER: Localized = {
  en: "Discord did not answer; the message may or may not have arrived.",
  ko: "디스코드가 답하지 않아, 메시지가 갔는지 알 수 없습니다.",
};

const FAULT: Localized = {
  en: "Discord had a fault of its own; the message may or may not have arrived.",
  ko: "디스코드 쪽의 문제로, 메시지가 갔는지 알 수 없습니다.",
};

const LIMITED: Localized = {
  en: "Discord asks to wait before the next message.",
  ko: "디스코드가 다음 메시지까지 기다려 달라고 합니다.",
};

const TOKEN: Localized = {
  en: "Discord no longer accepts the bot token; nothing was sent. Set DISCORD_BOT_TOKEN to a new one from the Developer Portal (Bot, Reset Token).",
  ko: "디스코드가 봇 토큰을 더는 받지 않아 아무것도 보내지 못했습니다. Developer Portal의 Bot에서 Reset Token으로 새 토큰을 받아 DISCORD_BOT_TOKEN에 넣어 주세요.",
};
