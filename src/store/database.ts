import type Sqlite3 from "better-sqlite3";
import { AppError, messageOf } from "../base/errors.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";
import { Sqlite } from "./sqlite.ts";

/** An open SQLite database in WAL mode. Synchronous; the one who opened it closes it. */
export type Database = Sqlite3.Database;

/** A prepared statement: its parameters in order, and the rows it gives. */
export type Statement<Parameters extends unknown[], Row = unknown> = Sqlite3.Statement<
  Parameters,
  Row
>;

/** Opens (or creates) the database file at `path` (`:memory:` for tests) and brings its schema up to date; `extend` loads what the schema needs. Throws `AppError` `database-newer` for a file written by a newer version. */
export function openDatabase(
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
  extend: (database: Database) => void = () => undefined,
): Database {
  const database = new Sqlite(path);
  extend(database);
  database.pragma("journal_mode = WAL");
  // FULL: a row that was acknowledged must survive power loss (SQLite documentation, PRAGMA synchronous).
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  // What is deleted is overwritten (SQLite documentation, PRAGMA secure_delete); what a rewrite of pages leaves behind is for `scrub`.
  database.pragma("secure_delete = ON");
  database.pragma("busy_timeout = 5000");
  migrate(database, migrations, path);
  return database;
}

/** Writes what a database holds at this moment to the empty file at `target`, while others go on writing; what was deleted is not in the copy. Nothing is migrated. Returns the schema of the copy. */
export function copyDatabase(path: string, target: string): number {
  const source = new Sqlite(path, { fileMustExist: true });
  try {
    source.pragma("busy_timeout = 5000");
    // One read transaction: writers are neither seen nor held up (SQLite documentation, VACUUM INTO and WAL).
    source.prepare("VACUUM INTO ?").run(target);
  } finally {
    source.close();
  }
  return schemaOf(target);
}

function schemaOf(path: string): number {
  const copy = new Sqlite(path, { readonly: true });
  try {
    return Number(copy.pragma("user_version", { simple: true }));
  } finally {
    copy.close();
  }
}

/** Largest database that is rewritten as a whole to get rid of what was deleted: nothing else goes on meanwhile, and the copy is held in memory. */
const LARGEST_REWRITE_BYTES = 256 * 1024 * 1024;

/** What `scrub` reached. `isRewritten` is false for a database over 256 MiB, whose pages may still hold parts of moved rows. */
export interface Scrubbed {
  readonly isRewritten: boolean;
  /** False where another process was reading; try again later. */
  readonly isLogEmpty: boolean;
}

/** Takes what was deleted out of the files: rewrites the database without it and empties the write-ahead log. Blocks for as long as that takes. Throws SQLite's errors (`SQLITE_FULL`, `SQLITE_BUSY`). */
export function scrub(database: Database): Scrubbed {
  const pages = Number(database.pragma("page_count", { simple: true }));
  const isRewritten =
    pages * Number(database.pragma("page_size", { simple: true })) <= LARGEST_REWRITE_BYTES;
  if (isRewritten) {
    // Without this the copy would lie in a temporary file outside HOME (SQLite documentation, "Temporary Files").
    database.pragma("temp_store = MEMORY");
    database.exec("VACUUM");
  }
  return { isRewritten, isLogEmpty: emptyLog(database) };
}

/** Moves the write-ahead log into the database, synced, and cuts it to nothing; false where another process was reading. */
export function emptyLog(database: Database): boolean {
  return Number(database.pragma("wal_checkpoint(TRUNCATE)", { simple: true })) === 0;
}

/** Runs `work` in one write transaction: all of it is stored, or, when it throws, none of it. Nested calls join the outer one. */
export function inTransaction<T>(database: Database, work: () => T): T {
  return database.inTransaction ? work() : database.transaction(work).immediate();
}

/** Runs `work` as a part of the open transaction: when it throws, what it wrote is taken back and the rest stays. Throws `AppError` `transaction-lost` where the failure ended the whole transaction, as a full disk does (SQLite documentation, "Response To Errors Within A Transaction"). */
export function inSavepoint<T>(database: Database, work: () => T): T {
  try {
    return database.transaction(work)();
  } catch (cause) {
    if (database.inTransaction) throw cause;
    throw new AppError("transaction-lost", `Nothing was stored: ${messageOf(cause)}`, { cause });
  }
}

/**
 * As `inTransaction` without a wait for the disk, for what comes before no effect outside, or before one that waits for `onDisk`: it is stored
 * in order, and no death of the process takes it back; a loss of power may, with what was stored after it, up to the next `inTransaction` or
 * `onDisk` (SQLite documentation, PRAGMA synchronous: NORMAL in WAL mode keeps the database consistent, and a later commit with FULL syncs
 * all of the log before it).
 */
export function inLazyTransaction<T>(database: Database, work: () => T): T {
  if (database.inTransaction) return work();
  database.pragma("synchronous = NORMAL");
  try {
    return database.transaction(work).immediate();
  } finally {
    // Work may have closed it.
    if (database.open) database.pragma("synchronous = FULL");
  }
}

function migrate(database: Database, migrations: readonly Migration[], path: string): void {
  inTransaction(database, () => {
    const version = Number(database.pragma("user_version", { simple: true }));
    if (version > migrations.length) {
      throw new AppError("database-newer", {
        ko: `데이터베이스 "${path}"는 더 새로운 버전이 쓴 것입니다(스키마 ${version}, 이 버전은 ${migrations.length}까지). 새 버전으로 시작하거나, 이 버전으로 만든 백업을 복원해 주세요.`,
        en: `The database "${path}" has schema ${version}, this version knows ${migrations.length}. Start the newer version, or restore a backup made by this one.`,
      });
    }
    for (const migration of migrations.slice(version)) database.exec(migration.sql);
    database.pragma(`user_version = ${migrations.length}`);
  });
}
