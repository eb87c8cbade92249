import { isAbort } from "../../base/errors.ts";
import type { Redact } from "../../base/redact.ts";
import {
  baselineOf,
  checkedVectors,
  DIMENSIONS,
  EMBEDDED_AT_ONCE,
  type EmbeddedText,
  EmbedderError,
  type EncoderSource,
  LONGEST_TEXT,
  UNRELATED,
} from "../../rag/encoders/encoder.ts";
import { reachWords } from "../../security/limits/budget-words.ts";
import type { Budgets, Spending } from "../../security/limits/budgets.ts";
import type { ModelPrice, Payer } from "./budget.ts";
import { tokensOfBlocks } from "./count-tokens.ts";
import type { EmbeddingApi, Embeddings } from "./embedding-api.ts";
import { ModelError } from "./model-client.ts";
import { askAgain, type RetryTiming } from "./retry.ts";
import { unknownShape } from "./wire-common.ts";

/**
 * An encoder behind a provider's API: 64 texts a request, within the budgets, asked again like the models where the provider says
 * to wait. Its vectors are brought to unit length here; Gemini does that for its full length alone (ai.google.dev, "Embeddings").
 */
export function createProviderEncoder(
  api: EmbeddingApi,
  parts: RetryTiming & {
    /** Masks what is secret in texts before they are sent. */
    readonly redact: Redact;
    readonly budgets: Budgets;
    /** By the name of the API. */
    readonly prices: Readonly<Record<string, ModelPrice>>;
    /** Who pays: no person, for the store is everybody's. */
    readonly payer: Payer;
  },
): EncoderSource {
  const embed = async (
    texts: readonly EmbeddedText[],
    signal: AbortSignal = new AbortController().signal,
  ): Promise<readonly Float32Array[]> => {
    const sent = texts.map(({ text }) => parts.redact(text.slice(0, LONGEST_TEXT)));
    const vectors: Float32Array[] = [];
    for (let from = 0; from < sent.length; from += EMBEDDED_AT_ONCE)
      vectors.push(
        ...(await embedBatch(api, sent.slice(from, from + EMBEDDED_AT_ONCE), parts, signal)),
      );
    return checkedVectors(vectors, api.name);
  };
  return {
    name: api.name,
    async open(signal) {
      const baseline = baselineOf(await embed(UNRELATED, signal));
      const id = `${api.name}@${DIMENSIONS}`;
      return { id, baseline, isRemote: true, embed, close: () => Promise.resolve() };
    },
  };
}

/** One request. Rejects with `EmbedderError`, or the signal's reason. */
async function embedBatch(
  api: EmbeddingApi,
  texts: readonly string[],
  parts: Parameters<typeof createProviderEncoder>[1],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const { budgets, payer } = parts;
  const price = parts.prices[api.name];
  const expected = Math.ceil(tokensOfBlocks(texts.map((text) => ({ type: "text", text }))));
  const reserved = budgets.reserve(payer, api.name, spendingOf(expected, price));
  if (!reserved.ok)
    throw new EmbedderError(
      "embedder-refused",
      reachWords(reserved.reach, { zone: payer.zone, asked: "denied" }),
      { isPassing: true },
    );
  try {
    const answer = await askAgain(() => embeddingsOf(api, texts, signal), parts, signal);
    budgets.settle(reserved.id, spendingOf(answer.tokens ?? expected, price));
    return answer.vectors.map((vector) => Float32Array.from(vector));
  } catch (error) {
    if (isAbort(error) || signal.aborted) budgets.settle(reserved.id, spendingOf(expected, price));
    else budgets.release(reserved.id);
    signal.throwIfAborted();
    throw error instanceof ModelError ? encoderError(error) : error;
  }
}

async function embeddingsOf(
  api: EmbeddingApi,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embeddings> {
  const answer = await api.embed(texts, signal);
  if (answer.vectors.length !== texts.length) throw unknownShape(api.name);
  return answer;
}

function spendingOf(tokens: number, price: ModelPrice | undefined): Spending {
  return price === undefined ? { tokens } : { tokens, micros: Math.ceil(tokens * price.input) };
}

/** The words of the models' errors say what to do already. */
function encoderError(error: ModelError): EmbedderError {
  const isPassing = error.retryable || error.code === "model-rate-limited";
  const code = isPassing ? "embedder-unreachable" : "embedder-refused";
  return new EmbedderError(code, error.words ?? { en: error.message, ko: error.message }, {
    isPassing,
    cause: error,
  });
}
