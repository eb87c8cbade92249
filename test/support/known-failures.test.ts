import assert from "node:assert/strict";
import { test } from "node:test";
import { tellsKnownFailure } from "./known-failures.ts";

test("what is said before a card where something is wrong is known again, and what is done is not", () => {
  for (const text of [
    "There's no **meeting.txt**.",
    "**회의.txt**는 없어요.",
    "**회의록**은 없어요.",
    "**운동**이라는 알림은 없어요.",
    "There's no reminder called **gym**.",
    "I don't know a **Mina** yet.",
    "**민수**님을 아직 몰라요.",
    "That time has passed.",
    "그 시간은 이미 지났어요.",
    '"news"라는 예약이 이미 있어요. 다른 이름을 고르거나 그 예약을 고쳐 주세요.',
    "not an address isn't a web address.",
  ])
    assert.ok(tellsKnownFailure(text), text);
  for (const text of [
    "✅ Sent to Mina · 5:24 PM\n> There's time",
    "🗑 **장보기.txt**를 지웠어요.",
    "보낼 것이 없어요.",
    "날씨 서비스가 답하지 않아요.",
  ])
    assert.ok(!tellsKnownFailure(text), text);
});
