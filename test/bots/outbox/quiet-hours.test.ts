import assert from "node:assert/strict";
import { test } from "node:test";
import { parseQuietHours, quietText, quietUntil } from "../../../src/bots/outbox/quiet-hours.ts";

test("quiet hours are read as people write them", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["22:00-07:00", "22:00–07:00"],
    ["22-7", "22:00–07:00"],
    ["22:30 ~ 6:15", "22:30–06:15"],
    ["22시부터 7시까지", "22:00–07:00"],
    ["밤 10시 반부터 아침 7시", "22:30–07:00"],
    ["밤 12시~오전 6시 30분", "00:00–06:30"],
    ["오후 11시 - 오전 7시", "23:00–07:00"],
    ["10pm to 7am", "22:00–07:00"],
    ["12am-12pm", "00:00–12:00"],
    ["24:00-8", "00:00–08:00"],
    ["13:00–14:00", "13:00–14:00"],
    ["22:00-22:00", undefined],
    ["22:60-7", undefined],
    ["25-7", undefined],
    ["22:00", undefined],
    ["soon", undefined],
    ["", undefined],
  ];
  for (const [text, expected] of cases) {
    const hours = parseQuietHours(text);
    assert.equal(hours && quietText(hours), expected, text);
  }
});

test("quiet ends by the wall clock where the person lives, also over a change of the clocks", () => {
  const night = { fromMinute: 22 * 60, toMinute: 7 * 60 };
  const noon = { fromMinute: 12 * 60, toMinute: 13 * 60 };
  const cases: readonly (readonly [typeof night, string, string, string | undefined])[] = [
    [night, "UTC", "2026-11-21T21:59:59Z", undefined],
    [night, "UTC", "2026-11-21T22:00:00Z", "2026-11-22T07:00:00.000Z"],
    [night, "UTC", "2026-11-22T06:59:59Z", "2026-11-22T07:00:00.000Z"],
    [night, "UTC", "2026-11-22T07:00:00Z", undefined],
    [night, "UTC", "2026-12-31T23:00:00Z", "2027-01-01T07:00:00.000Z"],
    [night, "Asia/Seoul", "2026-11-21T14:00:00Z", "2026-11-21T22:00:00.000Z"],
    [noon, "UTC", "2026-11-21T12:30:00Z", "2026-11-21T13:00:00.000Z"],
    [noon, "UTC", "2026-11-21T13:00:00Z", undefined],
    // New York sets its clocks forward on 2026-03-08 at 2:00 and back on 2026-11-01 at 2:00.
    [night, "America/New_York", "2026-03-08T04:00:00Z", "2026-03-08T11:00:00.000Z"],
    [night, "America/New_York", "2026-11-01T03:00:00Z", "2026-11-01T12:00:00.000Z"],
  ];
  for (const [hours, zone, at, expected] of cases) {
    const untilMs = quietUntil(hours, zone, Date.parse(at));
    const text = untilMs === undefined ? undefined : new Date(untilMs).toISOString();
    assert.equal(text, expected, `${zone} ${at}`);
  }
});
