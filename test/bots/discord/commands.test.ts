import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMAND_TREE } from "../../../src/bots/commands/command-tree.ts";
import { commandsOf } from "../../../src/bots/discord/commands.ts";
import { KOREAN_COMMANDS, OTHER_NAMES } from "../../../src/bots/platform/command-names.ts";
import { fittingValues } from "../../../src/bots/platform/command-values.ts";
import { MINJI, withDiscord } from "../../support/discord-server-adapter.ts";
import { checkCommands, listOf } from "../../support/discord-server-rules.ts";
import { CHANNEL, town } from "../../support/discord-town.ts";

type Fields = Readonly<Record<string, unknown>>;

const COMMANDS = commandsOf(COMMAND_TREE) as readonly Fields[];

/** Options of a command and of its subcommands. */
function optionsIn(command: Fields): readonly Fields[] {
  return listOf(command["options"]).flatMap((each) => [each, ...listOf(each["options"])]);
}

test("fourteen commands in both languages and three entries for messages, within Discord's limits", () => {
  checkCommands(COMMANDS);
  const slash = COMMANDS.filter(({ type }) => type === 1);
  assert.equal(slash.length, 14);
  assert.equal(COMMANDS.length, 17);
  for (const { name, name_localizations: names } of slash) {
    const korean = (names as Fields)["ko"];
    const known = KOREAN_COMMANDS[String(name)] === korean || OTHER_NAMES[String(korean)] === name;
    if (name !== "ask") assert.ok(known, String(name));
  }
});

test("every option and choice has a Korean name, and free text alone is the whole of no command", () => {
  for (const command of COMMANDS.filter(({ type }) => type === 1)) {
    const options = optionsIn(command);
    for (const option of options) {
      assert.match(JSON.stringify(option["name_localizations"]), /\p{Script=Hangul}/u);
      for (const choice of listOf(option["choices"])) assert.ok(choice["name_localizations"]);
    }
    const [only] = options;
    if (options.length === 1 && only?.["type"] === 3) assert.ok(only["choices"], "a free text");
  }
});

test("somebody is given a role by choosing their account and the role", () => {
  const people = COMMANDS.find(({ name }) => name === "people") ?? {};
  const role = listOf(people["options"]).find(({ name }) => name === "role") ?? {};
  assert.deepEqual(
    listOf(role["options"]).map((option) => [
      option["type"],
      option["required"],
      listOf(option["choices"]).map(({ value }) => value),
    ]),
    [
      [6, true, []],
      [3, true, ["owner", "member", "out"]],
    ],
  );
});

test("commands are for servers and for direct messages with the bot", () => {
  for (const { name, contexts, integration_types: types } of COMMANDS)
    assert.deepEqual([contexts, types], [[0, 1], [0]], String(name));
});

test("values are found by their label and by what they stand for, the nearest first", () => {
  const values = [
    { label: "글쓴이", value: "writer" },
    { label: "요리사", value: "cook" },
  ];
  assert.deepEqual(fittingValues(values, "", 25), values);
  assert.deepEqual(fittingValues(values, "요리", 25), [values[1]]);
  assert.deepEqual(fittingValues(values, "WRI", 25), [values[0]]);
  assert.deepEqual(fittingValues(values, "없음", 25), []);
});

test("who types into an option is offered values at once, and nothing of it is kept", async () => {
  const asked: unknown[] = [];
  await withDiscord(
    async (bench) => {
      const { server } = bench;
      const minji = server.user(MINJI);
      const dm = server.dm(minji);
      await bench.start();
      const typing = server.type(minji, dm, "reminder add", { what: "약", when: "내일" });
      await server.waitFor(() => typing.choices !== undefined);
      assert.deepEqual(typing.choices, ["내일 오후 3시", `${"가".repeat(100)}`]);
      assert.deepEqual(asked, [
        {
          command: "reminder add",
          option: "when",
          typed: "내일",
          values: { what: "약", when: "내일" },
          sender: { id: MINJI.id, name: "민지", username: "민지", languageTag: "ko" },
          chat: { platform: "discord", chatId: dm, isPrivate: true },
          limit: 25,
        },
      ]);
      server.slash(minji, dm, "reminder add", { what: "약", when: "내일 3시" });
      const [event] = await bench.eventCount(1);
      assert.ok(event?.kind === "message");
      assert.deepEqual(
        [event.text, event.options],
        ["/reminder add", { what: "약", when: "내일 3시" }],
      );
    },
    {
      suggest: (facts) => {
        asked.push(facts);
        return [
          { label: "내일 오후 3시", value: "내일 오후 3시" },
          { label: "가".repeat(120), value: "long-label" },
          { label: "너무 긴 값", value: "x".repeat(101) },
        ];
      },
    },
  );
});

test("a message becomes a to-do at once, and a reminder by a form that asks when", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server } = bench;
    await bench.start();
    const told = server.say(minji, CHANNEL, "우유\n사 오기");
    server.about(minji, told.id, "Add to to-dos");
    const [todo] = await bench.eventCount(1);
    assert.ok(todo?.kind === "message");
    assert.deepEqual([todo.text, todo.options], ["/todo add", { item: "우유 사 오기" }]);
    const opened = server.about(minji, told.id, "Remind me");
    await server.waitFor(() => opened.modal !== undefined);
    const sent = server.submit(opened, { "ibl:words": "내일 3시" });
    const [, reminder] = await bench.eventCount(2);
    assert.ok(reminder?.kind === "message");
    assert.deepEqual(
      [reminder.text, reminder.options],
      ["/reminder add", { what: "우유 사 오기", when: "내일 3시" }],
    );
    await server.waitFor(() => sent.response === 5);
  });
});

test("what only one person sees follows the command, and is never a message for all", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server, adapter } = bench;
    await bench.start();
    const used = server.slash(minji, CHANNEL, "todo list");
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "message");
    await server.waitFor(() => used.response === 5);
    const repliesTo = event.messageId;
    const send = (text: string) => adapter.send(event.chat, { text, repliesTo }, { key: text });
    await adapter.send(event.chat, { text: "다른 사람의 알림" }, { key: "other" });
    assert.deepEqual(used.notes, []);
    const first = await send("계란");
    assert.equal(first.messageId, used.originalId);
    await send("빵");
    const shown = (userId?: string) => server.seen(CHANNEL, userId).map(({ text }) => text);
    assert.deepEqual(shown(), ["다른 사람의 알림"]);
    assert.deepEqual(shown(minji.id), ["계란", "다른 사람의 알림", "빵"]);
    await adapter.edit(event.chat, first.messageId, { text: "계란, 빵" });
    server.state.aheadMs += 20 * 60 * 1000;
    await assert.rejects(send("우유"), { kind: "gone" });
    const posts = server.callsOf(/^POST \/channels\/\d+\/messages/);
    assert.equal(posts.length, 1);
  });
});
