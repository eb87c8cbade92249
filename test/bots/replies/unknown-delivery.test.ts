import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";

const ANNS = "telegram:1";
const NO_ANSWER = new DeliveryError("unknown", "No answer came.");
const HEAD = "🗞️ **news**";
const NOTE = `❔ This message may or may not have arrived: ${HEAD}\nIf you did not get it, it can be sent again.`;

function brief(house: House, text = `${HEAD}\nTwo headlines`): void {
  const buttons = [[{ label: "Again in 1 hour", data: "z" }]];
  const message = { text, buttons };
  const facts = { class: "briefing", kind: "briefing", subject: "occ_1", message } as const;
  house.outbox.post({ key: "briefing:occ_1", chatKey: ANNS, ...facts });
}

test("a briefing without an answer is not repeated unasked: a note says that it may have arrived", async () => {
  const house = await openHouse();
  house.adapter.failNext(NO_ANSWER, { arrives: true });
  brief(house);
  await house.clock.advance(120_000);
  assert.deepEqual(house.adapter.texts(ANNS), [`${HEAD}\nTwo headlines`, NOTE]);
});

test("its button sends the whole briefing again, once, and then it counts as delivered", async () => {
  const house = await openHouse({ maxTextLength: 40 });
  house.schedules.add({
    personId: personOf(house, ANN).id,
    chatId: ANNS,
    name: "news",
    timing: { kind: "cron", expression: "0 8 * * *" },
    zone: "UTC",
    program: "[system:time]",
    planDigest: "digest",
  });
  house.clock.set("2026-11-23T08:00:00Z");
  const [due] = house.schedules.claimDue(house.clock.now());
  house.adapter.failNext(NO_ANSWER);
  const delivered = (): unknown => house.schedules.history(personOf(house, ANN).id)[0]?.deliveredAs;
  const text = `${HEAD}\n${"one ".repeat(8)}\n${"two ".repeat(8)}`;
  const message = { text, buttons: [[{ label: "Again in 1 hour", data: "z" }]] };
  const key = `briefing:${due!.id}`;
  const facts = { class: "briefing", kind: "briefing", subject: due!.id, message } as const;
  house.outbox.post({ key, chatKey: ANNS, ...facts });
  await house.clock.advance(120_000);
  const before = house.adapter.texts(ANNS).length;
  await house.adapter.press(ANN, "Send it again");
  await house.clock.advance(1000);
  const parts = house.table.partsOf(key).map((row) => row.message.text);
  assert.ok(parts.length >= 2);
  assert.deepEqual(house.adapter.texts(ANNS).slice(before), parts);
  assert.equal(delivered(), house.adapter.shown.at(-1)?.messageId);
  await house.adapter.press(ANN, "Send it again");
  await house.clock.advance(1000);
  assert.equal(house.adapter.texts(ANNS).length, before + parts.length);
  assert.deepEqual(house.adapter.notes, ["It is sent again.", "This has ended already."]);
});

test("what a dead process was sending is told of in the same way, once", async () => {
  const house = await openHouse();
  house.onFault = (name) => {
    if (name === "message-claimed") throw new Error("killed");
  };
  brief(house);
  await settled();
  for (let count = 0; count < 2; count += 1) {
    const next = house.again();
    next.outbox.start(house.adapter, { recover: true });
    await house.clock.advance(2000);
    await next.outbox.stop();
  }
  assert.deepEqual(house.adapter.texts(ANNS), [NOTE]);
});

test("an answer that may be lost is told of too, and comes again at a press", async () => {
  const house = await openHouse();
  house.adapter.failNext(NO_ANSWER);
  const text = "It is noon in Rome.";
  const facts = { class: "reply", kind: "reply", message: { text } } as const;
  house.outbox.post({ key: "reply:1", chatKey: ANNS, ...facts });
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.texts(ANNS), [NOTE.replace(HEAD, text)]);
  await house.adapter.press(ANN, "Send it again");
  await house.clock.advance(1000);
  assert.equal(house.adapter.texts(ANNS).at(-1), text);
  assert.equal(house.table.byKey("again:reply:1")?.class, "reply");
});

test("what a program sends, and the lost note itself, are told of by no note", async () => {
  const house = await openHouse();
  house.adapter.failNext(NO_ANSWER);
  const message = { text: "hi" };
  house.outbox.post({ key: "effect:run:1", chatKey: ANNS, class: "reply", message });
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.texts(ANNS), []);
  house.adapter.failNext(NO_ANSWER);
  house.adapter.failNext(NO_ANSWER);
  brief(house);
  await house.clock.advance(120_000);
  assert.deepEqual(house.adapter.texts(ANNS), []);
});

test("the button works in its own chat and as it was signed only", async () => {
  const house = await openHouse();
  house.adapter.failNext(NO_ANSWER);
  brief(house);
  await house.clock.advance(1000);
  const data = house.adapter.withButton("Send it again").buttons[0]![0]!.data;
  assert.ok(data.length <= 64);
  await house.adapter.pressData(BEN, data);
  await house.adapter.pressData(
    ANN,
    data.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
  );
  await settled();
  assert.deepEqual(house.adapter.notes, ["This button is not valid.", "This button is not valid."]);
  assert.equal(house.adapter.texts(ANNS).length, 1);
});

/** Ann's answer is lost, and so is the note about it. */
async function loseBoth(house: House, error: Error = NO_ANSWER): Promise<void> {
  house.adapter.failNext(NO_ANSWER);
  house.adapter.failNext(error);
  const message = { text: "It is noon in Rome." };
  const facts = { class: "reply", kind: "reply", message } as const;
  house.outbox.post({ key: "reply:1", chatKey: ANNS, ...facts });
  await house.clock.advance(120_000);
  assert.deepEqual(house.adapter.texts(ANNS), []);
}

const LOST = NOTE.replace(HEAD, "It is noon in Rome.");

for (const { name, error } of [
  { name: "got no answer", error: NO_ANSWER },
  { name: "was refused", error: new DeliveryError("gone", "Blocked.") },
]) {
  test(`a note that ${name} itself leaves with the person's next message, before the answer to it, once`, async () => {
    const house = await openHouse();
    await loseBoth(house, error);
    await house.adapter.say(BEN, "hello");
    await settled();
    assert.deepEqual(house.adapter.texts(ANNS), []);
    for (const text of ["/help", "/help"]) await house.adapter.say(ANN, text);
    await house.clock.advance(10_000);
    const [first, ...others] = house.adapter.texts(ANNS);
    assert.equal(first, LOST);
    assert.ok(others.length >= 2 && !others.includes(LOST));
    await house.adapter.press(ANN, "Send it again");
    await settled();
    assert.equal(house.adapter.texts(ANNS).at(-1), "It is noon in Rome.");
  });
}

test("a note that got no answer itself leaves at the next start, once, also when that is killed before it leaves", async () => {
  const house = await openHouse();
  await loseBoth(house);
  await house.outbox.stop();
  for (const isKilled of [true, false, false]) {
    const next = house.again();
    next.onFault = (name) => {
      if (isKilled && name === "message-claimed") throw new Error("killed");
    };
    next.dispatcher.attach(next.outbox.start(house.adapter, { recover: true }), { recover: true });
    await house.clock.advance(5_000);
    assert.deepEqual(house.adapter.texts(ANNS), isKilled ? [] : [LOST]);
    await next.outbox.stop();
  }
});
