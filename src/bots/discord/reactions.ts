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

/** Dependencies of `createReactions`. */
export interface ReactionParts {
  readonly load: () => Promise<DiscordClient>;
  readonly clock: Clock;
}

/** Marks a message that is worked on. A server may forbid reactions: failures are of no interest. What came by a command shows "thinking" and has no message. */
export function createReactions(
  parts: ReactionParts,
): Required<Pick<ChatAdapter, "noted" | "settled">> {
  /** The mark of a message is taken away after it was set, never before. */
  const underWay = new Map<string, Promise<void>>();
  return {
    async noted(event) {
      if (interactionIdOf(event.updateId) !== undefined) return;
      const work = react(parts, event, "PUT");
      underWay.set(nameOf(event), work);
      await work;
    },
    async settled(event) {
      const name = nameOf(event);
      const work = underWay.get(name);
      underWay.delete(name);
      if (work === undefined) return;
      await work;
      await react(parts, event, "DELETE");
    },
  };
}

function nameOf({ chat, messageId }: MessageEvent): string {
  return `${chatKey(chat)} ${messageId}`;
}

/** One more try where Discord asks to wait: a mark that stays says something that is not true. */
async function react(
  { load, clock }: ReactionParts,
  { chat, messageId }: MessageEvent,
  method: "PUT" | "DELETE",
): Promise<void> {
  const path =
    `/channels/${channelOf(chat)}/messages/${messageId}/reactions/${AT_WORK}/@me` as const;
  for (let isLastTry = false; ; isLastTry = true) {
    try {
      const client = await load();
      await client.call({ name: "react to a message", method, path });
      return;
    } catch (thrown) {
      if (!(thrown instanceof DiscordError)) throw thrown;
      if (isLastTry || thrown.failure !== "limited" || thrown.retryAfterMs > LONGEST_WAIT_MS)
        return;
      await clock.sleep(thrown.retryAfterMs);
    }
  }
}
