import type { Clock } from "../../base/clock.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import { bold, escapeMarkup } from "../../base/visible-text.ts";
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
      inTransaction(parts.database, () => {
        const change = changed(lists, call);
        return "ok" in change ? change : listed(call, lists.of(call), change.lines);
      }),
  };
}

interface ListedTodo {
  readonly number: number;
  readonly content: string;
  readonly isTainted: boolean;
  readonly isDone: boolean;
}

/** To-dos as others than programs read them. */
export interface TodoReader {
  /** All of a person in a chat, with their numbers in the list: those that are done stand last. */
  readonly all: (personId: string, chatKey: string) => readonly ListedTodo[];
  /** Those of them that are not done. */
  readonly open: (personId: string, chatKey: string) => readonly ListedTodo[];
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
  const allOf = (personId: string, chatKey: string): readonly ListedTodo[] =>
    all.all(personId, chatKey).map(({ content, status, tainted }, index) => ({
      number: index + 1,
      content,
      isTainted: tainted === 1,
      isDone: status === "completed",
    }));
  return {
    doneSince: (personId, chatKey, sinceMs) =>
      done
        .all(personId, chatKey, sinceMs)
        .map(({ content, doneAtMs, tainted }) => ({ content, doneAtMs, isTainted: tainted === 1 })),
    all: allOf,
    open: (personId, chatKey) => allOf(personId, chatKey).filter(({ isDone }) => !isDone),
  };
}

const SELECT_TODOS =
  "SELECT id, content, status, tainted FROM todos WHERE person_id = ? AND chat_key = ? ORDER BY status = 'completed', id";

/** What a change says of itself, a line each; none for a call that only reads. */
interface Changed {
  readonly lines: readonly ((open: number) => Localized)[];
}

/** Makes the changes that a call asks for, in the order of its parameters' table; a refusal ends them. */
function changed(lists: TodoLists, call: ReadyCall): Outcome | Changed {
  const cleared = replaceAll(lists, call);
  const added = itemsIn(optionalString(call, "add") ?? "");
  if (lists.of(call).length + added.length > MAX_TODOS)
    return failureIn(call.actor.language, "too-many", {
      en: `The list has ${MAX_TODOS} to-dos. Take some off first.`,
      ko: `할 일이 이미 ${MAX_TODOS}개예요. 먼저 몇 개를 빼 주세요.`,
    });
  for (const content of added) lists.add(call, content, "pending");
  const lines = [
    ...(cleared === undefined ? [] : [() => clearedWords(cleared)]),
    ...(added.length === 0 ? [] : [(open: number) => addedWords(added, open)]),
  ];
  for (const { param, act, words } of NUMBERED) {
    const todo = withNumbered(lists, call, param, (each) => act(lists, each, call));
    if (todo === undefined) continue;
    if ("ok" in todo) return todo;
    lines.push((open) => words(todo, open, call));
  }
  return { lines };
}

/** How many were to be done and how many were, of a list that was cleared. */
interface Cleared {
  readonly open: number;
  readonly done: number;
}

/** Puts a whole list in the place of what is there, where a call has one; what an empty one took off. */
function replaceAll(lists: TodoLists, call: ReadyCall): Cleared | undefined {
  if (call.params["todos"] === undefined) return undefined;
  const before = lists.of(call);
  const entries = listParam(call, "todos");
  lists.replace(call, entries);
  if (entries.length > 0 || before.length === 0) return undefined;
  const done = before.filter(({ status }) => status === "completed").length;
  return { open: before.length - done, done };
}

/** What joins two words that are a to-do each. */
const JOINT = /^(\S+?)(?:이랑|하고|랑|\s+and)\s+(\S+)$/iu;

/** A short name, with how many of it before. */
const COUNTED_THING = /^(?:\d{1,3}\s+)?\p{L}\S*(?:\s+\S+){0,2}$/u;

/** The to-dos that one request names: a line each, or short things with commas or a joint between them. Pure. */
function itemsIn(text: string): readonly string[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.flatMap((line) => {
    const parts = line
      .split(/[,，、]\s*(?:and\s+)?/u)
      .flatMap((part) => JOINT.exec(part.trim())?.slice(1) ?? [part.trim()])
      .filter((part) => part !== "");
    const areThings = parts.every((part) => COUNTED_THING.test(part));
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
  return open === 0
    ? { ko: `🗑 ${name} 뺐어요. 목록이 비었어요.`, en: `🗑 Took ${name} off. The list is empty.` }
    : { ko: `🗑 ${name} 뺐어요. ${open}개 남았어요.`, en: `🗑 Took ${name} off. ${open} left.` };
}

function reopenedWords({ content }: Todo, open: number): Localized {
  const name = bold(content);
  return { ko: `☐ ${name} 다시 할 일이에요 (${open}개)`, en: `☐ ${name} is open again (${open})` };
}

function newWords({ content }: Todo, call: ReadyCall): string {
  return optionalString(call, "to") ?? content;
}

function renamedWords(todo: Todo, _open: number, call: ReadyCall): Localized {
  const [name, old] = [bold(newWords(todo, call)), escapeMarkup(todo.content)];
  return { ko: `✏️ ${name} (전에는 ${old})`, en: `✏️ ${name} (was ${old})` };
}

function clearedWords({ open, done }: Cleared): Localized {
  if (open === 0)
    return {
      ko: `🗑 목록을 비웠어요 (끝낸 일 ${done}개).`,
      en: `🗑 Cleared the list (${done} done).`,
    };
  const todos = open === 1 ? "1 to-do" : `all ${open} to-dos`;
  return { ko: `🗑 할 일 ${open}개를 모두 뺐어요.`, en: `🗑 Took ${todos} off.` };
}

/** What is done to a to-do by its number, in this order. */
const NUMBERED: readonly {
  readonly param: string;
  readonly act: (lists: TodoLists, todo: Todo, call: ReadyCall) => void;
  readonly words: (todo: Todo, open: number, call: ReadyCall) => Localized;
}[] = [
  { param: "done", act: (lists, todo) => lists.complete(todo), words: doneWords },
  { param: "remove", act: (lists, todo) => lists.remove(todo), words: removedWords },
  { param: "reopen", act: (lists, todo) => lists.reopen(todo), words: reopenedWords },
  {
    param: "rename",
    act: (lists, todo, call) => lists.rename(todo, newWords(todo, call)),
    words: renamedWords,
  },
];

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
  readonly #mark: Statement<[string, number, number]>;
  readonly #rename: Statement<[string, number, number]>;
  readonly #remove: Statement<[number]>;

  constructor(database: Database, clock: Clock) {
    this.#clock = clock;
    this.#select = database.prepare(SELECT_TODOS);
    this.#insert = database.prepare(
      "INSERT INTO todos (person_id, chat_key, content, status, tainted, created_at_ms, changed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#clear = database.prepare("DELETE FROM todos WHERE person_id = ? AND chat_key = ?");
    this.#mark = database.prepare("UPDATE todos SET status = ?, changed_at_ms = ? WHERE id = ?");
    this.#rename = database.prepare("UPDATE todos SET content = ?, changed_at_ms = ? WHERE id = ?");
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
    this.#mark.run("completed", this.#clock.now(), todo.id);
  }

  reopen(todo: Todo): void {
    this.#mark.run("pending", this.#clock.now(), todo.id);
  }

  rename(todo: Todo, content: string): void {
    this.#rename.run(content, this.#clock.now(), todo.id);
  }

  remove(todo: Todo): void {
    this.#remove.run(todo.id);
  }
}

const NOTHING: Localized = { ko: "할 일이 없어요.", en: "Nothing to do." };
const ALL_DONE: Localized = { ko: "할 일을 다 했어요.", en: "All done." };

/** The list as its value, those that are done last; its words are what was changed, else all of a list that was just put there, else what is left to do. */
function listed(call: ReadyCall, todos: readonly Todo[], changes: Changed["lines"]): Outcome {
  const left = todos.filter(({ status }) => status !== "completed");
  const shown = call.params["todos"] === undefined ? left : todos;
  const lines =
    changes.length > 0
      ? changes.map((words) => worded(call, words(left.length)))
      : shown.map(
          (todo, index) => `${index + 1}. ${MARKS[todo.status]} ${escapeMarkup(todo.content)}`,
        );
  const none = worded(call, todos.length === 0 ? NOTHING : ALL_DONE);
  const text = lines.length === 0 ? none : lines.join("\n");
  const items = todos.map(({ content, status }, index) => ({ number: index + 1, content, status }));
  const tainted = todos.some((todo) => todo.tainted === 1);
  return success({ kind: "list", items, text }, { tainted });
}
