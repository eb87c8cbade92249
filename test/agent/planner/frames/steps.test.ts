import assert from "node:assert/strict";
import { test } from "node:test";
import { findMentions } from "../../../../src/agent/planner/frames/mentions.ts";
import { chained, findSteps, withoutSteps } from "../../../../src/agent/planner/frames/steps.ts";

const KNOWN = { files: [], folders: [], people: ["하은", "Otto"] };

const CASES: readonly (readonly [string, string])[] = [
  [
    "초안.txt 영어로 옮겨서 draft.txt로 저장해줘",
    '[system:translate] {to: "en"} >> [system:file]("draft.txt")',
  ],
  ["보고.md 네 문장으로 요약해줘", "[system:summarize] {sentences: 4}"],
  [
    "회의.txt 요약해서 요약.md로 남기고 하은한테도 보내줘",
    '[system:summarize] >> [system:file]("요약.md") & [messenger:send] {to: "하은"}',
  ],
  [
    "지출.csv에서 금액 큰 순서로 상위 3개만",
    '[system:sort]("금액") {order: "desc"} >> [system:take](3)',
  ],
  [
    "명단.csv에서 부서가 영업인 줄만 골라 영업.csv로 저장",
    `[system:filter]("부서 == '영업'") >> [system:file]("영업.csv")`,
  ],
  ["재고.csv에서 수량이 10 이하인 줄만 뽑아줘", '[system:filter]("수량 <= 10")'],
  [
    "from sales.csv keep only rows where total is over 500, sorted by date",
    '[system:filter]("total > 500") >> [system:sort]("date")',
  ],
  [
    "translate letter.txt into Korean and save it as letter_ko.txt",
    '[system:translate] {to: "ko"} >> [system:file]("letter_ko.txt")',
  ],
  ["grab stories about tides and put them in tides.md", '[system:file]("tides.md")'],
  ["weather in Oslo and send it to Otto", '[messenger:send] {to: "Otto"}'],
  [
    "news on solar, no duplicates, titles only",
    '[system:dedup]("title") >> [system:select]("title")',
  ],
  ["카카오 반년치 막대그래프로 그려줘", "[forge:bar]"],
];

for (const [text, wanted] of CASES)
  test(`what is done with results in "${text}"`, () => {
    assert.equal(chained(findSteps(text, findMentions(text, KNOWN))), wanted);
  });

test("what is left of a message stays where it was", () => {
  const text = "초안.txt 세 문장으로 요약해줘";
  const left = withoutSteps(text, findSteps(text, findMentions(text, KNOWN)));
  assert.equal(left.length, text.length);
  assert.ok(left.startsWith("초안.txt"));
});
