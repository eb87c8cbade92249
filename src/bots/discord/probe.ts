import type { APIGatewayBotInfo } from "discord.js";
import { AppError } from "../../base/errors.ts";
import { unreachable } from "../platform/probe-words.ts";
import { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";

const PROBE_TIMEOUT_MS = 10_000;

/** Asks Discord once who the bot is, what it may read, and how many sessions may begin today (docs "Gateway", Session Start Limit). Throws `AppError` `adapter-refused` for a token it does not take, `adapter-unreachable` when it cannot be asked. */
export async function probeDiscord(options: { readonly token: string; readonly apiBase?: string }) {
  const client = new DiscordClient({ ...options, callTimeoutMs: PROBE_TIMEOUT_MS });
  try {
    const { id: applicationId, name, readsContent } = await client.identity();
    const gateway = await client.call<APIGatewayBotInfo>("GET", "/gateway/bot");
    const sessionsLeft = gateway.session_start_limit.remaining;
    return { applicationId, name, readsContent, sessionsLeft };
  } catch (cause) {
    if (!(cause instanceof DiscordError && cause.isTokenRefused))
      throw new AppError("adapter-unreachable", unreachable("discord", cause), { cause });
    const en = "Discord does not accept this token.";
    throw new AppError(
      "adapter-refused",
      { en, ko: "디스코드가 받지 않는 토큰입니다." },
      { cause },
    );
  } finally {
    await client.close();
  }
}
