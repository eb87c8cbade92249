import type { Clock } from "../../base/clock.ts";
import { composed, readWords } from "../../rag/text/normalize.ts";
import type { Database } from "../../store/database.ts";
import { type Columns, flag, plain, Table } from "../../store/table.ts";

/** A memory as it is kept. */
export interface MemoryRow {
  readonly rowId: number;
  /** Counts the memories of the person: nobody else's make it grow. */
  readonly number: number;
  readonly content: string;
  readonly keywords: string;
  readonly category: string;
  /** True for words from outside. */
  readonly isTainted: boolean;
  /** True where the model is always told. */
  readonly isPinned: boolean;
  readonly createdAtMs: number;
}

const COLUMNS: Columns<MemoryRow> = {
  rowId: plain(),
  number: plain(),
  content: plain(),
  keywords: plain(),
  category: plain(),
  isTainted: flag("tainted"),
  isPinned: flag("pinned"),
  createdAtMs: plain(),
};

const ROW =
  "memories.id AS row_id, number, content, keywords, category, tainted, pinned, created_at_ms";

const NEWEST_FIRST = "ORDER BY created_at_ms DESC, memories.id DESC";

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
  readonly #table: Table<MemoryRow>;

  constructor(database: Database, clock: Clock) {
    this.#clock = clock;
    this.#table = new Table(database, "memories", COLUMNS);
  }

  /** Keeps one more; returns its number. */
  save(memory: NewMemory): number {
    const { personId, content, keywords = "", category = "" } = memory;
    const { isTainted = false, isPinned = false } = memory;
    const [{ last: number } = { last: 1 }] = this.#table.rows<{ readonly last: number }>(
      `INSERT INTO memory_numbers (person_id, last) VALUES (?, 1)
       ON CONFLICT (person_id) DO UPDATE SET last = last + 1 RETURNING last`,
      personId,
    );
    const createdAtMs = this.#clock.now();
    const rowId = this.#table.insert(
      { number, content, keywords, category, isTainted, isPinned, createdAtMs },
      { person_id: personId },
    );
    this.#index(rowId, { content, keywords });
    return number;
  }

  /** Has a memory told to the model always. */
  pin({ rowId }: MemoryRow): void {
    this.#table.run("UPDATE memories SET pinned = 1 WHERE id = ?", rowId);
  }

  /** Pinned ones first, then newest first. */
  page(personId: string, offset: number, limit: number): readonly MemoryRow[] {
    return this.#table.many(
      `SELECT ${ROW} FROM memories WHERE person_id = @personId
       ORDER BY pinned DESC, created_at_ms DESC, memories.id DESC LIMIT @limit OFFSET @offset`,
      { personId, limit, offset },
    );
  }

  /** How many there are, and how many of them are pinned. */
  count(personId: string): { readonly all: number; readonly pinned: number } {
    const [counts] = this.#table.rows<{ readonly all: number; readonly pinned: number }>(
      'SELECT COUNT(*) AS "all", COALESCE(SUM(pinned), 0) AS pinned FROM memories WHERE person_id = ?',
      personId,
    );
    return counts ?? { all: 0, pinned: 0 };
  }

  /** Newest first. */
  latest(personId: string, limit: number): readonly MemoryRow[] {
    const sql = `SELECT ${ROW} FROM memories WHERE person_id = ? ${NEWEST_FIRST} LIMIT ?`;
    return this.#table.many(sql, personId, limit);
  }

  /** A rare word weighs more. How rare it is, only the person's own memories say: FTS5's rank would count everybody's. */
  withAny(personId: string, words: readonly string[], limit: number): readonly MemoryRow[] {
    return this.#table.many(
      `SELECT * FROM (
         SELECT ${ROW}, 1.0 / COUNT(*) OVER (PARTITION BY words.value) AS weight
         FROM json_each(@words) AS words JOIN memories_words ON memories_words MATCH words.value
         JOIN memories ON memories.id = memories_words.rowid WHERE person_id = @personId)
       GROUP BY row_id ORDER BY SUM(weight) DESC, created_at_ms DESC, row_id DESC LIMIT @limit`,
      { words: JSON.stringify(words.map(wordMatch)), personId, limit },
    );
  }

  withAll(personId: string, words: readonly string[], limit: number): readonly MemoryRow[] {
    return this.#table.many(
      `SELECT ${ROW} FROM memories_words JOIN memories ON memories.id = memories_words.rowid
       WHERE memories_words MATCH @all AND person_id = @personId ${NEWEST_FIRST} LIMIT @limit`,
      { all: words.map(wordMatch).join(" AND "), personId, limit },
    );
  }

  get(personId: string, number: number): MemoryRow | undefined {
    const sql = `SELECT ${ROW} FROM memories WHERE person_id = ? AND number = ?`;
    return this.#table.one(sql, personId, number);
  }

  /** Those with exactly this content, newest first. */
  saying(personId: string, content: string): readonly MemoryRow[] {
    const sql = `SELECT ${ROW} FROM memories WHERE person_id = ? AND content = ? ${NEWEST_FIRST}`;
    return this.#table.many(sql, personId, content);
  }

  /** Makes the index anew for a row that was put back, or gone, without `save` and `remove`. */
  reindex(rowId: number, row: Pick<MemoryRow, "content" | "keywords"> | undefined): void {
    this.#table.run("DELETE FROM memories_words WHERE rowid = ?", rowId);
    if (row !== undefined) this.#index(rowId, row);
  }

  remove({ rowId }: MemoryRow): void {
    this.reindex(rowId, undefined);
    this.#table.run("DELETE FROM memories WHERE id = ?", rowId);
  }

  #index(
    rowId: number | undefined,
    { content, keywords }: Pick<MemoryRow, "content" | "keywords">,
  ): void {
    const words = wordKeys(`${content} ${keywords}`).join(" ");
    this.#table.run("INSERT INTO memories_words (rowid, words) VALUES (?, ?)", rowId, words);
  }
}

/** An FTS5 query for one word or what begins with it, as a quoted string, so that nothing in it is syntax. */
export function wordMatch(word: string): string {
  return `"${word.replace(/"/g, '""')}"*`;
}

/** The words of a text in the form in which they are stored and looked for: stems and concepts, the same on both sides. */
export function wordKeys(text: string): readonly string[] {
  return readWords(composed(text))
    .filter((word) => word.part === "content")
    .map((word) => word.key.replace(/[^\p{L}\p{N}]/gu, "_"));
}
