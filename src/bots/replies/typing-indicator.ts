import type { Clock } from "../../base/clock.ts";
import { type ChatAdapter, type ChatAddress, DeliveryError } from "../platform/chat-adapter.ts";

/** The platform forgets "typing" after about five seconds (Telegram Bot API, sendChatAction: 5 seconds or less). */
const TYPING_EVERY_MS = 4000;

/** A lease ends after this at the latest; by then the status has told that work goes on for long. */
const LONGEST_MS = 10 * 60_000;

/** Shows "typing" in a chat from now on, until the function given back is called or ten minutes have passed; rests while the platform asks to wait. */
export function leaseTyping({
  adapter,
  chat,
  clock,
}: {
  readonly adapter: Pick<ChatAdapter, "typing">;
  readonly chat: ChatAddress;
  readonly clock: Clock;
}): () => void {
  const ending = new AbortController();
  const untilMs = clock.now() + LONGEST_MS;
  const show = async (): Promise<void> => {
    while (!ending.signal.aborted && clock.now() < untilMs) {
      const restMs = await adapter.typing(chat).then(() => 0, restOf);
      await clock.sleep(Math.max(TYPING_EVERY_MS, restMs), ending.signal);
    }
  };
  show().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  return () => ending.abort();
}

/** How long the platform asks to wait; a failure of any other kind is of no interest. */
function restOf(error: unknown): number {
  return error instanceof DeliveryError && error.kind === "rate-limited" ? error.retryAfterMs : 0;
}
