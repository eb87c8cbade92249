/*
 * What is done here: the service dies between setting aside what a call of the model may take and writing down what it took, in
 * this process by an exception at each fault point, and as a process of its own by SIGKILL. It is started again on the same HOME
 * and answers. What was set aside counts once all day, beside what the call after the restart took: nothing of it is lost when time
 * passes or the service starts once more, and nothing is counted twice.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Sqlite } from "../../src/store/sqlite.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { saying } from "../support/gemini-shapes.ts";
import { noExamples } from "../support/no-examples.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { Town } from "../support/town.ts";

const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const BENS = "telegram:2";
const KEY = "test-key-of-the-proof";
const MAX_OUTPUT_TOKENS = 8000;

/** What the scripted answer says that it took: 120 tokens in, 7 said, 30 thought. */
const ANSWER_TOKENS = 157;

/** What a process does no more once it was killed. */
class Killed extends Error {}

async function openTown(t: TestContext) {
  const gemini = await startGeminiServer([saying("hello")]);
  let deathAt: string | undefined;
  const town: Town = new Town({
    usageDatabase: noExamples(), // nothing is looked for in them
    environment: {
      GEMINI_API_KEY: KEY,
      GEMINI_BASE_URL: gemini.origin,
      IBL_MODEL_MAX_OUTPUT_TOKENS: String(MAX_OUTPUT_TOKENS),
    },
    faultPoint: (name) => {
      if (name !== deathAt) return;
      deathAt = undefined;
      town.parts.database.close();
      void town.parts.outbox.stop();
      throw new Killed(name);
    },
  });
  t.after(async () => {
    await town.close();
    await gemini.close();
  });
  const ben = town.admit(BEN, "member");
  await town.start();
  const used = (): number | undefined =>
    town.parts.budgets
      .useOf({ personId: ben, chatKey: BENS })
      .find(({ scope, unit }) => scope === "person" && unit === "tokens")?.used;
  const dieAt = (name: string): void => {
    deathAt = name;
  };
  return { town, gemini, used, dieAt };
}

for (const [point, calls] of [
  ["model-reserved", 1],
  ["model-answered", 2],
] as const)
  test(`a crash at "${point}" leaves what was set aside counted once, all day`, async (t) => {
    const { town, gemini, used, dieAt } = await openTown(t);
    dieAt(point);
    await town.adapter.say(BEN, "hi");
    await town.parts.dispatcher.drained();
    await town.again({ isKilled: true });
    assert.deepEqual(town.adapter.texts(BENS), ["hello"]);
    assert.equal(gemini.requests.length, calls);
    const [left = 0, ...others] = tokensOf(town.homePath, "reserved");
    assert.deepEqual(others, []);
    assert.ok(left > MAX_OUTPUT_TOKENS);
    assert.deepEqual(tokensOf(town.homePath, "settled"), [ANSWER_TOKENS]);
    assert.equal(used(), left + ANSWER_TOKENS);
    await town.clock.advance(3 * 60 * 60 * 1000);
    await town.again();
    assert.equal(used(), left + ANSWER_TOKENS);
    town.clock.set("2026-11-24T00:00:00Z");
    assert.equal(used(), 0);
  });

test("killed by SIGKILL between what was set aside and what was taken, the service counts both once", async (t) => {
  const token = "123456:test-token-of-the-budget";
  const alice = { id: 1001, firstName: "Alice", languageCode: "en" };
  const telegram = await startTelegramServer({ token });
  const gemini = await startGeminiServer([saying("hello")]);
  const home = temporaryHome();
  const start = (): ServiceProcess =>
    new ServiceProcess(home.path, {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_ROOT: telegram.url,
      GEMINI_API_KEY: KEY,
      GEMINI_BASE_URL: gemini.origin,
    });
  let service = start();
  t.after(async () => {
    await service.kill();
    await gemini.close();
    await telegram.close();
    home.remove();
  });
  const isSaid = (pattern: RegExp): boolean =>
    telegram.messages(alice.id).some(({ text }) => pattern.test(text));
  const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, 60_000);
  telegram.user(alice);
  telegram.say(alice, `/claim ${code}`);
  await telegram.waitFor(() => isSaid(/You're the owner/), 60_000);
  await service.dieAt("model-answered");
  telegram.say(alice, "hi");
  assert.equal(await service.ended(), "SIGKILL");
  const before = tokensOf(home.path, "reserved");
  assert.equal(before.length, 1);
  service = start();
  await telegram.waitFor(() => isSaid(/^hello$/), 60_000);
  telegram.say(alice, "/usage");
  const total = (before[0] ?? 0) + ANSWER_TOKENS;
  const words = `${total.toLocaleString("en-US")} tokens`;
  await telegram.waitFor(() => isSaid(new RegExp(`You, today: ${words}`)), 60_000);
  assert.equal(gemini.requests.length, 2);
  assert.deepEqual(tokensOf(home.path, "reserved"), before);
  assert.deepEqual(tokensOf(home.path, "settled"), [ANSWER_TOKENS]);
});

/** Tokens of every call of the model in a state, as the file of a HOME has them. */
function tokensOf(home: string, state: "reserved" | "settled"): readonly number[] {
  const database = new Sqlite(join(home, "ibl-bot.db"), { readonly: true });
  const rows = database
    .prepare<[string], { tokens: number }>("SELECT tokens FROM model_uses WHERE state = ?")
    .all(state);
  database.close();
  return rows.map(({ tokens }) => tokens);
}
