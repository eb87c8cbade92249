import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../../src/engine/language/parser.ts";
import { hostileInput, pick, type Random, seededRandom } from "../support/hostile.ts";

test("3,000 hostile inputs give a tree or an error that explains itself", () => {
  const random = seededRandom(1);
  for (let index = 0; index < 3000; index += 1) checkResult(hostileInput(random));
});

const PROGRAMS = [
  '[source:web_search]("AI 뉴스") >> [system:file]("news.md")',
  '[source:price]("AAPL") ?? [source:price]("AAPL") {type: "kr"}',
  "([a:b] & [c:d]) >> [e:f] {list: [1, \"둘\", {k: v}], s: 'x'}",
  '$r = [a:a](\'x\', "y")\n[on_error: skip] [a:b] {body: "$r", n: -1.5}',
  '[if: $r.count > 3] {\n  [a:b]("x")\n} [else] {\n  [each: $i in $r] { [a:c](`$i`) }\n}',
];

test("2,000 programs with one character or word too few or too many give a tree or an error that explains itself", () => {
  const random = seededRandom(2);
  let errorCount = 0;
  for (let index = 0; index < 2000; index += 1) {
    if (!checkResult(mutate(random, pick(random, PROGRAMS)))) errorCount += 1;
  }
  assert.ok(errorCount > 1000, `Only ${errorCount} mutants were malformed.`);
});

test("a program cut off anywhere inside its brackets never parses", () => {
  const program = '[a:b]("x (y)") {k: [1, {m: "v"}], n: """t"""} >> ([c:d] & [e:f] {z: 1})';
  const openUntil = ["[a:b]", '("x (y)")', '{k: [1, {m: "v"}], n: """t"""}'];
  let at = 0;
  for (const part of openUntil) {
    const start = program.indexOf(part, at);
    for (let cut = start + 1; cut < start + part.length; cut += 1) {
      const result = parse(program.slice(0, cut));
      assert.ok(!result.ok, program.slice(0, cut));
      assert.equal(result.error.code, "unterminated", program.slice(0, cut));
    }
    at = start + part.length;
  }
});

test("64 KiB of one thing gives a tree or an error", () => {
  const units = [
    '"',
    "'",
    "`",
    "“",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "$",
    "{{",
    "\\",
    "#",
    "\n",
    ";",
    "가",
    ">>",
    "[a:b]\n",
  ];
  for (const unit of units) {
    const room = Math.floor(65_536 / Buffer.byteLength(unit));
    checkResult(unit.repeat(room));
    checkResult(`[a:b]("${unit.repeat(room - 10)}")`);
    checkResult(`[a:b] {k: [${unit.repeat(room - 20)}]}`);
  }
});

const NESTINGS = [
  ["(", "[a:b]", ")"],
  ["[a:b] {k: [", "", "]}"],
  ["[a:b] {k: {k: ", "1", "}}"],
  ["[if: $x] { ", "[a:b]", " }"],
] as const;

for (const [open, middle, close] of NESTINGS) {
  test(`brackets nested like ${open} are an error past 32, however deep`, () => {
    const inner = open.startsWith("[a:b] ")
      ? open.slice(open.lastIndexOf(" ", open.length - 2) + 1)
      : open;
    for (const depth of [33, 100, 1000, 10_000]) {
      const source = open + inner.repeat(depth) + middle + close.repeat(depth);
      const result = parse(source.slice(0, 65_000));
      assert.ok(!result.ok);
      assert.equal(result.error.code, "too-deep");
    }
  });
}

test("32 brackets are not too deep", () => {
  assert.ok(parse(`${"(".repeat(32)}[a:b]${")".repeat(32)}`).ok);
  assert.ok(parse(`[a:b] {k: ${"[".repeat(31)}${"]".repeat(31)}}`).ok);
  assert.ok(parse(`[if: ${"(".repeat(32)}$x${")".repeat(32)}] {[a:b]}`).ok);
});

test("a program of exactly 64 KiB parses and one byte more does not", () => {
  const frame = '[a:b]("")'.length;
  assert.ok(parse(`[a:b]("${"x".repeat(65_536 - frame)}")`).ok);
  assertCode(`[a:b]("${"x".repeat(65_537 - frame)}")`, "too-long");
  assertCode(`[a:b]("${"가".repeat(21_845)}")`, "too-long");
  assertCode("[a:b]\n".repeat(1_000_000), "too-long");
});

test("a list of 10,000 items and a chain of 2,000 steps parse; more than 40,000 tokens do not", () => {
  const list = parse(`[a:b] {k: [${"1,".repeat(10_000)}]}`);
  assert.ok(list.ok);
  const { body } = list.program.statements[0]!;
  assert.ok(body.kind === "call");
  assert.deepEqual(body.params["k"], Array(10_000).fill(1));
  const steps = parse(Array(2000).fill('[a:b]("x") {k: 1}').join(" >> "));
  assert.ok(steps.ok && steps.program.statements[0]!.body.kind === "sequence");
  assertCode(`[a:b] {k: [${"1,".repeat(20_500)}]}`, "too-long");
});

function assertCode(source: string, code: string): void {
  const result = parse(source);
  assert.ok(!result.ok);
  assert.equal(result.error.code, code);
}

/** True when it parses; else the error has all it must, and its hint and correction parse. */
function checkResult(source: string): boolean {
  const result = parse(source);
  if (result.ok) return true;
  const { code, message, line, column, frame, hint, correction } = result.error;
  const shown = JSON.stringify(source.slice(0, 300));
  assert.match(code, /^[a-z-]+$/, shown);
  assert.match(message, /^\S.*[.?]$/su, shown);
  assert.ok(line >= 1 && column >= 1, shown);
  assert.ok(line <= source.split("\n").length, shown);
  assert.match(frame, /^\d+ \| .*\n *\^+$/su, shown);
  assert.ok(frame.length < 500, shown);
  assert.ok(hint === undefined || parse(hint).ok, `${shown}: ${hint}`);
  assert.ok(correction === undefined || parse(correction).ok, `${shown}: ${correction}`);
  return false;
}

function mutate(random: Random, program: string): string {
  const at = Math.floor(random() * program.length);
  const character = program.charAt(Math.floor(random() * program.length));
  switch (Math.floor(random() * 5)) {
    case 0:
      return program.slice(0, at) + program.slice(at + 1);
    case 1:
      return program.slice(0, at) + character + program.slice(at);
    case 2:
      return program.slice(0, at) + character + program.slice(at + 1);
    case 3:
      return program.slice(0, at);
    default:
      return (
        program.slice(0, at) +
        pick(random, ["&&", "|", " [x:y] ", " 그리고 ", ")", "]", "}", '"']) +
        program.slice(at)
      );
  }
}
