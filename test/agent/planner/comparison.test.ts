import assert from "node:assert/strict";
import { test } from "node:test";
import { comparedPlaces } from "../../../src/agent/planner/lookups/comparison.ts";

const CASES: readonly (readonly [string, readonly string[] | undefined])[] = [
  ["서울 부산 제주 중에 어디가 제일 따뜻해?", ["서울", "부산", "제주"]],
  ["서울이랑 제주 중 어디가 더 추워?", ["서울", "제주"]],
  ["대전, 대구, 광주 가운데 내일 어디가 가장 더워요?", ["대전", "대구", "광주"]],
  ["which is warmest, Seoul or Jeju?", ["Seoul", "Jeju"]],
  ["where is it coldest, Seoul, Busan or Jeju?", ["Seoul", "Busan", "Jeju"]],
  ["is it warmer in Madrid or Rome tomorrow?", ["Madrid", "Rome"]],
  ["which city is hotter, New York or Los Angeles?", ["New York", "Los Angeles"]],
  ["오늘 서울 부산 중에 어디가 더 추워?", ["서울", "부산"]],
  ["오늘 날씨 어디가 제일 추워?", undefined],
  ["서울 어디가 제일 따뜻해?", undefined],
  ["세계에서 어디가 제일 추워?", undefined],
  ["which jacket is warmest?", undefined],
  ["where is it warm in December?", undefined],
];

test("places that are compared by their weather are read from the words, and nothing else is", () => {
  for (const [said, places] of CASES) assert.deepEqual(comparedPlaces(said), places, said);
});
