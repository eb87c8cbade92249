import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import type { ShownMessage } from "../support/recording-adapter.ts";
import { Town, type TownOptions } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const CAT: Sender = { id: "3", name: "Cat", languageTag: "en" };
const ANNS = "telegram:1";
const BENS = "telegram:2";

/** Ann, an owner, has written to Ben, a member; Cat is a member too. */
async function openScene(context: TestContext, options: TownOptions = {}) {
  const town = new Town(options);
  context.after(() => town.close());
  const ann = town.admit(ANN, "owner");
  const ben = town.admit(BEN, "member");
  town.admit(CAT, "member");
  await town.start();
  const [card] = await town.say(ANN, '/ibl [messenger:send]("dinner at 7?") {to: "ben"}');
  assert.equal(card, "**Send to Ben?**\n> dinner at 7?");
  await town.press(ANN, "Send");
  const got = town.adapter.withButton("Reply");
  const last = (key: string): string => town.adapter.texts(key).at(-1) ?? "";
  return { town, ann, ben, got, last };
}

/** As a platform tells of an answer to one of the bot's messages. */
function replyTo(message: ShownMessage | undefined) {
  assert.ok(message !== undefined);
  const { messageId, text } = message;
  return { repliesToId: messageId, quoted: { text, messageId, author: "bot" } };
}

test("a message that somebody sent says whose it is, and its button sends words back to them", async (context) => {
  const { town, got, last } = await openScene(context);
  assert.deepEqual([got.chatKey, got.text], [BENS, "✉️ **Ann**\n> dinner at 7?"]);
  await town.press(BEN, "Reply");
  const question = town.adapter.shown.at(-1);
  assert.equal(question?.text, "💬 What should I tell **Ann**?");
  await town.say(BEN, 'sure, *see* you\nat "seven" $x', replyTo(question));
  assert.equal(last(ANNS), '✉️ **Ben**\n> sure, *see* you\n> at "seven" $x');
  assert.match(last(BENS), /^✅ Sent to Ann · /);
  assert.equal(town.parts.approvals.pending().length, 0);
  await town.press(ANN, "Reply");
  await town.say(ANN, "great", replyTo(town.adapter.shown.at(-1)));
  assert.equal(last(BENS), "✉️ **Ann**\n> great");
});

test("words that answer nothing stay with the bot while it waits for a reply", async (context) => {
  const { town, last } = await openScene(context);
  await town.press(BEN, "Reply");
  const before = last(ANNS);
  await town.say(BEN, "hello");
  await town.say(BEN, "my door code is 4821");
  assert.equal(last(ANNS), before);
});

test("words after the press that ask for nothing are asked about once, and a request is none", async (context) => {
  const { town, last } = await openScene(context);
  await town.press(BEN, "Reply");
  const before = last(ANNS);
  const [card] = await town.say(BEN, "no worries, take your time");
  assert.equal(card, "**Send to Ann?**\n> no worries, take your time");
  assert.equal(last(ANNS), before);
  const [other] = await town.say(BEN, "my own thoughts on that");
  assert.doesNotMatch(other ?? "", /Send to/);
  await town.press(BEN, "Send");
  assert.equal(last(ANNS), "✉️ **Ben**\n> no worries, take your time");
  await town.press(BEN, "Reply");
  const [asked] = await town.say(BEN, "what's 6 * 7?");
  assert.doesNotMatch(asked ?? "", /Send to/);
});

test("what was typed into a form is sent at once; a plain reply to the message is asked about first", async (context) => {
  const { town, got, last } = await openScene(context);
  await town.say(BEN, "on my way", { repliesToId: got.messageId });
  assert.equal(last(ANNS), "✉️ **Ben**\n> on my way");
  const [card] = await town.say(BEN, "well well", replyTo(got));
  assert.equal(card, "**Send to Ann?**\n> well well");
  assert.equal(last(ANNS), "✉️ **Ben**\n> on my way");
});

test("a press of somebody else, in another chat, or for another person sends nothing", async (context) => {
  const { town, ann, got } = await openScene(context);
  const data = got.buttons.flat()[0]?.data ?? "";
  await town.press(CAT, "Reply", { message: got });
  await town.adapter.pressData(CAT, data);
  await town.adapter.pressData(CAT, data, {
    chat: { platform: "telegram", chatId: "3", isPrivate: true },
    messageId: got.messageId,
  });
  await town.quiet();
  assert.deepEqual(town.parts.approvals.pending(), []);
  const forged = town.parts.tokens.sign({
    id: "a".repeat(16),
    choice: "V",
    digest: `suggestion:${JSON.stringify([null, null, { answers: ann }])}`,
    chatKey: "telegram:3",
  });
  await town.adapter.pressData(CAT, forged, { messageId: got.messageId });
  await town.quiet();
  assert.deepEqual(town.parts.approvals.pending(), []);
});

test("who has left is not answered", async (context) => {
  const { town, ann, last } = await openScene(context);
  const before = last(ANNS);
  await town.press(BEN, "Reply");
  const message = town.adapter.shown.at(-1);
  town.parts.database.prepare("UPDATE people SET role = 'guest' WHERE id = ?").run(ann);
  await town.say(BEN, "hi", replyTo(message));
  assert.equal(last(BENS), "They are no longer here.");
  assert.equal(last(ANNS), before);
});

test("under four eyes a reply has a card for somebody else", async (context) => {
  const environment: Record<string, string> = {};
  const { town, got, last } = await openScene(context, { environment });
  const before = town.adapter.texts(ANNS).filter((text) => text.startsWith("✉️")).length;
  environment["IBL_APPROVAL_FOUR_EYES"] = "yes";
  await town.again();
  await town.say(BEN, "on my way", { repliesToId: got.messageId });
  assert.equal(
    town.adapter.texts(ANNS).filter((text) => text.startsWith("✉️")).length,
    before,
    last(ANNS),
  );
  assert.equal(town.parts.approvals.pending().length, 1);
});

for (const words of ["ok on my way", "where?", "몇 시까지?", "ㅇㅋ 갈게", "ann, which table?"])
  test(`words right after somebody's message that ask the bot for nothing are asked about: ${words}`, async (context) => {
    const { town, last } = await openScene(context);
    const [card] = await town.say(BEN, words);
    assert.match(card ?? "", /^\*\*Send to Ann\?\*\*\n> /u);
    await town.press(BEN, "Send");
    assert.equal(last(ANNS), `✉️ **Ben**\n> ${words}`);
  });

for (const words of ["thanks", "ok"])
  test(`thanks and agreement right after somebody's message ask nothing: ${words}`, async (context) => {
    const { town } = await openScene(context);
    const [answer = ""] = await town.say(BEN, words);
    assert.doesNotMatch(answer, /Send to/);
  });

test("a request right after somebody's message is the bot's, and so is what is said later", async (context) => {
  const { town } = await openScene(context);
  const [added] = await town.say(BEN, "add milk to my to-dos");
  assert.doesNotMatch(added ?? "", /Send to/);
  const [other] = await town.say(BEN, "on my way");
  assert.doesNotMatch(other ?? "", /Send to/);
});
