import type { Update } from "grammy/types";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { OnRefused } from "../platform/chat-adapter.ts";
import type { TelegramClient } from "./client.ts";
import { TelegramError } from "./errors.ts";
import { createTroubles, type Troubles } from "./troubles.ts";

/** A poll is given up this long after Telegram promised to answer it. */
const POLL_GRACE_MS = 15_000;
/** The last confirmation while stopping may not take longer. */
const CONFIRM_TIMEOUT_MS = 2_000;

/** What a poller works with. */
export interface PollerParts {
  readonly client: TelegramClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly onRefused?: OnRefused;
  /** How long Telegram holds a poll without updates. */
  readonly pollTimeoutSeconds: number;
  /** Runs before every poll; a rejection counts as a failed poll. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /** Takes in what one poll brought, and says of each update whether it was. Never rejects. */
  readonly onUpdates: (
    updates: readonly Update[],
  ) => Promise<readonly PromiseSettledResult<void>[]>;
}

interface Progress {
  /** First update not handled yet; undefined before the first one is. */
  offset: number | undefined;
  confirmedOffset: number | undefined;
  /** An update was not taken in. */
  isHeldUp: boolean;
  readonly troubles: Troubles;
}

/**
 * Polls until stopped, in the loop of grammY's runner, which is given all that a poll brought as one: it goes down together. The
 * runner's own fetcher asks for what comes after a batch before that is handled (runner.js, createUpdateFetcher); here an update is
 * confirmed by the poll after the one that brought it, and only once it and all before it were taken in: Telegram is asked for the first
 * that was not again after a wait, and gives what came behind it a second time. Ends by itself only when the token is refused.
 */
export async function startPolling(parts: PollerParts): Promise<Receiver> {
  const { createRunner, createSequentialSink, createSource } = await import("@grammyjs/runner");
  const stopping = new AbortController();
  const { signal } = stopping;
  const progress: Progress = {
    offset: undefined,
    confirmedOffset: undefined,
    isHeldUp: false,
    troubles: createTroubles(parts),
  };
  const runner = createRunner(
    createSource<readonly Update[]>({
      supply: async () => [await supply(parts, progress, signal)],
    }),
    createSequentialSink<readonly Update[]>(
      { consume: (updates) => take(parts, progress, updates, signal) },
      (thrown) => holdUp(progress, thrown, signal),
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
    if (progress.troubles.kind() !== "token") throw thrown;
  }
}

/** The updates of the first poll that succeeds. Rejects when stopped, and when the token is refused. */
async function supply(
  parts: PollerParts,
  progress: Progress,
  signal: AbortSignal,
): Promise<Update[]> {
  const { troubles } = progress;
  if (!progress.isHeldUp) troubles.over();
  progress.isHeldUp = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      await parts.prepare(signal);
      const updates = await poll(parts, progress, signal);
      if (troubles.kind() !== "update") troubles.over();
      return updates;
    } catch (thrown) {
      signal.throwIfAborted();
      if (troubles.note(thrown) === "token") throw thrown;
      await troubles.rest(thrown, signal);
    }
  }
}

/** Hands on what a poll brought, and notes how far it was taken in. Rejects as the first update that was not. */
async function take(
  { onUpdates }: PollerParts,
  progress: Progress,
  updates: readonly Update[],
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const receipts = await onUpdates(updates);
  for (const [index, { update_id: id }] of updates.entries()) {
    progress.offset = id;
    const receipt = receipts[index];
    if (receipt?.status === "rejected") throw receipt.reason;
    // Simply the one behind it: Telegram may start anew at any number after a quiet week.
    progress.offset = id + 1;
  }
}

async function holdUp(progress: Progress, thrown: unknown, signal: AbortSignal): Promise<void> {
  progress.isHeldUp = true;
  if (signal.aborted) return;
  progress.troubles.note(thrown);
  await progress.troubles.rest(thrown, signal);
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

/** Update types asked for; Telegram keeps the list until another is sent (Bot API, getUpdates and setWebhook). */
export const ALLOWED_UPDATES = [
  "message",
  "edited_message",
  "callback_query",
  "my_chat_member",
] as const;

/** What takes updates in, by polling or by webhook. */
export interface Receiver {
  /** Resolves when no update will be handed on any more; Telegram keeps what comes later. */
  stop(): Promise<void>;
}
