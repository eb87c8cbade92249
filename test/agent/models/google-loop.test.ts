import assert from "node:assert/strict";
import { test } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import { createGoogleModel } from "../../../src/agent/models/google.ts";
import type { Message, ModelClient } from "../../../src/agent/models/model-client.ts";
import { runLoop } from "../../../src/agent/turn/loop.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import { createWaitingClock } from "../../support/gemini-clock.ts";

/** The loop on Gemini's client before an emulator of the public API that knows these answers. */
async function world(
  context: { after(done: () => Promise<void>): void },
  prepare: (mock: LLMock) => void,
) {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
  prepare(mock);
  await mock.start();
  context.after(() => mock.stop());
  const clock = createWaitingClock();
  const model: ModelClient = createGoogleModel({
    apiKey: "test-key-of-the-emulator",
    baseUrl: mock.url,
    clock,
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
  });
  const executed: string[] = [];
  const saved: Message[] = [];
  const run = (text: string) =>
    runLoop({
      model,
      system: "Be brief.",
      tool: EXECUTE_IBL,
      history: [],
      turn: [{ role: "user", content: [{ type: "text", text }] }],
      save: (message) => saved.push(message),
      executeIbl: async (code) => {
        executed.push(code);
        return { kind: "result", content: `did ${code}`, isError: false, tainted: false };
      },
      language: "ko",
      signal: new AbortController().signal,
    });
  return { mock, clock, run, executed, saved };
}

test("a message, a call and an answer go through the SDK and back", async (context) => {
  const { run, executed, mock } = await world(context, (server) => {
    server.on({ userMessage: "몇 시", hasToolResult: true }, { content: "정오예요." });
    server.on(
      { userMessage: "몇 시" },
      { toolCalls: [{ name: "execute_ibl", arguments: { code: "[system:time]" } }] },
    );
  });
  const result = await run("지금 몇 시야");
  assert.ok(result.kind === "answered");
  assert.deepEqual([result.text, result.rounds, executed], ["정오예요.", 2, ["[system:time]"]]);
  assert.equal(mock.getRequests().length, 2);
});

test("two calls of one answer both run and both results come back", async (context) => {
  const call = (code: string) => ({ name: "execute_ibl", arguments: { code } });
  const { run, executed, saved } = await world(context, (server) => {
    server.on({ userMessage: "both", hasToolResult: true }, { content: "Both done." });
    server.on(
      { userMessage: "both" },
      { toolCalls: [call("[system:time]"), call("[system:todo]")] },
    );
  });
  const result = await run("both");
  assert.ok(result.kind === "answered");
  assert.deepEqual(executed, ["[system:time]", "[system:todo]"]);
  const ids = saved.flatMap((message) =>
    message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
  );
  const answeredIds = saved.flatMap((message) =>
    message.content.flatMap((block) => (block.type === "tool_result" ? [block.toolUseId] : [])),
  );
  assert.deepEqual(answeredIds, ids);
});

test("a 429 of the emulator passes on the second try", async (context) => {
  const { run, clock } = await world(context, (server) => {
    server.onMessage("hello", { content: "hi" });
    server.nextRequestError(429, { message: "slow down", type: "RESOURCE_EXHAUSTED" });
  });
  const result = await run("hello");
  assert.ok(result.kind === "answered");
  assert.equal(result.text, "hi");
  assert.equal(clock.waits.length, 1);
});

test("a model that only calls, also when it is to answer in words, is stopped after ten rounds", async (context) => {
  const { run, executed } = await world(context, (server) => {
    server.onMessage(/.*/, {
      toolCalls: [{ name: "execute_ibl", arguments: { code: "[system:time]" } }],
    });
  });
  const result = await run("loop");
  assert.ok(result.kind === "stopped");
  assert.deepEqual([result.reason, executed.length], ["max-rounds", 10]);
});
