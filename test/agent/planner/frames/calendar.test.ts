import assert from "node:assert/strict";
import test from "node:test";
import { planCalendar } from "../../../../src/agent/planner/frames/calendar.ts";

const options = {
  language: "ko",
  nowMs: Date.parse("2026-12-02T10:40:00+09:00"),
  zone: "Asia/Seoul",
} as const;

function entry(text: string): string | undefined {
  const planned = planCalendar(text, options);
  return planned?.kind === "sure" ? planned.code : undefined;
}

test("a day that is told for the calendar is put there under its own name", () => {
  for (const [text, code] of [
    [
      "장인어른 생신 음력 4월 9일 달력에 넣어줘",
      '("장인어른 생신") {type: "birthday", lunar: "4-9"}',
    ],
    ["캘린더에 12월 20일 이사 추가", '("이사") {type: "appointment", date: "2026-12-20"}'],
    [
      "12월 18일 저녁 7시 송년회 일정 등록해줘",
      '("송년회") {type: "appointment", date: "2026-12-18", time: "19:00"}',
    ],
    [
      "개업기념일이 3월 2일이야 달력에 적고 이틀 전에 알려줘",
      '("개업기념일") {type: "anniversary", date: "2027-03-02", before: "2d"}',
    ],
    [
      "physio next monday 4:30pm, stick it in my diary",
      '("physio") {type: "appointment", date: "2026-12-07", time: "16:30"}',
    ],
    [
      "it's noor's birthday on may 4, warn me a week before",
      `("noor's birthday") {type: "birthday", date: "2027-05-04", before: "7d"}`,
    ],
    [
      "dad's birthday is the lunar 2nd of March. don't let me forget",
      `("dad's birthday") {type: "birthday", lunar: "3-2"}`,
    ],
  ] as const)
    assert.equal(entry(text), `[system:save_event]${code}`, text);
});

test("what asks for the calendar, takes out of it or says no day puts nothing there", () => {
  for (const text of [
    "달력에서 치과 빼줘",
    "내일 일정 알려줄래",
    "what's on my calendar friday",
    "my calendar is a mess",
    "엄마 생신 언제였지",
    "put it in the calendar",
    "don't put the dentist on friday in my calendar",
    "금요일 회식은 달력에 넣지 마",
    "내 생일 7월 3일이야 기억해",
    "매주 화요일 7시 요가 달력에 넣어줘",
  ])
    assert.equal(entry(text), undefined, text);
});
