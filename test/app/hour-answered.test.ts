import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { cautiousData } from "../support/cautious-data.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const MINJI: Sender = { id: "2", name: "Minji", languageTag: "ko" };
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };
/** The first hour that is offered. */
const OFFERED = "8 AM";
const MINUTE_MS = 60_000;

let town: Town;

before(async () => {
  town = await new Town({ data: cautiousData() }).start();
  town.clock.set("2026-11-21T10:00:00Z");
  for (const who of [ANN, MINJI]) {
    const id = town.admit(who, "owner");
    town.parts.people.change(id, { zone: "Asia/Seoul" });
  }
});

after(() => town.close());

async function said(who: Sender, text: string, facts: Parameters<Town["say"]>[2] = {}) {
  return (await town.say(who, text, facts)).join("\n");
}

test("an hour alone answers the question when, and what it offered is not edited", async () => {
  assert.match(await said(ANN, "remind me tomorrow to call"), /^At what time\?/);
  const asked = town.adapter.shown.at(-1);
  const card = await said(ANN, "at 9");
  assert.match(card, /Schedule “call”\?.*Next: Sun, Nov 22, 9 AM/s);
  assert.ok(asked !== undefined && town.adapter.shown.includes(asked));
});

test("so it does in Korean, with the likelier half of the day", async () => {
  assert.match(await said(MINJI, "내일 전화하라고 알려줘"), /^몇 시로 할까요\?/);
  assert.match(await said(MINJI, "3시"), /예약할까요\?.*11월 22일\(일\) 오후 3시/s);
});

test("another message, a press, and ten minutes end the question quietly", async () => {
  const isTimed = /9 AM/;
  await said(ANN, "remind me tomorrow to call");
  await said(ANN, "what time is it");
  assert.doesNotMatch(await said(ANN, "at 9"), isTimed);
  await said(ANN, "remind me tomorrow to call");
  await town.press(ANN, OFFERED);
  assert.doesNotMatch(await said(ANN, "at 9"), isTimed);
  await said(ANN, "remind me tomorrow to call", { sentAtMs: 0 });
  assert.doesNotMatch(await said(ANN, "at 9", { sentAtMs: 11 * MINUTE_MS }), isTimed);
  await said(ANN, "remind me tomorrow to call", { sentAtMs: 20 * MINUTE_MS });
  assert.match(await said(ANN, "at 9", { sentAtMs: 29 * MINUTE_MS }), isTimed);
});

test("in a group an hour answers for the one who was asked, and forwarded words for nobody", async () => {
  const chat = { chat: GROUP };
  await said(ANN, "remind me tomorrow to call", chat);
  assert.doesNotMatch(await said(MINJI, "at 9", chat), /9 AM/);
  assert.doesNotMatch(await said(ANN, "at 9", { ...chat, isForwarded: true }), /9 AM/);
  await said(ANN, "remind me tomorrow to call", chat);
  await said(MINJI, "안녕", chat);
  assert.match(await said(ANN, "at 9", chat), /9 AM/);
});

test("an hour that nobody asked for is a message like any other", async () => {
  await said(ANN, "remind me tomorrow at 8 to call");
  assert.doesNotMatch(await said(ANN, "at 9"), /9 AM/);
});
