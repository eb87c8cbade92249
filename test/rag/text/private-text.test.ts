import assert from "node:assert/strict";
import { test } from "node:test";
import { intentToSend, withoutPrivate } from "../../../src/rag/text/generalise.ts";

/** What is asked, and what of it may leave the machine. */
const CASES: readonly (readonly [string, string])[] = [
  ["AI 뉴스 3개만 찾아줘", "AI 뉴스 3개만 찾아줘"],
  ["what's the weather at 7 in Seoul", "what's the weather at 7 in Seoul"],
  ['"비밀 계획" 검색해줘', "무엇 검색해줘"],
  ["search for “my plan” and 'his plan'", "search for something and something"],
  ["mail anna.lee@bakery.test about it", "mail name@example.com about it"],
  ["https://bank.test/account?id=7 요약해줘", "https://example.com 요약해줘"],
  ["010-1234-5678로 전화해줘", "0로 전화해줘"],
  ["카드 1234 5678 9012 3456 기억해", "카드 0 기억해"],
  ["보고서_최종.pdf 열어줘", "example.pdf 열어줘"],
  ["~/money/plan.md 에 저장해줘", "무엇 에 저장해줘"],
  ["naver.com 열어줘", "example.com 열어줘"],
  ["tell @annalee that I am late", "tell @name that I am late"],
];

test("what names someone or something in particular is general, and how it is asked stays", () => {
  assert.deepEqual(
    CASES.map(([text]) => withoutPrivate(text)),
    CASES.map(([, sent]) => sent),
  );
});

test("an example that a person taught goes without its program's values, and one of everybody as it is", () => {
  const example = {
    intent: "철수에게 생일 축하 보내줘",
    code: '[messenger:send]("생일") {to: "철수"}',
  };
  assert.equal(intentToSend(example), "철수에게 생일 축하 보내줘");
  assert.doesNotMatch(intentToSend({ ...example, personId: "anna" }), /철수|생일/u);
});
