import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../src/agent/assistant.ts";
import { ANN, BEN, type House, openHouse } from "../support/bots-house.ts";
import { settled } from "../support/manual-clock.ts";
import { answer } from "../support/scripted-assistant.ts";

const ANNS = "telegram:1";

/** A turn of the house that lasts until it is stopped or `end` is called. */
function longTurn(house: House): { readonly end: (reply: Reply) => void } {
  let end: (reply: Reply) => void = () => undefined;
  house.assistant.onAnswer = ({ signal }) =>
    new Promise((resolve, reject) => {
      end = resolve;
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  return { end: (reply) => end(reply) };
}

function stopButton(house: House): string {
  const data = house.adapter.shown.find(({ text }) => text === "⏳ Working on it…")?.buttons[0]?.[0]
    ?.data;
  assert.ok(data !== undefined);
  assert.ok(data.length <= 64);
  return data;
}

/** Ann's work, shown after it has taken long. */
async function shownWork(): Promise<{
  readonly house: Awaited<ReturnType<typeof openHouse>>;
  readonly end: (reply: Reply) => void;
}> {
  const house = await openHouse();
  const { end } = longTurn(house);
  await house.adapter.say(ANN, "do it");
  await house.clock.advance(2600);
  return { house, end };
}

test("work that takes long is shown with a stop button, and says so when it has ended", async () => {
  const { house, end } = await shownWork();
  assert.deepEqual(house.adapter.texts(ANNS), ["⏳ Working on it…"]);
  await house.clock.advance(10_000);
  end(answer("here it is"));
  await settled();
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.texts(ANNS), ["☑️ It took 13 s.", "here it is"]);
  assert.deepEqual(house.adapter.shown[0]?.buttons, []);
});

test("work that ends soon shows nothing but its answer", async () => {
  const house = await openHouse();
  const { end } = longTurn(house);
  await house.adapter.say(ANN, "do it");
  await house.clock.advance(2000);
  end(answer("here it is"));
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.texts(ANNS), ["here it is"]);
});

test("the button stops the work at once, and is dead after", async () => {
  const { house } = await shownWork();
  const data = stopButton(house);
  await house.adapter.pressData(ANN, data);
  await settled();
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.notes, ["Stopping."]);
  assert.deepEqual(house.adapter.texts(ANNS), [
    "⏹️ Stopped.",
    "⏹️ Stopped. The stop button was pressed.",
  ]);
  await house.adapter.pressData(ANN, data);
  await settled();
  assert.deepEqual(house.adapter.notes, ["Stopping.", "That has ended already."]);
});

test("a stop button works for the one who asked and for owners, in its own chat, as it was signed", async () => {
  const house = await openHouse();
  longTurn(house);
  const group = { platform: "telegram", chatId: "-5", isPrivate: false };
  await house.adapter.say(ANN, "do it", { chat: group });
  await house.clock.advance(2600);
  const data = stopButton(house);
  await house.adapter.pressData(BEN, data, { chat: group });
  await house.adapter.pressData(ANN, data);
  await house.adapter.pressData(
    ANN,
    data.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
    {
      chat: group,
    },
  );
  await settled();
  assert.deepEqual(house.adapter.notes, [
    "This is not yours to decide.",
    "This button is not valid.",
    "This button is not valid.",
  ]);
  await house.adapter.pressData(ANN, data, { chat: group });
  await settled();
  assert.equal(house.adapter.notes.at(-1), "Stopping.");
});

test("after a crash, what was shown as going on is shown as cut off, once", async () => {
  const { house } = await shownWork();
  const next = house.again("second");
  next.courier.start(house.adapter, { recover: true });
  for (let count = 0; count < 2; count += 1) {
    next.statuses.reconcile((key) => next.door.languageIn(key));
    await house.clock.advance(1000);
  }
  assert.match(house.adapter.texts(ANNS)[0] ?? "", /^🔌 The service went down/);
  assert.equal(house.adapter.calls.filter((call) => call.startsWith("edit")).length, 1);
});
