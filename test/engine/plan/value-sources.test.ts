import assert from "node:assert/strict";
import { test } from "node:test";
import { sourcesOf } from "../../../src/engine/plan/value-sources.ts";
import { catalogueOf } from "../../support/catalogue.ts";
import { goodPlan } from "../support/stage.ts";

const TEXT = { type: "string" };
const put = { target: "text", params: { text: TEXT }, input: { param: "text", as: "text" } };
const CATALOGUE = catalogueOf({
  source: { web: { taints: true }, own: {} },
  system: { put, approve: { target: "text", params: { text: TEXT } } },
});

/** Each call with parameters that come from somewhere: `put text←web!` where it is from outside. */
function flow(source: string): readonly string[] {
  const plan = goodPlan(source, { catalogue: CATALOGUE });
  return sourcesOf(plan.statements).flatMap(({ call, sources, tainted }) =>
    [...sources].map(([param, from]) => {
      const names = from.map(({ definition }) => definition.action).join("+");
      return `${call.definition.action} ${param}←${names}${tainted.has(param) ? "!" : ""}`;
    }),
  );
}

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["[source:web] >> [system:put]", ["put text←web!"]],
  ["[source:own] >> [system:put]", ["put text←own"]],
  ["[source:web] >> [system:put] >> [system:put]", ["put text←web!", "put text←put!"]],
  ['$x = [source:web]\n[system:put]("news: $x입니다")', ["put text←web!"]],
  ['$x = [source:own]\n[system:put]("$y")', []],
  ["([source:own] & [source:web]) >> [system:put]", ["put text←own+web!"]],
  ["([source:own] ?? [source:web]) >> [system:put]", ["put text←own+web!"]],
  ['[source:web] >> [system:approve]("ok?") >> [system:put]', ["put text←web!"]],
  ['$x = [source:web]\n[each: $i in $x] {\n[system:put]("$i")\n}', ["put text←web!"]],
  ['$x = [source:own]\n[if: exists($x)] {\n[system:put]("$x")\n}', ["put text←own"]],
  ['[source:web]\n[system:put]("x")', []],
];

for (const [program, expected] of CASES)
  test(`where values come from: ${program.replaceAll("\n", "; ")}`, () => {
    assert.deepEqual(flow(program), expected);
  });

test("a call knows the names that are bound before it, where they hold", () => {
  const source =
    '$x = [source:web]\n[each: $i in $x] {\n$y = [source:own]\n[system:put]("$i")\n}\n[system:put]("$x")\n$z = [source:own]';
  const plan = goodPlan(source, { catalogue: CATALOGUE });
  assert.deepEqual(
    sourcesOf(plan.statements).map(({ call, names }) => [call.definition.action, ...names]),
    [["web"], ["own", "x", "i"], ["put", "x", "i", "y"], ["put", "x"], ["own", "x"]],
  );
});
