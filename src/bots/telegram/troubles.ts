import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import type { OnRefused } from "../platform/chat-adapter.ts";
import { TelegramError } from "./errors.ts";

/** What is wrong with a token that Telegram refuses, and what to do. */
export const TOKEN_REFUSED: Localized = {
  en: "Telegram does not accept the bot token: set TELEGRAM_BOT_TOKEN to the one @BotFather shows for your bot, and start again.",
  ko: "텔레그램이 봇 토큰을 받지 않아요. TELEGRAM_BOT_TOKEN에 @BotFather가 보여 주는 토큰을 넣고 다시 시작해 주세요.",
};

/** Waits after failures: doubling from the first to the last. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** What keeps updates from arriving. */
export type TroubleKind =
  | "token"
  | "conflict"
  | "webhook"
  | "limit"
  | "fault"
  | "connection"
  | "update";

/** What goes wrong while updates are received: said once, not at every try. */
export interface Troubles {
  /** What went wrong last, if it still does. */
  kind(): TroubleKind | undefined;
  /** Notes a failed try, and logs it where it is news. */
  note(thrown: unknown): TroubleKind;
  /** A try succeeded. */
  over(): void;
  /** Waits before the next try: as long as Telegram asks, else longer with every failure. Resolves at once when stopped. */
  rest(thrown: unknown, signal: AbortSignal): Promise<void>;
}

/** Begins without a trouble. */
export function createTroubles({
  clock,
  log,
  onRefused,
}: {
  readonly clock: Clock;
  readonly log: Log;
  /** Told once when the token is refused: nothing is received any more. */
  readonly onRefused?: OnRefused;
}): Troubles {
  let kind: TroubleKind | undefined;
  let failures = 0;
  return {
    kind: () => kind,
    note(thrown) {
      const now = kindOf(thrown);
      if (now !== kind) {
        tell(log, now, messageOf(thrown));
        if (now === "token") onRefused?.(TOKEN_REFUSED);
      }
      kind = now;
      failures += 1;
      return now;
    },
    over() {
      if (kind !== undefined) log.info({}, "Messages arrive from Telegram again.");
      kind = undefined;
      failures = 0;
    },
    async rest(thrown, signal) {
      const askedMs = thrown instanceof TelegramError ? thrown.retryAfterMs : 0;
      const ownMs = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
      try {
        await clock.sleep(askedMs > 0 ? askedMs : ownMs, signal);
      } catch (interruption) {
        if (!signal.aborted) throw interruption;
      }
    },
  };
}

function kindOf(thrown: unknown): TroubleKind {
  if (!(thrown instanceof TelegramError)) return "update";
  if (thrown.isTokenRefused) return "token";
  const { errorCode, failure, method } = thrown;
  if (method === "setWebhook" && errorCode === 400) return "webhook";
  if (errorCode === 409) return "conflict";
  if (errorCode === 429) return "limit";
  return failure === "answered" ? "fault" : "connection";
}

function tell(log: Log, kind: TroubleKind, problem: string): void {
  const fields = { problem };
  switch (kind) {
    case "token":
      log.error(fields, `${TOKEN_REFUSED.en} No more messages arrive from Telegram.`);
      break;
    case "conflict":
      log.warn(
        fields,
        "Another program takes this bot's messages with the same token; stop it, or take a token of its own from @BotFather. Trying again.",
      );
      break;
    case "webhook":
      log.error(
        fields,
        "Telegram does not take the address in TELEGRAM_WEBHOOK_URL, so no messages arrive. Trying again.",
      );
      break;
    case "limit":
      log.warn(fields, "Telegram asks to wait before it hands out messages. Waiting.");
      break;
    case "fault":
      log.warn(fields, "Telegram answers with a fault of its own. Trying again.");
      break;
    case "connection":
      log.warn(fields, "Telegram cannot be reached. Trying again.");
      break;
    case "update":
      log.error(fields, "A message from Telegram could not be taken in. Trying again.");
      break;
  }
}
