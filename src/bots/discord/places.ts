import type { ChatAddress } from "../platform/chat-adapter.ts";
import type { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";
import { addressOf } from "./events.ts";
import { type DiscordChannel, discordChannel } from "./payloads.ts";

/** Channels remembered; the longest known is asked for again. */
const MOST_KNOWN = 5000;

/** Knows which channels are threads, and of what. */
export class DiscordPlaces {
  readonly #client: DiscordClient;
  readonly #known = new Map<string, DiscordChannel>();

  constructor(client: DiscordClient) {
    this.#client = client;
  }

  /** Where something was said. Asks Discord about a server's channel that is not known; rejects with `DiscordError` while it cannot be asked. */
  async addressOf(place: {
    readonly channelId: string;
    readonly guildId?: string | undefined;
    /** The channel, where Discord sent it along. */
    readonly channel?: DiscordChannel | undefined;
  }): Promise<ChatAddress> {
    if (place.guildId === undefined) return addressOf(place, undefined);
    if (place.channel !== undefined) this.#remember(place.channel);
    return addressOf(place, place.channel ?? (await this.#channel(place.channelId)));
  }

  /** The server of a channel; undefined for a channel that the bot may not look at. Rejects as `addressOf` does. */
  async guildOf(channelId: string): Promise<string | undefined> {
    return (await this.#channel(channelId))?.guild_id;
  }

  async #channel(channelId: string): Promise<DiscordChannel | undefined> {
    const channel = this.#known.get(channelId) ?? (await this.#ask(channelId));
    if (channel !== undefined) this.#remember(channel);
    return channel;
  }

  /** Undefined for a channel that the bot may not look at. */
  async #ask(channelId: string): Promise<DiscordChannel | undefined> {
    try {
      const answer = await this.#client.call({
        name: "get channel",
        method: "GET",
        path: `/channels/${channelId}`,
      });
      return discordChannel.safeParse(answer).data;
    } catch (thrown) {
      const isRefusal =
        thrown instanceof DiscordError && (thrown.status === 403 || thrown.status === 404);
      if (!isRefusal) throw thrown;
      return undefined;
    }
  }

  #remember(channel: DiscordChannel): void {
    this.#known.delete(channel.id);
    this.#known.set(channel.id, channel);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** The channel to call for a place: the thread, where it is one. */
export function channelOf({ chatId, threadId }: ChatAddress): string {
  return threadId ?? chatId;
}
