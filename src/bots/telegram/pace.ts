import type { PlatformPace } from "../platform/chat-adapter.ts";
import type { Bucket } from "../platform/rate-limiter.ts";

/**
 * What Telegram asks for: at most about 30 messages a second over all, one a second in a chat with short bursts, and 20 a minute in a
 * group (Bots FAQ, "My bot is hitting limits, how do I avoid this?"; the same on telegra.ph/Hitting-limits-bot-FAQ). Edits are taken
 * to count as messages do, since their limits are not published (grammy.dev/advanced/flood). How long a burst may be is not said
 * either: in a private chat one a second is kept over half a minute, so that who presses buttons quickly is not made to wait
 * (python-telegram-bot's AIORateLimiter holds private chats back by no limit of their own); what is too much all the same comes back
 * as error 429 with its time to wait. An album is as many messages as it has items (Bot API, sendMediaGroup, gives a Message for each), and
 * is taken to count as so many.
 */
const OVER_ALL: Bucket = { most: 30, perMs: 1000 };
const IN_PRIVATE: readonly Bucket[] = [
  { most: 10, perMs: 5000 },
  { most: 30, perMs: 30_000 },
];
const IN_CHAT: Bucket = { most: 5, perMs: 5000 };
const IN_GROUP: Bucket = { most: 20, perMs: 60_000 };

/** Changes for show leave room for the answer. */
const SHOW_IN_CHAT_EVERY_MS = 1500;
const SHOW_IN_GROUP_EVERY_MS = 5000;

/** How fast Telegram takes messages. Topics of a group share its limits; Telegram says who has to wait by error 429, which names a chat. */
export const TELEGRAM_PACE: PlatformPace = {
  all: [OVER_ALL],
  countsFiles: true,
  placeOf: ({ chatId, isPrivate }) =>
    isPrivate
      ? { name: chatId, buckets: IN_PRIVATE, showEveryMs: SHOW_IN_CHAT_EVERY_MS }
      : { name: chatId, buckets: [IN_CHAT, IN_GROUP], showEveryMs: SHOW_IN_GROUP_EVERY_MS },
};
