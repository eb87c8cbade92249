import assert from "node:assert/strict";
import { test } from "node:test";
import type { App } from "../../src/app/open-app.ts";
import { type Service, startService } from "../../src/app/service.ts";
import type { Localized } from "../../src/base/localized.ts";
import { type DiscordServer, startDiscordServer } from "../support/discord-server.ts";
import { DISCORD_TOKEN } from "../support/discord-server-adapter.ts";
import { partsAt } from "../support/parts.ts";
import { temporaryHome } from "../support/service.ts";
import { startTelegramServer, type TelegramServer } from "../support/telegram-server.ts";

const TELEGRAM_TOKEN = "4242:AAsecret-token_of-nobody";
const PATIENCE_MS = 30_000;
const ANN = { id: 7, firstName: "Ann", languageCode: "ko" };
const ON_DISCORD = "200000000000001001";

interface Place {
  readonly telegram: TelegramServer;
  readonly discord: DiscordServer;
  /** Ann's direct messages. */
  readonly dm: string;
  readonly parts: App;
  /** What whoever runs the service was told. */
  readonly told: readonly Localized[];
  readonly start: () => Promise<Service>;
}

/** The whole service in this process on both platforms, with Ann, who speaks Korean, as its owner on both; she has spoken with it before. */
async function withBoth(run: (place: Place) => Promise<void>): Promise<void> {
  const telegram = await startTelegramServer({ token: TELEGRAM_TOKEN });
  const discord = await startDiscordServer({ token: DISCORD_TOKEN });
  discord.state.firstResponseMs = PATIENCE_MS;
  const home = temporaryHome();
  const parts = partsAt(home.path, {
    IBL_LANGUAGE: "en",
    TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    DISCORD_BOT_TOKEN: DISCORD_TOKEN,
    DISCORD_API_BASE: discord.apiBase,
    DISCORD_GATEWAY: discord.gatewayUrl,
  });
  telegram.user(ANN);
  const dm = discord.dm(discord.user({ id: ON_DISCORD, name: "Ann", locale: "ko" }));
  const ann = parts.people.admit(
    { platform: "telegram", externalId: "7" },
    { role: "owner", name: "Ann", language: "ko" },
  );
  parts.people.addAccount({ platform: "discord", externalId: ON_DISCORD }, ann.id);
  parts.updates.remember({ platform: "discord", chatId: dm, isPrivate: true }, ann.id);
  telegram.say(ANN, "안녕");
  parts.updates.remember({ platform: "telegram", chatId: "7", isPrivate: true }, ann.id);
  const told: Localized[] = [];
  const running: Service[] = [];
  try {
    await run({
      telegram,
      discord,
      dm,
      parts,
      told,
      async start() {
        const service = await startService(parts, {
          announce: async () => undefined,
          tellLost: (words) => void told.push(words),
        });
        running.push(service);
        return service;
      },
    });
  } finally {
    for (const service of running) await service.stop();
    if (running.length === 0) await parts.close();
    await telegram.close();
    await discord.close();
    home.remove();
  }
}

/** Resolves when a session has begun. */
async function connected(discord: DiscordServer): Promise<void> {
  await discord.waitFor(
    () => discord.gateway.log.some((line) => line.startsWith("identify")),
    PATIENCE_MS,
  );
}

test("a platform whose token is refused keeps no other from running, and its owner hears of it there", async () => {
  await withBoth(async ({ telegram, discord, dm, told, start }) => {
    telegram.revokeToken();
    await start();
    const shown = await discord.waitFor(
      () => discord.seen(dm).find(({ text }) => text.includes("텔레그램 없이")),
      PATIENCE_MS,
    );
    const problem =
      "텔레그램이 봇 토큰을 받지 않아요. TELEGRAM_BOT_TOKEN에 @BotFather가 보여 주는 토큰을 넣고 다시 시작해 주세요.";
    assert.equal(shown.text.trim(), `📵 텔레그램 없이 계속해요. ${problem}`);
    assert.deepEqual(
      told.map(({ ko }) => ko),
      [`📵 텔레그램 없이 계속해요. ${problem}`],
    );
    await connected(discord);
    discord.say(
      discord.user({ id: ON_DISCORD, name: "Ann", locale: "ko" }),
      dm,
      "파리는 지금 몇 시야",
    );
    await discord.waitFor(
      () => discord.seen(dm).some(({ text }) => /^파리는 .요일/.test(text)),
      PATIENCE_MS,
    );
  });
});

test("where every platform refuses its token nothing starts, and all of it is told at once", async () => {
  await withBoth(async ({ telegram, discord, told, start }) => {
    telegram.revokeToken();
    discord.state.isTokenRevoked = true;
    await assert.rejects(start(), {
      code: "adapter-refused",
      message: /TELEGRAM_BOT_TOKEN[^\n]*\n[^\n]*DISCORD_BOT_TOKEN/,
    });
    assert.deepEqual(told, []);
  });
});

test("a token that is taken back while the service runs is told to its owner on the other platform", async () => {
  await withBoth(async ({ telegram, discord, start }) => {
    await start();
    await connected(discord);
    discord.state.isTokenRevoked = true;
    discord.gateway.disconnect(4004);
    await telegram.waitFor(
      () =>
        telegram.messages(7).some(({ text }) => /📵 디스코드 없이 .*DISCORD_BOT_TOKEN/.test(text)),
      PATIENCE_MS,
    );
  });
});

test("a Telegram token that is taken back while the service runs is told on Discord", async () => {
  await withBoth(async ({ telegram, discord, dm, start }) => {
    await start();
    await connected(discord);
    telegram.revokeToken();
    const shown = await discord.waitFor(
      () => discord.seen(dm).find(({ text }) => text.includes("텔레그램 없이")),
      PATIENCE_MS,
    );
    assert.match(shown.text, /TELEGRAM_BOT_TOKEN/);
  });
});
