import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  type Database,
  inLazyTransaction,
  inTransaction,
  openDatabase,
} from "../../src/store/database.ts";

/** SQLite documentation, PRAGMA synchronous. */
const NORMAL = 1;
const FULL = 2;

function withDatabase(run: (database: Database) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "ibl-database-"));
  const database = openDatabase(join(folder, "bot.db"));
  try {
    run(database);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const levelOf = (database: Database): unknown => database.pragma("synchronous", { simple: true });

test("a lazy transaction does not wait for the disk, and the next one does", () => {
  withDatabase((database) => {
    assert.equal(
      inLazyTransaction(database, () => levelOf(database)),
      NORMAL,
    );
    assert.equal(
      inTransaction(database, () => levelOf(database)),
      FULL,
    );
  });
});

test("what fails in a lazy transaction leaves nothing, and later ones wait for the disk", () => {
  withDatabase((database) => {
    database.exec("CREATE TABLE things (name TEXT)");
    const fail = (): never => {
      database.exec("INSERT INTO things VALUES ('one')");
      throw new Error("no");
    };
    assert.throws(() => inLazyTransaction(database, fail), /no/);
    assert.deepEqual(database.prepare("SELECT * FROM things").all(), []);
    assert.equal(levelOf(database), FULL);
  });
});

test("inside of another, a lazy transaction waits as that does", () => {
  withDatabase((database) => {
    const level = inTransaction(database, () =>
      inLazyTransaction(database, () => levelOf(database)),
    );
    assert.equal(level, FULL);
  });
});
