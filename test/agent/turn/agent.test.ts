import assert from "node:assert/strict";
import { test } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import { createGoogleModel } from "../../../src/agent/models/google.ts";
import { type Message, ModelError, textOfMessage } from "../../../src/agent/models/model-client.ts";
import { Agent, type AgentEvent } from "../../../src/agent/turn/agent.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import { createWaitingClock } from "../../support/gemini-clock.ts";
import { startGeminiServer } from "../../support/gemini-server.ts";
import { runs, scriptedModel } from "../../support/scripted-model.ts";

/** An agent whose conversation is kept in memory and whose programs give `did CODE`. */
function agentOf(changes: Partial<ConstructorParameters<typeof Agent>[0]> = {}) {
  let history: readonly Message[] = [];
  const executed: string[] = [];
  const agent = new Agent({
    model: scriptedModel(runs("[system:time]"), "Noon."),
    system: "",
    tool: EXECUTE_IBL,
    executeIbl: async (code) => {
      executed.push(code);
      return { kind: "result", content: `did ${code}`, isError: false, tainted: false };
    },
    language: "en",
    conversation: {
      begin(input) {
        const before = history;
        const asked: Message = { role: "user", content: [{ type: "text", text: input }] };
        history = [...history, asked];
        const save = (message: Message): void => {
          history = [...history, message];
        };
        return { history: before, messages: [asked], save };
      },
      startSession() {
        history = [];
      },
    },
    ...changes,
  });
  return { agent, executed, said: () => history.map(textOfMessage) };
}

/** The public API emulated on loopback, and Google's own client before it. */
async function emulated(
  context: { after(done: () => Promise<void>): void },
  prepare: (mock: LLMock) => void,
) {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent", chunkSize: 5 });
  prepare(mock);
  await mock.start();
  context.after(() => mock.stop());
  return googleAt(mock.url);
}

function googleAt(baseUrl: string) {
  return createGoogleModel({
    apiKey: "test-key-of-the-emulator",
    baseUrl,
    clock: createWaitingClock(),
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
  });
}

async function gathered(events: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Events in short; words that came in pieces as one text. */
function told(events: readonly AgentEvent[]): readonly string[] {
  const lines: string[] = [];
  let isText = false;
  for (const event of events) {
    if (event.type === "text" && isText) lines.push(`${lines.pop()}${event.text}`);
    else lines.push(lineOf(event));
    isText = event.type === "text";
  }
  return lines;
}

function lineOf(event: AgentEvent): string {
  switch (event.type) {
    case "text":
      return event.text;
    case "tool_use":
      return `call ${JSON.stringify(event.call.input)}`;
    case "tool_result":
      return event.state;
    case "anew":
      return "anew";
    case "nudge":
      return `nudge: ${event.nudge}`;
    case "end":
      return `end: ${event.response.message}`;
  }
}

test("a request is answered with its calls, its rounds and what it took", async () => {
  const { agent, executed } = agentOf();
  const response = await agent.processRequest("What time is it?");
  assert.deepEqual(
    [response.message, response.finished, response.usage.inputTokens, executed],
    ["Noon.", true, 20, ["[system:time]"]],
  );
  assert.deepEqual(
    response.rounds.map(({ round, stopReason, calls }) => [round, stopReason, calls.length]),
    [
      [1, "tool_use", 1],
      [2, "end_turn", 0],
    ],
  );
  assert.deepEqual(
    response.toolCalls.map(({ state }) => state),
    ["done"],
  );
});

test("what was said before goes along, until a session starts anew", async () => {
  const model = scriptedModel("One.", "Two.", "Three.");
  const { agent, said } = agentOf({ model });
  await agent.processRequest("first");
  await agent.processRequest("second");
  assert.deepEqual(model.requests[1]!.messages.map(textOfMessage), ["first", "One.", "second"]);
  agent.startSession();
  await agent.processRequest("third");
  assert.deepEqual(model.requests[2]!.messages.map(textOfMessage), ["third"]);
  agent.endSession();
  assert.deepEqual(said(), []);
});

test("at the limit of rounds the ending says so, what was done and what failed", async () => {
  let count = 0;
  const { agent } = agentOf({
    model: scriptedModel(...[1, 2, 3, 4].map((index) => runs(`[system:read]("${index}.md")`))),
    config: { maxIterations: 3 },
    executeIbl: async () => ({
      kind: "result",
      content: `result ${++count}`,
      isError: count === 2,
      tainted: false,
    }),
  });
  const response = await agent.processRequest("read all");
  assert.deepEqual([response.finished, response.rounds.length], [false, 4]);
  assert.equal(
    response.message,
    "I used all 3 steps and did not come to an end. Ask again in smaller parts.",
  );
});

test("ten answers are the limit unless another is said, and none at all is no limit", async () => {
  const answers = Array.from({ length: 12 }, (_, index) => runs(`[system:read]("${index}")`));
  const response = await agentOf({ model: scriptedModel(...answers) }).agent.processRequest("go");
  assert.equal(response.rounds.length, 11); // the last is to be in words
  for (const maxIterations of [0, -1, 1.5, Number.NaN])
    assert.throws(() => agentOf({ config: { maxIterations } }), { code: "bad-config" });
});

test("a stream gives words, a note for each call and its result, and the response last", async () => {
  const model = scriptedModel(
    { content: [{ type: "text", text: "Let me look." }, ...runs("[a:one]", "[a:two]").content] },
    "Noon.",
  );
  const { agent } = agentOf({ model });
  assert.deepEqual(told(await gathered(agent.streamRequest("What time is it?"))), [
    "Let me look.",
    'call {"code":"[a:one]"}',
    'call {"code":"[a:two]"}',
    "done",
    "done",
    "Noon.",
    "end: Noon.",
  ]);
});

test("a model that cannot be reached ends a stream with a response that says so", async () => {
  const { agent } = agentOf({ model: scriptedModel(new ModelError("model-unavailable", "no")) });
  const [end, ...others] = await gathered(agent.streamRequest("hi"));
  assert.ok(end?.type === "end" && others.length === 0);
  assert.equal(end.response.finished, false);
  assert.match(end.response.message, /cannot be reached/);
});

test("a program that breaks a promise of ours rejects the stream", async () => {
  const { agent } = agentOf({ executeIbl: () => Promise.reject(new TypeError("a bug")) });
  await assert.rejects(gathered(agent.streamRequest("hi")), { message: "a bug" });
});

test("leaving a stream early aborts what runs, and waits until it has ended", async () => {
  const ends: string[] = [];
  const { agent } = agentOf({
    executeIbl: (_code, _callId, _round, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          ends.push("aborted");
          reject(signal.reason);
        });
      }),
  });
  for await (const event of agent.streamRequest("hi")) if (event.type === "tool_use") break;
  assert.deepEqual(ends, ["aborted"]);
});

test("over Google's wire a stream has its tools, and the words come in pieces", async (context) => {
  const model = await emulated(context, (server) => {
    server.on(
      { userMessage: "몇 시", hasToolResult: true },
      { content: "지금은 정오예요. 점심 드세요!" },
    );
    server.on(
      { userMessage: "몇 시" },
      { toolCalls: [{ name: "execute_ibl", arguments: { code: "[system:time]" } }] },
    );
  });
  const { agent, executed } = agentOf({ model, language: "ko" });
  const events = await gathered(agent.streamRequest("지금 몇 시야"));
  assert.deepEqual(told(events), [
    'call {"code":"[system:time]"}',
    "done",
    "지금은 정오예요. 점심 드세요!",
    "end: 지금은 정오예요. 점심 드세요!",
  ]);
  assert.ok(events.filter(({ type }) => type === "text").length > 1);
  assert.deepEqual(executed, ["[system:time]"]);
});

for (const [how, follow] of [
  ["a request", (agent: Agent, signal: AbortSignal) => agent.processRequest("hi", { signal })],
  [
    "a stream",
    (agent: Agent, signal: AbortSignal) => gathered(agent.streamRequest("hi", { signal })),
  ],
] as const) {
  test(`aborting ${how} closes the line to the model`, async (context) => {
    const server = await startGeminiServer([{ fault: "silence" }]);
    context.after(() => server.close());
    const stop = new AbortController();
    const { agent } = agentOf({ model: googleAt(server.origin) });
    const running = follow(agent, stop.signal);
    const request = await server.request(1);
    stop.abort(new Error("/stop"));
    await assert.rejects(running, { message: "/stop" });
    await request.closed;
  });
}
