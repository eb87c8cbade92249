import type { Clock } from "../../base/clock.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/action.ts";
import { type Outcome, success } from "../../engine/outcome.ts";
import { composed, readWords } from "../../rag/normalize.ts";
import { type Database, inTransaction, type Statement } from "../../store/database.ts";
import { type FailureOutcome, failed } from "../upstream.ts";
import { momentText, worded } from "../wording.ts";

interface MemoryRow {
  readonly row_id: number;
  /** Counts the memories of the person: nobody else's make it grow. */
  readonly number: number;
  readonly content: string;
  readonly category: string;
  readonly tainted: number;
  readonly created_at_ms: number;
}

/** Most candidates that a refusal names, and how much of each it quotes, in characters. */
const MAX_CANDIDATES = 10;
const QUOTED_LENGTH = 60;

/** `save_memory`, `search_memory`, `recent` and `memory_delete`: owner of the table memories. One person's memories are nobody else's. */
export function createMemoryHandlers(parts: {
  readonly database: Database;
  readonly clock: Clock;
}): Handlers {
  const { database } = parts;
  const memories = new Memories(database, parts.clock);
  return {
    "source:save_memory": async (call) => {
      inTransaction(database, () => memories.save(call));
      return success(worded(call, { ko: "기억해 두었습니다.", en: "I will remember that." }));
    },
    "source:search_memory": async (call) => {
      const limit = numberParam(call, "limit", 20);
      const words = wordKeys(optionalString(call, "query") ?? "");
      return listed(
        call,
        words.length === 0
          ? memories.latest(call.actor.personId, limit)
          : memories.withAny(call.actor.personId, words, limit),
      );
    },
    "source:recent": async (call) =>
      listed(call, memories.latest(call.actor.personId, numberParam(call, "limit", 20))),
    "source:memory_delete": async (call) =>
      inTransaction(database, () => deleteOne(call, memories)),
  };
}

class Memories {
  readonly #clock: Clock;
  readonly #nextNumber: Statement<[string], { readonly last: number }>;
  readonly #insert: Statement<[string, number, string, string, string, number, number]>;
  readonly #insertWords: Statement<[number | bigint, string]>;
  readonly #matching: Statement<[string, string, number], MemoryRow>;
  readonly #withAll: Statement<[string, string, number], MemoryRow>;
  readonly #latest: Statement<[string, number], MemoryRow>;
  readonly #byNumber: Statement<[string, number], MemoryRow>;
  readonly #byContent: Statement<[string, string], MemoryRow>;
  readonly #delete: Statement<[number]>;
  readonly #deleteWords: Statement<[number]>;

  constructor(database: Database, clock: Clock) {
    const columns = "memories.id AS row_id, number, content, category, tainted, created_at_ms";
    const newestFirst = "ORDER BY created_at_ms DESC, memories.id DESC";
    this.#clock = clock;
    this.#nextNumber = database.prepare(
      `INSERT INTO memory_numbers (person_id, last) VALUES (?, 1)
       ON CONFLICT (person_id) DO UPDATE SET last = last + 1 RETURNING last`,
    );
    this.#insert = database.prepare(
      "INSERT INTO memories (person_id, number, content, keywords, category, tainted, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#insertWords = database.prepare("INSERT INTO memories_words (rowid, words) VALUES (?, ?)");
    // A rare word weighs more. How rare it is, only the person's own memories say: FTS5's rank would count everybody's.
    this.#matching = database.prepare(
      `SELECT * FROM (
         SELECT ${columns}, 1.0 / COUNT(*) OVER (PARTITION BY words.value) AS weight
         FROM json_each(?) AS words JOIN memories_words ON memories_words MATCH words.value
         JOIN memories ON memories.id = memories_words.rowid WHERE person_id = ?)
       GROUP BY row_id ORDER BY SUM(weight) DESC, created_at_ms DESC, row_id DESC LIMIT ?`,
    );
    this.#withAll = database.prepare(
      `SELECT ${columns} FROM memories_words JOIN memories ON memories.id = memories_words.rowid
       WHERE memories_words MATCH ? AND person_id = ? ${newestFirst} LIMIT ?`,
    );
    this.#latest = database.prepare(
      `SELECT ${columns} FROM memories WHERE person_id = ? ${newestFirst} LIMIT ?`,
    );
    this.#byNumber = database.prepare(
      `SELECT ${columns} FROM memories WHERE person_id = ? AND number = ?`,
    );
    this.#byContent = database.prepare(
      `SELECT ${columns} FROM memories WHERE person_id = ? AND content = ? ${newestFirst}`,
    );
    this.#delete = database.prepare("DELETE FROM memories WHERE id = ?");
    this.#deleteWords = database.prepare("DELETE FROM memories_words WHERE rowid = ?");
  }

  save(call: ReadyCall): void {
    const content = stringParam(call, "content");
    const keywords = optionalString(call, "keywords") ?? "";
    const { personId } = call.actor;
    const row = this.#insert.run(
      personId,
      this.#nextNumber.get(personId)?.last ?? 1,
      content,
      keywords,
      optionalString(call, "category") ?? "",
      call.tainted ? 1 : 0,
      this.#clock.now(),
    );
    const words = wordKeys(`${content} ${keywords}`).join(" ");
    this.#insertWords.run(row.lastInsertRowid, words);
  }

  /** Newest first. */
  latest(personId: string, limit: number): readonly MemoryRow[] {
    return this.#latest.all(personId, limit);
  }

  withAny(personId: string, words: readonly string[], limit: number): readonly MemoryRow[] {
    return this.#matching.all(JSON.stringify(words.map(wordMatch)), personId, limit);
  }

  withAll(personId: string, words: readonly string[], limit: number): readonly MemoryRow[] {
    return this.#withAll.all(words.map(wordMatch).join(" AND "), personId, limit);
  }

  get(personId: string, number: number): MemoryRow | undefined {
    return this.#byNumber.get(personId, number);
  }

  /** Those with exactly this content, newest first. */
  saying(personId: string, content: string): readonly MemoryRow[] {
    return this.#byContent.all(personId, content);
  }

  remove({ row_id: rowId }: MemoryRow): void {
    this.#deleteWords.run(rowId);
    this.#delete.run(rowId);
  }
}

/** Deletes the one memory that a call names; where it names none or several, says which there are. */
function deleteOne(call: ReadyCall, memories: Memories): Outcome {
  const found = named(call, memories);
  if ("ok" in found) return found;
  const [only] = found;
  if (only === undefined) return noneLike(call, memories);
  if (found.length > 1) return severalLike(call, found);
  memories.remove(only);
  const text = worded(call, {
    ko: `기억을 지웠습니다: ${only.content}`,
    en: `I forgot this: ${only.content}`,
  });
  const data = { id: only.number, content: only.content };
  return success({ kind: "object", data, text }, { tainted: only.tainted === 1 });
}

/** The memories that the parameters may mean: by id, by the very words, or else by all of the words. */
function named(call: ReadyCall, memories: Memories): readonly MemoryRow[] | FailureOutcome {
  const { personId } = call.actor;
  const content = optionalString(call, "content")?.trim() ?? "";
  const id = numberParam(call, "id", Number(/^#?(\d{1,15})$/.exec(content)?.[1] ?? Number.NaN));
  const byId = Number.isInteger(id) ? memories.get(personId, id) : undefined;
  if (byId !== undefined) return [byId];
  if (call.params["id"] !== undefined) return [];
  if (content === "") return failed("bad-parameters", worded(call, NOTHING_NAMED));
  const exact = memories.saying(personId, content);
  if (exact.length > 0) return exact;
  const words = wordKeys(content);
  return words.length === 0 ? [] : memories.withAll(personId, words, MAX_CANDIDATES + 1);
}

const NOTHING_NAMED = {
  ko: "어느 기억을 지울지 알 수 없습니다. 번호(id)나 내용을 주세요.",
  en: 'Which memory to delete is not said. Give its "id" or its words.',
};

function noneLike(call: ReadyCall, memories: Memories): Outcome {
  const content = optionalString(call, "content") ?? "";
  const asked = content === "" ? `#${numberParam(call, "id", 0)}` : content;
  const words = wordKeys(content);
  const { personId } = call.actor;
  const near =
    words.length === 0
      ? memories.latest(personId, MAX_CANDIDATES)
      : memories.withAny(personId, words, MAX_CANDIDATES);
  const list = candidates(call, near);
  const hint = {
    ko: list === "" ? "" : `\n가까운 기억:\n${list}`,
    en: list === "" ? "" : `\nThe nearest are:\n${list}`,
  };
  const text = {
    ko: `"${asked}"에 맞는 기억이 없습니다.${hint.ko}`,
    en: `No memory matches "${asked}".${hint.en}`,
  };
  return failed("unknown-memory", worded(call, text));
}

function severalLike(call: ReadyCall, rows: readonly MemoryRow[]): Outcome {
  const list = candidates(call, rows.slice(0, MAX_CANDIDATES));
  const many = rows.length > MAX_CANDIDATES ? `${MAX_CANDIDATES}+` : `${rows.length}`;
  const [first] = rows;
  const form = `[source:memory_delete] {id: ${first?.number ?? 1}}`;
  const text = {
    ko: `맞는 기억이 ${many}개라 지우지 않았습니다. 번호로 하나를 고르세요 (예: ${form}).\n${list}`,
    en: `${many} memories match, so none was deleted. Choose one by its id (such as ${form}).\n${list}`,
  };
  return failed("not-unique", worded(call, text));
}

/** One line a memory; what came from outside is not quoted, because a refusal carries no mark of it. */
function candidates(call: ReadyCall, rows: readonly MemoryRow[]): string {
  const outside = worded(call, { ko: "(밖에서 온 글)", en: "(text from outside)" });
  return rows
    .map((row) => {
      const letters = [...row.content.replace(/\s+/g, " ")];
      const quoted = letters.slice(0, QUOTED_LENGTH).join("");
      const words = letters.length > QUOTED_LENGTH ? `${quoted}…` : quoted;
      const told = row.tainted === 1 ? outside : words;
      return `- #${row.number} ${told} (${momentText(call, row.created_at_ms)})`;
    })
    .join("\n");
}

function listed(call: ReadyCall, rows: readonly MemoryRow[]): Outcome {
  const none = { ko: "기억하는 것이 없습니다.", en: "I remember nothing about that." };
  const lines = rows.map((row) => `- ${row.content} (${momentText(call, row.created_at_ms)})`);
  const items = rows.map((row) => ({
    id: row.number,
    content: row.content,
    category: row.category,
    saved_at: new Date(row.created_at_ms).toISOString(),
  }));
  const text = rows.length === 0 ? worded(call, none) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: rows.some((row) => row.tainted === 1) });
}

/** An FTS5 query for one word or what begins with it, as a quoted string, so that nothing in it is syntax. */
function wordMatch(word: string): string {
  return `"${word.replace(/"/g, '""')}"*`;
}

/** The words of a text in the form in which they are stored and looked for: stems and concepts, the same on both sides. */
function wordKeys(text: string): readonly string[] {
  return readWords(composed(text))
    .filter((word) => word.part === "content")
    .map((word) => word.key.replace(/[^\p{L}\p{N}]/gu, "_"));
}
