import type { Clock } from "../../base/clock.ts";
import { composed, readWords } from "../../rag/text/normalize.ts";
import type { Database, Statement } from "../../store/database.ts";

/** A memory as it is kept. */
export interface MemoryRow {
  readonly row_id: number;
  /** Counts the memories of the person: nobody else's make it grow. */
  readonly number: number;
  readonly content: string;
  readonly keywords: string;
  readonly category: string;
  /** 1 for words from outside. */
  readonly tainted: number;
  /** 1 where the model is always told. */
  readonly pinned: number;
  readonly created_at_ms: number;
}

/** What is to be remembered; by default by nobody else's words, not pinned. */
export interface NewMemory {
  readonly personId: string;
  readonly content: string;
  readonly keywords?: string;
  readonly category?: string;
  readonly isTainted?: boolean;
  readonly isPinned?: boolean;
}

/** Owner of the tables memories, memories_words and memory_numbers. The caller puts writes into a transaction. */
export class Memories {
  readonly #clock: Clock;
  readonly #nextNumber: Statement<[string], { readonly last: number }>;
  readonly #insert: Statement<[string, number, string, string, string, number, number, number]>;
  readonly #insertWords: Statement<[number | bigint, string]>;
  readonly #matching: Statement<[string, string, number], MemoryRow>;
  readonly #withAll: Statement<[string, string, number], MemoryRow>;
  readonly #latest: Statement<[string, number], MemoryRow>;
  readonly #page: Statement<[string, number, number], MemoryRow>;
  readonly #count: Statement<[string], { readonly all: number; readonly pinned: number }>;
  readonly #pin: Statement<[number]>;
  readonly #byNumber: Statement<[string, number], MemoryRow>;
  readonly #byContent: Statement<[string, string], MemoryRow>;
  readonly #delete: Statement<[number]>;
  readonly #deleteWords: Statement<[number]>;

  constructor(database: Database, clock: Clock) {
    const columns =
      "memories.id AS row_id, number, content, keywords, category, tainted, pinned, created_at_ms";
    const newestFirst = "ORDER BY created_at_ms DESC, memories.id DESC";
    this.#clock = clock;
    this.#nextNumber = database.prepare(
      `INSERT INTO memory_numbers (person_id, last) VALUES (?, 1)
       ON CONFLICT (person_id) DO UPDATE SET last = last + 1 RETURNING last`,
    );
    this.#insert = database.prepare(
      "INSERT INTO memories (person_id, number, content, keywords, category, tainted, pinned, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
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
    this.#page = database.prepare(
      `SELECT ${columns} FROM memories WHERE person_id = ?
       ORDER BY pinned DESC, created_at_ms DESC, memories.id DESC LIMIT ? OFFSET ?`,
    );
    this.#count = database.prepare(
      'SELECT COUNT(*) AS "all", COALESCE(SUM(pinned), 0) AS pinned FROM memories WHERE person_id = ?',
    );
    this.#pin = database.prepare("UPDATE memories SET pinned = 1 WHERE id = ?");
    this.#byNumber = database.prepare(
      `SELECT ${columns} FROM memories WHERE person_id = ? AND number = ?`,
    );
    this.#byContent = database.prepare(
      `SELECT ${columns} FROM memories WHERE person_id = ? AND content = ? ${newestFirst}`,
    );
    this.#delete = database.prepare("DELETE FROM memories WHERE id = ?");
    this.#deleteWords = database.prepare("DELETE FROM memories_words WHERE rowid = ?");
  }

  /** Keeps one more; returns its number. */
  save(memory: NewMemory): number {
    const { personId, content, keywords = "", category = "" } = memory;
    const number = this.#nextNumber.get(personId)?.last ?? 1;
    const row = this.#insert.run(
      personId,
      number,
      content,
      keywords,
      category,
      memory.isTainted === true ? 1 : 0,
      memory.isPinned === true ? 1 : 0,
      this.#clock.now(),
    );
    const words = wordKeys(`${content} ${keywords}`).join(" ");
    this.#insertWords.run(row.lastInsertRowid, words);
    return number;
  }

  /** Has a memory told to the model always. */
  pin({ row_id: rowId }: MemoryRow): void {
    this.#pin.run(rowId);
  }

  /** Pinned ones first, then newest first. */
  page(personId: string, offset: number, limit: number): readonly MemoryRow[] {
    return this.#page.all(personId, limit, offset);
  }

  /** How many there are, and how many of them are pinned. */
  count(personId: string): { readonly all: number; readonly pinned: number } {
    return this.#count.get(personId) ?? { all: 0, pinned: 0 };
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

  /** Makes the index anew for a row that was put back, or gone, without `save` and `remove`. */
  reindex(
    rowId: number,
    row: { readonly content: string; readonly keywords: string } | undefined,
  ): void {
    this.#deleteWords.run(rowId);
    if (row === undefined) return;
    const words = wordKeys(`${row.content} ${row.keywords}`).join(" ");
    this.#insertWords.run(rowId, words);
  }

  remove({ row_id: rowId }: MemoryRow): void {
    this.#deleteWords.run(rowId);
    this.#delete.run(rowId);
  }
}

/** An FTS5 query for one word or what begins with it, as a quoted string, so that nothing in it is syntax. */
function wordMatch(word: string): string {
  return `"${word.replace(/"/g, '""')}"*`;
}

/** The words of a text in the form in which they are stored and looked for: stems and concepts, the same on both sides. */
export function wordKeys(text: string): readonly string[] {
  return readWords(composed(text))
    .filter((word) => word.part === "content")
    .map((word) => word.key.replace(/[^\p{L}\p{N}]/gu, "_"));
}
