import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createOllamaEmbeddings } from "../../../src/agent/models/embed-ollama.ts";
import { createOpenAiEmbeddings } from "../../../src/agent/models/embed-openai.ts";
import {
  createGoogleEmbeddings,
  type EmbeddingApi,
  type EmbeddingOptions,
} from "../../../src/agent/models/embedding-api.ts";
import { createProviderEncoder } from "../../../src/agent/models/provider-encoder.ts";
import { wordsOf } from "../../../src/base/errors.ts";
import { dayIn } from "../../../src/base/format-time.ts";
import { createIds } from "../../../src/base/ids.ts";
import { createRedactor } from "../../../src/base/log.ts";
import { EmbedderError, type Encoder } from "../../../src/rag/encoders/encoder.ts";
import { type BudgetRules, Budgets } from "../../../src/security/limits/budgets.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { countedBytes } from "../../security/house.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../support/embedding-server.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const KEY = "key-of-a-test-0123456789";
const PAYER = { personId: "usage-examples", chatKey: "usage-examples", zone: "UTC" };
const NO_SIGNAL = new AbortController().signal;

/** Each provider, with what it is asked. */
const PROVIDERS: readonly {
  readonly name: string;
  readonly make: (options: EmbeddingOptions) => EmbeddingApi;
  readonly base: (url: string) => string;
  readonly path: string;
  readonly header: string;
  readonly sent: (texts: readonly string[]) => unknown;
}[] = [
  {
    name: "google/gemini-embedding-2",
    make: createGoogleEmbeddings,
    base: (url) => url,
    path: "/v1beta/models/gemini-embedding-2:batchEmbedContents",
    header: "x-goog-api-key",
    sent: (texts) => ({
      requests: texts.map((text) => ({
        model: "models/gemini-embedding-2",
        content: { parts: [{ text }] },
        outputDimensionality: 768,
      })),
    }),
  },
  {
    name: "openai/text-embedding-3-small",
    make: createOpenAiEmbeddings,
    base: (url) => `${url}/v1`,
    path: "/v1/embeddings",
    header: "authorization",
    sent: (input) => ({
      model: "text-embedding-3-small",
      input,
      encoding_format: "float",
      dimensions: 768,
    }),
  },
  {
    name: "ollama/embeddinggemma",
    make: createOllamaEmbeddings,
    base: (url) => `${url}/`,
    path: "/api/embed",
    header: "authorization",
    sent: (input) => ({ model: "embeddinggemma", input, truncate: true }),
  },
];

interface Opened {
  readonly server: EmbeddingServer;
  readonly clock: ManualClock;
  readonly budgets: Budgets;
  open(): Promise<Encoder>;
}

async function serverFor(
  t: TestContext,
  provider: (typeof PROVIDERS)[number],
  limits: Partial<BudgetRules["limits"]> = {},
): Promise<Opened> {
  const server = await startEmbeddingServer();
  t.after(() => server.close());
  const clock = new ManualClock();
  const budgets = new Budgets({
    database: openDatabase(":memory:"),
    clock,
    newId: createIds(countedBytes()),
    dayOf: (atMs) => dayIn("UTC", atMs),
    rules: {
      limits: { person: {}, chat: {}, schedule: {}, service: {}, ...limits },
      askPercent: 100,
    },
  });
  const api = provider.make({ apiKey: KEY, baseUrl: provider.base(server.url), clock });
  const source = createProviderEncoder(api, {
    clock,
    randomBytes: (sizeBytes) => new Uint8Array(sizeBytes),
    budgets,
    redact: createRedactor(["the-mail-password"]),
    prices: { [provider.name]: { input: 2, output: 0 } },
    payer: PAYER,
  });
  return { server, clock, budgets, open: () => source.open(NO_SIGNAL, () => undefined) };
}

const embed = (encoder: Encoder, ...texts: string[]): Promise<readonly Float32Array[]> =>
  encoder.embed(texts.map((text) => ({ text })));

function refusal(code: string, isPassing: boolean, said: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof EmbedderError);
    assert.deepEqual([error.code, error.isPassing], [code, isPassing]);
    assert.match(error.message, said);
    assert.ok(!error.message.includes(KEY));
    assert.match(wordsOf(error, "ko"), /[가-힣]/u);
    return true;
  };
}

for (const provider of PROVIDERS) {
  test(`${provider.name} is asked as documented, and gives vectors of unit length in order`, async (t) => {
    const { server, open } = await serverFor(t, provider);
    const encoder = await open();
    assert.equal(encoder.id, `${provider.name}@768`);
    assert.equal(encoder.isRemote, true);
    const texts = Array.from({ length: 150 }, (_, at) => `${at} 뉴스`);
    const vectors = await embed(encoder, ...texts);
    assert.equal(vectors.length, 150);
    assert.ok(vectors.every((vector) => Math.abs(Math.hypot(...vector) - 1) < 1e-5));
    assert.deepEqual(vectors[149], (await embed(encoder, texts[149]!))[0]);
    const [, first, , last] = server.calls;
    assert.deepEqual(
      server.calls.slice(1, 4).map((call) => call.texts.length),
      [64, 64, 22],
    );
    assert.equal(first?.path, provider.path);
    assert.ok(String(first?.headers[provider.header]).includes(KEY));
    assert.deepEqual(last?.body, provider.sent(texts.slice(128)));
  });

  test(`${provider.name} is asked again after the wait that it names, and refusals say what to do`, async (t) => {
    const { server, clock, open } = await serverFor(t, provider);
    const encoder = await open();
    server.instead.push({ status: 429, headers: { "retry-after": "20" } });
    const waiting = embed(encoder, "뉴스");
    while (clock.sleeping === 0) await new Promise(setImmediate);
    assert.equal(server.calls.length, 2);
    await clock.advance(21_000);
    assert.equal((await waiting).length, 1);
    assert.equal(server.calls.length, 3);
    server.instead.push({ status: 429, headers: { "retry-after": "600" } });
    await assert.rejects(embed(encoder, "뉴스"), refusal("embedder-unreachable", true, /600 s/u));
    server.instead.push({ status: 401 });
    await assert.rejects(embed(encoder, "뉴스"), refusal("embedder-refused", false, /Check /u));
    server.instead.push({ status: 404 });
    await assert.rejects(
      embed(encoder, "뉴스"),
      refusal("embedder-refused", false, /does not offer the model/u),
    );
  });
}

const [GOOGLE, OPENAI] = PROVIDERS;

test("vectors of another length, too few of them and other shapes are refused", async (t) => {
  const { server, clock, open } = await serverFor(t, OPENAI!);
  server.dimensions = 1536;
  await assert.rejects(open(), refusal("embedder-dimension", false, /1536 numbers, and 768/u));
  server.dimensions = 768;
  const encoder = await open();
  const answers = [{ data: [] }, { vectors: [] }];
  for (const body of answers) {
    server.instead.push(...Array.from({ length: 4 }, () => ({ status: 200, body })));
    const failing = assert.rejects(
      embed(encoder, "뉴스"),
      refusal("embedder-unreachable", true, /unknown shape/u),
    );
    await drained(server, clock);
    await failing;
  }
});

/** Lets the tries go by until all answers that stand ready were given. */
async function drained(server: EmbeddingServer, clock: ManualClock): Promise<void> {
  while (server.instead.length > 0) {
    while (clock.sleeping === 0 && server.instead.length > 0) await new Promise(setImmediate);
    if (clock.sleeping > 0) await clock.advance(5000);
  }
}

test("what is sent holds no secret, and is no longer than a request", async (t) => {
  const { server, open } = await serverFor(t, GOOGLE!);
  const encoder = await open();
  await embed(encoder, "log in with the-mail-password", "긴 글 ".repeat(2000));
  assert.deepEqual(server.calls.at(-1)?.texts[0], "log in with [secret]");
  assert.equal(server.calls.at(-1)?.texts[1]?.length, 2000);
});

test("embedding is paid by the service's budget, and ends where that does", async (t) => {
  const { server, budgets, open } = await serverFor(t, OPENAI!, { service: { tokens: 400 } });
  const encoder = await open();
  const used = () => budgets.useOf(PAYER).find(({ scope }) => scope === "service")?.used;
  assert.equal(used(), 7);
  await embed(encoder, "뉴스");
  assert.equal(used(), 14);
  const calls = server.calls.length;
  await assert.rejects(
    embed(encoder, "가".repeat(500)),
    refusal("embedder-refused", true, /^Used up until /u),
  );
  assert.equal(server.calls.length, calls);
  assert.equal(used(), 14);
});

test("an abort ends a wait at once", async (t) => {
  const { server, clock, open } = await serverFor(t, GOOGLE!);
  const encoder = await open();
  server.instead.push({ status: 503 });
  const stopped = new AbortController();
  const waiting = encoder.embed([{ text: "뉴스" }], stopped.signal);
  while (clock.sleeping === 0) await new Promise(setImmediate);
  stopped.abort(new Error("enough"));
  await assert.rejects(waiting, { message: "enough" });
});
