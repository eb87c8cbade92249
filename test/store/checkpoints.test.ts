import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { type CheckpointWord, startCheckpoints } from "../../src/store/checkpoints.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";

const SILENT = { warn: () => undefined };

test("what was committed comes into the database by a thread, without a commit that waits for it", async () => {
  await withFolder(async (folder) => {
    const path = join(folder, "busy.db");
    const database = openDatabase(path);
    const before = statSync(path).size;
    const words = listening();
    const checkpoints = startCheckpoints(database, { ...QUICK, log: SILENT, onWord: words.hear });
    await words.first(); // the thread is there
    fill(database, 1500);
    await grownBy(path, before, 1500);
    await checkpoints.stop();
    assert.equal(database.pragma("wal_autocheckpoint", { simple: true }), 1000);
    database.close();
  });
});

test("a database that comes later is looked after, too", async () => {
  await comesLater(
    () => undefined,
    () => true,
  );
});

test("a file that is opened before it is a database is looked after when it is one", async () => {
  await comesLater(
    (later) => writeFileSync(later, ""),
    ({ path }, later) => path === later, // the thread has it open
  );
});

/** Makes a database when the thread has said what `isReady` waits for, and waits until its pages are in its file. */
async function comesLater(
  before: (later: string) => void,
  isReady: (word: CheckpointWord, later: string) => boolean,
): Promise<void> {
  await withFolder(async (folder) => {
    const database = openDatabase(join(folder, "first.db"));
    const later = join(folder, "later.db");
    before(later);
    const words = listening();
    const checkpoints = startCheckpoints(database, {
      ...QUICK,
      others: [later],
      log: SILENT,
      onWord: words.hear,
    });
    await words.until((word) => isReady(word, later));
    const other = openDatabase(later);
    const size = statSync(later).size;
    fill(other, 20);
    await grownBy(later, size, 20);
    await checkpoints.stop();
    other.close();
    database.close();
  });
}

test("what cannot be looked after is told once, and keeps no other from it", async () => {
  await withFolder(async (folder) => {
    const database = openDatabase(join(folder, "first.db"));
    const broken = join(folder, "broken.db");
    writeFileSync(broken, "This is no database, and long enough to be read as one. ".repeat(20));
    const words = listening();
    const warnings: object[] = [];
    const checkpoints = startCheckpoints(database, {
      ...QUICK,
      others: [broken],
      log: { warn: (fields) => warnings.push(fields) },
      onWord: words.hear,
    });
    await words.until(({ kind }) => kind === "failed");
    const before = statSync(database.name).size;
    fill(database, 20);
    await grownBy(database.name, before, 20);
    await checkpoints.stop();
    assert.deepEqual(warnings, [
      { kind: "failed", path: broken, problem: "file is not a database" },
    ]);
    database.close();
  });
});

test("one that is stopped before it began has nothing to end", async () => {
  await withFolder(async (folder) => {
    const database = openDatabase(join(folder, "first.db"));
    await startCheckpoints(database, { log: SILENT }).stop();
    database.close();
  });
});

const QUICK = { beginAfterMs: 0, everyMs: 5 };

/** Writes so many pages in commits of ten. */
function fill(database: Database, pages: number): void {
  database.exec("CREATE TABLE IF NOT EXISTS filling (content BLOB)");
  const insert = database.prepare("INSERT INTO filling VALUES (zeroblob(4000))");
  const tenRows = database.transaction(() => {
    for (let row = 0; row < 10; row += 1) insert.run();
  });
  for (let written = 0; written < pages; written += 10) tenRows();
}

/** Resolves when so many pages more are in the file itself. What the thread says is no measure: the log begins anew whenever all of it was moved. */
async function grownBy(path: string, beforeBytes: number, pages: number): Promise<void> {
  while (statSync(path).size < beforeBytes + pages * 4096) await setTimeout(5);
}

interface Listening {
  readonly hear: (word: CheckpointWord) => void;
  first(): Promise<void>;
  until(isIt: (word: CheckpointWord) => boolean): Promise<void>;
}

function listening(): Listening {
  const heard: CheckpointWord[] = [];
  let wake = (): void => undefined;
  const until = async (isIt: (word: CheckpointWord) => boolean): Promise<void> => {
    const staying = setInterval(() => undefined, 60_000); // the thread keeps nothing alive
    while (!heard.some(isIt))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    clearInterval(staying);
  };
  return {
    hear(word) {
      heard.push(word);
      wake();
    },
    first: () => until(() => true),
    until,
  };
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-checkpoints-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
