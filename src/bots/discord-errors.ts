import { AppError } from "../base/errors.ts";
import type { Localized } from "../base/words.ts";
import { DeliveryError } from "./adapter.ts";

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

/**
 * Codes after which no other message would arrive either (docs "JSON Error Codes"): unknown channel, unknown guild, unknown user,
 * missing access, cannot send to this user, cannot send in this channel type, missing permissions, archived thread, locked thread.
 */
const GONE: readonly number[] = [10003, 10004, 10013, 50001, 50007, 50008, 50013, 50083, 160005];

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
  if (GONE.includes(errorCode))
    return new DeliveryError(
      "gone",
      {
        en: `The channel cannot be written to: ${error.message}`,
        ko: `그 채널에 쓸 수 없습니다: ${error.message}`,
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
