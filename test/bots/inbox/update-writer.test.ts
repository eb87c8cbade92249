import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { Updates } from "../../../src/bots/inbox/update-table.ts";
import { UpdateWriter } from "../../../src/bots/inbox/update-writer.ts";
import type { MessageEvent } from "../../../src/bots/platform/chat-adapter.ts";
import { type Database, openDatabase } from "../../../src/store/database.ts";
import { CommitPoints, watchCommits } from "../../proofs/support/commit-points.ts";
import { freshDatabase } from "../../support/fresh-database.ts";
import { ManualClock } from "../../support/manual-clock.ts";

/** A message of someone in their private chat. */
function eventOf(id: number, person: string, text = "hello"): MessageEvent {
  return {
    kind: "message",
    updateId: String(id),
    chat: { platform: "telegram", chatId: person, isPrivate: true },
    sender: { id: person, name: person },
    text,
    messageId: String(id),
    sentAtMs: 0,
    isAddressed: true,
  };
}

/** Makes rows with some words fail: `ABORT` takes back the row alone, `ROLLBACK` the transaction it is in. */
function refuse(database: Database, words: string, how: "ABORT" | "ROLLBACK"): void {
  database.exec(
    `CREATE TEMP TRIGGER refuse_${how} BEFORE INSERT ON updates WHEN NEW.event_json LIKE '%${words}%'
     BEGIN SELECT RAISE(${how}, 'refused'); END`,
  );
}

function arrivalsOf(database: Database): UpdateWriter {
  return new UpdateWriter({
    database,
    updates: new Updates({ database, clock: new ManualClock() }),
  });
}

/** Stores events at once; of each, whether it was new (`stored`), known (`known`) or why it is not stored. */
async function storeAll(
  updateWriter: UpdateWriter,
  events: readonly MessageEvent[],
): Promise<readonly string[]> {
  const settled = await Promise.allSettled(events.map((event) => updateWriter.store(event)));
  return settled.map((receipt) => {
    if (receipt.status === "rejected") return String(receipt.reason.message);
    return receipt.value.update === undefined ? "known" : "stored";
  });
}

/** Ids of the updates in the database, as they were written. */
function rows(database: Database): readonly string[] {
  return database
    .prepare<[], { readonly id: string }>("SELECT update_id AS id FROM updates ORDER BY rowid")
    .all()
    .map(({ id }) => id);
}

test("a hundred events that come at once go down in one transaction, in order, each once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-arrivals-"));
  const path = join(folder, "updates.db");
  const database = openDatabase(path);
  const points = new CommitPoints(Number.POSITIVE_INFINITY, () => undefined);
  watchCommits(path, points);
  try {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    const events = ids.map((id) => eventOf(id, `person ${id % 7}`));
    const twice = [...events, eventOf(7, "person 0")];
    assert.deepEqual(await storeAll(arrivalsOf(database), twice), [
      ...ids.map(() => "stored"),
      "known",
    ]);
    assert.deepEqual(rows(database), ids.map(String));
    assert.deepEqual(points.passed, ["before COMMIT", "after COMMIT"]);
  } finally {
    watchCommits(path, undefined);
    database.close();
    rmSync(folder, { recursive: true });
  }
});

for (const how of ["ABORT", "ROLLBACK"] as const)
  test(`an event that the database refuses (${how}) keeps back those behind it in its chat alone`, async () => {
    const database = freshDatabase();
    refuse(database, "poison", how);
    const updateWriter = arrivalsOf(database);
    const events = [
      eventOf(1, "ann"),
      eventOf(2, "ben"),
      eventOf(3, "ann", "poison"),
      eventOf(4, "ben"),
      eventOf(5, "ann"),
    ];
    const receipts = ["stored", "stored", "refused", "stored", "refused"];
    assert.deepEqual(await storeAll(updateWriter, events), receipts);
    assert.deepEqual(rows(database), ["1", "2", "4"]);
    database.exec(`DROP TRIGGER refuse_${how}`);
    const again = ["known", "known", "stored", "known", "stored"];
    assert.deepEqual(await storeAll(updateWriter, events), again);
    assert.deepEqual(rows(database), ["1", "2", "4", "3", "5"]);
    database.close();
  });

test("where the disk is full nothing is said to be stored, and all is once there is room", async () => {
  const database = freshDatabase();
  const pages = Number(database.pragma("page_count", { simple: true }));
  database.pragma(`max_page_count = ${pages}`);
  const updateWriter = arrivalsOf(database);
  const events = [1, 2, 3].map((id) => eventOf(id, `person ${id}`, "x".repeat(50_000)));
  const full = "database or disk is full";
  assert.deepEqual(await storeAll(updateWriter, events), [full, full, full]);
  assert.deepEqual(rows(database), []);
  database.pragma(`max_page_count = ${pages + 1000}`);
  assert.deepEqual(await storeAll(updateWriter, events), ["stored", "stored", "stored"]);
  database.close();
});

test("where nothing can be stored at all, everybody hears why", async () => {
  const database = freshDatabase();
  const updateWriter = arrivalsOf(database);
  const storing = storeAll(updateWriter, [eventOf(1, "ann"), eventOf(2, "ben")]);
  database.close();
  const closed = "The database connection is not open";
  assert.deepEqual(await storing, [closed, closed]);
});

/** One update of a platform: who writes, and how often the database will refuse it. */
interface Planned {
  readonly person: string;
  readonly refusals: number;
}

const PLANNED = fc.record({
  person: fc.constantFrom("ann", "ben", "cho"),
  refusals: fc.constantFrom(0, 0, 0, 1, 2),
});

test("whatever is refused and wherever the process dies, what was confirmed is there and everything comes to be stored once, in the order of its chat", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-arrivals-"));
  const template = join(folder, "template.db");
  openDatabase(template).close();
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(PLANNED, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
        async (planned, batchSize, deaths) => {
          count += 1;
          const path = join(folder, `${count}.db`);
          copyFileSync(template, path);
          await playLives(path, { planned, batchSize, deaths });
        },
      ),
      { numRuns: 80 },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** What a platform holds, and how far it was told that it is stored. */
interface Queue {
  readonly events: readonly MessageEvent[];
  readonly batchSize: number;
  /** How often the database will refuse an event, by its id. */
  readonly refusals: Map<number, number>;
  confirmed: number;
}

/** Plays one process after the other on the database at `path`, and looks at what is stored when each begins and in the end. */
async function playLives(
  path: string,
  play: {
    readonly planned: readonly Planned[];
    readonly batchSize: number;
    readonly deaths: readonly number[];
  },
): Promise<void> {
  const { planned, batchSize, deaths } = play;
  const events = planned.map(({ person }, index) => eventOf(index + 1, person));
  const refusals = new Map(planned.map(({ refusals: left }, index) => [index + 1, left]));
  const queue = { events, batchSize, refusals, confirmed: 0 };
  for (const dieAt of [...deaths, Number.POSITIVE_INFINITY]) await live(path, queue, dieAt);
  const database = openDatabase(path);
  const stored = rows(database).map(Number);
  database.close();
  assert.equal(stored.length, events.length);
  for (const person of ["ann", "ben", "cho"]) {
    const theirs = stored.filter((id) => planned[id - 1]?.person === person);
    const inOrder = theirs.toSorted((one, other) => one - other);
    assert.deepEqual(theirs, inOrder);
  }
}

/** One process: takes in batch after batch of what was not confirmed, until all is or it dies. */
async function live(path: string, queue: Queue, dieAt: number): Promise<void> {
  const { events, batchSize, refusals } = queue;
  const database = openDatabase(path);
  const there = new Set(rows(database));
  for (const { updateId } of events.slice(0, queue.confirmed)) assert.ok(there.has(updateId));
  const points = new CommitPoints(dieAt, () => undefined);
  watchCommits(path, points);
  const updateWriter = new UpdateWriter({ database, updates: refusingUpdates(database, refusals) });
  while (queue.confirmed < events.length && !points.isDead) {
    const batch = events.slice(queue.confirmed, queue.confirmed + batchSize);
    const receipts = await storeAll(updateWriter, batch);
    if (points.isDead) break;
    const failed = receipts.findIndex((receipt) => receipt !== "stored" && receipt !== "known");
    queue.confirmed += failed === -1 ? batch.length : failed;
  }
  watchCommits(path, undefined);
  database.close();
}

/** Updates that refuse some events so often. */
function refusingUpdates(database: Database, refusals: Map<number, number>): Updates {
  const updates = new Updates({ database, clock: new ManualClock() });
  const receive = updates.receive.bind(updates);
  updates.receive = (event) => {
    const stored = receive(event);
    const left = refusals.get(Number(event.updateId)) ?? 0;
    refusals.set(Number(event.updateId), left - 1);
    if (left > 0) throw new Error("refused");
    return stored;
  };
  return updates;
}

test("a process killed in the middle of a storm has on disk all that it said to be stored", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-arrivals-"));
  const script = fileURLToPath(new URL("../../support/storm-main.ts", import.meta.url));
  const path = join(folder, "storm.db");
  try {
    for (const lines of [3, 40]) {
      const child = spawn(process.execPath, ["--import", "tsx", script, path], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "close");
      let said = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.split("\n").length > lines) child.kill("SIGKILL");
      });
      await ended;
      const database = openDatabase(path);
      const there = new Set(rows(database));
      database.close();
      const ids = said.split(/\s+/).slice(0, -1); // the last may be cut off
      assert.ok(ids.length > lines, said);
      assert.deepEqual(
        ids.filter((id) => !there.has(id)),
        [],
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
