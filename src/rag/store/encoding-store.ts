import { type Database, inTransaction, type Statement } from "../../store/database.ts";
import type { ExamplePlace } from "./example-store.ts";

/** An example whose text an encoder has yet to embed. */
export type UnencodedExample = Pick<ExamplePlace, "id" | "intent" | "code" | "personId">;

/** An example with its vector by an encoder. */
export type EncodedExample = Omit<ExamplePlace, "embedder">;

interface Row {
  readonly id: number;
  readonly intent: string;
  readonly ibl_code: string;
  readonly person_id: string | null;
  readonly build: string | null;
}

/** Which encoder, and which making of data/: besides its examples those that people and runs added are there. */
export interface EncodingScope {
  readonly embedder: string;
  readonly build: string;
}

const CURRENT = "(e.build IS NULL OR e.build = ?)";

/** Owner of the table `ibl_encodings`: at most one vector for each example, with the name of the encoder that made it. */
export class EncodingStore {
  readonly #database: Database;
  readonly #missing: Statement<[string, string, number, number], Row>;
  readonly #missingCount: Statement<[string, string], { readonly count: number }>;
  readonly #encoded: Statement<
    [string, string, number, number],
    Row & { readonly embedding: Buffer }
  >;
  readonly #put: Statement<[string, Buffer, number]>;
  readonly #counts: Statement<[], { readonly embedder: string; readonly count: number }>;

  constructor(database: Database) {
    this.#database = database;
    const missing = `FROM all_examples e LEFT JOIN ibl_encodings v ON v.example_id = e.id AND v.build IS e.build AND v.embedder = ?
        WHERE v.example_id IS NULL AND ${CURRENT}`;
    this.#missing = database.prepare(
      `SELECT e.id, e.intent, e.ibl_code, e.person_id, e.build ${missing} AND e.id > ? ORDER BY e.id LIMIT ?`,
    );
    this.#missingCount = database.prepare(`SELECT COUNT(*) AS count ${missing}`);
    this.#encoded = database.prepare(
      `SELECT e.id, e.intent, e.ibl_code, e.person_id, e.build, v.embedding
         FROM all_examples e JOIN ibl_encodings v ON v.example_id = e.id AND v.build IS e.build
        WHERE v.embedder = ? AND ${CURRENT} AND e.id > ? ORDER BY e.id LIMIT ?`,
    );
    this.#put = database.prepare(
      `INSERT INTO ibl_encodings (example_id, build, embedder, embedding) SELECT id, build, ?, ? FROM all_examples WHERE id = ?
         ON CONFLICT (example_id) DO UPDATE SET build = excluded.build, embedder = excluded.embedder, embedding = excluded.embedding`,
    );
    this.#counts = database.prepare(
      "SELECT embedder, COUNT(*) AS count FROM ibl_encodings GROUP BY embedder ORDER BY embedder",
    );
  }

  /** Examples after an id without a vector of the encoder, by id. */
  missing(scope: EncodingScope, after: number, limit: number): readonly UnencodedExample[] {
    return this.#missing.all(scope.embedder, scope.build, after, limit).map(exampleOf);
  }

  /** How many examples have no vector of the encoder. */
  missingCount({ embedder, build }: EncodingScope): number {
    return this.#missingCount.get(embedder, build)?.count ?? 0;
  }

  /** Examples after an id with their vectors of the encoder, by id. */
  encoded(scope: EncodingScope, after: number, limit: number): readonly EncodedExample[] {
    return this.#encoded.all(scope.embedder, scope.build, after, limit).map((row) => ({
      ...exampleOf(row),
      isTaught: row.build === null,
      embedding: new Float32Array(new Uint8Array(row.embedding).buffer),
    }));
  }

  /** Keeps the vectors of some examples, in their order and in one transaction, each in the place of the one before; for an example that is gone, nothing. */
  put(ids: readonly number[], vectors: readonly Float32Array[], embedder: string): void {
    inTransaction(this.#database, () => {
      for (const [at, { buffer, byteOffset, byteLength }] of vectors.entries())
        this.#put.run(embedder, Buffer.from(buffer, byteOffset, byteLength), ids[at] ?? 0);
    });
  }

  /** How many vectors there are of each encoder. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts.all().map(({ embedder, count }) => [embedder, count]));
  }
}

function exampleOf(row: Row): UnencodedExample {
  return {
    id: row.id,
    intent: row.intent,
    code: row.ibl_code,
    ...(row.person_id === null ? {} : { personId: row.person_id }),
  };
}
