import assert from "node:assert/strict";
import { test } from "node:test";
import { plan, problemsOf } from "../support/stage.ts";

test("a call that runs a program says which one, and only one", () => {
  assert.deepEqual(problemsOf("[system:run_pipeline]()"), [
    'bad-parameters 1:1 [system:run_pipeline] needs the name of a workflow, or a program as "pipeline".',
  ]);
  assert.deepEqual(problemsOf('[system:run]("a") {pipeline: "[system:time]"}'), [
    "bad-parameters 1:1 [system:run] has both a workflow and a program; it runs one of them.",
  ]);
});

test("a program put where the name of a workflow belongs is shown in its place", () => {
  const planned = plan('[system:run_pipeline]("[system:time]")');
  assert.equal(
    !planned.ok && planned.problems[0]?.hint,
    '[system:run_pipeline]() {pipeline: "[system:time]"}',
  );
});

test("the values of a workflow's parameters are of their types, and numbers written as text are numbers", async () => {
  const params = [
    { name: "n", type: "number", default: 3 },
    { name: "l", type: "list", default: [] },
  ];
  const workflows = { w: { pipeline: '[source:search_news]("AI") {count: "$n"}', params } };
  assert.deepEqual(problemsOf('[system:run]("w") {n: "many"}', { workflows }), [
    'bad-parameters 1:1 The workflow "w": "n" must be a number.',
  ]);
  assert.deepEqual(problemsOf('[system:run]("w") {l: "a"}', { workflows }), [
    'bad-parameters 1:1 The workflow "w": "l" must be a list.',
  ]);
  assert.deepEqual(problemsOf('[system:run]("w") {n: "5"}', { workflows }), []);
});

test("the result of the step before cannot be given another value", () => {
  const message = "is the result of the step before, so no other value can have that name.";
  assert.deepEqual(problemsOf("$prev = [system:time]"), [
    `reserved-variable 1:1 "$prev" ${message}`,
  ]);
  assert.deepEqual(
    problemsOf("$l = [system:list]\n[each: $_prev_result in $l] { [system:time] }"),
    [`reserved-variable 2:1 "$_prev_result" ${message}`],
  );
});
