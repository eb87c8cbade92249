import assert from "node:assert/strict";
import type { Clock } from "../../src/base/clock.ts";
import type { LogFields } from "../../src/base/log.ts";
import type { ChatAddress, ChatEvent } from "../../src/bots/platform/chat-adapter.ts";
import {
  createTelegramAdapter,
  type TelegramAdapter,
  type TelegramOptions,
} from "../../src/bots/telegram/adapter.ts";
import { startTelegramServer, type TelegramServer } from "./telegram-server.ts";

/** The token of the bot in these tests. */
export const TOKEN = "4242:AAsecret-token_of-nobody";
/** The person in these tests; nothing has been said yet. */
export const MINJI = { id: 7, firstName: "민지", lastName: "김", languageCode: "ko" };
/** Minji's chat with the bot. */
export const MINJIS_CHAT: ChatAddress = { platform: "telegram", chatId: "7", isPrivate: true };

/** A clock that stands; waits end when the test says so. */
export interface HeldClock extends Clock {
  /** Resolves with the length of the next wait, or of one that has begun and was not asked for yet. */
  nextWait(): Promise<{ readonly delayMs: number; readonly end: () => void }>;
}

/** A server, an adapter for it and what came of both. */
export interface TelegramBench {
  readonly server: TelegramServer;
  readonly adapter: TelegramAdapter;
  readonly clock: HeldClock;
  /** Events handed on, in order, with those of repeated tries. */
  readonly events: ChatEvent[];
  /** Log lines as "level message". */
  readonly log: string[];
  /** Resolves when so many events have come. */
  readonly eventCount: (count: number) => Promise<readonly ChatEvent[]>;
  /** Resolves with the first log line that matches. */
  readonly logged: (pattern: RegExp) => Promise<string>;
  /** Starts the adapter; by default every event is taken in at once. */
  readonly start: (onEvent?: (event: ChatEvent) => Promise<void>) => Promise<void>;
}

/** Runs a test with a started server and an adapter that is stopped afterwards; the server's schema problems fail the test. */
export async function withTelegram(
  run: (bench: TelegramBench) => Promise<void>,
  options: Partial<TelegramOptions> = {},
): Promise<void> {
  const server = await startTelegramServer({ token: TOKEN, nowMs: () => 1_700_000_000_000 });
  server.user(MINJI);
  const bench = createBench(server, options);
  try {
    await run(bench);
  } finally {
    await bench.adapter.stop();
    await server.close();
  }
}

/** Fails where the adapter does not wait for the 17 seconds that Telegram asks for at the first call of a method, or where a message does not come after them. */
export async function keepsWait(
  { server, start, clock, eventCount }: TelegramBench,
  method: string,
): Promise<void> {
  server.failNext({ method, status: 429, retryAfter: 17 });
  await start();
  const wait = await clock.nextWait();
  assert.equal(wait.delayMs, 17_000);
  wait.end();
  server.say(MINJI, "안녕");
  await eventCount(1);
}

function createBench(server: TelegramServer, options: Partial<TelegramOptions>): TelegramBench {
  const events: ChatEvent[] = [];
  const log: string[] = [];
  const watchers = new Set<() => void>();
  const clock = createHeldClock();
  const notify = (): void => {
    for (const watcher of watchers) watcher();
    watchers.clear();
  };
  const nextNews = (): Promise<void> => new Promise((resolve) => watchers.add(resolve));
  const write = (level: string) => (fields: LogFields, message: string) => {
    log.push(`${level} ${message}`);
    notify();
    if (JSON.stringify(fields).includes(TOKEN)) throw new Error("The token stands in the log.");
  };
  const adapter = createTelegramAdapter({
    token: TOKEN,
    apiRoot: server.url,
    log: { info: write("info"), warn: write("warn"), error: write("error") },
    clock,
    ...options,
  });
  return {
    server,
    adapter,
    clock,
    events,
    log,
    async eventCount(count) {
      while (events.length < count) await nextNews();
      return events;
    },
    async logged(pattern) {
      for (;;) {
        const line = log.find((candidate) => pattern.test(candidate));
        if (line !== undefined) return line;
        await nextNews();
      }
    },
    start: (onEvent = async () => {}) =>
      adapter.start(async (event) => {
        events.push(event);
        notify();
        await onEvent(event);
      }),
  };
}

function createHeldClock(): HeldClock {
  const waits: { delayMs: number; end: () => void }[] = [];
  let arrive: (() => void) | undefined;
  return {
    now: () => 1_700_000_000_000,
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        waits.push({ delayMs, end: resolve });
        arrive?.();
      }),
    async nextWait() {
      for (;;) {
        const wait = waits.shift();
        if (wait !== undefined) return wait;
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
      }
    },
  };
}
