import { AppError } from "../../base/errors.ts";
import { unreachable } from "../platform/probe-words.ts";
import { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";
import { hasMessageContent } from "./gateway.ts";

const PROBE_TIMEOUT_MS = 10_000;

/** What Discord says of the bot. */
export interface DiscordProbe {
  readonly name: string;
  readonly applicationId: string;
  readonly readsContent: boolean;
  /** How many sessions may begin today (docs "Gateway", Session Start Limit). */
  readonly sessionsLeft: number;
}

/** Asks Discord once who the bot is and what it may read. Throws `AppError` `adapter-refused` for a token it does not take, `adapter-unreachable` when it cannot be asked. */
export async function probeDiscord(options: {
  readonly token: string;
  readonly apiBase?: string;
}): Promise<DiscordProbe> {
  const client = new DiscordClient({ ...options, callTimeoutMs: PROBE_TIMEOUT_MS });
  try {
    const { id, name, flags } = await client.identity();
    type Sessions = { readonly session_start_limit: { readonly remaining: number } };
    const gateway = await client.call<Sessions>("GET", "/gateway/bot");
    return {
      name,
      applicationId: id,
      readsContent: hasMessageContent(flags),
      sessionsLeft: gateway.session_start_limit.remaining,
    };
  } catch (cause) {
    if (!(cause instanceof DiscordError && cause.isTokenRefused))
      throw new AppError("adapter-unreachable", unreachable("discord", cause), { cause });
    const words = {
      en: "Discord does not accept this token.",
      ko: "디스코드가 받지 않는 토큰입니다.",
    };
    throw new AppError("adapter-refused", words, { cause });
  } finally {
    await client.close();
  }
}
