import assert from "node:assert/strict";
import { test } from "node:test";
import { cannotYet } from "../../../../src/agent/planner/wording/cannot-yet.ts";

const none = (): boolean => false;

const ASKED = [
  "play some jazz",
  "신나는 노래 틀어줘",
  "book me a flight to Lisbon",
  "거실 불 꺼줘",
  "can you set the thermostat to 20",
  "치킨 두 마리 배달시켜줘",
  "order two large pizzas",
  "카카오택시 호출해줘",
  "지호한테 3만원 보내줘",
  "pay my electricity bill",
  "안 읽은 메일 있어?",
  "reply to Sarah's email",
  "엄마한테 전화 걸어줘",
  "강아지 그려줘",
  "발표 자료 10장짜리로 준비해줘",
  "summarize this youtube video https://www.youtube.com/watch?v=1",
  "이 문장 음성으로 읽어줘",
  "photos.zip 압축 풀어줘",
  "내 현재 위치 형한테 보내줘",
  "what is my savings balance",
  "오늘 걸음 수 알려줘",
  "record our call",
  "sing us a lullaby",
  "장부.xlsx 암호화해줘",
  "draft a letter to the council in council.md",
];

test("what no action does is recognised by what is to be done with what", () => {
  for (const message of ASKED) {
    const lacking = cannotYet(message, none);
    assert.ok(lacking !== undefined, message);
    assert.match(lacking.words.ko, /못/u);
  }
});

test("what only speaks of such a thing, or asks for something else with it, is not", () => {
  for (const message of [
    "remind me to book a flight at 6",
    "6시에 불 끄라고 알려줘",
    "차트 그림 그려줘",
    "음악 틀어놓고 일하는 게 좋아",
    "i love to play the piano",
    "오늘 점심 시켜 먹었어",
    "할 일에 항공권 예매 추가해줘",
    "만원 보냈다고 지호한테 전해줘",
    "order the list by price",
    "draw a bar chart of sales.csv",
    "call the plumber tomorrow at 9",
    "don't play any music",
    "tell Ben to turn off the lights",
    "이메일 주소는 a@b.com이야 기억해",
    "take a note: call Leo",
    "record that I paid the rent",
    "내 걸음 수 8000보 기억해",
    "지수한테 사진 잘 받았다고 보내줘",
    "send Leo the summary of notes.txt",
    "write a letter in my to-do list",
  ])
    assert.equal(cannotYet(message, none), undefined, message);
});

test("an action that comes to do it is asked for like any other", () => {
  const hasPie = (action: string): boolean => action === "forge:pie";
  assert.ok(cannotYet("show it as a pie chart", none) !== undefined);
  assert.equal(cannotYet("show it as a pie chart", hasPie), undefined);
});

test("the nearest that can be done takes the values of the request along", () => {
  const lacking = cannotYet("pie chart of goals: home 12, away 7", none);
  assert.equal(lacking?.near?.says.en, "bar chart of goals: home 12, away 7");
});
