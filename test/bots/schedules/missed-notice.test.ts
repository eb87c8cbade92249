import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { createTicker } from "../../../src/scheduler/ledger/ticker.ts";
import { ANN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";
const REFUSED = new DeliveryError("refused", { en: "No.", ko: "아니요." });
const MISSED = /⏰ \*\*tidy\*\* \(due .*; I was off\)/;

/** Ann's: something at five that is not made up for, and a briefing at eight. */
async function openMorning(briefingAt = "0 8 * * *"): Promise<House> {
  const house = await openHouse();
  house.assistant.onRun = () => finished("words");
  house.clock.set("2026-11-22T20:00:00Z");
  const facts = {
    personId: personOf(house, ANN).id,
    chatId: ANNS,
    zone: "UTC",
    program: "[system:time]",
    planDigest: "digest",
  };
  const missed = { kind: "skip", max: 1, windowMs: 0 } as const;
  house.schedules.add({
    ...facts,
    name: "tidy",
    timing: { kind: "cron", expression: "0 5 * * *" },
    missed,
  });
  house.schedules.add({
    ...facts,
    name: "news",
    timing: { kind: "cron", expression: briefingAt },
  });
  await tick(house, "2026-11-23T02:10:00Z");
  return house;
}

/** What one look of the ticker shows Ann. */
async function tick(house: House, iso: string): Promise<readonly string[]> {
  const before = house.adapter.texts(ANNS).length;
  house.clock.set(iso);
  const { schedules, occurrenceRunner, clock } = house;
  await createTicker({
    schedules,
    clock,
    run: (occurrence) => occurrenceRunner.run(occurrence),
    onMissed: (missed) => occurrenceRunner.tellMissed(missed),
    onDisabled: (schedule) => occurrenceRunner.tellDisabled(schedule),
    log: house.log,
  }).tick(clock.now());
  await settled();
  return house.adapter.texts(ANNS).slice(before);
}

const isOpen = (house: House): boolean => house.schedules.missedToTell().length > 0;

test("what was missed stands in the briefing that comes soon, and is told with its message id", async () => {
  const house = await openMorning();
  assert.deepEqual(await tick(house, "2026-11-23T07:40:00Z"), []);
  assert.equal(isOpen(house), true);
  const [text = "", second] = await tick(house, "2026-11-23T08:00:00Z");
  assert.match(text, /^🗞️ \*\*news\*\*\nwords\n\n⏰ /);
  assert.match(text, MISSED);
  assert.equal(second, undefined);
  assert.equal(isOpen(house), false);
  assert.deepEqual(await tick(house, "2026-11-23T08:00:05Z"), []);
});

test("where no briefing comes soon, what was missed is a message of its own, once", async () => {
  const house = await openMorning("0 18 * * *");
  const [text = ""] = await tick(house, "2026-11-23T07:40:00Z");
  assert.match(text, MISSED);
  await tick(house, "2026-11-23T07:40:05Z");
  assert.equal(isOpen(house), false);
  assert.deepEqual(await tick(house, "2026-11-23T18:00:00Z"), ["🗞️ **news**\nwords"]);
});

test("news in a briefing that is refused comes as a message of its own", async () => {
  const house = await openMorning();
  await tick(house, "2026-11-23T07:40:00Z");
  house.adapter.failNext(REFUSED);
  const told = [
    ...(await tick(house, "2026-11-23T08:00:00Z")),
    ...(await tick(house, "2026-11-23T08:00:05Z")),
    ...(await tick(house, "2026-11-23T08:00:10Z")),
  ];
  assert.equal(told.length, 1);
  assert.match(told[0]!, MISSED);
  assert.equal(isOpen(house), false);
});

test("a message of its own that is refused leaves the news to the next briefing", async () => {
  const house = await openMorning("0 18 * * *");
  house.adapter.failNext(REFUSED);
  assert.deepEqual(await tick(house, "2026-11-23T07:40:00Z"), []);
  assert.deepEqual(await tick(house, "2026-11-23T09:00:00Z"), []);
  const [text = ""] = await tick(house, "2026-11-23T18:00:00Z");
  assert.match(text, MISSED);
  assert.equal(isOpen(house), false);
});

test("a briefing that says nothing does not keep the news for ever", async () => {
  const house = await openMorning();
  house.assistant.onRun = () => finished("");
  await tick(house, "2026-11-23T07:40:00Z");
  const told = [
    ...(await tick(house, "2026-11-23T08:00:00Z")),
    ...(await tick(house, "2026-11-23T08:00:05Z")),
    ...(await tick(house, "2026-11-23T08:00:10Z")),
  ];
  assert.equal(told.length, 1);
  assert.match(told[0]!, MISSED);
  assert.equal(isOpen(house), false);
});

test("a briefing that joins others keeps the news that it carries", async () => {
  const house = await openMorning();
  house.schedules.add({
    personId: personOf(house, ANN).id,
    chatId: ANNS,
    zone: "UTC",
    program: "[system:time]",
    planDigest: "digest",
    name: "prices",
    timing: { kind: "cron", expression: "0 8 * * *" },
  });
  await tick(house, "2026-11-23T07:40:00Z");
  await tick(house, "2026-11-23T08:00:00Z");
  await house.clock.jump(61_000);
  const [text = "", second] = house.adapter.texts(ANNS);
  assert.equal(second, undefined);
  assert.equal(text.match(/⏰/g)?.length, 1);
  assert.equal(text.match(/🗞️/g)?.length, 2);
  assert.equal(isOpen(house), false);
});
