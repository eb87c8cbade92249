import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDiagnostic } from "../../../src/engine/language/diagnostics.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import type { SyntaxCode } from "../../../src/engine/language/syntax-errors.ts";
import { plan } from "../support/stage.ts";

/** A wrong program for every code of a parse error. */
const WRONG: Readonly<Record<SyntaxCode, string>> = {
  empty: " ",
  unterminated: '[a:b]("c',
  "unknown-operator": "[a:b] | [a:c]",
  "trailing-text": "[a:b] please",
  "expected-call": "hello",
  "dangling-operator": "[a:b] >>",
  "leading-operator": ">> [a:b]",
  "second-params": "[a:b] {x: 1} {y: 2}",
  "expected-colon": "[a:b] {x 1}",
  "bad-key": "[a:b] {!: 1}",
  "mismatched-bracket": "[a:b] {x: [1}",
  "reserved-key": "[a:b] {_x: 1}",
  "reserved-word": "[case:b]",
  "unclosed-group": "([a:b]",
  "missing-value": "[a:b] {x: }",
  "unsupported-postfix": "[a:b].c",
  "bad-target": '[a:b]("c" "d")',
  "empty-condition": "[if: ] {[a:b]}",
  "bad-condition": "[if: $x >] {[a:b]}",
  "expected-body": "[if: $x]",
  "too-long": `[a:b]("${"x".repeat(70_000)}")`,
  "too-deep": "(".repeat(40),
};

/** Programs that parse and cannot be planned. */
const REFUSED = [
  '[sorce:price]("SPY")',
  '[source:prise]("SPY")',
  '[source:search]("x") {type: "nothing"}',
  '[source:web_search]("x", "y")',
  '[source:web_search]("x") {query: "y"}',
  '[source:web_search]("x") {cuont: 3}',
  '[source:web_search]("x") {count: "many"}',
  '[source:web_search]("x") {count: 99}',
  '[source:web_search]("x") {country: "KOREA!"}',
  "[source:web_search]",
  '[system:notify_user]("{{nothing}}")',
  '[system:notify_user]("{{_prev_result}}")',
  '[system:run]("nowhere")',
  '[system:run_pipeline]() {pipeline: "[a:"}',
  '[system:ask_user]("q") & [system:time]',
];

for (const [code, source] of Object.entries(WRONG)) {
  test(`the error ${code} is told in Korean and in English`, () => {
    const parsed = parse(source);
    assert.ok(!parsed.ok);
    assert.equal(parsed.error.code, code);
    assertBothLanguages(parsed.error.words);
    assert.equal(parsed.error.message, parsed.error.words.en);
  });
}

for (const source of REFUSED) {
  test(`why ${source} is refused is told in Korean and in English`, () => {
    const planned = plan(source);
    assert.ok(!planned.ok);
    for (const problem of planned.problems) assertBothLanguages(problem.words);
  });
}

test("a warning is told in Korean and in English", () => {
  const parsed = parse('[system:write]("a.md") {content: “글” append = true, append: false}');
  assert.ok(parsed.ok);
  assert.ok(parsed.warnings.length >= 3);
  for (const warning of parsed.warnings) assertBothLanguages(warning.words);
});

test("a Korean reader gets the place, the frame and an example in Korean", () => {
  const parsed = parse("[system:time] >>\n| [system:time]");
  assert.ok(!parsed.ok);
  assert.equal(
    formatDiagnostic(parsed.error, "ko"),
    [
      '두 연산자 사이에는 호출이 있어야 하는데 "|"가 또 나왔어요.',
      "2번째 줄 1번째 글자",
      "2 | | [system:time]",
      "    ^",
      `고치면: ${parsed.error.hint}`,
    ].join("\n"),
  );
});

function assertBothLanguages(words: { readonly ko: string; readonly en: string }): void {
  assert.match(words.ko, /[가-힣]/);
  assert.doesNotMatch(words.en.replace(/"[^"]*"/g, ""), /[가-힣]/);
  for (const sentence of [words.ko, words.en]) assert.doesNotMatch(sentence, /undefined|\[object/);
}
