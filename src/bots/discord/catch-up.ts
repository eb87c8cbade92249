import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { DiscordClient } from "./client.ts";
import { DiscordError } from "./errors.ts";
import type { DiscordIntake } from "./intake.ts";
import { type DiscordMessage, discordMessage, snowflakeAt } from "./payloads.ts";
import { channelOf } from "./places.ts";

/** Chats looked at, those spoken in last; each is one call and more. */
const MOST_CHATS = 50;
/** Messages of one call; Discord gives at most 100 (docs "Get Channel Messages", limit). */
const PAGE = 100;
/** Calls for one chat: what is more than this many pages behind is left. */
const MOST_PAGES = 3;
/** Older messages are left unanswered: who wrote them does not wait any more. */
const OLDEST_MS = 24 * 60 * 60 * 1000;
const MOST_TRIES = 5;

/** What catching up works with. */
export interface CatchUpParts {
  readonly client: DiscordClient;
  readonly intake: DiscordIntake;
  readonly memory: AdapterMemory;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Fetches what was said in known chats while nobody listened, before anything that is said from now on in them. What came before is known by its id and ignored. Never rejects. */
export function catchUp(parts: CatchUpParts): void {
  const { intake, memory, log, signal } = parts;
  for (const { chat, messageId } of memory.latestMessages(MOST_CHATS)) {
    const channelId = channelOf(chat);
    intake
      .inChannel(channelId, () =>
        fetchAfter(parts, { channelId, messageId, isPrivate: chat.isPrivate }),
      )
      .catch((thrown: unknown) => {
        if (signal.aborted) return;
        log.warn(
          { channel: channelId, problem: messageOf(thrown) },
          "What was said meanwhile could not be fetched.",
        );
      });
  }
}

async function fetchAfter(
  parts: CatchUpParts,
  chat: { readonly channelId: string; readonly messageId: string; readonly isPrivate: boolean },
): Promise<void> {
  const oldest = snowflakeAt(parts.clock.now() - OLDEST_MS);
  let after = BigInt(chat.messageId) > BigInt(oldest) ? chat.messageId : oldest;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const messages = await fetchPage(parts, chat.channelId, after);
    for (const message of messages) await parts.intake.messageHere(message, chat.isPrivate);
    const last = messages.at(-1);
    if (last === undefined || messages.length < PAGE) return;
    after = last.id;
  }
}

/** One page, oldest first. Waits as Discord asks. */
async function fetchPage(
  { client, clock, signal }: CatchUpParts,
  channelId: string,
  after: string,
): Promise<readonly DiscordMessage[]> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      const answer = await client.call({
        name: "get channel messages",
        method: "GET",
        path: `/channels/${channelId}/messages`,
        query: { after, limit: String(PAGE) },
        signal,
      });
      const messages = discordMessage.array().parse(answer);
      return messages.toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1));
    } catch (thrown) {
      const isWorthIt = thrown instanceof DiscordError && thrown.status < 400;
      if (!isWorthIt || tries >= MOST_TRIES) throw thrown;
      await clock.sleep(Math.max(thrown.retryAfterMs, 500 * 2 ** tries), signal);
    }
  }
}
