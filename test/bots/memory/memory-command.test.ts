import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurns } from "../../../src/agent/turn/turn-table.ts";
import { createMemoryBook } from "../../../src/app/open-chat.ts";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { BUTTON_KINDS } from "../../../src/security/approvals/button-kinds.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import type { EventFacts } from "../../support/recording-adapter.ts";

const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

/** Someone writes; what the bot said back since. */
async function says(
  house: House,
  sender: Sender,
  text: string,
  facts: EventFacts = {},
): Promise<string> {
  const key = facts.chat === undefined ? `telegram:${sender.id}` : `telegram:${facts.chat.chatId}`;
  const before = house.adapter.texts(key).length;
  await house.adapter.say(sender, text, facts);
  await settled();
  return house.adapter.texts(key).slice(before).join("\n");
}

/** Ann presses a button of the last message that has one; what that message says then. */
async function presses(house: House, label: string, sender: Sender = ANN): Promise<string> {
  const message = house.adapter.shown.findLast(({ buttons }) =>
    buttons.flat().some((button) => button.label === label),
  )!;
  await house.adapter.press(sender, label, { message });
  await settled();
  const { messageId } = message;
  return house.adapter.shown.find((shown) => shown.messageId === messageId)!.text;
}

test("a fact is pinned once, listed, and forgotten by its number", async () => {
  const house = await openHouse();
  assert.equal(
    await says(house, ANN, "/remember I am *allergic* to nuts"),
    "🧠 Got it: I am \\*allergic\\* to nuts",
  );
  assert.match(await says(house, ANN, "/remember I am *allergic* to nuts"), /already: /);
  assert.match(await says(house, ANN, "/memory"), /^🧠 \*\*Memories\*\* \(1, 📌 1 .*\n1\. I am/);
  assert.match(await says(house, ANN, "/forget #1"), /^🗑 Forgotten: I am/);
  assert.match(await says(house, ANN, "/memory"), /I remember nothing yet/);
  assert.match(await says(house, ANN, "/forget 1"), /No memory matches “1”/);
});

test("of several memories that match, the person chooses one by its button, once", async () => {
  const house = await openHouse();
  for (const text of ["dentist on Monday", "dentist on Friday", "bank on Friday"])
    await says(house, ANN, `/remember ${text}`);
  const asked = await says(house, ANN, "/forget dentist");
  assert.match(asked, /^2 memories match “dentist”.*\n2\. dentist on Friday.*\n1\. dentist/);
  assert.match(await presses(house, "🗑 2"), /^🗑 Forgotten: dentist on Friday/);
  const left = await says(house, ANN, "/memory");
  assert.doesNotMatch(left, /dentist on Friday/);
  assert.match(left, /dentist on Monday/);
});

test("words that no memory has all of offer the nearest; one that matches alone goes at once", async () => {
  const house = await openHouse();
  await says(house, ANN, "/remember bank on Friday");
  await says(house, ANN, "/remember dentist on Monday");
  assert.match(await says(house, ANN, "/forget bank opening hours"), /Did you mean.*\n1\. bank/);
  assert.match(await says(house, ANN, "/forget dentist"), /^🗑 Forgotten: dentist/);
});

test("memories are searched by words, in pages where there are many", async () => {
  const house = await openHouse();
  const book = createMemoryBook(house.database, house.clock);
  const { id } = personOf(house, ANN);
  const words = "apple bridge candle dragon engine forest garden hammer island jungle".split(" ");
  for (const word of words) book.remember(id, `my ${word}`);
  assert.match(
    await says(house, ANN, "/memory garden"),
    /^🧠 Memories about “garden”: 1\n7\. my garden/,
  );
  const first = await says(house, ANN, "/memory");
  assert.match(first, /^🧠 \*\*Memories\*\* \(10, /);
  assert.equal(first.match(/ 📌 \(/g)?.length, 8);
  assert.match(await presses(house, "Older ▶"), /^🧠.*\n2\. .*\n1\. /);
  assert.match(await presses(house, "◀ Newer"), /\n10\. /);
});

test("nobody reads or forgets what another remembered, not even by their button", async () => {
  const house = await openHouse();
  await says(house, ANN, "/remember dentist on Monday");
  await says(house, ANN, "/remember dentist on Friday");
  assert.match(await says(house, BEN, "/memory"), /I remember nothing/);
  assert.match(await says(house, BEN, "/forget 1"), /No memory matches/);
  await says(house, ANN, "/forget dentist");
  const message = house.adapter.shown.findLast(({ buttons }) => buttons.length > 0)!;
  await house.adapter.press(BEN, "🗑 1", { message });
  await settled();
  assert.match(await says(house, ANN, "/memory"), /\*\*Memories\*\* \(2, /);
});

test("in a group nothing remembered and nothing said is shown", async () => {
  const house = await openHouse();
  await says(house, ANN, "/remember dentist on Monday");
  for (const command of ["/memory", "/history", "/forget dentist"])
    assert.equal(
      await says(house, ANN, command, { chat: GROUP, isAddressed: true }),
      "📨 For your eyes only.",
    );
});

test("the past is shown in pages, newest first, with how programs ended and not the programs themselves", async () => {
  const house = await openHouse();
  assert.match(await says(house, ANN, "/history"), /Nothing was said/);
  const { id } = personOf(house, ANN);
  const place = { personId: id, chatKey: "telegram:1" };
  let ids = 0;
  const turns = createTurns({
    database: house.database,
    clock: house.clock,
    newId: (prefix) => `${prefix}_${++ids}`,
  });
  for (let count = 1; count <= 6; count += 1) {
    await house.clock.advance(1000);
    const turn = turns.begin({
      ...place,
      origin: `update:test:${count}`,
      input: `question ${count}`,
    });
    turns.end(turn.id, "done", `answer ${count}`);
  }
  await house.clock.advance(1000);
  house.run(personOf(house, ANN), "telegram:1", "update:test:7/0");
  const shown = await says(house, ANN, "/history");
  assert.match(shown, /What was said[\s\S]*→ still running[\s\S]*question 6\n→ answer 6/);
  assert.doesNotMatch(shown, /question 2\n/);
  assert.match(
    await presses(house, "Older ▶"),
    /What was said[\s\S]*question 2\n→ answer 2[\s\S]*question 1/,
  );
  const other = turns.begin({
    personId: "x",
    chatKey: "telegram:1",
    origin: "update:test:9",
    input: "theirs",
  });
  turns.end(other.id, "done", "secret");
  assert.doesNotMatch(await says(house, ANN, "/history"), /theirs|secret/);
});

test("a fact that is too long to be told in every turn is refused", async () => {
  const house = await openHouse();
  assert.match(await says(house, ANN, `/remember ${"x".repeat(501)}`), /too long .*501.* 500/);
  assert.match(await says(house, ANN, "/remember"), /\/remember I am allergic/);
});

test("a button of one kind does nothing under the letter of another", async () => {
  const house = await openHouse();
  const person = personOf(house, ANN);
  for (let index = 1; index <= 9; index += 1) house.memoryCommand.remember(person, `fact ${index}`);
  await says(house, ANN, "/memory");
  const { messageId, buttons } = house.adapter.shown.at(-1)!;
  const [, id, own, mac] = buttons.flat()[0]!.data.split(".");
  const shown = JSON.stringify(house.adapter.shown);
  const chat = { platform: "telegram", chatId: "1", isPrivate: true };
  const others = Object.values(BUTTON_KINDS).filter((letter) => letter !== own);
  for (const [index, letter] of [...others, "9", "0"].entries()) {
    const data = ["1", id, letter, mac].join(".");
    const press = { chat, sender: ANN, messageId, data, pressId: `p${index}` };
    await house.dispatcher.receive({ ...press, kind: "press", updateId: `9${index}` });
  }
  await house.dispatcher.drained();
  assert.equal(house.adapter.notes.length, others.length + 2);
  assert.ok(house.adapter.notes.every((note) => note !== undefined && note !== ""));
  assert.equal(JSON.stringify(house.adapter.shown), shown);
});
