import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../../src/agent/turn/assistant.ts";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { ANN, type House, openHouse } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { pressOn } from "../../support/press-handler.ts";
import { answer } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";

/** A platform that knows a message by its key again, as Discord does. */
const KNOWING = { knowsAgainMs: 120_000 };

/** A house that dies over Ann's question, `afterMs` after she asked it. */
async function deadHouse(
  facts: { readonly afterMs?: number; readonly knowsAgainMs?: number } = {},
): Promise<Awaited<ReturnType<typeof openHouse>>> {
  const { afterMs = 5100, ...options } = facts;
  const house = await openHouse(options);
  house.assistant.onAnswer = () => new Promise(() => undefined);
  await house.adapter.say(ANN, "do it");
  await house.clock.advance(afterMs);
  await house.outbox.stop();
  return house;
}

/** The process that takes over, in which the same turn goes on until it is ended. */
async function nextOf(
  house: Awaited<ReturnType<typeof openHouse>>,
  session = "second",
): Promise<{ readonly next: House; readonly end: (reply: Reply) => Promise<void> }> {
  const next = house.again(session);
  let end: (reply: Reply) => void = () => undefined;
  next.assistant.onAnswer = ({ signal }) =>
    new Promise((resolve, reject) => {
      end = resolve;
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  await next.open({ recover: true });
  next.dispatcher.recover(() => false);
  next.statuses.reconcile();
  await settled();
  return {
    next,
    async end(reply) {
      end(reply);
      await settled();
      await house.clock.advance(1000);
    },
  };
}

test("work that goes on after a crash is shown by the message that showed it, and its answer takes that place", async () => {
  const house = await deadHouse();
  const { end } = await nextOf(house);
  assert.deepEqual(house.adapter.texts(ANNS), ["⏳ Working on it… 5 s"]);
  await house.clock.advance(3000);
  assert.deepEqual(house.adapter.texts(ANNS), ["⏳ Working on it… 8 s"]);
  await end(answer("here it is"));
  assert.deepEqual(house.adapter.texts(ANNS), ["here it is"]);
  assert.deepEqual(house.adapter.shown[0]?.buttons, []);
});

test("the stop button of before stops work that goes on", async () => {
  const house = await deadHouse();
  await nextOf(house);
  await house.adapter.press(ANN, "Stop");
  await settled();
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.notes, ["Stopping."]);
  assert.equal(house.adapter.texts(ANNS)[0], "⏹️ Stopped.");
});

test("a press before work goes on is asked to come again, and ends nothing", async () => {
  const house = await deadHouse();
  const next = house.again("second");
  next.statuses.expect("telegram:1");
  next.statuses.reconcile();
  const { messageId, buttons } = house.adapter.shown[0]!;
  const data = buttons[0]![0]!.data;
  const [note] = await pressOn(next, next.statuses.buttons, { data, messageId, updateId: "77" });
  assert.match(note ?? "", /^It is about to go on/);
  const { end } = await nextOf(house, "third");
  await end(answer("here it is"));
  assert.deepEqual(house.adapter.texts(ANNS), ["here it is"]);
});

test("an answer after a second crash still takes the place of the first message", async () => {
  const house = await deadHouse();
  const second = await nextOf(house);
  await house.clock.advance(3000);
  await second.next.outbox.stop();
  const { end } = await nextOf(house, "third");
  await end(answer("here it is"));
  assert.deepEqual(house.adapter.texts(ANNS), ["here it is"]);
});

test("a message that was deleted meanwhile is replaced by another that shows the work", async () => {
  const house = await deadHouse();
  const { end } = await nextOf(house);
  house.adapter.failNext(new DeliveryError("refused", "message to edit not found"));
  await house.clock.advance(4000);
  assert.equal(house.adapter.texts(ANNS).length, 2);
  assert.match(house.adapter.texts(ANNS)[1] ?? "", /^⏳ Working on it… \d s$/);
  await end(answer("here it is"));
  assert.equal(house.adapter.texts(ANNS)[1], "here it is");
});

test("a message that has stood for over a minute says that it was cut off, and another shows the work", async () => {
  const house = await deadHouse();
  await house.clock.advance(61_000);
  const { end } = await nextOf(house);
  await house.clock.advance(5100);
  assert.match(house.adapter.texts(ANNS)[0] ?? "", /^🔌 The service went down/);
  assert.equal(house.adapter.texts(ANNS)[1], "⏳ Working on it… 5 s");
  await end(answer("here it is"));
  assert.equal(house.adapter.texts(ANNS)[1], "here it is");
});

test("what shows work that goes on is left alone, and what shows work that nobody goes on with is cut off", async () => {
  const house = await openHouse();
  house.assistant.onAnswer = () => new Promise(() => undefined);
  await house.adapter.say(ANN, "first", { updateId: "7" });
  await house.clock.advance(5100);
  const shown = house.table.of("status")[0]!;
  house.outbox.post({
    key: shown.key.replace("telegram:7@", "telegram:8@"),
    chatKey: ANNS,
    class: "reply",
    kind: "status",
    subject: "telegram:8",
    message: { text: "⏳ of something else" },
  });
  await settled();
  await house.outbox.stop();
  await nextOf(house);
  await house.clock.advance(100);
  assert.equal(house.adapter.texts(ANNS)[0], "⏳ Working on it… 5 s");
  assert.match(house.adapter.texts(ANNS)[1] ?? "", /^🔌 The service went down/);
});

test("a message whose work ends without taking it over is cut off then", async () => {
  const house = await deadHouse();
  const next = house.again("second");
  house.database.exec("UPDATE updates SET attempts = 9");
  await next.open({ recover: true });
  next.dispatcher.recover(() => false);
  next.statuses.reconcile();
  await settled();
  await house.clock.advance(1000);
  assert.match(house.adapter.texts(ANNS)[0] ?? "", /^🔌 The service went down/);
  assert.match(house.adapter.texts(ANNS)[1] ?? "", /several times/);
});

/** A house that dies while its status is on its way: it arrives, and nobody is told. */
async function deadOverSending(
  facts: { readonly knowsAgainMs?: number } = {},
): Promise<Awaited<ReturnType<typeof openHouse>>> {
  const house = await deadHouse({ ...facts, afterMs: 5100 });
  house.database.exec(
    "UPDATE outbox SET state = 'sending', message_id = NULL WHERE key LIKE 'status:%'",
  );
  return house;
}

test("where the platform knows a message again, the one that was on its way when the process died is found and goes on", async () => {
  const house = await deadOverSending(KNOWING);
  const { end } = await nextOf(house);
  await house.clock.advance(3000);
  assert.deepEqual(house.adapter.texts(ANNS), ["⏳ Working on it… 8 s"]);
  await end(answer("here it is"));
  assert.deepEqual(house.adapter.texts(ANNS), ["here it is"]);
});

test("where the platform knows a message again, one that was on its way and that nobody goes on with is cut off", async () => {
  const house = await deadOverSending(KNOWING);
  house.database.exec("UPDATE updates SET state = 'done'");
  await nextOf(house);
  await house.clock.advance(2000);
  assert.equal(house.adapter.texts(ANNS).length, 1);
  assert.match(house.adapter.texts(ANNS)[0] ?? "", /^🔌 The service went down/);
});

test("where nobody can find the message that was on its way, the next one says that it is out of date, and its button stops the work", async () => {
  const house = await deadOverSending();
  await nextOf(house);
  await house.clock.advance(5100);
  assert.deepEqual(house.adapter.texts(ANNS), [
    "⏳ Working on it… 5 s",
    "⏳ Working on it… 5 s\n🔄 Going on after a restart; a status left above may be out of date.",
  ]);
  await house.adapter.press(ANN, "Stop", { message: house.adapter.shown[0]! });
  await settled();
  assert.deepEqual(house.adapter.notes, ["Stopping."]);
});
