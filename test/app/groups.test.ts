import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { calling, saying } from "../support/gemini-shapes.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const CHO: Sender = { id: "3", name: "Cho", languageTag: "en" };
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };
const IN_GROUP = { chat: GROUP };
const NOTE = "📨 For your eyes only.";
const KEY = "test-key-of-the-groups";

/** The whole service with an owner Ann and a member Ben, and a model where it has answers to give. */
async function openTown(t: TestContext, replies: Parameters<typeof startGeminiServer>[0] = []) {
  const gemini = await startGeminiServer(replies);
  const hasModel = replies.length > 0;
  const town = new Town({
    environment: hasModel ? { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.origin } : {},
  });
  t.after(async () => {
    await town.close();
    await gemini.close();
  });
  town.admit(ANN, "owner");
  town.admit(BEN, "member");
  await town.start();
  const said = (who: "group" | Sender): string =>
    town.adapter.texts(`telegram:${who === "group" ? GROUP.chatId : who.id}`).join("\n---\n");
  /** Who presses the button of the latest line that holds an answer is told this, if anything. */
  const show = async (who: Sender): Promise<string> => {
    const message = town.adapter.shown.findLast(({ text }) => text === NOTE)!;
    await town.press(who, "Show me", { message, chat: GROUP });
    return town.adapter.notes.at(-1) ?? "";
  };
  return { town, gemini, said, show };
}

test("what is one person's alone is held by a line in the group, and shown in private to who asked", async (t) => {
  const { town, said, show } = await openTown(t);
  await town.say(BEN, "/remember my locker is 4711");
  for (const text of [
    "/memory",
    "/memory locker",
    "/ibl [source:recent]",
    '/ibl [source:search_memory]("locker")',
    '/ibl [source:search_memory]("locker") >> [system:file]("locker.md")',
    '/ibl [system:todo] {add: "open locker 4711"}',
    "/ibl [source:memory_delete] {id: 1}",
    '/ibl [system:manage_events]("list")',
  ]) {
    const before = said(BEN);
    assert.deepEqual(await town.say(BEN, text, IN_GROUP), [NOTE], text);
    assert.equal(said(BEN), before, text);
    assert.equal(await show(ANN), "That's for Ben only.");
    assert.equal(await show(BEN), "It's in our private chat.");
    assert.notEqual(said(BEN), before, text);
  }
  // What tells its own person something has told it: nothing is left to be held.
  const telling =
    '/ibl $found = [source:search_memory]("locker"); [system:notify_user]("it is $found")';
  assert.deepEqual(await town.say(BEN, telling, IN_GROUP), [
    "📨 That is for your eyes alone, so I sent it to our private chat.",
  ]);
  assert.doesNotMatch(`${said("group")} ${said(ANN)}`, /4711/);
  const own = said(BEN);
  for (const words of [
    /\*\*Memories\*\* \(1/,
    /it is .*4711/,
    /locker\.md/,
    /open locker 4711/,
    /Show everyone/,
  ])
    assert.match(`${own} ${JSON.stringify(town.adapter.shown)}`, words);
  assert.deepEqual(await town.say(BEN, "/ibl [system:list]", IN_GROUP), ["No files yet."]);
});

test("the person alone may have such an answer shown in the group, once", async (t) => {
  const { town, said, show } = await openTown(t);
  await town.say(BEN, "/remember the wifi password is sky2026");
  await town.say(BEN, '/ibl [source:search_memory]("wifi")', IN_GROUP);
  await show(BEN);
  await show(BEN);
  assert.equal(said(BEN).split("It's").length, 2);
  const message = town.adapter.shown.findLast(({ chatKey }) => chatKey === "telegram:2")!;
  const facts = { message, chat: { platform: "telegram", chatId: "2", isPrivate: true } };
  await town.press(ANN, "Show everyone", facts);
  assert.equal(town.adapter.notes.at(-1), "That's for Ben only.");
  assert.doesNotMatch(said("group"), /sky2026/);
  await town.press(BEN, "Show everyone", facts);
  assert.equal(town.adapter.notes.at(-1), "Everyone can see it now.");
  await town.press(BEN, "Show everyone", facts);
  assert.equal(town.adapter.notes.at(-1), "That answer is gone. Ask me again.");
  assert.equal(said("group").split("sky2026").length, 2);
});

test("an answer is held for a day, and the buttons of one do not show another", async (t) => {
  const { town, said, show } = await openTown(t);
  await town.say(ANN, "/remember the gate code is 5577");
  await town.say(BEN, "/remember the wifi password is sky2026");
  await town.say(ANN, '/ibl [source:search_memory]("gate")', IN_GROUP);
  await town.say(BEN, '/ibl [source:search_memory]("wifi")', IN_GROUP);
  const [ofAnn, ofBen] = town.adapter.shown.filter(({ text }) => text === NOTE);
  await town.press(BEN, "Show me", { message: ofAnn!, chat: GROUP });
  const elsewhere = { platform: "telegram", chatId: "-6", isPrivate: false };
  await town.press(BEN, "Show me", { message: ofBen!, chat: elsewhere });
  assert.equal(town.adapter.notes.at(-1), "That answer is gone. Ask me again.");
  assert.doesNotMatch(said(BEN), /5577|It's/);
  const rows = () =>
    town.parts.database.prepare("SELECT COUNT(*) AS count FROM held_answers").get();
  assert.deepEqual(rows(), { count: 2 });
  await town.clock.jump(24 * 3_600_000);
  assert.equal(await show(BEN), "That answer is gone. Ask me again.");
  assert.deepEqual(rows(), { count: 0 });
  assert.doesNotMatch(said("group"), /5577|sky2026/);
});

test("who has no private chat with the bot is told how to open one, and nothing runs", async (t) => {
  const { town, said } = await openTown(t);
  const account = { platform: "telegram", externalId: CHO.id };
  town.parts.people.admit(account, { role: "member", name: CHO.name, language: "en" });
  const [command = ""] = await town.say(CHO, "/memory", IN_GROUP);
  assert.match(command, /Press my name to open a private chat, and send \/memory there/);
  const [program = ""] = await town.say(CHO, "/ibl [source:recent]", IN_GROUP);
  assert.match(program, /others read along here\. Ask me in a private chat/);
  assert.equal(said(CHO), "");
  assert.deepEqual(
    town.parts.runs.latest(town.parts.people.find(account)!.id, "telegram:-5", 9),
    [],
  );
});

test("whoever says nothing but the bot's name in a group is greeted", async (t) => {
  const { town } = await openTown(t);
  const said = await town.say(BEN, "@ibl_bot", { chat: GROUP, isAddressed: true });
  assert.match(said.at(-1) ?? "", /^Hi Ben\. /);
});

test("without a model, what is only sent or handed on is no request: the sender is asked to write", async (t) => {
  const { town } = await openTown(t);
  const sticker = await town.say(BEN, '[contact "Ann" +82]', { isWordless: true });
  assert.match(sticker.at(-1) ?? "", /^Making that out needs a language model/);
  const forwarded = "[forwarded from Ann]\nwhat time is it";
  const answer = await town.say(BEN, forwarded, { isForwarded: true });
  assert.match(answer.at(-1) ?? "", /^Reading what you forward needs a language model/);
});

test("a program that went to the private chat stays there when the same message is worked on again", async (t) => {
  const { town } = await openTown(t);
  await town.say(BEN, "/remember blue door");
  await town.say(BEN, "hello", { chat: GROUP, isAddressed: false });
  const { assistant, admission, people } = town.parts;
  const ben = people.find({ platform: "telegram", externalId: BEN.id })!;
  const request = { origin: "update:telegram:x/0", actor: admission.actor(ben, "telegram:-5") };
  const [first, again] = [
    await assistant.runProgram({ ...request, code: "[source:recent]" }),
    await assistant.runProgram({ ...request, code: "[source:recent]" }),
  ];
  assert.deepEqual(again, first);
  assert.equal(again.movedTo, "telegram:2");
});

test("a turn of the model goes on in private where its program reads what is the person's alone", async (t) => {
  const { town, gemini, said, show } = await openTown(t, [
    saying("hello group"),
    calling('[system:write]("plan.md") {content: "shared"}'),
    calling('[source:search_memory]("locker")'),
    saying("Your locker is 4711."),
    saying("fine"),
  ]);
  await town.say(BEN, "/remember my locker is 4711");
  assert.deepEqual(await town.say(BEN, "hi all", IN_GROUP), ["hello group"]);
  assert.doesNotMatch(JSON.stringify(gemini.requests.at(-1)?.body), /4711/);
  assert.deepEqual(await town.say(BEN, "write the plan, and which locker is mine", IN_GROUP), [
    NOTE,
  ]);
  assert.doesNotMatch(said(BEN), /Your locker/);
  await show(BEN);
  assert.match(said(BEN), /Your locker is 4711\.$/);
  const asked = (index: number): string => JSON.stringify(gemini.requests.at(index)?.body);
  assert.match(asked(-1), /pinned these facts[\s\S]*locker is 4711/);
  const written = town.parts.database.prepare(
    "SELECT COUNT(*) AS count FROM steps WHERE action = 'write'",
  );
  assert.deepEqual(written.get(), { count: 1 });
  await town.say(BEN, "and now", IN_GROUP);
  assert.match(asked(-1), /hi all/);
  assert.doesNotMatch(asked(-1), /4711|pinned/);
  assert.doesNotMatch(said("group"), /4711/);
});

test("without a private chat the model is told that it may not read here", async (t) => {
  const { town, gemini } = await openTown(t, [
    calling("[source:recent]"),
    saying("Please ask me in a private chat."),
  ]);
  const account = { platform: "telegram", externalId: CHO.id };
  town.parts.people.admit(account, { role: "member", name: CHO.name, language: "en" });
  assert.deepEqual(await town.say(CHO, "what do you know of me", IN_GROUP), [
    "Please ask me in a private chat.",
  ]);
  assert.match(JSON.stringify(gemini.requests.at(-1)?.body["contents"]), /others read along here/);
});

test("a schedule of a group brings what is one person's alone to their private chat, with its buttons", async (t) => {
  const { town, said } = await openTown(t);
  await town.say(BEN, '/ibl [system:todo] {add: "buy a ring"}');
  await town.say(
    BEN,
    '/ibl [system:schedule]("things") {every: "1h", pipeline: "[system:todo]"}',
    IN_GROUP,
  );
  const card = town.adapter.shown.findLast(({ buttons }) => buttons.length > 0)!;
  assert.equal(card.chatKey, "telegram:-5");
  await town.press(BEN, "Approve", { message: card, chat: GROUP });
  await town.clock.advance(3_600_000);
  await town.tick();
  assert.match(said(BEN), /🗞️ \*\*things\*\*\n.*buy a ring/);
  assert.match(said("group"), /📨 What \*\*things\*\* brought is for one person alone/);
  assert.doesNotMatch(said("group"), /buy a ring/);
  await town.press(BEN, "Turn off");
  assert.match(said(BEN), /🗑 \*\*things\*\* is off/);
});

test("history asked for in a group is that of the group, told in private, page by page", async (t) => {
  const { town, said, show } = await openTown(t);
  for (let count = 1; count <= 6; count += 1) {
    await town.clock.advance(60_000);
    await town.say(BEN, `/ibl [system:translate]("group ${count}") {to: "ko"}`, IN_GROUP);
  }
  await town.say(BEN, "/ibl [system:take]([1, 2]) {count: 1}");
  await town.say(BEN, "/history", IN_GROUP);
  await show(BEN);
  const message = town.adapter.shown.findLast(({ chatKey }) => chatKey === "telegram:2")!;
  assert.match(message.text, /What was said[\s\S]*group 6/);
  assert.doesNotMatch(message.text, /take/);
  await town.press(BEN, message.buttons.flat()[0]!.label, { message });
  assert.match(said(BEN), /What was said[\s\S]*group 1/);
});

test("no command tells a group anything of what a person keeps", async (t) => {
  const { town, said } = await openTown(t);
  for (const code of [
    '[source:save_memory]("canary memory")',
    '[system:todo] {add: "canary to-do"}',
    '[system:save_workflow]("canary_flow") {pipeline: "[system:time]"}',
    '[system:schedule]("canary schedule") {every: "1h", pipeline: "[system:time]"}',
    '[system:delete]("canary.md")',
  ])
    await town.run(BEN, code);
  await town.say(BEN, "/remember canary fact");
  await town.say(BEN, "/switches add canary [system:time]");
  await town.say(BEN, '/ibl [system:delete]("canary.md")');
  assert.ok(said(BEN).split("canary").length > 4);
  const commands = town.parts.commands.names;
  for (const name of commands)
    for (const sender of [BEN, ANN]) await town.say(sender, `/${name}`, IN_GROUP);
  assert.ok(commands.length > 20 && said("group").split(NOTE).length > 10);
  assert.doesNotMatch(said("group"), /canary/);
});
