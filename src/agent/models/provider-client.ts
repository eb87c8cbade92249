import type { Clock } from "../../base/clock.ts";
import { wordsOf } from "../../base/errors.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { createRedactor } from "../../base/log.ts";
import { createMaskStream, maskTexts } from "../../base/redact.ts";
import {
  type AssistantMessage,
  type ModelClient,
  ModelError,
  type ModelEvent,
  type ModelRequest,
} from "./model-client.ts";
import { withRetries } from "./retry.ts";

/** Longest wait for an answer, thinking included, or in a stream for its next piece. */
const ANSWER_TIMEOUT_MS = 120_000;

/** The API of one maker: each call is one HTTP request, and ends with whatever its SDK throws. */
export interface Provider {
  /** Provider and model, such as `google/gemini-3.8-flash`. */
  readonly name: string;
  /** The model by the maker's own name. */
  readonly model: string;
  ask(request: ModelRequest, signal: AbortSignal): Promise<AssistantMessage>;
  /** Ends without an `end` event where the line broke before the answer was whole. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** What an exception of the two means. */
  errorOf(thrown: unknown): ModelError;
}

/** What every provider's client takes. */
export interface ProviderOptions {
  /** Absent where the server asks for none. */
  readonly apiKey?: string;
  /** Default: the provider's own. */
  readonly model?: string;
  /** Where the API is. Default: the maker's own. */
  readonly baseUrl?: string;
  /** Longest wait for an answer, or in a stream for its next piece. Default: 120,000. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}

/**
 * A provider as the product uses it: within the time limit, closing the line when it is left, trying again what may pass (see
 * `withRetries`), and with the key in no error.
 */
export function createProviderModel(provider: Provider, options: ProviderOptions): ModelClient {
  const { name } = provider;
  const explain = (error: unknown, signal: AbortSignal): ModelError => {
    signal.throwIfAborted();
    return withoutKey(provider.errorOf(error), options.apiKey);
  };
  const client: ModelClient = {
    name,
    async send(request, signal) {
      const stop = new AbortController();
      const either = linkSignals([signal, stop.signal]);
      try {
        signal.throwIfAborted();
        const answer = provider.ask(request, either.signal);
        return await withinTime(provider, options, answer, stop);
      } catch (error) {
        throw explain(error, signal);
      } finally {
        either.release();
      }
    },
    async *stream(request, signal) {
      const stop = new AbortController();
      const either = linkSignals([signal, stop.signal]);
      const pieces = provider.stream(request, either.signal)[Symbol.asyncIterator]();
      try {
        signal.throwIfAborted();
        for (;;) {
          const piece = await withinTime(provider, options, pieces.next(), stop);
          if (piece.done === true) throw brokenOff(provider.model);
          yield piece.value;
          if (piece.value.type === "end") return;
        }
      } catch (error) {
        throw explain(error, signal);
      } finally {
        stop.abort();
        either.release();
        // The line is closed already; what its closing throws says nothing more.
        await pieces.return?.().catch(() => undefined);
      }
    },
  };
  return withRetries(client, options);
}

/** Waits for `work`; when the time is up first, aborts it through `stop`, which is an error of its own. */
async function withinTime<T>(
  { model }: Provider,
  options: ProviderOptions,
  work: Promise<T>,
  stop: AbortController,
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? ANSWER_TIMEOUT_MS;
  const done = new AbortController();
  let isLate = false;
  const timer = options.clock.sleep(timeoutMs, done.signal).then(
    () => {
      isLate = true;
      stop.abort();
    },
    () => undefined,
  );
  try {
    const result = await work;
    if (isLate) throw tooLate(model, timeoutMs);
    return result;
  } catch (error) {
    throw isLate ? tooLate(model, timeoutMs) : error;
  } finally {
    done.abort();
    await timer;
  }
}

/** A person has waited long by then, so it is tried once more only. */
function tooLate(model: string, timeoutMs: number): ModelError {
  const seconds = Math.round(timeoutMs / 1000);
  const words = {
    en: `The model "${model}" did not answer within ${seconds} s.`,
    ko: `"${model}" 모델이 ${seconds}초 안에 답하지 않았어요.`,
  };
  return new ModelError("model-unavailable", words, { retryable: true, mostRetries: 1 });
}

function brokenOff(model: string): ModelError {
  const words = {
    en: `The answer of the model "${model}" broke off before its end.`,
    ko: `"${model}" 모델의 답이 끝나기 전에 끊겼어요.`,
  };
  return new ModelError("model-unavailable", words, { retryable: true });
}

/** Nothing that a maker or the platform says may repeat the key. */
function withoutKey(error: ModelError, apiKey: string | undefined): ModelError {
  const words = { en: wordsOf(error, "en"), ko: wordsOf(error, "ko") };
  if (apiKey === undefined || !(words.en.includes(apiKey) || words.ko.includes(apiKey)))
    return error;
  const { code, retryable, retryAfterMs, mostRetries } = error;
  const masked = {
    en: words.en.replaceAll(apiKey, "[secret]"),
    ko: words.ko.replaceAll(apiKey, "[secret]"),
  };
  return new ModelError(code, masked, { retryable, retryAfterMs, mostRetries });
}

/** The same model, whose answers hold no secrets: neither its words, in pieces or whole, nor the programs it writes. */
export function maskedModel(model: ModelClient, secrets: readonly string[]): ModelClient {
  const redact = createRedactor(secrets);
  return {
    name: model.name,
    send: async (request, signal) => maskTexts(await model.send(request, signal), redact),
    async *stream(request, signal) {
      const words = createMaskStream(secrets);
      for await (const event of model.stream(request, signal)) {
        const text = event.type === "text" ? words.push(event.text) : words.flush();
        if (text !== "" && event.type !== "anew") yield { type: "text", text };
        if (event.type !== "text") yield maskTexts<ModelEvent>(event, redact);
      }
    },
  };
}
