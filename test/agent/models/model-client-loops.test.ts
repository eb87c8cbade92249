import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../../../src/agent/models/model-client.ts";
import { type LoopResult, runLoop } from "../../../src/agent/turn/loop.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import { MAKERS, type MakerSetup, said, startMaker } from "../../support/model-makers.ts";
import type { ServerAct, ServerRequest } from "../../support/model-server.ts";

/** A turn before a maker's server; every program ends as `run` says. */
async function turn(
  maker: MakerSetup,
  context: { after(done: () => Promise<void>): void },
  acts: readonly ServerAct[] | ((request: ServerRequest) => ServerAct),
  run: (code: string) => { readonly content: string; readonly isError: boolean },
) {
  const { model, server } = await startMaker(maker, context, acts);
  const ran: string[] = [];
  const saved: Message[] = [];
  const result: LoopResult = await runLoop({
    model,
    system: "Be brief.",
    tool: EXECUTE_IBL,
    history: [],
    turn: [said("please")],
    save: (message) => saved.push(message),
    executeIbl: async (code) => {
      ran.push(code);
      return { kind: "result", ...run(code), tainted: false };
    },
    language: "en",
    signal: new AbortController().signal,
  });
  assert.deepEqual(server.problems, []);
  return { result, ran, saved, requests: server.requests };
}

const fine = () => ({ content: "fine", isError: false });

for (const maker of MAKERS) {
  test(`${maker.name}: a model that repeats a failing call is stopped`, async (context) => {
    const { result, ran } = await turn(
      maker,
      context,
      [{ calls: [{ code: "[system:broken]" }] }],
      () => ({ content: "It is broken.", isError: true }),
    );
    assert.equal(result.kind === "stopped" && result.reason, "same-failure");
    assert.ok(ran.length > 1 && ran.length < 10);
  });

  test(`${maker.name}: a model that never ends is stopped after its rounds`, async (context) => {
    let count = 0;
    const { result, requests } = await turn(
      maker,
      context,
      [{ calls: [{ code: "[system:time]" }] }],
      () => {
        count += 1;
        return { content: `Result ${count}`, isError: false };
      },
    );
    assert.equal(result.kind === "stopped" && result.reason, "max-rounds");
    assert.equal(requests.length, 11);
    assert.ok(isWithoutCalls(requests[10]!.body));
    assert.ok(!isWithoutCalls(requests[9]!.body));
  });

  test(`${maker.name}: at the limit of its rounds a model answers from what it found`, async (context) => {
    let count = 1;
    const { result, ran, requests } = await turn(
      maker,
      context,
      ({ body }) =>
        isWithoutCalls(body)
          ? { text: "Ten results, the last is 10." }
          : { text: "On it.", calls: [{ code: `[system:time]("${count}")` }] },
      () => ({ content: `Result ${count++}`, isError: false }),
    );
    assert.deepEqual(result.kind === "answered" && [result.text, ran.length], [
      "Ten results, the last is 10.",
      10,
    ]);
    const last = JSON.stringify(requests.at(-1)?.body);
    for (const told of ["Result 1", "Result 10", "Answer now in words"])
      assert.ok(last.includes(told), told);
  });

  test(`${maker.name}: a model that writes a program as text is reminded, and then calls`, async (context) => {
    const { result, ran } = await turn(
      maker,
      context,
      [
        { text: '```ibl\n[system:todo]("milk") {op: "add"}\n```' },
        { calls: [{ code: '[system:todo]("milk")' }] },
        { text: "done" },
      ],
      fine,
    );
    assert.deepEqual(result.kind === "answered" && [result.text, ran.length], ["done", 1]);
  });

  test(`${maker.name}: a tool that does not exist, and arguments that cannot be read, run nothing`, async (context) => {
    const { result, ran, saved } = await turn(
      maker,
      context,
      [
        { calls: [{ name: "delete_everything", code: "x" }, { rawArguments: '{"code": "[sys' }] },
        { text: "I cannot." },
      ],
      fine,
    );
    assert.equal(result.kind, "answered");
    assert.deepEqual(ran, []);
    const results = saved.flatMap((message) => (message.role === "tool" ? message.content : []));
    assert.deepEqual(
      results.map(({ isError }) => isError),
      [true, true],
    );
    assert.match(results[0]!.content, /There is no tool "delete_everything"/);
  });
}

/** Whether a request says that no tool is to be called, in the way of its maker. */
function isWithoutCalls(body: Readonly<Record<string, unknown>>): boolean {
  const choice = JSON.stringify([body["tool_choice"], body["toolConfig"]]);
  return /none/i.test(choice) || body["tools"] === undefined;
}
