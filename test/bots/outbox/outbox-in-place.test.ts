import assert from "node:assert/strict";
import { test } from "node:test";
import type { PostFacts } from "../../../src/bots/outbox/outbox.ts";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { type House, openHouse } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";

const ANNS = "telegram:1";

async function post(house: House, key: string, facts: Partial<PostFacts> = {}): Promise<void> {
  house.outbox.post({ key, chatKey: ANNS, class: "reply", message: { text: key }, ...facts });
  await settled();
}

/** Posts "answer" in the place of "status". */
function answer(house: House, facts: Partial<PostFacts> = {}): Promise<void> {
  return post(house, "answer", { inPlaceOf: "status", ...facts });
}

test("a message in place of another is sent as an edit and keeps that message's id", async () => {
  const house = await openHouse();
  await post(house, "status", { kind: "status" });
  await answer(house);
  assert.deepEqual(house.adapter.calls, [`send ${ANNS} status`, "edit 1 answer"]);
  assert.equal(house.outbox.hasArrived("answer"), true);
  assert.deepEqual(await house.outbox.settled("answer", 0), { state: "sent", messageId: "1" });
  assert.deepEqual(house.table.sentOf("status"), []);
});

test("of a message that was split, the first part takes the place and the others follow", async () => {
  const house = await openHouse({ maxTextLength: 20 });
  await post(house, "status");
  await answer(house, { message: { text: "The first paragraph.\n\nThe second one." } });
  assert.deepEqual(house.adapter.texts(ANNS), ["The first paragraph.", "The second one."]);
  assert.deepEqual(await house.outbox.settled("answer", 0), { state: "sent", messageId: "2" });
});

test("a replaced message that is still pending is withdrawn", async () => {
  const house = await openHouse();
  const release = house.adapter.hold(ANNS);
  await post(house, "before");
  await post(house, "status");
  await answer(house);
  release();
  await settled();
  assert.deepEqual(house.adapter.texts(ANNS), ["before", "answer"]);
  assert.equal(house.table.byKey("status")?.state, "failed");
});

test("a replaced message in flight is edited once it is sent", async () => {
  const house = await openHouse();
  const release = house.adapter.hold(ANNS);
  await post(house, "status");
  await answer(house);
  release();
  await settled();
  assert.deepEqual(house.adapter.calls, [`send ${ANNS} status`, "edit 1 answer"]);
});

test("a replacement is sent as its own message if the earlier one failed, is unknown or never existed", async () => {
  for (const kind of ["gone", "unknown", "none"] as const) {
    const house = await openHouse();
    if (kind !== "none") {
      house.adapter.failNext(new DeliveryError(kind, "It did not work."));
      await post(house, "status");
    }
    await answer(house);
    assert.deepEqual(house.adapter.texts(ANNS), ["answer"], kind);
  }
});

test("a message that fails while its successor waits is not taken the place of", async () => {
  const house = await openHouse();
  const release = house.adapter.hold(ANNS);
  house.adapter.failNext(new DeliveryError("unknown", "No answer."));
  await post(house, "status");
  await answer(house);
  release();
  await settled();
  assert.deepEqual(house.adapter.calls, [`send ${ANNS} status`, `send ${ANNS} answer`]);
});

test("a replacement is sent as its own message if the platform refuses the edit", async () => {
  for (const kind of ["refused", "gone"] as const) {
    const house = await openHouse();
    await post(house, "status");
    house.adapter.failNext(new DeliveryError(kind, "Message to edit not found."));
    await answer(house);
    assert.deepEqual(house.adapter.calls.slice(1), ["edit 1 answer", `send ${ANNS} answer`], kind);
    assert.deepEqual(await house.outbox.settled("answer", 0), { state: "sent", messageId: "2" });
    assert.equal(house.table.byKey("status")?.state, "failed");
  }
});

test("a message in the place of another that waits for a rate limit still takes it", async () => {
  const house = await openHouse();
  await post(house, "status");
  house.adapter.failNext(new DeliveryError("rate-limited", "Slow down.", { retryAfterMs: 1000 }));
  await answer(house);
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.calls.slice(1), ["edit 1 answer", "edit 1 answer"]);
  assert.deepEqual(house.adapter.texts(ANNS), ["answer"]);
});

test("an edit without an answer is made again, where a send never would be", async () => {
  const house = await openHouse();
  await post(house, "status");
  house.adapter.failNext(new DeliveryError("unknown", "No answer."));
  await answer(house);
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.calls.slice(1), ["edit 1 answer", "edit 1 answer"]);
  house.adapter.failNext(new DeliveryError("refused", "Message to edit not found."));
  house.adapter.failNext(new DeliveryError("unknown", "No answer."));
  await post(house, "more", { inPlaceOf: "answer" });
  await house.clock.advance(60_000);
  assert.equal(house.table.byKey("more")?.state, "unknown");
  assert.deepEqual(house.adapter.calls.slice(3), ["edit 1 more", `send ${ANNS} more`]);
});

test("a process that died while it took a place takes it again", async () => {
  const house = await openHouse();
  await post(house, "status");
  house.adapter.hold(ANNS);
  await answer(house);
  assert.equal(house.table.byKey("answer")?.state, "sending");
  const next = house.again();
  house.adapter.hold(ANNS)();
  next.outbox.start(house.adapter, { recover: true });
  await settled();
  assert.deepEqual(house.adapter.texts(ANNS), ["answer"]);
  assert.equal(next.table.byKey("answer")?.state, "sent");
  assert.deepEqual(house.adapter.calls.slice(1), ["edit 1 answer", "edit 1 answer"]);
});

test("a message whose first part has a file takes no place", async () => {
  const house = await openHouse();
  await post(house, "status");
  const file = { path: "/chart.png", name: "chart.png", mediaType: "image/png" };
  await answer(house, { message: { text: "A chart.", files: [file] } });
  assert.deepEqual(house.adapter.texts(ANNS), ["status", "A chart."]);
});

test("the same message posted twice takes the place once", async () => {
  const house = await openHouse();
  const release = house.adapter.hold(ANNS);
  await post(house, "before");
  await post(house, "status");
  await answer(house);
  await answer(house);
  release();
  await settled();
  await answer(house);
  assert.deepEqual(house.adapter.texts(ANNS), ["before", "answer"]);
});
