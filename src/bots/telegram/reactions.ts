import { type ChatAdapter, chatKey, type MessageEvent } from "../platform/chat-adapter.ts";
import { TelegramError } from "./errors.ts";
import type { CallParts } from "./rendering.ts";

/** One of the emoji that a bot may react with (Bot API, ReactionTypeEmoji). */
const AT_WORK = { type: "emoji", emoji: "👀" } as const;

/** What reactions work with: where to call, and where a chat is now. */
export interface ReactionParts {
  readonly prepare: () => Promise<CallParts>;
  /** The chat's id as Telegram has it. */
  readonly chatIdOf: (chatId: string) => number;
}

/** Marks a message that is worked on with a reaction. A group may forbid reactions: failures are of no interest. */
export function createReactions(
  parts: ReactionParts,
): Required<Pick<ChatAdapter, "noted" | "settled">> {
  /** The reaction of a message is taken away after it was set, never before. */
  const underWay = new Map<string, Promise<void>>();
  return {
    noted(event) {
      const work = react(parts, event, [AT_WORK]);
      underWay.set(nameOf(event), work);
      return work;
    },
    async settled(event) {
      const name = nameOf(event);
      await underWay.get(name);
      underWay.delete(name);
      await react(parts, event, []);
    },
  };
}

function nameOf({ chat, messageId }: MessageEvent): string {
  return `${chatKey(chat)} ${messageId}`;
}

async function react(
  { prepare, chatIdOf }: ReactionParts,
  { chat, messageId }: MessageEvent,
  reaction: (typeof AT_WORK)[],
): Promise<void> {
  const place = { chat_id: chatIdOf(chat.chatId), message_id: Number(messageId) };
  try {
    const { client, timeoutMs } = await prepare();
    await client.call(
      "setMessageReaction",
      (raw, signal) => raw.setMessageReaction({ ...place, reaction }, signal),
      { timeoutMs },
    );
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
  }
}
