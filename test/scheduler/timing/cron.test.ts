import assert from "node:assert/strict";
import { test } from "node:test";
import { dateOfDayNumber, dayNumber, instantOf, isoInZone } from "../../../src/base/format-time.ts";
import {
  cachedPatternCount,
  cronProblem,
  dueBetween,
  nextDue,
} from "../../../src/scheduler/timing/cron.ts";
import type { Timing } from "../../../src/scheduler/timing/timing-kinds.ts";

const cron = (expression: string): Timing => ({ kind: "cron", expression });

function dues(timing: Timing, zone: string, from: string, count: number): readonly string[] {
  const found = dueBetween(timing, zone, Date.parse(from), Number.POSITIVE_INFINITY, count);
  return found.map((dueMs) => isoInZone(dueMs, zone));
}

/** Expression, zone, looked at from, and the due times that follow. */
const CLOCK_CHANGES: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    "30 2 * * *",
    "Europe/Berlin",
    "2026-03-28T00:00:00Z",
    ["2026-03-28T02:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"],
  ],
  [
    "30 2 * * *",
    "Europe/Berlin",
    "2026-10-24T03:00:00Z",
    ["2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"],
  ],
  [
    "30 2,14 * * *",
    "Europe/Berlin",
    "2026-03-28T20:00:00Z",
    ["2026-03-29T03:00:00+02:00", "2026-03-29T14:30:00+02:00", "2026-03-30T02:30:00+02:00"],
  ],
  [
    "0 2,3 * * *",
    "Europe/Berlin",
    "2026-03-28T20:00:00Z",
    ["2026-03-29T03:00:00+02:00", "2026-03-30T02:00:00+02:00"],
  ],
  [
    "*/30 * * * *",
    "Europe/Berlin",
    "2026-10-24T23:45:00Z",
    [
      "2026-10-25T02:00:00+02:00",
      "2026-10-25T02:30:00+02:00",
      "2026-10-25T02:00:00+01:00",
      "2026-10-25T02:30:00+01:00",
      "2026-10-25T03:00:00+01:00",
    ],
  ],
  [
    "30 2 * * *",
    "America/New_York",
    "2026-03-07T20:00:00Z",
    ["2026-03-08T03:00:00-04:00", "2026-03-09T02:30:00-04:00"],
  ],
  [
    "30 1 * * *",
    "America/New_York",
    "2026-10-31T20:00:00Z",
    ["2026-11-01T01:30:00-04:00", "2026-11-02T01:30:00-05:00"],
  ],
  [
    "30 2 * * *",
    "Australia/Sydney",
    "2026-10-03T00:00:00Z",
    ["2026-10-04T03:00:00+11:00", "2026-10-05T02:30:00+11:00"],
  ],
  [
    "30 2 * * *",
    "Australia/Sydney",
    "2026-04-04T00:00:00Z",
    ["2026-04-05T02:30:00+11:00", "2026-04-06T02:30:00+10:00"],
  ],
  [
    "15 2 * * *",
    "Australia/Lord_Howe",
    "2026-10-03T00:00:00Z",
    ["2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00"],
  ],
  [
    "0 0 * * *",
    "Africa/Cairo",
    "2026-04-23T12:00:00Z",
    ["2026-04-24T01:00:00+03:00", "2026-04-25T00:00:00+03:00"],
  ],
];

test("a fixed time runs once on the day the clock changes, in both hemispheres", () => {
  for (const [expression, zone, from, expected] of CLOCK_CHANGES) {
    assert.deepEqual(
      dues(cron(expression), zone, from, expected.length),
      expected,
      `${expression} ${zone}`,
    );
  }
});

test("an hourly job runs 23, 24 and 25 times on days of that length", () => {
  const countOn = (from: string, until: string): number =>
    dueBetween(cron("0 * * * *"), "Europe/Berlin", Date.parse(from) - 1, Date.parse(until) - 1, 99)
      .length;
  assert.equal(countOn("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"), 23);
  assert.equal(countOn("2026-06-01T00:00:00+02:00", "2026-06-02T00:00:00+02:00"), 24);
  assert.equal(countOn("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00"), 25);
});

test("a daily job runs exactly once on every day of a year, in twelve zones", () => {
  const zones = [
    "Asia/Seoul",
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Santiago",
    "America/St_Johns",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Pacific/Auckland",
    "Asia/Beirut",
  ];
  const firstDay = dayNumber({ year: 2026, month: 1, day: 1 });
  for (const zone of zones) {
    for (const [expression, hour, minute] of [
      ["30 2 * * *", 2, 30],
      ["0 0 * * *", 0, 0],
    ] as const) {
      const expected = Array.from({ length: 365 }, (_, index) =>
        instantOf({ ...dateOfDayNumber(firstDay + index), hour, minute }, zone),
      );
      const fromMs = (expected[0] ?? 0) - 1;
      const found = dueBetween(cron(expression), zone, fromMs, Number.POSITIVE_INFINITY, 365);
      assert.deepEqual(found, expected, `${expression} ${zone}`);
    }
  }
});

test("between the two equal readings of a fixed time, the next one is tomorrow's", () => {
  const between = Date.parse("2026-10-25T00:45:00Z");
  const nextMs = nextDue(cron("30 2 * * *"), "Europe/Berlin", between) ?? 0;
  assert.equal(isoInZone(nextMs, "Europe/Berlin"), "2026-10-26T02:30:00+01:00");
});

test("29 February, month ends and last weekdays come when they exist", () => {
  const rows = [
    ["0 9 29 2 *", ["2028-02-29T09:00:00+09:00", "2032-02-29T09:00:00+09:00"]],
    ["0 9 31 * *", ["2026-01-31T09:00:00+09:00", "2026-03-31T09:00:00+09:00"]],
    [
      "0 9 L * *",
      ["2026-01-31T09:00:00+09:00", "2026-02-28T09:00:00+09:00", "2026-03-31T09:00:00+09:00"],
    ],
    ["0 9 * * FRI#L", ["2026-01-30T09:00:00+09:00", "2026-02-27T09:00:00+09:00"]],
    ["0 9 * JAN-FEB/2 mon,WED", ["2026-01-05T09:00:00+09:00", "2026-01-07T09:00:00+09:00"]],
    ["15 30 8 1 * *", ["2026-02-01T08:30:15+09:00"]],
  ] as const;
  for (const [expression, expected] of rows) {
    assert.deepEqual(
      dues(cron(expression), "Asia/Seoul", "2026-01-02T00:00:00Z", expected.length),
      expected,
    );
  }
});

test("patterns joined by a bar are due when any of them is, and once when several are", () => {
  assert.deepEqual(dues(cron("0 8 * * * | 0 8,18 * * 1"), "UTC", "2026-11-22T09:00:00Z", 3), [
    "2026-11-23T08:00:00+00:00",
    "2026-11-23T18:00:00+00:00",
    "2026-11-24T08:00:00+00:00",
  ]);
});

test("every other Friday keeps its hour over a clock change, and its weeks from any point of view", () => {
  const rhythm = { unit: "week", count: 2, anchorDate: "2026-10-16" } as const;
  const timing: Timing = { kind: "cron", expression: "0 17 * * 5", rhythm };
  const expected = [
    "2026-10-16T17:00:00+02:00",
    "2026-10-30T17:00:00+01:00",
    "2026-11-13T17:00:00+01:00",
  ];
  assert.deepEqual(dues(timing, "Europe/Berlin", "2026-10-03T00:00:00Z", 3), expected);
  assert.deepEqual(dues(timing, "Europe/Berlin", "2026-10-17T00:00:00Z", 2), expected.slice(1));
});

test("every third day counts calendar days, also from a leap day on", () => {
  const rhythm = { unit: "day", count: 3, anchorDate: "2028-02-29" } as const;
  const timing: Timing = { kind: "cron", expression: "0 8 * * *", rhythm };
  assert.deepEqual(dues(timing, "UTC", "2028-02-25T09:00:00Z", 3), [
    "2028-02-26T08:00:00+00:00",
    "2028-02-29T08:00:00+00:00",
    "2028-03-03T08:00:00+00:00",
  ]);
});

test("a start in the future holds the first due time back", () => {
  const timing: Timing = {
    kind: "cron",
    expression: "0 8 * * *",
    fromMs: Date.parse("2026-12-01T00:00:00Z"),
  };
  assert.deepEqual(dues(timing, "UTC", "2026-11-22T00:00:00Z", 1), ["2026-12-01T08:00:00+00:00"]);
});

test("an interval counts elapsed time from its anchor, before and after it", () => {
  const timing: Timing = { kind: "every", everyMs: 7000, anchorMs: 100_000 };
  assert.equal(nextDue(timing, "UTC", 0), 100_000);
  assert.equal(nextDue(timing, "UTC", 100_000), 107_000);
  assert.equal(nextDue(timing, "UTC", 106_999), 107_000);
  assert.deepEqual(dueBetween(timing, "UTC", 100_000, 121_000, 9), [107_000, 114_000, 121_000]);
});

test("one instant is due once, and never at or after itself", () => {
  const timing: Timing = { kind: "at", atMs: 5000 };
  assert.equal(nextDue(timing, "UTC", 4999), 5000);
  assert.equal(nextDue(timing, "UTC", 5000), undefined);
});

/** An expression, and the field that is named with what can stand there. */
const FIELD_PROBLEMS: readonly (readonly [string, string, string])[] = [
  ["61 8 * * *", 'minute "61"', "0-59"],
  ["0 8 * * 8", 'weekday "8"', "0-7 or sun-sat"],
  ["0 8 * * monday", 'weekday "monday"', "0-7 or sun-sat"],
  ["0 8 * foo *", 'month "foo"', "1-12 or jan-dec"],
  ["0 22-6 * * *", 'hour "22-6"', "0-23"],
  ["*/0 * * * *", 'minute "*/0"', "0-59"],
  ["5/15 * * * *", 'minute "5/15"', "0-59"],
  ["1,,2 8 * * *", 'minute "1,,2"', "0-59"],
  ["0 0 24 * * *", 'hour "24"', "0-23"],
];

test("what is wrong with an expression is said in a sentence", () => {
  const problem = (expression: string) =>
    cronProblem(expression, "Asia/Seoul", Date.UTC(2026, 0, 1))?.en;
  assert.equal(problem("0 8 * * 1-5"), undefined);
  assert.equal(problem("@daily"), undefined);
  assert.equal(problem("0 9 30 2 *"), 'The cron expression "0 9 30 2 *" never comes due.');
  assert.match(
    problem("0 8 *") ?? "",
    /^The cron expression "0 8 \*" needs five fields .*; fields found: 3\.$/,
  );
  for (const [expression, field, values] of FIELD_PROBLEMS)
    assert.equal(
      problem(expression),
      `The cron expression "${expression}" does not hold. The ${field} cannot be read: it takes "*", ${values}, lists (1,3), ranges upwards (1-3) and steps of "*" or a range (*/2, 1-9/2).`,
    );
  for (const expression of [
    "0 8 L * *",
    "0 8 * * 5L",
    "0 8 * * 1#2",
    "0 8 ? * SUN-SAT",
    "0 0 8 * * mon-fri",
    "0 8 * * fri-sun",
  ])
    assert.equal(problem(expression), undefined, expression);
  assert.match(problem("2027-01-01T00:00:00") ?? "", /fields found: 1/);
});

test("10,000 jobs share one parsed pattern for each distinct pattern and zone", () => {
  const before = cachedPatternCount();
  const fromMs = Date.UTC(2026, 5, 1);
  for (let job = 0; job < 10_000; job += 1)
    nextDue(cron(`${job % 20} 7 * * *`), "Asia/Tokyo", fromMs);
  assert.equal(cachedPatternCount() - before, 20);
});

test("the parsed patterns stay bounded however many there are", () => {
  for (let minute = 0; minute < 60; minute += 1) {
    for (let hour = 0; hour < 6; hour += 1) nextDue(cron(`${minute} ${hour} 5 * *`), "UTC", 0);
  }
  assert.equal(cachedPatternCount(), 256);
});

test("a field that cannot be read and a name that is none are told in the reader's words, with what to write", () => {
  const told = (expression: string) => cronProblem(expression, "UTC", 0);
  assert.equal(
    told("0 9/3 * * *")?.ko,
    '크론식 "0 9/3 * * *"를 읽을 수 없어요. 시 "9/3"에는 "*", 0-23, 목록(1,3), 커지는 범위(1-3), "*"나 범위의 간격(*/2, 1-9/2)을 쓸 수 있어요.',
  );
  assert.match(told("@reboot")?.ko ?? "", /^"@reboot"는 쓸 수 없어요\. 쓸 수 있는 이름: @yearly/);
  assert.doesNotMatch(told("@reboot")?.ko ?? "", /supported/);
  for (const good of ["5-59/15 * * * *", "*/15 * * * *", "@hourly"])
    assert.equal(told(good), undefined);
});
