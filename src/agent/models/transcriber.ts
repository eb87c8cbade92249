import type { Clock } from "../../base/clock.ts";
import { AppError, isAbort, messageOf } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import { reachWords } from "../../security/limits/budget-words.ts";
import type { BudgetReach, Budgets } from "../../security/limits/budgets.ts";
import type { ModelPrice, Payer } from "./budget.ts";

/** Speech to be written down. */
export interface Recording {
  /** What its bytes are, such as `audio/ogg`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** What was said. */
export interface Transcript {
  /** Trimmed; empty where nobody speaks. */
  readonly text: string;
  /** Tokens that it took, where the provider tells. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** Writes speech down. Keeps nothing between calls. */
export interface Transcriber {
  /** Such as `openai/gpt-4o-mini-transcribe`. */
  readonly name: string;
  /** True where recordings leave this machine, which takes money. */
  readonly isRemote: boolean;
  /** Rejects with a `TranscriberError`, or with the signal's reason when that aborts first. */
  transcribe(recording: Recording, signal: AbortSignal): Promise<Transcript>;
}

/** Gives what writes speech down for one payer. */
export type TranscriberFor = (payer: Payer) => Pick<Transcriber, "transcribe">;

/** Why speech could not be written down. */
export class TranscriberError extends AppError {
  /** True when the same recording may be written down later. */
  readonly retryable: boolean;
  /** How long the provider asks to wait, in milliseconds; 0 where it does not say. */
  readonly retryAfterMs: number;

  constructor(
    words: Localized,
    options: {
      readonly retryable?: boolean;
      readonly retryAfterMs?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super("transcriber-failed", words, { cause: options.cause });
    this.name = "TranscriberError";
    this.retryable = options.retryable === true;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/** What calls of a provider pass before they are made. */
export interface TranscriberBudget {
  readonly budgets: Budgets;
  /** By the `name` of the transcriber. */
  readonly prices: Readonly<Record<string, ModelPrice>>;
  /** Has the owners asked to allow more, where they may. */
  readonly ask: (reach: BudgetReach, spender: Payer) => "asked" | "denied";
}

/** Waits before the one further try, in milliseconds, unless the provider says how long; a person is waiting. */
const USUAL_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;

/** Gemini takes 32 tokens for a second (ai.google.dev, "Audio understanding"), and speech packed small has about 2 KB a second. */
const TOKENS_PER_KB = 16;

/** The first of these that can do it, each tried a second time where that may help; remote ones within the budget. `transcribers` are in the order of trying, at least one. */
export function transcriberFor(
  transcribers: readonly Transcriber[],
  parts: TranscriberBudget & { readonly clock: Clock; readonly log: Log },
): TranscriberFor {
  return (payer) => ({
    async transcribe(recording, signal) {
      let last: unknown;
      for (const transcriber of transcribers) {
        try {
          return await withinBudget(transcriber, { payer, parts, recording, signal });
        } catch (error) {
          if (!isRefusal(error, signal)) throw error;
          const facts = { transcriber: transcriber.name, ...problemOf(error) };
          parts.log.warn(facts, "A recording was not written down.");
          last = error;
        }
      }
      throw last;
    },
  });
}

/** What a log says of a failure: what the person reads, and what the operator can mend. */
function problemOf(error: unknown): { readonly problem: string; readonly reason?: string } {
  const reason = error instanceof TranscriberError ? error.cause : undefined;
  return { problem: messageOf(error), ...(typeof reason === "string" && { reason }) };
}

/** True for a failure of this one transcriber: the next may do better. */
function isRefusal(error: unknown, signal: AbortSignal): boolean {
  return error instanceof AppError && !isAbort(error) && !signal.aborted;
}

interface Call {
  readonly payer: Payer;
  readonly parts: TranscriberBudget & { readonly clock: Clock };
  readonly recording: Recording;
  readonly signal: AbortSignal;
}

async function withinBudget(transcriber: Transcriber, call: Call): Promise<Transcript> {
  if (!transcriber.isRemote) return transcriber.transcribe(call.recording, call.signal);
  const { payer, parts, recording } = call;
  const inputTokens = Math.ceil((recording.bytes.byteLength / 1024) * TOKENS_PER_KB);
  const expected = { inputTokens, outputTokens: Math.ceil(inputTokens / 4) };
  const price = parts.prices[transcriber.name];
  const reserved = parts.budgets.reserve(payer, transcriber.name, spendingOf(expected, price));
  if (!reserved.ok) throw overBudget(reserved.reach, call);
  try {
    const transcript = await twice(transcriber, call);
    parts.budgets.settle(reserved.id, spendingOf(transcript.usage ?? expected, price));
    return transcript;
  } catch (error) {
    if (isAbort(error) || call.signal.aborted)
      parts.budgets.settle(reserved.id, spendingOf(expected, price));
    else parts.budgets.release(reserved.id);
    throw error;
  }
}

async function twice(transcriber: Transcriber, call: Call): Promise<Transcript> {
  const { recording, signal, parts } = call;
  try {
    return await transcriber.transcribe(recording, signal);
  } catch (error) {
    if (!(error instanceof TranscriberError) || !error.retryable) throw error;
    const waitMs = error.retryAfterMs === 0 ? USUAL_WAIT_MS : error.retryAfterMs;
    if (waitMs > LONGEST_WAIT_MS) throw error;
    await parts.clock.sleep(waitMs, signal);
    return transcriber.transcribe(recording, signal);
  }
}

function spendingOf(
  { inputTokens, outputTokens }: NonNullable<Transcript["usage"]>,
  price: ModelPrice | undefined,
): { readonly tokens: number; readonly micros?: number } {
  const tokens = inputTokens + outputTokens;
  if (price === undefined) return { tokens };
  return { tokens, micros: Math.ceil(inputTokens * price.input + outputTokens * price.output) };
}

function overBudget(reach: BudgetReach, { payer, parts }: Call): TranscriberError {
  const asked = parts.ask(reach, payer);
  return new TranscriberError(reachWords(reach, { zone: payer.zone, asked }));
}
