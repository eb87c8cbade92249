import assert from "node:assert/strict";
import { test } from "node:test";
import type { KnownThings } from "../../../src/agent/things/said.ts";
import { readThing, readUntold } from "../../../src/agent/things/things.ts";

const KNOWN: KnownThings = {
  todos: [
    "우유 사기",
    "계란",
    "엄마한테 전화하기",
    "milk",
    "pay rent",
    "send the report to Ann",
  ].map((content, index) => ({ number: index + 1, content })),
  files: ["장보기.txt", "list.txt", "inbox/memo.txt", "minutes.txt"],
  folders: ["old"],
  recalls: (words) => /locker|와이파이/iu.test(words),
  nearMemories: () => [],
};

function shown(message: string, known = KNOWN): string {
  const plan = readThing(message, known) ?? readUntold(message, known);
  if (plan === undefined) return "";
  if (plan.kind === "program") return plan.code;
  return [plan.words.en, ...plan.offers.map(({ label }) => `[${label.en}]`)].join(" ");
}

const CASES: readonly (readonly [string, string])[] = [
  ["add milk and bread pls", '[system:todo]("milk and bread")'],
  ["할일에 빨래 넣어줘", '[system:todo]("빨래")'],
  ["우유 추가", '[system:todo]("우유")'],
  ["whats left to do", "[system:todo]"],
  ["할 일 뭐 남았어?", "[system:todo]"],
  ["bought milk", "[system:todo] {done: 4}"],
  ["paid the rent!", "[system:todo] {done: 5}"],
  ["done with the report", "[system:todo] {done: 6}"],
  ["milk done", "[system:todo] {done: 4}"],
  ["우유 샀어", "[system:todo] {done: 1}"],
  ["우유는 샀어요", "[system:todo] {done: 1}"],
  ["우유샀음", "[system:todo] {done: 1}"],
  ["우유 사왔어", "[system:todo] {done: 1}"],
  ["엄마한테 전화 했어", "[system:todo] {done: 3}"],
  ["계란 체크해줘", "[system:todo] {done: 2}"],
  ["take milk off the list", "[system:todo] {remove: 4}"],
  ["계란 빼줘", "[system:todo] {remove: 2}"],
  ["remember that Ben likes jazz", '[source:save_memory]("Ben likes jazz")'],
  ["사물함은 17번이야 잊지마", '[source:save_memory]("사물함은 17번이야")'],
  ["locker number?", '[source:search_memory]("locker number")'],
  ["와이파이 비번 뭐였지", '[source:search_memory]("와이파이 비번 뭐였지")'],
  ["what was the gate code?", "You haven't told me that. [Tell you now]"],
  ["현관 비번 뭐였지", "You haven't told me that. [Tell you now]"],
  ["forget the locker number", '[source:memory_delete]("the locker number")'],
  ["나에 대해 뭐 기억해?", "[source:recent]"],
  ["can you save tofu, leeks to list.txt", '[system:write]("list.txt") {content: "tofu, leeks"}'],
  ["add kimchi in list.txt please", '[system:write]("list.txt") {content: "kimchi", append: true}'],
  ["장보기.txt에 김치도 더해줘", '[system:write]("장보기.txt") {content: "김치", append: true}'],
  ["두부를 장보기.txt에 저장해줘", '[system:write]("장보기.txt") {content: "두부"}'],
  ["add rice to memo.txt", '[system:write]("inbox/memo.txt") {content: "rice", append: true}'],
  [
    "change milk to soy milk in list.txt",
    '[system:edit]("list.txt") {old: "milk", new: "soy milk"}',
  ],
  ["delete the minutes", '[system:delete]("minutes.txt")'],
  ["old 폴더 지워줘", '[system:delete]("old")'],
  ["장보기에 뭐 있어?", '[system:read]("장보기.txt")'],
  ["open meeting.txt", "There's no **meeting.txt**. [Open memo.txt] [Files]"],
  ["list.txt", "What should I do with **list.txt**? [Open] [Add] [Delete]"],
  ["what files do i have", "[system:list]"],
];

for (const [message, plan] of CASES)
  test(`what is said of one's own things is read: ${message}`, () => {
    assert.equal(shown(message), plan);
  });

const OTHERS = [
  "spilled milk",
  "우유 쏟았어",
  "save the news to list.txt",
  "save this to list.txt",
  "don't delete list.txt",
  "장보기.txt 지우지 마",
  "if it rains delete list.txt",
  "delete list.txt, never mind",
  "delete list.txt and send milk to Mina",
  "what was the weather yesterday",
  "remind me to buy milk at 5",
  "add a reminder for tomorrow",
  "forget it",
  "민수한테 우유 샀다고 전해줘",
  "what's the capital of france",
];

for (const message of OTHERS)
  test(`a message about anything else is left to others: ${message}`, () => {
    assert.equal(shown(message), "");
  });

test("nothing is read for somebody of whom nothing may be known", () => {
  assert.equal(readThing("add milk", undefined), undefined);
});
