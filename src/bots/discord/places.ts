import type { APIRole } from "discord.js";
import type { Clock } from "../../base/clock.ts";
import type { ChatAddress } from "../platform/chat-adapter.ts";
import type { DiscordClient } from "./client.ts";
import type { DiscordChannel } from "./events.ts";

/** Channels and servers remembered; the one asked for longest ago is asked for again. */
const MOST_KNOWN = 5000;
/** A server is asked again about its roles after this long at the earliest: a bot that was put out and came back has a new one. */
const ASKED_AGAIN_AFTER_MS = 10 * 60 * 1000;
/** Channel types of threads: of announcements, public, private (docs "Channel Resource", Channel Types). */
const THREADS: readonly number[] = [10, 11, 12];

/** Knows which channels are threads, and of what; and the role that Discord made for the bot in each server. Rejects with `DiscordError` while Discord cannot be asked. */
export class DiscordPlaces {
  readonly #client: DiscordClient;
  readonly #clock: Clock;
  readonly #channels = new Map<string, DiscordChannel>();
  readonly #ownRoles = new Map<string, { roleId: string | undefined; atMs: number }>();

  constructor(client: DiscordClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Where something was said: a thread is a place of its own in its channel. Discord sends the channel along with an interaction. */
  async addressOf(said: {
    readonly channel_id: string;
    readonly guild_id?: string;
    readonly channel?: DiscordChannel;
  }): Promise<ChatAddress> {
    const { channel_id: chatId, guild_id: guildId } = said;
    if (guildId === undefined) return { platform: "discord", chatId, isPrivate: true };
    if (said.channel !== undefined) remember(this.#channels, chatId, said.channel);
    const channel = await this.#channel(chatId);
    const parentId = channel && THREADS.includes(channel.type) ? channel.parent_id : undefined;
    if (parentId)
      return { platform: "discord", chatId: parentId, threadId: chatId, isPrivate: false };
    const title = channel?.name === undefined ? {} : { title: channel.name };
    return { platform: "discord", chatId, isPrivate: false, ...title };
  }

  /** The server of a channel; undefined for a channel that the bot may not look at. */
  async guildOf(channelId: string): Promise<string | undefined> {
    return (await this.#channel(channelId))?.guild_id;
  }

  /** The bot's own role among those that a message mentions in a server: who mentions it means the bot, since the two look alike while one types. */
  async ownRoleAmong(mentioned: readonly string[], guildId: string): Promise<string | undefined> {
    const among = (own = ""): string | undefined => mentioned.find((id) => id === own);
    const known = this.#ownRoles.get(guildId);
    const isRecent = known !== undefined && this.#clock.now() - known.atMs < ASKED_AGAIN_AFTER_MS;
    if (mentioned.length === 0 || isRecent || among(known?.roleId) !== undefined)
      return among(known?.roleId);
    const { botId } = await this.#client.identity();
    // The role that Discord made for a bot names it (docs "Permissions", Role Tags Structure); a server that the bot is no longer in shows none.
    const roles = (await this.#client.look<readonly APIRole[]>(`/guilds/${guildId}/roles`)) ?? [];
    const roleId = roles.find(({ tags }) => tags?.bot_id === botId)?.id;
    remember(this.#ownRoles, guildId, { roleId, atMs: this.#clock.now() });
    return among(roleId);
  }

  async #channel(id: string): Promise<DiscordChannel | undefined> {
    const channel =
      this.#channels.get(id) ?? (await this.#client.look<DiscordChannel>(`/channels/${id}`));
    return channel && remember(this.#channels, id, channel);
  }
}

/** Keeps a value as the latest of a map, which forgets the oldest where it holds too many. */
export function remember<Value>(
  known: Map<string, Value>,
  id: string,
  value: Value,
  most = MOST_KNOWN,
): Value {
  known.delete(id);
  known.set(id, value);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
  return value;
}

/** The channel to call for a place: the thread, where it is one. */
export function channelOf({ chatId, threadId }: ChatAddress): string {
  return threadId ?? chatId;
}
