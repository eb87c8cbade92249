import { load } from "sqlite-vec";
import type { Migration } from "../../store/database.ts";
import { type Database, openDatabase } from "../../store/database.ts";
import { DIMENSIONS } from "../encoders/encoder.ts";

/**
 * Examples and what was run, with their indexes by meaning (`ibl_examples_vec`) and by words (`ibl_examples_fts`, over `terms`, the
 * normalised words of the intent). `person_id` is whose an example is, null for everybody's; `build` is the making of data/ that a row comes from,
 * null for others; `embedder` names what made the row's embedding.
 */
const USAGE_SCHEMA = `
CREATE TABLE ibl_examples (
  id INTEGER PRIMARY KEY,
  intent TEXT NOT NULL,
  ibl_code TEXT NOT NULL,
  nodes TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('single', 'pipeline', 'complex')),
  difficulty INTEGER NOT NULL CHECK (difficulty BETWEEN 1 AND 5),
  source TEXT NOT NULL CHECK (source IN ('shipped', 'synthetic', 'synthetic_v3', 'auto_log', 'manual')),
  tags TEXT NOT NULL DEFAULT '',
  success_count INTEGER NOT NULL DEFAULT 0,
  fail_count INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  person_id TEXT,
  build TEXT,
  terms TEXT NOT NULL,
  digest TEXT NOT NULL,
  embedder TEXT NOT NULL,
  origins_json TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE UNIQUE INDEX ibl_examples_by_build ON ibl_examples (build, intent, ibl_code) WHERE build IS NOT NULL;
CREATE INDEX ibl_examples_by_digest ON ibl_examples (digest);
CREATE VIRTUAL TABLE ibl_examples_vec USING vec0(embedding float[${DIMENSIONS}]);
CREATE VIRTUAL TABLE ibl_examples_fts USING fts5(
  intent, ibl_code, terms, content='ibl_examples', content_rowid='id', tokenize="unicode61 tokenchars ':_-'"
);
CREATE TRIGGER ibl_examples_added AFTER INSERT ON ibl_examples BEGIN
  INSERT INTO ibl_examples_fts (rowid, intent, ibl_code, terms) VALUES (new.id, new.intent, new.ibl_code, new.terms);
END;
CREATE TRIGGER ibl_examples_deleted AFTER DELETE ON ibl_examples BEGIN
  INSERT INTO ibl_examples_fts (ibl_examples_fts, rowid, intent, ibl_code, terms)
  VALUES ('delete', old.id, old.intent, old.ibl_code, old.terms);
END;
CREATE TRIGGER ibl_examples_changed AFTER UPDATE OF intent, ibl_code, terms ON ibl_examples BEGIN
  INSERT INTO ibl_examples_fts (ibl_examples_fts, rowid, intent, ibl_code, terms)
  VALUES ('delete', old.id, old.intent, old.ibl_code, old.terms);
  INSERT INTO ibl_examples_fts (rowid, intent, ibl_code, terms) VALUES (new.id, new.intent, new.ibl_code, new.terms);
END;
CREATE TABLE ibl_execution_logs (
  id INTEGER PRIMARY KEY,
  user_input TEXT NOT NULL,
  generated_ibl TEXT NOT NULL,
  node TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT,
  params_json TEXT NOT NULL,
  success INTEGER NOT NULL CHECK (success IN (0, 1)),
  error_message TEXT,
  duration_ms INTEGER NOT NULL,
  agent_id TEXT,
  project_id TEXT,
  created_at TEXT NOT NULL,
  person_id TEXT NOT NULL,
  run_id TEXT NOT NULL
) STRICT;
CREATE INDEX ibl_execution_logs_by_run ON ibl_execution_logs (run_id);
CREATE INDEX ibl_execution_logs_by_person ON ibl_execution_logs (person_id);
CREATE TABLE usage_marks (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;
`;

/** Vectors of an encoder beside the embedded ones, each with the encoder's name: those of two are never compared. */
const ENCODINGS_SCHEMA = `
CREATE TABLE ibl_encodings (
  example_id INTEGER PRIMARY KEY REFERENCES ibl_examples (id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  embedding BLOB NOT NULL CHECK (length(embedding) = ${DIMENSIONS * 4})
) STRICT;
`;

/** What is one person's alone leaves the index by words: bm25 weighs a word by all rows, so that others would be found with another score. */
const SHARED_WORDS_SCHEMA = `
INSERT INTO ibl_examples_fts (ibl_examples_fts, rowid, intent, ibl_code, terms)
  SELECT 'delete', id, intent, ibl_code, terms FROM ibl_examples WHERE person_id IS NOT NULL;
DROP TRIGGER ibl_examples_added;
DROP TRIGGER ibl_examples_deleted;
DROP TRIGGER ibl_examples_changed;
CREATE TRIGGER ibl_examples_added AFTER INSERT ON ibl_examples WHEN new.person_id IS NULL BEGIN
  INSERT INTO ibl_examples_fts (rowid, intent, ibl_code, terms) VALUES (new.id, new.intent, new.ibl_code, new.terms);
END;
CREATE TRIGGER ibl_examples_deleted AFTER DELETE ON ibl_examples WHEN old.person_id IS NULL BEGIN
  INSERT INTO ibl_examples_fts (ibl_examples_fts, rowid, intent, ibl_code, terms)
  VALUES ('delete', old.id, old.intent, old.ibl_code, old.terms);
END;
CREATE TRIGGER ibl_examples_changed AFTER UPDATE OF intent, ibl_code, terms, person_id ON ibl_examples BEGIN
  INSERT INTO ibl_examples_fts (ibl_examples_fts, rowid, intent, ibl_code, terms)
    SELECT 'delete', old.id, old.intent, old.ibl_code, old.terms WHERE old.person_id IS NULL;
  INSERT INTO ibl_examples_fts (rowid, intent, ibl_code, terms)
    SELECT new.id, new.intent, new.ibl_code, new.terms WHERE new.person_id IS NULL;
END;
CREATE INDEX ibl_examples_by_person ON ibl_examples (person_id) WHERE person_id IS NOT NULL;
`;

/** Examples that were shipped lie in another file, which no key can refer to; `build` is the making of data/ that such a vector belongs to. */
const SHIPPED_APART_SCHEMA = `
CREATE TABLE encodings_of_both (
  example_id INTEGER PRIMARY KEY,
  build TEXT,
  embedder TEXT NOT NULL,
  embedding BLOB NOT NULL CHECK (length(embedding) = ${DIMENSIONS * 4})
) STRICT;
INSERT INTO encodings_of_both
  SELECT v.example_id, e.build, v.embedder, v.embedding FROM ibl_encodings v JOIN ibl_examples e ON e.id = v.example_id;
DROP TABLE ibl_encodings;
ALTER TABLE encodings_of_both RENAME TO ibl_encodings;
CREATE TRIGGER ibl_examples_unencoded AFTER DELETE ON ibl_examples BEGIN
  DELETE FROM ibl_encodings WHERE example_id = old.id;
END;
`;

const USAGE_MIGRATIONS: readonly Migration[] = [
  { name: "usage examples", sql: USAGE_SCHEMA },
  { name: "vectors of encoders", sql: ENCODINGS_SCHEMA },
  { name: "words of what everybody shares", sql: SHARED_WORDS_SCHEMA },
  { name: "examples that are shipped apart", sql: SHIPPED_APART_SCHEMA },
];

/** A database with tables of examples: a HOME's own, and what the build made. */
export type ExampleSchema = "main" | "shipped";

/** Ids of what the build made begin here, so that a HOME's own never meet them. */
export const FIRST_SHIPPED_ID = 1_000_001;

/**
 * Opens (or creates) the usage database at `path`, with the examples of `shippedPath` beside it, which are read where they lie and never
 * written; the view `all_examples` shows both. The caller closes it. Throws as `openDatabase` does, and where sqlite-vec has no build for
 * this machine.
 */
export function openUsageDatabase(path: string, shippedPath?: string): Database {
  const database = openDatabase(path, USAGE_MIGRATIONS, load);
  // What is lost in a power failure is made again from data/, or learned again (SQLite documentation, PRAGMA synchronous).
  database.pragma("synchronous = NORMAL");
  if (shippedPath !== undefined) attach(database, shippedPath);
  const all = schemasOf(database).map((schema) => `SELECT * FROM ${schema}.ibl_examples`);
  database.exec(`CREATE TEMP VIEW all_examples AS ${all.join(" UNION ALL ")}`);
  return database;
}

/** Where examples lie. */
export function schemasOf(database: Database): readonly ExampleSchema[] {
  const names = database.pragma("database_list") as readonly { readonly name: string }[]; // SQLite's documentation, PRAGMA database_list
  return names.some(({ name }) => name === "shipped") ? ["main", "shipped"] : ["main"];
}

/** A HOME that has made the same examples itself keeps to them. */
function attach(database: Database, shippedPath: string): void {
  database.prepare("ATTACH ? AS shipped").run(shippedPath);
  const same = database
    .prepare(
      "SELECT 1 FROM main.usage_marks own JOIN shipped.usage_marks other USING (name, value) WHERE name = 'build'",
    )
    .get();
  if (same !== undefined) database.exec("DETACH shipped");
}
