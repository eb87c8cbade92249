import type { ChatAddress, PlatformPace } from "../platform/chat-adapter.ts";
import type { Bucket, OutgoingCall } from "../platform/rate-limiter.ts";
import { channelOf } from "./places.ts";

/**
 * 50 requests a second for a bot (docs "Rate Limits", Global Rate Limit); some are left to what the adapter asks for by itself,
 * such as channels and missed messages.
 */
const OVER_ALL: Bucket = { most: 45, perMs: 1000 };
/** 10,000 answers 401, 403 or 429 in 10 minutes, and Discord shuts the address out (docs "Rate Limits", Invalid Request Limit). */
const REFUSALS: Bucket = { most: 10_000, perMs: 600_000 };
/** Changes for show leave room for the answer; what a channel takes is told by answers alone (docs: "should not be hard coded"). */
const SHOW_EVERY_MS = 1200;

/** Channels of which the room is known; the one that was told of longest ago is forgotten. */
const MOST_KNOWN = 10_000;

/** What Discord's answers tell of the room in each channel, by the method of the call. */
export class DiscordRoom {
  readonly #now: () => number;
  /** When a channel takes the next call of a method again, where it takes none now. */
  readonly #fullUntilMs = new Map<string, number>();

  /** `now` gives Unix milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes in the headers of an answer (docs "Rate Limits", header format). */
  note(method: string, path: string, headers: Pick<Headers, "get">): void {
    const channel = /\/channels\/(\d+)\/messages/.exec(path)?.[1];
    const remaining = headers.get("x-ratelimit-remaining");
    const resetSeconds = Number(headers.get("x-ratelimit-reset-after"));
    if (channel === undefined || remaining === null || !Number.isFinite(resetSeconds)) return;
    const name = `${method} ${channel}`;
    this.#fullUntilMs.delete(name);
    if (Number(remaining) > 0) return;
    this.#fullUntilMs.set(name, this.#now() + resetSeconds * 1000 + SLACK_MS);
    const [oldest] = this.#fullUntilMs.keys();
    if (this.#fullUntilMs.size > MOST_KNOWN && oldest !== undefined)
      this.#fullUntilMs.delete(oldest);
  }

  /** When a chat takes a call, in Unix ms; 0 where nothing speaks against it. */
  roomAtMs(chat: ChatAddress, kind: OutgoingCall["kind"]): number {
    const method = kind === "edit" ? "PATCH" : "POST";
    return this.#fullUntilMs.get(`${method} ${channelOf(chat)}`) ?? 0;
  }
}

/** discord.js adds so much to what Discord says (REST option `offset`, default 50 ms); earlier it would not let a call go. */
const SLACK_MS = 60;

/** How fast Discord takes messages: threads are channels of their own. */
export function discordPace(room: DiscordRoom): PlatformPace {
  return {
    all: [OVER_ALL],
    refusals: REFUSALS,
    placeOf: (chat) => ({ name: channelOf(chat), buckets: [], showEveryMs: SHOW_EVERY_MS }),
    roomAtMs: (chat, kind) => room.roomAtMs(chat, kind),
  };
}
