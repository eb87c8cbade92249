import assert from "node:assert/strict";
import { test } from "node:test";
import { isHourAlone, timeAnswer, withHour } from "../../../src/scheduler/phrases/answer.ts";
import { lacksHour } from "../../../src/scheduler/phrases/find-time.ts";

const CONTEXT = { nowMs: Date.parse("2026-11-21T10:00:00Z"), zone: "Asia/Seoul" };

/** An answer, and what it makes of "내일 전화하라고 알려줘" and of "remind me tomorrow to call". */
const HOURS: readonly (readonly [answer: string, korean: string, english: string])[] = [
  ["3시", "3시에 내일 전화하라고 알려줘", "3시에 remind me tomorrow to call"],
  ["저녁 7시요", "저녁 7시에 내일 전화하라고 알려줘", "저녁 7시에 remind me tomorrow to call"],
  ["음, 8시 반으로 해줘", "8시 반에 내일 전화하라고 알려줘", "8시 반에 remind me tomorrow to call"],
  ["정오", "정오에 내일 전화하라고 알려줘", "정오에 remind me tomorrow to call"],
  ["at 9", "내일 전화하라고 알려줘 at 9", "remind me tomorrow to call at 9"],
  ["9", "내일 전화하라고 알려줘 at 9", "remind me tomorrow to call at 9"],
  [
    "ok, 9:30pm please.",
    "내일 전화하라고 알려줘 at 9:30pm",
    "remind me tomorrow to call at 9:30pm",
  ],
  [
    "in the evening",
    "내일 전화하라고 알려줘 in the evening",
    "remind me tomorrow to call in the evening",
  ],
];

const NO_HOURS = [
  "내일",
  "월요일",
  "매일 3시",
  "9시 뉴스",
  "내일 3시",
  "in 20 minutes",
  "3pm meeting",
  "123",
  "yes",
  "지금 몇 시야",
  "",
];

for (const [answer, korean, english] of HOURS)
  test(`"${answer}" is an hour alone, and completes what lacks one`, () => {
    assert.ok(isHourAlone(answer));
    assert.equal(withHour("내일 전화하라고 알려줘.", answer), korean);
    assert.equal(withHour("remind me tomorrow to call!", answer), english);
  });

for (const text of NO_HOURS)
  test(`"${text}" is no hour alone`, () => {
    assert.equal(isHourAlone(text), false);
  });

test("an hour is lacking where none is named or the one named can be read twice, and nothing else", () => {
  const lacking = ["내일 전화하라고 알려줘", "remind me every day to rest", "내일 3시에 알려줘"];
  const others = [
    "매주 알려줘",
    "내일 저녁 7시에 알려줘",
    "내일 날씨",
    "안녕",
    "매일 해 뜰 때 알려줘",
  ];
  assert.deepEqual(
    [...lacking, ...others].filter((text) => lacksHour(text, CONTEXT)),
    lacking,
  );
});

/** Said at 19:00, when one time is today at 21:24: what it becomes, and what becomes of every day at seven. */
const ANSWERS: readonly (readonly [words: string, once: object, daily: object])[] = [
  ["at 4pm", { at: "2026-11-22T16:00" }, { repeat: "daily", time: "16:00" }],
  ["11pm", { at: "2026-11-21T23:00" }, { repeat: "daily", time: "23:00" }],
  ["change it to 4pm", { at: "2026-11-22T16:00" }, { repeat: "daily", time: "16:00" }],
  ["please make it 8pm", { at: "2026-11-21T20:00" }, { repeat: "daily", time: "20:00" }],
  ["오후 4시로 바꿔줘", { at: "2026-11-22T16:00" }, { repeat: "daily", time: "16:00" }],
  [
    "시간을 밤 11시로 변경해 주세요",
    { at: "2026-11-21T23:00" },
    { repeat: "daily", time: "23:00" },
  ],
  ["내일 오후 4시로 바꿔줘", { at: "2026-11-22T16:00" }, { at: "2026-11-22T16:00" }],
  [
    "매일 오후 4시로 바꿔줘",
    { repeat: "daily", time: "16:00" },
    { repeat: "daily", time: "16:00" },
  ],
];

for (const [words, once, daily] of ANSWERS)
  test(`"${words}" is a time to come, on the days of what there is`, () => {
    const timingOf = (present: object) => timeAnswer(words, CONTEXT, { ...present })?.timing;
    assert.deepEqual(timingOf({ at: "2026-11-21T21:24" }), once);
    assert.deepEqual(timingOf({ repeat: "daily", time: "07:00" }), daily);
  });

test("of the hours that an answer may mean, those that are over are left out unless all are", () => {
  const candidates = (nowMs: number) =>
    timeAnswer("at 4", { ...CONTEXT, nowMs }, { at: "2026-11-21T21:24" })?.candidates;
  const noonMs = Date.parse("2026-11-21T03:00:00Z");
  assert.deepEqual(candidates(noonMs), [{ at: "2026-11-21T16:00" }]);
  const tomorrow = [{ at: "2026-11-22T04:00" }, { at: "2026-11-22T16:00" }];
  assert.deepEqual(candidates(CONTEXT.nowMs), tomorrow);
});

test("a request that names a time besides is no answer", () => {
  const requests = [
    "오후 4시에 우유 사라고 알려줘",
    "내일 회의를 오후 4시로 바꿔줘",
    "오후 4시로 바꿔주고 우유도 적어줘",
    "change it to 4pm and buy milk",
    "set an alarm for 4pm",
  ];
  for (const text of requests) assert.equal(timeAnswer(text, CONTEXT), undefined, text);
});
