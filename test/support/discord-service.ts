import { channelsOf } from "../../src/app/channels.ts";
import { startDiscordServer } from "./discord-server.ts";
import { DISCORD_TOKEN, MINJI } from "./discord-server-adapter.ts";
import { Town, type TownOptions } from "./town.ts";

/** The whole service on Discord, with Minji as its owner and her direct messages; resolves when it listens. The caller closes it. */
export async function openDiscordService(options: Omit<TownOptions, "environment"> = {}) {
  const discord = await startDiscordServer({ token: DISCORD_TOKEN });
  const town = new Town({
    ...options,
    environment: {
      DISCORD_BOT_TOKEN: DISCORD_TOKEN,
      DISCORD_API_BASE: discord.apiBase,
      DISCORD_GATEWAY: discord.gatewayUrl,
    },
  });
  town.clock.set(new Date().toISOString());
  const minji = discord.user(MINJI);
  const dm = discord.dm(minji);
  const { people, outbox, dispatcher } = town.parts;
  const account = { platform: "discord", externalId: MINJI.id };
  people.admit(account, { role: "owner", name: MINJI.name, language: "ko" });
  await town.start();
  const [adapter] = channelsOf(town.parts);
  const paced = outbox.start(adapter!, { recover: true });
  dispatcher.attach(paced, { recover: true });
  await paced.start((event) => dispatcher.receive(event));
  await discord.waitFor(() => discord.gateway.log.some((line) => line.startsWith("identify")));
  const close = async (): Promise<void> => {
    await paced.stop();
    await town.close();
    await discord.close();
  };
  return { discord, town, minji, dm, close };
}
