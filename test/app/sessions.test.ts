import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { calling, saying } from "../support/gemini-shapes.ts";
import { madeExamples } from "../support/made-examples.ts";
import { Town, type TownOptions } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const KEY = "test-key-of-the-sessions";
const HOUR_MS = 3_600_000;

/** The whole service with an owner Ann, a member Ben and a model that gives these answers. */
async function openTown(
  t: TestContext,
  replies: Parameters<typeof startGeminiServer>[0],
  options: TownOptions = {},
) {
  const gemini = await startGeminiServer(replies);
  const town = new Town({
    ...options,
    environment: { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.origin },
  });
  t.after(async () => {
    await town.close();
    await gemini.close();
  });
  town.admit(ANN, "owner");
  town.admit(BEN, "member");
  await town.start();
  const contentsOf = (index: number): string =>
    JSON.stringify(gemini.requests.at(index)?.body["contents"]);
  return { town, gemini, contentsOf };
}

test("what one person pinned or kept is told to the model in their turns and in nobody else's", async (t) => {
  const usageDatabase = await madeExamples();
  const { town, contentsOf } = await openTown(t, [saying("ok")], { usageDatabase });
  await town.say(ANN, "/remember I am allergic to peanuts");
  await town.run(ANN, '[source:save_memory]("the wifi password is sky2026")');
  await town.run(ANN, '[source:save_memory]("I sing in a choir") {pin: true}');
  assert.deepEqual(await town.say(ANN, "what is the wifi password"), ["ok"]);
  assert.match(contentsOf(-1), /pinned these facts.*- I am allergic to peanuts/);
  assert.match(contentsOf(-1), /pinned these facts.*- I sing in a choir.*of use here/);
  assert.match(contentsOf(-1), /of use here:.*- the wifi password is sky2026/);
  await town.say(ANN, "find news about coffee");
  assert.match(contentsOf(-1), /<ibl_references .*search_news/);
  await town.say(BEN, "what is the wifi password");
  assert.doesNotMatch(contentsOf(-1), /peanuts|sky2026/);
});

test("no question waits for references that are not made yet", async (t) => {
  const { town, contentsOf } = await openTown(t, [saying("ok")]);
  assert.deepEqual(await town.say(ANN, "find news about tea"), ["ok"]);
  assert.doesNotMatch(contentsOf(-1), /<ibl_references/);
});

test("a long conversation is summed up once by the fast model, also over a kill, and keeps what is open", async (t) => {
  const long = "This goes on and on. ".repeat(400);
  const { town, gemini, contentsOf } = await openTown(t, [saying(long)]);
  await town.run(ANN, '[system:todo] {add: "buy stamps"}');
  for (let count = 1; count <= 5; count += 1) await town.say(ANN, `story ${count}`);
  const summings = (): number =>
    gemini.requests.filter(({ body }) =>
      JSON.stringify(body["systemInstruction"]).includes("memory of a conversation"),
    ).length;
  assert.equal(summings(), 1);
  assert.match(contentsOf(-1), /summed up/);
  assert.match(contentsOf(-1), /to-do 1: buy stamps/);
  await town.again({ isKilled: true });
  await town.say(ANN, "and then");
  assert.equal(summings(), 1);
  assert.match(contentsOf(-1), /summed up/);
});

test("silence ends a conversation without a word about it; /new ends one at once and says what is kept", async (t) => {
  const { town, contentsOf } = await openTown(t, [saying("ok")]);
  await town.say(ANN, "/remember I live in Busan");
  await town.say(ANN, "my cat is called Momo");
  await town.clock.jump(13 * HOUR_MS);
  assert.deepEqual(await town.say(ANN, "hello there"), ["ok"]);
  assert.match(contentsOf(-1), /summed up.*Momo/);
  assert.deepEqual(await town.say(ANN, "/new"), ["New conversation.\nKept: 1 pinned fact."]);
  const [history] = await town.say(ANN, "/history");
  assert.match(history ?? "", /hello there[\s\S]*my cat is called Momo/);
});

test("an answer that claims what was not done is corrected before it is sent, and a true one is not", async (t) => {
  const { town } = await openTown(t, [
    saying("I have saved it to notes.md."),
    saying("I have saved it to notes.md."),
    calling('[system:write]("notes.md") {content: "tea"}'),
    saying("I have saved it to notes.md."),
  ]);
  assert.deepEqual(await town.say(ANN, "save tea please"), [
    "I have saved it to notes.md.\n\n⚠️ Note: nothing was saved or changed for this message.",
  ]);
  assert.deepEqual(await town.say(ANN, "really save tea"), ["I have saved it to notes.md."]);
});

test("what was said in any conversation is found by its words, by who said it alone", async (t) => {
  const { town } = await openTown(t, [saying("A fine name for a cat."), saying("ok")]);
  await town.say(ANN, "우리 고양이 이름은 모모야");
  await town.say(ANN, "the rent goes up in May");
  await town.clock.jump(13 * HOUR_MS);
  await town.say(ANN, "/new");
  const [found] = await town.run(ANN, '[system:search_history]("고양이가 뭐라고")');
  assert.match(found ?? "", / · 우리 고양이 이름은 모모야\n\s*→ A fine name for a cat\.$/);
  assert.match((await town.run(ANN, '[system:search_history]("rent")'))[0] ?? "", /goes up in May/);
  const none = "There is nothing like that in what we said.";
  assert.deepEqual(await town.run(BEN, '[system:search_history]("rent")'), [none]);
  await town.clock.jump(26 * HOUR_MS);
  assert.deepEqual(await town.run(ANN, '[system:search_history]("rent") {days: 1}'), [none]);
});
