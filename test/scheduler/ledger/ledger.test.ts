import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { MissedPolicy } from "../../../src/scheduler/ledger/misfire-policy.ts";
import { dueBetween } from "../../../src/scheduler/timing/cron.ts";
import type { Timing } from "../../../src/scheduler/timing/timing-kinds.ts";
import {
  claimAt,
  claimedAt,
  DAILY,
  type House,
  isoOf,
  openHouse,
  statesOf,
  ZONES,
} from "../harness.ts";

const NOON = "2026-11-22T03:00:00Z";
const HOURLY: Timing = { kind: "cron", expression: "0 * * * *" };
const HOUR_MS = 3_600_000;

function temporaryFile(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "schedules-"));
  context.after(() => rmSync(folder, { recursive: true }));
  return join(folder, "state.db");
}

/** An hourly schedule last looked at at noon, with a policy. */
function hourly(missed?: MissedPolicy): House {
  const house = openHouse(NOON);
  house.schedules.add({ ...DAILY, timing: HOURLY, ...(missed === undefined ? {} : { missed }) });
  return house;
}

/** States of the due times, oldest first. */
function states(house: House): readonly string[] {
  return statesOf(house).map((line) => line.split(" ")[1] ?? "");
}

test("a due time is claimed once, with the id under which its effects happen once", () => {
  const house = openHouse(NOON);
  const schedule = house.schedules.add(DAILY);
  assert.deepEqual(claimAt(house, "2026-11-22T22:59:59Z"), []);
  const [occurrence] = claimedAt(house, "2026-11-22T23:00:00Z");
  assert.equal(occurrence?.schedule.id, schedule.id);
  assert.equal(occurrence?.effectScope, `occurrence:${occurrence?.id}`);
  assert.equal(occurrence?.isCatchUp, false);
  assert.deepEqual(claimAt(house, "2026-11-22T23:00:05Z"), []);
  assert.equal(isoOf(house.schedules.get("news", "anna")?.nextDueMs ?? 0), "2026-11-23T23:00Z");
});

test("a tick that is up to a minute late still runs everything on time", () => {
  const house = openHouse(NOON);
  house.schedules.add({
    ...DAILY,
    timing: { kind: "every", everyMs: 20_000, anchorMs: Date.parse(NOON) },
  });
  assert.equal(claimAt(house, "2026-11-22T03:01:00Z").length, 3);
});

test("after downtime the latest due time is caught up once, those before it are skipped", () => {
  const house = hourly();
  const claimed = claimedAt(house, "2026-11-22T07:30:00Z");
  assert.deepEqual(
    claimed.map((one) => [isoOf(one.dueMs), one.isCatchUp, one.skippedCount]),
    [["2026-11-22T07:00Z", true, 3]],
  );
  assert.deepEqual(states(house), ["skipped", "skipped", "skipped", "claimed"]);
});

test("a due time that comes just as the process starts stands for those before it", () => {
  const house = hourly();
  assert.deepEqual(claimAt(house, "2026-11-22T07:00:20Z"), ["2026-11-22T07:00Z"]);
  assert.deepEqual(states(house), ["skipped", "skipped", "skipped", "claimed"]);
});

test("past its window, a due time is missed and told", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  assert.deepEqual(claimAt(house, "2026-11-23T03:00:01Z"), []);
  const [missed] = house.schedules.missedToTell();
  assert.equal(missed?.schedule.name, "news");
  assert.equal(missed?.count, 1);
  assert.equal(isoOf(missed?.firstDueMs ?? 0), "2026-11-22T23:00Z");
  if (missed !== undefined) house.schedules.told(missed);
  assert.deepEqual(house.schedules.missedToTell(), []);
  assert.deepEqual(states(house), ["told"]);
});

test("each policy deals with downtime in its own way", () => {
  const rows: readonly (readonly [MissedPolicy, readonly string[]])[] = [
    [{ kind: "skip", max: 1, windowMs: 0 }, ["missed", "missed", "missed", "missed"]],
    [{ kind: "all", max: 2, windowMs: 0 }, ["skipped", "skipped", "claimed", "claimed"]],
    [{ kind: "all", max: 9, windowMs: 0 }, ["claimed", "claimed", "claimed", "claimed"]],
    [{ kind: "window", max: 9, windowMs: 2 * HOUR_MS }, ["missed", "missed", "claimed", "claimed"]],
    [{ kind: "window", max: 1, windowMs: 2 * HOUR_MS }, ["missed", "missed", "missed", "claimed"]],
    [{ kind: "once", max: 1, windowMs: HOUR_MS / 4 }, ["missed", "missed", "missed", "missed"]],
  ];
  for (const [policy, expected] of rows) {
    const house = hourly(policy);
    claimAt(house, "2026-11-22T07:30:00Z");
    assert.deepEqual(states(house), expected, JSON.stringify(policy));
    assert.deepEqual(claimAt(house, "2026-11-22T08:00:00Z"), ["2026-11-22T08:00Z"]);
  }
});

test("missed due times of a schedule are told as one span", () => {
  const house = hourly({ kind: "skip", max: 1, windowMs: 0 });
  claimAt(house, "2026-11-22T07:30:00Z");
  const [span] = house.schedules.missedToTell();
  assert.deepEqual(
    [span?.count, isoOf(span?.firstDueMs ?? 0), isoOf(span?.lastDueMs ?? 0)],
    [4, "2026-11-22T04:00Z", "2026-11-22T07:00Z"],
  );
});

test("a schedule far behind is worked off in parts, and every due time has its row", () => {
  const house = openHouse(NOON);
  const missed = { kind: "all", max: 3, windowMs: 0 } as const;
  house.schedules.add({
    ...DAILY,
    missed,
    timing: { kind: "every", everyMs: 60_000, anchorMs: Date.parse(NOON) },
  });
  const ran: string[] = [];
  const later = "2026-11-24T03:00:00Z";
  do ran.push(...claimAt(house, later));
  while (house.schedules.hasDue(Date.parse(later)));
  assert.deepEqual(ran, [
    "2026-11-24T02:56Z",
    "2026-11-24T02:57Z",
    "2026-11-24T02:58Z",
    "2026-11-24T02:59Z",
    "2026-11-24T03:00Z",
  ]);
  assert.equal(states(house).length, 2 * 24 * 60);
});

test("a clock set back claims nothing twice", () => {
  const house = hourly();
  assert.deepEqual(claimAt(house, "2026-11-22T04:00:10Z"), ["2026-11-22T04:00Z"]);
  assert.deepEqual(claimAt(house, "2026-11-22T03:58:00Z"), []);
  assert.deepEqual(claimAt(house, "2026-11-22T04:00:10Z"), []);
  assert.deepEqual(claimAt(house, "2026-11-22T05:00:00Z"), ["2026-11-22T05:00Z"]);
});

test("after a clock that ran far ahead is set right, due times come again, except those that ran", () => {
  const house = hourly();
  assert.deepEqual(claimAt(house, "2027-11-22T03:00:00Z").length, 0);
  while (house.schedules.hasDue(Date.parse("2027-11-22T03:00:00Z"))) {
    claimAt(house, "2027-11-22T03:00:00Z");
  }
  assert.deepEqual(claimAt(house, "2026-11-22T03:30:00Z"), []);
  assert.deepEqual(claimAt(house, "2026-11-22T04:00:00Z"), ["2026-11-22T04:00Z"]);
  assert.deepEqual(statesOf(house), ["2026-11-22T04:00Z claimed", "2027-11-22T03:00Z claimed"]);
});

test("two processes on one file claim each due time once", (context) => {
  const path = temporaryFile(context);
  const first = openHouse(NOON, path);
  const second = openHouse(NOON, path);
  for (let index = 0; index < 300; index += 1)
    first.schedules.add({ ...DAILY, name: `job ${index}` });
  const claimed: string[] = [];
  for (const house of [first, second, first, second]) {
    claimed.push(...claimedAt(house, "2026-11-22T23:00:01Z").map((one) => one.schedule.name));
  }
  assert.equal(claimed.length, 300);
  assert.equal(new Set(claimed).size, 300);
  first.database.close();
  second.database.close();
});

test("what a killed process claimed is continued under the same id, once", (context) => {
  const path = temporaryFile(context);
  const killed = openHouse(NOON, path);
  killed.schedules.add(DAILY);
  const [before] = claimedAt(killed, "2026-11-22T23:00:01Z");
  assert.deepEqual(killed.schedules.unfinished(), []);
  killed.database.close();
  const restarted = openHouse("2026-11-22T23:10:00Z", path);
  const [after, ...others] = restarted.schedules.unfinished();
  assert.deepEqual(
    [after?.effectScope, after?.attempt, others.length],
    [before?.effectScope, 2, 0],
  );
  assert.deepEqual(restarted.schedules.unfinished(), []);
  assert.deepEqual(claimAt(restarted, "2026-11-22T23:10:05Z"), []);
  restarted.database.close();
});

test("an occurrence ends once; one that waits for a person ends later", () => {
  const house = hourly();
  const [first] = claimedAt(house, "2026-11-22T04:00:00Z");
  const { schedules } = house;
  const id = first?.id ?? "";
  assert.deepEqual(schedules.finish(id, { state: "waiting", summary: "asks", runId: "run_1" }), {
    isApplied: true,
  });
  assert.deepEqual(schedules.unfinished(), []);
  assert.deepEqual(schedules.finish(id, { state: "ran", summary: "3 news" }), { isApplied: true });
  assert.deepEqual(schedules.finish(id, { state: "failed", summary: "late" }), {
    isApplied: false,
  });
  const [row] = schedules.history("anna");
  assert.deepEqual([row?.state, row?.summary, row?.runId], ["ran", "3 news", "run_1"]);
});

test("delivered is what the platform's message id says, once", () => {
  const house = hourly();
  const [first] = claimedAt(house, "2026-11-22T04:00:00Z");
  assert.equal(house.schedules.deliveredAs(first?.id ?? "", "42"), true);
  assert.equal(house.schedules.deliveredAs(first?.id ?? "", "43"), false);
  assert.equal(house.schedules.history("anna")[0]?.deliveredAs, "42");
});

test("the fifth failure in a row disables a schedule and says so; a success in between starts the count anew", () => {
  const house = hourly();
  const outcomes = [
    "failed",
    "failed",
    "failed",
    "failed",
    "ran",
    "failed",
    "failed",
    "failed",
    "failed",
    "failed",
  ] as const;
  const disabled = outcomes.map((state, index) => {
    const [one] = claimedAt(
      house,
      new Date(Date.parse(NOON) + (index + 1) * HOUR_MS).toISOString(),
    );
    return house.schedules.finish(one?.id ?? "", { state, summary: "" }).disabled?.state;
  });
  assert.deepEqual(disabled, [...Array.from({ length: 9 }, () => undefined), "failing"]);
  assert.deepEqual(claimAt(house, "2026-11-23T03:00:00Z"), []);
  assert.equal(house.schedules.enable("news", "anna").failCount, 0);
});

test("a schedule whose timing can no longer be read stops alone, and its owner is told", () => {
  const house = hourly();
  house.schedules.add({ ...DAILY, name: "broken", timing: HOURLY });
  house.database.prepare("UPDATE schedules SET zone = 'Mars/Olympus' WHERE name = 'broken'").run();
  assert.deepEqual(claimAt(house, "2026-11-22T04:00:00Z"), ["2026-11-22T04:00Z"]);
  const [missed] = house.schedules.missedToTell();
  assert.deepEqual([missed?.schedule.name, missed?.schedule.state], ["broken", "failing"]);
});

const EXPRESSIONS = ["30 2 * * *", "0 9 L * *", "15 8 * * 1-5", "0 6,18 * * 6"];
const POLICIES: readonly MissedPolicy[] = [
  { kind: "once", max: 1, windowMs: 4 * HOUR_MS },
  { kind: "skip", max: 1, windowMs: 0 },
  { kind: "all", max: 3, windowMs: 0 },
  { kind: "window", max: 2, windowMs: 24 * HOUR_MS },
];

function addMany(house: House): void {
  for (const [index, zone] of ZONES.entries()) {
    for (const [row, expression] of EXPRESSIONS.entries()) {
      const missed = POLICIES[(index + row) % POLICIES.length]!;
      const timing: Timing = { kind: "cron", expression };
      house.schedules.add({ ...DAILY, name: `${expression} ${zone}`, zone, timing, missed });
    }
  }
}

/** Instants at which the process is alive to look, in random steps of up to 3 hours, or of up to 60. */
function* randomLooks(fromMs: number, untilMs: number): Generator<number> {
  let seed = 7;
  for (let nowMs = fromMs; nowMs < untilMs; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    const draw = seed / 2_147_483_647;
    nowMs = Math.min(untilMs, Math.floor(nowMs + draw * HOUR_MS * (draw < 0.9 ? 3 : 60)));
    yield nowMs;
  }
}

test("over a year of random downtime every due time of every job in twelve zones has exactly one row", () => {
  const house = openHouse("2026-01-01T00:00:00Z");
  addMany(house);
  const fromMs = house.clock.now();
  const untilMs = Date.parse("2027-01-01T00:00:00Z");
  const claimed: string[] = [];
  for (const nowMs of randomLooks(fromMs, untilMs)) {
    for (const { id } of house.schedules.claimDue(nowMs)) {
      claimed.push(id);
      house.schedules.finish(id, { state: "ran", summary: "" });
    }
    for (const missed of house.schedules.missedToTell()) house.schedules.told(missed);
  }
  assert.equal(new Set(claimed).size, claimed.length);
  for (const schedule of house.schedules.list()) {
    const expected = dueBetween(schedule.timing, schedule.zone, fromMs, untilMs, 9999);
    const rows = house.schedules.history("anna", { scheduleId: schedule.id, limit: 9999 });
    assert.deepEqual(rows.map((row) => row.dueMs).reverse(), expected, schedule.name);
    assert.ok(
      rows.every((row) => ["ran", "skipped", "told"].includes(row.state)),
      schedule.name,
    );
  }
});
