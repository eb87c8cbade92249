// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../../src/engine/language/parser.ts";

/** Program, code, and the text under the caret. */
const REFUSED: readonly (readonly [string, string, string?])[] = [
  ["\n \t# note\n// note", "empty"],
  [";;", "empty"],
  ["```\n```", "empty"],
  // Cut off.
  ['[a:b]("x', "unterminated", '"'],
  ['[a:b]("x) {k: 1}', "unterminated", '"'],
  ["[a:b](x\n)", "unterminated", "("],
  ['[a:b](“x")', "unterminated", "“"],
  ['[a:b]{k: """x""}', "unterminated", '"""'],
  ["[a:b", "unterminated", "["],
  ["[a:", "unterminated", "["],
  ["[if: $x > 1", "unterminated", "["],
  ["[if: $x]{[a:b]", "unterminated", "{"],
  ["[a:b]{k: [1", "unterminated", "["],
  ["[a:b]{k: #fff}", "unterminated", "{"],
  ["```ibl\n[a:b]", "unterminated", "```"],
  ["execute_ibl(code='[a:b]", "unterminated", "'"],
  // Operators.
  ["[a:a] || [a:b]", "unknown-operator", "||"],
  ["[a:a] → [a:b]", "unknown-operator", "→"],
  ["[a:a] + [a:b]", "unknown-operator", "+"],
  ["[a:a], [a:b]", "unknown-operator", ","],
  ["[a:a] &&& [a:b]", "unknown-operator", "&&&"],
  ["[a:a] ? [a:b]", "unknown-operator", "?"],
  ["[a:a]\n&& [a:b]", "unknown-operator", "&&"],
  ["& [a:b]", "leading-operator", "&"],
  ["[a:a];>> [a:b]", "leading-operator", ">>"],
  ["(?? [a:b])", "leading-operator", "??"],
  ["| [a:b]", "leading-operator", "|"],
  ["$x = >> [a:b]", "leading-operator", ">>"],
  ["[if: $x]{& [a:b]}", "leading-operator", "&"],
  ["[a:a] &\n# note", "dangling-operator", "&"],
  ["[a:a] >> ; [a:b]", "dangling-operator", ">>"],
  ["([a:a] ??)", "dangling-operator", "??"],
  ["[if: $x]{[a:b] >>}", "dangling-operator", ">>"],
  ["[a:a] >> >> [a:b]", "expected-call", ">>"],
  ["[a:a] >> hello", "expected-call", "hello"],
  ["[a:a] >> $x", "expected-call", "$x"],
  // Calls.
  ["[a:b] 부탁해", "trailing-text", "부탁해"],
  ["[a:b] then [c:d]", "trailing-text", "then"],
  ["[a:b] $x = [c:d]", "trailing-text", "$x ="],
  ["([a:b]) ([c:d])", "trailing-text", "("],
  ["([a:b]) {k: 1}", "trailing-text", "{"],
  ["([a:b]\n[c:d])", "trailing-text", "[c:d]"],
  ['{"node": "a"}', "expected-call", "{"],
  ['"[a:b]"', "expected-call", '"'],
  ["- [a:b]", "expected-call", "-"],
  ["()", "expected-call", ")"],
  ["[]", "expected-call", "[]"],
  ["[a:b:c]", "expected-call", "[a:b:"],
  ["[a-b:c]", "expected-call", "[a-"],
  ["[1a:b]", "expected-call", "[1"],
  ["[a:b]\n('x')", "expected-call", "'x'"],
  ["$x = [on_error: skip] [a:b]", "expected-call", "[on_error: skip]"],
  ["$x =", "missing-value"],
  ["[a:b].result", "unsupported-postfix", ".result"],
  ["[a:b]('x')[0]", "unsupported-postfix", "[0"],
  ["[a:b]{k: 1}\n{m: 2}", "second-params", "{"],
  // Targets.
  ["[a:b]('x' 'y')", "bad-target", "'"],
  ['[a:b]("he said "hi"")', "bad-target", "h"],
  ["[a:b]('x',)", "bad-target", ")"],
  ["[a:b](,'x')", "bad-target", ","],
  ["[a:b]('x') ('y')", "bad-target", "("],
  ["[a:b]{k: 1} ('y')", "bad-target", "("],
  // Objects and brackets.
  ["[a:b]{k}", "expected-colon", "k"],
  ["[a:b]{my key: 1}", "expected-colon", "my"],
  ["[a:b]{k => 1}", "expected-colon", "k"],
  ["[a:b]{k：1}", "expected-colon", "k"],
  ["[a:b]{: 1}", "bad-key", ":"],
  ["[a:b]{k: 1,, m: 2}", "bad-key", ","],
  ["[a:b]{k: 1 , 😀: 2}", "bad-key", "😀"],
  ["[a:b]{k: }", "missing-value", "}"],
  ["[a:b]{k: , m: 1}", "missing-value", ","],
  ["[a:b]{k: [1,,2]}", "missing-value", ","],
  ["[a:b]{k: {m: 1]}", "mismatched-bracket", "]"],
  ["[a:b]{k: ['x')}", "mismatched-bracket", ")"],
  ["[a:b]('x'}", "mismatched-bracket", "}"],
  ["[a:b)", "mismatched-bracket", ")"],
  ["[a:b])", "mismatched-bracket", ")"],
  ["([a:b]]", "mismatched-bracket", "]"],
  ["([a:b]", "unclosed-group", "("],
  ["([a:b]; [c:d])", "unclosed-group", "("],
  ["[a:b]{'_x': 1}", "reserved-key", "'_x'"],
  ["[a:b]{k: {__proto__: 1}}", "reserved-key", "__proto__"],
  ["[a:b](_x=1)", "reserved-key", "_x"],
  // Blocks.
  ["[try]{[a:b]}", "reserved-word", "try"],
  ["[Goal:x]", "reserved-word", "Goal"],
  ["[else]{[a:b]}", "reserved-word", "[else]"],
  ["[if: $x]{[a:b]};\n[else]{[c:d]}", "reserved-word", "[else]"],
  ["[if: $x]{[a:b]}[else]{[c:d]}[else]{[e:f]}", "reserved-word", "[else]"],
  ["[if:]{[a:b]}", "empty-condition", "[if:]"],
  ["[each: ]{[a:b]}", "empty-condition", "[each: ]"],
  ["[if $x]{[a:b]}", "expected-colon", "[if"],
  ["[if: 매출이 3 이상]{[a:b]}", "bad-condition", "매출이"],
  ["[if: $x = 3]{[a:b]}", "bad-condition", "="],
  ["[if: $x >]{[a:b]}", "bad-condition"],
  ["[if: $x $y]{[a:b]}", "bad-condition", "$y"],
  ["[if: ($x]{[a:b]}", "bad-condition"],
  ["[each: x in $y]{[a:b]}", "bad-condition", "x in $y"],
  ["[each: $x in y]{[a:b]}", "bad-condition", "y"],
  ["[each: $x in $y, max: 0]{[a:b]}", "bad-condition", "0"],
  ["[each: $x in $y, max: 101]{[a:b]}", "bad-condition", "101"],
  ["[each: $x in $y, max: 2.5]{[a:b]}", "bad-condition", "2.5"],
  ["[each: $x in $y, max: ten]{[a:b]}", "bad-condition", "ten"],
  ["[each: $x in $y, max 5]{[a:b]}", "bad-condition", "max 5"],
  ["[each: $x in $y, limit: 5]{[a:b]}", "bad-condition", "limit: 5"],
  ["[on_error: retry] [a:b]", "bad-condition", "retry"],
  ["[if: $x]", "expected-body"],
  ["[if: $x] [a:b]", "expected-body", "[a:b]"],
  ["[if: $x]{}", "expected-body", "}"],
  ["[if: $x]{# note\n}", "expected-body", "}"],
];

for (const [source, code, marked] of REFUSED) {
  test(`refuses ${JSON.stringify(source)} as ${code}`, () => {
    const result = parse(source);
    assert.ok(!result.ok, "It parses.");
    assert.equal(result.error.code, code);
    const { hint } = result.error;
    assert.ok(hint === undefined || parse(hint).ok, hint);
    if (marked !== undefined) assert.equal(markedText(source, result.error), marked);
  });
}

/** Errors whose hint is the person's own program, mended. */
const MENDED: readonly (readonly [string, string, boolean])[] = [
  ["[a:a] && [a:b]", "[a:a] >> [a:b]", true],
  ["[a:a] | [a:b]", "[a:a] >> [a:b]", true],
  ["[a:a] || [a:b]", "[a:a] ?? [a:b]", true],
  ["[a:a] [a:b]", "[a:a] >> [a:b]", false],
  [">> [a:b]", "[a:b]", false],
  ["[a:a] >>", "[a:a]", false],
  ['[a:b] {k "v"}', '[a:b] {k: "v"}', false],
  ["[a:b] {a: 1} {b: 2}", "[a:b] {a: 1, b: 2}", true],
  ["[a:b] {k: [1, 2}", "[a:b] {k: [1, 2]}", false],
  ["([a:b] >> [c:d]", "([a:b] >> [c:d])", false],
  ["[if $x] { [a:b] }", "[if: $x] { [a:b] }", false],
  ['설명 [a:b]("x") 부탁해', '[a:b]("x")', false],
  ["결과는 다음과 같습니다\n```ibl\n[a:b]\n```", "[a:b]", false],
];

for (const [source, hint, isSure] of MENDED) {
  test(`mends ${JSON.stringify(source)}`, () => {
    const result = parse(source);
    assert.ok(!result.ok);
    assert.equal(result.error.hint, hint);
    assert.equal(result.error.correction, isSure ? hint : undefined);
  });
}

test("an unescaped quote is explained, not mended into another program", () => {
  const result = parse('[a:b] {content: "he said "hi" to me", n: 1}');
  assert.ok(!result.ok);
  assert.match(result.error.message, /A quote inside a text is written \\"/);
  assert.doesNotMatch(result.error.hint!, /hi:/);
});

test("an error shows its line with a caret under the fault", () => {
  const result = parse('[source:web_search]("뉴스")\n  >> [system:file]("a.md") | [a:b]');
  assert.ok(!result.ok);
  const { line, column, frame } = result.error;
  assert.deepEqual({ line, column }, { line: 2, column: 28 });
  assert.equal(frame, '2 |   >> [system:file]("a.md") | [a:b]\n                               ^');
});

test("an error inside a wrapper is placed in what was typed", () => {
  const source = 'execute_ibl(code="[a:b](\\"x\\") | [c:d]")';
  const result = parse(source);
  assert.ok(!result.ok);
  assert.equal(markedText(source, result.error), "|");
});

/** What the carets of an error's frame stand under, by line, column and the number of carets. */
function markedText(
  source: string,
  error: { line: number; column: number; frame: string },
): string {
  const line = source.split("\n")[error.line - 1]!;
  let width = /\^+$/.exec(error.frame)![0].length;
  let text = "";
  for (const character of line.slice(error.column - 1)) {
    if (width <= 0) break;
    text += character;
    width -= /[가-힣：“→😀]/u.test(character) && !/[“→]/u.test(character) ? 2 : 1;
  }
  return text;
}
