import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../src/store/database.ts";
import { type Columns, flag, json, plain, Table } from "../../src/store/table.ts";

interface Note {
  readonly id: string;
  readonly personId: string;
  readonly text: string;
  readonly isTainted: boolean;
  readonly tags?: readonly string[];
  readonly dueMs?: number;
}

const COLUMNS: Columns<Note> = {
  id: plain(),
  personId: plain(),
  text: plain("body"),
  isTainted: flag("tainted"),
  tags: json("tags_json"),
  dueMs: plain(),
};

const NOTE: Note = { id: "n1", personId: "p1", text: "우유", isTainted: true, tags: ["집"] };

function notes() {
  const sql =
    "CREATE TABLE notes (id TEXT PRIMARY KEY, person_id TEXT, body TEXT, tainted INTEGER, tags_json TEXT, due_ms INTEGER, at_ms INTEGER)";
  const database = openDatabase(":memory:", [{ name: "notes", sql }]);
  return { database, table: new Table(database, "notes", COLUMNS) };
}

test("a record is read as it was written, without the fields it did not have", () => {
  const { database, table } = notes();
  table.insert(NOTE, { at_ms: 5 });
  assert.deepEqual(table.one("SELECT * FROM notes WHERE id = ?", "n1"), NOTE);
  assert.deepEqual(table.rows("SELECT * FROM notes"), [
    {
      id: "n1",
      person_id: "p1",
      body: "우유",
      tainted: 1,
      tags_json: '["집"]',
      due_ms: null,
      at_ms: 5,
    },
  ]);
  database.close();
});

test("placeholders are values: in order, by name, absent ones and booleans too", () => {
  const { database, table } = notes();
  table.insert(NOTE);
  table.insert({ ...NOTE, id: "n2", isTainted: false, dueMs: 7 });
  const byPlace = table.many("SELECT * FROM notes WHERE person_id = ? AND tainted = ?", "p1", true);
  assert.deepEqual(
    byPlace.map(({ id }) => id),
    ["n1"],
  );
  const sql =
    "SELECT * FROM notes WHERE (@due IS NULL OR due_ms = @due) AND body = @text ORDER BY id";
  assert.equal(table.many(sql, { due: undefined, text: "우유" }).length, 2);
  assert.equal(table.many(sql, { due: 7, text: "우유" }).length, 1);
  assert.equal(table.has("SELECT 1 FROM notes WHERE body = ?", "'; DROP TABLE notes; --"), false);
  database.close();
});

test("a record that is saved again loses the fields that are gone", () => {
  const { database, table } = notes();
  table.insert({ ...NOTE, dueMs: 7 });
  const { tags: _gone, ...rest } = NOTE;
  table.save(rest);
  assert.deepEqual(table.one("SELECT * FROM notes"), rest);
  database.close();
});

test("a row that breaks a uniqueness is left out only where that was asked for", () => {
  const { database, table } = notes();
  assert.equal(table.insert(NOTE), 1);
  assert.equal(table.insert(NOTE, {}, { isNewOnly: true }), undefined);
  assert.throws(() => table.insert(NOTE), /UNIQUE/);
  assert.equal(table.run("DELETE FROM notes WHERE id = ?", "n1"), 1);
  database.close();
});
