import assert from "node:assert/strict";
import { test } from "node:test";
import { amenitiesIn, waysIn } from "../../../../src/agent/planner/frames/places-said.ts";
import { planEveryday } from "../../../../src/agent/planner/lookups/everyday.ts";

const options = {
  language: "ko",
  nowMs: Date.parse("2026-11-23T00:00:00Z"),
  zone: "Asia/Seoul",
} as const;

function codeOf(message: string): string | undefined {
  const planned = planEveryday(message, options);
  return planned?.kind === "sure" ? planned.code : undefined;
}

const WAYS: readonly (readonly [string, string, string])[] = [
  ["대전역에서 김포공항까지 차로 얼마나 걸려?", "대전역", "김포공항"],
  ["수원 화성에서 남이섬까지 운전해서 몇 시간이야", "수원 화성", "남이섬"],
  ["how long is the drive from Lyon to Geneva", "Lyon", "Geneva"],
  ["how far is it by car from Busan to Gyeongju?", "Busan", "Gyeongju"],
];

for (const [message, from, to] of WAYS) {
  test(`a way by car between any two places: ${message}`, () => {
    assert.deepEqual(
      waysIn(message).map(({ value }) => value),
      [from, to],
    );
    assert.equal(codeOf(message), `[source:source_navigate]("${from}") {destination: "${to}"}`);
  });
}

const AROUND: readonly (readonly [string, string, string])[] = [
  ["해운대 근처 약국 찾아줘", "해운대", "약국"],
  ["대전역 주변에 주차장 있어?", "대전역", "주차장"],
  ["gas stations near Lake Tahoe", "Lake Tahoe", "gas stations"],
  ["where is the nearest pharmacy to Gare du Nord", "Gare du Nord", "pharmacy"],
];

for (const [message, place, kind] of AROUND) {
  test(`what is around a place: ${message}`, () => {
    assert.equal(codeOf(message), `[source:places_around]("${place}") {kind: "${kind}"}`);
  });
}

for (const message of [
  "강남역에서 판교역까지 차로 갈 건데 6시에 알려줘",
  "집에서 회사까지 차로 얼마나 걸려",
  "how long is the drive from home to work",
  "점심 먹고 약국 들러야지",
  "집 근처 약국 찾아줘",
  "월요일에서 수요일까지 휴가야",
  "a pharmacist from Seoul to talk to",
]) {
  test(`neither a way nor a place that can be looked up: ${message}`, () => {
    assert.doesNotMatch(codeOf(message) ?? "", /source_navigate|places_around/);
  });
}

test("what only names a shop is no search around a place", () => {
  assert.deepEqual(amenitiesIn("약국 문 닫았더라"), []);
  assert.deepEqual(waysIn("from Monday to Friday"), []);
});
