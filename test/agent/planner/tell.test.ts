import assert from "node:assert/strict";
import { test } from "node:test";
import { planTelling } from "../../../src/agent/planner/tell.ts";

const OPTIONS = { language: "en", nowMs: 0, zone: "UTC" } as const;

/** To whom and what; nothing where it is not about telling somebody. */
function told(text: string, allowedNodes?: readonly string[]): string | undefined {
  const planned = planTelling(text, {
    ...OPTIONS,
    ...(allowedNodes === undefined ? {} : { allowedNodes }),
  });
  return planned?.kind === "sure" ? planned.code : undefined;
}

test("reported speech is a message in the words of direct speech", () => {
  const cases = [
    ["tell Bob I'll be late", "I'll be late", "Bob"],
    ["Please tell bob that dinner is at 7.", "Dinner is at 7", "bob"],
    ["send bob a message saying dinner is at 7", "Dinner is at 7", "bob"],
    ["send a text to Kim that we moved to room 4", "We moved to room 4", "Kim"],
    ["let Ana know the parcel came", "The parcel came", "Ana"],
    ["text Joe saying on my way", "On my way", "Joe"],
    ["could you tell Ana we're at the door", "We're at the door", "Ana"],
    ["유진한테 늦을 것 같다고 전해줘", "늦을 것 같아", "유진"],
    ["태호에게 곧 도착한다고 말해 줄래?", "곧 도착해", "태호"],
    ["선우님한테 회의는 4시라고 알려줘", "회의는 4시야", "선우"],
    ["저녁은 먹었다고 엄마한테 전해줘", "저녁은 먹었어", "엄마"],
    ["내일 만나자고 지아한테 전해주세요", "내일 만나자", "지아"],
    ["하나한테 못 간다고 전해줘", "못 간다", "하나"],
  ];
  for (const [said = "", words, name] of cases)
    assert.equal(told(said), `[messenger:send]("${words}") {to: "${name}"}`, said);
});

test("what tells the person themselves, names nobody, comes again or is quoted is read elsewhere", () => {
  for (const said of [
    "tell me I'll be fine",
    "tell me the weather",
    "tell Bob a joke",
    "tell everyone it is late",
    'tell Bob "I am late"',
    "every day at 8 tell Bob I am up",
    "tell Bob I am up every day at 8",
    "what does Bob say",
    "나한테 약 먹으라고 말해줘",
    "유진한테 전화하라고 전해줘",
    "매일 8시에 유진한테 일어났다고 전해줘",
  ])
    assert.equal(told(said), undefined, said);
  assert.equal(told("tell Bob I'll be late", ["system"]), undefined);
});
