import type { Clock } from "../base/clock.ts";
import type { MemoryBook, Remembered } from "../bots/memory/memory-port.ts";
import { Memories, type MemoryRow, wordKeys } from "../nodes/source/memories.ts";
import { type Database, inTransaction } from "../store/database.ts";

/** Most memories that one text may name. */
const MOST_NAMED = 50;

/** The memories as the commands of a chat reach them. */
export function createMemoryBook(database: Database, clock: Clock): MemoryBook {
  const memories = new Memories(database, clock);
  return {
    remember: (personId, text) =>
      inTransaction(database, () => {
        const known = memories.saying(personId, text).find(({ tainted }) => tainted === 0);
        if (known === undefined)
          return {
            number: memories.save({ personId, content: text, isPinned: true }),
            isNew: true,
          };
        memories.pin(known);
        return { number: known.number, isNew: false };
      }),
    count: (personId) => memories.count(personId),
    page: (personId, offset, limit) => memories.page(personId, offset, limit).map(remembered),
    search(personId, words, limit) {
      const keys = wordKeys(words);
      return keys.length === 0 ? [] : memories.withAny(personId, keys, limit).map(remembered);
    },
    named: (personId, text) => named(memories, personId, text).map(remembered),
    forget: (personId, number) =>
      inTransaction(database, () => {
        const row = memories.get(personId, number);
        if (row === undefined) return undefined;
        memories.remove(row);
        return remembered(row);
      }),
  };
}

function named(memories: Memories, personId: string, text: string): readonly MemoryRow[] {
  const number = /^#?(\d{1,15})$/u.exec(text)?.[1];
  const row = number === undefined ? undefined : memories.get(personId, Number(number));
  if (row !== undefined) return [row];
  const exact = memories.saying(personId, text);
  if (exact.length > 0) return exact;
  const keys = wordKeys(text);
  return keys.length === 0 ? [] : memories.withAll(personId, keys, MOST_NAMED);
}

function remembered({ number, content, pinned, created_at_ms: atMs }: MemoryRow): Remembered {
  return { number, text: content, isPinned: pinned === 1, atMs };
}
