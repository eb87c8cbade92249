import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { calling, saying } from "../support/gemini-shapes.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const CHAT = "telegram:1";

/** The service with Ann and a model that gives these answers. */
async function openTown(t: TestContext, replies: Parameters<typeof startGeminiServer>[0]) {
  const gemini = await startGeminiServer(replies);
  const environment = { GEMINI_API_KEY: "test-key-of-files", GEMINI_BASE_URL: gemini.origin };
  const town = new Town({ environment });
  t.after(async () => {
    await town.close();
    await gemini.close();
  });
  town.admit(ANN, "owner");
  await town.start();
  /** The names of the files of each message that brought any. */
  const brought = () =>
    town.adapter.shown
      .filter(({ chatKey }) => chatKey === CHAT)
      .flatMap(({ file }) => (file === undefined ? [] : [file.split(" + ")]));
  return { town, brought };
}

test("what the programs of a model's turn made comes behind its answer, each file once", async (t) => {
  const { town, brought } = await openTown(t, [
    calling('[forge:bar]("one") {data: [1, 2]}', "a"),
    calling('[forge:bar]("two") {data: [3, 4]}', "b"),
    saying("Here are both."),
  ]);
  assert.ok((await town.say(ANN, "draw both, please")).some((text) => text === "Here are both."));
  const files = brought().flat();
  assert.equal(new Set(files).size, 2, files.join());
});

test("a press in the middle of the turn, and a restart after it, bring no file twice", async (t) => {
  const { town, brought } = await openTown(t, [
    calling('[forge:bar]("one") {data: [1, 2]}', "a"),
    calling('[system:todo] {add: "look at it"} >> [messenger:send]("done") {to: "Ann"}', "b"),
    saying("It is drawn and sent."),
  ]);
  await town.say(ANN, "draw it and tell Ann");
  assert.deepEqual(brought(), []);
  await town.press(ANN, "Approve");
  assert.equal(brought().flat().length, 1);
  await town.again({ isKilled: true });
  assert.equal(brought().flat().length, 1);
});

test("a program that failed brings what it had made before", async (t) => {
  const { town, brought } = await openTown(t, [
    calling('[forge:bar]("one") {data: [1, 2]}\n[source:memory_delete]("never said")', "a"),
    saying("The chart is there, and there was nothing to forget."),
  ]);
  await town.say(ANN, "draw it and forget what I never said");
  assert.equal(brought().flat().length, 1);
});
