import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse as parseYaml } from "yaml";
import { verbsOf } from "../../../src/engine/catalogue/catalogue-parse.ts";
import type { Diagnostic } from "../../../src/engine/language/diagnostics.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { correctedProblems } from "../../../src/engine/plan/suggest-correction.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";
import { plan } from "../support/stage.ts";

const WORKFLOWS = fileURLToPath(new URL("../../../data/workflows/", import.meta.url));

const workflows: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    readdirSync(WORKFLOWS).map((file) => [
      file.replace(".yaml", ""),
      parseYaml(readFileSync(`${WORKFLOWS}${file}`, "utf8")) as unknown,
    ]),
  ),
  needy: {
    pipeline: '[source:search_news]("$topic") {count: "$n"}',
    params: [{ name: "topic" }, { name: "n", type: "integer" }],
  },
};

/** What is wrong with a program, whether it is found by parsing or by planning. */
function problemsIn(source: string): readonly Diagnostic[] {
  const problems = foundIn(source);
  return correctedProblems({
    source,
    problems,
    catalogue: shippedCatalogue(),
    problemsOf: foundIn,
  });
}

function foundIn(source: string): readonly Diagnostic[] {
  const parsed = parse(source);
  if (!parsed.ok) return [parsed.error];
  const planned = plan(source, { workflows });
  return planned.ok ? [] : planned.problems;
}

function assertRuns(program: string, of: string): void {
  const problems = problemsIn(program);
  assert.deepEqual(
    problems.map(({ message }) => message),
    [],
    `${of}\n→ ${program}`,
  );
}

/** The hints of a program's problems, each of which must plan. */
function hintsOf(source: string): readonly string[] {
  const hints = problemsIn(source).flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
  for (const hint of hints) assertRuns(hint, source);
  return hints;
}

/** Programs of the shipped actions with a fault of the language in them. */
const FAULTY: readonly string[] = [
  "",
  "[system:time",
  "[system:time] | | [system:time]",
  "[system:time] what next",
  "what time is it",
  '$name = Mina\n[system:notify_user]("hi $name")',
  '$name = Mina; [system:notify_user]("hi $name")',
  "$n = three",
  "$n =",
  '[system:notify_user]("hi") = $x',
  '[system:notify_user]("a") + "b"',
  '[system:todo] {done: 1} {add: "x"}',
  '[source:search_news]("AI") {count: 1} {language: "ko"}',
  '[source:search_news]("AI") {count 3}',
  '[source:search_news]("AI") {my count: 3}',
  '[system:write]("a.md") {_content: "x"}',
  "[if: $x",
  "[if: ] { [system:time] }",
  "[if: $x ==] { [system:time] }",
  "[if: count($x) > 3] [system:time]",
  "[each: $x] { [system:time] }",
  "[each: $x in 5..2] { [system:time] }",
  '[system:notify_user]([system:read]("a.md"))',
  '[each: $x in "Seoul"] { [system:time] }',
  "$list = [system:list]\n[each: $x in list] { [system:time] }",
  '[each: $x in 1..3, parallel: true] { [system:write]("$x.md") {content: "x"} }',
  "[each: $x in $y, max: 900] { [system:time] }",
  "[on_error: ignore] [system:time]",
  "[system:time] >> [on_error: skip] [system:time]",
  "[else] { [system:time] }",
  "[try: x] { [system:time] }",
  '[source:price]("AAPL").price',
  "([system:time] & [system:time]",
  '[system:time]("x")("y")',
  '[system:write]("memo.md" {content: "x"}',
  "[system:time] >>",
  ">> [system:time]",
  "[system:time] && [system:time]",
  "x".repeat(70_000),
];

test("what is tried in the place of a program that cannot be read plans", () => {
  for (const source of FAULTY) {
    const problems = problemsIn(source);
    assert.ok(problems.length > 0, `It plans: ${source.slice(0, 80)}`);
    hintsOf(source);
  }
});

const CALL = /\[\w+:\w+\]/g;
const NAME = /\$\w+\s*=(?!=)/g;

/** The errors of the tables of the language. */
function refusedVectors(): readonly string[] {
  const file = new URL("../support/parse-vectors.jsonl", import.meta.url);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { readonly ok: boolean; readonly input: string })
    .filter(({ ok }) => !ok)
    .map(({ input }) => input);
}

test("a program that is mended keeps every call and every name of the one before", () => {
  for (const source of [...FAULTY, ...refusedVectors()]) {
    const parsed = parse(source);
    const hint = parsed.ok ? undefined : parsed.error.hint;
    if (hint === undefined || !hint.includes(source.match(CALL)?.[0] ?? "\0")) continue;
    for (const piece of [...source.matchAll(CALL), ...source.matchAll(NAME)])
      assert.ok(hint.includes(piece[0]), `${source}\n→ ${hint}`);
  }
});

test("a word given to a name is put in quotes", () => {
  const [problem] = problemsIn('$name = Mina\n[system:notify_user]("hi $name")');
  assert.equal(problem?.hint, '$name = "Mina"\n[system:notify_user]("hi $name")');
});

test("what is tried in the place of a call that no action takes plans, for every action and verb", () => {
  const catalogue = shippedCatalogue();
  const sources = [...catalogue.actions.values()].flatMap(({ node, action, tool }) =>
    tool === undefined
      ? [
          `[${node}:${action}]("a")`,
          `[${node}:${action}]("a", "b")`,
          `[${node}:${action}]("a", "b") {type: "c"}`,
          `[${node}:${action}x]`,
          `[${node}:${action}x]("a.md") {content: "b"}`,
          `[${node}:${action}] {type: "performance"}`,
          `[${node}:${action}] {nothing: 1}`,
        ]
      : [`[system:tool]("${tool}", "b")`, `[system:tool]("${tool}x")`],
  );
  const verbs = catalogue.nodes.flatMap((node) =>
    [...verbsOf(catalogue, node).keys()].flatMap((verb) => [
      `[${node}:${verb}]`,
      `[${node}:${verb}]("a")`,
      `[${node}:${verb}]("a") {type: "performance"}`,
    ]),
  );
  const hints = [...sources, ...verbs].flatMap(hintsOf);
  assert.ok(hints.length > 40, `${hints.length} hints`);
  for (const hint of hints) assert.doesNotMatch(hint, /"performance"/);
});

test("a call that is mended keeps its values and those around it", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['[source:web_serch]("AI") {count: 3}', ['[source:web_search]("AI") {count: 3}']],
    ['[system:write]("a.md", "hi")', ['[system:write]("a.md") {content: "hi"}']],
    ['[system:list_events]("today")', []],
    ['[source:price]("AAPL", "1y")', []],
    [
      '$x = [system:time]\n[source:web_serch]("$x")',
      ['$x = [system:time]\n[source:web_search]("$x")'],
    ],
    ['[system:time] >> [system:wrte]("a.md")', ['[system:time] >> [system:write]("a.md")']],
  ];
  for (const [source, hints] of cases) assert.deepEqual(hintsOf(source), hints, source);
});

test("what is tried in the place of a program around others plans", () => {
  for (const source of [
    "$prev = [system:time]",
    `[system:notify_user]("\${who}")`,
    "[each: $x in $nobody] { [system:time] }",
    "[system:run_pipeline]",
    '[system:run]("news_briefing") {pipeline: "[system:time]"}',
    '[system:run_pipeline]("[system:time]")',
    '[system:run_pipeline]("[system:time")',
    '[system:run_pipeline]("no_such")',
    '[system:run_pipeline]("needy")',
    '[system:run_pipeline]() {pipeline: "[system:time"}',
    "[system:tool]",
    '[system:tool]("nothing like it")',
  ]) {
    assert.ok(problemsIn(source).length > 0, source);
    hintsOf(source);
  }
});
