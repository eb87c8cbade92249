import assert from "node:assert/strict";
import { test } from "node:test";
import { createGoogleModel } from "../../../src/agent/models/google.ts";
import type {
  AssistantMessage,
  Message,
  ModelRequest,
} from "../../../src/agent/models/model-client.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import { createWaitingClock } from "../../support/gemini-clock.ts";
import { type GeminiReply, startGeminiServer } from "../../support/gemini-server.ts";
import { answering, calling, callPart, refusing, saying } from "../../support/gemini-shapes.ts";

const KEY = "AIzaSyTest0000000000000000000000000000000";
const NAME = "google/gemini-test";
const USAGE = { inputTokens: 120, cachedTokens: 100, outputTokens: 37, thoughtTokens: 30 };
const NO_SIGNAL = new AbortController().signal;

/** A model before a server that gives these replies; both end with the test. */
async function gemini(
  context: { after(done: () => Promise<void>): void },
  ...replies: readonly GeminiReply[]
) {
  const server = await startGeminiServer(replies);
  context.after(() => server.close());
  const clock = createWaitingClock();
  const model = createGoogleModel({
    apiKey: KEY,
    model: "gemini-test",
    baseUrl: server.origin,
    clock,
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
  });
  return { server, clock, model };
}

function asking(...messages: readonly Message[]): ModelRequest {
  return { system: "Be brief.", messages, tools: [EXECUTE_IBL] };
}

function said(text: string): Message {
  return { role: "user", content: [{ type: "text", text }] };
}

function answered(content: AssistantMessage["content"], model = NAME): AssistantMessage {
  return { role: "assistant", content, stopReason: "tool_use", model, usage: USAGE };
}

function result(toolUseId: string, content: string, isError = false): Message {
  return {
    role: "tool",
    content: [
      { type: "tool_result", toolUseId, name: "execute_ibl", content, isError, tainted: false },
    ],
  };
}

test("a question goes out with key, system text and tool, and the words come back", async (context) => {
  const { model, server } = await gemini(context, saying("안녕하세요 👋"));
  const answer = await model.send(asking(said("안녕")), NO_SIGNAL);
  assert.deepEqual(answer, {
    role: "assistant",
    content: [{ type: "text", text: "안녕하세요 👋" }],
    stopReason: "end_turn",
    model: NAME,
    usage: USAGE,
  });
  const [request] = server.requests;
  assert.equal(request!.url, "/v1beta/models/gemini-test:generateContent");
  assert.equal(request!.headers["x-goog-api-key"], KEY);
  assert.deepEqual(request!.body, {
    contents: [{ role: "user", parts: [{ text: "안녕" }] }],
    systemInstruction: { role: "user", parts: [{ text: "Be brief." }] },
    tools: [
      {
        functionDeclarations: [
          {
            name: "execute_ibl",
            description: EXECUTE_IBL.description,
            parametersJsonSchema: EXECUTE_IBL.inputSchema,
          },
        ],
      },
    ],
    generationConfig: {},
  });
});

test("a call with no words is an answer of one call with its signature", async (context) => {
  const { model } = await gemini(context, calling("[system:time]", "f1"));
  const answer = await model.send(asking(said("몇 시야")), NO_SIGNAL);
  assert.equal(answer.stopReason, "tool_use");
  assert.deepEqual(answer.content, [
    {
      type: "tool_use",
      id: "f1",
      name: "execute_ibl",
      input: { code: "[system:time]" },
      signature: "c2lnbmF0dXJl",
    },
  ]);
});

test("words and two calls in one answer keep their order; thoughts are left out", async (context) => {
  const parts = [
    { text: "I think about it.", thought: true },
    { text: "Both at once." },
    callPart("[system:time]", "f1", "c2ln"),
    callPart("[system:todo]", "f2"),
  ];
  const { model } = await gemini(context, answering(parts));
  const answer = await model.send(asking(said("both")), NO_SIGNAL);
  assert.deepEqual(
    answer.content.map((block) => (block.type === "text" ? block.text : block.id)),
    ["Both at once.", "f1", "f2"],
  );
});

test("calls go back with id, name and signature, and their results with the same id and name", async (context) => {
  const { model, server } = await gemini(context, saying("done"));
  const call = (id: string, code: string, signature?: string) =>
    ({
      type: "tool_use",
      id,
      name: "execute_ibl",
      input: { code },
      ...(signature === undefined ? {} : { signature }),
    }) as const;
  await model.send(
    asking(
      said("both"),
      answered([
        { type: "text", text: "Both.", signature: "dGV4dA==" },
        call("f1", "[system:time]", "c2ln"),
        call("f2", "[system:todo]"),
      ]),
      result("f1", "noon"),
      result("f2", "no such list", true),
    ),
    NO_SIGNAL,
  );
  assert.deepEqual(server.requests[0]!.body["contents"], [
    { role: "user", parts: [{ text: "both" }] },
    {
      role: "model",
      parts: [
        { text: "Both.", thoughtSignature: "dGV4dA==" },
        {
          functionCall: { id: "f1", name: "execute_ibl", args: { code: "[system:time]" } },
          thoughtSignature: "c2ln",
        },
        { functionCall: { id: "f2", name: "execute_ibl", args: { code: "[system:todo]" } } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "f1", name: "execute_ibl", response: { output: "noon" } } },
        {
          functionResponse: { id: "f2", name: "execute_ibl", response: { error: "no such list" } },
        },
      ],
    },
  ]);
});

test("a call that came without an id goes back without one", async (context) => {
  const { model, server } = await gemini(
    context,
    answering([callPart("[system:time]")]),
    saying("noon"),
  );
  const question = said("time?");
  const answer = await model.send(asking(question), NO_SIGNAL);
  const [call] = answer.content;
  assert.ok(call?.type === "tool_use" && call.id !== "");
  await model.send(asking(question, answer, result(call.id, "12:00")), NO_SIGNAL);
  assert.deepEqual((server.requests[1]!.body["contents"] as unknown[]).slice(1), [
    {
      role: "model",
      parts: [{ functionCall: { name: "execute_ibl", args: { code: "[system:time]" } } }],
    },
    {
      role: "user",
      parts: [{ functionResponse: { name: "execute_ibl", response: { output: "12:00" } } }],
    },
  ]);
});

test("a call that another model wrote goes back under the marker for foreign signatures", async (context) => {
  const { model, server } = await gemini(context, saying("noon"));
  const foreign = answered(
    [
      {
        type: "tool_use",
        id: "t1",
        name: "execute_ibl",
        input: { code: "[system:time]" },
        signature: "b3RoZXI=",
      },
    ],
    "anthropic/other",
  );
  await model.send(asking(said("time?"), foreign, result("t1", "12:00")), NO_SIGNAL);
  const [, second] = server.requests[0]!.body["contents"] as { parts: unknown[] }[];
  assert.deepEqual(second!.parts, [
    {
      functionCall: { id: "t1", name: "execute_ibl", args: { code: "[system:time]" } },
      thoughtSignature: "skip_thought_signature_validator",
    },
  ]);
});

test("signatures that Google refuses are left out in a second request", async (context) => {
  const refusal = refusing(400, "INVALID_ARGUMENT", "Corrupted thought signature.");
  const { model, server } = await gemini(context, refusal, saying("noon"));
  const own = answered([
    {
      type: "tool_use",
      id: "f1",
      name: "execute_ibl",
      input: { code: "[system:time]" },
      signature: "b2xk",
    },
  ]);
  const answer = await model.send(asking(said("time?"), own, result("f1", "12:00")), NO_SIGNAL);
  assert.equal(answer.content.length, 1);
  const [, second] = server.requests[1]!.body["contents"] as {
    parts: { thoughtSignature?: string }[];
  }[];
  assert.equal(second!.parts[0]!.thoughtSignature, "skip_thought_signature_validator");
});

test("a reminder joins the person's message, and an empty answer is left out", async (context) => {
  const { model, server } = await gemini(context, saying("hello"));
  await model.send(
    asking(said("hi"), answered([]), { ...said("(again)"), nudge: "empty" } as Message),
    NO_SIGNAL,
  );
  assert.deepEqual(server.requests[0]!.body["contents"], [
    { role: "user", parts: [{ text: "hi" }, { text: "(again)" }] },
  ]);
});

test("a picture goes out as its bytes", async (context) => {
  const { model, server } = await gemini(context, saying("a cat"));
  const picture: Message = {
    role: "user",
    content: [
      { type: "image", mediaType: "image/png", dataBase64: "aGk=" },
      { type: "text", text: "what is it?" },
    ],
  };
  await model.send(asking(picture), NO_SIGNAL);
  assert.deepEqual(server.requests[0]!.body["contents"], [
    {
      role: "user",
      parts: [{ inlineData: { mimeType: "image/png", data: "aGk=" } }, { text: "what is it?" }],
    },
  ]);
});

test("arguments that are no object are handed on as they came and go back as an empty object", async (context) => {
  const broken = answering([
    { functionCall: { id: "f1", name: "execute_ibl", args: '{"code": "[system:ti' } },
  ]);
  const { model, server } = await gemini(context, broken, saying("sorry"));
  const answer = await model.send(asking(said("time?")), NO_SIGNAL);
  const [call] = answer.content;
  assert.ok(call?.type === "tool_use");
  assert.equal(call.input, '{"code": "[system:ti');
  await model.send(asking(said("time?"), answer, result("f1", "not an object", true)), NO_SIGNAL);
  const [, second] = server.requests[1]!.body["contents"] as {
    parts: { functionCall: unknown }[];
  }[];
  assert.deepEqual(second!.parts[0]!.functionCall, { id: "f1", name: "execute_ibl", args: {} });
});

test("a call that Gemini could not read is told as such, with the words before it", async (context) => {
  const { model } = await gemini(context, saying("Let me see.", "MALFORMED_FUNCTION_CALL"));
  const answer = await model.send(asking(said("time?")), NO_SIGNAL);
  assert.equal(answer.stopReason, "malformed_call");
  assert.deepEqual(answer.content, [{ type: "text", text: "Let me see." }]);
});

test("an answer cut at the length limit says so", async (context) => {
  const { model } = await gemini(context, saying("one, two, thr", "MAX_TOKENS"));
  const answer = await model.send(asking(said("count")), NO_SIGNAL);
  assert.equal(answer.stopReason, "max_tokens");
  assert.deepEqual(answer.content, [{ type: "text", text: "one, two, thr" }]);
});

test("a candidate without content is an empty answer", async (context) => {
  const { model } = await gemini(context, { body: { candidates: [{ finishReason: "STOP" }] } });
  const answer = await model.send(asking(said("hi")), NO_SIGNAL);
  assert.deepEqual([answer.content, answer.stopReason], [[], "end_turn"]);
});
