import assert from "node:assert/strict";
import { test } from "node:test";
import { createTimeHandlers } from "../../../src/nodes/system/time.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { failureOf, goodValue, run } from "../../support/ready-call.ts";

const NOW = "2026-11-21T09:05:00Z";

async function timeIn(place: string | undefined, language: "ko" | "en" = "ko") {
  const clock = new ManualClock(NOW);
  const params = place === undefined ? {} : { timezone: place };
  return run(createTimeHandlers({ clock }), "system:time", params, { language });
}

test("the time is told where the person is, or in a place as people name it", async () => {
  const rows = [
    [undefined, "ko", "Asia/Seoul", "11월 21일 토요일 오후 6:05이에요."],
    ["서울", "ko", "Asia/Seoul", "11월 21일 토요일 오후 6:05이에요."],
    ["Korea", "en", "Asia/Seoul", "It's 6:05 PM, Saturday, November 21."],
    ["뉴욕", "ko", "America/New_York", "뉴욕은 토요일 오전 4:05이에요 (14시간 늦어요)."],
    [
      "new york",
      "en",
      "America/New_York",
      "It's 4:05 AM Saturday in New York, 14 hours behind you.",
    ],
    ["Asia/Tokyo", "ko", "Asia/Tokyo", "도쿄는 토요일 오후 6:05이에요."],
    ["UTC", "en", "UTC", "It's 9:05 AM Saturday in UTC, 9 hours behind you."],
  ] as const;
  for (const [place, language, zone, expected] of rows) {
    const value = goodValue(await timeIn(place, language));
    assert.ok(value.kind === "object");
    assert.equal(value.data["timezone"], zone);
    assert.equal(value.text?.replace(/\s/g, " "), expected);
  }
});

test("a place that nobody knows is refused with near names", async () => {
  assert.deepEqual(failureOf(await timeIn("New Yrok")), {
    code: "unknown-zone",
    message: '"New Yrok"라는 시간대는 없어요. 혹시 "America/New_York"인가요?',
    retryable: false,
  });
  assert.match(
    failureOf(await timeIn("아틀란티스")).message,
    /^"아틀란티스"라는 시간대는 없어요\. 서울 같은 도시 이름을 써/,
  );
});
