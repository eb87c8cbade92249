import assert from "node:assert/strict";
import { test } from "node:test";
import { isoInZone } from "../../../src/base/format-time.ts";
import { describeTiming } from "../../../src/scheduler/ledger/describe.ts";
import { dueBetween } from "../../../src/scheduler/timing/cron.ts";
import { triggerText } from "../../../src/scheduler/timing/describe-trigger.ts";
import { parseTiming } from "../../../src/scheduler/timing/timing.ts";
import type { TimingInput } from "../../../src/scheduler/timing/timing-reading.ts";

const ZONE = "Asia/Seoul";
/** A Sunday. */
const NOW_MS = Date.parse("2026-11-22T14:10:30+09:00");

function nextOf(input: TimingInput, count = 2): readonly string[] {
  const parsed = parseTiming(input, { nowMs: NOW_MS, zone: ZONE });
  assert.ok(parsed.ok, JSON.stringify([input, parsed]));
  const dues = dueBetween(parsed.timing, ZONE, NOW_MS, Number.POSITIVE_INFINITY, count);
  return dues.map((dueMs) => isoInZone(dueMs, ZONE).replace(/:00\+09:00$/, ""));
}

function problemsOf(input: TimingInput, zone = ZONE): readonly string[] {
  const parsed = parseTiming(input, { nowMs: NOW_MS, zone });
  return parsed.ok ? [] : parsed.problems.map((problem) => problem.en);
}

test("every way of saying when gives the due times it promises", () => {
  const rows: readonly (readonly [TimingInput, readonly string[]])[] = [
    [{ cron: "0 8 * * 1-5" }, ["2026-11-23T08:00", "2026-11-24T08:00"]],
    [{ cron: "0 30 8 L * *" }, ["2026-11-30T08:30", "2026-12-31T08:30"]],
    [{ every: "30m" }, ["2026-11-22T14:40:30+09:00", "2026-11-22T15:10:30+09:00"]],
    [{ every: "1h30m" }, ["2026-11-22T15:40:30+09:00", "2026-11-22T17:10:30+09:00"]],
    [{ every: "1d" }, ["2026-11-23T14:10", "2026-11-24T14:10"]],
    [{ every: "3d", time: "08:00" }, ["2026-11-25T08:00", "2026-11-28T08:00"]],
    [{ every: "2w", weekdays: ["fri"], time: "17:00" }, ["2026-11-27T17:00", "2026-12-11T17:00"]],
    [{ after: "10m" }, ["2026-11-22T14:20:30+09:00"]],
    [{ after: "2시간" }, ["2026-11-22T16:10:30+09:00"]],
    [{ at: "15:00" }, ["2026-11-22T15:00"]],
    [{ at: "08:00" }, ["2026-11-23T08:00"]],
    [{ at: "2026-11-23T15:00" }, ["2026-11-23T15:00"]],
    [{ at: "2026-11-22T15:00Z" }, ["2026-11-23T00:00"]],
    [{ at: "2026-11-22 15:00-0500" }, ["2026-11-23T05:00"]],
    [{ time: "9:00", date: "2026-12-01" }, ["2026-12-01T09:00"]],
    [{ repeat: "none", time: "3:30 PM", date: "2026-12-01" }, ["2026-12-01T15:30"]],
    [{ repeat: "daily", time: "8:00" }, ["2026-11-23T08:00", "2026-11-24T08:00"]],
    [
      { repeat: "daily", time: "08:00", date: "2026-12-24" },
      ["2026-12-24T08:00", "2026-12-25T08:00"],
    ],
    [
      { repeat: "weekly", weekdays: [0, "수"], time: "3pm" },
      ["2026-11-23T15:00", "2026-11-25T15:00"],
    ],
    [
      { repeat: "weekly", weekdays: "평일", time: "09:00" },
      ["2026-11-23T09:00", "2026-11-24T09:00"],
    ],
    [
      { repeat: "weekly", date: "2026-11-27", time: "09:00" },
      ["2026-11-27T09:00", "2026-12-04T09:00"],
    ],
    [{ repeat: "monthly", day: 1, time: "09:00" }, ["2026-12-01T09:00", "2027-01-01T09:00"]],
    [{ repeat: "monthly", day: "last", time: "09:00" }, ["2026-11-30T09:00", "2026-12-31T09:00"]],
    [
      { repeat: "yearly", date: "1990-03-01", time: "09:00" },
      ["2027-03-01T09:00", "2028-03-01T09:00"],
    ],
    [
      { repeat: "interval", interval_hours: 6 },
      ["2026-11-22T20:10:30+09:00", "2026-11-23T02:10:30+09:00"],
    ],
    [
      { repeat: "interval", interval_hours: "6", time: "08:00" },
      ["2026-11-22T20:00", "2026-11-23T02:00"],
    ],
    [{ cron: "0 8 * * *", every: null, time: null }, ["2026-11-23T08:00", "2026-11-24T08:00"]],
    [
      { every: "20m", date: "2026-11-23", time: "09:00", until: "2026-11-23T09:20" },
      ["2026-11-23T09:00", "2026-11-23T09:20"],
    ],
    [
      { repeat: "daily", time: "08:00", until: "2026-11-24" },
      ["2026-11-23T08:00", "2026-11-24T08:00"],
    ],
  ];
  for (const [input, expected] of rows) {
    assert.deepEqual(nextOf(input, expected.length), expected, JSON.stringify(input));
  }
});

test("monthly on a day that a month does not have is due on its last day", () => {
  const months = [
    "2026-11-30",
    "2026-12-31",
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
  ];
  assert.deepEqual(
    nextOf({ repeat: "monthly", day: 31, time: "09:00" }, 6),
    months.map((day) => `${day}T09:00`),
  );
  assert.deepEqual(nextOf({ repeat: "monthly", day: 30, time: "09:00" }, 5).slice(2), [
    "2027-01-30T09:00",
    "2027-02-28T09:00",
    "2027-03-30T09:00",
  ]);
  assert.deepEqual(nextOf({ repeat: "monthly", day: 29, time: "09:00" }, 16).slice(14), [
    "2028-01-29T09:00",
    "2028-02-29T09:00",
  ]);
});

test("yearly on 29 February is due on the 28th of other years", () => {
  assert.deepEqual(nextOf({ repeat: "yearly", month: 2, day: 29, time: "09:00" }, 3), [
    "2027-02-28T09:00",
    "2028-02-29T09:00",
    "2029-02-28T09:00",
  ]);
});

test("every problem of an input is said at once, each in a sentence", () => {
  assert.deepEqual(problemsOf({ repeat: "monthly", day: 40, time: "25:00" }), [
    '"time" is "25:00"; it is a time of day such as "08:00" or "15:30".',
    '"day" is 40; it is a whole number from 1 to 31.',
  ]);
});

test("an input that cannot be kept is refused", () => {
  const rows: readonly (readonly [TimingInput, RegExp])[] = [
    [{}, /^It is not said when\. Examples:/],
    [{ cron: "0 8 * * *", every: "1d" }, /^"cron" and "every" both say when; keep one of them\.$/],
    [{ cron: "* * * * * *" }, /comes due more than once in 10 seconds\.$/],
    [{ every: "5s" }, /^"every" is "5s"; it may lie between 10 seconds and 366 days\.$/],
    [{ every: "soon" }, /^"every" is "soon"; it is a length of time such as/],
    [{ after: "0m" }, /^"after" is "0m"; it is a length of time of at most 366 days/],
    [{ at: "2026-02-30T10:00" }, /^"at" is "2026-02-30T10:00"; it is a time such as/],
    [{ at: "next friday 15:00" }, /this week's day or the next one's: write "friday 15:00"/],
    [{ at: "다음 금요일 15:00" }, /this week's day or the next one's/],
    [{ at: "2026-12-01" }, /^"time" is missing;/],
    [
      { at: "2026-11-21 15:00" },
      /^Sat, Nov 21, 3 PM has already passed; it is Sun, Nov 22, 2:10 PM now\.$/,
    ],
    [{ repeat: "hourly" }, /^"repeat" is "hourly"; it is one of/],
    [{ repeat: "weekly", time: "09:00" }, /^"weekdays" lists the days of the week/],
    [{ repeat: "weekly", weekdays: [7], time: "09:00" }, /^"weekdays" lists the days of the week/],
    [{ repeat: "monthly", time: "09:00" }, /^"day" is missing/],
    [
      { repeat: "monthly", interval: 2, day: 1, time: "09:00" },
      /^"interval" goes with "daily" and "weekly"/,
    ],
    [
      { repeat: "yearly", month: 4, day: 31, time: "09:00" },
      /^Month 4 has 30 days, so there is no day 31\.$/,
    ],
    [{ repeat: "interval", interval_hours: 0 }, /^"interval_hours" is a number of hours/],
    [{ cron: 5 }, /^"cron" is 5; it is a text\.$/],
    [{ every: "1h", until: "soon" }, /^"until" is "soon"; it is a day or a time/],
    [{ after: "1h", until: "2026-12-01" }, /^"until" ends what comes again and again/],
    [{ every: "1h", until: "2026-11-22T15:00" }, /^It would be over before it comes/],
  ];
  for (const [input, expected] of rows) {
    assert.match(problemsOf(input).join("\n"), expected, JSON.stringify(input));
  }
  assert.match(problemsOf({ at: "15:00" }, "Asia/Soul").join(), /Did you mean "Asia\/Seoul"/);
});

test("a repetition comes no more after its end", () => {
  assert.deepEqual(nextOf({ every: "20m", time: "15:00", until: "2026-11-22T15:40" }, 9), [
    "2026-11-22T15:00",
    "2026-11-22T15:20",
    "2026-11-22T15:40",
  ]);
  assert.deepEqual(nextOf({ cron: "0 8 * * *", until: "2026-11-23" }, 9), ["2026-11-23T08:00"]);
});

test("a local time that the clock leaves out is read as the end of the gap", () => {
  const context = { nowMs: Date.UTC(2026, 2, 1), zone: "Europe/Berlin" };
  const parsed = parseTiming({ at: "2026-03-29T02:30" }, context);
  assert.deepEqual(parsed, { ok: true, timing: { kind: "at", atMs: Date.UTC(2026, 2, 29, 1) } });
});

test("a timing is described as a person says it, in both languages", () => {
  const rows: readonly (readonly [TimingInput, string, string])[] = [
    [{ repeat: "daily", time: "08:00" }, "매일 오전 8시", "every day at 8 AM"],
    [{ cron: "30 9 * * MON-FRI" }, "평일 오전 9시 30분", "weekdays 9:30 AM"],
    [
      { repeat: "weekly", weekdays: ["sun", "mon"], time: "15:00" },
      "매주 월·일요일 오후 3시",
      "Mondays, Sundays 3 PM",
    ],
    [{ repeat: "weekly", weekdays: "주말", time: "12:00" }, "주말 정오", "weekends noon"],
    [
      { repeat: "weekly", interval: 2, weekdays: [4], time: "17:00" },
      "2주마다 금요일 오후 5시",
      "every 2 weeks on Friday at 5 PM",
    ],
    [{ every: "3d", time: "00:00" }, "3일마다 자정", "every 3 days at midnight"],
    [
      { repeat: "monthly", day: 1, time: "09:00" },
      "매월 1일 오전 9시",
      "every month on day 1 at 9 AM",
    ],
    [
      { repeat: "monthly", day: 30, time: "09:05" },
      "매월 30일(없는 달은 말일) 오전 9시 5분",
      "every month on day 30 (or the last day) at 9:05 AM",
    ],
    [
      { repeat: "monthly", day: 31, time: "18:00" },
      "매월 말일 오후 6시",
      "every month on the last day at 6 PM",
    ],
    [
      { repeat: "yearly", month: 3, day: 1, time: "09:00" },
      "매년 3월 1일 오전 9시",
      "every year on 1 March at 9 AM",
    ],
    [{ cron: "0 8,18 * * *" }, "매일 오전 8시, 오후 6시", "every day at 8 AM, 6 PM"],
    [{ cron: "*/5 9-17 * * *" }, 'cron "*/5 9-17 * * *"', 'cron "*/5 9-17 * * *"'],
    [
      { at: "2026-11-23T15:00" },
      "2026년 11월 23일(월) 오후 3시",
      "Monday 23 November 2026 at 3 PM",
    ],
  ];
  for (const [input, korean, english] of rows) {
    const parsed = parseTiming(input, { nowMs: NOW_MS, zone: ZONE });
    assert.ok(parsed.ok);
    assert.equal(describeTiming(parsed.timing, ZONE, "ko"), `${korean}`);
    assert.equal(describeTiming(parsed.timing, ZONE, "en"), `${english}`);
  }
  const everyMs = 90 * 60_000;
  assert.equal(
    describeTiming({ kind: "every", everyMs, anchorMs: 0 }, ZONE, "ko"),
    "1시간 30분마다",
  );
  assert.equal(
    describeTiming({ kind: "every", everyMs: 3_600_000, anchorMs: 0 }, ZONE, "en"),
    "every hour",
  );
});

test("what is no time is repeated in short, however long it is", () => {
  const long = "9".repeat(5000);
  const inputs: readonly TimingInput[] = [
    { cron: long },
    { cron: `0 9 * * ${long}` },
    { cron: `0 9 * * ${"0".repeat(5000)}5-1` },
    { cron: `0 9 * * */${"0".repeat(5000)}` },
    { cron: `0 9 * * 1#${long}` },
    { cron: "a b ".repeat(2000) },
    { every: `${long}m` },
    { every: long },
    { after: long },
    { lunar: long },
    { at: long },
    { cron: "0 9 * * *", timezone: long },
  ];
  for (const input of inputs) {
    const zone = typeof input["timezone"] === "string" ? input["timezone"] : ZONE;
    const [problem = ""] = problemsOf(input, zone);
    const name = Object.entries(input).join().slice(0, 40);
    assert.ok(problem.length > 0 && problem.length < 400, `${name}: ${problem.length}`);
  }
});

test("a pause after a condition is told where it outlasts the time between two looks", () => {
  const words = (everyMs: number, coolDownMs: number): string =>
    triggerText(
      {
        kind: "condition",
        watch: "",
        condition: "price < 3",
        look: { kind: "every", everyMs, anchorMs: 0 },
        coolDownMs,
      },
      "en",
      () => "at times",
    );
  const hour = 3_600_000;
  assert.equal(words(12 * hour, hour), "when “price < 3” turns true (looked at at times)");
  assert.match(words(hour, 6 * hour), /\(looked at at times, then not for 6 hours\)$/);
});
