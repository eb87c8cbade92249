import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { CallLimits, TelegramClient } from "./client.ts";
import { type CommandMenu, setMenus } from "./menus.ts";
import type { BotIdentity } from "./updates.ts";

/** What an introduction works with. */
export interface IntroductionParts {
  readonly client: TelegramClient;
  readonly log: Log;
  readonly limits: CallLimits;
  /** True where updates come by webhook: one that is set stays. */
  readonly hasWebhook: boolean;
  readonly menus: readonly CommandMenu[];
  readonly memory?: AdapterMemory;
}

/** Asks who the bot is, makes way for polling where updates come by that, and sets the menus. Rejects with a `TelegramError`. */
export async function introduce(parts: IntroductionParts): Promise<BotIdentity> {
  const { client, limits, log } = parts;
  const me = await client.call("getMe", (raw, signal) => raw.getMe(signal), limits);
  if (!parts.hasWebhook) await removeWebhook(parts);
  await setMenus({ ...parts, botId: me.id }, parts.menus);
  log.info({ bot: me.username }, "Telegram answers.");
  return { id: me.id, username: me.username };
}

/** Telegram hands updates out in one way only; none that waits is dropped. */
async function removeWebhook({ client, limits, log }: IntroductionParts): Promise<void> {
  const webhook = await client.call(
    "getWebhookInfo",
    (raw, signal) => raw.getWebhookInfo(signal),
    limits,
  );
  if (webhook.url === undefined || webhook.url === "") return;
  log.warn({}, "The bot had a webhook; it is removed, since messages are polled for.");
  await client.call("deleteWebhook", (raw, signal) => raw.deleteWebhook({}, signal), limits);
}
