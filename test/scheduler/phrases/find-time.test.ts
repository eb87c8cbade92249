import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTiming } from "../../../src/scheduler/ledger/describe.ts";
import { findTime } from "../../../src/scheduler/phrases/find-time.ts";
import { parseTiming } from "../../../src/scheduler/timing/timing.ts";

/** A Sunday, ten past two in the afternoon. */
const CONTEXT = { nowMs: Date.parse("2026-11-22T14:10:30+09:00"), zone: "Asia/Seoul" };

/** `timing | rest`, or `? question | candidates`, or nothing. */
function understood(message: string): string {
  const when = findTime(message, CONTEXT);
  if (when === undefined) return "";
  const texts = when.candidates.map((candidate) => {
    const parsed = parseTiming(candidate, CONTEXT);
    assert.ok(parsed.ok, `${message}: ${JSON.stringify(parsed)}`);
    return describeTiming(parsed.timing, CONTEXT.zone, "en");
  });
  if (when.timing !== undefined) return `${texts.join()} | ${when.rest}`;
  return `? ${when.ambiguity} | ${texts.join(", ")}`;
}

test("Korean words of time become a timing and leave the rest of the message", () => {
  const rows = [
    ["매일 아침 8시에 뉴스 브리핑 보내줘", "every day at 8 AM | 뉴스 브리핑 보내줘"],
    ["평일 9시 30분에 주가 알려줘", "weekdays 9:30 AM | 주가 알려줘"],
    ["매주 월요일 오후 3시 회의 준비 알림", "Mondays 3 PM | 회의 준비 알림"],
    ["매주 월요일과 목요일 저녁 7시 운동", "Mondays, Thursdays 7 PM | 운동"],
    ["매주 월,수,금 7시에 운동 알림", "Mondays, Wednesdays, Fridays 7 AM | 운동 알림"],
    ["월요일마다 9시에 회의록 요약", "Mondays 9 AM | 회의록 요약"],
    ["격주 금요일 오후 5시에 회고 알림", "every 2 weeks on Friday at 5 PM | 회고 알림"],
    ["매월 1일 9시에 정산 알려줘", "every month on day 1 at 9 AM | 정산 알려줘"],
    ["매월 말일 18시에 보고서", "every month on the last day at 6 PM | 보고서"],
    ["매년 3월 1일 9시에 알려줘", "every year on 1 March at 9 AM | 알려줘"],
    ["이틀마다 8시에 화분 물주기", "every 2 days at 8 AM | 화분 물주기"],
    ["주말마다 10시에 게임 소식", "weekends 10 AM | 게임 소식"],
    ["30분마다 서버 확인해줘", "every 30 minutes | 서버 확인해줘"],
    ["매시간 날씨 알려줘", "every hour | 날씨 알려줘"],
    ["10분 뒤에 라면 꺼내라고 알려줘", "Sunday 22 November 2026 at 2:20 PM | 라면 꺼내라고 알려줘"],
    ["한 시간 반 뒤에 알려줘", "Sunday 22 November 2026 at 3:40 PM | 알려줘"],
    ["내일 오후 3시에 치과 예약 알려줘", "Monday 23 November 2026 at 3 PM | 치과 예약 알려줘"],
    ["내일 아침 7시 반에 깨워줘", "Monday 23 November 2026 at 7:30 AM | 깨워줘"],
    ["사흘 뒤 오후 두 시에 알려줘", "Wednesday 25 November 2026 at 2 PM | 알려줘"],
    ["다음 주 월요일 9시에 알려줘", "Monday 23 November 2026 at 9 AM | 알려줘"],
    ["금요일 오전 10시에 알려줘", "Friday 27 November 2026 at 10 AM | 알려줘"],
    ["12월 25일 9시에 인사 보내줘", "Friday 25 December 2026 at 9 AM | 인사 보내줘"],
    ["25일 10시에 월급 확인", "Wednesday 25 November 2026 at 10 AM | 월급 확인"],
    ["오늘 밤 12시에 알려줘", "Monday 23 November 2026 at midnight | 알려줘"],
    ["오늘 3시에 알려줘", "Sunday 22 November 2026 at 3 PM | 알려줘"],
    ["정오에 알려줘", "Monday 23 November 2026 at noon | 알려줘"],
    ['매일 8시에 "내일 3시 회의"라고 보내줘', 'every day at 8 AM | "내일 3시 회의"라고 보내줘'],
  ] as const;
  for (const [message, expected] of rows) assert.equal(understood(message), expected);
});

test("English words of time become a timing and leave the rest of the message", () => {
  const rows = [
    ["every day at 8am stretch, weekdays only", "weekdays 8 AM | stretch"],
    ["every day at 8am send me a news briefing", "every day at 8 AM | send me a news briefing"],
    ["weekdays at 9:30 check the stock price", "weekdays 9:30 AM | check the stock price"],
    ["every Monday at 3pm remind me of the meeting", "Mondays 3 PM | remind me of the meeting"],
    ["Mondays and Thursdays at 7pm yoga", "Mondays, Thursdays 7 PM | yoga"],
    [
      "every other Friday at 5pm send the report",
      "every 2 weeks on Friday at 5 PM | send the report",
    ],
    ["every two weeks on Friday at 5 PM report", "every 2 weeks on Friday at 5 PM | report"],
    ["every morning at 7:30 tell me the weather", "every day at 7:30 AM | tell me the weather"],
    ["on the 1st of every month at 9am pay rent", "every month on day 1 at 9 AM | pay rent"],
    ["every year on March 1 at 9am", "every year on 1 March at 9 AM | "],
    ["every 3 days at 8am water the plants", "every 3 days at 8 AM | water the plants"],
    ["every 2 hours drink water", "every 2 hours | drink water"],
    ["hourly check the server", "every hour | check the server"],
    [
      "in 20 minutes remind me to stretch",
      "Sunday 22 November 2026 at 2:30 PM | remind me to stretch",
    ],
    ["remind me in half an hour", "Sunday 22 November 2026 at 2:40 PM | remind me"],
    ["tomorrow at 3pm call mom", "Monday 23 November 2026 at 3 PM | call mom"],
    ["tonight at 8 remind me", "Sunday 22 November 2026 at 8 PM | remind me"],
    ["at 9 in the evening call dad", "Sunday 22 November 2026 at 9 PM | call dad"],
    ["December 25 at 9am say hello", "Friday 25 December 2026 at 9 AM | say hello"],
    ["on Friday at 5pm leave early", "Friday 27 November 2026 at 5 PM | leave early"],
  ] as const;
  for (const [message, expected] of rows) assert.equal(understood(message), expected);
});

test("what can be read in two ways is asked, not guessed", () => {
  const rows = [
    [
      "내일 3시에 알려줘",
      "? 어느 때인가요? 2026년 11월 23일(월) 오전 3시 / 2026년 11월 23일(월) 오후 3시 | Monday 23 November 2026 at 3 AM, Monday 23 November 2026 at 3 PM",
    ],
    [
      "매일 3시에 알려줘",
      "? 어느 때인가요? 매일 오전 3시 / 매일 오후 3시 | every day at 3 AM, every day at 3 PM",
    ],
    [
      "3시에 알려줘",
      "? 어느 때인가요? 2026년 11월 22일(일) 오후 3시 / 2026년 11월 23일(월) 오전 3시 | Sunday 22 November 2026 at 3 PM, Monday 23 November 2026 at 3 AM",
    ],
    [
      "remind me tomorrow at 3 to call mom",
      "? Which do you mean? Monday 23 November 2026 at 3 AM / Monday 23 November 2026 at 3 PM | Monday 23 November 2026 at 3 AM, Monday 23 November 2026 at 3 PM",
    ],
    [
      "매일 아침 뉴스 보내줘",
      "? 몇 시인지 말해 주세요. | every day at 7 AM, every day at 8 AM, every day at 9 AM",
    ],
    ["매주 금융 뉴스 9시에 보내줘", "? 무슨 요일인지 말해 주세요. | "],
    ["every month at 9am", "? On which day? | "],
    ["오늘 1시에 알려줘", "? 그 시각은 이미 지났어요. 언제로 할까요? | "],
    ["내일 8시와 18시에 보내줘", "? 때를 나타내는 말이 둘 이상이에요. 하나씩 말해 주세요. | "],
  ] as const;
  for (const [message, expected] of rows) assert.equal(understood(message), expected);
});

test("midnight at the end of a named weekday is asked about", () => {
  assert.equal(
    understood("매주 토요일 밤 12시에 알려줘"),
    "? 어느 때인가요? 매주 토요일 자정 / 매주 일요일 자정 | Saturdays midnight, Sundays midnight",
  );
});

test("'next' weekday said earlier in the same week may mean either of two", () => {
  const tuesday = { nowMs: Date.parse("2026-11-24T10:00:00+09:00"), zone: "Asia/Seoul" };
  const when = findTime("next Friday at 9am", tuesday);
  assert.deepEqual(when?.candidates, [{ at: "2026-11-27T09:00" }, { at: "2026-12-04T09:00" }]);
  assert.equal(when?.timing, undefined);
});

test("messages that ask for nothing at a time are left alone", () => {
  const messages = [
    "지금 몇 시야",
    "내일 날씨 알려줘",
    "오늘 뉴스 찾아줘",
    "AI 뉴스 찾아서 news.md로 저장해줘",
    "다시 알려줘",
    "what time is it in New York",
    "price of AAPL today",
    "what happened on Monday",
    "summarize the last 24 hours of news",
    `매일 8시에 ${"아주 긴 글 ".repeat(200)}`,
  ];
  for (const message of messages) assert.equal(understood(message), "", message);
});
