import assert from "node:assert/strict";
import { test } from "node:test";
import { plannedLines } from "../../src/cli/programs.ts";

const PART = {
  code: '[source:search_news]("AI")',
  score: 1,
  said: "AI 뉴스 찾아줘",
  example: "환율 뉴스 찾아줘",
  slots: [{ kind: "text", value: "AI" }],
};
const NEWS = { code: PART.code, score: 1, intent: "AI 뉴스 찾아줘", from: [PART] };
const WEB = { code: '[source:web_search]("AI 뉴스")', score: 0.81, intent: "AI 뉴스 검색해줘" };

test("a sure plan shows its program, the example behind it, its values and what else came near", () => {
  assert.deepEqual(plannedLines({ kind: "sure", ...NEWS, others: [WEB] }, "en"), [
    "Sure: without a model this would be run.",
    '1.00  [source:search_news]("AI")  — AI 뉴스 찾아줘',
    '      1.00 like "환율 뉴스 찾아줘": text "AI"',
    "Instead of it:",
    '0.81  [source:web_search]("AI 뉴스")  — AI 뉴스 검색해줘',
  ]);
});

test("an unsure plan shows what would be offered, and what fits nothing says where to look", () => {
  const unsure = plannedLines({ kind: "unsure", proposals: [NEWS, WEB] }, "ko");
  assert.equal(unsure[0], "확실하지 않아요. 모델 없이는 이것들을 단추로 보여 드려요.");
  assert.equal(unsure.length, 4);
  assert.match(plannedLines({ kind: "none" }, "en")[0] ?? "", /ibl-bot actions/u);
  assert.deepEqual(plannedLines({ kind: "none", question: "When?" }, "en"), ["When?"]);
});
