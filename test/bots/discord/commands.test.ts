import assert from "node:assert/strict";
import { test } from "node:test";
import { commandsOf } from "../../../src/bots/discord/commands.ts";
import { KOREAN_COMMANDS } from "../../../src/bots/platform/command-names.ts";
import { COMMANDS_WITH_VALUES, valuesFor } from "../../../src/bots/platform/command-values.ts";
import type { Person } from "../../../src/security/access/people.ts";
import { openHouse } from "../../support/bots-house.ts";
import { MINJI, withDiscord } from "../../support/discord-server-adapter.ts";
import { checkCommands } from "../../support/discord-server-rules.ts";

interface Registered {
  readonly name: string;
  readonly type: number;
  readonly contexts: readonly number[];
  readonly integration_types: readonly number[];
  readonly name_localizations?: Readonly<Record<string, string>>;
  readonly options?: readonly {
    readonly type: number;
    readonly name: string;
    readonly autocomplete?: boolean;
  }[];
}

/** What is registered for the whole product. */
async function registered(): Promise<readonly Registered[]> {
  const { commands } = await openHouse();
  const menus = { ko: commands.menu("ko"), en: commands.menu("en") };
  return commandsOf(menus) as readonly Registered[];
}

test("every command of the product is a slash command in both languages, within Discord's limits", async () => {
  const commands = await registered();
  checkCommands(commands as unknown as Record<string, unknown>[]);
  const menu = (await openHouse()).commands.menu("en");
  const slash = commands.filter(({ type }) => type === 1);
  assert.deepEqual(
    slash.map(({ name }) => name),
    ["ask", ...menu.map(({ name }) => name)],
  );
  for (const { name, name_localizations: names } of slash)
    if (name !== "ask") assert.deepEqual(names, { ko: KOREAN_COMMANDS[name] }, name);
});

test("commands are for servers and for direct messages with the bot, where a server or a person invited it", async () => {
  for (const { name, contexts, integration_types: types } of await registered())
    assert.deepEqual([contexts, types], [[0, 1], [0]], name);
});

test("values are offered behind the commands that have some, and /ask takes a file", async () => {
  const commands = await registered();
  const offering = commands.filter(({ options = [] }) =>
    options.some(({ autocomplete }) => autocomplete === true),
  );
  assert.deepEqual(offering.map(({ name }) => name).sort(), [...COMMANDS_WITH_VALUES].sort());
  const ask = commands.find(({ name }) => name === "ask");
  assert.deepEqual(
    ask?.options?.map(({ type, name }) => [type, name]),
    [
      [3, "text"],
      [11, "file"],
    ],
  );
});

test("more than a hundred slash commands are never sent", () => {
  const many = Array.from({ length: 150 }, (_, index) => ({
    name: `command_${index}`,
    description: "d".repeat(300),
    takesText: true,
  }));
  const commands = commandsOf({ ko: many, en: many }) as readonly Record<string, unknown>[];
  checkCommands(commands);
});

const PERSON = { id: "p1", language: "ko" } as Person; // nothing else of a person is read
const PARTS = {
  agentRegistry: {
    all: () =>
      [
        { id: "writer", title: { ko: "글쓴이", en: "Writer" } },
        { id: "cook", title: { ko: "요리사", en: "Cook" } },
      ] as never,
  },
  switches: { list: () => [{ name: "출근", program: "[system:time]" }] as never },
  workflows: () => [{ name: 'morning "news"', title: "아침 뉴스" }],
};

test("values are found by their label and by what they stand for, the nearest first", () => {
  const find = (command: string, typed: string) =>
    valuesFor(PARTS, { command, typed, person: PERSON, limit: 25 });
  assert.deepEqual(find("agent", ""), [
    { label: "글쓴이", value: "writer" },
    { label: "요리사", value: "cook" },
  ]);
  assert.deepEqual(find("agent", "요리"), [{ label: "요리사", value: "cook" }]);
  assert.deepEqual(find("ibl", "아침"), [
    { label: "▶ 아침 뉴스", value: '[system:run_pipeline]("morning \\"news\\"")' },
  ]);
  assert.deepEqual(find("switches", ""), [{ label: "− 출근", value: "remove 출근" }]);
  assert.equal(find("timezone", "new york")[0]?.value, "America/New_York");
  assert.equal(find("timezone", "a").length, 25);
  assert.deepEqual(find("settings", "quiet o"), [
    { label: "조용한 시간 끄기", value: "quiet off" },
  ]);
  assert.deepEqual(find("help", ""), []);
});

test("who types behind a command is offered values at once, and nothing of it is kept", async () => {
  const asked: unknown[] = [];
  await withDiscord(
    async (bench) => {
      const { server } = bench;
      const minji = server.user(MINJI);
      const dm = server.dm(minji);
      await bench.start();
      const typing = server.type(minji, dm, "agent", "글");
      await server.waitFor(() => typing.choices !== undefined);
      assert.deepEqual(typing.choices, ["글쓴이", `${"가".repeat(100)}`]);
      assert.deepEqual(asked, [
        {
          command: "agent",
          typed: "글",
          sender: { id: MINJI.id, name: "민지", username: "민지", languageTag: "ko" },
          chat: { platform: "discord", chatId: dm, isPrivate: true },
          limit: 25,
        },
      ]);
      server.slash(minji, dm, "agent", "writer");
      const [event] = await bench.eventCount(1);
      assert.equal(event?.kind === "message" && event.text, "/agent writer");
    },
    {
      suggest: (facts) => {
        asked.push(facts);
        return [
          { label: "글쓴이", value: "writer" },
          { label: "가".repeat(120), value: "long-label" },
          { label: "너무 긴 값", value: "x".repeat(101) },
        ];
      },
    },
  );
});
