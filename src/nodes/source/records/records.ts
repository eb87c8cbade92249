import type { JsonObject } from "../../../base/json.ts";
import { type Database, inTransaction } from "../../../store/database.ts";
import { type Columns, flag, json, type Parameter, plain, Table } from "../../../store/table.ts";
import { wordKeys, wordMatch } from "../memories.ts";

/** What records there are. */
export type RecordKind = "health" | "skill" | "post" | "place" | "item" | "bookmark" | "folder";

/** One thing that a person keeps. Texts that it has not are empty. */
export interface KeptRecord {
  readonly rowId: number;
  /** Counts the person's records and memories together: no two have the same. */
  readonly number: number;
  readonly kind: RecordKind;
  /** What it belongs to among its kind: what was measured, a category. */
  readonly topic: string;
  /** Whose it is or where it comes from: a member of the family, the address of a feed or a site, an area. */
  readonly subject: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly details: JsonObject;
  /** True for words from outside. */
  readonly isTainted: boolean;
  /** When it happened or was published, in Unix milliseconds. */
  readonly atMs: number;
}

const COLUMNS: Columns<KeptRecord> = {
  rowId: plain(),
  number: plain(),
  kind: plain(),
  topic: plain(),
  subject: plain(),
  title: plain(),
  body: plain(),
  url: plain(),
  details: json("details_json"),
  isTainted: flag("tainted"),
  atMs: plain(),
};

const ROW =
  "records.id AS row_id, number, kind, topic, subject, title, body, url, details_json, tainted, at_ms";

/** A record that is to be kept; what is not given is empty. */
export type NewRecord = Pick<KeptRecord, "kind" | "title" | "atMs" | "isTainted"> &
  Partial<Pick<KeptRecord, "topic" | "subject" | "body" | "url" | "details">>;

/** Which records of a person are meant, newest first. `words`: all of them stand in it. */
export interface RecordQuery {
  readonly kind: RecordKind;
  readonly words?: string;
  readonly topic?: string;
  readonly subject?: string;
  readonly sinceMs?: number;
  readonly beforeMs?: number;
  readonly limit: number;
  readonly offset?: number;
}

/** Most records of one person. */
export const MOST_RECORDS = 20_000;

const MEANT = `person_id = @personId AND kind = @kind
  AND (@topic IS NULL OR topic = @topic COLLATE NOCASE)
  AND (@subject IS NULL OR subject = @subject COLLATE NOCASE)
  AND at_ms >= @sinceMs AND at_ms < @beforeMs
  AND (@words IS NULL OR id IN (SELECT rowid FROM records_words WHERE records_words MATCH @words))`;

/** Owner of the tables records and records_words. Each write is one transaction. */
export class Records {
  readonly #database: Database;
  readonly #table: Table<KeptRecord>;

  constructor(database: Database) {
    this.#database = database;
    this.#table = new Table(database, "records", COLUMNS);
  }

  /** Keeps one more, in the place of `instead` where that is given; `undefined` where the person has the most there may be. */
  save(personId: string, record: NewRecord, instead?: KeptRecord): KeptRecord | undefined {
    return inTransaction(this.#database, () => {
      if (instead === undefined && this.#countAll(personId) >= MOST_RECORDS) return undefined;
      const whole = { topic: "", subject: "", body: "", url: "", details: {}, ...record };
      if (instead !== undefined) {
        const { topic, subject, title, body, url, details, isTainted, atMs } = whole;
        this.#table.run(
          `UPDATE records SET topic = ?, subject = ?, title = ?, body = ?, url = ?, details_json = ?, tainted = ?, at_ms = ? WHERE id = ?`,
          ...[topic, subject, title, body, url, JSON.stringify(details), isTainted, atMs],
          instead.rowId,
        );
        this.reindex(instead.rowId, whole);
        return { ...instead, ...whole };
      }
      const number = this.#nextNumber(personId);
      const rowId = this.#table.insert({ ...whole, number }, { person_id: personId }) ?? 0;
      this.reindex(rowId, whole);
      return { ...whole, rowId, number };
    });
  }

  /** Those that are meant, newest first. */
  find(personId: string, query: RecordQuery): readonly KeptRecord[] {
    return this.#table.many(
      `SELECT ${ROW} FROM records WHERE ${MEANT} ORDER BY at_ms DESC, id DESC LIMIT @limit OFFSET @offset`,
      { ...bound(personId, query), limit: query.limit, offset: query.offset ?? 0 },
    );
  }

  /** Those in which any of the words stands, the nearest first: a word that few records have says more. */
  nearest(personId: string, kind: RecordKind, text: string, limit: number): readonly KeptRecord[] {
    return this.#table.many(
      `SELECT * FROM (
         SELECT ${ROW}, 1.0 / COUNT(*) OVER (PARTITION BY words.value) AS weight
         FROM json_each(@words) AS words JOIN records_words ON records_words MATCH words.value
         JOIN records ON records.id = records_words.rowid WHERE person_id = @personId AND kind = @kind)
       GROUP BY row_id ORDER BY SUM(weight) DESC, at_ms DESC, row_id DESC LIMIT @limit`,
      { words: JSON.stringify(wordKeys(text).map(wordMatch)), personId, kind, limit },
    );
  }

  /** The one with this number, whatever its kind. */
  get(personId: string, number: number): KeptRecord | undefined {
    const sql = `SELECT ${ROW} FROM records WHERE person_id = ? AND number = ?`;
    return this.#table.one(sql, personId, number);
  }

  /** Those of these kinds with exactly this title, newest first. */
  titled(personId: string, kinds: readonly RecordKind[], title: string): readonly KeptRecord[] {
    const sql = `SELECT ${ROW} FROM records WHERE person_id = ? AND title = ? COLLATE NOCASE
      AND kind IN (SELECT value FROM json_each(?)) ORDER BY at_ms DESC, id DESC LIMIT 20`;
    return this.#table.many(sql, personId, title, JSON.stringify(kinds));
  }

  /** The one of a kind that stands for an address. */
  at(personId: string, kind: RecordKind, url: string): KeptRecord | undefined {
    const sql = `SELECT ${ROW} FROM records WHERE person_id = ? AND kind = ? AND url = ?`;
    return this.#table.one(sql, personId, kind, url);
  }

  /** How many of a kind there are for each value of a column, the most first. */
  counts(
    personId: string,
    kind: RecordKind,
    column: "topic" | "subject",
  ): readonly { readonly name: string; readonly count: number; readonly lastMs: number }[] {
    return this.#table.rows(
      `SELECT ${column} AS name, COUNT(*) AS count, MAX(at_ms) AS lastMs FROM records
       WHERE person_id = ? AND kind = ? GROUP BY ${column} COLLATE NOCASE ORDER BY count DESC, lastMs DESC LIMIT 100`,
      personId,
      kind,
    );
  }

  remove({ rowId }: KeptRecord): void {
    inTransaction(this.#database, () => {
      this.reindex(rowId, undefined);
      this.#table.run("DELETE FROM records WHERE id = ?", rowId);
    });
  }

  /** Makes the index anew for a row that changed, was put back, or (`undefined`) is gone. */
  reindex(
    rowId: number,
    row: Pick<KeptRecord, "title" | "body" | "topic" | "subject"> | undefined,
  ): void {
    this.#table.run("DELETE FROM records_words WHERE rowid = ?", rowId);
    if (row === undefined) return;
    const words = wordKeys(`${row.title} ${row.topic} ${row.subject} ${row.body}`).join(" ");
    this.#table.run("INSERT INTO records_words (rowid, words) VALUES (?, ?)", rowId, words);
  }

  #countAll(personId: string): number {
    const sql = 'SELECT COUNT(*) AS "all" FROM records WHERE person_id = ?';
    return this.#table.rows<{ readonly all: number }>(sql, personId)[0]?.all ?? 0;
  }

  #nextNumber(personId: string): number {
    const [row] = this.#table.rows<{ readonly last: number }>(
      `INSERT INTO memory_numbers (person_id, last) VALUES (?, 1)
       ON CONFLICT (person_id) DO UPDATE SET last = last + 1 RETURNING last`,
      personId,
    );
    return row?.last ?? 1;
  }
}

function bound(personId: string, query: RecordQuery): Readonly<Record<string, Parameter>> {
  const { kind, topic, subject, sinceMs = 0, beforeMs = Number.MAX_SAFE_INTEGER } = query;
  const words = wordKeys(query.words ?? "");
  const match = words.length === 0 ? undefined : words.map(wordMatch).join(" AND ");
  return { personId, kind, topic, subject, sinceMs, beforeMs, words: match };
}
