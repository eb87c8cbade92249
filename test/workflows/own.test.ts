import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./support/workflow-house.ts";

test("a workflow that needs a number can be saved, listed and run with one", async (t) => {
  const { run } = await openHouse(t, {
    "top.yaml":
      "params: [{name: n, type: number}]\npipeline: '[system:take](\"$n\") {items: [1, 2, 3]}'\n",
  });
  const { envelope } = await run("[system:list_workflows]");
  const rows = envelope?.value as { readonly name: string; readonly problem: string | null }[]; // rows of list_workflows
  assert.equal(rows.find(({ name }) => name === "top")?.problem, null);
  assert.equal((await run('[system:run]("top") {n: "2"}')).text, "- 1\n- 2");
  assert.match((await run('[system:run]("top") {n: many}')).text, /"n"의 값은 숫자여야 해요\./);
});

test("a workflow that would run itself is not saved, also over an older one of its name", async (t) => {
  const { run } = await openHouse(t);
  await run('[system:save_workflow]("돌기") {pipeline: "[system:time]"}');
  const { text } = await run(`[system:save_workflow]("돌기") {pipeline: "[system:run]('돌기')"}`);
  assert.match(text, /자기 자신을 실행해요: 돌기 → 돌기/);
  assert.match((await run('[system:run]("돌기")')).text, /오[전후] \d+:\d+(?:이에요|예요)/);
});

test("a workflow with words in both languages speaks that of the person", async (t) => {
  const { run, parts } = await openHouse(t, {
    "hello.yaml": [
      'name: {ko: "인사", en: "Greeting"}',
      'description: {ko: "인사합니다", en: "Says hello"}',
      'texts: {ko: {hello: "안녕하세요"}, en: {hello: "Hello"}}',
      "pipeline: '[system:take](1) {items: \"$hello\"}'",
    ].join("\n"),
  });
  assert.equal((await run('[system:run]("Greeting")')).text, "안녕하세요");
  assert.match((await run("[system:list_workflows]")).text, /\*\*인사\*\* · 인사합니다/);
  parts.people.change(parts.people.owners()[0]!.id, { language: "en" });
  assert.equal((await run('[system:run]("인사")')).text, "Hello");
  assert.match((await run("[system:list_workflows]")).text, /\*\*Greeting\*\* · Says hello/);
});
