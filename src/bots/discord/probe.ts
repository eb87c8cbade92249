import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { unreachable } from "../platform/probe-words.ts";
import { createDiscordClient, type DiscordClient } from "./client.ts";
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

const APPLICATION = z.object({ id: z.string(), name: z.string(), flags: z.number().default(0) });
const GATEWAY = z.object({ session_start_limit: z.object({ remaining: z.number() }) });

/** Asks Discord once who the bot is and what it may read. Throws `AppError` `adapter-refused` for a token it does not take, `adapter-unreachable` when it cannot be asked. */
export async function probeDiscord(options: {
  readonly token: string;
  readonly apiBase?: string;
}): Promise<DiscordProbe> {
  const client = await createDiscordClient({ ...options, callTimeoutMs: PROBE_TIMEOUT_MS });
  try {
    const application = await ask(client, "get the application", "/applications/@me", APPLICATION);
    const gateway = await ask(client, "get the gateway", "/gateway/bot", GATEWAY);
    return {
      name: application.name,
      applicationId: application.id,
      readsContent: hasMessageContent(application.flags),
      sessionsLeft: gateway.session_start_limit.remaining,
    };
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    if (error.isTokenRefused)
      throw new AppError(
        "adapter-refused",
        { en: "Discord does not accept this token.", ko: "디스코드가 받지 않는 토큰입니다." },
        {
          cause: error,
        },
      );
    throw new AppError("adapter-unreachable", unreachable("discord", error), { cause: error });
  } finally {
    client.close();
  }
}

async function ask<Answer>(
  client: DiscordClient,
  name: string,
  path: `/${string}`,
  form: z.ZodType<Answer>,
): Promise<Answer> {
  const { data } = form.safeParse(await client.call({ name, method: "GET", path }));
  if (data !== undefined) return data;
  throw new DiscordError("answered", name, "something other than Discord's API answered");
}
