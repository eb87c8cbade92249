import type { ChatAdapter, MessageEvent } from "../platform/chat-adapter.ts";

/** Work that ends sooner shows nothing: the answer is there before a mark would have been read. */
const NOTED_AFTER_MS = 1000;

/**
 * Shows on a message of a group, where "typing" does not say whose turn it is, that it is worked on, once that takes longer than a
 * moment. Returns what ends the showing. In private "typing" and the status line say it.
 */
export function showBusyReaction(
  adapter: ChatAdapter | undefined,
  event: MessageEvent,
  afterMs = NOTED_AFTER_MS,
): () => void {
  if (event.chat.isPrivate || adapter?.noted === undefined) return () => undefined;
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    void adapter.noted?.(event);
  }, afterMs);
  timer.unref();
  return () => {
    clearTimeout(timer);
    if (isShown) void adapter.settled?.(event);
  };
}
