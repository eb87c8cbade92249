import { AppError } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import { DeliveryError, type OutgoingMessage } from "../platform/chat-adapter.ts";

/** What came of a call: Telegram refused it, no answer came back, or it never left this machine. */
export type CallFailure = "answered" | "no-answer" | "not-sent" | "no-file";

/** A failed call of the Bot API. Holds neither the token nor the payload, so it may be logged as it is. */
export class TelegramError extends AppError {
  readonly failure: CallFailure;
  readonly method: string;
  /** Telegram's `error_code`; 0 unless it answered. */
  readonly errorCode: number;
  /** Telegram's `description`; empty unless it answered. */
  readonly description: string;
  /** From `parameters.retry_after`, in milliseconds; 0 when absent. */
  readonly retryAfterMs: number;
  /** From `parameters.migrate_to_chat_id`. */
  readonly migratedTo: string | undefined;

  constructor(
    failure: CallFailure,
    method: string,
    reason: string,
    answer: {
      readonly errorCode?: number;
      readonly retryAfterSeconds?: number;
      readonly migratedTo?: string;
    } = {},
  ) {
    super(`telegram-${failure}`, `Telegram ${method}: ${reason}`);
    this.name = "TelegramError";
    this.failure = failure;
    this.method = method;
    this.errorCode = answer.errorCode ?? 0;
    this.description = failure === "answered" ? reason : "";
    this.retryAfterMs = (answer.retryAfterSeconds ?? 0) * 1000;
    this.migratedTo = answer.migratedTo;
  }

  /** True when the token is not one Telegram knows: 401, or 404 for a token that is not even formed like one. */
  get isTokenRefused(): boolean {
    return this.errorCode === 401 || (this.errorCode === 404 && this.description === "Not Found");
  }

  /** True when `words` stand in Telegram's description, in any case. */
  says(words: string): boolean {
    return this.description.toLowerCase().includes(words);
  }
}

/** Error code of a request with more bytes than the server takes (tdlib/telegram-bot-api, issue 671). */
export const TOO_LARGE = 413;

/** What to do without when Telegram says no wait of its own; its FAQ asks for one message a second in a chat. */
const DEFAULT_WAIT_MS = 1_000;

/** Descriptions of error 400 that no other message would change (tdlib/telegram-bot-api, Client.cpp, and TDLib below it). */
const GONE = [
  "chat not found",
  "user is deactivated",
  "peer_id_invalid",
  "group chat was deactivated",
  "message thread not found",
  "topic_deleted",
  "topic_closed",
  "not enough rights",
  "have no rights",
  "chat_write_forbidden",
  "chat_restricted",
];

/** A failed send or edit as the outbox understands it. */
export function toDeliveryError(error: TelegramError): DeliveryError {
  switch (error.failure) {
    case "not-sent":
      return new DeliveryError(
        "unreachable",
        {
          en: "Telegram cannot be reached; nothing was sent.",
          ko: "텔레그램에 연결할 수 없어 아무것도 보내지 못했어요.",
        },
        {
          cause: error,
        },
      );
    case "no-answer":
      return new DeliveryError(
        "unknown",
        {
          en: "Telegram did not answer; the message may or may not have arrived.",
          ko: "텔레그램이 답하지 않아, 메시지가 갔는지 알 수 없어요.",
        },
        { cause: error },
      );
    case "no-file":
      return new DeliveryError(
        "refused",
        { en: "The file to send cannot be read.", ko: "보낼 파일을 읽을 수 없어요." },
        { cause: error },
      );
    case "answered":
      return refusalOf(error);
  }
}

/** The refusal of a message of which Telegram kept nothing, and in whose place it may take others. */
export function refusedFor(
  error: TelegramError,
  instead: readonly OutgoingMessage[],
): DeliveryError {
  return new DeliveryError("refused", refusedWords(error), { cause: error, instead });
}

function refusalOf(error: TelegramError): DeliveryError {
  const cause = error;
  const { errorCode } = error;
  if (errorCode === 429) {
    const retryAfterMs = error.retryAfterMs > 0 ? error.retryAfterMs : DEFAULT_WAIT_MS;
    return new DeliveryError(
      "rate-limited",
      {
        en: "Telegram asks to wait before the next message.",
        ko: "텔레그램이 다음 메시지까지 기다려 달라고 해요.",
      },
      {
        retryAfterMs,
        cause,
      },
    );
  }
  if (error.isTokenRefused) {
    return new DeliveryError(
      "unreachable",
      {
        en: "Telegram doesn't let me in at the moment, so nothing was sent. Whoever runs me can mend it.",
        ko: "지금 텔레그램에 들어갈 수 없어서 아무것도 보내지 못했어요. 봇을 돌리는 분이 고칠 수 있어요.",
      },
      { cause },
    );
  }
  if (errorCode >= 500) {
    return new DeliveryError(
      "unknown",
      {
        en: "Telegram had a fault of its own; the message may or may not have arrived.",
        ko: "텔레그램 쪽의 문제로, 메시지가 갔는지 알 수 없어요.",
      },
      { cause },
    );
  }
  const isGone = errorCode === 403 || GONE.some((words) => error.says(words));
  if (isGone) return new DeliveryError("gone", goneWords(error), { cause });
  // One item of an album failed after others were taken (rubenlagus/TelegramBots, issue 1520).
  if (error.says("failed to send message #"))
    return new DeliveryError("unknown", PARTLY_SENT, { cause });
  return new DeliveryError("refused", refusedWords(error), { cause });
}

/** Why nothing can be written to a chat, for who wanted to. */
function goneWords(error: TelegramError): Localized {
  if (error.says("initiate conversation"))
    return {
      en: "They haven't written to me yet, so I can't reach them.",
      ko: "아직 저에게 말을 건 적이 없어서 보낼 수 없어요.",
    };
  if (error.says("blocked by the user"))
    return { en: "They have blocked me.", ko: "저를 차단해서 보낼 수 없어요." };
  if (error.says("deactivated"))
    return { en: "That account or group is gone.", ko: "없어진 계정이나 그룹이에요." };
  return { en: "I can't write to that chat.", ko: "그 대화에는 쓸 수 없어요." };
}

function refusedWords({ description, errorCode }: TelegramError): Localized {
  if (errorCode === TOO_LARGE)
    return {
      en: "Telegram refuses this message: it is too large.",
      ko: "텔레그램이 이 메시지를 받지 않아요. 너무 커요.",
    };
  return {
    en: `Telegram refuses this message: ${description}.`,
    ko: `텔레그램이 이 메시지를 받지 않아요: ${description}.`,
  };
}

const PARTLY_SENT: Localized = {
  en: "Telegram took some of the files, and does not say which.",
  ko: "텔레그램이 파일 가운데 일부만 받았고, 어느 것인지 알려 주지 않아요.",
};
