import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const MINJI: Sender = { id: "2", name: "Minji", languageTag: "ko" };
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };
/** Asks for the hour in the evening, when none of the usual ones is left. */
const HOURLESS = "remind me today to call";
const IS_TIMED = /call\*\* · \[9 PM\]/;
const MINUTE_MS = 60_000;

let town: Town;

before(async () => {
  town = await new Town().start();
  town.clock.set("2026-11-21T10:00:00Z");
  for (const who of [ANN, MINJI]) {
    const id = town.admit(who, "owner");
    town.parts.people.change(id, { zone: "Asia/Seoul" });
  }
});

after(() => town.close());

async function said(who: Sender, text: string, facts: Parameters<Town["say"]>[2] = {}) {
  await town.clock.advance(1000);
  return (await town.say(who, text, facts)).join("\n");
}

test("an hour alone answers the question when", async () => {
  assert.match(await said(ANN, HOURLESS), /^At what time\?/);
  assert.match(await said(ANN, "at 9"), IS_TIMED);
});

test("so it does in Korean, with the half of the day that is left", async () => {
  assert.match(await said(MINJI, "오늘 전화하라고 알려줘"), /^몇 시인지/);
  assert.match(await said(MINJI, "9시"), /전화하기\*\* · \[오후 9시\]/);
});

test("where the usual hour was taken, an hour alone changes it", async () => {
  assert.match(await said(ANN, "remind me tomorrow to read"), /read\*\* · \[tomorrow 8 AM\]/);
  assert.match(await said(ANN, "at 9"), /read\*\* · \[tomorrow 9 AM\].*\(was 8\)/);
});

test("another message and ten minutes end the question quietly", async () => {
  await said(ANN, HOURLESS);
  await said(ANN, "what time is it");
  assert.doesNotMatch(await said(ANN, "at 9"), IS_TIMED);
  await said(ANN, HOURLESS, { sentAtMs: 0 });
  assert.doesNotMatch(await said(ANN, "at 9", { sentAtMs: 11 * MINUTE_MS }), IS_TIMED);
  await said(ANN, HOURLESS, { sentAtMs: 20 * MINUTE_MS });
  assert.match(await said(ANN, "at 9", { sentAtMs: 29 * MINUTE_MS }), IS_TIMED);
});

test("in a group an hour answers for the one who was asked, and forwarded words for nobody", async () => {
  const chat = { chat: GROUP };
  await said(ANN, HOURLESS, chat);
  assert.doesNotMatch(await said(MINJI, "at 9", chat), /call/);
  assert.doesNotMatch(await said(ANN, "at 9", { ...chat, isForwarded: true }), /call/);
  await said(ANN, HOURLESS, chat);
  await said(MINJI, "안녕", chat);
  assert.match(await said(ANN, "at 9", chat), IS_TIMED);
});

test("an hour that nobody asked for is a message like any other", async () => {
  await said(ANN, "remind me tomorrow at 8 to swim");
  await said(ANN, "what time is it");
  assert.doesNotMatch(await said(ANN, "at 9"), /swim/);
});
