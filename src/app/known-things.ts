import type { KnownThings } from "../agent/things/said.ts";
import type { Clock } from "../base/clock.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import { factIn } from "../nodes/source/facts.ts";
import { Memories } from "../nodes/source/memories.ts";
import { lookedFor, recalled } from "../nodes/source/recall.ts";
import { createTodoReader } from "../nodes/system/todos.ts";
import type { Database } from "../store/database.ts";
import type { FilesOf } from "./chat-files.ts";

/** Files and folders of a chat that messages may name. */
const MOST_NAMED = 1000;

/** Longest subject of a memory that is offered, in characters: it is the label of a button. */
const LONGEST_SUBJECT = 22;

/** What people have that their messages name: to-dos and files of the chat, and memories. */
export function createKnownThings(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly filesOf: FilesOf;
}): (actor: Pick<Actor, "personId" | "chatId">) => Promise<KnownThings> {
  const memories = new Memories(parts.database, parts.clock);
  const todos = createTodoReader(parts.database);
  return async ({ personId, chatId }) => {
    const { entries } = await parts.filesOf(chatId).find("*", { maxFound: MOST_NAMED });
    const newest = [...entries].sort((left, right) => right.modifiedAtMs - left.modifiedAtMs);
    const pathsOf = (wanted: "file" | "folder"): readonly string[] =>
      newest.filter(({ kind }) => kind === wanted).map(({ path }) => path);
    return {
      todos: todos.open(personId, chatId),
      files: pathsOf("file"),
      folders: pathsOf("folder"),
      recalls: (words, bar) => recalled(memories, personId, words, { bar, limit: 1 }).length > 0,
      nearMemories(words) {
        const { telling } = lookedFor(words);
        if (telling.length === 0) return [];
        return memories.withAny(personId, telling, 3).flatMap(({ content, tainted }) => {
          const subject = tainted === 1 ? undefined : factIn(content)?.subject;
          return subject === undefined || subject.length > LONGEST_SUBJECT ? [] : [subject];
        });
      },
    };
  };
}
