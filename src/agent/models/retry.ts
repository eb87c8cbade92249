import type { Clock } from "../../base/clock.ts";
import { type ModelClient, ModelError, type ModelEvent } from "./model-client.ts";

/** Tries after the first one. */
const MAX_RETRIES = 3;

/** First wait where the provider names none; doubled each time. */
const FIRST_DELAY_MS = 1000;

/** A provider that asks for a longer wait than this has its error passed on: a person is waiting for the answer. */
const LONGEST_DELAY_MS = 60_000;

/** Longest random extra wait, so that chats refused together do not come back together. */
const JITTER_MS = 500;

/** What waiting between tries needs. */
export interface RetryTiming {
  readonly clock: Clock;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}

/**
 * The same client, asking again after errors that may pass: at most three times, waiting as long as the provider asks or else
 * 1, 2 and 4 s, each with up to half a second added. An abort ends a wait at once. The last error is the one that comes out. A stream
 * that breaks after its first piece goes on with `anew`, and then with the whole answer: nothing of an answer is done before its end.
 */
export function withRetries(client: ModelClient, parts: RetryTiming): ModelClient {
  return {
    name: client.name,
    send: (request, signal) => askAgain(() => client.send(request, signal), parts, signal),
    async *stream(request, signal) {
      for (let retry = 0; ; retry += 1) {
        const failed = yield* untilFailure(client.stream(request, signal));
        if (failed === undefined) return;
        await waitBefore(failed.error, retry, parts, signal);
        if (failed.hasBegun) yield { type: "anew" };
      }
    },
  };
}

/** What `ask` gives, asked again after errors that may pass as `withRetries` does. */
export async function askAgain<Answer>(
  ask: () => Promise<Answer>,
  parts: RetryTiming,
  signal: AbortSignal,
): Promise<Answer> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await ask();
    } catch (error) {
      await waitBefore(error, retry, parts, signal);
    }
  }
}

/** Rejects with the error where there shall be no further try. */
async function waitBefore(
  error: unknown,
  retry: number,
  { clock, randomBytes }: RetryTiming,
  signal: AbortSignal,
): Promise<void> {
  const delayMs = delayBefore(error, retry);
  if (delayMs === undefined) throw error;
  const [random = 0] = randomBytes(1);
  await clock.sleep(delayMs + Math.round((random / 255) * JITTER_MS), signal);
}

/** How long to wait before the next try, or `undefined` when there shall be none. */
function delayBefore(error: unknown, retry: number): number | undefined {
  if (!(error instanceof ModelError) || !error.retryable) return undefined;
  if (retry >= Math.min(MAX_RETRIES, error.mostRetries ?? MAX_RETRIES)) return undefined;
  const delayMs = error.retryAfterMs ?? FIRST_DELAY_MS * 2 ** retry;
  return delayMs > LONGEST_DELAY_MS ? undefined : delayMs;
}

/** An error that a stream ended with. */
interface StreamFailure {
  readonly error: unknown;
  /** True where something of the answer had come. */
  readonly hasBegun: boolean;
}

/** Gives the events of a stream on. Returns the error it ended with, or nothing at its end. */
export async function* untilFailure(
  events: AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, StreamFailure | undefined> {
  let hasBegun = false;
  try {
    for await (const event of events) {
      hasBegun = event.type !== "anew";
      yield event;
    }
    return undefined;
  } catch (error) {
    return { error, hasBegun };
  }
}
