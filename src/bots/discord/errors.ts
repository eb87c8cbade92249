import { AppError } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import { DeliveryError, type DeliveryProblem } from "../platform/chat-adapter.ts";

/** Codes that are told apart where a call is made (docs "JSON Error Codes"). */
export const CODE = {
  unknownMessage: 10008,
  tooLarge: 40005,
  missingAccess: 50001,
  missingPermissions: 50013,
  wrongBody: 50035,
  invalidWebhookToken: 50027,
  archivedThread: 50083,
  mayNotReply: 160002,
  hasThread: 160004,
} as const;

/** An interaction can no longer be answered: it is not known, was answered already, or its token has run out (docs "JSON Error Codes"). */
export const INTERACTION_OVER: readonly number[] = [10015, 10062, 40060, CODE.invalidWebhookToken];

/** What came of a call: Discord refused it, it (or the count of our own calls) asks to wait, no answer came back, or it never left this machine. */
export type DiscordFailure = "answered" | "limited" | "no-answer" | "not-sent";

interface Answer {
  /** HTTP status; 0 unless it answered. */
  readonly status?: number;
  /** Discord's JSON error code (docs "Opcodes and Status Codes"); 0 when there is none. */
  readonly errorCode?: number;
  readonly retryAfterMs?: number;
  /** True where the limit is the bot's own and not that of one route (docs "Rate Limits", X-RateLimit-Scope). */
  readonly isOverAll?: boolean;
}

/** A failed call of Discord's API: `words` are for people, `message` is for the log. Holds no token, no address and no payload. */
export class DiscordError extends DeliveryError {
  readonly failure: DiscordFailure;
  readonly status: number;
  readonly errorCode: number;
  /** True when Discord does not know the token. */
  readonly isTokenRefused: boolean;

  constructor(failure: DiscordFailure, reason: string, answer: Answer = {}) {
    const { status = 0, errorCode = 0, retryAfterMs = 0, isOverAll = false } = answer;
    const isTokenRefused = status === 401 && errorCode !== CODE.invalidWebhookToken;
    const [kind, words] =
      failure === "answered"
        ? refusalOf({ reason, status, errorCode, isTokenRefused })
        : UNANSWERED[failure];
    super(kind, words, {
      ...(kind === "rate-limited" && {
        retryAfterMs: Math.max(retryAfterMs, LEAST_WAIT_MS),
        scope: isOverAll ? "all" : "route",
      }),
    });
    this.name = "DiscordError";
    this.message = reason;
    this.failure = failure;
    this.status = status;
    this.errorCode = errorCode;
    this.isTokenRefused = isTokenRefused;
  }
}

/** True for a call that Discord refused with one of these codes. */
export function isRefusedWith(
  thrown: unknown,
  ...codes: readonly number[]
): thrown is DiscordError {
  return thrown instanceof DiscordError && codes.includes(thrown.errorCode);
}

/** What a refused send or edit is for the outbox. */
function refusalOf({
  reason,
  status,
  errorCode,
  isTokenRefused,
}: Pick<DiscordError, "status" | "errorCode" | "isTokenRefused"> & {
  readonly reason: string;
}): Meaning {
  if (isTokenRefused) return ["unreachable", TOKEN];
  if (status >= 500) return ["unknown", FAULT];
  const gone = GONE[errorCode];
  const en = gone
    ? `Discord takes no message there (${errorCode}): ${gone.en}.`
    : `Discord refuses this message: ${reason}`;
  const ko = gone
    ? `디스코드의 그곳에 쓸 수 없어요 (${errorCode}): ${gone.ko}.`
    : `디스코드가 이 메시지를 받지 않아요: ${reason}`;
  return [gone ? "gone" : "refused", { en, ko }];
}

/** Shortest wait, also where Discord says less. */
const LEAST_WAIT_MS = 250;

/** Codes after which no other message would arrive either (docs "JSON Error Codes"), with what they mean for the people there. */
const GONE: Readonly<Record<number, Localized>> = {
  10003: { en: "the channel or thread was deleted", ko: "채널이나 스레드가 지워졌어요" },
  10004: { en: "the bot is no longer in the server", ko: "봇이 더는 그 서버에 없어요" },
  10013: { en: "the account does not exist any more", ko: "그 계정이 더는 없어요" },
  50001: {
    en: "the bot does not see the channel, or is no longer in the server; invite it again or let it see the channel",
    ko: "봇이 그 채널을 볼 수 없거나 더는 그 서버에 없어요. 다시 초대하거나 채널을 볼 수 있게 해 주세요",
  },
  50007: {
    en: "the person takes no direct messages from the bot; a shared server and open direct messages change that",
    ko: "그 사람이 봇의 개인 메시지를 받지 않아요. 같은 서버에 있고 개인 메시지를 열어 두면 돼요",
  },
  50008: { en: "nobody can write in such a channel", ko: "그런 채널에는 글을 쓸 수 없어요" },
  50013: {
    en: "the bot lacks a permission there: Send Messages, Send Messages in Threads or Attach Files",
    ko: "봇에 그곳의 권한이 없어요: 메시지 보내기, 스레드에서 메시지 보내기, 파일 첨부",
  },
  50083: { en: "the thread is archived", ko: "스레드가 보관되었어요" },
  160005: { en: "a moderator locked the thread", ko: "관리자가 스레드를 잠갔어요" },
};

type Meaning = readonly [DeliveryProblem, Localized];

const UNANSWERED: Readonly<Record<Exclude<DiscordFailure, "answered">, Meaning>> = {
  "not-sent": [
    "unreachable",
    {
      en: "Discord cannot be reached; nothing was sent.",
      ko: "디스코드에 연결할 수 없어 아무것도 보내지 못했어요.",
    },
  ],
  "no-answer": [
    "unknown",
    {
      en: "Discord did not answer; the message may or may not have arrived.",
      ko: "디스코드가 답하지 않아, 메시지가 갔는지 알 수 없어요.",
    },
  ],
  limited: [
    "rate-limited",
    {
      en: "Discord asks to wait before the next message.",
      ko: "디스코드가 다음 메시지까지 기다려 달라고 해요.",
    },
  ],
};

const FAULT: Localized = {
  en: "Discord had a fault of its own; the message may or may not have arrived.",
  ko: "디스코드 쪽의 문제로, 메시지가 갔는지 알 수 없어요.",
};

const TOKEN: Localized = {
  en: "Discord doesn't let me in at the moment, so nothing was sent. Whoever runs me can mend it.",
  ko: "지금 디스코드에 들어갈 수 없어서 아무것도 보내지 못했어요. 봇을 돌리는 분이 고칠 수 있어요.",
};

/** Closes that no reconnect follows (docs "Opcodes and Status Codes", Gateway Close Event Codes: Reconnect "false"). */
const FATAL: Readonly<Record<number, Localized>> = {
  4004: {
    en: "Discord does not accept the bot token. Take a new one in the Developer Portal (Bot, Reset Token), set DISCORD_BOT_TOKEN to it, and start again.",
    ko: "디스코드가 봇 토큰을 받지 않아요. Developer Portal에서 토큰을 새로 받아(Bot, Reset Token) DISCORD_BOT_TOKEN에 넣고 다시 시작해 주세요.",
  },
  4010: {
    en: "Discord does not take this shard. Set DISCORD_SHARDS to a whole number of shards, or leave it out, and start again.",
    ko: "디스코드가 이 샤드를 받지 않아요. DISCORD_SHARDS를 샤드 수에 맞는 정수로 고치거나 지우고 다시 시작해 주세요.",
  },
  4011: {
    en: "The bot is in too many servers for one connection. Leave DISCORD_SHARDS out, so that Discord's recommendation counts, and start again.",
    ko: "봇이 들어가 있는 서버가 많아 연결 하나로는 안 돼요. DISCORD_SHARDS를 지워 디스코드가 권하는 수를 쓰게 하고 다시 시작해 주세요.",
  },
  4012: {
    en: "Discord no longer speaks the version of its gateway that this release uses. Update ibl-bot.",
    ko: "디스코드가 이 버전이 쓰는 게이트웨이를 더는 지원하지 않아요. ibl-bot을 새 버전으로 올려 주세요.",
  },
  4013: {
    en: "Discord does not know an intent that was asked for. Update ibl-bot.",
    ko: "디스코드가 모르는 인텐트를 요청했어요. ibl-bot을 새 버전으로 올려 주세요.",
  },
  4014: {
    en: "Discord refuses the Message Content intent. Switch it on in the Developer Portal (Bot, Privileged Gateway Intents). Without it direct messages, mentions and slash commands work.",
    ko: "디스코드가 Message Content 인텐트를 허락하지 않아요. Developer Portal에서 켜 주세요(Bot, Privileged Gateway Intents). 꺼져 있어도 개인 대화, 멘션, 슬래시 명령은 돼요.",
  },
};

/** A close with this code means that an intent has to be switched on for the application. */
const DISALLOWED_INTENTS = 4014;

/** What a close that no reconnect follows means, and the step to take; undefined for any other. */
export function explainClose(code: number): Localized | undefined {
  return FATAL[code];
}

/** A refusal for good: with code 4004 also that of a call, where Discord does not take the token. */
export function refusal(code: number): AppError {
  const words = FATAL[code] ?? `Discord closed the connection (${code}).`;
  return new AppError("adapter-refused", words, { cause: code });
}

/** True for the refusal of an intent that has to be switched on for the application. */
export function isIntentRefused(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.cause === DISALLOWED_INTENTS;
}
