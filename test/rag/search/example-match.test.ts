import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildExampleMatcher, type MatchDocument } from "../../../src/rag/search/example-match.ts";
import { Gradual } from "../../../src/rag/text/time-slices.ts";

const TEXTS = [
  "부동산 뉴스 찾아줘",
  "삼성전자 주가 알려줘",
  "파일 지워줘",
  "할 일 목록 보여줘",
  "draw a bar chart of sales",
  "find jazz radio stations",
];
const matcherOver = (documents: readonly MatchDocument[]) =>
  new Gradual(buildExampleMatcher(documents)).get();

const matcher = matcherOver(TEXTS.map((text) => ({ text })));

function best(text: string): string | undefined {
  const [match] = matcher.search({ text }, 1);
  return match === undefined ? undefined : TEXTS[match.index];
}

test("the same text scores 1 and comes first", () => {
  for (const [index, text] of TEXTS.entries()) {
    const [match] = matcher.search({ text }, 3);
    assert.equal(match?.index, index);
    assert.ok(match.score > 0.999 && match.coverage > 0.999);
  }
});

test("other words for the same thing find it, in the other language too", () => {
  assert.equal(best("부동산 기사 검색해 주세요"), "부동산 뉴스 찾아줘");
  assert.equal(best("삼성전자 주식 시세"), "삼성전자 주가 알려줘");
  assert.equal(best("remove the file"), "파일 지워줘");
  assert.equal(best("show me my to-do list"), "할 일 목록 보여줘");
  assert.equal(best("부동싼 뉴스"), "부동산 뉴스 찾아줘");
});

test("an unrelated text gets almost nothing, whatever the best of the store is", () => {
  for (const text of [
    "오늘 기분이 참 좋구나",
    "고마워요",
    "I feel sleepy",
    "왜 하늘은 파란색일까",
    "asdf qwer",
  ]) {
    const [match] = matcher.search({ text }, 1);
    assert.ok((match?.score ?? 0) < 0.2, `${text}: ${match?.score}`);
  }
});

test("coverage finds an example inside a longer text", () => {
  const query = { text: "어제 회의에서 나온 얘기인데 파일 지워줘 그리고 다른 것도 있어" };
  const [match] = matcher.search(query, 1, { rankBy: "coverage" });
  assert.equal(match?.index, 2);
  assert.ok(match.coverage > 0.99 && match.score < 0.9);
});

test("marks count like words", () => {
  const marked = matcherOver([
    { text: "보여줘", marks: ["file"] },
    { text: "보여줘", marks: ["url"] },
  ]);
  assert.equal(marked.search({ text: "보여줘", marks: ["url"] }, 1)[0]?.index, 1);
});

test("an example that is not accepted leaves room for the next", () => {
  const found = matcher.search({ text: "부동산 뉴스" }, 1, { accept: (index) => index !== 0 });
  assert.notEqual(found[0]?.index, 0);
});

test("no examples and empty texts find nothing", () => {
  assert.deepEqual(matcherOver([]).search({ text: "뉴스" }, 5), []);
  assert.deepEqual(matcher.search({ text: "" }, 5), []);
  assert.deepEqual(matcher.search({ text: "🎷 …" }, 5), []);
  assert.deepEqual(matcher.search({ text: "뉴스" }, 0), []);
});

test("scores stay in [0, 1] and in order for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const found = matcher.search({ text: `${text} 뉴스` }, 10);
      const scores = found.map((match) => match.score);
      assert.ok(
        found.every(
          (match) =>
            match.score >= 0 && match.score <= 1 && match.coverage >= 0 && match.coverage <= 1,
        ),
      );
      assert.deepEqual(
        scores,
        [...scores].sort((a, b) => b - a),
      );
    }),
  );
});
