import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  AssistantMessage,
  Message,
  ModelEvent,
  ModelRequest,
} from "../../../src/agent/models/model-client.ts";
import { apiOf, createOpenAiModel } from "../../../src/agent/models/openai.ts";
import { wordsOf } from "../../../src/base/errors.ts";
import { createWaitingClock } from "../../support/gemini-clock.ts";
import { asking, type Ending, MODEL_KEY, resultsOf, said } from "../../support/model-makers.ts";
import { type ServerAct, startModelServer } from "../../support/model-server.ts";
import { openAiDialect } from "../../support/model-server-openai.ts";
import {
  type ResponsesServerOptions,
  responsesDialect,
} from "../../support/model-server-responses.ts";

const SIGNAL = new AbortController().signal;

/** A model asked over Responses, before a server that acts so. */
async function house(
  context: Ending,
  acts: readonly ServerAct[],
  options: Omit<ResponsesServerOptions, "key"> = {},
) {
  const server = await startModelServer(responsesDialect({ key: MODEL_KEY, ...options }), acts);
  context.after(() => server.close());
  const clock = createWaitingClock();
  const model = createOpenAiModel({
    apiKey: MODEL_KEY,
    model: "gpt-6.1-sol",
    baseUrl: `${server.origin}/v1`,
    api: "responses",
    clock,
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
  });
  return { server, model, clock };
}

async function eventsOf(stream: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function textOf(message: AssistantMessage): string {
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

test("OpenAI's own models that reason are asked over Responses, all others over Chat Completions", () => {
  const api = (model: string, baseUrl?: string) =>
    apiOf(baseUrl === undefined ? {} : { baseUrl }, model);
  for (const model of [
    "gpt-6.1-sol",
    "gpt-6-astra",
    "gpt-5.6-luna",
    "gpt-5",
    "o3",
    "o4-mini",
    "codex-mini-latest",
  ])
    assert.equal(api(model), "responses", model);
  for (const model of [
    "gpt-4.1",
    "gpt-4o-mini",
    "gpt-3.5-turbo",
    "chatgpt-4o-latest",
    "gpt-5-chat-latest",
    "ft:gpt-4.1-mini:us::x",
  ])
    assert.equal(api(model), "chat", model);
  assert.equal(api("gpt-5.6-sol", "https://eu.api.openai.com/v1"), "responses");
  assert.equal(api("gpt-5.6-sol", "https://api.openai.com.example.com/v1"), "chat");
  assert.equal(api("gpt-5.6-sol", "http://127.0.0.1:1234/v1"), "chat");
});

for (const way of ["send", "stream"] as const)
  test(`${way}: thoughts go back with the rounds of their turn, and no longer in the next`, async (context) => {
    const { model, server } = await house(context, [
      { thinking: "Let me see.", text: "I look it up.", calls: [{ code: "[system:time]" }] },
      { thinking: "And the list.", calls: [{ code: "[system:todo]" }] },
      { text: "noon" },
    ]);
    const ask = async (request: ModelRequest) => {
      if (way === "send") return model.send(request, SIGNAL);
      for await (const event of model.stream(request, SIGNAL))
        if (event.type === "end") return event.message;
      throw new Error("no end");
    };
    const first = await ask(asking(said("time?")));
    const one: Message[] = [said("time?"), first, ...resultsOf(first)];
    const second = await ask(asking(...one));
    const renamed = {
      ...second,
      content: second.content.map((block) =>
        block.type === "tool_use" ? { ...block, id: `${block.id}-2` } : block,
      ),
    };
    const two = [...one, renamed, ...resultsOf(renamed)];
    await ask(asking(...two));
    await ask(asking(...two, said("and now?")));
    assert.deepEqual(server.problems, []);
    const inputs = server.requests.map(({ body }) => body["input"] as Record<string, unknown>[]);
    const kinds = inputs.map((input) => input.map((item) => item["type"] ?? item["role"]));
    const round = ["reasoning", "assistant", "function_call", "function_call_output"];
    assert.deepEqual(kinds.slice(0, 3), [
      ["developer", "user"],
      ["developer", "user", ...round],
      ["developer", "user", ...round, "reasoning", "function_call", "function_call_output"],
    ]);
    assert.deepEqual(
      kinds[3]?.filter((kind) => kind === "reasoning"),
      [],
    );
    const [thoughts, words, call] = inputs[1]?.slice(2) ?? [];
    assert.match(String(thoughts?.["encrypted_content"]), /^gAAAAAB./);
    assert.deepEqual(words, { role: "assistant", content: "I look it up.", phase: "commentary" });
    assert.equal("id" in (call ?? {}), false);
  });

test("nothing is kept at the maker, and requests that begin alike name one place in its cache", async (context) => {
  const { model, server } = await house(context, [{ text: "ok" }]);
  for (const [system, words] of [
    ["Rules.", "hi"],
    ["Rules.", "and now"],
    ["Other rules.", "hi"],
  ] as const)
    await model.send({ ...asking(said(words)), system, maxOutputTokens: 3 }, SIGNAL);
  const bodies = server.requests.map(({ body }) => body);
  const [first, second, third] = bodies.map((body) => body["prompt_cache_key"]);
  assert.match(String(first), /^[0-9a-f]{32}$/);
  assert.deepEqual([second === first, third === first], [true, false]);
  const [{ store, include, max_output_tokens } = {}] = bodies;
  assert.deepEqual(
    [store, include, max_output_tokens],
    [false, ["reasoning.encrypted_content"], 16],
  );
  assert.deepEqual(server.problems, []);
});

test("the system prompt ends in a mark for models that keep a beginning only there", async (context) => {
  const { model, server } = await house(context, [{ text: "ok" }]);
  await model.send({ ...asking(said("hi")), system: "Rules." }, SIGNAL);
  const [body = {}] = server.requests.map((request) => request.body);
  const [system] = body["input"] as readonly object[];
  assert.deepEqual(system, {
    role: "developer",
    content: [
      { type: "input_text", text: "Rules.", prompt_cache_breakpoint: { mode: "explicit" } },
    ],
  });
  assert.equal("instructions" in body, false);
  const older = createOpenAiModel({
    apiKey: MODEL_KEY,
    model: "gpt-5.4",
    baseUrl: `${server.origin}/v1`,
    api: "responses",
    clock: createWaitingClock(),
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
  });
  await older.send({ ...asking(said("hi")), system: "Rules." }, SIGNAL);
  assert.equal(server.requests[1]?.body["instructions"], "Rules.");
  assert.doesNotMatch(JSON.stringify(server.requests[1]?.body), /prompt_cache_breakpoint/);
  assert.deepEqual(server.problems, []);
});

test("a model without thoughts is asked for none from its first refusal on", async (context) => {
  const { model, server } = await house(context, [{ text: "ok" }], { isWithoutReasoning: true });
  for (const words of ["hi", "and now"])
    assert.equal(textOf(await model.send(asking(said(words)), SIGNAL)), "ok");
  assert.equal(server.requests.length, 3);
  assert.deepEqual(server.problems, ["Encrypted content is not supported with this model."]);
});

test("thoughts that the maker does not take back, such as another account's, are left out in a second request", async (context) => {
  const { model, server } = await house(context, [{ text: "noon" }]);
  const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "spoiled" };
  const answer = {
    role: "assistant",
    content: [
      { type: "text", text: "", signature: JSON.stringify(item) },
      { type: "tool_use", id: "call_1", name: "execute_ibl", input: { code: "[system:time]" } },
    ],
    stopReason: "tool_use",
    model: "openai/gpt-6.1-sol",
    usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, thoughtTokens: 0 },
  } as const;
  const answered = await model.send(asking(said("time?"), answer, ...resultsOf(answer)), SIGNAL);
  assert.equal(textOf(answered), "noon");
  assert.deepEqual(server.problems, ["The encrypted content could not be verified."]);
});

test("an answer that ended amid its thoughts leaves a good conversation", async (context) => {
  const { model, server } = await house(context, [
    { thinking: "Hm, hm, hm.", isCut: true },
    { text: "noon" },
  ]);
  const first = await model.send(asking(said("time?")), SIGNAL);
  assert.deepEqual([textOf(first), first.stopReason], ["", "max_tokens"]);
  const reminder = { ...said("(again)"), nudge: "empty" } as Message;
  await model.send(asking(said("time?"), first, reminder), SIGNAL);
  assert.deepEqual(server.problems, []);
});

for (const way of ["send", "stream"] as const)
  test(`${way}: what a model declines in its own words is its answer`, async (context) => {
    const { model } = await house(context, [{ text: "I cannot help with that.", isRefusal: true }]);
    if (way === "send") {
      assert.equal(
        textOf(await model.send(asking(said("hi")), SIGNAL)),
        "I cannot help with that.",
      );
      return;
    }
    const events = await eventsOf(model.stream(asking(said("hi")), SIGNAL));
    const words = events.map((event) => (event.type === "text" ? event.text : "")).join("");
    assert.equal(words, "I cannot help with that.");
  });

for (const failsAs of ["error", "nested", "failed"] as const) {
  test(`an error inside a stream, told as ${failsAs}, is tried again after the wait that it names`, async (context) => {
    const message =
      "Rate limit reached for gpt-6.1-sol on tokens per min. Please try again in 1.25s.";
    const { model, clock, server } = await house(
      context,
      [
        { text: "안녕하세요", failsWith: { status: 429, message, kind: "rate_limit_exceeded" } },
        { text: "네" },
      ],
      { failsAs },
    );
    const events = await eventsOf(model.stream(asking(said("hi")), SIGNAL));
    const end = events.at(-1);
    assert.ok(end?.type === "end");
    assert.equal(textOf(end.message), "네");
    assert.deepEqual(clock.waits, [1250]);
    assert.equal(server.requests.length, 2);
  });

  test(`what no waiting helps against, told as ${failsAs}, is told at once`, async (context) => {
    for (const [kind, code, words] of [
      ["invalid_prompt", "model-blocked", /filter withheld the question \(invalid_prompt\)/],
      ["context_length_exceeded", "model-unavailable", /did not take the request/],
      ["insufficient_quota", "model-rate-limited", /no credit left/],
    ] as const) {
      const { model, server } = await house(
        context,
        [{ text: "안녕", failsWith: { status: 400, message: "No.", kind } }],
        { failsAs },
      );
      await assert.rejects(eventsOf(model.stream(asking(said("hi")), SIGNAL)), (error: Error) => {
        assert.equal((error as Error & { code?: string }).code, code);
        assert.match(error.message, words);
        assert.match(wordsOf(error, "ko"), /[가-힣]/);
        return true;
      });
      assert.equal(server.requests.length, 1, kind);
    }
  });
}

test("OpenAI itself is asked over Responses, and over Chat Completions for a model that does not reason", async (context) => {
  const answers = await startModelServer(responsesDialect({ key: MODEL_KEY }), [{ text: "new" }]);
  const chats = await startModelServer(openAiDialect({ key: MODEL_KEY, isOwn: true }), [
    { text: "old" },
  ]);
  context.after(() => Promise.all([answers.close(), chats.close()]).then(() => undefined));
  const send = globalThis.fetch;
  context.mock.method(globalThis, "fetch", (input: string | URL | Request, init?: RequestInit) => {
    const url = String(input);
    const { origin } = url.endsWith("/responses") ? answers : chats;
    return send(url.replace("https://api.openai.com", origin), init);
  });
  const answerOf = async (model?: string): Promise<string> => {
    const client = createOpenAiModel({
      apiKey: MODEL_KEY,
      ...(model === undefined ? {} : { model }),
      clock: createWaitingClock(),
      randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
    });
    return textOf(await client.send({ ...asking(said("hi")), tools: [] }, SIGNAL));
  };
  assert.deepEqual([await answerOf(), await answerOf("gpt-4.1")], ["new", "old"]);
  assert.match(String(chats.requests[0]?.body["prompt_cache_key"]), /^[0-9a-f]{32}$/);
  assert.deepEqual([...answers.problems, ...chats.problems], []);
});
