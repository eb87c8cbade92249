import assert from "node:assert/strict";
import { test } from "node:test";
import { withWordsRead } from "../../../src/scheduler/phrases/worded-timing.ts";
import { parseTiming } from "../../../src/scheduler/timing/timing.ts";

/** A Monday, 16:00 in Seoul. */
const CONTEXT = { nowMs: Date.parse("2026-11-23T07:00:00Z"), zone: "Asia/Seoul" };

function timingOf(input: Parameters<typeof withWordsRead>[0]) {
  const parsed = parseTiming(withWordsRead(input, CONTEXT), CONTEXT);
  assert.ok(parsed.ok, JSON.stringify(input));
  return parsed.timing;
}

test("times in words are those that the fields of a timing say", () => {
  const daily = timingOf({ cron: "0 8 * * *" });
  const tomorrow = timingOf({ at: "2026-11-24T08:00" });
  for (const cron of ["every day at 8", "매일 오전 8시", "daily at 8am"])
    assert.deepEqual(timingOf({ cron }), daily, cron);
  assert.deepEqual(timingOf({ every: "day", time: "08:00" }), daily);
  for (const at of ["tomorrow 08:00", "tomorrow at 8 am", "내일 아침 8시"])
    assert.deepEqual(timingOf({ at }), tomorrow, at);
  assert.deepEqual(timingOf({ date: "tomorrow", time: "8am" }), tomorrow);
  assert.deepEqual(
    timingOf({ time: "08:00", weekdays: ["월", "Friday"] }),
    timingOf({ repeat: "weekly", time: "08:00", weekdays: [0, 4] }),
  );
});

test("what is no time, or more than one, stays as it was", () => {
  for (const input of [
    { at: "someday" },
    { at: "tomorrow" },
    { cron: "0 25 * * *" },
    { time: "08:00", weekdays: ["xyz"] },
    { date: "next friday", time: "later" },
  ]) {
    assert.deepEqual(withWordsRead(input, CONTEXT), input);
    assert.equal(parseTiming(input, CONTEXT).ok, false);
  }
});
