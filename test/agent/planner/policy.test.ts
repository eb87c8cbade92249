import assert from "node:assert/strict";
import { test } from "node:test";
import { planPolicy } from "../../../src/agent/planner/policy.ts";
import type { PlannerResult } from "../../../src/agent/planner/result.ts";

/** What a message becomes for someone with these schedules. */
function planned(
  text: string,
  schedules: readonly string[] = ["아침 브리핑", "news_briefing"],
): PlannerResult | undefined {
  const language = /\p{Script=Hangul}/u.test(text) ? "ko" : "en";
  return planPolicy(text, { language, nowMs: 0, zone: "Asia/Seoul", schedules });
}

/** The policy that a message sets, and of which schedule; `undefined` for a message that sets none for sure. */
function setBy(text: string, schedules?: readonly string[]): string | undefined {
  const result = planned(text, schedules);
  if (result?.kind !== "sure") return undefined;
  const parts = /^\[system:update\]\("(.+)"\) \{config: \{(.+)\}\}$/.exec(result.code);
  return parts === null ? result.code : `${parts[1]} ${parts[2]}`;
}

const NEWS = "news_briefing";
const MORNING = "아침 브리핑";

test("what becomes of runs that overlap or were missed is said in Korean and English", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["news_briefing: if it is still running, replace it", `${NEWS} overlap: "replace"`],
    ["let news_briefing replace the run before when they overlap", `${NEWS} overlap: "replace"`],
    ["if news_briefing overlaps, stop the old one and start the new", `${NEWS} overlap: "replace"`],
    [
      "news_briefing 예약이 겹치면 앞의 것을 멈추고 새로 시작하게 해줘",
      `${NEWS} overlap: "replace"`,
    ],
    ["겹치면 news_briefing을 새것으로 바꿔서 실행해줘", `${NEWS} overlap: "replace"`],
    ["news_briefing이 아직 안 끝났으면 넘어가", `${NEWS} overlap: "skip"`],
    ["skip news_briefing if the run before is not over", `${NEWS} overlap: "skip"`],
    ["if news_briefing is still running, don't start another", `${NEWS} overlap: "skip"`],
    ["아침 브리핑이 겹치면 기다렸다가 실행해줘", `${MORNING} overlap: "queue"`],
    ["when news_briefing overlaps, wait for the one before", `${NEWS} overlap: "queue"`],
    ["서비스가 꺼져 있던 동안 놓친 아침 브리핑은 한 번만 보내줘", `${MORNING} missed: "once"`],
    ["run only the latest missed news_briefing", `${NEWS} missed: "once"`],
    ["news_briefing을 놓치면 건너뛰어 줘", `${NEWS} missed: "skip"`],
    ["if news_briefing was missed, skip it", `${NEWS} missed: "skip"`],
    ["아침 브리핑은 놓친 걸 전부 실행해줘", `${MORNING} missed: "all"`],
    ["news_briefing: run all missed ones", `${NEWS} missed: "all"`],
  ];
  for (const [said, policy] of cases) assert.equal(setBy(said), policy, said);
});

test("where no schedule is named it is the only one, or it is asked which", () => {
  const said = "이전 게 아직 돌고 있으면 멈추고 새로 해";
  assert.equal(setBy(said, ["물 마시기"]), '물 마시기 overlap: "replace"');
  const several = planned(said);
  assert.ok(several?.kind === "unsure");
  assert.deepEqual(
    several.proposals.map(({ intent }) => intent),
    [
      "“아침 브리핑”: 앞 실행이 끝나지 않았으면 멈추고 새로 시작",
      "“news_briefing”: 앞 실행이 끝나지 않았으면 멈추고 새로 시작",
    ],
  );
  assert.deepEqual(planned("if the previous run is not over, skip it", ["a", "b", "c", "d"]), {
    kind: "none",
    question: "Say it with the name of the reminder: “a”, “b”, “c”, “d”",
  });
});

test("who has no schedule yet is told so, and how to say it with one", () => {
  const korean = planned("이전 게 아직 돌고 있으면 멈추고 새로 해", []);
  assert.match(korean?.kind === "none" ? (korean.question ?? "") : "", /^아직 알림이 없어요\. /);
  const english = planned("if the previous run is not over, skip it", []);
  assert.match(
    english?.kind === "none" ? (english.question ?? "") : "",
    /^You have no reminders yet\. /,
  );
});

test("a name that no schedule has is taken as it was written where it looks like one", () => {
  assert.equal(setBy("price_watch가 겹치면 건너뛰어", []), 'price_watch overlap: "skip"');
});

test("words that only look like it mean nothing of the kind", () => {
  for (const said of [
    "세탁기가 아직 돌고 있으면 알려줘",
    "if the server is still running restart it",
    "news_briefing이 겹치면 건너뛰지 마",
    "놓친 뉴스 전부 보여줘",
    "놓친 알림 전부 보여줘",
    "show all missed runs",
    "what happens if runs overlap?",
    "I missed the bus, skip lunch",
    "missed calls skip",
    "일정이 겹치면 알려줘",
    "밀린 할 일 전부 보여줘",
    "이전 실행이 아직 안 끝나서 건너뛰었어",
    "is news_briefing still running?",
  ])
    assert.equal(planned(said), undefined, said);
});
