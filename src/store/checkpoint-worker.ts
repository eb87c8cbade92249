import { existsSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../base/errors.ts";
import type { CheckpointOrder, CheckpointWord } from "./checkpoints.ts";
import type { Database } from "./database.ts";
import { Sqlite } from "./sqlite.ts";

/** Waits as long as writers do for somebody else's checkpoint. */
const BUSY_MS = 5000;

if (parentPort !== null) work(parentPort, workerData as CheckpointOrder); // `startCheckpoints` gives it

function work(port: NonNullable<typeof parentPort>, { paths, everyMs }: CheckpointOrder): void {
  const open = new Map<string, Database>();
  const told = new Map<string, string>();
  const look = (path: string): CheckpointWord | undefined => {
    try {
      const database = open.get(path) ?? opened(path);
      if (database === undefined) return undefined;
      open.set(path, database);
      return { kind: "moved", path, pages: checkpoint(database) };
    } catch (error) {
      return { kind: "failed", path, problem: messageOf(error) };
    }
  };
  const timer = setInterval(() => {
    for (const path of paths) {
      const word = look(path);
      const text = JSON.stringify(word ?? {});
      if (word !== undefined && told.get(path) !== text) port.postMessage(word);
      told.set(path, text);
    }
  }, everyMs);
  port.once("message", () => {
    clearInterval(timer);
    for (const database of open.values()) database.close();
    port.close();
  });
}

/** `undefined` while there is none. */
function opened(path: string): Database | undefined {
  if (!existsSync(path)) return undefined;
  const database = new Sqlite(path, { fileMustExist: true });
  database.pragma(`busy_timeout = ${BUSY_MS}`);
  return database;
}

/** Pages of the log that are in the database, too, by now. Holds up no writer (SQLite documentation, PRAGMA wal_checkpoint). */
function checkpoint(database: Database): number {
  database.pragma("schema_version"); // a connection that has read nothing since before the file had a log knows of none
  const [answer] = database.pragma("wal_checkpoint(PASSIVE)") as readonly CheckpointAnswer[]; // its one row
  return answer?.checkpointed ?? 0;
}

interface CheckpointAnswer {
  readonly checkpointed: number;
}
