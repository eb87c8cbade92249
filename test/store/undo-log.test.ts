import assert from "node:assert/strict";
import { test } from "node:test";
import { Memories } from "../../src/nodes/source/memories.ts";
import { createSchedules } from "../../src/scheduler/ledger/schedules.ts";
import { type Database, inTransaction, openDatabase, scrub } from "../../src/store/database.ts";
import { type Row, UndoLog } from "../../src/store/undo-log.ts";
import { Workflows } from "../../src/store/workflows.ts";
import { ManualClock } from "../support/manual-clock.ts";

const TABLES = ["todos", "memories", "workflows", "schedules"] as const;

interface World {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly log: UndoLog;
  readonly memories: Memories;
  readonly workflows: Workflows;
  readonly schedules: ReturnType<typeof createSchedules>;
}

function open(): World {
  const database = openDatabase(":memory:");
  const clock = new ManualClock();
  const memories = new Memories(database, clock);
  let made = 0;
  const newId = (prefix: string): string => {
    made += 1;
    return `${prefix}_${String(made).padStart(4, "0")}`;
  };
  const log = new UndoLog({
    database,
    clock,
    tables: [
      { table: "todos", title: (row) => String(row["content"]) },
      {
        table: "memories",
        title: (row) => String(row["content"]),
        onRestored: (rowId, row) =>
          memories.reindex(
            rowId,
            row && { content: String(row["content"]), keywords: String(row["keywords"]) },
          ),
      },
      { table: "workflows", title: (row) => String(row["name"]) },
      {
        table: "schedules",
        title: (row) => String(row["name"]),
        ownColumns: ["next_due_ms", "fail_count", "memory_json"],
        isGone: (row) => row["state"] === "removed",
      },
    ],
  });
  return {
    ...{ database, clock, log, memories },
    workflows: new Workflows({ database, clock, shipped: () => new Map() }),
    schedules: createSchedules({ database, clock, newId }),
  };
}

/** Everything in the tables, and what a search of each memory finds. */
function stateOf({ database, memories }: World): unknown {
  const tables = TABLES.map((table) =>
    database.prepare<[], Row>(`SELECT * FROM ${table} ORDER BY created_at_ms, 1, 2`).all(),
  );
  const words = database.prepare("SELECT rowid FROM memories_words ORDER BY rowid").all();
  const found = ["tea", "rain", "key"].map((word) =>
    memories.withAny("ann", [word], 50).map(({ number, content }) => [number, content]),
  );
  return { tables, words, found };
}

const scopeOf = (turn: string, personId = "ann") => ({ personId, chatKey: "telegram:1", turn });

/** One random effect of a person. */
async function act(world: World, personId: string, random: () => number): Promise<void> {
  const { database, clock, memories, workflows, schedules } = world;
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];
  const name = `n${Math.floor(random() * 4)}`;
  await clock.advance(1000);
  const content = `${pick(["tea", "rain", "key"])} ${random()} "quoted" 한글 🙂`;
  switch (Math.floor(random() * 8)) {
    case 0:
      database
        .prepare(
          "INSERT INTO todos (person_id, chat_key, content, status, tainted, created_at_ms, changed_at_ms) VALUES (?, 'telegram:1', ?, 'pending', 0, ?, ?)",
        )
        .run(personId, content, clock.now(), clock.now());
      return;
    case 1:
      database.prepare("UPDATE todos SET status = 'completed' WHERE person_id = ?").run(personId);
      return;
    case 2:
      database.prepare("DELETE FROM todos WHERE person_id = ?").run(personId);
      return;
    case 3:
      memories.save({ personId, content });
      return;
    case 4: {
      const memory = pick(memories.latest(personId, 20));
      if (memory !== undefined) memories.remove(memory);
      return;
    }
    case 5:
      workflows.save(personId, name, { pipeline: content }, { isTainted: random() > 0.5 });
      return;
    case 6:
      workflows.remove(personId, name);
      return;
    default: {
      const schedule = pick(schedules.list(personId));
      if (schedule === undefined || random() > 0.6) {
        const taken = schedules.list(personId).some((each) => each.name === name);
        if (!taken)
          schedules.add({
            ...{ personId, chatId: "telegram:1", name, zone: "Asia/Seoul" },
            timing: { kind: "cron", expression: "0 9 * * *" },
            ...{ program: "[system:time]", planDigest: "d" },
          });
      } else if (random() > 0.5) schedules.remove(schedule.id, personId);
      else schedules.disable(schedule.id, personId);
    }
  }
}

/** Numbers that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

test("after an undo the tables are as they were, byte for byte, whatever one message did; a second one changes nothing", async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const world = open();
    const random = randomFrom(seed);
    for (let count = 0; count < 12; count += 1)
      await act(world, count % 3 === 0 ? "ben" : "ann", random);
    const before = stateOf(world);
    if (seed % 7 === 0) scrub(world.database);
    await world.log.note(scopeOf("one"), async () => {
      for (let count = 0; count < 8; count += 1) {
        await act(world, "ann", random);
      }
    });
    if (seed % 5 === 0) scrub(world.database);
    const results = world.log.takeBack("ann", "one").map(({ result }) => result);
    assert.deepEqual(stateOf(world), before, `seed ${seed}`);
    assert.equal(
      results.every((result) => result === "done"),
      true,
    );
    assert.equal(world.log.has("ann", "one"), false);
    world.log.takeBack("ann", "one");
    assert.deepEqual(stateOf(world), before, `seed ${seed}`);
  }
});

test("nothing of another person is noted or taken back, nor what a failed transaction took back itself", async () => {
  const world = open();
  await world.log.note(scopeOf("one"), async () => {
    world.memories.save({ personId: "ben", content: "tea of ben" });
    assert.throws(() =>
      inTransaction(world.database, () => {
        world.memories.save({ personId: "ann", content: "rain" });
        throw new Error("no");
      }),
    );
  });
  assert.equal(world.log.has("ann", "one"), false);
  await world.log.note(scopeOf("two"), async () => {
    world.memories.save({ personId: "ann", content: "key" });
  });
  assert.deepEqual(world.log.takeBack("ben", "two"), []);
  assert.equal(world.memories.count("ben").all, 1);
  assert.equal(world.memories.count("ann").all, 1);
});

test("a turn is found by what it changed, of the same person in the same chat, until it is taken back", async () => {
  const world = open();
  for (const content of ["key", "tea"])
    await world.log.note(scopeOf(content), async () => {
      world.memories.save({ personId: "ann", content });
    });
  const { chatKey } = scopeOf("key");
  const named = (personId: string, chat: string): string | undefined =>
    world.log.turnNamed(personId, chat, (title) => title.includes("key"));
  assert.equal(named("ann", chatKey), "key");
  assert.equal(named("ben", chatKey), undefined);
  assert.equal(named("ann", `${chatKey}9`), undefined);
  world.log.takeBack("ann", "key");
  assert.equal(named("ann", chatKey), undefined);
});

test("what goes on after the action has ended is not noted, and after a day nothing is taken back", async () => {
  const world = open();
  let later: Promise<void> | undefined;
  await world.log.note(scopeOf("one"), async () => {
    world.memories.save({ personId: "ann", content: "key" });
    later = new Promise((resolve) => setImmediate(resolve)).then(() => {
      world.memories.save({ personId: "ann", content: "tea" });
    });
  });
  await later;
  assert.equal(world.log.takeBack("ann", "one").length, 1);
  assert.deepEqual(
    world.memories.latest("ann", 5).map(({ content }) => content),
    ["tea"],
  );
  await world.log.note(scopeOf("two"), async () => {
    world.memories.save({ personId: "ann", content: "rain" });
  });
  await world.clock.advance(25 * 60 * 60 * 1000);
  assert.deepEqual(world.log.takeBack("ann", "two"), []);
});

test("what was changed since is left and said, and is taken back when that is asked for", async () => {
  const world = open();
  const { log, workflows } = world;
  workflows.save("ann", "daily", { pipeline: "a" }, { isTainted: false });
  await log.note(scopeOf("one"), async () => {
    workflows.save("ann", "daily", { pipeline: "b" }, { isTainted: false });
  });
  workflows.save("ann", "daily", { pipeline: "c" }, { isTainted: false });
  assert.deepEqual(
    log.takeBack("ann", "one").map(({ result }) => result),
    ["changed"],
  );
  assert.deepEqual(workflows.get("ann", "daily")?.definition, { pipeline: "c" });
  assert.deepEqual(
    log.takeBack("ann", "one", { isForced: true }).map(({ result }) => result),
    ["done"],
  );
  assert.deepEqual(workflows.get("ann", "daily")?.definition, { pipeline: "a" });
});
