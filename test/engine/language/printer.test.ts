// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { programJson } from "../../../src/engine/language/parse-tree.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { printProgram, printValue } from "../../../src/engine/language/printer.ts";
import type { Program } from "../../../src/engine/language/tree.ts";
import { seededRandom } from "../support/hostile.ts";
import { writeNoisily } from "../support/noisy.ts";
import { programs, texts } from "../support/programs.ts";

const PRINTED: readonly (readonly [string, string])[] = [
  ["[A:B]", "[a:b]"],
  ["[a:b]()", "[a:b]"],
  ["[a:b](서울 (강남))", '[a:b]("서울 (강남)")'],
  ["[a:b]('x',{k:v}){n:1}", '[a:b]("x") {k: "v", n: 1}'],
  ['[a:b]{"my key": [1,{a:null}], "한글": True}', '[a:b] {"my key": [1, {a: null}], 한글: true}'],
  ["[a:b]&[a:c]??[a:d]>>[a:e]", "[a:b] & ([a:c] ?? [a:d]) >> [a:e]"],
  ["([a:b]>>[a:c])&[a:d]", "([a:b] >> [a:c]) & [a:d]"],
  ["$x=[a:b];[on_error:skip][a:c]", "$x = [a:b]\n[on_error: skip] [a:c]"],
  [
    "[if:$x > 1]{[a:b];[a:c]}[else if:$y]{[a:d]}[else]{[each:$i in $x]{[a:e]}}",
    "[if: $x > 1] {\n  [a:b]\n  [a:c]\n} [else if: $y] {\n  [a:d]\n} [else] {\n  [each: $i in $x] {\n    [a:e]\n  }\n}",
  ],
  ['[a:b]("tab\\t \\\\ \\${x} \\{{y}} “q”")', '[a:b]("tab\\t \\\\ \\${x} \\{{y}} “q”")'],
  ["[a:b]{n: 1e20, m: 1e-7}", "[a:b] {n: 1e+20, m: 1e-7}"],
];

for (const [source, printed] of PRINTED) {
  test(`prints ${JSON.stringify(source)} canonically`, () => {
    assert.equal(printProgram(mustParse(source)), printed);
    assert.equal(printProgram(mustParse(printed)), printed);
  });
}

test("marks that turn the reading direction never stand raw in what a person approves", () => {
  assert.equal(printValue("a\u202eb\u0007"), '"a\\u202eb\\u0007"');
});

test("parsing what was printed gives the same tree without warnings, for 10,000 programs", () => {
  fc.assert(
    fc.property(programs, (program) => {
      const printed = printProgram(program);
      const result = parse(printed);
      assert.ok(result.ok, result.ok ? "" : `${printed}\n${result.error.message}`);
      assert.deepEqual(result.warnings, []);
      assert.deepEqual(plain(result.program), plain(program));
    }),
    { numRuns: 10_000, seed: 20_260_201 },
  );
});

test("a program written carelessly gives the tree it was written from", () => {
  fc.assert(
    fc.property(programs, fc.integer(), (program, seed) => {
      const source = writeNoisily(program, seededRandom(seed));
      const result = parse(source);
      assert.ok(result.ok, result.ok ? "" : `${source}\n${result.error.message}`);
      assert.deepEqual(plain(result.program), plain(program));
    }),
    { numRuns: 2000, seed: 20_260_202 },
  );
});

test("any text survives being printed as a value", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const program = mustParse(`[a:b] {k: ${printValue(text)}}`);
      assert.deepEqual(plain(program), {
        statements: [
          {
            kind: "statement",
            body: { kind: "call", node: "a", action: "b", args: [], params: { k: text } },
          },
        ],
      });
    }),
    { numRuns: 3000, seed: 20_260_203 },
  );
});

function mustParse(source: string): Program {
  const result = parse(source);
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  return result.program;
}

/** The tree's records have no prototype; plain ones compare. */
function plain(program: Program): unknown {
  return JSON.parse(JSON.stringify(programJson(program)));
}
