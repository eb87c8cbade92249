import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Database, inLazyTransaction, openDatabase } from "../../src/store/database.ts";
import { onDisk } from "../../src/store/durable-commit.ts";
import { Sqlite } from "../../src/store/sqlite.ts";

const MIGRATIONS = [{ name: "one", sql: "CREATE TABLE notes (text TEXT) STRICT" }];

function databaseIn(context: TestContext): {
  readonly database: Database;
  readonly folder: string;
} {
  const folder = mkdtempSync(join(tmpdir(), "ibl-disk-"));
  const database = openDatabase(join(folder, "notes.db"), MIGRATIONS);
  context.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return { database, folder };
}

function note(database: Database, text: string): void {
  inLazyTransaction(database, () =>
    database.prepare("INSERT INTO notes (text) VALUES (?)").run(text),
  );
}

/** What the database holds without its log. */
function notesInMainFile({ database, folder }: ReturnType<typeof databaseIn>): readonly unknown[] {
  const copy = join(folder, "copy.db");
  copyFileSync(database.name, copy);
  const opened = new Sqlite(copy);
  try {
    return opened.prepare("SELECT text FROM notes").pluck().all();
  } finally {
    opened.close();
  }
}

/** The log cannot be synced by anyone but SQLite, which still has it open. */
function hideLog(database: Database): void {
  unlinkSync(`${database.name}-wal`);
}

test("those who ask in one round wait for one sync, and the event loop goes on meanwhile", async (context) => {
  const { database } = databaseIn(context);
  note(database, "a");
  const first = onDisk(database);
  assert.equal(onDisk(database), first);
  await first;
  assert.notEqual(onDisk(database), first);
  let rounds = 0;
  const timer = setInterval(() => {
    rounds += 1;
  }, 0);
  for (let count = 0; count < 200; count += 1) {
    note(database, String(count));
    await onDisk(database);
  }
  clearInterval(timer);
  assert.ok(rounds > 0);
});

test("who comes while a sync is under way waits for the next", async (context) => {
  const { database } = databaseIn(context);
  const order: string[] = [];
  note(database, "a");
  const first = onDisk(database).then(() => order.push("first"));
  await Promise.resolve();
  await Promise.resolve();
  note(database, "b");
  const second = onDisk(database).then(() => order.push("second"));
  await Promise.all([first, second]);
  assert.deepEqual(order, ["first", "second"]);
});

test("what the log cannot hold goes into the database", async (context) => {
  const place = databaseIn(context);
  note(place.database, "a");
  await onDisk(place.database);
  assert.throws(() => notesInMainFile(place), /no such table/);
  hideLog(place.database);
  note(place.database, "b");
  await onDisk(place.database);
  assert.deepEqual(notesInMainFile(place), ["a", "b"]);
});

test("where neither takes it, whoever waits hears so, and the next may succeed", async (context) => {
  const place = databaseIn(context);
  const { database } = place;
  note(database, "a");
  const reader = new Sqlite(database.name);
  reader.exec("BEGIN");
  reader.prepare("SELECT * FROM notes").all();
  note(database, "b");
  database.pragma("busy_timeout = 0");
  hideLog(database);
  await assert.rejects(onDisk(database), { code: "ENOENT" });
  reader.close();
  await onDisk(database);
  assert.deepEqual(notesInMainFile(place), ["a", "b"]);
});

test("a database in memory has nothing to wait for, nor one that was closed with all in it", async (context) => {
  const memory = openDatabase(":memory:", MIGRATIONS);
  note(memory, "a");
  await onDisk(memory);
  memory.close();
  const place = databaseIn(context);
  note(place.database, "a");
  place.database.close();
  await onDisk(place.database);
  assert.deepEqual(notesInMainFile(place), ["a"]);
});
