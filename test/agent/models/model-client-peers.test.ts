import assert from "node:assert/strict";
import { test } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import { Ollama } from "ollama/browser";
import type { AssistantMessage, Message } from "../../../src/agent/models/model-client.ts";
import { createWaitingClock } from "../../support/gemini-clock.ts";
import { asking, MAKERS, MODEL_KEY, resultsOf, said } from "../../support/model-makers.ts";
import { startModelServer } from "../../support/model-server.ts";
import { ollamaDialect } from "../../support/model-server-ollama.ts";

/** An answer without what only its maker can read. */
function partsOf({ content }: AssistantMessage): AssistantMessage["content"] {
  return content.filter((block) => block.type !== "text" || block.text !== "");
}

const SIGNAL = new AbortController().signal;

for (const maker of MAKERS)
  test(`${maker.name}: words and a call come through a mock that others wrote, whole and in pieces`, async (context) => {
    const mock = new LLMock({ host: "127.0.0.1", port: 0 });
    const call = { name: "execute_ibl", arguments: '{"code": "[system:time]"}' };
    mock.on({ hasToolResult: true }, { content: "It is noon." });
    mock.onMessage("time", { toolCalls: [call] });
    mock.onMessage("hello", { content: "안녕하세요 👋" });
    const origin = await mock.start();
    context.after(() => mock.stop());
    const model = maker.create({
      apiKey: MODEL_KEY,
      model: maker.model,
      baseUrl: `${origin}${maker.path}`,
      clock: createWaitingClock(),
      randomBytes: (sizeBytes) => new Uint8Array(sizeBytes).fill(7),
    });
    const greeting = await model.send(asking(said("hello")), SIGNAL);
    assert.deepEqual(partsOf(greeting), [{ type: "text", text: "안녕하세요 👋" }]);
    for (const way of ["send", "stream"] as const) {
      const ask = async (...messages: readonly Message[]) => {
        if (way === "send") return model.send(asking(...messages), SIGNAL);
        for await (const event of model.stream(asking(...messages), SIGNAL))
          if (event.type === "end") return event.message;
        throw new Error("The stream has no end.");
      };
      const first = await ask(said("time"));
      const [block] = partsOf(first);
      assert.ok(block?.type === "tool_use");
      assert.deepEqual([block.name, block.input], ["execute_ibl", { code: "[system:time]" }]);
      const second = await ask(said("time"), first, ...resultsOf(first));
      assert.deepEqual(partsOf(second), [{ type: "text", text: "It is noon." }]);
    }
  });

test("ollama: the maker's own client understands the server that the suite uses", async (context) => {
  const server = await startModelServer(ollamaDialect("local-test"), [
    { text: "안녕하세요", calls: [{ code: "[system:time]" }] },
  ]);
  context.after(() => server.close());
  const client = new Ollama({ host: server.origin });
  const question = {
    model: "local-test",
    messages: [{ role: "user", content: "hi" }],
    options: { num_ctx: 16_384 },
  };
  const whole = await client.chat({ ...question, stream: false });
  assert.equal(whole.message.content, "안녕하세요");
  let text = "";
  const calls: unknown[] = [];
  for await (const { message } of await client.chat({ ...question, stream: true })) {
    text += message.content;
    calls.push(...(message.tool_calls ?? []).map((call) => call.function.arguments));
  }
  assert.equal(text, "안녕하세요");
  assert.deepEqual(calls, [{ code: "[system:time]" }]);
});
