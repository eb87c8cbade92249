import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";

/** A server is asked again about its roles after this long at the earliest: a bot that was put out and came back has a new one. */
const ASKED_AGAIN_AFTER_MS = 10 * 60 * 1000;
/** Servers remembered; the one asked longest ago is forgotten first. */
const MOST_KNOWN = 1000;

/** Roles of a server; the one that Discord made for a bot names it (docs "Permissions", Role Tags Structure). */
const ROLES = z.array(
  z.object({ id: z.string(), tags: z.object({ bot_id: z.string().optional() }).optional() }),
);

interface Known {
  readonly roleId: string | undefined;
  readonly atMs: number;
}

/** Knows the role that Discord made for the bot in each server: who mentions it means the bot, since the two look alike while one types. */
export class OwnRoles {
  readonly #parts: {
    readonly client: DiscordClient;
    readonly botId: string;
    readonly clock: Clock;
  };
  readonly #known = new Map<string, Known>();

  constructor(parts: {
    readonly client: DiscordClient;
    readonly botId: string;
    readonly clock: Clock;
  }) {
    this.#parts = parts;
  }

  /** The bot's own role among those that a message mentions in a server. Rejects with `DiscordError` while Discord cannot be asked. */
  async among(mentioned: readonly string[], guildId: string): Promise<string | undefined> {
    if (mentioned.length === 0) return undefined;
    const known = this.#known.get(guildId);
    const isRecent =
      known !== undefined && this.#parts.clock.now() - known.atMs < ASKED_AGAIN_AFTER_MS;
    const own = known?.roleId;
    if (own !== undefined && mentioned.includes(own)) return own;
    const roleId = isRecent ? own : await this.#ask(guildId);
    return roleId !== undefined && mentioned.includes(roleId) ? roleId : undefined;
  }

  async #ask(guildId: string): Promise<string | undefined> {
    const { botId, clock } = this.#parts;
    const roleId = (await this.#roles(guildId)).find(({ tags }) => tags?.bot_id === botId)?.id;
    this.#known.delete(guildId);
    this.#known.set(guildId, { roleId, atMs: clock.now() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return roleId;
  }

  /** None for a server that the bot is no longer in. */
  async #roles(guildId: string): Promise<z.infer<typeof ROLES>> {
    try {
      const answer = await this.#parts.client.call({
        name: "get guild roles",
        method: "GET",
        path: `/guilds/${guildId}/roles`,
      });
      return ROLES.safeParse(answer).data ?? [];
    } catch (thrown) {
      const isRefusal =
        thrown instanceof DiscordError && (thrown.status === 403 || thrown.status === 404);
      if (!isRefusal) throw thrown;
      return [];
    }
  }
}
