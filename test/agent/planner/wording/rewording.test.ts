import assert from "node:assert/strict";
import { test } from "node:test";
import { reworded } from "../../../../src/agent/planner/wording/rewording.ts";

for (const [said, meant] of [
  ["and ring grandma at 5pm today", "ring grandma at 5pm today"],
  ["i have a haircut on thursday at 2pm", "remind me: haircut on thursday at 2pm"],
  ["vet on friday 3pm, ping me an hour before", "remind me 1 hour before vet on friday 3pm"],
  ["remind me at 8 - no, 9 pm tonight to lock up", "remind me at 9 pm tonight to lock up"],
  ["call Sam at 6pm, actually 7", "call Sam at 7 pm"],
  ["내일 오후 8시에 운동 가라고 알려줘 아니 9시", "내일 오후 9시에 운동 가라고 알려줘"],
  ["일정 추가 12월 3일 오후 2시 건강검진", '12월 3일 오후 2시 "건강검진"라고 알려줘'],
  ["내일 오전 10시 미용실 예약 있음", '내일 오전 10시 "미용실 예약"라고 알려줘'],
  ["금요일 2시 피부과 예약했어 30분 전에 알려줘", "금요일 2시 피부과 예약 30분 전에 알려줘"],
  ["timer 7 min rice", "remind me in 7 min: rice"],
  ["a 12 minute timer for the cookies", "remind me in 12 minute: cookies"],
  ["start a timer for 5 min", "set a timer for 5 min"],
  ["계란 타이머 6분", "6분 뒤에 계란 알려줘"],
  ["every evening 9 water the basil", "every evening at 9 water the basil"],
  ["every morning 2 glasses of water", "every morning 2 glasses of water"],
  ["whats 5 - 3", "whats 5 - 3"],
  ["12월 24일에 뭐 있어?", "12월 24일에 뭐 있어?"],
  ["I have 3 eggs", "I have 3 eggs"],
  [
    "dont forget i have the dentist wed at quarter past 11",
    "remind me: dentist wed at quarter past 11",
  ],
  ["don't forget my flight is on Friday at 9am", "remind me: flight on Friday at 9am"],
  ["수요일 11시에 치과 있는 거 잊지 마", "수요일 11시에 치과 알려줘"],
  ["don't forget i have 3 eggs", "don't forget i have 3 eggs"],
] as const)
  test(`what was said is read in one piece: ${said}`, () => {
    assert.equal(reworded(said), meant);
  });
