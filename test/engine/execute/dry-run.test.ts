import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalJson, isJsonObject, type JsonObject } from "../../../src/base/json.ts";
import type { ActionDefinition } from "../../../src/engine/catalogue/catalogue.ts";
import type { LeftOut, Trial } from "../../../src/engine/execute/dry-run.ts";
import { isReadCall } from "../../../src/engine/execute/dry-run.ts";
import { failure, success } from "../../../src/engine/values/outcome.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";
import {
  type Acts,
  goodPlan,
  listOf,
  outcomesOf,
  type PlanOptions,
  plan,
  Stage,
  words,
} from "../support/stage.ts";

/** Tries a program: the calls that were made, those that were left out with what they would have had, the conditions, and what came of it. */
async function tryOut(source: string, acts: Acts = {}, options: PlanOptions = {}) {
  const stage = new Stage(acts);
  const leftOut: string[] = [];
  const decided: string[] = [];
  const planned = goodPlan(source, options);
  const asking = planned.report.effects.filter(({ approval }) => approval);
  const trial: Trial = {
    asks: new Set(asking.map(({ callId }) => callId)),
    given: {},
    onLeftOut: (left) => leftOut.push(lineOf(left)),
    onDecided: ({ text, value }) => decided.push(`${text}: ${value ?? "open"}`),
  };
  const outcomes = outcomesOf(await stage.perform(planned, undefined, trial));
  return { made: stage.calls, leftOut, decided, gave: outcomes.map(words) };
}

function lineOf({ call, reason, params }: LeftOut): string {
  return `${reason} ${call.definition.action} ${canonicalJson(params)}`;
}

const NEWS: Acts = { "source:search_news": () => listOf("one", "two") };

test("a dry run makes the reads and leaves the effect out with the value that it would have had", async () => {
  const tried = await tryOut('[source:search_news]("AI") >> [system:notify_user]', NEWS);
  assert.deepEqual(tried, {
    made: ['source:search_news {"query":"AI"}'],
    leftOut: ['acts notify_user {"message":"- one\\n- two"}'],
    decided: [],
    gave: ["⟨Send a notice to me⟩"],
  });
});

test("what needs the result of an effect is left out, and what does not is made", async () => {
  const tried = await tryOut(
    [
      '$file = [system:write]("a.md") {content: "x"}',
      '[system:read]("$file.path")',
      '[system:read]("b.md")',
      '[system:write]("c.md") {content: "y"} >> [system:time]',
    ].join("\n"),
  );
  assert.deepEqual(tried.made, ['system:read {"path":"b.md"}', "system:time {}"]);
  assert.deepEqual(tried.leftOut, [
    'acts write {"content":"x","path":"a.md"}',
    'depends read {"path":"⟨Write text to a file⟩"}',
    'acts write {"content":"y","path":"c.md"}',
  ]);
});

test("an effect counts as done for what asks whether it gave anything, and every other condition on it is open", async () => {
  const tried = await tryOut(
    [
      '$chart = [forge:bar]("Sales") {data: [{"a": 1}]}',
      '[if: exists($chart.path)] { [system:read]("made.md") }',
      '[if: empty($chart)] { [system:read]("empty.md") } [else] { [system:read]("full.md") }',
      '[if: $chart.path == "x" and 1 == 2] { [system:read]("never.md") }',
      '[each: $one in $chart] { [system:read]("$one") }',
    ].join("\n"),
  );
  assert.deepEqual(tried.made, ['system:read {"path":"made.md"}']);
  assert.deepEqual(tried.decided, [
    "exists($chart.path): true",
    "empty($chart): open",
    '$chart.path == "x" and 1 == 2: false',
  ]);
});

test("an option of ?? that acts answers, so that no other is tried", async () => {
  const tried = await tryOut(
    '[system:read]("a.md") ?? [system:write]("a.md") {content: ""} ?? [system:time]',
    {
      "system:read": () => failure("not-found", "There is no such file."),
    },
  );
  assert.deepEqual(tried.made, ['system:read {"path":"a.md"}']);
  assert.deepEqual(tried.leftOut, ['acts write {"content":"","path":"a.md"}']);
});

test("a result that holds what was not done is as unknown as that, also joined and in a workflow's values", async () => {
  const workflows = {
    show: { params: { given: "x" }, pipeline: '[system:read]("$given")' },
  };
  const tried = await tryOut(
    [
      '$both = [system:read]("a.md") & [system:write]("b.md") {content: "b"}',
      '[system:run_pipeline]("show") {given: "$both"}',
    ].join("\n"),
    {},
    { workflows },
  );
  assert.deepEqual(tried.made, ['system:read {"path":"a.md"}']);
  assert.match(tried.leftOut.at(-1) ?? "", /^depends read /);
});

test("nobody is asked anything, and a program known only then is not run", async () => {
  const tried = await tryOut(
    [
      '$answer = [system:ask_user]("Which?")',
      '[system:read]("$answer")',
      '$code = [system:read]("program.txt")',
      '[system:run_pipeline]() {pipeline: "$code"}',
    ].join("\n"),
    {
      "system:ask_user": () => ({ suspend: "question", prompt: "Which?" }),
      "system:run_pipeline": () => ({
        expand: { statements: [], constants: {} },
        program: "",
        digest: "d",
      }),
    },
  );
  assert.deepEqual(
    tried.leftOut.map((line) => line.split(" {")[0]),
    ["asks ask_user", "depends read", "unknown run_pipeline"],
  );
});

test("the to-do list is read, and nothing is put on it", async () => {
  const read = await tryOut("[system:todo]", { "system:todo": () => listOf("milk") });
  assert.deepEqual([read.made, read.gave], [["system:todo {}"], ["- milk"]]);
  const added = await tryOut('[system:todo]("milk")');
  assert.deepEqual(added.leftOut, ['acts todo {"add":"milk"}']);
});

test("no handler of an effect is called by a dry run, whatever action of the catalogue it is and however it is given its values", async () => {
  const { actions } = shippedCatalogue();
  const programs = [...actions.values()].flatMap(
    ({ node, action, tool, params, roles, examples }) => {
      const [name, values] =
        tool === undefined ? [`${node}:${action}`, "x"] : ["system:tool", tool];
      return [
        ...examples.map(({ code }) => code),
        `[${name}] ${neededBy(params, roles)}`,
        `[${name}]`,
        `[${name}]("${values}")`,
        `$x = [system:time]\n[${name}]("$x")`,
        `[system:time] >> [${name}]`,
        `[system:time] >> [${name}]("${values}")`,
        `[system:read]("x") ?? [${name}]("${values}")`,
        `[if: 1 == 1] { [${name}]("${values}") }`,
      ];
    },
  );
  const reached = new Set<string>();
  const acted: string[] = [];
  for (const source of programs) {
    const planned = plan(source);
    if (!planned.ok) continue;
    const left = new Set<string>();
    const trial: Trial = {
      asks: new Set(),
      given: {},
      onLeftOut: ({ call }) => left.add(`${call.definition.node}:${call.definition.action}`),
      onDecided: () => undefined,
    };
    const acts: Record<string, Acts[string]> = {};
    for (const [name, definition] of actions)
      acts[name] = ({ params }) => {
        reached.add(name);
        if (!isReadCall(definition, params) || definition.approval)
          acted.push(`${name} in ${source}`);
        return success({ kind: "list", items: [{ url: "https://example.com", text: "x" }] });
      };
    await new Stage(acts).perform(planned.plan, undefined, trial);
    for (const name of left) reached.add(name);
  }
  assert.deepEqual(acted, []);
  // A tool is called by its own action, and what runs a program that is known is that program.
  const all = [...actions.values()].filter(
    ({ action, runs }) => !["tool", "call"].includes(action) && runs?.when !== "now",
  );
  assert.deepEqual(
    all.map(({ node, action }) => `${node}:${action}`).filter((name) => !reached.has(name)),
    [],
  );
});

/** The parameters without which an action cannot be called, as the text of an object. */
function neededBy(schema: JsonObject, roles: ActionDefinition["roles"]): string {
  const { properties, required } = schema;
  const known = isJsonObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.map(String) : [];
  const values = names.map((name) => {
    const { type, enum: choices } = isJsonObject(known[name]) ? known[name] : {};
    const [first = "x"] = Array.isArray(choices) ? choices : [];
    const text = roles[name] === "code" ? "[system:time]" : first;
    const value = type === "integer" || type === "number" ? 1 : type === "array" ? [] : text;
    return `${name}: ${JSON.stringify(value)}`;
  });
  return `{${values.join(", ")}}`;
}
