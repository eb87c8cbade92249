import assert from "node:assert/strict";
import { test } from "node:test";
import { compileWorkflow } from "../../../src/engine/plan/workflow.ts";

/** The program of a definition in canonical text, or why it is broken. */
function compiled(definition: unknown): string {
  const { stored } = compileWorkflow("w", definition);
  return stored.ok ? stored.source : `✗ ${stored.reason.en}`;
}

test("a pipeline keeps its text, its title and its description", () => {
  const source = '[source:search_news]("AI") >> [system:notify_user]';
  const definition = { name: "아침", description: "뉴스", pipeline: source };
  const { name, title, description, stored } = compileWorkflow("morning", definition);
  assert.deepEqual(
    { name, title, description },
    { name: "morning", title: "아침", description: "뉴스" },
  );
  assert.ok(stored.ok);
  assert.equal(stored.source, source);
  assert.deepEqual(stored.params, {});
});

test("a workflow without a name is called by the name it is stored under", () => {
  const { title, description } = compileWorkflow("morning", { pipeline: "[system:time]" });
  assert.deepEqual({ title, description }, { title: "morning", description: "" });
});

test("steps are one after another, each with its target and parameters", () => {
  const steps = [
    { node: "source", action: "search_news", target: "AI", params: { count: 3 } },
    { node: "System", action: "File", target: "news.md" },
  ];
  assert.equal(
    compiled({ steps }),
    '[source:search_news]("AI") {count: 3} >> [system:file]("news.md")',
  );
});

test("a single step stands alone, and a target may be a number", () => {
  assert.equal(compiled({ steps: [{ node: "a", action: "b", target: 5 }] }), '[a:b]("5")');
  assert.equal(compiled({ steps: [{ node: "a", action: "b", target: null }] }), "[a:b]");
});

test("a step may be parallel or a fallback, at any depth", () => {
  const call = (action: string): object => ({ node: "a", action });
  const steps = [
    { parallel: [call("b"), { fallback: [call("c"), call("d")] }] },
    { fallback: [call("e"), call("f")] },
  ];
  assert.equal(compiled({ steps }), "[a:b] & ([a:c] ?? [a:d]) >> [a:e] ?? [a:f]");
});

test("parameters come as a mapping of defaults or as a list, and null is no default", () => {
  const pipeline = "[system:time]";
  const plain = { topic: { absent: "AI" }, count: { absent: 3 }, who: {} };
  const typed = {
    topic: { type: "string", absent: "AI" },
    count: { type: "number", absent: 3 },
    who: { type: "string" },
  };
  const forms = [
    [{ topic: "AI", count: 3, who: null }, plain],
    [
      {
        topic: { type: "text", default: "AI" },
        count: { type: "number", default: "3" },
        who: { type: "string", required: true },
      },
      typed,
    ],
    [
      [
        { name: "topic", type: "string", default: "AI" },
        { name: "count", type: "number", default: 3 },
        { name: "who", type: "string" },
      ],
      typed,
    ],
  ] as const;
  for (const [form, expected] of forms) {
    const { stored } = compileWorkflow("w", { pipeline, params: form });
    assert.ok(stored.ok);
    assert.deepEqual(stored.params, expected);
  }
});

test("a title and a description may be in both languages, and so may be the words of the program", () => {
  const definition = {
    name: { ko: "아침", en: "Morning" },
    description: { ko: "소식", en: "News" },
    params: { topic: "AI", symbol: "코스피" },
    texts: { ko: { done: "끝", symbol: "코스피" }, en: { done: "Done", symbol: "S&P 500" } },
    pipeline: '[system:notify_user]("$done $symbol")',
  };
  const seen = (["ko", "en"] as const).map((language) => {
    const { title, titles, description, stored } = compileWorkflow("w", definition, language);
    assert.ok(stored.ok);
    return [title, titles, description, stored.texts, stored.params["symbol"]?.absent];
  });
  assert.deepEqual(seen, [
    ["아침", ["아침", "Morning"], "소식", { done: "끝", symbol: "코스피" }, "코스피"],
    ["Morning", ["아침", "Morning"], "News", { done: "Done", symbol: "S&P 500" }, "S&P 500"],
  ]);
});

test("what is in one language only serves for both", () => {
  const { title } = compileWorkflow("w", { name: { ko: "아침" }, pipeline: "[a:b]" }, "en");
  assert.equal(title, "아침");
});

test("what is wrong with a definition becomes the reason, and nothing is thrown", () => {
  const call = { node: "a", action: "b" };
  const table: readonly (readonly [unknown, string])[] = [
    [null, "It is not a mapping of names to values."],
    ["[system:time]", "It is not a mapping of names to values."],
    [[], "It is not a mapping of names to values."],
    [{}, 'It needs either "pipeline" (a program) or "steps" (a list), and not both.'],
    [
      { pipeline: "[a:b]", steps: [call] },
      'It needs either "pipeline" (a program) or "steps" (a list), and not both.',
    ],
    [{ pipelin: "[a:b]" }, 'It has the unknown key "pipelin".'],
    [{ steps: [] }, '"steps" is empty.'],
    [{ steps: [call, "x"] }, 'steps[1] is not a step: it needs "node" and "action".'],
    [{ steps: [{ node: "a" }] }, 'steps[0] needs "node" and "action".'],
    [{ steps: [{ ...call, params: 5 }] }, "steps[0].params is not a mapping."],
    [{ steps: [{ parallel: [call, {}] }] }, 'steps[0].parallel[1] needs "node" and "action".'],
    [{ steps: [{ fallback: [] }] }, '"steps[0].fallback" is empty.'],
    [{ pipeline: "[a:b]", params: 5 }, '"params" is neither a mapping nor a list.'],
    [{ pipeline: "[a:b]", params: ["x"] }, 'Every parameter in "params" needs a "name".'],
    [{ steps: [{ ...call, tagret: "x" }] }, 'steps[0] has the unknown key "tagret".'],
    [{ steps: [{ parallel: [call], node: "a" }] }, 'steps[0] has the unknown key "node".'],
    [
      { steps: [{ ...call, target: ["x"] }] },
      'steps[0].target is not a text; give what is no text under "params".',
    ],
    [
      { pipeline: "[a:b]", params: { n: { type: "numbr" } } },
      '"n" has an unknown type. The types are string, number, integer, boolean, list and object.',
    ],
    [
      { pipeline: "[a:b]", params: { n: { type: "integer", default: 1.5 } } },
      '"n" must be a whole number.',
    ],
    [
      { pipeline: "[a:b]", params: { prev: 1 } },
      '"prev" cannot name a parameter: it is the result of the step before.',
    ],
    [
      { pipeline: "[a:b]", texts: { ko: { a: "가" }, en: { b: "b" } } },
      '"texts" needs the same names under "ko" and under "en".',
    ],
  ];
  for (const [definition, reason] of table) assert.equal(compiled(definition), `✗ ${reason}`);
});

test("a pipeline that does not parse is told with its place", () => {
  assert.match(compiled({ pipeline: "[system:time] >>" }), /^✗ .+ \(1:1[0-9]\)$/);
});
