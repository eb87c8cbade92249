import assert from "node:assert/strict";
import { test } from "node:test";
import { startDiscordServer } from "../support/discord-server.ts";
import { DISCORD_TOKEN } from "../support/discord-server-adapter.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "123456:test-token-of-the-groups";

/** The library of one platform is large, and test machines are busy. */
const PATIENCE_MS = 45_000;

/** A group of a platform as the story plays in it: two members, what they do there and what is seen. */
interface Stage {
  readonly name: string;
  /** Someone writes to the bot, in the group or in private. */
  readonly say: (who: "cho" | "dan", text: string, place: "group" | "private") => void;
  /** Someone presses a button of the last message of the group that has it; what is given resolves to what they are told. */
  readonly press: (who: "cho" | "dan", label: string) => () => Promise<string>;
  /** All that a place shows. */
  readonly seen: (place: "group" | "cho" | "dan") => string;
  /** Resolves when a place shows something. */
  readonly shows: (place: "group" | "cho" | "dan", pattern: RegExp) => Promise<unknown>;
}

test("two people in one group never read, press or answer what is the other's, on Telegram and on Discord", {
  timeout: 600_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const discord = await startDiscordServer({ token: DISCORD_TOKEN });
  discord.state.firstResponseMs = PATIENCE_MS;
  const home = temporaryHome();
  const service = new ServiceProcess(home.path, {
    IBL_LANGUAGE: "en",
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    DISCORD_BOT_TOKEN: DISCORD_TOKEN,
    DISCORD_API_BASE: discord.apiBase,
    DISCORD_GATEWAY: discord.gatewayUrl,
  });
  t.after(async () => {
    await service.kill();
    home.remove();
  });
  const ann = telegram.user({ id: 1001, firstName: "Ann", languageCode: "en" });
  const lettingIn = async (name: string): Promise<void> => {
    const card = await telegram.waitFor(
      () =>
        telegram
          .messages(ann.id)
          .findLast(({ text, buttons = [] }) => text.includes(name) && buttons.length > 0),
      PATIENCE_MS,
    );
    telegram.press(ann, card.messageId, "Let in");
  };

  const onTelegram = {
    cho: telegram.user({ id: 2002, firstName: "Cho", languageCode: "en" }),
    dan: telegram.user({ id: 3003, firstName: "Dan", languageCode: "en" }),
  };
  const group = telegram.group({ id: -1005, title: "Tea" });
  const telegramId = (place: "group" | "cho" | "dan"): number =>
    place === "group" ? group.id : onTelegram[place].id;
  const telegramSeen: Stage["seen"] = (place) =>
    telegram
      .messages(telegramId(place))
      .map(({ text }) => text)
      .join("\n");
  const telegramStage: Stage = {
    name: "Telegram",
    say(who, text, place) {
      if (place === "private") telegram.say(onTelegram[who], text);
      else {
        const words = text.startsWith("/") ? text : `@${telegram.bot.username} ${text}`;
        telegram.say(onTelegram[who], words, { chat: group });
      }
    },
    press: (who, label) => {
      const card = telegram
        .messages(group.id)
        .findLast(({ buttons = [] }) => buttons.flat().some((button) => button.text === label))!;
      const { pressId } = telegram.press(onTelegram[who], card.messageId, label);
      return async () =>
        JSON.stringify(await telegram.waitFor(() => telegram.answersTo(pressId)[0], PATIENCE_MS));
    },
    seen: telegramSeen,
    shows: (place, pattern) =>
      telegram.waitFor(() => pattern.test(telegramSeen(place)), PATIENCE_MS),
  };

  const onDiscord = {
    cho: discord.user({ id: "200000000000002002", name: "Cho2", locale: "en-US" }),
    dan: discord.user({ id: "200000000000003003", name: "Dan2", locale: "en-US" }),
  };
  const channel = discord.channel({ id: "400000000000000009", guildId: "300000000000000009" });
  const homes = { cho: discord.dm(onDiscord.cho), dan: discord.dm(onDiscord.dan), group: channel };
  /** Discord shows somebody in the group what nobody else sees there. */
  const discordSeen: Stage["seen"] = (place) =>
    [
      ...discord.seen(homes[place]),
      ...(place === "group" ? [] : discord.seen(channel, onDiscord[place].id)),
    ]
      .filter(
        ({ message }) => place === "group" || message.channelId !== channel || message.onlyFor,
      )
      .map(({ text }) => text)
      .join("\n");
  const discordStage: Stage = {
    name: "Discord",
    say: (who, text, place) =>
      void (place === "group"
        ? discord.say(onDiscord[who], channel, text, { mentions: true })
        : discord.say(onDiscord[who], homes[who], text)),
    press: (who, label) => {
      const card = discord.seen(channel).findLast(({ labels }) => labels.includes(label))!;
      const press = discord.press(onDiscord[who], card.id, label);
      return () => discord.waitFor(() => press.notes[0], PATIENCE_MS);
    },
    seen: discordSeen,
    shows: (place, pattern) => discord.waitFor(() => pattern.test(discordSeen(place)), PATIENCE_MS),
  };

  await t.test("an owner lets four accounts in", async () => {
    await service.ready();
    const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, PATIENCE_MS);
    telegram.say(ann, `/claim ${code}`);
    await telegram.waitFor(
      () => telegram.messages(ann.id).some(({ text }) => /You're the owner/.test(text)),
      PATIENCE_MS,
    );
    await discord.waitFor(
      () => discord.gateway.log.some((line) => line.startsWith("identify")),
      PATIENCE_MS,
    );
    for (const [stage, who, name] of [
      [telegramStage, "cho", "Cho"],
      [telegramStage, "dan", "Dan"],
      [discordStage, "cho", "Cho2"],
      [discordStage, "dan", "Dan2"],
    ] as const) {
      stage.say(who, "hello", "private");
      await lettingIn(name);
      await stage.shows(who, /You're in/);
    }
  });

  for (const stage of [telegramStage, discordStage])
    await t.test(`in a group on ${stage.name}`, async () => {
      const { say, press, seen, shows } = stage;
      say("cho", "/remember my locker is 4711", "private");
      await shows("cho", /Got it: my locker is 4711/);
      say("cho", '/ibl [source:search_memory]("locker")', "group");
      await shows("group", /For your eyes only/);
      assert.match(await press("dan", "Show me")(), /That's for Cho2? only/);
      press("cho", "Show me");
      await shows("cho", /4711[\s\S]*4711/);
      say("dan", '/ibl [source:search_memory]("locker")', "group");
      await shows("group", /only[\s\S]*only/);
      press("dan", "Show me");
      await shows("dan", /You haven't told me that/);

      say("cho", '/ibl [system:write]("old/x.md") {content: "x"}', "group");
      await shows("group", /Saved .*old\/x\.md/);
      say("cho", '/ibl [system:delete]("old")', "group");
      await shows("group", /Delete .*old.*\?/);
      assert.match(await press("dan", "Delete")(), /That's for Cho2? or an owner/);
      say("dan", "/approvals", "group");
      await shows("group", /Nothing waits for you/);
      press("cho", "Don't");
      await shows("group", /✖️ Not deleted · Cho/);

      say("cho", '/ibl [system:ask_user]("Which colour?")', "group");
      await shows("group", /Which colour\?/);
      say("dan", "what time is it", "group");
      await shows("group", /It's \d/);
      say("cho", "blue please", "group");
      await shows("group", /✅.*blue please/);
      assert.doesNotMatch(seen("group"), /4711/);
      assert.doesNotMatch(seen("dan"), /4711/);
    });
  await telegram.close();
  await discord.close();
});
