import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "../../../src/engine/language/diagnostics.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { planProgram } from "../../../src/engine/plan/plan.ts";
import { correctedProblems, correctionOf } from "../../../src/engine/plan/suggest-correction.ts";
import { catalogueOf } from "../../support/catalogue.ts";

const TEXT = { type: "string" };
const CATALOGUE = catalogueOf({
  system: {
    time: { params: { zone: TEXT } },
    write: {
      target: "path",
      params: { path: TEXT, content: TEXT, title: TEXT },
      required: ["path"],
      input: { param: "content", as: "text" },
      effect: "write",
    },
    filter: { params: { where: TEXT, items: { type: "array" } } },
  },
  source: {
    web_search: { target: "query", params: { query: TEXT, limit: { type: "integer" } } },
    price: { target: "symbol", params: { symbol: TEXT } },
    book: { target: "title", params: { title: TEXT }, verbs: [{ verb: "search", type: "book" }] },
    photo: { target: "title", params: { title: TEXT }, verbs: [{ verb: "search", type: "photo" }] },
  },
  messenger: { send: { target: "message", params: { message: TEXT, to: TEXT } } },
});

function problemsOf(source: string): readonly Diagnostic[] {
  const parsed = parse(source);
  if (!parsed.ok) return [parsed.error];
  const owner = { personId: "p", chatId: "c" };
  const workflows = { get: () => undefined, names: () => [] };
  const { program } = parsed;
  const planned = planProgram({ source, program, catalogue: CATALOGUE, workflows, owner });
  return planned.ok ? [] : planned.problems;
}

function corrected(source: string): string | undefined {
  const problems = problemsOf(source);
  assert.ok(problems.length > 0, `${source} is right already.`);
  const correction = correctionOf({ source, problems, catalogue: CATALOGUE, problemsOf });
  return correction?.isSure === true ? correction.program : undefined;
}

/** A wrong program and the one it was meant to be. */
const CORRECTED: readonly (readonly [string, string])[] = [
  ["[system:tmie]", "[system:time]"],
  ["[SYSTEM:TMIE]", "[SYSTEM:time]"],
  ["[sistem:time]", "[system:time]"],
  ["[sistem:tmie]", "[system:time]"],
  ['[system:price]("005930")', '[source:price]("005930")'],
  ['[source:web_serch]("AI") {limit: 3}', '[source:web_search]("AI") {limit: 3}'],
  ['[source:web_search]("AI") {limt: 3}', '[source:web_search]("AI") {limit: 3}'],
  ['[source:web_search]("AI") {"limt" = 3}', '[source:web_search]("AI") {"limit" = 3}'],
  ['[source:web_search] {qurey: "limt", limt: 3}', '[source:web_search] {query: "limt", limit: 3}'],
  ['[source:search]("x") {type: "bok"}', '[source:search]("x") {type: "book"}'],
  ['[source:search]("x") {type: bok}', '[source:search]("x") {type: book}'],
  [
    '$a = [system:tiem] # tiem\n[if: $a contains "tiem"] { [system:wirte]("tiem.md") {contnt: "$a"} } [else] { [system:tiem] }',
    '$a = [system:time] # tiem\n[if: $a contains "tiem"] { [system:write]("tiem.md") {content: "$a"} } [else] { [system:time] }',
  ],
  [
    '[source:pric]("AAPL") ?? ([source:web_serch]("AAPL") & [system:tmie]) >> [system:writ]("a.md")',
    '[source:price]("AAPL") ?? ([source:web_search]("AAPL") & [system:time]) >> [system:write]("a.md")',
  ],
  ['[system:time] | [system:write]("a.md")', '[system:time] >> [system:write]("a.md")'],
  ['[system:tmie] | [system:write]("a.md")', '[system:time] >> [system:write]("a.md")'],
  ["```ibl\n[system:tmie]\n```", "```ibl\n[system:time]\n```"],
];

for (const [source, program] of CORRECTED) {
  test(`corrects ${JSON.stringify(source)}`, () => {
    assert.equal(corrected(source), program);
    assert.deepEqual(problemsOf(program), []);
  });
}

/** A wrong program with no correction, or more than one. */
const LEFT_ALONE: readonly (readonly [string, string])[] = [
  ["[system:zzzzzz]", "nothing is near"],
  ["[system:time", "the parser knows more than one end"],
  ['[source:search]("x")', "a type is missing"],
  ['[source:search]("x") {type: "car"}', "no type is near"],
  ['[source:web_search]("AI") {qurey: "b"}', "the near name is taken by the target"],
  ['[source:web_search]("AI") {limit: 3, limt: 4}', "the near name is taken"],
  ['[source:web_search]("AI") {limt: 3, limti: 4}', "two names are near the same one"],
  ['[source:web_search]("AI") {limt: "many"}', "the corrected program does not plan either"],
  ["[system:tmie] >> [system:write]", "one mistake of two can be corrected"],
  [`[system:tmie]\n# ${"x".repeat(4000)}`, "it is too long for a card"],
];

for (const [source, why] of LEFT_ALONE) {
  test(`leaves ${JSON.stringify(source.slice(0, 60))} alone: ${why}`, () => {
    assert.equal(corrected(source), undefined);
  });
}

test("a program without problems needs no correction", () => {
  const source = "[system:time]";
  assert.equal(correctionOf({ source, problems: [], catalogue: CATALOGUE, problemsOf }), undefined);
});

test("where a call should begin, the form of the call before is not told", () => {
  const source = '$x = [source:web_search]("AI")\n"told" twice';
  const problems = problemsOf(source);
  const [told] = correctedProblems({ source, problems, catalogue: CATALOGUE, problemsOf });
  assert.equal(told?.code, "expected-call");
  assert.equal(told?.form, undefined);
  assert.doesNotMatch(told?.message ?? "", /""/);
});
