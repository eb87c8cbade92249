import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMAND_TREE } from "../../../src/bots/commands/command-tree.ts";
import { parseCommand } from "../../../src/bots/commands/parse-command.ts";
import {
  KOREAN_COMMANDS,
  TELEGRAM_GROUP_MENU,
  TELEGRAM_MENU,
} from "../../../src/bots/platform/command-names.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import type { EventFacts } from "../../support/recording-adapter.ts";
import { finished } from "../../support/scripted-assistant.ts";

const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

/** Ann writes; what the bot said back since. */
async function annSays(house: House, text: string, facts: EventFacts = {}): Promise<string> {
  const key = facts.chat === undefined ? "telegram:1" : `telegram:${facts.chat.chatId}`;
  const before = house.adapter.texts(key).length;
  await house.adapter.say(ANN, text, facts);
  await settled();
  return house.adapter.texts(key).slice(before).join("\n");
}

test("a command is a slash, a name and the rest", () => {
  const cases: readonly (readonly [string, ReturnType<typeof parseCommand>])[] = [
    ["/help", { name: "help", argument: "" }],
    ["  /HELP  ", { name: "help", argument: "" }],
    [
      "/ibl [system:time]\n[system:time]",
      { name: "ibl", argument: "[system:time]\n[system:time]" },
    ],
    ["/ibl@our_bot [system:time]", { name: "ibl", argument: "[system:time]" }],
    ["/도움", { name: "도움", argument: "" }],
    ["/도움말", { name: "help", argument: "" }],
    ["/멈춤!", { name: "stop", argument: "" }],
    ["/기억 파리".normalize("NFD"), { name: "memory", argument: "파리" }],
    ["/forget-me", { name: "forget_me", argument: "" }],
    ["/help2", { name: "help2", argument: "" }],
    ["/help?", { name: "help", argument: "" }],
    ["/etc/hosts 읽어줘", undefined],
    ["/", undefined],
    ["say /help", undefined],
  ];
  for (const [text, expected] of cases) assert.deepEqual(parseCommand(text), expected, text);
});

test("help names every command of the menus, and tells how each of its subcommands is typed in both languages", async () => {
  const house = await openHouse();
  const help = await annSays(house, "/help");
  assert.ok(help.split("\n").length <= 12, help);
  for (const { name, subcommands = [] } of COMMAND_TREE) {
    if (name !== "help") assert.match(help, new RegExp(`/${name}\\b`));
    const more = await annSays(house, `/help ${name}`);
    for (const each of subcommands) assert.ok(more.includes(`/${name} ${each.name}`), more);
  }
  await annSays(house, "/language ko");
  const korean = await annSays(house, "/도움말");
  for (const { name, korean: called } of COMMAND_TREE)
    if (name !== "help") assert.match(korean, new RegExp(`/${called}`));
  assert.match(await annSays(house, "/도움말 할일"), /`\/할일 추가 ‹할일›`/);
});

test("help about a command that does not exist is that of the nearest, or says so", async () => {
  const house = await openHouse();
  assert.match(await annSays(house, "/help scheduel"), /^\*\*\/schedule\*\*/);
  assert.match(await annSays(house, "/help /files"), /^\*\*\/files\*\*/);
  assert.equal(await annSays(house, "/help qqqqqq"), "There is no command /qqqqqq.");
});

test("an unknown command is answered with the nearest, or with help alone", async () => {
  const house = await openHouse();
  assert.equal(await annSays(house, "/hlep"), "There is no command /hlep. Did you mean /help?");
  assert.equal(await annSays(house, "/zzzzzz"), "There is no command /zzzzzz.");
  for (const [typed, near] of [
    ["/forget_mee", "/forget_me"],
    ["/langauge", "/language"],
    ["/help2", "/help"],
    ["/도움맗", "/help"],
    ["/승이", "/approvals"],
    ["/워크플로", "/workflows"],
  ] as const)
    assert.ok((await annSays(house, typed)).includes(`Did you mean ${near}?`), typed);
  assert.deepEqual(house.assistant.turns, []);
});

test("the nearest command is a button that runs it, in its chat and for who presses", async () => {
  const house = await openHouse();
  await annSays(house, "/aprovals");
  const before = house.adapter.texts("telegram:1").length;
  await house.adapter.press(ANN, "/approvals");
  await settled();
  assert.deepEqual(house.adapter.texts("telegram:1").slice(before), ["Nothing waits for you."]);
});

test("with words behind it the nearest command is told with them, and no button loses them", async () => {
  const house = await openHouse();
  assert.equal(
    await annSays(house, "/remembr tea at four"),
    "There is no command /remembr. Did you mean `/remember tea at four`?",
  );
  assert.deepEqual(house.adapter.shown.at(-1)?.buttons, []);
});

test("a program typed by a person runs under the update's own origin", async () => {
  const house = await openHouse();
  house.assistant.onRun = ({ code }) => finished(`result of ${code}`);
  assert.equal(await annSays(house, "/ibl [system:time]"), "result of [system:time]");
  const [program] = house.assistant.programs;
  assert.equal(program?.origin, "update:telegram:1/0");
  assert.equal(program?.actor.chatId, "telegram:1");
  assert.match(await annSays(house, "/ibl"), /^Write it like this: `\/ibl/);
});

test("forwarded words are never a command", async () => {
  const house = await openHouse();
  const text = "/ibl [system:time]";
  assert.equal(await annSays(house, text, { isForwarded: true }), `echo ${text}`);
  assert.deepEqual(house.assistant.programs, []);
});

test("a person chooses language and zone, and is told what there is", async () => {
  const house = await openHouse();
  assert.equal(await annSays(house, "/language fr"), "The language is auto, Korean or English.");
  assert.match(await annSays(house, "/timezone Asia/Seoul"), /\*\*Seoul\*\*/);
  assert.equal(personOf(house, ANN).zone, "Asia/Seoul");
  assert.doesNotMatch(await annSays(house, "/timezone Nowhere/City"), /Your clock is/);
  assert.equal(personOf(house, ANN).zone, "Asia/Seoul");
  assert.match(await annSays(house, "/timezone 뉴욕"), /\*\*New York\*\*/);
  assert.equal(personOf(house, ANN).zone, "America/New_York");
  await annSays(house, "/language ko");
  assert.equal(
    await annSays(house, "/timezone 아틀란티스"),
    '"아틀란티스"라는 시간대는 없어요. 서울 같은 도시 이름을 써 주세요.',
  );
});

test("a new conversation is that person's in that chat", async () => {
  const house = await openHouse();
  assert.match(await annSays(house, "/new"), /^New conversation/);
  assert.deepEqual(house.sessions, [`${personOf(house, ANN).id} telegram:1`]);
});

test("nothing to stop is said", async () => {
  const house = await openHouse();
  assert.equal(await annSays(house, "/stop"), "Nothing is running.");
});

test("open approvals are shown again with working buttons, once a wish", async () => {
  const house = await openHouse();
  assert.equal(await annSays(house, "/approvals"), "Nothing waits for you.");
  house.cards.show(house.waitingRun(personOf(house, ANN), "telegram:1"));
  await annSays(house, "hello");
  const said = await annSays(house, "/approvals");
  assert.match(said, /^\*\*Do this\?/);
  await house.adapter.press(ANN, "Approve");
  await settled();
  const cards = house.adapter.texts("telegram:1").filter((text) => text.includes("Allowed · Ann"));
  assert.equal(cards.length, 2);
  assert.equal(house.assistant.continued.length, 1);
});

test("an owner sees what waits for them, a member only their own", async () => {
  const house = await openHouse();
  house.waitingRun(personOf(house, BEN), "telegram:2", { approver: "owner" });
  assert.match(await annSays(house, "/approvals"), /^\*\*Do this\?\*\*\n🙋 Asked by Ben/);
  await house.adapter.say(BEN, "/approvals");
  await settled();
  assert.equal(house.adapter.texts("telegram:2").at(-1), "Nothing waits for you.");
});

test("a group never sees what waits elsewhere", async () => {
  const house = await openHouse();
  house.waitingRun(personOf(house, ANN), "telegram:1");
  assert.equal(await annSays(house, "/approvals", { chat: GROUP }), "Nothing waits for you.");
  house.waitingRun(personOf(house, ANN), "telegram:-5", { origin: "group" });
  assert.match(await annSays(house, "/approvals", { chat: GROUP }), /^\*\*Do this\?/);
});

test("every command has a Korean name of its own, which Discord takes", async () => {
  const { names } = (await openHouse()).commands;
  assert.deepEqual([...names].sort(), Object.keys(KOREAN_COMMANDS).sort());
  const korean = Object.values(KOREAN_COMMANDS);
  assert.equal(new Set(korean).size, korean.length);
  // Discord docs, "Application Commands", naming: 1-32 characters of ^[-_'\p{L}\p{N}…]{1,32}$.
  for (const name of [...names, ...korean]) assert.match(name, /^[-_\p{L}\p{N}]{1,32}$/u);
});

test("the menu is complete in both languages, and short enough for both platforms", async () => {
  const { commands } = await openHouse();
  const shown = [...TELEGRAM_MENU, ...TELEGRAM_GROUP_MENU, "people"];
  const [korean, english] = [commands.menu("ko", shown), commands.menu("en", shown)];
  assert.deepEqual(
    korean.map(({ name }) => name),
    english.map(({ name }) => name),
  );
  for (const [index, { name, description }] of korean.entries()) {
    assert.match(description, /\p{Script=Hangul}/u, name);
    assert.doesNotMatch(english[index]!.description, /\p{Script=Hangul}/u, name);
    // Telegram Bot API, BotCommand: name 1-32 of a-z, 0-9 and _, description at most 256; Discord: description at most 100.
    assert.match(name, /^[a-z0-9_]{1,32}$/);
    assert.ok(description.length <= 100 && english[index]!.description.length <= 100, name);
  }
});

test("a known person is greeted with two things to try", async () => {
  const house = await openHouse();
  assert.match(await annSays(house, "/start"), /^Hi Ann\./);
  const { buttons } = house.adapter.withButton("Remind me in 30 min");
  assert.equal(buttons.flat().length, 2);
});
