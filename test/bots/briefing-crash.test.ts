import assert from "node:assert/strict";
import { test } from "node:test";
import { ANN, type House, openHouse, personOf } from "../support/bots-house.ts";
import { settled } from "../support/manual-clock.ts";
import { finished } from "../support/scripted-assistant.ts";

const ANNS = "telegram:1";
const DUE = "2026-11-23T08:00:00Z";

/** Runs a briefing until the process dies at a point, once, as SIGKILL would end it: nothing after that point happens in it. */
async function diesAt(point: string) {
  const house = await openHouse();
  const { id: personId } = personOf(house, ANN);
  house.schedules.add({
    personId,
    chatId: ANNS,
    name: "news",
    timing: { kind: "cron", expression: "0 8 * * *" },
    zone: "UTC",
    program: "[system:time]",
    planDigest: "digest",
  });
  house.assistant.onRun = () => finished("Headlines");
  let isDead = false;
  house.onFault = (name) => {
    if (name === point) isDead = true;
    if (isDead) throw new Error("killed");
  };
  house.clock.set(DUE);
  for (const due of house.schedules.claimDue(house.clock.now())) {
    try {
      const result = await house.occurrenceRunner.run(due);
      if (!isDead) house.schedules.finish(due.id, result);
    } catch (error) {
      assert.equal(String(error), "Error: killed");
    }
  }
  await settled();
  assert.ok(isDead, `it never came to ${point}`);
  return { house, personId, next: await started(house) };
}

/** The next process over the same rows: it takes up what was left, as the service does at its start. */
async function started(house: House & { readonly again: () => House }): Promise<House> {
  const next = house.again();
  next.assistant.onRun = () => finished("Headlines");
  await next.open({ recover: true });
  next.occurrenceRunner.reconcile();
  for (const due of next.schedules.unfinished())
    next.schedules.finish(due.id, await next.occurrenceRunner.run(due));
  await next.clock.advance(5000);
  return next;
}

const record = (house: House, personId: string) =>
  house.schedules.history(personId).map(({ state, deliveredAs }) => [state, deliveredAs]);

test("killed between the run and the end of its due time, the briefing comes once and is on record", async () => {
  const { next, personId } = await diesAt("message-posted");
  assert.deepEqual(next.adapter.texts(ANNS), ["🗞️ **news**\nHeadlines"]);
  const { messageId } = next.adapter.withButton("Turn off");
  assert.deepEqual(record(next, personId), [["ran", messageId]]);
});

test("killed while it was being sent, it is not on record as delivered, and that is told", async () => {
  const { next, personId } = await diesAt("message-claimed");
  assert.deepEqual(record(next, personId), [["ran", undefined]]);
  assert.match(
    next.adapter.texts(ANNS).at(-1) ?? "",
    /may or may not have arrived: 🗞️ \*\*news\*\*/,
  );
});

test("killed after it had left and before that was noted, the next process notes it", async () => {
  const { house, next, personId } = await diesAt("message-settled");
  assert.deepEqual(next.adapter.texts(ANNS), ["🗞️ **news**\nHeadlines"]);
  const { messageId } = next.adapter.withButton("Turn off");
  assert.deepEqual(record(next, personId), [["ran", messageId]]);
  assert.deepEqual(house.assistant.remembered, []);
  assert.deepEqual(
    next.assistant.remembered.map(({ text }) => text),
    ["🗞️ **news**\nHeadlines"],
  );
  next.occurrenceRunner.reconcile();
  assert.equal(next.assistant.remembered.length, 1);
});
