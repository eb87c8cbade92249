// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { plan } from "../support/stage.ts";

function problemsOf(source: string, isByModel = true): readonly string[] {
  const planned = plan(source, { isByModel });
  return planned.ok ? [] : planned.problems.map(({ message }) => message);
}

/** Programs of a model in which a name stands where its value was meant. */
const UNMARKED = [
  '[each: $city in ["Seoul"]] { [source:weather](city) }',
  '$text = "hello"\n[system:write]("x.md") {content: text}',
  '$n = [source:search_news]("AI")\n[system:notify_user]("Top: {n[0].title}")',
  '[each: $f in [system:list]] { [system:notify_user]("File {f.path}") }',
];

/** Programs in which the same signs are text, a field, a script or code. */
const TEXT = [
  '$c = "x"\n[system:notify_user]("c")',
  '$c = "x"\n[system:notify_user]("a {d} and ${\'{\'}c}")',
  '$price = 3\n[system:read]("prices.csv") >> [system:sort](price)',
  '$color = "red"\n[system:write]("a.css") {content: "body {color} x"}',
  '$n = 3\n[system:compute]("const o = {n}; return o.n") {n: "$n"}',
  '$n = 3\n[system:notify_user]("${n} and {{n}}")',
];

test("a name that a model leaves as mere text is a problem", () => {
  for (const source of UNMARKED)
    assert.match(problemsOf(source).join(), /is mere text here/, source);
});

test("what is text is left alone, and so is all that a person writes", () => {
  for (const source of TEXT) assert.deepEqual(problemsOf(source), [], source);
  for (const source of UNMARKED) assert.deepEqual(problemsOf(source, false), [], source);
});
