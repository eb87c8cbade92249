import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageClass } from "../../../src/bots/outbox/statements.ts";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { ANN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";

const ANNS = "telegram:1";
const BENS = "telegram:2";

/** Posts a text; cards keep what was posted, since no approval stands behind their keys here. */
async function post(
  house: House,
  key: string,
  facts: { readonly chatKey?: string; readonly class?: MessageClass; readonly text?: string } = {},
): Promise<void> {
  const { chatKey = ANNS, class: kind = "reply", text = key } = facts;
  house.outbox.post({ key, chatKey, class: kind, message: { text } });
  await settled();
}

const limited = (retryAfterMs: number): DeliveryError =>
  new DeliveryError("rate-limited", "Slow down.", { retryAfterMs });
const unknown = (): DeliveryError => new DeliveryError("unknown", "No answer.");

test("a key is sent once", async () => {
  const house = await openHouse();
  await post(house, "a");
  await post(house, "a", { text: "other" });
  assert.deepEqual(house.adapter.texts(ANNS), ["a"]);
});

test("a rate limit holds its own chat, in order, and no other", async () => {
  const house = await openHouse();
  house.adapter.failNext(limited(5000));
  await post(house, "a1");
  await post(house, "a2");
  await post(house, "b1", { chatKey: BENS });
  assert.deepEqual(house.adapter.texts(ANNS), []);
  assert.deepEqual(house.adapter.texts(BENS), ["b1"]);
  await house.clock.advance(4999);
  assert.deepEqual(house.adapter.texts(ANNS), []);
  await house.clock.advance(1);
  assert.deepEqual(house.adapter.texts(ANNS), ["a1", "a2"]);
});

test("a send that takes long holds its own chat and no other", async () => {
  const house = await openHouse();
  const release = house.adapter.hold(ANNS);
  await post(house, "a1");
  await post(house, "a2");
  await post(house, "b1", { chatKey: BENS });
  assert.deepEqual(house.adapter.calls, [`send ${ANNS} a1`, `send ${BENS} b1`]);
  release();
  await settled();
  assert.deepEqual(house.adapter.texts(ANNS), ["a1", "a2"]);
});

test("a card goes before what other chats wait for", async () => {
  const house = await openHouse();
  await house.outbox.stop();
  const next = house.again();
  for (let count = 0; count < 30; count += 1) {
    const chatKey = `telegram:10${count}`;
    next.updates.remember({ platform: "telegram", chatId: `10${count}`, isPrivate: true }, "p");
    await post(next, `text ${count}`, { chatKey });
  }
  await post(next, "card", { class: "card" });
  await next.open();
  await settled();
  assert.equal(house.adapter.calls[0], `send ${ANNS} card`);
  assert.equal(house.adapter.shown.length, 31);
});

test("an unreachable platform is tried again, less and less often", async () => {
  const house = await openHouse();
  for (let count = 0; count < 3; count += 1)
    house.adapter.failNext(new DeliveryError("unreachable", "No network."));
  await post(house, "a");
  const waits = [];
  for (let count = 0; count < 3; count += 1) {
    const row = house.table.byKey("a")!;
    waits.push(row.nextAttemptMs - house.clock.now());
    await house.clock.advance(row.nextAttemptMs - house.clock.now());
  }
  assert.deepEqual(waits, [1000, 2000, 4000]);
  assert.deepEqual(house.adapter.texts(ANNS), ["a"]);
});

test("of messages without an answer, a card is sent again and a reply or briefing never", async () => {
  const house = await openHouse();
  for (const kind of ["card", "reply", "briefing"] as const) {
    house.adapter.failNext(unknown(), { arrives: true });
    await post(house, kind, { class: kind });
    await house.clock.advance(60_000);
  }
  assert.deepEqual(house.adapter.texts(ANNS).slice(0, 4), ["card", "card", "reply", "briefing"]);
  const states = ["card", "reply", "briefing"].map((key) => house.table.byKey(key)?.state);
  assert.deepEqual(states, ["sent", "unknown", "unknown"]);
});

test("a card that never gets an answer is given up after five tries", async () => {
  const house = await openHouse();
  for (let count = 0; count < 6; count += 1) house.adapter.failNext(unknown());
  await post(house, "card", { class: "card" });
  await house.clock.advance(10 * 60_000);
  assert.equal(house.adapter.calls.length, 5);
  assert.equal(house.table.byKey("card")?.state, "unknown");
});

test("a chat that is gone and a message that is refused end as failed", async () => {
  const house = await openHouse();
  for (const kind of ["gone", "refused"] as const) {
    house.adapter.failNext(
      new DeliveryError(kind, { en: `It is ${kind}.`, ko: `${kind} 상태입니다.` }),
    );
    await post(house, kind);
    assert.deepEqual(await house.outbox.settled(kind, 0), {
      state: "failed",
      problem: { en: `It is ${kind}.`, ko: `${kind} 상태입니다.` },
    });
  }
  await post(house, "nowhere", { chatKey: "telegram:99" });
  assert.equal(house.table.byKey("nowhere")?.problem?.en, 'No chat "telegram:99" is known.');
});

test("of pending edits of one message only the newest is sent", async () => {
  const house = await openHouse();
  await post(house, "a");
  house.adapter.failNext(limited(1000));
  for (const text of ["one", "two", "three"]) {
    house.outbox.edit({ key: text, chatKey: ANNS, messageId: "1", message: { text } });
    if (text === "one") await settled();
  }
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.calls.slice(1), ["edit 1 one", "edit 1 three"]);
  assert.deepEqual(house.adapter.texts(ANNS), ["three"]);
});

test("an edit under way that fails is not tried again when a newer one waits", async () => {
  const house = await openHouse();
  await post(house, "a");
  const release = house.adapter.hold(ANNS);
  house.adapter.failNext(limited(1000));
  house.outbox.edit({ key: "one", chatKey: ANNS, messageId: "1", message: { text: "one" } });
  await settled();
  house.outbox.edit({ key: "two", chatKey: ANNS, messageId: "1", message: { text: "two" } });
  release();
  await settled();
  assert.deepEqual(house.adapter.calls.slice(1), ["edit 1 one"]);
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.calls.slice(1), ["edit 1 one", "edit 1 two"]);
  assert.equal(house.table.byKey("one")?.state, "failed");
});

test("a card whose edit is refused is forgotten, and sent anew as it is now", async () => {
  const house = await openHouse();
  const approval = house.waitingRun(personOf(house, ANN), ANNS);
  house.cards.show(approval);
  await settled();
  const deletedId = house.adapter.shown[0]?.messageId;
  const edit = house.adapter.edit.bind(house.adapter);
  house.adapter.edit = (chat, messageId, message) =>
    messageId === deletedId
      ? Promise.reject(new DeliveryError("refused", "Message to edit not found."))
      : edit(chat, messageId, message);
  await house.adapter.press(ANN, "Deny");
  await settled();
  const [deleted, anew, ...more] = house.adapter.shown;
  assert.match(deleted!.text, /^\*\*Do this\?\*\*/);
  assert.match(anew!.text, /^✖️ Not done · Ann$/);
  assert.deepEqual([anew?.buttons, more], [[], []]);
});

test("settled waits for the last part of a message that was split", async () => {
  const house = await openHouse({ maxTextLength: 20 });
  const release = house.adapter.hold(ANNS);
  const buttons = [[{ label: "ok", data: "1" }]];
  house.outbox.post({
    key: "long",
    chatKey: ANNS,
    class: "briefing",
    message: { text: "The first paragraph.\n\nThe second one.", buttons },
  });
  const delivery = house.outbox.settled("long", 60_000);
  let isOver = false;
  void delivery.then(() => {
    isOver = true;
  });
  await settled();
  assert.equal(isOver, false);
  release();
  assert.deepEqual(await delivery, { state: "sent", messageId: "2" });
  assert.deepEqual(
    house.adapter.shown.map((message) => [message.text, message.buttons.length]),
    [
      ["The first paragraph.", 0],
      ["The second one.", 1],
    ],
  );
});

test("settled resolves to undefined on timeout and when the outbox stops", async () => {
  const house = await openHouse();
  house.adapter.hold(ANNS);
  await post(house, "a");
  const first = house.outbox.settled("a", 500);
  const second = house.outbox.settled("b", 60_000);
  await house.clock.advance(500);
  assert.equal(await first, undefined);
  void house.outbox.stop();
  assert.equal(await second, undefined);
});

test("flush waits for what may leave now, not for what waits for its time", async () => {
  const house = await openHouse();
  const release = house.adapter.hold(ANNS);
  await post(house, "a1");
  let isOver = false;
  const flushed = house.outbox.flush(60_000).then(() => {
    isOver = true;
  });
  await settled();
  assert.equal(isOver, false);
  house.adapter.failNext(limited(60_000));
  release();
  await flushed;
  assert.equal(house.table.byKey("a1")?.state, "pending");
});

test("after stop nothing sleeps any more", async () => {
  const house = await openHouse();
  await post(house, "a");
  void house.outbox.settled("never", 60_000);
  await house.outbox.stop();
  await settled();
  assert.equal(house.clock.sleeping, 0);
});

test("a message with a file and a long text is sent as the text, then the file", async () => {
  const house = await openHouse();
  const file = { path: "/chart.png", name: "chart.png", mediaType: "image/png" };
  const text = "x".repeat(901);
  house.outbox.post({ key: "f", chatKey: ANNS, class: "reply", message: { text, files: [file] } });
  await settled();
  assert.deepEqual(
    house.adapter.shown.map((message) => [message.text.length, message.file]),
    [
      [901, undefined],
      [0, "chart.png"],
    ],
  );
});

test("what a dead process was sending is settled by its class", async () => {
  const house = await openHouse();
  const keys = ["card", "reply", "briefing"] as const;
  house.adapter.hold(ANNS);
  house.adapter.hold(BENS);
  house.adapter.hold("telegram:3");
  house.updates.remember({ platform: "telegram", chatId: "3", isPrivate: true }, "p");
  for (const [index, kind] of keys.entries())
    await post(house, kind, { class: kind, chatKey: `telegram:${index + 1}` });
  assert.deepEqual(
    keys.map((key) => house.table.byKey(key)?.state),
    ["sending", "sending", "sending"],
  );
  const next = house.again();
  next.outbox.start(house.adapter, { recover: true });
  await settled();
  assert.deepEqual(
    keys.map((key) => house.table.byKey(key)?.state),
    ["sending", "unknown", "unknown"],
  );
  assert.equal(house.adapter.calls.filter((call) => call === `send ${ANNS} card`).length, 2);
});

test("another process's message is found without being told of it", async () => {
  const house = await openHouse();
  const other = house.again();
  other.outbox.post({ key: "cli", chatKey: ANNS, class: "reply", message: { text: "from cli" } });
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.texts(ANNS), ["from cli"]);
  assert.deepEqual(await other.outbox.settled("cli", 0), { state: "sent", messageId: "1" });
});

test("a program's message of unknown delivery is sent again when the program runs again", async () => {
  const house = await openHouse();
  const send = async (text: string): Promise<void> => {
    house.outbox.postForProgram({
      key: "message:a",
      chatKey: ANNS,
      class: "reply",
      message: { text },
    });
    await settled();
  };
  house.adapter.failNext(unknown());
  await send("first");
  assert.equal(house.table.byKey("message:a")?.state, "unknown");
  await send("first");
  await send("first");
  assert.deepEqual(house.adapter.texts(ANNS), ["first"]);
  assert.equal(house.table.byKey("message:a")?.state, "sent");
});
