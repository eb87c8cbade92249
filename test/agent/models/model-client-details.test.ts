import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { ModelError, type ModelRequest } from "../../../src/agent/models/model-client.ts";
import { createOpenAiModel } from "../../../src/agent/models/openai.ts";
import { wordsOf } from "../../../src/base/errors.ts";
import { createWaitingClock } from "../../support/gemini-clock.ts";
import {
  asking,
  MAKERS,
  MODEL_KEY,
  resultsOf,
  said,
  startMaker,
} from "../../support/model-makers.ts";
import { type ServerAct, startModelServer } from "../../support/model-server.ts";
import { openAiDialect } from "../../support/model-server-openai.ts";

const SIGNAL = new AbortController().signal;

function maker(name: string) {
  return MAKERS.find((each) => each.name === name)!;
}

async function failure(
  context: { after(done: () => Promise<void>): void },
  provider: string,
  act: ServerAct,
): Promise<ModelError> {
  const { model } = await startMaker(maker(provider), context, [act]);
  const thrown: unknown = await model.send(asking(said("hi")), SIGNAL).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof ModelError, inspect(thrown));
  assert.equal(inspect(thrown, { depth: 9, showHidden: true }).includes(MODEL_KEY), false);
  return thrown;
}

const REFUSALS: readonly (readonly [string, string, ServerAct, string, RegExp])[] = [
  [
    "a key",
    "anthropic",
    { refuse: 401 },
    "model-auth",
    /^Anthropic refused the API key \(401 authentication_error\)\. Check ANTHROPIC_API_KEY\.$/,
  ],
  [
    "a key",
    "openai",
    { refuse: 401 },
    "model-auth",
    /^The server 127\.0\.0\.1:\d+ refused the API key \(401 invalid_api_key\)\. Check OPENAI_API_KEY\.$/,
  ],
  [
    "a model",
    "ollama",
    { refuse: 404 },
    "model-unavailable",
    /^Ollama does not offer the model "local-test" \(404\)\. Fetch it with "ollama pull local-test", or choose another model\.$/,
  ],
  [
    "a model",
    "anthropic",
    { refuse: 404 },
    "model-unavailable",
    /^Anthropic does not offer the model "claude-test" \(404 not_found_error\)\. Choose another model\.$/,
  ],
  [
    "an overload",
    "anthropic",
    { refuse: 529 },
    "model-unavailable",
    /cannot answer at the moment \(529 overloaded_error\)/,
  ],
  [
    "a key that is repeated",
    "openai",
    { refuse: 400, message: `The key ${MODEL_KEY} is odd.` },
    "model-unavailable",
    /: The key \[secret\] is odd\.$/,
  ],
  [
    "an account without credit",
    "openai",
    {
      refuse: 429,
      message: JSON.stringify({ status: 429, message: "No.", kind: "insufficient_quota" }),
    },
    "model-rate-limited",
    /no credit left/,
  ],
];

for (const [what, provider, act, code, message] of REFUSALS)
  test(`${provider}: ${what} that is refused is told with what to do`, async (context) => {
    const error = await failure(context, provider, act);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.match(wordsOf(error, "ko"), /[가-힣]/);
  });

for (const { name } of MAKERS.filter((each) => each.provider !== "ollama"))
  test(`${name}: an answer that the filter withholds is told as one`, async (context) => {
    const error = await failure(context, name, { text: "x", isBlocked: true });
    assert.equal(error.code, "model-blocked");
    assert.match(error.message, /filter withheld the answer/);
  });

test("openai-chat: what the newest models refuse there is asked in their form, and only once otherwise", async (context) => {
  const server = await startModelServer(openAiDialect({ key: MODEL_KEY, isOwn: true }), [
    { calls: [{ code: "[system:time]" }] },
    { text: "noon" },
  ]);
  context.after(() => server.close());
  const model = createOpenAiModel({
    apiKey: MODEL_KEY,
    model: "gpt-6-sol",
    baseUrl: `${server.origin}/v1`,
    clock: createWaitingClock(),
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
  });
  const first = await model.send(asking(said("time?")), SIGNAL);
  await model.send(asking(said("time?"), first, ...resultsOf(first)), SIGNAL);
  assert.equal(server.problems.length, 2);
  assert.equal(server.requests.length, 4);
  const { max_completion_tokens, reasoning_effort } = server.requests[3]!.body;
  assert.deepEqual([max_completion_tokens, reasoning_effort], [1000, "none"]);
});

test("openai-chat: a server that asks for no key is sent none", async (context) => {
  const server = await startModelServer(openAiDialect({}), [{ text: "hello" }]);
  context.after(() => server.close());
  const model = createOpenAiModel({
    model: "local",
    baseUrl: `${server.origin}/v1`,
    clock: createWaitingClock(),
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
  });
  const answer = await model.send(asking(said("hi")), SIGNAL);
  assert.deepEqual(answer.content, [{ type: "text", text: "hello" }]);
  assert.equal(server.requests[0]!.headers.authorization, undefined);
});

for (const way of ["send", "stream"] as const)
  test(`anthropic, ${way}: thinking goes back within its turn, and no longer in the next`, async (context) => {
    const { model, server } = await startMaker(maker("anthropic"), context, [
      { thinking: "Let me see.", calls: [{ code: "[system:time]" }] },
      { text: "noon" },
    ]);
    const ask = async (request: ModelRequest) => {
      if (way === "send") return model.send(request, SIGNAL);
      for await (const event of model.stream(request, SIGNAL))
        if (event.type === "end") return event.message;
      throw new Error("no end");
    };
    const first = await ask(asking(said("time?")));
    const turn = [said("time?"), first, ...resultsOf(first)];
    await ask(asking(...turn));
    await ask(asking(...turn, said("and now?")));
    const thinking = server.requests.map(({ body }) =>
      JSON.stringify(body).includes("Let me see."),
    );
    assert.deepEqual(thinking, [false, true, false]);
    assert.deepEqual(server.problems, []);
  });

test("anthropic: thinking that is not taken back is left out in a second request", async (context) => {
  const { model, server } = await startMaker(maker("anthropic"), context, [{ text: "noon" }]);
  const signature = JSON.stringify({ type: "thinking", thinking: "old", signature: "spoiled" });
  const answer = {
    role: "assistant",
    content: [
      { type: "text", text: "", signature },
      { type: "tool_use", id: "toolu_1", name: "execute_ibl", input: { code: "[system:time]" } },
    ],
    stopReason: "tool_use",
    model: "anthropic/claude-test",
    usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, thoughtTokens: 0 },
  } as const;
  await model.send(asking(said("time?"), answer, ...resultsOf(answer)), SIGNAL);
  assert.equal(server.requests.length, 2);
  assert.deepEqual(server.problems, ["Invalid `signature` in `thinking` block"]);
});

test("openai-chat: reasoning goes back with the calls that came with it", async (context) => {
  const { model, server } = await startMaker(maker("openai-chat"), context, [
    { thinking: "Let me see.", calls: [{ code: "[system:time]" }] },
    { text: "noon" },
  ]);
  const first = await model.send(asking(said("time?")), SIGNAL);
  await model.send(asking(said("time?"), first, ...resultsOf(first)), SIGNAL);
  const messages = server.requests[1]!.body["messages"] as { reasoning_content?: string }[];
  assert.equal(messages[2]?.reasoning_content, "Let me see.");
});

test("ollama: the window grows with the question, in few steps", async (context) => {
  const { model, server } = await startMaker(maker("ollama"), context, [{ text: "hello" }]);
  await model.send(asking(said("hi")), SIGNAL);
  await model.send(asking(said("가".repeat(20_000))), SIGNAL);
  const sizes = server.requests.map(({ body }) => (body["options"] as { num_ctx: number }).num_ctx);
  assert.deepEqual(sizes, [16_384, 32_768]);
});

test("anthropic: the end of the system prompt and of the request are marked, so that both are found again in the cache", async (t) => {
  const { model, server } = await startMaker(maker("anthropic"), t, [{ text: "ok" }]);
  await model.send({ ...asking(said("hi")), system: "Rules." }, SIGNAL);
  const body = server.requests[0]?.body;
  const mark = { type: "ephemeral" };
  assert.deepEqual(
    [body?.["system"], body?.["cache_control"]],
    [[{ type: "text", text: "Rules.", cache_control: mark }], mark],
  );
});
