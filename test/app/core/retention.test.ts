import assert from "node:assert/strict";
import { test } from "node:test";
import { KEEPING, keepClean, keptSince } from "../../../src/app/core/retention.ts";
import type { LogFields } from "../../../src/base/log.ts";
import { parseConfig } from "../../../src/config/config.ts";
import { type Database, openDatabase } from "../../../src/store/database.ts";
import { Marks } from "../../../src/store/marks.ts";
import { withChildren } from "../../../src/store/personal-data.ts";
import { deleteExpired } from "../../../src/store/retention-sweep.ts";
import { ManualClock, settled } from "../../support/manual-clock.ts";
import { fillLife, LONG_AGO_MS, NOW_ISO } from "../support/life-rows.ts";

const DAY_MS = 86_400_000;

/** Tables that the rules do not speak of, and rules for tables that are not there. */
function unspoken(database: Database): readonly string[] {
  const all = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  const virtual = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'")
    .pluck()
    .all();
  const tables = all.filter((name) => !virtual.some((index) => name.startsWith(`${index}_`)));
  const spoken = KEEPING.flatMap(({ table, children = [] }) => [
    table,
    ...children.map((child) => child.table),
  ]);
  return [
    ...tables.filter((name) => !spoken.includes(name)).map((name) => `no rule: ${name}`),
    ...spoken.filter((name) => !tables.includes(name)).map((name) => `no table: ${name}`),
    ...spoken
      .filter((name, index) => spoken.indexOf(name) !== index)
      .map((name) => `twice: ${name}`),
  ];
}

test("every table says what becomes of its rows in time, in an export and when someone is forgotten", () => {
  const database = openDatabase(":memory:");
  assert.deepEqual(unspoken(database), []);
  const silent = KEEPING.filter(({ owned, exported, because }) => {
    const isLeftOut = owned === undefined || (exported !== undefined && "none" in exported);
    return isLeftOut && because === undefined;
  });
  assert.deepEqual(
    silent.map(({ table }) => table),
    [],
  );
  const impersonal = KEEPING.filter(({ owned }) => owned === undefined).map(({ table }) => table);
  const reaching = database
    .prepare<[string], string>(
      `SELECT schema.name FROM sqlite_schema AS schema JOIN pragma_table_info(schema.name) AS columns
       WHERE columns.name IN ('person_id', 'chat_key', 'chat_id') AND schema.name IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(impersonal));
  assert.deepEqual(reaching, [], "a table with a person or a chat belongs to someone");
});

test("a table that nobody speaks for is found", () => {
  const database = openDatabase(":memory:");
  database.exec("CREATE TABLE diaries (person_id TEXT, entry TEXT)");
  assert.deepEqual(unspoken(database), ["no rule: diaries"]);
});

test("every condition is good SQL", () => {
  const database = openDatabase(":memory:");
  for (const { table, owned } of withChildren(KEEPING))
    assert.doesNotThrow(() => database.prepare(`SELECT 1 FROM ${table} WHERE ${owned}`), table);
});

async function clean(database: Database, facts: { readonly mostRows?: number } = {}) {
  return deleteExpired(database, KEEPING, {
    since: keptSince({ keepDays: { messages: 90, transport: 30, done: 90 } }, Date.parse(NOW_ISO)),
    mostRows: facts.mostRows ?? 1_000_000,
    signal: new AbortController().signal,
    nowMs: () => performance.now(),
  });
}

function count(database: Database, table: string): number {
  return database.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`).pluck().get() ?? 0;
}

test("what is over goes when its time is up, and nothing that is open", async () => {
  const database = openDatabase(":memory:");
  const { tables } = fillLife(database, { endedAtMs: LONG_AGO_MS });
  const deleted = await clean(database);
  for (const [table, expected] of Object.entries(tables))
    assert.deepEqual([table, count(database, table)], [table, expected.kept]);
  assert.deepEqual(await clean(database), {}, "a second night finds nothing");
  assert.ok((deleted["runs"] ?? 0) > 0);
});

test("what ended lately stays", async () => {
  const database = openDatabase(":memory:");
  const { tables } = fillLife(database, { endedAtMs: Date.parse(NOW_ISO) - 7 * DAY_MS });
  assert.deepEqual(await clean(database), {});
  for (const [table, expected] of Object.entries(tables))
    assert.deepEqual([table, count(database, table)], [table, expected.all]);
});

test("a run stays while the update that caused it is not ended, however long ago it finished", async () => {
  const database = openDatabase(":memory:");
  fillLife(database, { endedAtMs: LONG_AGO_MS });
  database.exec("UPDATE updates SET state = 'received', ended_at_ms = NULL WHERE update_id = '1'");
  await clean(database);
  const origins = database
    .prepare<[], string>(
      "SELECT origin FROM runs WHERE origin LIKE 'update:%' AND state = 'finished'",
    )
    .pluck()
    .all();
  assert.deepEqual(origins, ["update:telegram:1/0"]);
});

test("a large life is cleaned in short transactions, within the bound of one pass", async () => {
  const database = openDatabase(":memory:");
  const insert = database.prepare(
    `INSERT INTO updates (platform, update_id, chat_key, event_json, state, received_at_ms, ended_at_ms) VALUES ('telegram', ?, 'telegram:1', ?, 'done', 0, ?)`,
  );
  database.transaction(() => {
    for (let id = 0; id < 5000; id += 1) insert.run(`x${id}`, "x".repeat(2000), LONG_AGO_MS + id);
  })();
  await clean(database, { mostRows: 1000 });
  const left = count(database, "updates");
  assert.ok(left >= 3500 && left <= 4000, `${left} are left`);
  const first = database.prepare("SELECT MIN(ended_at_ms) FROM updates").pluck().get();
  assert.equal(first, LONG_AGO_MS + 5000 - left, "the oldest went first");
  await clean(database);
  assert.equal(count(database, "updates"), 0);
});

test("the cleaner comes at the start and every night, and ends with the service", async () => {
  const database = openDatabase(":memory:");
  const clock = new ManualClock(NOW_ISO);
  const marks = new Marks(database);
  const seen: LogFields[] = [];
  const log = { info: (fields: LogFields) => void seen.push(fields), warn() {}, error() {} };
  const config = parseConfig({ IBL_HOME: "/x", TZ: "Asia/Seoul" }, "/");
  const ending = new AbortController();
  let nights = 0;
  const alsoAtNight = async (): Promise<void> => {
    nights += 1;
  };
  const ended = keepClean({ database, marks, clock, log, config, alsoAtNight }, ending.signal);
  const quiet = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await settled();
  };
  await quiet();
  assert.equal(nights, 1);
  fillLife(database, { endedAtMs: LONG_AGO_MS });
  await clock.advance(18.5 * 60 * 60 * 1000);
  await quiet();
  assert.equal(nights, 2);
  assert.equal(seen.length, 1);
  const at = new Date(marks.get("cleaned") ?? 0).toISOString();
  assert.match(at, /T18:30/, "half past three in Seoul");
  ending.abort();
  await ended;
});

test("a cleaning that the end of the service cuts off is no failure, and counts as not made", async () => {
  const database = openDatabase(":memory:");
  const clock = new ManualClock(NOW_ISO);
  const marks = new Marks(database);
  const failures: LogFields[] = [];
  const log = { info() {}, warn() {}, error: (fields: LogFields) => void failures.push(fields) };
  const config = parseConfig({ IBL_HOME: "/x", TZ: "Asia/Seoul" }, "/");
  const ending = new AbortController();
  const alsoAtNight = (): Promise<void> =>
    new Promise((_resolve, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason));
      ending.abort();
    });
  await keepClean({ database, marks, clock, log, config, alsoAtNight }, ending.signal);
  assert.deepEqual(failures, []);
  assert.equal(marks.get("cleaned"), undefined);
});

test("times are whole days, long enough to know an update again, and zero keeps everything", () => {
  const days = (text: string) =>
    parseConfig({ IBL_HOME: "/x", IBL_KEEP_MESSAGES_DAYS: text }, "/").keepDays.messages;
  assert.equal(days("30"), 30);
  assert.equal(days("0"), undefined);
  assert.equal(parseConfig({ IBL_HOME: "/x" }, "/").keepDays.transport, 30);
  for (const wrong of ["7", "-1", "3.5", "many", "4000"])
    assert.throws(() => days(wrong), /IBL_KEEP_MESSAGES_DAYS must be/, wrong);
});
