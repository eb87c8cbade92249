// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json } from "../../../src/base/json.ts";
import { senselessIn } from "../../../src/engine/language/foreign/formula-sense.ts";
import { parseCondition, parseFormula } from "../../../src/engine/language/formula.ts";
import {
  type Formula,
  FUNCTIONS,
  formulaReferences,
} from "../../../src/engine/language/formula-tree.ts";
import { readPath } from "../../../src/engine/language/reference.ts";
import { evaluateCondition, evaluateFormula } from "../../../src/engine/values/evaluate-formula.ts";

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
  ["$n * 2 - 1 == 9 and $n-1 == 4 and -$n < 0 and ($n + 1) % 4 == 2", true],
  ["$ten + 5 == 15 and $ten + '5' == '105'", true],
  ["$nowhere + 1 > 3", undefined],
  ["$list * 2 == 3", undefined],
  ["$n / 0 > 3", undefined],
  ["$n in [1, 5] and $n not in [2] and 'AI' in $text and not 'x' in $tags", true],
  ["count($list) > 1 ? $n == 5 : false", true],
  ["false if $n == 5 else true", false],
  ["$n == 5 && !($n == 6) || false", true],
  ["${count($list) + 1} == 3 and ${n} == 5", true],
  ["$list[0].title == '가' and $list[-1].title == '나' and $result['total'] == 9", true],
  ["$list.title == ['가', '나'] and $list.*.title contains '나'", true],
  ["first($list).title == '가' and last($list)['title'] == '나'", true],
  ["sum($result.items) == 6 and max($result) == 3", true],
];

for (const [condition, expected] of DECIDED) {
  test(`${condition} is ${expected === undefined ? "undecided" : expected}`, () => {
    const decision = evaluateCondition(mustParse(condition), ({ name, path }) => {
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
  ["$a & $b", /"&" is written "and"/],
  ["$a ?? 3", /"\?\?" is written "default\(value, other\)"/],
  ["total($a) > 3", /no function "total"/],
  ["conut($a) > 3", /no function "conut"\. Did you mean "count"/],
  ["round($a, 1, 2) > 3", /"round" takes 1–2 values in its parentheses, not 3/],
  ["[1, 2", /ends too early/],
  ["$a if $b", /ends too early/],
  ["'${1 +}' == 1", /ends too early/],
  ["$a >", /ends too early/],
  ["($a", /ends too early/],
  ["$a)", /"\)" cannot stand here/],
  ["$a $b", /"\$b" cannot stand here/],
  ["$a == 1 == 2", /"==" cannot stand here/],
  ["count($a.b", /ends too early/],
  ["count $a", /"count" is neither/],
  ["$a contains 'x", /never closed/],
  ["$a == 005930", /"005930" is neither/],
  ["$a == 2026-02-01", /"2026-02-01" is neither/],
  ["title == 'x'", /"title" is neither/],
  ["a:b > 3", /"a:b" is neither/],
];

for (const [text, message] of REFUSED) {
  test(`refuses the condition ${text}`, () => {
    const result = parseCondition(text);
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
  const result = parseCondition(condition, { fields: true });
  assert.ok(result.ok);
  const decision = evaluateCondition(result.formula, ({ name, path }) =>
    readPath(NAMES[name], path),
  );
  assert.deepEqual(decision, { decided: true, value: true });
  assert.deepEqual(
    formulaReferences(result.formula).map(({ text, name }) => `${name}:${text}`),
    ["it:title", "it:views", "it:stats.up", "it:stats", "n:$n"],
  );
});

const MOMENT = { nowMs: Date.UTC(2026, 10, 22, 16, 30), zone: "Asia/Seoul" };

/** What stands in `${…}`, and its value; a text in angle brackets is the code of what is wrong. */
const WORKED: readonly (readonly [string, Json])[] = [
  ["1 + 2 * 3", 7],
  ["(1 + 2) * 3 - 4 / 2 % 3", 7],
  ["0.1 + 0.2", 0.3],
  ["n + 1", 6],
  ["-n", -5],
  ["2-1", 1],
  ["'n' + n", "n5"],
  ["text + '!'", "AI 반도체 뉴스.md!"],
  ["[1] + [n]", [1, 5]],
  ["list.title", ["가", "나"]],
  ["first(list).title", "가"],
  ["sum(rows.amount)", 6.5],
  ["sum(rows, 'amount')", 6.5],
  ["avg(rows.amount)", 3.25],
  ["min(3, n, 4)", 3],
  ["max(rows.name)", "b"],
  ["min(['2026-11-02', '2026-10-30'])", "2026-10-30"],
  ["round(2.345, 2)", 2.35],
  ["round(-2.5)", -3],
  ["abs(-3)", 3],
  ["take(tags, 2)", ["a", "b"]],
  ["sort([3, '10', 2])", [2, 3, "10"]],
  ["sort(rows, 'amount', 'desc').name", ["a", "b"]],
  ["unique([1, 2, 1])", [1, 2]],
  ["reverse(tags)", [3, "b", "a"]],
  ["join(tags)", "a, b, 3"],
  ["join(rows.name, ' / ')", "b / a"],
  ["split('a b  c')", ["a", "b", "c"]],
  ["split('a,b', ',')", ["a", "b"]],
  ["upper('a') + lower('B') + trim(' c ')", "Abc"],
  ["replace('a.b.c', '.', '-')", "a-b-c"],
  ["length('가나') + length(tags)", 5],
  ["slice('abcd', 1, -1)", "bc"],
  ["slice(tags, -1)", [3]],
  ["starts_with(text, 'AI') and ends_with(text, '.md')", true],
  ["number('1,234.5') + number('3%')", 1237.5],
  ["text(3) + text(true)", "3true"],
  ["keys(rows[0])", ["name", "amount"]],
  ["values(result)", [[1, 2, 3], 9]],
  ["exists(nowhere)", false],
  ["default(nowhere, 0) + 1", 1],
  ["json(rows[1])", '{"name":"a","amount":"4"}'],
  ["csv(rows)", "name,amount\nb,2.5\na,4"],
  ["csv([['x', 'a,\"b']])", 'x,"a,""b"'],
  ["now()", "2026-11-23T01:30:00+09:00"],
  ["today()", "2026-11-23"],
  ["add(today(), '3 days')", "2026-11-26"],
  ["add('2026-01-31', '1 month')", "2026-02-28"],
  ["add('2024-02-29', '-1년')", "2023-02-28"],
  ["add(now(), '90 minutes')", "2026-11-23T03:00:00+09:00"],
  ["add('2026-11-23', '25 hours')", "2026-11-24T01:00:00+09:00"],
  ["add(today(), 1)", "2026-11-24"],
  ["days_between(today(), '2026-12-25')", 32],
  ["days_between('2026-11-22T23:00:00Z', '2026년 11월 23일')", 0],
  ["weekday(today())", "Monday"],
  ["weekday(date('Fri, 20 Nov 2026 06:30:00 GMT'))", "Friday"],
  ["format(today(), 'M월 D일 요일')", "11월 23일 월요일"],
  ["format(now(), 'YYYY.MM.DD HH:mm')", "2026.11.23 01:30"],
  ["format(1234567.5)", "1,234,567.5"],
  ["format(3.14159, '0.00')", "3.14"],
  ["'${n}건' if n > 3 else 'few'", "5건"],
  ["n > 3 ? 'many' : 'few'", "many"],
  ["rows + 1", "<type-mismatch>"],
  ["nowhere + 1", "<undefined-variable>"],
  ["sum(rows.name)", "<type-mismatch>"],
  ["add('soon', '1 day')", "<type-mismatch>"],
  ["add(today(), '3 blue moons')", "<type-mismatch>"],
  ["add('9999-12-31', '1 day')", "<type-mismatch>"],
  ["date('2026-02-30')", "<type-mismatch>"],
  ["n > 'x'", "<type-mismatch>"],
  ["1 / 0", "<type-mismatch>"],
];

const ROWS: Json = [
  { name: "b", amount: 2.5 },
  { name: "a", amount: "4" },
];

for (const [formula, expected] of WORKED) {
  test(`\${${formula}} gives ${JSON.stringify(expected)}`, () => {
    const parsed = parseFormula(formula);
    assert.ok(parsed.ok, parsed.ok ? "" : parsed.error.words.en);
    const result = evaluateFormula(
      parsed.formula,
      ({ name, path }) => readPath(name === "rows" ? ROWS : NAMES[name], path),
      MOMENT,
    );
    assert.deepEqual(result.ok ? result.value : `<${result.code}>`, expected);
    if (!result.ok) assert.match(result.words.en, /^\S.*\.$/su);
  });
}

test("every function there is has a case", () => {
  const all = [...WORKED, ...DECIDED].map(([text]) => text).join(" ");
  const untried = Object.keys(FUNCTIONS).filter((name) => !all.includes(`${name}(`));
  assert.deepEqual(untried, []);
});

test("any text is read or refused, and any formula of any values ends with a value or a reason", () => {
  const pieces = fc.constantFrom(
    ..."()[]{},.?:+-*/%!&|=<>\"'$ ".split(""),
    ...Object.keys(FUNCTIONS).map((name) => `${name}(`),
    ..."$x $x[-1] $x.*.a x.a ${ ${x} '…' 3 -1.5 and or not in if else contains matches null true ?? 5e9".split(
      " ",
    ),
    "'2026-11-23'",
    "'1 day'",
  );
  const written = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(written, fc.jsonValue({ maxDepth: 3 }), (text, value) => {
      const parsed = parseFormula(text);
      if (!parsed.ok) return assert.match(parsed.error.words.ko, /\S/);
      const given = value as Json; // fast-check gives plain JSON
      const result = evaluateFormula(parsed.formula, ({ path }) => readPath(given, path), MOMENT);
      if (!result.ok) assert.match(result.words.en, /^\S.*\.$/su);
      else if (result.value !== undefined) JSON.stringify(result.value);
    }),
    { numRuns: 5000, seed: 20_261_123 },
  );
});

test("what is too large is refused in bounded time", () => {
  const big = "x".repeat(900_000);
  for (const text of [
    Array(2000).fill("length($x)").join(" + "),
    "$x + $x + $x + $x + $x + $x + $x + $x + $x + $x + $x + $x",
    "replace($x, 'x', $x)",
    "join(split($x, ''), $x)",
  ]) {
    const parsed = parseFormula(text);
    assert.ok(parsed.ok);
    const result = evaluateFormula(parsed.formula, () => big, MOMENT);
    assert.equal(result.ok ? "" : result.code, "too-large", text.slice(0, 40));
  }
});

test("64 KiB of one sign are read or refused at once", () => {
  for (const unit of [
    "(",
    "-",
    "not ",
    "$x?",
    "[",
    "f(",
    "${",
    "1+",
    "$x.a",
    "'",
    "x if x else ",
    "$x,",
    "“",
  ]) {
    const text = unit.repeat(Math.floor(65_536 / unit.length));
    const startedMs = performance.now();
    parseFormula(text);
    assert.ok(performance.now() - startedMs < 3000, unit);
  }
});

test("10,000 terms are read", () => {
  const result = parseCondition(Array(10_000).fill("$a").join(" or "));
  assert.ok(result.ok && result.formula.kind === "or");
  assert.equal(result.formula.terms.length, 10_000);
});

test("what reads as a formula and can never say what was meant is refused", () => {
  const refused = [
    '$x == "a" or "b"',
    '$x or "none"',
    "$x and 3",
    '$x matches "^a.*"',
    String.raw`$x matches "\d+"`,
    "today() + 7",
    "now() - 1",
    "today() + '3 days'",
    "$x - today()",
    "now().year",
  ];
  for (const text of refused) assert.equal(parseFormula(text).ok, false, text);
  const sound = [
    '$x == "a" or $x == "b"',
    '$x matches "*.tmp.*"',
    '$x matches "report ?.md"',
    "'since ' + today()",
    "today() + ' ' + 3",
    "true or false",
  ];
  for (const text of sound) assert.equal(parseFormula(text).ok, true, text);
});

test("a number is not put behind a date as text", () => {
  const parsed = parseFormula("day + 7");
  assert.ok(parsed.ok);
  const result = evaluateFormula(parsed.formula, ({ name }) => NAMES[name]);
  assert.equal(result.ok, false);
});

test("a condition written from its tree is read as that tree", () => {
  fc.assert(
    fc.property(formulas, (formula) => {
      fc.pre(senselessIn(formula) === undefined);
      assert.deepEqual(mustParse(write(formula)), formula);
    }),
    { numRuns: 2000, seed: 20_260_205 },
  );
});

function mustParse(condition: string): Formula {
  const result = parseCondition(condition);
  assert.ok(result.ok, result.ok ? "" : result.error.words.en);
  return result.formula;
}

function errorCode(text: string): string | undefined {
  const result = parseCondition(text);
  return result.ok ? undefined : result.error.code;
}

const reference = { text: "$x.0", name: "x", path: [0], form: "bare" } as const;
const named: Formula = { kind: "reference", reference };
const operands: fc.Arbitrary<Formula> = fc.constantFrom<Formula>(
  { kind: "constant", value: 3 },
  { kind: "constant", value: -0.5 },
  { kind: "constant", value: "and (" },
  { kind: "constant", value: null },
  named,
  { kind: "application", name: "count", args: [named] },
  { kind: "application", name: "exists", args: [named] },
  { kind: "application", name: "now", args: [] },
  { kind: "list", items: [named, { kind: "constant", value: true }] },
);

const { formula: formulas } = fc.letrec<{ formula: Formula }>((tie) => {
  const several = fc.array(tie("formula"), { minLength: 2, maxLength: 3 });
  const joined = (operators: readonly ("+" | "-" | "*" | "/" | "%")[]): fc.Arbitrary<Formula> =>
    fc
      .tuple(
        tie("formula"),
        fc.array(fc.tuple(fc.constantFrom(...operators), tie("formula")), {
          minLength: 1,
          maxLength: 2,
        }),
      )
      .map(
        ([first, rest]): Formula => ({
          kind: "arithmetic",
          first,
          rest: rest.map(([operator, term]) => ({ operator, term })),
        }),
      );
  return {
    formula: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 3, arbitrary: operands },
      joined(["+", "-"]),
      joined(["*", "/", "%"]),
      fc
        .tuple(
          fc.constantFrom("==", "!=", ">", ">=", "<", "<=", "contains", "matches", "in", "not in"),
          tie("formula"),
          tie("formula"),
        )
        .map(
          ([comparator, left, right]): Formula => ({ kind: "comparison", comparator, left, right }),
        ),
      tie("formula").map((term): Formula => ({ kind: "not", term })),
      tie("formula").map((term): Formula => ({ kind: "negative", term })),
      tie("formula").map((of): Formula => ({ kind: "path", of, path: ["title", -1] })),
      fc
        .tuple(tie("formula"), tie("formula"))
        .map(([of, at]): Formula => ({ kind: "index", of, at })),
      fc
        .tuple(fc.constantFrom("and" as const, "or" as const), several)
        .map(([kind, terms]): Formula => ({ kind, terms })),
      fc.tuple(tie("formula"), tie("formula"), tie("formula")).map(
        ([condition, then, otherwise]): Formula => ({
          kind: "choice",
          condition,
          then,
          otherwise,
        }),
      ),
    ),
  };
});

/** In parentheses wherever another formula stands inside; those of one kind that the grammar makes one list are joined. */
function write(formula: Formula): string {
  switch (formula.kind) {
    case "constant":
      return JSON.stringify(formula.value);
    case "reference":
      return formula.reference.text;
    case "text":
      return "";
    case "list":
      return `[${formula.items.map(write).join(", ")}]`;
    case "path":
      return `(${write(formula.of)})["title"][-1]`;
    case "index":
      return `(${write(formula.of)})[(${write(formula.at)})]`;
    case "application":
      return `${formula.name}(${formula.args.map(write).join(", ")})`;
    case "or":
    case "and":
      return formula.terms.map(inner).join(` ${formula.kind} `);
    case "not":
      return `not ${inner(formula.term)}`;
    case "negative":
      return `-${inner(formula.term)}`;
    case "comparison":
      return `${inner(formula.left)} ${formula.comparator} ${inner(formula.right)}`;
    case "arithmetic":
      return [
        inner(formula.first),
        ...formula.rest.map(({ operator, term }) => `${operator} ${inner(term)}`),
      ].join(" ");
    case "choice":
      return `${inner(formula.condition)} ? ${inner(formula.then)} : ${inner(formula.otherwise)}`;
  }
}

function inner(formula: Formula): string {
  return `(${write(formula)})`;
}
