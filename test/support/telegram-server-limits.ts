import { SlidingWindow } from "./sliding-window.ts";
import { ApiError } from "./telegram-server-errors.ts";

/** Refuses what goes beyond Telegram's limits. */
export interface TelegramLimits {
  /** Throws `ApiError` 429 for a call that is too many; else it is counted. */
  check(method: string, parameters: Readonly<Record<string, unknown>>): void;
  /** When calls were refused, in milliseconds since the process began. */
  readonly refusedAtMs: readonly number[];
}

const UNLIMITED = /^(getupdates|getme|getwebhookinfo|getfile|setmycommands|deletewebhook)$/;
const MESSAGES = /^(send(message|photo|document|mediagroup)|editmessage)/;

/** The limits of the Bots FAQ ("My bot is hitting limits, how do I avoid this?"): 30 calls a second; one message a second in a chat, in private with bursts over half a minute, in a group with bursts of five and 20 a minute. An album is as many messages as it has items. */
export function createTelegramLimits(): TelegramLimits {
  const overAll = new SlidingWindow({ most: 30, perMs: 1000 });
  const inPrivate = [
    new SlidingWindow({ most: 10, perMs: 5000 }),
    new SlidingWindow({ most: 30, perMs: 30_000 }),
  ];
  const inChat = new SlidingWindow({ most: 5, perMs: 5000 });
  const inGroup = new SlidingWindow({ most: 20, perMs: 60_000 });
  const refusedAtMs: number[] = [];
  const placeOf = (chat: string) => (chat.startsWith("-") ? [inChat, inGroup] : inPrivate);
  return {
    refusedAtMs,
    check(method, parameters) {
      if (UNLIMITED.test(method)) return;
      const nowMs = performance.now();
      const chat = String(parameters["chat_id"]);
      const isMessage = MESSAGES.test(method);
      const counts: readonly (readonly [SlidingWindow, string])[] = [
        [overAll, ""],
        ...(isMessage ? placeOf(chat) : []).map((window) => [window, chat] as const),
      ];
      const waitMs = Math.max(...counts.map(([window, name]) => window.waitMs(name, nowMs)));
      if (waitMs > 0) {
        refusedAtMs.push(nowMs);
        const seconds = Math.ceil(waitMs / 1000);
        const words = `Too Many Requests: retry after ${seconds}`;
        throw new ApiError(429, words, { retry_after: seconds });
      }
      for (let item = 0; item < itemsIn(parameters); item += 1)
        for (const [window, name] of counts) window.add(name, nowMs);
    },
  };
}

function itemsIn({ media }: Readonly<Record<string, unknown>>): number {
  return Array.isArray(media) ? media.length : 1;
}
