import assert from "node:assert/strict";
import { test } from "node:test";
import { createActionSearch, nameOf } from "../../../src/rag/search/action-search.ts";
import { catalogueOf } from "../../support/catalogue.ts";

const CATALOGUE = catalogueOf({
  system: {
    time: { description: { ko: "지금 시각을 알려준다", en: "Tell the time now" } },
    delete: { description: { ko: "파일을 지운다", en: "Delete a file" } },
  },
  source: {
    news: {
      description: { ko: "소식을 찾는다", en: "Search the press" },
      verbs: [{ verb: "search", type: "news" }],
      examples: [
        { ko: ["AI 뉴스 찾아줘"], en: ["find headlines about AI"], code: "[source:news]" },
      ],
    },
  },
});

function found(text: string, limit = 10): readonly string[] {
  return createActionSearch(CATALOGUE)
    .search(text, limit)
    .map(({ action }) => nameOf(action));
}

test("an action is found by its description, its phrasings and its verbs, in both languages", () => {
  assert.equal(found("시각 알려줘")[0], "system:time");
  assert.equal(found("please delete this file")[0], "system:delete");
  assert.equal(found("반도체 뉴스 찾아줘")[0], "source:news");
  assert.equal(found("headlines about cars")[0], "source:news");
});

test("unrelated words find nothing, and a limit holds", () => {
  assert.deepEqual(found("😀 !!"), []);
  assert.ok(found("tell me the time and delete the file and find headlines", 2).length <= 2);
});

test("what may not be used is not found", () => {
  const hits = createActionSearch(CATALOGUE).search(
    "delete a file",
    5,
    ({ node }) => node !== "system",
  );
  assert.ok(hits.every(({ action }) => action.node === "source"));
});
