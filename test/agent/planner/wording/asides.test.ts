import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutReason } from "../../../../src/agent/planner/wording/asides.ts";
import { reminderText } from "../../../../src/agent/planner/wording/reminder-title.ts";

test("why something is to be done is no part of what is to be done", () => {
  const cases = [
    ["water the fern, my neighbour is away", "water the fern"],
    ["feed the cat because she gets grumpy", "feed the cat"],
    ["move the car, it's urgent", "move the car"],
    ["buy milk, bread and eggs", "buy milk, bread and eggs"],
    ["급하니까 세탁소 전화하기", "세탁소 전화하기"],
    ["세탁소 전화하기 자꾸 까먹거든", "세탁소 전화하기"],
    ["급한 일 처리하기", "급한 일 처리하기"],
  ] as const;
  for (const [said, bare] of cases) assert.equal(withoutReason(said), bare);
});

test("what points at the thing named behind it is no part of a title", () => {
  assert.equal(reminderText("이거 세탁소 맡기라고 알려줘", "ko"), "세탁소 맡기기");
});
