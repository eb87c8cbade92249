import type { Clock } from "../../base/clock.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import {
  type Handlers,
  listParam,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { type Database, inTransaction, type Statement } from "../../store/database.ts";
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
      inTransaction(parts.database, () => changed(lists, call) ?? listed(call, lists.of(call))),
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

/** Makes the changes that a call asks for, in the order of its parameters' table; a refusal ends them. */
function changed(lists: TodoLists, call: ReadyCall): Outcome | undefined {
  if (call.params["todos"] !== undefined) lists.replace(call, listParam(call, "todos"));
  const content = optionalString(call, "add");
  if (content !== undefined && lists.of(call).length >= MAX_TODOS)
    return failureIn(call.actor.language, "too-many", {
      en: `The list has ${MAX_TODOS} to-dos. Take some off first.`,
      ko: `할 일이 이미 ${MAX_TODOS}개입니다. 먼저 몇 개를 빼 주세요.`,
    });
  if (content !== undefined) lists.add(call, content, "pending");
  return (
    withNumbered(lists, call, "done", (todo) => lists.complete(todo)) ??
    withNumbered(lists, call, "remove", (todo) => lists.remove(todo))
  );
}

/** Does something to the to-do a number points at; a refusal when there is none, nothing when no number was given. */
function withNumbered(
  lists: TodoLists,
  call: ReadyCall,
  param: string,
  act: (todo: Todo) => void,
): Outcome | undefined {
  const number = call.params[param];
  if (typeof number !== "number") return undefined;
  const todos = lists.of(call);
  const todo = todos[number - 1];
  if (todo === undefined)
    return failureIn(call.actor.language, "not-found", {
      en: `There is no to-do number ${number}; the list has ${todos.length}.`,
      ko: `${number}번 할 일은 없습니다. 목록에는 ${todos.length}개가 있습니다.`,
    });
  act(todo);
  return undefined;
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

function listed(call: ReadyCall, todos: readonly Todo[]): Outcome {
  const lines = todos.map((todo, index) => `${index + 1}. ${MARKS[todo.status]} ${todo.content}`);
  const text =
    lines.length === 0
      ? worded(call, { ko: "할 일이 없습니다.", en: "Nothing to do." })
      : lines.join("\n");
  const items = todos.map(({ content, status }, index) => ({ number: index + 1, content, status }));
  const tainted = todos.some((todo) => todo.tainted === 1);
  return success({ kind: "list", items, text }, { tainted });
}
