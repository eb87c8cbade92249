import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { createGoogleModel, type GoogleOptions } from "../../../src/agent/models/google.ts";
import { ModelError } from "../../../src/agent/models/model-client.ts";
import { createWaitingClock } from "../../support/gemini-clock.ts";
import { type GeminiReply, startGeminiServer } from "../../support/gemini-server.ts";
import { limited, refusing, saying } from "../../support/gemini-shapes.ts";

const KEY = "AIzaSyTest0000000000000000000000000000000";
const NO_SIGNAL = new AbortController().signal;
const QUESTION = {
  system: "Be brief.",
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  tools: [],
} as const;

async function gemini(
  context: { after(done: () => Promise<void>): void },
  replies: readonly GeminiReply[],
  options: Partial<GoogleOptions> = {},
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
    ...options,
  });
  const fail = async (signal = NO_SIGNAL): Promise<ModelError> => {
    const thrown: unknown = await model.send(QUESTION, signal).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(thrown instanceof ModelError, inspect(thrown));
    return thrown;
  };
  return { server, clock, model, fail };
}

test("429 is tried again after the wait that the answer names, and then succeeds", async (context) => {
  const { model, clock, server } = await gemini(context, [
    limited("37.512s"),
    limited("2s"),
    saying("hello"),
  ]);
  const answer = await model.send(QUESTION, NO_SIGNAL);
  assert.deepEqual(answer.content, [{ type: "text", text: "hello" }]);
  assert.deepEqual(clock.waits, [37_512, 2000]);
  assert.equal(server.requests.length, 3);
});

test("a Retry-After header is honoured, in seconds and as a date", async (context) => {
  const busy = refusing(503, "UNAVAILABLE", "The model is overloaded.");
  const { model, clock } = await gemini(context, [
    { ...busy, headers: { "retry-after": "7" } },
    { ...busy, headers: { "retry-after": "Sat, 21 Nov 2026 00:00:20 GMT" } },
    saying("hello"),
  ]);
  await model.send(QUESTION, NO_SIGNAL);
  assert.deepEqual(clock.waits, [7000, 13_000]);
});

test("chats that were refused together come back at different times", async (context) => {
  const { model, clock } = await gemini(context, [limited("2s"), saying("hello")], {
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes).fill(255),
  });
  await model.send(QUESTION, NO_SIGNAL);
  assert.deepEqual(clock.waits, [2500]);
});

test("a 500 is retried three times with growing waits, then reported", async (context) => {
  const { fail, clock, server } = await gemini(context, [
    refusing(500, "INTERNAL", "An internal error has occurred."),
  ]);
  const error = await fail();
  assert.deepEqual(clock.waits, [1000, 2000, 4000]);
  assert.equal(server.requests.length, 4);
  assert.equal(error.code, "model-unavailable");
  assert.equal(
    error.message,
    'The model "gemini-test" cannot answer at the moment (500 INTERNAL): An internal error has occurred.',
  );
});

test("a wait longer than a minute is passed on instead of waited for", async (context) => {
  const { fail, clock, server } = await gemini(context, [limited("3600s")]);
  const error = await fail();
  assert.deepEqual([error.code, error.retryAfterMs], ["model-rate-limited", 3_600_000]);
  assert.equal(
    error.message,
    'The model "gemini-test" takes no more requests for now (429). It asks to wait 3600 s.',
  );
  assert.deepEqual([clock.waits, server.requests.length], [[], 1]);
});

test("a quota that is used up for the day is not asked again", async (context) => {
  const details = [
    {
      "@type": "type.googleapis.com/google.rpc.QuotaFailure",
      violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }],
    },
    { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "20s" },
  ];
  const { fail, server } = await gemini(context, [
    refusing(429, "RESOURCE_EXHAUSTED", "Quota exceeded.", details),
  ]);
  const error = await fail();
  assert.equal(error.code, "model-rate-limited");
  assert.match(error.message, /daily quota/);
  assert.equal(server.requests.length, 1);
});

const REFUSALS: readonly (readonly [string, GeminiReply, string, string])[] = [
  [
    "a wrong key",
    refusing(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "API_KEY_INVALID",
        domain: "googleapis.com",
      },
    ]),
    "model-auth",
    "Google refused the API key (400 INVALID_ARGUMENT). Check GEMINI_API_KEY.",
  ],
  [
    "a blocked key",
    refusing(403, "PERMISSION_DENIED", "Your API key was reported as leaked."),
    "model-auth",
    "Google refused the API key (403 PERMISSION_DENIED). Check GEMINI_API_KEY.",
  ],
  [
    "an unknown model",
    refusing(404, "NOT_FOUND", "models/gemini-test is not found for API version v1beta."),
    "model-unavailable",
    'Google does not offer the model "gemini-test" (404 NOT_FOUND). Choose another model.',
  ],
  [
    "a place without a free tier",
    refusing(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
    "model-unavailable",
    'Google did not take the request for the model "gemini-test" (400 FAILED_PRECONDITION): User location is not supported for the API use.',
  ],
  [
    "a page of a proxy",
    { status: 418, headers: { "content-type": "text/html" }, body: "<html>no</html>" },
    "model-unavailable",
    'Google did not take the request for the model "gemini-test" (418).',
  ],
  [
    "a question that the filter blocks",
    { body: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } } },
    "model-blocked",
    "Google's filter withheld the question (PROHIBITED_CONTENT). Say it in other words.",
  ],
  [
    "an answer that the filter withholds",
    { body: { candidates: [{ finishReason: "SAFETY", index: 0 }] } },
    "model-blocked",
    "Google's filter withheld the answer (SAFETY). Say it in other words.",
  ],
];

for (const [what, reply, code, message] of REFUSALS) {
  test(`${what} is told once and not tried again`, async (context) => {
    const { fail, server } = await gemini(context, [reply]);
    const error = await fail();
    assert.deepEqual([error.code, error.message], [code, message]);
    assert.equal(server.requests.length, 1);
  });
}

const UNREADABLE: readonly (readonly [string, GeminiReply, string])[] = [
  [
    "no candidate",
    { body: { candidates: [] } },
    'The answer of the model "google/gemini-test" is empty.',
  ],
  [
    "an unknown end",
    { body: { candidates: [{ finishReason: "OTHER" }] } },
    'The answer of the model "google/gemini-test" ended with OTHER.',
  ],
  [
    "an unknown shape",
    { body: { candidates: "none" } },
    'The answer of the model "google/gemini-test" has an unknown shape.',
  ],
  ["no JSON", { body: "<html>" }, 'The answer of the model "gemini-test" is not JSON.'],
];

for (const [what, reply, message] of UNREADABLE) {
  test(`an answer with ${what} is asked for again and then told`, async (context) => {
    const { fail, server } = await gemini(context, [reply]);
    const error = await fail();
    assert.deepEqual([error.code, error.message], ["model-bad-answer", message]);
    assert.equal(server.requests.length, 4);
  });
}

test("an empty answer that passes on the second try is no failure", async (context) => {
  const { model } = await gemini(context, [{ body: { candidates: [] } }, saying("hello")]);
  const answer = await model.send(QUESTION, NO_SIGNAL);
  assert.deepEqual(answer.content, [{ type: "text", text: "hello" }]);
});

test("a line that is closed, and a server that is not there, are unavailable", async (context) => {
  const { fail, server } = await gemini(context, [{ fault: "hang-up" }]);
  const closed = await fail();
  assert.deepEqual([closed.code, server.requests.length], ["model-unavailable", 4]);
  await server.close();
  const refused = await fail();
  assert.equal(refused.message, 'The model "gemini-test" could not be reached (ECONNREFUSED).');
});

for (const fault of ["silence", "half"] as const) {
  test(`an abort ends a request that meets ${fault}, on the line too`, async (context) => {
    const { model, server } = await gemini(context, [{ fault }]);
    const stop = new AbortController();
    const pending = model.send(QUESTION, stop.signal);
    const request = await server.request(1);
    stop.abort(new Error("/stop"));
    await assert.rejects(pending, { message: "/stop" });
    await request.closed;
    assert.equal(server.requests.length, 1);
  });
}

test("an abort before the request sends nothing", async (context) => {
  const { model, server } = await gemini(context, [saying("hello")]);
  await assert.rejects(model.send(QUESTION, AbortSignal.abort(new Error("/stop"))), {
    message: "/stop",
  });
  assert.equal(server.requests.length, 0);
});

test("an abort between two tries ends the wait", async (context) => {
  const stop = new AbortController();
  const clock = createWaitingClock();
  const { model, server } = await gemini(context, [limited("30s"), saying("hello")], {
    clock: {
      now: clock.now,
      sleep: (delayMs, signal) => {
        if (delayMs === 30_000) stop.abort(new Error("/stop"));
        return clock.sleep(delayMs, signal);
      },
    },
  });
  await assert.rejects(model.send(QUESTION, stop.signal), { message: "/stop" });
  assert.equal(server.requests.length, 1);
});

test("no error contains the key, even if the server or the platform repeats it", async (context) => {
  const echo = refusing(400, "INVALID_ARGUMENT", `The key ${KEY} is odd.`);
  const { fail, server } = await gemini(context, [echo]);
  const error = await fail();
  assert.equal(error.message.includes("[secret]"), true);
  assert.equal(inspect(error, { depth: 9, showHidden: true }).includes(KEY), false);
  assert.equal(server.requests[0]!.url.includes(KEY), false);

  const odd = `${KEY}\nx`;
  const { fail: failOdd } = await gemini(context, [saying("hello")], { apiKey: odd });
  assert.equal(inspect(await failOdd(), { depth: 9, showHidden: true }).includes(KEY), false);
});

test("a redirect is not followed, so the key goes nowhere else", async (context) => {
  const elsewhere = await startGeminiServer([saying("hello")]);
  context.after(() => elsewhere.close());
  const { fail } = await gemini(context, [
    { status: 307, headers: { location: `${elsewhere.origin}/v1beta` }, body: "" },
  ]);
  const error = await fail();
  assert.equal(error.code, "model-unavailable");
  assert.equal(elsewhere.requests.length, 0);
});
