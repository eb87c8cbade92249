import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startDiscordServer } from "../support/discord-server.ts";
import { DISCORD_TOKEN } from "../support/discord-server-adapter.ts";
import { freePort } from "../support/platform-server.ts";
import { SHIPPED } from "../support/program.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TELEGRAM_TOKEN = "4242:AAsecret-token_of-nobody";
const PATIENCE_MS = 60_000;

for (const isWebhook of [false, true])
  test(
    `what \`npm start\` starts is claimed on Telegram by ${isWebhook ? "its webhook" : "polling"}, lets somebody in on Discord, and talks on both`,
    {
      timeout: 240_000,
    },
    (t) => claimAndLetIn(t, isWebhook),
  );

async function claimAndLetIn(t: TestContext, isWebhook: boolean): Promise<void> {
  const telegram = await startTelegramServer({ token: TELEGRAM_TOKEN });
  const discord = await startDiscordServer({ token: DISCORD_TOKEN });
  discord.state.firstResponseMs = PATIENCE_MS;
  const home = temporaryHome();
  const environment = {
    TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    DISCORD_BOT_TOKEN: DISCORD_TOKEN,
    DISCORD_API_BASE: discord.apiBase,
    DISCORD_GATEWAY: discord.gatewayUrl,
    IBL_LANGUAGE: "en",
    ...(isWebhook ? webhookAt(await freePort()) : {}),
  };
  const service = new ServiceProcess(home.path, environment, SHIPPED);
  t.after(async () => {
    await service.kill();
    await telegram.close();
    await discord.close();
    home.remove();
  });
  const ann = telegram.user({ id: 7, firstName: "Ann", languageCode: "en" });
  const bob = discord.user({ id: "200000000000002002", name: "Bob", locale: "en-US" });
  const dm = discord.dm(bob);
  const annReads = (pattern: RegExp) =>
    telegram.waitFor(
      () => telegram.messages(ann.id).findLast(({ text }) => pattern.test(text)),
      PATIENCE_MS,
    );
  const bobReads = (pattern: RegExp) =>
    discord.waitFor(() => discord.seen(dm).some(({ text }) => pattern.test(text)), PATIENCE_MS);

  const [, code = ""] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
  telegram.say(ann, `/claim ${code}`);
  await annReads(/you're the owner/i);
  await discord.waitFor(
    () => discord.gateway.log.some((line) => line.startsWith("identify")),
    PATIENCE_MS,
  );
  discord.say(bob, dm, "hello");
  await bobReads(/I asked the owner/);
  const { messageId } = await annReads(/Bob.*would like in/);
  telegram.press(ann, messageId, "Let in");
  await bobReads(/You're in/);
  telegram.say(ann, "what time is it in Paris");
  await annReads(/in Paris/);
  discord.say(bob, dm, "what time is it in Tokyo");
  await bobReads(/in Tokyo/);
  assert.equal(telegram.deliveries.length > 0, isWebhook);
  assert.equal(telegram.callsOf("getUpdates").length > 0, !isWebhook);
  assert.equal(await service.stop(), 0);
}

function webhookAt(port: number): Readonly<Record<string, string>> {
  return {
    TELEGRAM_WEBHOOK_URL: `http://127.0.0.1:${port}/telegram`,
    TELEGRAM_WEBHOOK_LISTEN: `127.0.0.1:${port}`,
  };
}
