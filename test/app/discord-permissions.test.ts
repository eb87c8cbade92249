import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { MINJI } from "../support/discord-server-adapter.ts";
import type { ServerChannel } from "../support/discord-server-state.ts";
import { openDiscordService } from "../support/discord-service.ts";

const CHANNEL = "400000000000000001";

/** The whole service on Discord, its owner Minji in a channel of a server where the bot lacks a permission. */
async function openTown(context: TestContext, lacks: NonNullable<ServerChannel["lacks"]>) {
  const { discord, minji, dm, close } = await openDiscordService();
  context.after(close);
  discord.channel({ id: CHANNEL, guildId: "300000000000000001" });
  const channel = discord.state.channels.get(CHANNEL)!;
  discord.state.channels.set(CHANNEL, { ...channel, name: "일반", lacks });
  discord.say(minji, dm, "안녕");
  const shown = (place: string, pattern: RegExp) =>
    discord.waitFor(() =>
      discord
        .seen(place)
        .findLast(({ text, message }) => message.author.id !== MINJI.id && pattern.test(text)),
    );
  return { discord, minji, dm, shown };
}

test("without Embed Links a card arrives all the same, with its buttons", async (t) => {
  const { discord, minji, shown } = await openTown(t, ["Embed Links"]);
  discord.say(minji, CHANNEL, '/ibl [system:run_command]("ls")', { mentions: true });
  const card = await shown(CHANNEL, /`ls`/);
  assert.equal(card.message.flags, 1 << 15);
  assert.ok(card.labels.length > 1);
});

test("without Attach Files the words arrive with the names of the files, and the owner hears what lacks where", async (t) => {
  const { discord, minji, dm, shown } = await openTown(t, ["Attach Files"]);
  discord.say(minji, CHANNEL, '/ibl [forge:bar]("주간") {data: [1, 2]}', { mentions: true });
  const words = await shown(CHANNEL, /📎 .*Attach Files/);
  assert.equal(words.message.attachments.length, 0);
  assert.match((await shown(dm, /Attach Files/)).text, /#일반/);
});

test("without Send Messages who asked gets the answer in private, with what lacks where", async (t) => {
  const { discord, minji, dm, shown } = await openTown(t, ["Send Messages"]);
  discord.say(minji, CHANNEL, '/ibl [system:calculate]("6*7")', { mentions: true });
  const { text } = await shown(dm, /Send Messages/);
  assert.match(text, /📭 [\s\S]*#일반[\s\S]*\n/);
  assert.deepEqual(
    discord.seen(CHANNEL).filter(({ message }) => message.author.id !== MINJI.id),
    [],
  );
});
