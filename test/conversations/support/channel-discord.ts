import { startDiscordServer } from "../../support/discord-server.ts";
import { DISCORD_TOKEN } from "../../support/discord-server-adapter.ts";
import type { ServerInteraction } from "../../support/discord-server-state.ts";
import type { ShiftedClock } from "../../support/shifted-clock.ts";
import { type Place, plainly, type ServerChannel, type Who } from "./channel.ts";

/** Discord with both people, their direct messages with the bot, and a channel of a server. */
export async function openDiscord(options: {
  readonly clock: ShiftedClock;
  readonly language: "ko" | "en";
  readonly names: Readonly<Record<Who, string>>;
}): Promise<ServerChannel> {
  const { clock, language, names } = options;
  const server = await startDiscordServer({ token: DISCORD_TOKEN });
  server.state.firstResponseMs = 60_000;
  const user = (id: string, name: string) => server.user({ id, name, locale: language });
  const people = {
    owner: user("200000000000001001", names.owner),
    guest: user("200000000000002002", names.guest),
  };
  const homes = { owner: server.dm(people.owner), guest: server.dm(people.guest) };
  const group = server.channel({ id: "400000000000000009", guildId: "300000000000000009" });
  const presses: ServerInteraction[] = [];
  let greeted = 0;
  const channelOf = (who: Who, place: Place): string => (place === "group" ? group : homes[who]);
  const seen = (who: Who, place: Place) => {
    server.state.aheadMs = clock.now() - Date.now();
    return server
      .seen(channelOf(who, place))
      .filter(({ message }) => message.author.id === server.state.bot.id);
  };
  return {
    name: "discord",
    clock,
    environment: {
      DISCORD_BOT_TOKEN: DISCORD_TOKEN,
      DISCORD_API_BASE: server.apiBase,
      DISCORD_GATEWAY: server.gatewayUrl,
    },
    account: (who) => ({ platform: "discord", externalId: people[who].id, chatId: homes[who] }),
    async connected() {
      const greetings = () => server.gateway.log.filter((line) => /^(identify|resume)/.test(line));
      await server.waitFor(() => greetings().length > greeted, 20_000);
      greeted = greetings().length;
    },
    isTaken: () => true, // its gateway waits for no answer
    say({ who, place, isTwice }, text) {
      server.say(people[who], channelOf(who, place), text, { mentions: place === "group" });
      if (isTwice) server.gateway.repeatLast();
    },
    sendFile({ who, place, isTwice }, { name, mediaType, text, isVoice = false }, caption) {
      const file = { name, bytes: Buffer.from(text), type: mediaType };
      const facts = { files: [file], isVoice, mentions: place === "group" };
      server.say(people[who], channelOf(who, place), caption, facts);
      if (isTwice) server.gateway.repeatLast();
    },
    press({ who, place, isTwice }, label) {
      const message = [
        ...seen(who, place),
        ...(who === "guest" ? seen("owner", place) : []),
      ].findLast(({ labels }) => labels.includes(label));
      if (message === undefined) throw new Error(`Nothing shows a button "${label}".`);
      for (let times = 0; times < (isTwice ? 2 : 1); times += 1)
        presses.push(server.press(people[who], message.id, label));
    },
    seen: (who, place) =>
      seen(who, place).map(({ id, text, labels }) => ({ id, text: plainly(text), labels })),
    notes: () => presses.flatMap(({ notes }) => notes),
    until: (look, timeoutMs) => server.waitFor(look, timeoutMs),
    close: () => server.close(),
  };
}
