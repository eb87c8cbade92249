import type { Clock } from "../../base/clock.ts";
import { type ChatAdapter, chatKey, type MessageEvent } from "../platform/chat-adapter.ts";
import type { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";
import { interactionIdOf } from "./events.ts";
import { channelOf } from "./places.ts";

/** 👀, as an address wants it (docs "Message Resource", Create Reaction: URL encoded). */
const AT_WORK = encodeURIComponent("👀");
/** Longest wait for the limit of reactions, which is tighter than that of messages. */
const LONGEST_WAIT_MS = 5_000;

/** Marks a message that is worked on. A server may forbid reactions: failures are of no interest. What came by a command shows "thinking" and has no message. */
export function createReactions(
  client: DiscordClient,
  clock: Clock,
): Required<Pick<ChatAdapter, "noted" | "settled">> {
  /** The mark of a message is taken away after it was set, never before. */
  const underWay = new Map<string, Promise<void>>();
  /** One more try where Discord asks to wait: a mark that stays says something that is not true. */
  const react = async (
    method: "PUT" | "DELETE",
    event: MessageEvent,
    isLastTry = false,
  ): Promise<void> => {
    const { chat, messageId } = event;
    const message = `/channels/${channelOf(chat)}/messages/${messageId}` as const;
    try {
      await client.call(method, `${message}/reactions/${AT_WORK}/@me`);
    } catch (thrown) {
      if (!(thrown instanceof DiscordError)) throw thrown;
      const { kind, retryAfterMs } = thrown;
      if (isLastTry || kind !== "rate-limited" || retryAfterMs > LONGEST_WAIT_MS) return;
      await clock.sleep(retryAfterMs);
      await react(method, event, true);
    }
  };
  const nameOf = ({ chat, messageId }: MessageEvent): string => `${chatKey(chat)} ${messageId}`;
  return {
    async noted(event) {
      if (interactionIdOf(event.updateId) !== undefined) return;
      const work = react("PUT", event);
      underWay.set(nameOf(event), work);
      await work;
    },
    async settled(event) {
      const work = underWay.get(nameOf(event));
      underWay.delete(nameOf(event));
      if (work === undefined) return;
      await work;
      await react("DELETE", event);
    },
  };
}
