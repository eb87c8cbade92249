import assert from "node:assert/strict";
import { test } from "node:test";
import { instantOf, isoInZone, localTimeOf } from "../../../src/base/format-time.ts";
import { parseZone } from "../../../src/scheduler/timing/zone.ts";

const at = (iso: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = iso.split(/\D/).map(Number);
  return { year, month, day, hour, minute, second: 0 };
};

test("a wall-clock reading becomes the first instant that shows it, or the end of the gap that left it out", () => {
  const rows = [
    ["2026-11-22 15:00", "Asia/Seoul", "2026-11-22T15:00:00+09:00"],
    ["2026-03-29 02:30", "Europe/Berlin", "2026-03-29T03:00:00+02:00"],
    ["2026-10-25 02:30", "Europe/Berlin", "2026-10-25T02:30:00+02:00"],
    ["2026-03-08 02:30", "America/New_York", "2026-03-08T03:00:00-04:00"],
    ["2026-11-01 01:30", "America/New_York", "2026-11-01T01:30:00-04:00"],
    ["2026-10-04 02:30", "Australia/Sydney", "2026-10-04T03:00:00+11:00"],
    ["2026-04-05 02:30", "Australia/Sydney", "2026-04-05T02:30:00+11:00"],
    ["2026-10-04 02:15", "Australia/Lord_Howe", "2026-10-04T02:30:00+11:00"],
    ["2026-04-24 00:00", "Africa/Cairo", "2026-04-24T01:00:00+03:00"],
    ["2026-01-01 00:00", "Asia/Kathmandu", "2026-01-01T00:00:00+05:45"],
  ] as const;
  for (const [wall, zone, expected] of rows) {
    assert.equal(isoInZone(instantOf(at(wall), zone), zone), expected);
  }
});

test("a whole day that a zone left out gives the first moment after it", () => {
  const instantMs = instantOf(at("2011-12-30 12:00"), "Pacific/Apia");
  assert.equal(isoInZone(instantMs, "Pacific/Apia"), "2011-12-31T00:00:00+14:00");
});

test("the reading of an instant has the zone's own date", () => {
  const instantMs = Date.parse("2026-12-31T20:30:15Z");
  assert.deepEqual(localTimeOf(instantMs, "Asia/Seoul"), {
    year: 2027,
    month: 1,
    day: 1,
    hour: 5,
    minute: 30,
    second: 15,
  });
});

test("a zone is taken in any capitalisation, and an older name stays as it was written", () => {
  assert.deepEqual(parseZone("asia/seoul"), { ok: true, zone: "Asia/Seoul" });
  assert.deepEqual(parseZone("utc"), { ok: true, zone: "UTC" });
  assert.deepEqual(parseZone("Asia/Kolkata"), { ok: true, zone: "Asia/Kolkata" });
});

test("a zone is found by the places that people name, in Korean and English, and by its last part", () => {
  const rows = [
    ["서울", "Asia/Seoul"],
    ["  뉴욕 ", "America/New_York"],
    ["뉴욕".normalize("NFD"), "America/New_York"],
    ["Korea", "Asia/Seoul"],
    ["new york", "America/New_York"],
    ["New_York", "America/New_York"],
    ["Los  Angeles", "America/Los_Angeles"],
    ["japan", "Asia/Tokyo"],
    ["halifax", "America/Halifax"],
    ["Port of Spain", "America/Port_of_Spain"],
  ] as const;
  for (const [name, zone] of rows) assert.deepEqual(parseZone(name), { ok: true, zone }, name);
  assert.equal(parseZone("Europe/Seoul").ok, false);
});

test("an unknown zone is refused with the nearest names", () => {
  const problemOf = (text: string, language: "ko" | "en" = "en"): string => {
    const parsed = parseZone(text);
    return parsed.ok ? "" : parsed.problem[language];
  };
  assert.match(
    problemOf("Asia/Soul"),
    /^Unknown time zone "Asia\/Soul"\. Did you mean "Asia\/Seoul"/,
  );
  assert.equal(
    problemOf("New Yrok"),
    'Unknown time zone "New Yrok". Did you mean "America/New_York"?',
  );
  assert.equal(
    problemOf("샌프란시스꼬", "ko"),
    '"샌프란시스꼬"라는 시간대는 없어요. 혹시 "America/Los_Angeles"인가요?',
  );
  assert.equal(
    problemOf("+09:00"),
    'Unknown time zone "+09:00". Use the name of a city, such as Seoul.',
  );
  assert.match(problemOf("", "ko"), /^""라는 시간대는 없어요\. 서울 같은 도시 이름/);
});
