import type { AddressInfo } from "node:net";
import { startDiscordServer } from "../../test/support/discord-server.ts";
import { DISCORD_TOKEN } from "../../test/support/discord-server-adapter.ts";
import { createDiscordLimits } from "../../test/support/discord-server-limits.ts";
import { startTelegramServer } from "../../test/support/telegram-server.ts";
import { createTelegramLimits } from "../../test/support/telegram-server-limits.ts";
import { startSlowModel } from "./load-model.ts";
import { type LoadPlay, type LoadResult, playLoad } from "./load-play.ts";
import { discordSide, type Side, telegramSide } from "./load-sides.ts";

/** Platforms of one bot, each with a crowd. */
export type LoadOrder =
  | { readonly kind: "open"; readonly chats: number; readonly telegramToken: string }
  | {
      readonly kind: "play";
      readonly play: LoadPlay;
      /** Only the first of these sides is there for a bot of one platform. */
      readonly sides: readonly ("telegram" | "discord")[];
    };

/** Where the bot finds the platforms. */
export interface LoadPlaces {
  readonly telegram: string;
  readonly discordApi: string;
  readonly discordGateway: string;
  readonly discordToken: string;
  readonly model: string;
}

/** What came of a play on each side, with how many calls each platform refused after the warm-up. */
export interface LoadReport {
  readonly sides: readonly (LoadResult & { readonly name: string; readonly refused: number })[];
}

const sides = new Map<string, { readonly side: Side; readonly refusedAtMs: readonly number[] }>();

process.on("message", (order: LoadOrder) => {
  obey(order).then(
    (value) => process.send?.(value),
    (thrown: unknown) => process.send?.({ problem: String(thrown) }),
  );
});

// Whoever started this process is gone.
process.on("disconnect", () => process.exit());

async function obey(order: LoadOrder): Promise<LoadPlaces | LoadReport> {
  return order.kind === "open" ? open(order) : play(order);
}

async function open({
  chats,
  telegramToken,
}: Extract<LoadOrder, { kind: "open" }>): Promise<LoadPlaces> {
  const telegramLimits = createTelegramLimits();
  const discordLimits = createDiscordLimits();
  const telegram = await startTelegramServer({ token: telegramToken, limits: telegramLimits });
  const discord = await startDiscordServer({ token: DISCORD_TOKEN, limits: discordLimits });
  sides.set("telegram", {
    side: telegramSide(telegram, chats),
    refusedAtMs: telegramLimits.refusedAtMs,
  });
  sides.set("discord", {
    side: discordSide(discord, chats),
    refusedAtMs: discordLimits.refusedAtMs,
  });
  const model = startSlowModel();
  await new Promise((resolve) => model.once("listening", resolve));
  // The address of a TCP server that listens is an AddressInfo (Node.js documentation, server.address).
  const { port } = model.address() as AddressInfo;
  return {
    telegram: telegram.url,
    discordApi: discord.apiBase,
    discordGateway: discord.gatewayUrl,
    discordToken: DISCORD_TOKEN,
    model: `http://127.0.0.1:${port}`,
  };
}

async function play(order: Extract<LoadOrder, { kind: "play" }>): Promise<LoadReport> {
  const playing = order.sides.map(async (name) => {
    const known = sides.get(name);
    if (known === undefined) throw new Error(`There is no ${name}.`);
    const startMs = performance.now();
    const result = await playLoad(known.side, order.play);
    const fromMs = startMs + order.play.warmUpMs;
    return { ...result, name, refused: known.refusedAtMs.filter((atMs) => atMs > fromMs).length };
  });
  return { sides: await Promise.all(playing) };
}
