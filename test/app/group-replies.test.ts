import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { MINJI } from "../support/discord-server-adapter.ts";
import { openDiscordService } from "../support/discord-service.ts";

const CHANNEL = "400000000000000001";

/** The whole service on Discord, with Minji as its owner, in a channel of a server. */
async function openTown(context: TestContext) {
  const { discord, minji, dm, close } = await openDiscordService();
  context.after(close);
  discord.channel({ id: CHANNEL, guildId: "300000000000000001" });
  const answersIn = (place: string, count: number) =>
    discord.waitFor(() => {
      const own = discord.seen(place).filter(({ message }) => message.author.id !== MINJI.id);
      return own.length >= count ? own : undefined;
    });
  return { discord, minji, dm, answersIn };
}

test("in a server an answer and a card name the message that they answer; in private nothing does", async (t) => {
  const { discord, minji, dm, answersIn } = await openTown(t);
  const sum = discord.say(minji, CHANNEL, '/ibl [system:calculate]("6*7")', { mentions: true });
  const [answer] = await answersIn(CHANNEL, 1);
  assert.equal(answer?.message.repliesTo, sum.id);
  const asked = discord.say(minji, CHANNEL, '/ibl [system:run_command]("ls")', { mentions: true });
  const [, card] = await answersIn(CHANNEL, 2);
  assert.equal(card?.message.repliesTo, asked.id);
  discord.say(minji, dm, '/ibl [system:calculate]("6*7")');
  const [own] = await answersIn(dm, 1);
  assert.equal(own?.message.repliesTo, undefined);
  const mentions = discord
    .callsOf(/^POST .*messages$/)
    .map(({ body }) => (body as { allowed_mentions: object }).allowed_mentions);
  assert.deepEqual(mentions, [
    { parse: [], replied_user: true },
    { parse: [], replied_user: true },
    { parse: [] },
  ]);
});

test("an answer whose message is gone stands by itself", async (t) => {
  const { discord, minji, answersIn } = await openTown(t);
  const said = discord.say(minji, CHANNEL, '/ibl [system:calculate]("6*7")', { mentions: true });
  discord.state.messages.delete(said.id);
  const [answer] = await answersIn(CHANNEL, 1);
  assert.equal(answer?.message.repliesTo, undefined);
});
