import type { Clock } from "../../base/clock.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import {
  type Handlers,
  listParam,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { type Database, inTransaction, type Statement } from "../../store/database.ts";
import { bold } from "../emphasis.ts";
import { worded } from "../localize.ts";

interface Todo {
  readonly id: number;
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
  /** 1 for words from outside. */
  readonly tainted: number;
}

const MARKS = { pending: "☐", in_progress: "◐", completed: "☑" } as const;

/** Most to-dos one person keeps in one chat. */
const MAX_TODOS = 200;

/** `todo`: owner of the table todos, one list per person and chat. */
export function createTodoHandlers(parts: {
  readonly database: Database;
  readonly clock: Clock;
}): Handlers {
  const lists = new TodoLists(parts.database, parts.clock);
  return {
    "system:todo": async (call) =>
      inTransaction(parts.database, () => {
        const change = changed(lists, call);
        return "ok" in change ? change : listed(call, lists.of(call), change.lines);
      }),
  };
}

/** To-dos as others than programs read them. */
export interface TodoReader {
  /** Those of a person in a chat that are not done, with their numbers in the list. */
  readonly open: (
    personId: string,
    chatKey: string,
  ) => readonly {
    readonly number: number;
    readonly content: string;
    readonly isTainted: boolean;
  }[];
  /** Those that were done since a moment, in Unix milliseconds, the earliest first. */
  readonly doneSince: (
    personId: string,
    chatKey: string,
    sinceMs: number,
  ) => readonly {
    readonly content: string;
    readonly doneAtMs: number;
    readonly isTainted: boolean;
  }[];
}

/** Reads to-dos for others than programs. */
export function createTodoReader(database: Database): TodoReader {
  const all = database.prepare<[string, string], Todo>(SELECT_TODOS);
  const done = database.prepare<[string, string, number], Todo & { readonly doneAtMs: number }>(
    `SELECT id, content, status, tainted, changed_at_ms AS doneAtMs FROM todos
     WHERE person_id = ? AND chat_key = ? AND status = 'completed' AND changed_at_ms >= ?
     ORDER BY changed_at_ms, id`,
  );
  return {
    doneSince: (personId, chatKey, sinceMs) =>
      done
        .all(personId, chatKey, sinceMs)
        .map(({ content, doneAtMs, tainted }) => ({ content, doneAtMs, isTainted: tainted === 1 })),
    open: (personId, chatKey) =>
      all
        .all(personId, chatKey)
        .map(({ content, status, tainted }, index) => ({
          number: index + 1,
          content,
          status,
          isTainted: tainted === 1,
        }))
        .filter(({ status }) => status !== "completed"),
  };
}

const SELECT_TODOS =
  "SELECT id, content, status, tainted FROM todos WHERE person_id = ? AND chat_key = ? ORDER BY id";

/** What a change says of itself, a line each; none for a call that only reads. */
interface Changed {
  readonly lines: readonly ((open: number) => Localized)[];
}

/** Makes the changes that a call asks for, in the order of its parameters' table; a refusal ends them. */
function changed(lists: TodoLists, call: ReadyCall): Outcome | Changed {
  if (call.params["todos"] !== undefined) lists.replace(call, listParam(call, "todos"));
  const added = itemsIn(optionalString(call, "add") ?? "");
  if (lists.of(call).length + added.length > MAX_TODOS)
    return failureIn(call.actor.language, "too-many", {
      en: `The list has ${MAX_TODOS} to-dos. Take some off first.`,
      ko: `할 일이 이미 ${MAX_TODOS}개예요. 먼저 몇 개를 빼 주세요.`,
    });
  for (const content of added) lists.add(call, content, "pending");
  const done = withNumbered(lists, call, "done", (todo) => lists.complete(todo));
  if (done !== undefined && "ok" in done) return done;
  const removed = withNumbered(lists, call, "remove", (todo) => lists.remove(todo));
  if (removed !== undefined && "ok" in removed) return removed;
  return {
    lines: [
      ...(added.length === 0 ? [] : [(open: number) => addedWords(added, open)]),
      ...(done === undefined ? [] : [(open: number) => doneWords(done, open)]),
      ...(removed === undefined ? [] : [(open: number) => removedWords(removed, open)]),
    ],
  };
}

/** What joins two words that are a to-do each. */
const JOINT = /^(\S+?)(?:이랑|하고|랑|\s+and)\s+(\S+)$/iu;

/** The to-dos that one request names: a line each, or short things with commas or a joint between them. Pure. */
export function itemsIn(text: string): readonly string[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.flatMap((line) => {
    const parts = line
      .split(/[,，、]\s*(?:and\s+)?/u)
      .flatMap((part) => JOINT.exec(part.trim())?.slice(1) ?? [part.trim()])
      .filter((part) => part !== "");
    const areThings = parts.every((part) => part.split(/\s+/).length <= 3 && /^\p{L}/u.test(part));
    return areThings ? parts : [line];
  });
}

function addedWords(added: readonly string[], open: number): Localized {
  const names = added.map(bold).join(", ");
  return { ko: `✅ ${names} 넣었어요 (${open}개)`, en: `✅ Added ${names} (${open})` };
}

function doneWords({ content }: Todo, open: number): Localized {
  const name = bold(content);
  return open === 0
    ? { ko: `☑️ ${name} 끝! 다 했어요.`, en: `☑️ ${name} done. That was the last one.` }
    : { ko: `☑️ ${name} 끝! ${open}개 남았어요.`, en: `☑️ ${name} done. ${open} left.` };
}

function removedWords({ content }: Todo, open: number): Localized {
  const name = bold(content);
  return { ko: `🗑 ${name} 뺐어요 (${open}개)`, en: `🗑 Took off ${name} (${open})` };
}

/** Does something to the to-do a number points at and gives it; a refusal when there is none, nothing when no number was given. */
function withNumbered(
  lists: TodoLists,
  call: ReadyCall,
  param: string,
  act: (todo: Todo) => void,
): Outcome | Todo | undefined {
  const number = call.params[param];
  if (typeof number !== "number") return undefined;
  const todos = lists.of(call);
  const todo = todos[number - 1];
  if (todo === undefined)
    return failureIn(call.actor.language, "not-found", {
      en: `There's no to-do number ${number}; the list has ${todos.length}.`,
      ko: `${number}번 할 일은 없어요. 목록에는 ${todos.length}개가 있어요.`,
    });
  act(todo);
  return todo;
}

class TodoLists {
  readonly #clock: Clock;
  readonly #select: Statement<[string, string], Todo>;
  readonly #insert: Statement<[string, string, string, string, number, number, number]>;
  readonly #clear: Statement<[string, string]>;
  readonly #complete: Statement<[number, number]>;
  readonly #remove: Statement<[number]>;

  constructor(database: Database, clock: Clock) {
    this.#clock = clock;
    this.#select = database.prepare(SELECT_TODOS);
    this.#insert = database.prepare(
      "INSERT INTO todos (person_id, chat_key, content, status, tainted, created_at_ms, changed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#clear = database.prepare("DELETE FROM todos WHERE person_id = ? AND chat_key = ?");
    this.#complete = database.prepare(
      "UPDATE todos SET status = 'completed', changed_at_ms = ? WHERE id = ?",
    );
    this.#remove = database.prepare("DELETE FROM todos WHERE id = ?");
  }

  of(call: ReadyCall): readonly Todo[] {
    return this.#select.all(call.actor.personId, call.actor.chatId);
  }

  add(call: ReadyCall, content: string, status: string): void {
    const nowMs = this.#clock.now();
    const { personId, chatId } = call.actor;
    this.#insert.run(personId, chatId, content, status, call.tainted ? 1 : 0, nowMs, nowMs);
  }

  replace(call: ReadyCall, entries: readonly Json[]): void {
    this.#clear.run(call.actor.personId, call.actor.chatId);
    for (const entry of entries) {
      if (!isJsonObject(entry)) continue;
      const status = typeof entry["status"] === "string" ? entry["status"] : "pending";
      this.add(call, String(entry["content"]), status);
    }
  }

  complete(todo: Todo): void {
    this.#complete.run(this.#clock.now(), todo.id);
  }

  remove(todo: Todo): void {
    this.#remove.run(todo.id);
  }
}

/** The list as its value; its words are what was changed, else the list itself. */
function listed(call: ReadyCall, todos: readonly Todo[], changes: Changed["lines"]): Outcome {
  const open = todos.filter(({ status }) => status !== "completed").length;
  const lines =
    changes.length > 0
      ? changes.map((words) => worded(call, words(open)))
      : todos.map((todo, index) => `${index + 1}. ${MARKS[todo.status]} ${todo.content}`);
  const none = worded(call, { ko: "할 일이 없어요.", en: "Nothing to do." });
  const text = lines.length === 0 ? none : lines.join("\n");
  const items = todos.map(({ content, status }, index) => ({ number: index + 1, content, status }));
  const tainted = todos.some((todo) => todo.tainted === 1);
  return success({ kind: "list", items, text }, { tainted });
}
