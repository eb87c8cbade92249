import assert from "node:assert/strict";
import { test } from "node:test";
import { isAsking } from "../../../../src/agent/planner/frames/asking.ts";

const ASKS = [
  "부산 날씨",
  "카카오 얼마야?",
  "뉴스 좀 보여줘",
  "is it going to rain",
  "price of Nike",
  "look up ferry times please",
  "환율 궁금해서 그런데 얼마예요",
];
const TELLS = [
  "비 오는 소리가 참 좋더라",
  "주식은 이제 안 할 거야",
  "오늘은 하늘이 맑네",
  "the news is so depressing",
  "I love rainy days",
  "my files are a mess",
];

for (const text of ASKS) test(`"${text}" asks`, () => assert.equal(isAsking(text), true));
for (const text of TELLS) test(`"${text}" only tells`, () => assert.equal(isAsking(text), false));
