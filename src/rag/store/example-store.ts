import type { Clock } from "../../base/clock.ts";
import { type Database, inTransaction, type Statement } from "../../store/database.ts";
import { nodesIn, shapeOf } from "../text/called-actions.ts";
import { termsOf } from "../text/features.ts";
import { type ExampleSchema, schemasOf } from "./database.ts";

/** A request and the program that answers it, as it is kept. */
export interface StoredExample {
  readonly id: number;
  readonly intent: string;
  readonly code: string;
  readonly nodes: readonly string[];
  readonly category: string;
  readonly difficulty: number;
  readonly source: ExampleSource;
  readonly tags: string;
  readonly successCount: number;
  readonly failCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Whose it is; absent for everybody's. */
  readonly personId?: string;
  /** Of the canonical program. */
  readonly digest: string;
  readonly embedder: string;
  /** Runs that it was learned from. */
  readonly origins: readonly string[];
}

/** What a new example is made of. */
export interface NewExample {
  readonly intent: string;
  readonly code: string;
  readonly source: ExampleSource;
  readonly digest: string;
  readonly tags?: string;
  readonly personId?: string;
  /** The making of data/ that it belongs to; absent for what people and runs add. */
  readonly build?: string;
  readonly origins?: readonly string[];
}

/** An example's place: what search compares, without its words. */
export interface ExamplePlace {
  readonly id: number;
  readonly intent: string;
  readonly code: string;
  readonly personId?: string;
  /** True for what people and runs added, which nothing was learned from. */
  readonly isTaught: boolean;
  readonly embedder: string;
  readonly embedding: Float32Array;
}

/** An example that shares words with a text, and how strongly, above 0. */
export interface KeywordHit {
  readonly id: number;
  readonly score: number;
}

interface ExampleRow {
  readonly id: number;
  readonly intent: string;
  readonly ibl_code: string;
  readonly nodes: string;
  readonly category: string;
  readonly difficulty: number;
  readonly source: ExampleSource;
  readonly tags: string;
  readonly success_count: number;
  readonly fail_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly person_id: string | null;
  readonly digest: string;
  readonly embedder: string;
  readonly origins_json: string;
}

interface PlaceRow {
  readonly id: number;
  readonly intent: string;
  readonly ibl_code: string;
  readonly person_id: string | null;
  readonly build: string | null;
  readonly embedder: string;
  readonly embedding: Buffer;
}

/** Which examples a list shows. */
export interface ExampleFilter {
  readonly source?: ExampleSource;
  /** Those of this person, besides everybody's. Default: everyone's. */
  readonly personId?: string;
  /** Part of the intent or the program. */
  readonly text?: string;
}

/** Longest list of terms that is looked up. */
const MOST_TERMS = 40;

/** Reading one of the databases with examples. */
interface Part {
  readonly places: Statement<[number, string, number], PlaceRow>;
  readonly words: Statement<[string, number, number], KeywordHit>;
  readonly mark: Statement<[string], { readonly value: Buffer }>;
}

function partOf(database: Database, schema: ExampleSchema): Part {
  return {
    places: database.prepare(
      `SELECT e.id, e.intent, e.ibl_code, e.person_id, e.build, e.embedder, v.embedding
         FROM ${schema}.ibl_examples e CROSS JOIN ${schema}.ibl_examples_vec v ON v.rowid = e.id
        WHERE e.id > ? AND (e.build IS NULL OR e.build = ?) ORDER BY e.id LIMIT ?`,
    ),
    words: database.prepare(
      `SELECT rowid AS id, -rank AS score FROM ${schema}.ibl_examples_fts
        WHERE ibl_examples_fts MATCH ? AND rowid BETWEEN ? AND ?`,
    ),
    mark: database.prepare(`SELECT value FROM ${schema}.usage_marks WHERE name = ?`),
  };
}

/** Names of marks: the digest of the data that a making is of, and what it learned. */
const BUILD_MARK = "build";
const MODEL_MARK = "model";

/** Owner of the tables of the usage database, but for the execution logs. What the build made is read beside them, and never written. */
export class UsageStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #insert: Statement<(string | number | null)[]>;
  readonly #embed: Statement<[bigint, Buffer]>;
  readonly #unembed: Statement<[bigint]>;
  readonly #delete: Statement<[number]>;
  readonly #get: Statement<[number], ExampleRow>;
  /** The HOME's own, then what was shipped. */
  readonly #parts: readonly Part[];
  readonly #own: Statement<[string | null], { readonly id: number; readonly terms: string }>;
  readonly #count: Statement<[number, number, number]>;
  readonly #setMark: Statement<[string, Buffer]>;

  /** `firstId` is that of the first example of an empty database; default 1. */
  constructor({
    database,
    clock,
    firstId = 1,
  }: {
    readonly database: Database;
    readonly clock: Clock;
    readonly firstId?: number;
  }) {
    this.#database = database;
    this.#parts = schemasOf(database).map((schema) => partOf(database, schema));
    this.#clock = clock;
    this.#insert = database.prepare(
      `INSERT OR IGNORE INTO ibl_examples (id, intent, ibl_code, nodes, category, difficulty, source, tags, created_at, updated_at,
         person_id, build, terms, digest, embedder, origins_json)
       VALUES ((SELECT max(coalesce(max(id) + 1, 1), ${firstId}) FROM ibl_examples), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#embed = database.prepare("INSERT INTO ibl_examples_vec (rowid, embedding) VALUES (?, ?)");
    this.#unembed = database.prepare("DELETE FROM ibl_examples_vec WHERE rowid = ?");
    this.#delete = database.prepare("DELETE FROM ibl_examples WHERE id = ?");
    this.#get = database.prepare("SELECT * FROM all_examples WHERE id = ?");
    this.#own = database.prepare(
      "SELECT id, terms FROM ibl_examples WHERE build IS NULL AND (person_id IS NULL OR person_id = ?)",
    );
    this.#count = database.prepare(
      "UPDATE ibl_examples SET success_count = success_count + ?, fail_count = fail_count + ? WHERE id = ?",
    );
    this.#setMark = database.prepare(
      "INSERT INTO usage_marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    );
  }

  /** Runs `work` in one transaction of the usage database. */
  together<T>(work: () => T): T {
    return inTransaction(this.#database, work);
  }

  /** Adds an example with its embedding; returns its id, `undefined` for one that the same making of data/ has already. */
  add(example: NewExample, embedding: Float32Array, embedder: string): number | undefined {
    const now = new Date(this.#clock.now()).toISOString();
    const { category, difficulty } = shapeOf(example.code);
    return this.together(() => {
      const { lastInsertRowid, changes } = this.#insert.run(
        example.intent,
        example.code,
        nodesIn(example.code).join(" "),
        category,
        difficulty,
        example.source,
        example.tags ?? "",
        now,
        now,
        example.personId ?? null,
        example.build ?? null,
        termsOf(example.intent).join(" "),
        example.digest,
        embedder,
        JSON.stringify(example.origins ?? []),
      );
      if (changes === 0) return undefined;
      this.#embed.run(BigInt(lastInsertRowid), bytesOf(embedding));
      return Number(lastInsertRowid);
    });
  }

  /** Removes examples; those that are gone already are passed over. */
  remove(ids: readonly number[]): void {
    this.together(() => {
      for (const id of ids) {
        this.#unembed.run(BigInt(id));
        this.#delete.run(id);
      }
    });
  }

  /** One example; `undefined` for one that does not exist. */
  get(id: number): StoredExample | undefined {
    const row = this.#get.get(id);
    return row === undefined ? undefined : exampleOf(row);
  }

  /** Examples in the order in which they were added, a page at a time. */
  list(
    filter: ExampleFilter,
    page: { readonly after?: number; readonly limit: number },
  ): readonly StoredExample[] {
    const { source = null, personId = null, text = null } = filter;
    return this.#database
      .prepare<(string | number | null)[], ExampleRow>(
        `SELECT * FROM all_examples WHERE id > ? AND (? IS NULL OR source = ?)
           AND (? IS NULL OR person_id IS NULL OR person_id = ?)
           AND (? IS NULL OR instr(intent, ?) > 0 OR instr(ibl_code, ?) > 0)
         ORDER BY id LIMIT ?`,
      )
      .all(page.after ?? 0, source, source, personId, personId, text, text, text, page.limit)
      .map(exampleOf);
  }

  /** How many examples there are from each source. */
  counts(): Readonly<Record<string, number>> {
    const rows = this.#database
      .prepare<[], { readonly source: string; readonly count: number }>(
        "SELECT source, COUNT(*) AS count FROM all_examples GROUP BY source ORDER BY source",
      )
      .all();
    return Object.fromEntries(rows.map(({ source, count }) => [source, count]));
  }

  /** How many examples there are. */
  get size(): number {
    return (
      this.#database.prepare<[], number>("SELECT COUNT(*) FROM all_examples").pluck().get() ?? 0
    );
  }

  /** Ids of examples made from data/ in any making but `build`. */
  outdated(build: string): readonly number[] {
    return this.#database
      .prepare<[string], number>(
        "SELECT id FROM ibl_examples WHERE build IS NOT NULL AND build <> ?",
      )
      .pluck()
      .all(build);
  }

  /** The examples whose intent a person would see, whatever its case; `personId` absent: everybody's alone. */
  withIntent(intent: string, personId?: string): readonly StoredExample[] {
    return this.#database
      .prepare<[string, string | null], ExampleRow>(
        "SELECT * FROM all_examples WHERE lower(intent) = lower(?) AND (person_id IS NULL OR person_id = ?)",
      )
      .all(intent, personId ?? null)
      .map(exampleOf);
  }

  /** The examples of one canonical program. */
  withDigest(digest: string): readonly StoredExample[] {
    return this.#database
      .prepare<[string], ExampleRow>("SELECT * FROM all_examples WHERE digest = ? ORDER BY id")
      .all(digest)
      .map(exampleOf);
  }

  /** Counts a use of an example that went well or did not. */
  count(id: number, isSuccess: boolean): void {
    this.#count.run(isSuccess ? 1 : 0, isSuccess ? 0 : 1, id);
  }

  /** Notes one more run that an example was learned from, and whose the example is from now on. */
  confirm(id: number, origins: readonly string[], personId: string | undefined): void {
    this.#database
      .prepare(
        "UPDATE ibl_examples SET origins_json = ?, person_id = ?, updated_at = ? WHERE id = ?",
      )
      .run(
        JSON.stringify(origins),
        personId ?? null,
        new Date(this.#clock.now()).toISOString(),
        id,
      );
  }

  /** The places of the examples of a making and of those that were added, after an id, a page at a time, by id. */
  places(build: string, after: number, limit: number): readonly ExamplePlace[] {
    const rows: PlaceRow[] = [];
    for (const { places } of this.#parts)
      rows.push(...places.all(after, build, limit - rows.length));
    return rows.map((row) => ({
      id: row.id,
      intent: row.intent,
      code: row.ibl_code,
      ...(row.person_id === null ? {} : { personId: row.person_id }),
      isTaught: row.build === null,
      embedder: row.embedder,
      embedding: numbersOf(row.embedding),
    }));
  }

  /** The `limit` examples that share most telling words with a text, of those whose ids `accept` lets through, best first. Looks through one range of ids (first and last) after the other, and yields after each. */
  *keywordHits(
    text: string,
    limit: number,
    within: {
      readonly ranges: readonly (readonly [number, number])[];
      readonly accept: (id: number) => boolean;
    },
  ): Generator<void, readonly KeywordHit[], void> {
    const query = keywordQuery(text);
    if (query === undefined) return [];
    const hits: KeywordHit[] = [];
    for (const [first, last] of within.ranges) {
      for (const { words } of this.#parts)
        hits.push(...words.all(query, first, last).filter(({ id }) => within.accept(id)));
      yield;
    }
    return hits.sort((left, right) => right.score - left.score).slice(0, limit);
  }

  /** Those of what people and runs added that share words with a text, a person's own and everybody's: too few to be weighed by how rare their words are. */
  ownHits(text: string, personId: string | undefined): readonly KeywordHit[] {
    const asked = new Set(termsOf(text));
    return this.#own.all(personId ?? null).flatMap(({ id, terms }) => {
      const shared = terms.split(" ").filter((term) => asked.has(term)).length;
      return shared === 0 ? [] : [{ id, score: shared * OWN_WORD_SCORE }];
    });
  }

  /** The digests of the data that there are makings of. */
  get builds(): readonly string[] {
    return this.#parts.flatMap(({ mark }) => mark.get(BUILD_MARK)?.value.toString() ?? []);
  }

  /** What a making of data/ learned; `undefined` where there is no such making. */
  model(build: string): Buffer | undefined {
    return this.#parts
      .find(({ mark }) => mark.get(BUILD_MARK)?.value.toString() === build)
      ?.mark.get(MODEL_MARK)?.value;
  }

  /** Keeps what a making of data/ learned, in the place of the one before. */
  setModel(build: string, model: Uint8Array): void {
    this.together(() => {
      this.#setMark.run(MODEL_MARK, Buffer.from(model));
      this.#setMark.run(BUILD_MARK, Buffer.from(build));
    });
  }

  /** Forgets what any making but `build` learned. */
  dropOtherModels(build: string): void {
    this.#database
      .prepare(
        "DELETE FROM usage_marks WHERE EXISTS (SELECT 1 FROM usage_marks WHERE name = ? AND value <> ?)",
      )
      .run(BUILD_MARK, Buffer.from(build));
  }

  /** A number that changes when another process has changed the database. */
  get version(): number {
    return Number(this.#database.pragma("data_version", { simple: true }));
  }
}

/** What a word is worth that one of somebody's own examples shares with a text: about what bm25 gives a telling one. */
const OWN_WORD_SCORE = 4;

/** What the full-text index is asked for a text; `undefined` for one without a telling word. No text makes a syntax error. */
export function keywordQuery(text: string): string | undefined {
  const terms = termsOf(text).slice(0, MOST_TERMS);
  if (terms.length === 0) return undefined;
  const quoted = terms.map((term) => `"${term.replaceAll('"', '""')}"`);
  return `terms : (${quoted.join(" OR ")})`;
}

function bytesOf(embedding: Float32Array): Buffer {
  return Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength);
}

function numbersOf(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}

function exampleOf(row: ExampleRow): StoredExample {
  return {
    id: row.id,
    intent: row.intent,
    code: row.ibl_code,
    nodes: row.nodes === "" ? [] : row.nodes.split(" "),
    category: row.category,
    difficulty: row.difficulty,
    source: row.source,
    tags: row.tags,
    successCount: row.success_count,
    failCount: row.fail_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.person_id === null ? {} : { personId: row.person_id }),
    digest: row.digest,
    embedder: row.embedder,
    origins: JSON.parse(row.origins_json) as readonly string[], // written by this class alone
  };
}

/** Where an example comes from: data/, the generator (by template, by paraphrase or model), a run that went well, a person. */
type ExampleSource = "shipped" | "synthetic" | "synthetic_v3" | "auto_log" | "manual";

/** A request and its program, and who made it. */
export interface MaterialExample {
  readonly intent: string;
  readonly code: string;
  readonly source: ExampleSource;
}
