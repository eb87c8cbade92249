import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schedule } from "../../../src/scheduler/ledger/schedule-table.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";

/** A schedule of Ann's in her private chat, by a cron pattern in UTC. */
function add(house: House, name: string, expression: string, facts: Partial<Schedule> = {}) {
  return house.schedules.add({
    personId: personOf(house, ANN).id,
    chatId: ANNS,
    name,
    timing: { kind: "cron", expression },
    zone: "UTC",
    program: `[system:time] # ${name}`,
    planDigest: "digest",
    ...facts,
  });
}

/** Runs what is due at an instant, one after another as they come, as the tick does. */
async function runDue(house: House, iso: string): Promise<void> {
  house.clock.set(iso);
  house.assistant.onRun = ({ code }) => finished(`words of ${code.split("# ")[1]}`);
  for (const due of house.schedules.claimDue(house.clock.now()))
    house.schedules.finish(due.id, await house.occurrenceRunner.run(due));
  await settled();
}

const delivered = (house: House) =>
  house.schedules.history(personOf(house, ANN).id).map(({ deliveredAs }) => deliveredAs);

test("briefings that are due at the same time come as one message, and each counts as delivered with it", async () => {
  const house = await openHouse();
  add(house, "news", "0 8 * * *");
  add(house, "prices", "0 8 * * *");
  add(house, "tasks", "0 8 * * *");
  await runDue(house, "2026-11-23T08:00:00Z");
  const [text = "", second] = house.adapter.texts(ANNS);
  assert.equal(second, undefined);
  assert.deepEqual(
    text.split("\n\n").sort(),
    ["news", "prices", "tasks"].map((name) => `🗞️ **${name}**\nwords of ${name}`),
  );
  const { messageId, buttons } = house.adapter.withButton("⋯ prices");
  assert.deepEqual(
    buttons
      .flat()
      .map(({ label }) => label)
      .sort(),
    ["⋯ news", "⋯ prices", "⋯ tasks"],
  );
  assert.deepEqual(delivered(house), [messageId, messageId, messageId]);
  assert.equal(house.assistant.remembered.length, 1);
  assert.match(house.assistant.remembered[0]?.name ?? "", /^\w+ · \w+ · \w+$/);
});

test("its buttons bring the buttons of one of them, which work", async () => {
  const house = await openHouse();
  add(house, "news", "0 8 * * *");
  const prices = add(house, "prices", "0 8 * * *");
  await runDue(house, "2026-11-23T08:00:00Z");
  await house.adapter.press(BEN, "⋯ prices");
  await settled();
  assert.equal(house.adapter.texts(ANNS).length, 1, "another's press brings nothing");
  await house.adapter.press(ANN, "⋯ prices");
  await settled();
  assert.equal(house.adapter.texts(ANNS).at(-1), "🗞️ **prices**");
  await house.adapter.press(ANN, "Turn off");
  await settled();
  assert.equal(house.schedules.get(prices.id, prices.personId)?.state, "disabled");
});

test("one waits for another that is due within two minutes, and no longer than a minute beyond", async () => {
  const house = await openHouse();
  add(house, "news", "0 8 * * *");
  add(house, "prices", "2 8 * * *");
  await runDue(house, "2026-11-23T08:00:00Z");
  assert.deepEqual(house.adapter.texts(ANNS), []);
  await runDue(house, "2026-11-23T08:02:00Z");
  assert.equal(house.adapter.texts(ANNS).length, 1);
  assert.match(house.adapter.texts(ANNS)[0]!, /words of news\n\n[\s\S]*words of prices/);
  await runDue(house, "2026-11-24T08:00:00Z");
  await house.clock.advance(181_000);
  assert.match(house.adapter.texts(ANNS).at(-1)!, /words of news$/, "the other never ran");
});

test("what is not due close by, comes every few minutes, is elsewhere, or was switched off in the settings comes by itself", async () => {
  const house = await openHouse();
  add(house, "news", "0 8 * * *");
  add(house, "later", "5 8 * * *");
  add(house, "watch", "*/10 * * * *", { chatId: ANNS });
  add(house, "elsewhere", "0 8 * * *", { chatId: "telegram:2" });
  await runDue(house, "2026-11-23T08:00:00Z");
  assert.deepEqual([...house.adapter.texts(ANNS)].sort(), [
    "🗞️ **news**\nwords of news",
    "🗞️ **watch**\nwords of watch",
  ]);
  const alone = await openHouse();
  add(alone, "news", "0 8 * * *");
  add(alone, "prices", "0 8 * * *");
  await alone.adapter.say(ANN, "/settings digest off");
  await settled();
  assert.equal(alone.adapter.texts(ANNS).at(-1), "📦 Each briefing comes by itself.");
  await runDue(alone, "2026-11-23T08:00:00Z");
  assert.equal(alone.adapter.texts(ANNS).length, 3);
});

test("what quiet hours hold comes as one message when they end", async () => {
  const house = await openHouse();
  house.people.setQuietHours(personOf(house, ANN).id, { fromMinute: 0, toMinute: 9 * 60 });
  add(house, "news", "0 6 * * *");
  add(house, "prices", "0 7 * * *");
  await runDue(house, "2026-11-23T06:00:00Z");
  await runDue(house, "2026-11-23T07:00:00Z");
  assert.deepEqual(house.adapter.texts(ANNS), []);
  house.clock.set("2026-11-23T08:59:58Z");
  await house.clock.advance(10_000);
  assert.equal(house.adapter.texts(ANNS).length, 1);
  assert.match(house.adapter.texts(ANNS)[0]!, /words of news[\s\S]*words of prices/);
});

test("briefings that together are too long for one message come one by one", async () => {
  const house = await openHouse({ maxTextLength: 40 });
  add(house, "news", "0 8 * * *");
  add(house, "prices", "0 8 * * *");
  await runDue(house, "2026-11-23T08:00:00Z");
  await house.clock.advance(181_000);
  assert.deepEqual([...house.adapter.texts(ANNS)].sort(), [
    "🗞️ **news**\nwords of news",
    "🗞️ **prices**\nwords of prices",
  ]);
});
