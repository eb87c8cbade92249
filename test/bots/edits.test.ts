import assert from "node:assert/strict";
import { test } from "node:test";
import { ANN, BEN, type House, openHouse } from "../support/bots-house.ts";
import type { EventFacts } from "../support/recording-adapter.ts";
import { answer } from "../support/scripted-assistant.ts";

const NOTE = "✏️ You changed a message that I had taken up already.";
const BUTTON = "Answer it as edited";

async function settled(house: House): Promise<void> {
  await house.dispatcher.drained();
  await house.outbox.flush(1000);
}

async function say(house: House, text: string, facts: EventFacts = {}): Promise<void> {
  await house.adapter.say(ANN, text, facts);
}

const edit = (messageId: string): EventFacts => ({ messageId, isEdited: true });

function states(house: House): readonly unknown[] {
  return house.database
    .prepare<[], { readonly s: string }>("SELECT update_id || ' ' || state AS s FROM updates")
    .all()
    .map(({ s }) => s);
}

test("a message that waits for its turn is answered as it was edited, and not twice", async () => {
  const house = await openHouse();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  house.assistant.onAnswer = async ({ text }) => {
    if (text === "slow") await held;
    return answer(`echo ${text}`);
  };
  await say(house, "slow", { updateId: "1" });
  await say(house, "delete notes", { updateId: "2", messageId: "m2" });
  await say(house, "delete no", { updateId: "3", ...edit("m2") });
  await say(house, "read notes", { updateId: "4", ...edit("m2") });
  release();
  await settled(house);
  assert.deepEqual(house.adapter.texts("telegram:1"), ["echo slow", "echo read notes"]);
  assert.deepEqual(states(house), ["1 done", "2 done", "3 done", "4 done"]);
});

test("an edit of an answered message is offered, and answered by a press, once for each edit", async () => {
  const house = await openHouse();
  await say(house, "waht time", { messageId: "m1" });
  await settled(house);
  await say(house, "what time", edit("m1"));
  await settled(house);
  assert.deepEqual(house.adapter.texts("telegram:1"), ["echo waht time", NOTE]);
  assert.equal(house.assistant.turns.length, 1);

  for (const _ of [1, 2]) {
    await house.adapter.press(ANN, BUTTON);
    await settled(house);
  }
  assert.deepEqual(
    house.assistant.turns.map(({ text }) => text),
    ["waht time", "what time"],
  );
  assert.equal(house.adapter.notes.at(-1), "I have answered that already.");

  await say(house, "what time in Rome", edit("m1"));
  await settled(house);
  await house.adapter.press(ANN, BUTTON);
  await settled(house);
  assert.equal(house.adapter.texts("telegram:1").at(-1), "echo what time in Rome");
});

test("the button under an older edit answers the message as it reads now", async () => {
  const house = await openHouse();
  await say(house, "a", { messageId: "m1" });
  await settled(house);
  await say(house, "b", edit("m1"));
  await settled(house);
  const first = house.adapter.withButton(BUTTON);
  await say(house, "c", edit("m1"));
  await settled(house);
  await house.adapter.press(ANN, BUTTON, { message: first });
  await settled(house);
  assert.equal(house.adapter.texts("telegram:1").at(-1), "echo c");
});

test("nothing is said of an edit that changed no words, is old, is in a group, or of what is not known", async () => {
  const house = await openHouse();
  const group = { platform: "telegram", chatId: "-5", isPrivate: false };
  await say(house, "same", { messageId: "m1" });
  await say(house, "old", { messageId: "m2" });
  await say(house, "in a group", { messageId: "m3", chat: group });
  await settled(house);
  await say(house, "same", edit("m1"));
  await say(house, "older", { ...edit("m2"), editedAtMs: 60 * 60_000 + 1 });
  await say(house, "other in a group", { ...edit("m3"), chat: group });
  await say(house, "never heard of", edit("m4"));
  await house.adapter.say({ id: "9", name: "Stranger" }, "hi", edit("m5"));
  await settled(house);
  assert.equal(house.assistant.turns.length, 3);
  assert.equal(house.adapter.shown.filter(({ text }) => text === NOTE).length, 0);
  assert.deepEqual(states(house).slice(3), [
    "4 ignored",
    "5 ignored",
    "6 ignored",
    "7 ignored",
    "8 ignored",
  ]);
});

test("nobody else can press the button, and it is signed for its chat", async () => {
  const house = await openHouse();
  await say(house, "a", { messageId: "m1" });
  await settled(house);
  await say(house, "b", edit("m1"));
  await settled(house);
  const note = house.adapter.withButton(BUTTON);
  await house.adapter.pressData(BEN, note.buttons[0]![0]!.data);
  await settled(house);
  assert.equal(house.assistant.turns.length, 1);
});

test("a secret that an edit brought is told of, and nothing is offered", async () => {
  const house = await openHouse();
  await say(house, "a", { messageId: "m1" });
  await settled(house);
  await house.dispatcher.receive({
    kind: "message",
    updateId: "50",
    chat: { platform: "telegram", chatId: "1", isPrivate: true },
    sender: ANN,
    text: "my key is [secret]",
    messageId: "m1",
    sentAtMs: 0,
    isAddressed: true,
    isMasked: true,
    isEdited: true,
  });
  await settled(house);
  assert.match(house.adapter.texts("telegram:1").at(-1) ?? "", /^🔑/);
  assert.equal(house.adapter.shown.filter(({ text }) => text === NOTE).length, 0);
});
