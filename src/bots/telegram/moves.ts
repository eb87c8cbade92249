import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";

/** Groups that became supergroups and got another id with that: they keep the id that they are known by here, so that everything of theirs stays theirs. */
export interface ChatMoves {
  /** From now on the chat `oldChatId` is at `newChatId`. */
  note(oldChatId: string, newChatId: string): void;
  /** The id that Telegram has for a chat. */
  nowAt(chatId: string): number;
  /** The id by which a chat is known here. */
  knownAs(chatId: string): string;
}

const PREFIX = "moved:";

/** Knows what was noted before; without a memory only since the process began. */
export function createMoves({
  log,
  memory,
}: {
  readonly log: Log;
  readonly memory?: AdapterMemory;
}): ChatMoves {
  const now = new Map<string, string>();
  const known = new Map<string, string>();
  const keep = (oldChatId: string, newChatId: string): void => {
    now.set(oldChatId, newChatId);
    known.set(newChatId, oldChatId);
  };
  for (const { name, text } of memory?.all(PREFIX) ?? []) keep(name.slice(PREFIX.length), text);
  return {
    note(oldChatId, newChatId) {
      if (now.get(oldChatId) === newChatId) return;
      keep(oldChatId, newChatId);
      memory?.set(`${PREFIX}${oldChatId}`, newChatId);
      log.info({ oldChatId, newChatId }, "A group became a supergroup with a new id.");
    },
    nowAt: (chatId) => Number(now.get(chatId) ?? chatId),
    knownAs: (chatId) => known.get(chatId) ?? chatId,
  };
}
