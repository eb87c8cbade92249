import { type ChatAdapter, DeliveryError } from "../platform/chat-adapter.ts";
import type { OutboxRow } from "./table.ts";

/** Waits between tries while a platform cannot be reached: doubling from one second to a minute. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** How often a message is sent without an answer before it counts as unknown. */
const MOST_UNANSWERED = 5;

/** What an adapter can tell of a message that may have arrived. */
type Telling = Pick<ChatAdapter, "knowsAgainMs" | "find">;

/** A card is worth a second copy, since of all its buttons one press counts; an edit twice is an edit; any other message only where the platform knows it again, or lets us look for it. */
export function isRetryableDelivery(row: OutboxRow, adapter: Telling): boolean {
  return (
    row.class === "card" ||
    row.class === "edit" ||
    row.inPlaceOf !== undefined ||
    adapter.knowsAgainMs !== undefined ||
    adapter.find !== undefined
  );
}

/** True when a message that may have arrived would no longer be known again, so that it has to be looked for first. */
export function isPastDedupWindow(row: OutboxRow, adapter: Telling, nowMs: number): boolean {
  if (row.firstSentMs === undefined || adapter.find === undefined) return false;
  return nowMs - row.firstSentMs > (adapter.knowsAgainMs ?? 0);
}

/** How long to wait before the next try after `error`, in milliseconds; `undefined` when there is none. */
export function retryDelayMs(row: OutboxRow, error: unknown, adapter: Telling): number | undefined {
  if (!(error instanceof DeliveryError)) return undefined;
  const doubledMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(row.attempts, 10));
  switch (error.kind) {
    case "rate-limited":
      return error.retryAfterMs;
    case "unreachable":
      return doubledMs;
    case "unknown":
      return isRetryableDelivery(row, adapter) && row.attempts + 1 < MOST_UNANSWERED
        ? doubledMs
        : undefined;
    case "gone":
    case "refused":
      return undefined;
  }
}
