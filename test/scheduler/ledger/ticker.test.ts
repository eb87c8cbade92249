import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimedOccurrence } from "../../../src/scheduler/ledger/ledger.ts";
import type { OccurrenceResult } from "../../../src/scheduler/ledger/occurrence-table.ts";
import {
  createHeartbeat,
  createTicker,
  type Ticker,
  type TickerParts,
} from "../../../src/scheduler/ledger/ticker.ts";
import { DAILY, type House, openHouse, statesOf } from "../harness.ts";

const NOON = "2026-11-22T03:00:00Z";
const HOUR = { kind: "cron", expression: "0 * * * *" } as const;
const RAN: OccurrenceResult = { state: "ran", summary: "done" };

interface Scene {
  readonly house: House;
  readonly ticker: Ticker;
  readonly told: string[];
  readonly logged: string[];
  tickAt(iso: string): Promise<void>;
}

/** A ticker over schedules with these names, due every hour. */
function scene(
  names: readonly string[],
  parts: Partial<TickerParts> = {},
  house = openHouse(NOON),
): Scene {
  const told: string[] = [];
  const logged: string[] = [];
  for (const name of names) house.schedules.add({ ...DAILY, name, timing: HOUR });
  const ticker = createTicker({
    schedules: house.schedules,
    clock: house.clock,
    run: async () => RAN,
    onMissed: async (missed) => {
      told.push(`missed ${missed.schedule.name} ${missed.count}`);
      return "told";
    },
    onDisabled: async (schedule) => void told.push(`disabled ${schedule.name}`),
    log: { error: (details, message) => void logged.push(`${message} ${details["error"]}`) },
    ...parts,
  });
  const tickAt = (iso: string): Promise<void> => {
    house.clock.set(iso);
    return ticker.tick(house.clock.now());
  };
  return { house, ticker, told, logged, tickAt };
}

/** A run that ends when the test says so. */
function held(): {
  readonly run: TickerParts["run"];
  readonly begun: string[];
  end(name: string): void;
} {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (occurrence: ClaimedOccurrence): Promise<OccurrenceResult> => {
    begun.push(occurrence.schedule.name);
    return new Promise((resolve) => ends.set(occurrence.schedule.name, () => resolve(RAN)));
  };
  return { run, begun, end: (name) => ends.get(name)?.() };
}

/** Resolves when everything that can go on without the test has gone on. */
const settled = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("a tick runs what is due and records how it ended", async () => {
  const { house, tickAt } = scene(["a", "b"]);
  await tickAt("2026-11-22T04:00:01Z");
  assert.deepEqual(statesOf(house), ["2026-11-22T04:00Z ran", "2026-11-22T04:00Z ran"]);
  assert.equal(house.schedules.history("anna")[0]?.summary, "done");
});

test("a run that throws is recorded as failed and stops no other", async () => {
  const run = (occurrence: ClaimedOccurrence): Promise<OccurrenceResult> => {
    if (occurrence.schedule.name === "a") throw new Error("no network");
    return Promise.resolve(RAN);
  };
  const { house, logged, tickAt } = scene(["a", "b"], { run });
  await tickAt("2026-11-22T04:00:01Z");
  const rows = house.schedules.history("anna").map((row) => `${row.state} ${row.summary}`);
  assert.deepEqual([...rows].sort(), ["failed no network", "ran done"]);
  assert.deepEqual(logged, ["A scheduled run threw. no network"]);
});

test("a long run holds up neither the next tick nor other schedules, and does not overlap with itself", async () => {
  const { run, begun, end } = held();
  const { house, tickAt } = scene(["a"], { run });
  const first = tickAt("2026-11-22T04:00:01Z");
  await settled();
  house.schedules.add({ ...DAILY, name: "b", timing: HOUR });
  const second = tickAt("2026-11-22T05:00:01Z");
  await settled();
  assert.deepEqual(begun, ["a", "b"]);
  end("a");
  await first;
  await settled();
  assert.deepEqual(begun, ["a", "b", "a"]);
  end("a");
  end("b");
  await second;
});

test("where due times replace one another, the next one stops the run before it and then begins", async () => {
  const events: string[] = [];
  const run: TickerParts["run"] = (occurrence, replaced) => {
    const hour = new Date(occurrence.dueMs).getUTCHours();
    events.push(`begin ${hour}`);
    if (hour === 6) return Promise.resolve(RAN);
    return new Promise((_resolve, reject) => {
      replaced.addEventListener("abort", () => {
        events.push(`stop ${hour}`);
        reject(replaced.reason);
      });
    });
  };
  const { house, logged, tickAt } = scene([], { run });
  house.schedules.add({ ...DAILY, timing: HOUR, overlap: "replace" });
  const ticks = [tickAt("2026-11-22T04:00:01Z")];
  await settled();
  ticks.push(tickAt("2026-11-22T05:00:01Z"));
  await settled();
  ticks.push(tickAt("2026-11-22T06:00:01Z"));
  await Promise.all(ticks);
  assert.deepEqual(events, ["begin 4", "stop 4", "begin 5", "stop 5", "begin 6"]);
  assert.deepEqual(
    statesOf(house).map((line) => line.split(" ")[1]),
    ["skipped", "skipped", "ran"],
  );
  assert.deepEqual(logged, []);
});

test("no more schedules run at a time than allowed", async () => {
  const { run, begun, end } = held();
  const { tickAt } = scene(["a", "b", "c"], { run, maxRunning: 2 });
  const tick = tickAt("2026-11-22T04:00:01Z");
  await settled();
  assert.deepEqual(begun, ["a", "b"]);
  end("b");
  await settled();
  assert.deepEqual(begun, ["a", "b", "c"]);
  end("a");
  end("c");
  await tick;
});

test("missed runs are told once, and told again a minute later when the telling failed", async () => {
  const house = openHouse(NOON);
  let isDown = true;
  const told: string[] = [];
  const onMissed: TickerParts["onMissed"] = async ({ count }) => {
    if (isDown) throw new Error("no chat");
    told.push(`missed ${count}`);
    return "told";
  };
  const { logged, tickAt } = scene([], { onMissed }, house);
  const missed = { kind: "skip", max: 1, windowMs: 0 } as const;
  house.schedules.add({ ...DAILY, timing: HOUR, missed });
  await tickAt("2026-11-22T06:30:00Z");
  isDown = false;
  await tickAt("2026-11-22T06:30:05Z");
  assert.deepEqual([told, logged], [[], ["A missed run could not be told. no chat"]]);
  await tickAt("2026-11-22T06:31:00Z");
  await tickAt("2026-11-22T06:31:05Z");
  assert.deepEqual(told, ["missed 3"]);
});

test("the owner hears of a schedule that failures have disabled", async () => {
  const { told, tickAt } = scene(["a"], { run: async () => ({ state: "failed", summary: "" }) });
  for (const hour of ["04", "05", "06", "07", "08", "09"])
    await tickAt(`2026-11-22T${hour}:00:00Z`);
  assert.deepEqual(told, ["disabled a"]);
});

test("a database that fails makes a tick fail with a log line, not a throw", async () => {
  const { house, logged, tickAt } = scene(["a"]);
  house.database.close();
  await tickAt("2026-11-22T04:00:00Z");
  assert.deepEqual(logged, ["A tick of the scheduler failed. The database connection is not open"]);
});

test("node-cron's heartbeat ticks with the clock's own time, until stopped", async (context) => {
  const house = openHouse(NOON);
  const dueMs = await new Promise<number>((resolve, reject) => {
    const run = async (occurrence: ClaimedOccurrence): Promise<OccurrenceResult> => {
      resolve(occurrence.dueMs);
      return RAN;
    };
    const { ticker } = scene(["a"], { run, heartbeat: "* * * * * *" }, house);
    context.after(() => ticker.stop());
    ticker.start().then(() => house.clock.set("2026-11-22T04:00:02Z"), reject);
  });
  assert.equal(dueMs, Date.parse("2026-11-22T04:00:00Z"));
});

test("start continues what a dead process left, before the first heartbeat", async (context) => {
  const dead = openHouse(NOON);
  dead.schedules.add({ ...DAILY, timing: HOUR });
  dead.clock.set("2026-11-22T04:00:01Z");
  dead.schedules.claimDue(dead.clock.now());
  const begun: ClaimedOccurrence[] = [];
  const run = async (occurrence: ClaimedOccurrence): Promise<OccurrenceResult> => {
    begun.push(occurrence);
    return RAN;
  };
  const { ticker } = scene([], { run, schedules: dead.again(), heartbeat: "0 0 0 1 1 *" }, dead);
  context.after(() => ticker.stop());
  await ticker.start();
  await settled();
  assert.deepEqual(
    begun.map((one) => [one.attempt, one.effectScope]),
    [[2, `occurrence:${begun[0]?.id}`]],
  );
  assert.deepEqual(statesOf(dead), ["2026-11-22T04:00Z ran"]);
});

test("a run aborted by stopping stays unfinished, and one not begun stays claimed", async () => {
  const stopping = new AbortController();
  const run = (): Promise<OccurrenceResult> =>
    new Promise((_resolve, reject) => {
      stopping.signal.addEventListener("abort", () => reject(stopping.signal.reason));
    });
  const { house, ticker, tickAt } = scene(["a", "b"], { run, maxRunning: 1 });
  void tickAt("2026-11-22T04:00:01Z");
  await settled();
  const stopped = ticker.stop();
  stopping.abort();
  await stopped;
  assert.deepEqual(statesOf(house), ["2026-11-22T04:00Z claimed", "2026-11-22T04:00Z claimed"]);
  assert.equal(house.again().unfinished().length, 2);
});

test("a heartbeat that falls silent is started anew", async (context) => {
  const slept: (() => void)[] = [];
  let beats = 0;
  const heartbeat = createHeartbeat({
    clock: {
      now: () => 0,
      sleep: (_delayMs, signal) =>
        new Promise((resolve, reject) => {
          slept.push(resolve);
          signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    },
    pattern: "0 0 0 1 1 *",
    beat: () => {
      beats += 1;
    },
    onError: assert.ifError,
  });
  context.after(() => heartbeat.stop());
  await heartbeat.start();
  slept[0]?.();
  await settled();
  assert.deepEqual([beats, slept.length], [1, 2]);
  slept[1]?.();
  await settled();
  assert.equal(beats, 2);
});
