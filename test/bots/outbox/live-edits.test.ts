import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { type House, openHouse } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { outboxRows } from "../../support/outbox-rows.ts";

const ANNS = "telegram:1";
const BENS = "telegram:2";

/** A house where Ann was sent message 1, "status". */
async function withStatus(): ReturnType<typeof openHouse> {
  const house = await openHouse();
  house.outbox.post({ key: "s", chatKey: ANNS, class: "reply", message: { text: "status" } });
  await settled();
  return house;
}

function live(house: House, text: string, messageId = "1"): void {
  house.outbox.showLive({ chatKey: ANNS, messageId, message: { text } });
}

/** A house where one change of the status is on its way until it is released, and another waits. */
async function withChangeOnItsWay(): Promise<{
  readonly house: Awaited<ReturnType<typeof withStatus>>;
  readonly release: () => void;
}> {
  const house = await withStatus();
  const release = house.adapter.hold(ANNS);
  live(house, "on its way");
  await settled();
  live(house, "waiting");
  return { house, release };
}

function edits(house: House): readonly string[] {
  return house.adapter.calls.filter((call) => call.startsWith("edit"));
}

test("of transient edits that are pending while one is in flight, only the newest is sent", async () => {
  const { house, release } = await withChangeOnItsWay();
  for (const text of ["two", "three", "four"]) live(house, text);
  await settled();
  assert.deepEqual(edits(house), ["edit 1 on its way"]);
  release();
  await settled();
  assert.deepEqual(edits(house), ["edit 1 on its way", "edit 1 four"]);
});

test("a transient edit has no row and is not retried", async () => {
  const house = await withStatus();
  for (const kind of ["unknown", "unreachable", "refused", "gone"] as const) {
    house.adapter.failNext(new DeliveryError(kind, "It did not work."));
    live(house, kind);
    await settled();
  }
  await house.clock.advance(10 * 60_000);
  assert.equal(edits(house).length, 4);
  assert.deepEqual(outboxRows(house).length, 1);
  assert.deepEqual(house.log.lines, []);
});

test("a pending message is sent before a transient edit", async () => {
  const house = await withStatus();
  live(house, "one");
  house.outbox.post({ key: "a", chatKey: BENS, class: "briefing", message: { text: "a" } });
  await settled();
  assert.deepEqual(house.adapter.calls.slice(1), [`send ${BENS} a`, "edit 1 one"]);
});

test("a rate limit on a transient edit delays its chat and no other", async () => {
  const house = await withStatus();
  house.adapter.failNext(new DeliveryError("rate-limited", "Slow down.", { retryAfterMs: 5000 }));
  live(house, "one");
  await settled();
  live(house, "two");
  for (const chatKey of [ANNS, BENS])
    house.outbox.post({ key: chatKey, chatKey, class: "reply", message: { text: "answer" } });
  await settled();
  assert.deepEqual(house.adapter.calls.slice(1), ["edit 1 one", `send ${BENS} answer`]);
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.calls.slice(3), [`send ${ANNS} answer`, "edit 1 two"]);
});

test("a transient edit is never sent after a durable edit", async () => {
  const { house, release } = await withChangeOnItsWay();
  house.outbox.edit({ key: "e", chatKey: ANNS, messageId: "1", message: { text: "final" } });
  live(house, "late");
  await settled();
  assert.deepEqual(edits(house), ["edit 1 on its way"]);
  release();
  await settled();
  live(house, "later");
  await settled();
  assert.deepEqual(edits(house), ["edit 1 on its way", "edit 1 final"]);
  assert.deepEqual(house.adapter.texts(ANNS), ["final"]);
});

test("a pending transient edit is dropped when another process adds the final text", async () => {
  const house = await withStatus();
  house.adapter.failNext(new DeliveryError("rate-limited", "Slow down.", { retryAfterMs: 500 }));
  live(house, "one");
  await settled();
  live(house, "two");
  const heldUntilMs = house.clock.now() + 60_000;
  const message = { text: "final" };
  house.again().outbox.post({
    key: "r",
    chatKey: ANNS,
    class: "briefing",
    message,
    inPlaceOf: "s",
    heldUntilMs,
  });
  await house.clock.advance(59_000);
  assert.deepEqual(edits(house), ["edit 1 one"]);
  await house.clock.advance(1000);
  assert.deepEqual(edits(house), ["edit 1 one", "edit 1 final"]);
});

test("a transient edit is never sent after a replacement of its message", async () => {
  const { house, release } = await withChangeOnItsWay();
  const message = { text: "answer" };
  house.outbox.post({ key: "r", chatKey: ANNS, class: "reply", message, inPlaceOf: "s" });
  live(house, "late");
  await settled();
  assert.deepEqual(edits(house), ["edit 1 on its way"]);
  release();
  await settled();
  live(house, "later");
  await settled();
  assert.deepEqual(house.adapter.texts(ANNS), ["answer"]);
  assert.deepEqual(edits(house), ["edit 1 on its way", "edit 1 answer"]);
});
