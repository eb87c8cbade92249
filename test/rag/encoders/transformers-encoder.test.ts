import assert from "node:assert/strict";
import { once } from "node:events";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { wordsOf } from "../../../src/base/errors.ts";
import {
  EmbedderError,
  type Encoder,
  type LoadProgress,
} from "../../../src/rag/encoders/encoder.ts";
import { createTransformersEncoder } from "../../../src/rag/encoders/transformers-encoder.ts";
import type { ModelOrder } from "../../../src/rag/encoders/transformers-wire.ts";
import { type TinyModel, writeTinyModel } from "../../support/tiny-model.ts";
import { materialFrom, openUsage } from "../../support/usage-examples.ts";

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-encoder-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function localOrder(t: TestContext, model: TinyModel = {}): ModelOrder {
  const folder = folderFor(t);
  writeTinyModel(folder, model);
  return { model: folder, isLocal: true, cachePath: join(folder, "cache") };
}

async function opened(t: TestContext, order: ModelOrder): Promise<Encoder> {
  const source = createTransformersEncoder(order);
  const encoder = await source.open(new AbortController().signal, () => undefined);
  t.after(() => encoder.close());
  return encoder;
}

const embed = (encoder: Encoder, ...texts: string[]): Promise<readonly Float32Array[]> =>
  encoder.embed(texts.map((text) => ({ text })));

function cosine(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, at) => sum + value * right[at]!, 0);
}

function problemIn(code: string, ...said: readonly RegExp[]): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof EmbedderError);
    assert.equal(error.code, code);
    for (const pattern of said) assert.match(error.message, pattern);
    assert.match(wordsOf(error, "ko"), /[가-힣]/u);
    return true;
  };
}

test("a model of a folder gives vectors of 768 numbers and unit length, near for texts that share much", async (t) => {
  const encoder = await opened(t, localOrder(t));
  const [time, again, news] = await embed(
    encoder,
    "지금 몇 시야",
    "지금 몇 시지",
    "AI news please",
  );
  for (const vector of [time!, again!, news!]) {
    assert.equal(vector.length, 768);
    assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-5);
  }
  assert.ok(cosine(time!, again!) > 0.8);
  assert.ok(cosine(time!, news!) < 0.5);
});

test("padding counts for nothing: a text has the same vector alone and beside a longer one", async (t) => {
  const encoder = await opened(t, localOrder(t));
  const [alone] = await embed(encoder, "몇 시야");
  const [beside] = await embed(
    encoder,
    "몇 시야",
    "오늘 서울 날씨를 알려 주고 그 다음에 뉴스도 찾아 줘",
  );
  assert.ok(cosine(alone!, beside!) > 0.99999);
});

test("more texts than go at once come back in their order, and so do questions asked together", async (t) => {
  const encoder = await opened(t, localOrder(t));
  const texts = Array.from({ length: 150 }, (_, at) => `request number ${at}`);
  const [all, [first], [last]] = await Promise.all([
    embed(encoder, ...texts),
    embed(encoder, texts[0]!),
    embed(encoder, texts[149]!),
  ]);
  assert.equal(all.length, 150);
  assert.ok(cosine(all[0]!, first!) > 0.99999);
  assert.ok(cosine(all[149]!, last!) > 0.99999);
  assert.ok(cosine(all[0]!, last!) < 0.9999);
});

test("unrelated texts have a cosine that counts as none, and other weights are another embedder", async (t) => {
  const [one, same, other] = [
    await opened(t, localOrder(t)),
    await opened(t, localOrder(t)),
    await opened(t, localOrder(t, { seed: 2 })),
  ];
  assert.ok(one.baseline >= 0 && one.baseline < 0.9);
  const fingerprint = (encoder: Encoder): string => encoder.id.split("#").at(-1)!;
  assert.match(fingerprint(one), /^[0-9a-f]{16}$/u);
  assert.equal(fingerprint(one), fingerprint(same));
  assert.notEqual(fingerprint(one), fingerprint(other));
});

test("a model that cannot be used says what is wrong and what to do", async (t) => {
  const open = (order: ModelOrder): Promise<Encoder> =>
    createTransformersEncoder(order).open(new AbortController().signal, () => undefined);
  const missing = { ...localOrder(t), model: join(folderFor(t), "nowhere") };
  await assert.rejects(
    open(missing),
    problemIn("embedder-missing", /nowhere/u, /onnx\/model\.onnx/u),
  );
  await assert.rejects(
    open(localOrder(t, { dimensions: 384 })),
    problemIn("embedder-dimension", /384 numbers, and 768 are needed/u, /IBL_EMBEDDER_MODEL/u),
  );
  await assert.rejects(
    open(localOrder(t, { truncatedToBytes: 500_000 })),
    problemIn("embedder-broken", /Copy the model to .* again/u),
  );
});

test("a thread that ends rejects what waits and what comes, and may be opened again", async (t) => {
  const order = localOrder(t);
  const encoder = await opened(t, order);
  const waiting = embed(encoder, "몇 시야");
  await Promise.all([assert.rejects(waiting, problemIn("embedder-crashed")), encoder.close()]);
  await assert.rejects(embed(encoder, "몇 시야"), problemIn("embedder-crashed"));
  const again = await opened(t, order);
  assert.equal((await embed(again, "몇 시야")).length, 1);
});

test("loading ends when it is aborted, and a question too, which leaves the encoder as it is", async (t) => {
  const stopped = new AbortController();
  const opening = createTransformersEncoder(localOrder(t)).open(stopped.signal, () => undefined);
  stopped.abort(new Error("enough"));
  await assert.rejects(opening, { message: "enough" });
  const encoder = await opened(t, localOrder(t));
  const asked = new AbortController();
  const question = encoder.embed([{ text: "몇 시야" }], asked.signal);
  asked.abort(new Error("enough"));
  await assert.rejects(question, { message: "enough" });
  assert.equal((await embed(encoder, "몇 시야")).length, 1);
});

test("the examples are embedded by a real model and found by it", async (t) => {
  const order = localOrder(t);
  const material = materialFrom(
    [
      ["지금 몇 시야", "[system:time]"],
      ["AI 뉴스 찾아줘", '[source:search_news]("AI")'],
    ],
    ["안녕"],
  );
  const usage = openUsage(material, { encoder: createTransformersEncoder(order) });
  t.after(() => usage.close());
  assert.deepEqual(await usage.examples.encoded(), { kind: "ready" });
  const [id] = Object.keys(usage.encodings.counts());
  assert.match(id!, /^transformers\/.+#[0-9a-f]{16}$/u);
  const [hit] = await usage.examples.search("AI 뉴스 찾아줘");
  assert.equal(hit?.example.intent, "AI 뉴스 찾아줘");
  assert.ok(hit.meaning > 0.999);
});

/** A Hub on loopback that serves one model's folder, the weights by a redirect, and sends who asks for another one elsewhere. */
async function hubFor(t: TestContext): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = folderFor(t);
  writeTinyModel(folder);
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const [, name] = /^\/(?:someone\/small\/resolve\/(?:main|v1)|storage)\/(.+)$/u.exec(path) ?? [];
    if (path.startsWith("/someone/small") && name === "onnx/model.onnx")
      return void response.writeHead(302, { location: `/storage/${name}` }).end();
    if (path.startsWith("/someone/elsewhere"))
      return void response.writeHead(302, { location: "http://127.0.0.2:9/" }).end();
    const file = name === undefined ? undefined : join(folder, name);
    if (file === undefined || !existsSync(file)) return void response.writeHead(404).end();
    createReadStream(file).pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

test("a model of the Hub is fetched once with progress, kept, and used without the network then", async (t) => {
  const hub = await hubFor(t);
  const cachePath = folderFor(t);
  const order = { model: "someone/small", isLocal: false, cachePath, hubUrl: hub.url };
  const told: LoadProgress[] = [];
  const source = createTransformersEncoder(order);
  const encoder = await source.open(new AbortController().signal, (progress) =>
    told.push(progress),
  );
  t.after(() => encoder.close());
  assert.ok(told.some(({ file, loadedBytes }) => file === "onnx/model.onnx" && loadedBytes > 2e6));
  assert.ok(existsSync(join(cachePath, "someone", "small", "onnx", "model.onnx")));
  const revision = await opened(t, { ...order, revision: "v1" });
  assert.equal(revision.id, encoder.id);
  assert.ok(existsSync(join(cachePath, "someone", "small", "v1", "onnx", "model.onnx")));
  await hub.close();
  const offline = await opened(t, order);
  assert.equal(offline.id, encoder.id);
});

test("a Hub without the model, one that leads elsewhere, and one that cannot be reached are told apart", async (t) => {
  const hub = await hubFor(t);
  const cachePath = folderFor(t);
  const open = (model: string): Promise<Encoder> =>
    createTransformersEncoder({ model, isLocal: false, cachePath, hubUrl: hub.url }).open(
      new AbortController().signal,
      () => undefined,
    );
  await assert.rejects(open("someone/other"), problemIn("embedder-missing", /docs\/examples\.md/u));
  await assert.rejects(
    open("someone/elsewhere"),
    problemIn("embedder-unreachable", /http:\/\/127\.0\.0\.2:9 is not reached over https/u),
  );
  await hub.close();
  await assert.rejects(open("someone/small"), (error) => {
    assert.ok(error instanceof EmbedderError && error.isPassing);
    return problemIn("embedder-unreachable", /network/u)(error);
  });
});
