import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { DIMENSIONS } from "../../../src/rag/encoders/encoder.ts";
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
    ["delete old.md", '[system:broken]("old.md")'],
  ],
  ["안녕", "hello there", "고마워"],
);

function opened(t: TestContext, options: Parameters<typeof openUsage>[1] = {}) {
  const usage = openUsage(MATERIAL, options);
  t.after(() => usage.close());
  return usage;
}

function fileFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-usage-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "usage.db");
}

test("a search makes the store from data first, without what does not plan, and once", async (t) => {
  const { examples, store, logged } = opened(t);
  assert.equal(examples.isMade, false);
  const [hit] = await examples.search("몇 시야 지금");
  assert.equal(hit?.example.code, TIME);
  assert.equal(examples.isMade, true);
  assert.deepEqual(store.counts(), { shipped: 4 });
  await examples.search("AI 뉴스");
  assert.deepEqual(logged, [
    "An example in data/ does not plan; it is left out.",
    "The usage examples were made anew.",
  ]);
});

test("a store made before is used as it is, also by another process", async (t) => {
  const path = fileFor(t);
  const first = opened(t, { path });
  const before = await first.examples.search("AI 뉴스 좀");
  const second = opened(t, { path });
  assert.equal(second.examples.isMade, true);
  assert.deepEqual(await second.examples.search("AI 뉴스 좀"), before);
  assert.deepEqual(second.logged, []);
});

test("what the build made is read where it lies, and what is taught is found beside it", async (t) => {
  const shippedPath = `${fileFor(t)}.shipped`;
  const built = openUsage(MATERIAL, { path: shippedPath, firstId: FIRST_SHIPPED_ID });
  await built.examples.search("AI 뉴스 좀");
  await built.close();
  const bytes = readFileSync(shippedPath);
  const path = fileFor(t);
  const old = openUsage(materialFrom([["old news please", NEWS]], ["hi"]), { path });
  await old.examples.search("news");
  await old.close();

  const { examples, store, logged } = opened(t, { path, shippedPath });
  assert.equal(examples.isMade, true);
  const [hit] = await examples.search("AI 뉴스 좀");
  assert.equal(hit?.example.code, NEWS);
  assert.deepEqual(logged, []);
  assert.deepEqual(store.counts(), { shipped: 4 }, "what was made of other data is gone");
  assert.deepEqual(store.get(hit?.example.id ?? 0), hit?.example);
  const { id } = await examples.add({
    intent: "AI 주가 알려줘",
    code: '[source:price]("AI")',
    source: "manual",
    personId: "anna",
  });
  assert.ok(id < FIRST_SHIPPED_ID);
  assert.equal((await examples.search("AI 주가 알려줘", { personId: "anna" }))[0]?.example.id, id);
  assert.equal(store.list({}, { limit: 10 }).length, 5);
  assert.deepEqual(readFileSync(shippedPath), bytes);
});

test("a HOME that has made the same examples itself keeps to them", async (t) => {
  const shippedPath = `${fileFor(t)}.shipped`;
  const built = openUsage(MATERIAL, { path: shippedPath, firstId: FIRST_SHIPPED_ID });
  await built.examples.search("AI 뉴스 좀");
  await built.close();
  const path = fileFor(t);
  const first = openUsage(MATERIAL, { path });
  await first.examples.search("AI 뉴스 좀");
  await first.close();
  const { examples, store } = opened(t, { path, shippedPath });
  assert.ok(((await examples.search("AI 뉴스 좀"))[0]?.example.id ?? 0) < FIRST_SHIPPED_ID);
  assert.deepEqual(store.counts(), { shipped: 4 });
});

test("other data takes the place of what was made from data before, and what was taught stays", async (t) => {
  const usage = opened(t);
  await usage.examples.search("hello");
  const taught = await usage.examples.add({
    intent: "feed the violets",
    code: "[system:todo]",
    source: "manual",
  });
  usage.material = materialFrom([["what's on my list", "[system:todo]"]], ["hello"]);
  await usage.examples.generate();
  assert.deepEqual(
    usage.store.list({}, { limit: 9 }).map(({ intent }) => intent),
    ["feed the violets", "what's on my list"],
  );
  const [hit] = await usage.examples.search("feed the violets");
  assert.equal(hit?.example.id, taught.id);
});

test("an example of one person is nobody else's, and one process finds at once what another added and removed", async (t) => {
  const path = fileFor(t);
  const [one, other] = [opened(t, { path }), opened(t, { path })];
  await one.examples.search("hello");
  await other.examples.search("hello");
  const example = { intent: "feed the violets", code: "[system:todo]", source: "manual" } as const;
  const { id } = await one.examples.add({ ...example, personId: "anna" });
  const find = async (personId?: string): Promise<readonly number[]> =>
    (await other.examples.search("feed the violets", personId === undefined ? {} : { personId }))
      .filter(({ example: found }) => found.source === "manual")
      .map(({ example: found }) => found.id);
  assert.deepEqual([await find("anna"), await find("ben"), await find()], [[id], [], []]);
  await one.examples.remove([id]);
  assert.deepEqual(await find("anna"), []);
});

test("who may see what, and which actions may be used, is settled before the best are chosen, by words and by meaning alike", async (t) => {
  const crowd = Array.from(
    { length: 400 },
    (_, index) => [`violets news number ${index}`, NEWS] as const,
  );
  const material = materialFrom([...crowd, ["violets time", TIME]]);
  const usage = openUsage(material);
  t.after(() => usage.close());
  await usage.examples.search("violets");
  for (let count = 0; count < 250; count += 1)
    usage.store.add(
      { intent: `violets ${count}`, code: NEWS, source: "manual", digest: "d", personId: "ben" },
      new Float32Array(DIMENSIONS),
      "none",
    );
  await usage.examples.add({
    intent: "violets of anna",
    code: "[system:todo]",
    source: "manual",
    personId: "anna",
  });
  for (const alpha of [0, 0.7, 1]) {
    const find = async (only: string, personId: string): Promise<readonly string[]> =>
      (
        await usage.examples.search("violets", {
          alpha,
          minScore: 0,
          personId,
          accept: (action) => action === only,
        })
      ).map(({ example }) => example.intent);
    assert.deepEqual(await find("system:time", "anna"), ["violets time"], `alpha ${alpha}`);
    assert.deepEqual(await find("system:todo", "anna"), ["violets of anna"], `alpha ${alpha}`);
    assert.deepEqual(await find("system:todo", "ben"), [], `alpha ${alpha}`);
  }
});

test("no text is an error of the full-text index, whatever signs it holds", async (t) => {
  const { examples } = opened(t);
  for (const text of [
    'AI" OR "뉴스',
    "AND OR NOT NEAR(뉴스, 2)",
    "뉴스 * ^ ( ) : -",
    "'; DROP TABLE ibl_examples; --",
    "\u0000뉴스\ud800",
    "뉴스".repeat(3000),
  ])
    await examples.search(text);
  assert.equal((await examples.search("AI 뉴스"))[0]?.example.code, NEWS);
});
