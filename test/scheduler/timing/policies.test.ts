import assert from "node:assert/strict";
import { test } from "node:test";
import type { Timing } from "../../../src/scheduler/timing/timing-kinds.ts";
import { claimAt, claimedAt, DAILY, isoOf, openHouse, statesOf } from "../harness.ts";

const NOON = "2026-11-22T03:00:00Z";
const HOURLY: Timing = { kind: "cron", expression: "0 * * * *" };

const FAILED = { state: "failed", summary: "No answer." } as const;

test("a read that failed is tried again after half a minute, two and five, under keys of its own, and then has failed", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  const scopes: string[] = [];
  const tries = [
    "2026-11-22T23:00:00Z",
    "2026-11-22T23:00:30Z",
    "2026-11-22T23:02:30Z",
    "2026-11-22T23:07:30Z",
  ];
  for (const [index, iso] of tries.entries()) {
    const early = new Date(Date.parse(iso) - 1000).toISOString();
    assert.deepEqual(claimAt(house, early), []);
    const [occurrence] = claimedAt(house, iso);
    assert.equal(occurrence?.isLastTry, index === 3);
    assert.equal(occurrence?.isCatchUp, false);
    scopes.push(occurrence!.effectScope.replace(occurrence!.id, "ID"));
    const finished = house.schedules.finish(occurrence!.id, { ...FAILED, isRetryable: true });
    assert.equal(finished.isRetried === true, index < 3);
  }
  assert.deepEqual(scopes, [
    "occurrence:ID",
    "occurrence:ID/again1",
    "occurrence:ID/again2",
    "occurrence:ID/again3",
  ]);
  assert.deepEqual(statesOf(house), ["2026-11-22T23:00Z failed"]);
  assert.equal(house.schedules.get("news", "anna")?.failCount, 1);
});

test("what acts, and what fails for good, is not tried again", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  const [occurrence] = claimedAt(house, "2026-11-22T23:00:00Z");
  house.schedules.finish(occurrence!.id, FAILED);
  assert.deepEqual(claimAt(house, "2026-11-23T01:00:00Z"), []);
});

test("with overlap skip, a due time that comes while the one before runs or waits is on record as skipped", () => {
  const house = openHouse(NOON);
  house.schedules.add({ ...DAILY, timing: HOURLY, overlap: "skip" });
  const [first] = claimedAt(house, "2026-11-22T04:00:00Z");
  assert.deepEqual(claimAt(house, "2026-11-22T05:00:00Z"), []);
  house.schedules.finish(first!.id, { state: "waiting", summary: "" });
  assert.deepEqual(claimAt(house, "2026-11-22T06:00:00Z"), []);
  house.schedules.finish(first!.id, { state: "ran", summary: "" });
  assert.equal(claimAt(house, "2026-11-22T07:00:00Z").length, 1);
  assert.deepEqual(
    statesOf(house).map((line) => line.split(" ")[1]),
    ["ran", "skipped", "skipped", "claimed"],
  );
  assert.match(house.schedules.history("anna")[1]?.summary ?? "", /was not over/);
});

test("what was missed is told with the time in which nothing beat, also where the machine slept", () => {
  const house = openHouse(NOON);
  house.schedules.add({ ...DAILY, timing: HOURLY, missed: { kind: "skip", max: 1, windowMs: 0 } });
  house.schedules.beat(Date.parse("2026-11-22T03:10:00Z"));
  house.schedules.beat(Date.parse("2026-11-22T03:10:15Z"));
  const again = house.again();
  again.beat(Date.parse("2026-11-22T06:40:00Z"));
  house.clock.set("2026-11-22T06:40:00Z");
  again.claimDue(house.clock.now());
  const [missed] = again.missedToTell();
  assert.equal(missed?.count, 3);
  assert.deepEqual([missed?.down?.fromMs ?? 0, missed?.down?.toMs ?? 0].map(isoOf), [
    "2026-11-22T03:10:15Z",
    "2026-11-22T06:40Z",
  ]);
});

test("schedules go with their person to another zone, unless the zone was named", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  house.schedules.add({ ...DAILY, name: "seoul", isZoneNamed: true });
  house.schedules.add({
    ...DAILY,
    name: "once",
    timing: { kind: "at", atMs: Date.parse("2026-11-23T00:00:00Z") },
  });
  house.schedules.add({ ...DAILY, name: "other", personId: "ben" });
  const moved = house.schedules.moveZone("anna", "America/New_York");
  assert.deepEqual(
    moved.map(({ name }) => name),
    ["news", "once"],
  );
  const nextOf = (name: string, person = "anna"): string =>
    isoOf(house.schedules.get(name, person)?.nextDueMs ?? 0);
  assert.equal(nextOf("news"), "2026-11-22T13:00Z");
  assert.equal(nextOf("seoul"), "2026-11-22T23:00Z");
  assert.equal(nextOf("once"), "2026-11-23T00:00Z");
  assert.equal(nextOf("other", "ben"), "2026-11-22T23:00Z");
});

test("an event has one row whatever comes twice, none while its schedule is off, and a storm is cut off on record", () => {
  const house = openHouse(NOON);
  const { id } = house.schedules.add({ ...DAILY, timing: { kind: "webhook" } });
  const fire = (key: string): boolean =>
    house.schedules.fire(id, { key, atMs: house.clock.now(), input: { text: key } });
  assert.equal(fire("a"), true);
  house.clock.set("2026-11-22T03:01:00Z");
  assert.equal(fire("a"), false);
  assert.equal(house.again().fire(id, { key: "a", atMs: 0, input: {} }), false);
  const [occurrence] = claimedAt(house, "2026-11-22T03:01:05Z");
  assert.deepEqual(occurrence?.input, { text: "a" });
  assert.deepEqual(house.schedules.inputOf(`${occurrence?.effectScope}/s0`), { text: "a" });
  for (let count = 0; count < 30; count += 1) fire(`storm${count}`);
  const states = house.schedules.history("anna", { limit: 100 }).map(({ state }) => state);
  assert.deepEqual(
    [
      states.filter((state) => state === "due").length,
      states.filter((state) => state === "skipped").length,
    ],
    [19, 11],
  );
  house.schedules.disable(id, "anna");
  assert.equal(fire("b"), false);
});

test("schedules that set one another off stop after five, and never come round to one of them", () => {
  const house = openHouse(NOON);
  const of = (name: string): Timing => ({ kind: "run", of: name, outcome: "any" });
  house.schedules.add({ ...DAILY, name: "0", timing: HOURLY });
  for (let index = 1; index < 8; index += 1)
    house.schedules.add({ ...DAILY, name: `${index}`, timing: of(`${index - 1}`) });
  house.schedules.add({ ...DAILY, name: "back", timing: of("1") });
  house.schedules.update("0", "anna", { timing: of("back") });
  house.schedules.runNow("0", "anna");
  const ran: string[] = [];
  for (let round = 0; round < 20; round += 1)
    for (const { id, schedule } of house.schedules.claimDue(house.clock.now())) {
      ran.push(schedule.name);
      house.schedules.finish(id, { state: "ran", summary: "" });
    }
  assert.deepEqual(ran.toSorted(), ["0", "1", "2", "3", "4", "back"]);
});

test("a due time of an entry lies before its day by the wall clock, also over a clock change", () => {
  const house = openHouse("2026-03-01T00:00:00Z");
  const day: Timing = { kind: "cron", expression: "0 9 8 3 *" };
  house.schedules.add({
    ...DAILY,
    zone: "America/New_York",
    timing: { kind: "entry", entry: "birthday", day, beforeMs: 86_400_000 },
  });
  // The clock goes forward in the night from 7 to 8 March 2026: nine o'clock is an hour nearer to the nine before.
  assert.equal(isoOf(house.schedules.get("news", "anna")?.nextDueMs ?? 0), "2026-03-07T14:00Z");
});

test("with overlap replace, the latest due time ends all that is open, and their own ends count no more", () => {
  const house = openHouse(NOON);
  house.schedules.add({ ...DAILY, timing: HOURLY, overlap: "replace" });
  const [first] = claimedAt(house, "2026-11-22T04:00:00Z");
  const [second] = claimedAt(house, "2026-11-22T05:00:00Z");
  assert.deepEqual(
    second?.replaces.map(({ id }) => id),
    [first?.id],
  );
  assert.equal(house.schedules.finish(first!.id, FAILED).isApplied, false);
  house.schedules.finish(second!.id, { state: "waiting", summary: "", runId: "run_1" });
  house.schedules.runNow("news", "anna");
  const [third, none] = claimedAt(house, "2026-11-22T06:00:00Z");
  assert.equal(none, undefined);
  assert.deepEqual(
    third?.replaces.map(({ id, runId }) => [id === second?.id, runId]),
    [
      [true, "run_1"],
      [false, undefined],
    ],
  );
  assert.deepEqual(
    statesOf(house)
      .map((line) => line.split(" ")[1])
      .sort(),
    ["claimed", "skipped", "skipped", "skipped"],
  );
  assert.equal(house.schedules.get("news", "anna")?.failCount, 0);
});
