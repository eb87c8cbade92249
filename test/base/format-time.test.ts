import assert from "node:assert/strict";
import { test } from "node:test";
import { dateAndTime, dayAndTime } from "../../src/base/format-time.ts";

const SEOUL = {
  ko: { language: "ko", zone: "Asia/Seoul" },
  en: { language: "en", zone: "Asia/Seoul" },
} as const;

/** A Monday, eight in the morning in Seoul, and a Sunday in New York. */
const MONDAY_MS = Date.parse("2026-11-23T08:00:09+09:00");

test("a moment is told with its day of the week, in the reader's language and by the reader's clock", () => {
  assert.equal(dayAndTime(MONDAY_MS, SEOUL.en), "Mon, Nov 23, 8 AM");
  assert.equal(dayAndTime(MONDAY_MS, SEOUL.ko), "11월 23일(월) 오전 8시");
  const reader = { language: "en", zone: "America/New_York" } as const;
  assert.equal(dayAndTime(MONDAY_MS, reader), "Sun, Nov 22, 6 PM");
});

test("midnight is hour nought of its day", () => {
  const midnightMs = Date.parse("2026-11-23T00:00:00+09:00");
  assert.equal(dayAndTime(midnightMs, SEOUL.en), "Mon, Nov 23, 12 AM");
});

test("the year is told where the day alone would be taken for a nearer one", () => {
  const nowMs = Date.parse("2026-11-22T12:00:00+09:00");
  const toldAt = (iso: string, reader: "ko" | "en" = "en") =>
    dayAndTime(Date.parse(iso), SEOUL[reader], { nowMs });
  assert.equal(toldAt("2027-01-04T08:00:00+09:00"), "Mon, Jan 4, 8 AM");
  assert.equal(toldAt("2027-11-22T08:00:00+09:00"), "Mon, Nov 22, 2027, 8 AM");
  assert.equal(toldAt("2027-11-22T08:00:00+09:00", "ko"), "2027년 11월 22일(월) 오전 8시");
  assert.equal(toldAt("2025-11-22T08:00:00+09:00"), "Sat, Nov 22, 2025, 8 AM");
});

test("what may be old is told by its date with the year", () => {
  assert.equal(dateAndTime(MONDAY_MS, SEOUL.en), "Nov 23, 2026, 8 AM");
  assert.equal(dateAndTime(MONDAY_MS, SEOUL.ko), "2026년 11월 23일 오전 8시");
});
