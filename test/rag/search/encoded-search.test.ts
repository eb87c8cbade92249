import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  DIMENSIONS,
  EmbedderError,
  type EncoderSource,
} from "../../../src/rag/encoders/encoder.ts";
import type { EncoderState } from "../../../src/rag/search/encoded-search.ts";
import { FIRST_SHIPPED_ID } from "../../../src/rag/store/database.ts";
import { materialFrom, openUsage } from "../../support/usage-examples.ts";

const TIME = "[system:time]";
const NEWS = '[source:search_news]("AI")';
const MATERIAL = materialFrom(
  [
    ["지금 몇 시야", TIME],
    ["what time is it", TIME],
    ["AI 뉴스 찾아줘", NEWS],
    ["AI 소식 알려줘", NEWS],
  ],
  ["안녕", "hello there", "고마워"],
);

/** An encoder that knows three words; what it does can be changed. */
interface TestEncoder extends EncoderSource {
  /** What came, in order. */
  readonly texts: string[];
  opened: number;
  closed: number;
  isRemote: boolean;
  /** What the next calls end with. */
  failure: Error | undefined;
  /** What loading ends with. */
  openFailure: Error | undefined;
  /** Called before each answer. */
  before: () => Promise<void>;
}

function encoder(id: string): TestEncoder {
  const made: TestEncoder = {
    name: id,
    texts: [],
    opened: 0,
    closed: 0,
    isRemote: false,
    failure: undefined,
    openFailure: undefined,
    before: () => Promise.resolve(),
    async open() {
      made.opened += 1;
      if (made.openFailure !== undefined) throw made.openFailure;
      return {
        id,
        baseline: 0.2,
        isRemote: made.isRemote,
        async embed(texts) {
          made.texts.push(...texts.map(({ text }) => text));
          await made.before();
          if (made.failure !== undefined) throw made.failure;
          return texts.map(({ text }) => vectorOf(text));
        },
        async close() {
          made.closed += 1;
        },
      };
    },
  };
  return made;
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector[/시|time/u.test(text) ? 0 : /뉴스|소식/u.test(text) ? 1 : 2] = 1;
  return vector;
}

function passing(message: string): EmbedderError {
  return new EmbedderError(
    "embedder-unreachable",
    { en: message, ko: message },
    { isPassing: true },
  );
}

function opened(t: TestContext, options: Parameters<typeof openUsage>[1] = {}) {
  const usage = openUsage(MATERIAL, options);
  t.after(() => usage.close());
  return usage;
}

function fileFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-encoded-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "usage.db");
}

/** Something that happens when it is told to. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

test("the embedded embedder answers while an encoder loads and embeds, which then takes over at once", async (t) => {
  const source = encoder("encoder-1");
  const loading = gate();
  source.before = () => loading.passed;
  const usage = opened(t, { encoder: source });
  assert.equal(source.opened, 0);
  const [before] = await usage.examples.search("AI 뉴스");
  assert.equal(before?.example.code, NEWS);
  assert.notEqual(usage.examples.encoderState?.kind, "ready");
  const version = usage.examples.version;
  loading.open();
  assert.deepEqual(await usage.examples.encoded(), { kind: "ready" });
  assert.notEqual(usage.examples.version, version);
  const [after] = await usage.examples.search("AI 뉴스");
  assert.equal(after?.meaning, 1);
  assert.equal(source.opened, 1);
});

test("an encoder embeds what the build made, too, and keeps that in the HOME", async (t) => {
  const shippedPath = `${fileFor(t)}.shipped`;
  const built = openUsage(MATERIAL, { path: shippedPath, firstId: FIRST_SHIPPED_ID });
  await built.examples.search("AI 뉴스");
  await built.close();
  const usage = opened(t, { path: fileFor(t), shippedPath, encoder: encoder("encoder-1") });
  assert.deepEqual(await usage.examples.encoded(), { kind: "ready" });
  assert.deepEqual(usage.encodings.counts(), { "encoder-1": 4 });
  assert.equal((await usage.examples.search("AI 뉴스"))[0]?.meaning, 1);
});

test("vectors are kept with the name of their encoder, and another one embeds anew what is not its own", async (t) => {
  const path = fileFor(t);
  const first = encoder("encoder-1");
  const usage = opened(t, { path, encoder: first });
  await usage.examples.encoded();
  assert.deepEqual(usage.encodings.counts(), { "encoder-1": 4 });
  const again = encoder("encoder-1");
  await opened(t, { path, encoder: again }).examples.encoded();
  assert.deepEqual(again.texts, []);
  const other = encoder("encoder-2");
  await opened(t, { path, encoder: other }).examples.encoded();
  assert.equal(other.texts.length, 4);
  assert.deepEqual(usage.encodings.counts(), { "encoder-2": 4 });
});

test("what a process that died had embedded is not embedded again, and a mixed store is never searched", async (t) => {
  const path = fileFor(t);
  const many = materialFrom(
    Array.from({ length: 150 }, (_, at) =>
      at % 5 === 0
        ? ([`AI 뉴스 ${at}개`, NEWS] as const)
        : ([`${at}번 할 일 끝`, "[system:todo]"] as const),
    ),
    ["안녕"],
  );
  const first = encoder("encoder-1");
  const usage = openUsage(many, { path, encoder: first });
  let batches = 0;
  first.before = async () => {
    batches += 1;
    if (batches === 2) throw passing("the line is cut");
  };
  const state = await usage.examples.encoded();
  assert.equal(state?.kind, "resting");
  assert.deepEqual(usage.encodings.counts(), { "encoder-1": 64 });
  const asked = first.texts.length;
  assert.equal((await usage.examples.search("AI 뉴스 몇 개"))[0]?.example.code, NEWS);
  assert.equal(first.texts.length, asked);
  await usage.close();
  const second = encoder("encoder-1");
  const after = openUsage(many, { path, encoder: second });
  t.after(() => after.close());
  const told: EncoderState[] = [];
  assert.deepEqual(await after.examples.encoded((each) => told.push(each)), { kind: "ready" });
  assert.equal(second.texts.length, 86);
  assert.ok(told.some((each) => each.kind === "embedding" && each.total === 86));
});

test("an encoder that fails for now rests a minute, then two, and takes over when it works", async (t) => {
  const source = encoder("encoder-1");
  source.openFailure = passing("no network");
  const usage = opened(t, { encoder: source });
  const before = await usage.examples.search("AI 뉴스");
  assert.equal((await usage.examples.encoded())?.kind, "resting");
  await usage.clock.advance(59_000);
  assert.equal(source.opened, 1);
  await usage.clock.advance(1000);
  assert.equal(source.opened, 2);
  assert.deepEqual(await usage.examples.search("AI 뉴스"), before);
  await usage.clock.advance(119_000);
  assert.equal(source.opened, 2);
  source.openFailure = undefined;
  await usage.clock.advance(1000);
  assert.equal(source.opened, 3);
  while (usage.examples.encoderState?.kind !== "ready") await new Promise(setImmediate);
  assert.equal((await usage.examples.search("AI 뉴스"))[0]?.meaning, 1);
  assert.ok(usage.logged.includes("The encoder fails for now; the embedded one goes on."));
});

test("an encoder that can never work is given up, and the embedded one goes on", async (t) => {
  const source = encoder("encoder-1");
  source.openFailure = new EmbedderError("embedder-missing", { en: "no model", ko: "모델 없음" });
  const usage = opened(t, { encoder: source });
  const before = await usage.examples.search("AI 뉴스");
  const state = await usage.examples.encoded();
  assert.equal(state?.kind === "failed" && state.problem.code, "embedder-missing");
  await usage.clock.advance(7_200_000);
  assert.equal(source.opened, 1);
  assert.deepEqual(await usage.examples.search("AI 뉴스"), before);
  assert.ok(usage.logged.includes("The encoder cannot be used; the embedded one goes on."));
});

test("a question that the encoder fails to answer is answered by the embedded one, which stays until the encoder works again", async (t) => {
  const source = encoder("encoder-1");
  const usage = opened(t, { encoder: source });
  await usage.examples.encoded();
  source.failure = new Error("out of memory");
  assert.equal((await usage.examples.search("AI 뉴스"))[0]?.example.code, NEWS);
  assert.equal((await usage.examples.encoded())?.kind, "resting");
  assert.equal(source.closed, 1);
  const asked = source.texts.length;
  await usage.examples.search("AI 뉴스");
  assert.equal(source.texts.length, asked);
  source.failure = undefined;
  await usage.clock.advance(60_000);
  while (usage.examples.encoderState?.kind !== "ready") await new Promise(setImmediate);
  await usage.examples.search("AI 뉴스");
  assert.equal(source.texts.length, asked + 1);
});

test("an encoder that is slow to answer keeps nobody waiting, and is asked again the next time", async (t) => {
  const source = encoder("encoder-1");
  const usage = opened(t, { encoder: source });
  await usage.examples.encoded();
  const slow = gate();
  source.before = () => slow.passed;
  const searching = usage.examples.search("AI 뉴스");
  while (source.texts.at(-1) !== "AI 뉴스") await new Promise(setImmediate);
  await usage.clock.advance(700);
  assert.equal((await searching)[0]?.example.code, NEWS);
  slow.open();
  assert.equal((await usage.examples.search("AI 뉴스"))[0]?.meaning, 1);
  assert.equal(source.closed, 0);
});

test("an example that is added is found at once, and embedded by the encoder too", async (t) => {
  const source = encoder("encoder-1");
  const usage = opened(t, { encoder: source });
  await usage.examples.encoded();
  const { id } = await usage.examples.add({
    intent: "제비꽃에 물 줘",
    code: "[system:todo]",
    source: "manual",
  });
  assert.equal((await usage.examples.search("제비꽃에 물 줘"))[0]?.example.id, id);
  await usage.examples.encoded();
  assert.equal(source.texts.at(-1), "제비꽃에 물 줘");
  assert.deepEqual(usage.encodings.counts(), { "encoder-1": 5 });
  await usage.examples.remove([id]);
  assert.deepEqual(usage.encodings.counts(), { "encoder-1": 4 });
});

test("nothing private reaches an encoder elsewhere: neither of a question nor of a person's own example", async (t) => {
  const source = encoder("encoder-1");
  source.isRemote = true;
  const usage = opened(t, { encoder: source });
  await usage.examples.add({
    intent: "김철수에게 오늘 늦는다고 보내줘",
    code: '[messenger:send]("김철수") {text: "오늘 늦는다"}',
    source: "manual",
    personId: "anna",
  });
  await usage.examples.encoded();
  await usage.examples.search(
    '"비밀 계획"을 anna@bakery.test 에게 보내고 010-1234-5678 로 AI 뉴스 알려줘',
  );
  await usage.examples.search("AI 뉴스를 ~/secret/plan.md 에 저장해줘");
  const sent = source.texts.join("\n");
  for (const secret of ["김철수", "늦는", "비밀", "bakery", "1234", "secret", "plan"])
    assert.ok(!sent.includes(secret), `${secret}: ${sent}`);
  assert.match(sent, /AI 뉴스/u);
});

test("closing gives up what is being embedded, and unloads the encoder", async () => {
  const source = encoder("encoder-1");
  const stuck = gate();
  source.before = () => stuck.passed;
  const usage = openUsage(MATERIAL, { encoder: source });
  await usage.examples.search("AI 뉴스");
  while (source.texts.length === 0) await new Promise(setImmediate);
  const closing = usage.close();
  stuck.open();
  await closing;
  assert.equal(source.closed, 1);
});
