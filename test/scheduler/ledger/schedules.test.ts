import assert from "node:assert/strict";
import { test } from "node:test";
import { claimAt, DAILY, isoOf, openHouse, statesOf } from "../harness.ts";

const NOON = "2026-11-22T03:00:00Z";

test("a schedule waits for its first due time in its own zone", () => {
  const { schedules } = openHouse(NOON);
  const schedule = schedules.add({ ...DAILY, workflow: "news_briefing" });
  assert.equal(isoOf(schedule.nextDueMs ?? 0), "2026-11-22T23:00Z");
  assert.deepEqual(schedules.get("news", "anna"), schedule);
  assert.deepEqual(schedules.get(schedule.id, "anna"), schedule);
  assert.deepEqual(schedule.missed, { kind: "once", max: 1, windowMs: 14_400_000 });
});

test("a person reaches only their own schedules", () => {
  const { schedules } = openHouse(NOON);
  const { id } = schedules.add(DAILY);
  schedules.add({ ...DAILY, personId: "ben" });
  assert.equal(schedules.get(id, "ben"), undefined);
  assert.equal(schedules.list("anna").length, 1);
  assert.equal(schedules.list().length, 2);
  assert.throws(() => schedules.disable(id, "carl"), {
    code: "schedule-unknown",
    message: `There is no reminder "${id}". You have none yet.`,
  });
  assert.throws(() => schedules.disable("weather", "ben"), {
    code: "schedule-unknown",
    message: 'There is no reminder "weather". Yours are "news".',
  });
});

test("what could never be kept is not taken", () => {
  const { schedules } = openHouse(NOON);
  schedules.add(DAILY);
  assert.throws(() => schedules.add(DAILY), { code: "schedule-name-taken" });
  assert.throws(() => schedules.add({ ...DAILY, name: "past", timing: { kind: "at", atMs: 5 } }), {
    code: "schedule-over",
  });
  assert.throws(() => schedules.add({ ...DAILY, name: "where", zone: "Asia/Soul" }), {
    code: "schedule-zone",
  });
  const missed = { kind: "all", max: 500, windowMs: 0 } as const;
  assert.throws(() => schedules.add({ ...DAILY, name: "all", missed }), {
    code: "schedule-policy",
  });
  assert.equal(schedules.list().length, 1);
});

test("a disabled schedule is not due, and nothing is made up for when it is enabled again", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  assert.equal(house.schedules.disable("news", "anna").state, "disabled");
  assert.deepEqual(claimAt(house, "2026-11-25T03:00:00Z"), []);
  const enabled = house.schedules.enable("news", "anna");
  assert.equal(isoOf(enabled.nextDueMs ?? 0), "2026-11-25T23:00Z");
  assert.deepEqual(statesOf(house), []);
});

test("enabling does not drop a due time that the next tick has yet to claim", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  house.clock.set("2026-11-22T23:00:03Z");
  house.schedules.enable("news", "anna");
  assert.deepEqual(claimAt(house, "2026-11-22T23:00:05Z"), ["2026-11-22T23:00Z"]);
});

test("a reminder whose time has passed cannot be enabled again", () => {
  const house = openHouse(NOON);
  const atMs = Date.parse("2026-11-22T04:00:00Z");
  house.schedules.add({ ...DAILY, timing: { kind: "at", atMs } });
  assert.deepEqual(claimAt(house, "2026-11-22T04:00:02Z"), ["2026-11-22T04:00Z"]);
  assert.equal(house.schedules.get("news", "anna")?.state, "done");
  assert.throws(() => house.schedules.enable("news", "anna"), { code: "schedule-over" });
});

test("moving to another zone moves the due time with it", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  const moved = house.schedules.update("news", "anna", { zone: "Europe/Berlin" });
  assert.equal(isoOf(moved.nextDueMs ?? 0), "2026-11-22T07:00Z");
});

test("a new program forgets the workflow it came from; a new name does not", () => {
  const { schedules } = openHouse(NOON);
  schedules.add({ ...DAILY, workflow: "news_briefing" });
  schedules.add({ ...DAILY, name: "other" });
  assert.throws(() => schedules.update("news", "anna", { name: "other" }), {
    code: "schedule-name-taken",
  });
  const renamed = schedules.update("news", "anna", { name: "briefing" });
  assert.equal(renamed.workflow, "news_briefing");
  const changed = schedules.update("briefing", "anna", {
    program: "[system:time]",
    planDigest: "new",
  });
  assert.equal(changed.workflow, undefined);
  assert.equal(changed.nextDueMs, renamed.nextDueMs);
});

test("a removed schedule keeps its record, and its name is free again", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  claimAt(house, "2026-11-22T23:00:01Z");
  house.schedules.remove("news", "anna");
  assert.equal(house.schedules.get("news", "anna"), undefined);
  assert.deepEqual(claimAt(house, "2026-11-23T23:00:01Z"), []);
  assert.deepEqual(statesOf(house), ["2026-11-22T23:00Z claimed"]);
  assert.equal(house.schedules.add(DAILY).state, "active");
});

test("a snoozed schedule comes again at the end of the snooze, and its due times in between are recorded as skipped", () => {
  const house = openHouse(NOON);
  house.schedules.add({ ...DAILY, timing: { kind: "cron", expression: "0 * * * *" } });
  claimAt(house, "2026-11-22T04:00:01Z");
  house.clock.set("2026-11-22T04:05:00Z");
  house.schedules.snooze("news", "anna", Date.parse("2026-11-22T06:30:00Z"));
  assert.deepEqual(claimAt(house, "2026-11-22T05:00:01Z"), []);
  assert.deepEqual(claimAt(house, "2026-11-22T06:00:01Z"), []);
  assert.deepEqual(claimAt(house, "2026-11-22T06:30:02Z"), ["2026-11-22T06:30Z"]);
  assert.deepEqual(claimAt(house, "2026-11-22T07:00:00Z"), ["2026-11-22T07:00Z"]);
  assert.deepEqual(statesOf(house), [
    "2026-11-22T04:00Z claimed",
    "2026-11-22T05:00Z skipped",
    "2026-11-22T06:00Z skipped",
    "2026-11-22T06:30Z claimed",
    "2026-11-22T07:00Z claimed",
  ]);
});

test("a reminder can be snoozed after it came", () => {
  const house = openHouse(NOON);
  const atMs = Date.parse("2026-11-22T04:00:00Z");
  house.schedules.add({ ...DAILY, timing: { kind: "at", atMs } });
  claimAt(house, "2026-11-22T04:00:02Z");
  house.schedules.snooze("news", "anna", atMs + 600_000);
  assert.deepEqual(claimAt(house, "2026-11-22T04:10:00Z"), ["2026-11-22T04:10Z"]);
  assert.equal(house.schedules.get("news", "anna")?.state, "done");
});

test("a snooze brings back nothing that is switched off, and leads to no past", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  assert.throws(() => house.schedules.snooze("news", "anna", 5), { code: "schedule-over" });
  house.schedules.disable("news", "anna");
  const laterMs = Date.parse("2026-11-23T00:00:00Z");
  assert.throws(() => house.schedules.snooze("news", "anna", laterMs), { code: "schedule-off" });
});

test("a run asked for comes at the next tick, beside the due times and also while disabled", () => {
  const house = openHouse(NOON);
  house.schedules.add(DAILY);
  house.schedules.disable("news", "anna");
  house.schedules.runNow("news", "anna");
  assert.equal(house.schedules.hasDue(house.clock.now()), true);
  assert.deepEqual(claimAt(house, "2026-11-22T03:00:05Z"), ["2026-11-22T03:00Z"]);
  assert.deepEqual(claimAt(house, "2026-11-22T03:00:10Z"), []);
});
