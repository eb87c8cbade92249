import type { Update } from "grammy/types";
import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { TelegramClient } from "./telegram-client.ts";
import { TelegramError } from "./telegram-errors.ts";

/** Update types asked for; Telegram keeps the list until another is sent (Bot API, getUpdates). */
export const ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member"] as const;

/** What is wrong with a token that Telegram refuses, and what to do. */
export const TOKEN_REFUSED =
  "Telegram does not accept the bot token: set TELEGRAM_BOT_TOKEN to the one @BotFather shows for your bot.";

/** Waits after failures: doubling from the first to the last. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A poll is given up this long after Telegram promised to answer it. */
const POLL_GRACE_MS = 15_000;
/** The last confirmation while stopping may not take longer. */
const CONFIRM_TIMEOUT_MS = 2_000;

/** What a poller works with. */
export interface PollerParts {
  readonly client: TelegramClient;
  readonly clock: Clock;
  readonly log: Log;
  /** How long Telegram holds a poll without updates. */
  readonly pollTimeoutSeconds: number;
  /** Runs before every poll; a rejection counts as a failed poll. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /** The update counts as received when this resolves. */
  readonly onUpdate: (update: Update) => Promise<void>;
}

/** A running long poll. */
export interface Poller {
  /** Resolves when no update will be handed on any more; what was handled is confirmed if Telegram can be reached. */
  stop(): Promise<void>;
}

interface Progress {
  /** First update not handled yet; undefined before the first one is. */
  offset: number | undefined;
  confirmedOffset: number | undefined;
  /** An update was not taken in: what came with it after it comes again. */
  isHeldUp: boolean;
  /** Tries in a row that failed. */
  failures: number;
  /** What went wrong last, so that it is said once and not at every try. */
  trouble: Trouble | undefined;
}

type Trouble = "token" | "conflict" | "connection" | "update";

/**
 * Polls until stopped, one update after the other, in the loop of grammY's runner. Its own fetcher asks for what comes after a batch
 * before that is handled (runner.js, createUpdateFetcher); here an update is confirmed by the poll after the one that brought it,
 * and only once `onUpdate` has resolved for it and for all before it: when it rejects, Telegram is asked for that update again
 * after a wait. Ends by itself only when the token is refused.
 */
export async function startPolling(parts: PollerParts): Promise<Poller> {
  const { createRunner, createSequentialSink, createSource } = await import("@grammyjs/runner");
  const stopping = new AbortController();
  const { signal } = stopping;
  const progress: Progress = {
    offset: undefined,
    confirmedOffset: undefined,
    isHeldUp: false,
    failures: 0,
    trouble: undefined,
  };
  const runner = createRunner(
    createSource<Update>({ supply: () => supply(parts, progress, signal) }),
    createSequentialSink<Update>(
      { consume: (update) => take(parts, progress, update, signal) },
      (thrown) => holdUp(parts, progress, thrown, signal),
    ),
  );
  runner.start();
  const ended = untilStopped(runner.task(), progress);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([runner.stop(), ended]);
      await confirm(parts, progress);
    },
  };
}

/** The source ends by an error: at the stop, and where the token is refused, which was said. */
async function untilStopped(task: Promise<void> | undefined, progress: Progress): Promise<void> {
  try {
    await task;
  } catch (thrown) {
    if (progress.trouble !== "token") throw thrown;
  }
}

/** The updates of the first poll that succeeds. Rejects when stopped, and when the token is refused. */
async function supply(
  parts: PollerParts,
  progress: Progress,
  signal: AbortSignal,
): Promise<Update[]> {
  if (!progress.isHeldUp) noteRecovery(parts, progress);
  progress.isHeldUp = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      await parts.prepare(signal);
      const updates = await poll(parts, progress, signal);
      if (progress.trouble !== "update") noteRecovery(parts, progress);
      return updates;
    } catch (thrown) {
      signal.throwIfAborted();
      noteFailure(parts, progress, thrown);
      if (progress.trouble === "token") throw thrown;
      await rest(parts, progress, thrown, signal);
    }
  }
}

/** Hands one update on; the rest of a batch is let go once one was not taken in, and comes again with the next poll. */
async function take(
  { onUpdate }: PollerParts,
  progress: Progress,
  update: Update,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || progress.isHeldUp) return;
  progress.offset = update.update_id;
  await onUpdate(update);
  // Simply the one behind it: Telegram may start anew at any number after a quiet week.
  progress.offset = update.update_id + 1;
}

async function holdUp(
  parts: PollerParts,
  progress: Progress,
  thrown: unknown,
  signal: AbortSignal,
): Promise<void> {
  progress.isHeldUp = true;
  if (signal.aborted) return;
  noteFailure(parts, progress, thrown);
  await rest(parts, progress, thrown, signal);
}

function noteRecovery({ log }: PollerParts, progress: Progress): void {
  if (progress.trouble !== undefined) log.info({}, "Messages arrive from Telegram again.");
  progress.trouble = undefined;
  progress.failures = 0;
}

function noteFailure({ log }: PollerParts, progress: Progress, thrown: unknown): void {
  const trouble = troubleOf(thrown);
  const isNews = progress.trouble !== trouble;
  progress.trouble = trouble;
  progress.failures += 1;
  if (!isNews) return;
  const fields = { problem: messageOf(thrown) };
  switch (trouble) {
    case "token":
      log.error(fields, `${TOKEN_REFUSED} No more messages arrive from Telegram.`);
      break;
    case "conflict":
      log.warn(
        fields,
        "Another program takes this bot's messages with the same token; stop it, or take a token of its own from @BotFather. Trying again.",
      );
      break;
    case "connection":
      log.warn(fields, "Telegram cannot be reached. Trying again.");
      break;
    case "update":
      log.error(fields, "A message from Telegram could not be taken in. Trying again.");
      break;
  }
}

function troubleOf(thrown: unknown): Trouble {
  if (!(thrown instanceof TelegramError)) return "update";
  if (thrown.isTokenRefused) return "token";
  return thrown.errorCode === 409 ? "conflict" : "connection";
}

/** Waits before the next try: as long as Telegram asks, else longer with every failure. */
async function rest(
  { clock }: PollerParts,
  progress: Progress,
  thrown: unknown,
  signal: AbortSignal,
): Promise<void> {
  const askedMs = thrown instanceof TelegramError ? thrown.retryAfterMs : 0;
  const ownMs = Math.min(FIRST_WAIT_MS * 2 ** (progress.failures - 1), LONGEST_WAIT_MS);
  try {
    await clock.sleep(askedMs > 0 ? askedMs : ownMs, signal);
  } catch (interruption) {
    if (!signal.aborted) throw interruption;
  }
}

async function poll(
  { client, pollTimeoutSeconds }: PollerParts,
  progress: Progress,
  signal: AbortSignal,
): Promise<Update[]> {
  const { offset } = progress;
  const updates = await client.call(
    "getUpdates",
    (raw, callSignal) =>
      raw.getUpdates(
        {
          ...(offset === undefined ? {} : { offset }),
          timeout: pollTimeoutSeconds,
          allowed_updates: ALLOWED_UPDATES,
        },
        callSignal,
      ),
    { timeoutMs: pollTimeoutSeconds * 1000 + POLL_GRACE_MS, signal },
  );
  progress.confirmedOffset = offset;
  return updates.toSorted((left, right) => left.update_id - right.update_id);
}

/** Tells Telegram what was handled, so that a restart does not see it again; a failure only means that it will. */
async function confirm({ client, log }: PollerParts, progress: Progress): Promise<void> {
  const { offset, confirmedOffset } = progress;
  if (offset === undefined || offset === confirmedOffset) return;
  try {
    await client.call(
      "getUpdates",
      (raw, signal) => raw.getUpdates({ offset, limit: 1, timeout: 0 }, signal),
      { timeoutMs: CONFIRM_TIMEOUT_MS },
    );
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
    log.info({ problem: thrown.message }, "The last updates will be delivered again.");
  }
}
