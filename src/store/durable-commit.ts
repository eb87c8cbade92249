import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import { type Database, emptyLog } from "./database.ts";

/** The sync of a log that is under way, and the one after it for who came meanwhile. */
interface Syncs {
  running: Promise<void>;
  next?: Promise<void>;
}

const synced = promisify(fdatasync);

const SYNCS = new WeakMap<Database, Syncs>();

/**
 * Resolves when all that was committed to a database before is on the disk, also what `inLazyTransaction` did; at once for one in memory.
 * The wait is a thread's: the event loop goes on, and all who ask while a sync is under way share the next. A write-ahead log that is
 * synced by anyone keeps its commits over a loss of power (SQLite documentation, PRAGMA synchronous and "Write-Ahead Logging"). Rejects
 * with SQLite's error where the disk takes it neither in the log nor in the database.
 */
export function onDisk(database: Database): Promise<void> {
  if (database.memory) return Promise.resolve();
  const syncs = SYNCS.get(database) ?? { running: Promise.resolve() };
  SYNCS.set(database, syncs);
  syncs.next ??= begun(database, syncs);
  return syncs.next;
}

async function begun(database: Database, syncs: Syncs): Promise<void> {
  await syncs.running.catch(() => undefined); // told to those who waited for it
  delete syncs.next;
  syncs.running = sync(database);
  await syncs.running;
}

async function sync(database: Database): Promise<void> {
  try {
    const log = openSync(`${database.name}-wal`, "r+");
    try {
      await synced(log);
    } finally {
      closeSync(log);
    }
  } catch (error) {
    // The last to close a database moves its log into it and removes it (SQLite documentation, "Write-Ahead Logging").
    if (!database.open) return;
    // After a failed sync the system may take its pages for written (fsync(2)): what the log cannot hold goes into the database.
    if (!emptyLog(database)) throw error;
  }
}
