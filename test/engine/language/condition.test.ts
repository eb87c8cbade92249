// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json } from "../../../src/base/json.ts";
import { parsePredicate } from "../../../src/engine/language/condition.ts";
import {
  type Operand,
  type Predicate,
  predicateReferences,
} from "../../../src/engine/language/condition-tree.ts";
import { readPath } from "../../../src/engine/language/reference.ts";
import { evaluatePredicate } from "../../../src/engine/values/evaluate-condition.ts";

const NAMES: Readonly<Record<string, Json>> = {
  n: 5,
  zero: 0,
  text: "AI 반도체 뉴스.md",
  code: "005930",
  ten: "10",
  yes: true,
  nothing: null,
  empty: [],
  list: [{ title: "가" }, { title: "나" }],
  tags: ["a", "b", 3],
  result: { items: [1, 2, 3], total: 9 },
  day: "2026-02-01",
  it: { title: "반도체", views: 12, stats: { up: 2 } },
};

/** Condition, and what it says: true, false, or undefined where it is undecided. */
const DECIDED: readonly (readonly [string, boolean | undefined])[] = [
  ["true", true],
  ["false", false],
  ["null", false],
  ["$yes", true],
  ["$zero", false],
  ["$nowhere", false],
  ["$empty", false],
  ["$text", true],
  ["$n == 5", true],
  ['$n == "5"', true],
  ['$n != "5.0"', false],
  ['$code == "005930"', true],
  ["$code == 5930", false],
  ["$ten > 9", true],
  ['$ten < "9"', false],
  ['$day >= "2026-01-31"', true],
  ["$n >= 5 and $n <= 5", true],
  ["$nothing == null", true],
  ["$nowhere == null", true],
  ["$nowhere > 3", undefined],
  ["$yes > 3", undefined],
  ["$list < 3", undefined],
  ["$nowhere > 3 or $yes", true],
  ["$nowhere > 3 and $zero", false],
  ["$nowhere > 3 and $yes", undefined],
  ["not $nowhere > 3", undefined],
  ["$list.count == 2", true],
  ["count($list) == 2 and count($result) == 3", true],
  ["count($nowhere) == 0", true],
  ["count($n) == 1", undefined],
  ["empty($empty) and empty($nowhere) and not empty($list)", true],
  ["exists($list) and not exists($nothing) and not exists($list.5)", true],
  ["$result.total == 9 and $list.1.title == '나'", true],
  ["$text contains '반도체'", true],
  ["$text contains 'ai'", false],
  ["$tags contains 3", true],
  ["$tags contains 'c'", false],
  ["$nowhere contains 'x'", false],
  ["$result contains 'x'", undefined],
  ["$text matches '*.md'", true],
  ["$text matches 'AI*'", true],
  ["$text matches '*.??'", true],
  ["$text matches '*.m'", false],
  ["$n matches '?'", true],
  ["$nowhere matches '*'", false],
  ["$zero or not $zero and false", false],
  ["(true or true) and false", false],
  ["true or true and false", true],
  ["not true or true", true],
  ["not (true or true)", false],
  ["not not true", true],
  ['NOT $zero AND $text CONTAINS "AI"', true],
  ["${n} == 5 and {{ n }} == 5", true],
  ['"$n건" == "$n건"', true],
  ['"${n}건" == "5건"', true],
  ['"${nowhere}" == "x"', undefined],
  ['"\\${n}" == "\\${n}"', true],
  ["$list == $list", true],
  ["-1.5e1 < 0", true],
];

for (const [condition, expected] of DECIDED) {
  test(`${condition} is ${expected === undefined ? "undecided" : expected}`, () => {
    const decision = evaluatePredicate(mustParse(condition), ({ name, path }) => {
      return readPath(Object.hasOwn(NAMES, name) ? NAMES[name] : undefined, path);
    });
    assert.equal(decision.decided ? decision.value : undefined, expected);
    if (!decision.decided) assert.match(decision.reason.en, /^\S.*\.$/su);
  });
}

/** Text that is no condition, and what its message says. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ["매출이 오르면", /"매출이" is neither/],
  ["$a = 3", /"=" is written "=="/],
  ["$a && $b", /"&&" is written "and"/],
  ["!$a", /"!" is written "not"/],
  ["$a >", /ends too early/],
  ["($a", /ends too early/],
  ["$a)", /"\)" cannot stand here/],
  ["$a $b", /"\$b" cannot stand here/],
  ["$a == 1 == 2", /"==" cannot stand here/],
  ["count($a.b", /ends too early/],
  ["count(3)", /"3" cannot stand here/],
  ["count $a", /"count" is neither/],
  ["$a contains 'x", /never closed/],
  ["$a == 005930", /"005930" is neither/],
  ["$a == 2026-02-01", /"2026-02-01" is neither/],
  ["title == 'x'", /"title" is neither/],
  ["a:b > 3", /"a:b" is neither/],
];

for (const [text, message] of REFUSED) {
  test(`refuses the condition ${text}`, () => {
    const result = parsePredicate(text);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "bad-condition");
    assert.match(result.error.words.en, message);
    assert.ok(result.error.start >= 0 && result.error.end <= text.length);
  });
}

test("an empty condition and one nested too deep have codes of their own", () => {
  assert.equal(errorCode("  \n"), "empty-condition");
  assert.equal(errorCode(`${"(".repeat(33)}$x${")".repeat(33)}`), "too-deep");
  assert.equal(errorCode(`${"not ".repeat(5000)}$x`), "too-deep");
});

test("a filter names the fields of its items without a sign", () => {
  const condition =
    "title contains '반' and views > 10 and stats.up == 2 and count(stats) == 1 and $n == 5";
  const result = parsePredicate(condition, { fields: true });
  assert.ok(result.ok);
  const decision = evaluatePredicate(result.predicate, ({ name, path }) =>
    readPath(NAMES[name], path),
  );
  assert.deepEqual(decision, { decided: true, value: true });
  assert.deepEqual(
    predicateReferences(result.predicate).map(({ text, name }) => `${name}:${text}`),
    ["it:title", "it:views", "it:stats.up", "it:stats", "n:$n"],
  );
});

test("10,000 terms are read", () => {
  const result = parsePredicate(Array(10_000).fill("$a").join(" or "));
  assert.ok(result.ok && result.predicate.kind === "or");
  assert.equal(result.predicate.terms.length, 10_000);
});

test("a condition written from its tree is read as that tree", () => {
  fc.assert(
    fc.property(predicates, (predicate) => {
      assert.deepEqual(mustParse(write(predicate)), predicate);
    }),
    { numRuns: 2000, seed: 20_260_205 },
  );
});

function mustParse(condition: string): Predicate {
  const result = parsePredicate(condition);
  assert.ok(result.ok, result.ok ? "" : result.error.words.en);
  return result.predicate;
}

function errorCode(text: string): string | undefined {
  const result = parsePredicate(text);
  return result.ok ? undefined : result.error.code;
}

const reference = { text: "$x.0", name: "x", path: [0], form: "bare" } as const;
const operands: fc.Arbitrary<Operand> = fc.constantFrom<Operand>(
  { kind: "constant", value: 3 },
  { kind: "constant", value: "and (" },
  { kind: "constant", value: null },
  { kind: "reference", reference },
  { kind: "count", reference },
  { kind: "exists", reference },
);

const { predicate: predicates } = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    operands.map((operand) => ({ kind: "truth" as const, operand })),
    fc.record(
      {
        kind: fc.constant("comparison" as const),
        comparator: fc.constantFrom("==", "!=", ">", ">=", "<", "<=", "contains", "matches"),
        left: operands,
        right: operands,
      },
      { noNullPrototype: true },
    ),
    fc.record(
      { kind: fc.constant("not" as const), term: tie("predicate") },
      { noNullPrototype: true },
    ),
    fc.record(
      {
        kind: fc.constantFrom("and" as const, "or" as const),
        terms: fc.array(tie("predicate"), { minLength: 2, maxLength: 3 }),
      },
      { noNullPrototype: true },
    ),
  ),
}));

/** Parentheses where, and only where, the tree needs them: terms of the same kind are one list. */
function write(predicate: Predicate, outer: "or" | "and" | "not" | "none" = "none"): string {
  switch (predicate.kind) {
    case "truth":
      return writeOperand(predicate.operand);
    case "comparison":
      return `${writeOperand(predicate.left)} ${predicate.comparator} ${writeOperand(predicate.right)}`;
    case "not":
      return `not ${write(predicate.term, "not")}`;
    default: {
      const { kind, terms } = predicate;
      const text = terms.map((term) => write(term, kind)).join(` ${kind} `);
      return outer === "none" || (outer === "or" && kind === "and") ? text : `(${text})`;
    }
  }
}

function writeOperand(operand: Operand): string {
  switch (operand.kind) {
    case "constant":
      return JSON.stringify(operand.value);
    case "reference":
      return operand.reference.text;
    case "text":
      return "";
    default:
      return `${operand.kind}(${operand.reference.text})`;
  }
}
