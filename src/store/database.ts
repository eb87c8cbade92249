import type Sqlite3 from "better-sqlite3";
import { AppError, messageOf } from "../base/errors.ts";
import {
  AGENT_RESTORED_SCHEMA,
  AGENT_RUN_TIME_SCHEMA,
  AGENT_SCHEMA,
  COLLEAGUES_SCHEMA,
  SESSIONS_SCHEMA,
  TAINT_SCHEMA,
} from "./schema/agent.ts";
import {
  ALBUMS_SCHEMA,
  ATTACHMENTS_SCHEMA,
  BOTS_SCHEMA,
  CARDS_SCHEMA,
  CLOSED_QUESTIONS_SCHEMA,
  CONTROL_SCHEMA,
  DIGESTS_SCHEMA,
  HELD_ANSWERS_SCHEMA,
  IN_PLACE_SCHEMA,
  KINDS_SCHEMA,
  MESSAGES_BY_CHAT_SCHEMA,
  OPEN_BY_CHAT_SCHEMA,
  PLATFORM_NOTES_SCHEMA,
  QUIET_HOURS_SCHEMA,
} from "./schema/bots.ts";
import {
  DONE_SCHEMA,
  EVENTS_SCHEMA,
  OVERLAP_SCHEMA,
  SCHEDULER_SCHEMA,
  WEBHOOK_REQUESTS_SCHEMA,
} from "./schema/scheduler.ts";
import {
  ANSWERING_SCHEMA,
  BUDGETS_SCHEMA,
  GRANTS_SCHEMA,
  KEEPING_SCHEMA,
  RAISES_SCHEMA,
  RESERVATIONS_SCHEMA,
  SECURITY_SCHEMA,
  STANDING_SCHEMA,
  USERNAMES_SCHEMA,
} from "./schema/security.ts";
import {
  KEPT_FILES_SCHEMA,
  NODES_SCHEMA,
  RECORDS_SCHEMA,
  REPLACED_WORKFLOWS_SCHEMA,
  SIGN_INS_SCHEMA,
  STORE_SCHEMA,
  TOLD_MARKS_SCHEMA,
  UNDO_SCHEMA,
} from "./schema/store.ts";
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
  // Without this the copy that VACUUM makes would lie in a temporary file outside HOME (SQLite documentation, "Temporary Files"). Set later, it would drop the triggers of this connection (PRAGMA temp_store).
  database.pragma("temp_store = MEMORY");
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
        ko: `데이터베이스 "${path}"는 더 새로운 버전이 쓴 것이에요(스키마 ${version}, 이 버전은 ${migrations.length}까지). 새 버전으로 시작하거나, 이 버전으로 만든 백업을 복원해 주세요.`,
        en: `The database "${path}" has schema ${version}, this version knows ${migrations.length}. Start the newer version, or restore a backup made by this one.`,
      });
    }
    for (const migration of migrations.slice(version)) database.exec(migration.sql);
    database.pragma(`user_version = ${migrations.length}`);
  });
}

/** One forward step of the schema. Never edited once it has landed. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** All steps in order; a database's `user_version` is how many of them it has. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "people, identities, approvals", sql: SECURITY_SCHEMA },
  { name: "turns, runs, steps", sql: AGENT_SCHEMA },
  { name: "updates, outbox", sql: BOTS_SCHEMA },
  { name: "schedules, occurrences", sql: SCHEDULER_SCHEMA },
  { name: "todos, memories, contacts", sql: NODES_SCHEMA },
  { name: "workflows", sql: STORE_SCHEMA },
  { name: "runs in flight in a backup", sql: AGENT_RESTORED_SCHEMA },
  { name: "grants, their uses, votes", sql: GRANTS_SCHEMA },
  { name: "reasons, changes and follow-ups of cards", sql: CARDS_SCHEMA },
  { name: "taint", sql: TAINT_SCHEMA },
  { name: "keeping in time", sql: KEEPING_SCHEMA },
  { name: "how long a run has run", sql: AGENT_RUN_TIME_SCHEMA },
  { name: "rates and budgets", sql: BUDGETS_SCHEMA },
  { name: "reservations of the model stay", sql: RESERVATIONS_SCHEMA },
  { name: "files that came with messages", sql: ATTACHMENTS_SCHEMA },
  { name: "notes of the adapters, when a message first left", sql: PLATFORM_NOTES_SCHEMA },
  { name: "agents, errands, switches", sql: COLLEAGUES_SCHEMA },
  { name: "summaries, contexts of turns, pinned memories", sql: SESSIONS_SCHEMA },
  { name: "quiet hours", sql: QUIET_HOURS_SCHEMA },
  { name: "messages in the place of others", sql: IN_PLACE_SCHEMA },
  { name: "messages that go before all others", sql: CONTROL_SCHEMA },
  { name: "messages by chat", sql: MESSAGES_BY_CHAT_SCHEMA },
  { name: "events", sql: EVENTS_SCHEMA },
  { name: "what waits, by chat", sql: OPEN_BY_CHAT_SCHEMA },
  { name: "digests", sql: DIGESTS_SCHEMA },
  { name: "what was told of feeds and pages", sql: TOLD_MARKS_SCHEMA },
  { name: "due times that take the place of others", sql: OVERLAP_SCHEMA },
  { name: "albums", sql: ALBUMS_SCHEMA },
  { name: "requests to webhooks", sql: WEBHOOK_REQUESTS_SCHEMA },
  { name: "user names of accounts", sql: USERNAMES_SCHEMA },
  { name: "copies of changed files", sql: KEPT_FILES_SCHEMA },
  { name: "workflows in the place of others", sql: REPLACED_WORKFLOWS_SCHEMA },
  { name: "kinds and subjects of messages", sql: KINDS_SCHEMA },
  { name: "questions for values are closed", sql: CLOSED_QUESTIONS_SCHEMA },
  { name: "changes that can be taken back", sql: UNDO_SCHEMA },
  { name: "how people are answered", sql: ANSWERING_SCHEMA },
  { name: "standing approvals", sql: STANDING_SCHEMA },
  { name: "answers for one pair of eyes", sql: HELD_ANSWERS_SCHEMA },
  { name: "raised limits", sql: RAISES_SCHEMA },
  { name: "reminders that are done", sql: DONE_SCHEMA },
  { name: "records of a person", sql: RECORDS_SCHEMA },
  { name: "sign-ins at sites", sql: SIGN_INS_SCHEMA },
];
