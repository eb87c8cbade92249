import { AppError, messageOf } from "../base/errors.ts";
import { WITHOUT_CONTENT } from "../bots/discord-gateway-codes.ts";
import { probeDiscord } from "../bots/discord-probe.ts";
import { probeTelegram } from "../bots/telegram-probe.ts";
import type { Config } from "../config.ts";
import type { HealthLine } from "./health-line.ts";

/** Which platforms have a token. */
export function channelLines(config: Config): readonly HealthLine[] {
  return [telegramLine(config), discordLine(config)];
}

/** Asks every platform that has a token whether it is good, and what the bot may do there. */
export async function onlineChannelLines({
  telegram,
  discord,
}: Config): Promise<readonly HealthLine[]> {
  const [onTelegram, onDiscord] = await Promise.all([
    telegram === undefined ? [] : telegramAccount(telegram),
    discord === undefined ? [] : discordAccount(discord),
  ]);
  return [...onTelegram, ...onDiscord];
}

function telegramLine({ telegram }: Config): HealthLine {
  if (telegram !== undefined)
    return {
      name: "Telegram",
      state: "ok",
      detail: `token of bot ${telegram.token.split(":")[0]}`,
    };
  return {
    name: "Telegram",
    state: "missing",
    detail: "no token",
    next: "Ask @BotFather for a token and set TELEGRAM_BOT_TOKEN (or run `ibl-bot setup`).",
  };
}

/** The first part of a token is the bot's id (docs "API Reference", Authentication). */
function discordLine({ discord }: Config): HealthLine {
  if (discord !== undefined) {
    const id = Buffer.from(discord.token.split(".")[0] ?? "", "base64url").toString();
    const detail = /^\d{15,20}$/.test(id) ? `token of bot ${id}` : "a token is set";
    return { name: "Discord", state: "ok", detail };
  }
  return {
    name: "Discord",
    state: "missing",
    detail: "no token",
    next: "Make an application in the Developer Portal and set DISCORD_BOT_TOKEN (docs/discord.md).",
  };
}

async function telegramAccount(
  telegram: NonNullable<Config["telegram"]>,
): Promise<readonly HealthLine[]> {
  const name = "Telegram account";
  try {
    const bot = await probeTelegram(telegram);
    return [{ name, state: "ok", detail: `@${bot.username}` }];
  } catch (error) {
    const next = isRefused(error)
      ? "Copy the token from @BotFather again."
      : "Check the network, or TELEGRAM_API_ROOT.";
    return [{ name, state: "problem", detail: messageOf(error), next }];
  }
}

async function discordAccount(
  discord: NonNullable<Config["discord"]>,
): Promise<readonly HealthLine[]> {
  const name = "Discord account";
  try {
    const {
      name: application,
      applicationId,
      readsContent,
      sessionsLeft,
    } = await probeDiscord(discord);
    const account: HealthLine = {
      name,
      state: "ok",
      detail: `${application} (application ${applicationId}, ${sessionsLeft} sessions left today)`,
    };
    const intents: HealthLine = readsContent
      ? { name: "Discord intents", state: "ok", detail: "Message Content is on" }
      : { name: "Discord intents", state: "ok", detail: WITHOUT_CONTENT };
    return [account, intents];
  } catch (error) {
    const next = isRefused(error)
      ? "Take a new token in the Developer Portal (Bot, Reset Token)."
      : "Check the network, or DISCORD_API_BASE.";
    return [{ name, state: "problem", detail: messageOf(error), next }];
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === "adapter-refused";
}
