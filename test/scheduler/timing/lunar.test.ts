import assert from "node:assert/strict";
import { test } from "node:test";
import { dateOfDayNumber, isoDate, isoInZone } from "../../../src/base/format-time.ts";
import { describeTiming } from "../../../src/scheduler/ledger/describe.ts";
import { dueBetween } from "../../../src/scheduler/timing/cron.ts";
import { parseLunarDay, solarDayOf } from "../../../src/scheduler/timing/lunar.ts";
import { parseTiming } from "../../../src/scheduler/timing/timing.ts";

const NOW = { nowMs: Date.parse("2026-11-21T12:00:00Z"), zone: "Asia/Seoul" };

/** The solar date of a lunar day in the lunar year that began in a solar year. */
function solar(year: number, text: string): string {
  const day = solarDayOf(parseLunarDay(text)!, year);
  return day === undefined ? "" : isoDate(dateOfDayNumber(day));
}

/** The first due times of what an action passes. */
function dues(input: Record<string, string>, count: number, zone = "Asia/Seoul"): string[] {
  const parsed = parseTiming(input, { ...NOW, zone });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return dueBetween(parsed.timing, zone, NOW.nowMs, Number.POSITIVE_INFINITY, count).map((dueMs) =>
    isoInZone(dueMs, zone),
  );
}

test("the new year, the first full moon and Chuseok fall on the days of the Korean tables", () => {
  // Korea Astronomy and Space Science Institute (astro.kasi.re.kr), by korean-lunar-calendar 0.4.0.
  const table: readonly (readonly [number, string, string, string])[] = [
    [2023, "2023-01-22", "2023-02-05", "2023-09-29"],
    [2024, "2024-02-10", "2024-02-24", "2024-09-17"],
    [2025, "2025-01-29", "2025-02-12", "2025-10-06"],
    [2026, "2026-02-17", "2026-03-03", "2026-09-25"],
    [2027, "2027-02-07", "2027-02-21", "2027-09-15"],
    [2028, "2028-01-27", "2028-02-10", "2028-10-03"],
    [2029, "2029-02-13", "2029-02-27", "2029-09-22"],
    [2030, "2030-02-03", "2030-02-17", "2030-09-12"],
    [2033, "2033-01-31", "2033-02-14", "2033-09-08"],
    [2034, "2034-02-19", "2034-03-05", "2034-09-27"],
    [2050, "2050-01-23", "2050-02-06", "2050-09-30"],
  ];
  for (const [year, ...days] of table)
    assert.deepEqual([solar(year, "1-1"), solar(year, "1-15"), solar(year, "8-15")], days);
});

test("a day of a leap month is kept in the ordinary month of years that lack it", () => {
  assert.equal(solar(2025, "6-1"), "2025-06-25");
  assert.equal(solar(2025, "leap 6-1"), "2025-07-25");
  assert.equal(solar(2026, "윤6-1"), solar(2026, "6-1"));
  assert.equal(solar(2028, "leap 5-1"), "2028-06-23");
  assert.equal(solar(2023, "leap 2-1"), "2023-03-22");
});

test("the thirtieth of a month that has twenty-nine days is its last", () => {
  for (let year = 2024; year <= 2040; year += 1) {
    const last = solar(year, "12-30");
    const eve = Date.parse(`${solar(year + 1, "1-1")}T00:00:00Z`) - 86_400_000;
    assert.equal(last, new Date(eve).toISOString().slice(0, 10));
  }
});

test("a lunar day comes once in every lunar year, also where a solar year has it twice or not at all", () => {
  assert.deepEqual(dues({ lunar: "8-15", time: "09:00" }, 3), [
    "2027-09-15T09:00:00+09:00",
    "2028-10-03T09:00:00+09:00",
    "2029-09-22T09:00:00+09:00",
  ]);
  // The twelfth month may end in January or in February.
  assert.deepEqual(dues({ lunar: "12-1", time: "08:00", repeat: "yearly" }, 3), [
    "2027-01-08T08:00:00+09:00",
    "2027-12-28T08:00:00+09:00",
    "2029-01-15T08:00:00+09:00",
  ]);
  assert.deepEqual(dues({ lunar: "8-15", time: "09:00", repeat: "none" }, 3), [
    "2027-09-15T09:00:00+09:00",
  ]);
});

test("the day is the Korean one, and the hour that of the person's zone", () => {
  assert.deepEqual(dues({ lunar: "1-1", time: "00:30" }, 2, "America/New_York"), [
    "2027-02-07T00:30:00-05:00",
    "2028-01-27T00:30:00-05:00",
  ]);
});

test("what is no lunar day is refused with an example", () => {
  for (const text of ["13-1", "8-31", "0-1", "8", "august 15", ""])
    assert.equal(parseLunarDay(text), undefined, text);
  const parsed = parseTiming({ lunar: "8-31", time: "09:00" }, NOW);
  assert.match(parsed.ok ? "" : parsed.problems[0]!.en, /"8-31".*such as "8-15"/);
  const twice = parseTiming({ lunar: "8-15", repeat: "weekly", time: "09:00" }, NOW);
  assert.match(twice.ok ? "" : twice.problems[0]!.en, /keep one of them/);
});

test("a lunar day is said as one", () => {
  const parsed = parseTiming({ lunar: "윤6-15", time: "09:00" }, NOW);
  assert.ok(parsed.ok);
  assert.equal(describeTiming(parsed.timing, "Asia/Seoul", "ko"), "매년 음력 윤6월 15일 오전 9시");
  assert.equal(
    describeTiming(parsed.timing, "Asia/Seoul", "en"),
    "every year on day 15 of leap month 6 of the lunar calendar at 9 AM",
  );
});
