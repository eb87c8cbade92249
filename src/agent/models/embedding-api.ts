import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { DIMENSIONS } from "../../rag/encoders/encoder.ts";
import { GOOGLE, GOOGLE_BASE_URL } from "./google.ts";
import { errorOfException, type Maker, refusingFetch } from "./refusal.ts";
import { unknownShape } from "./wire-common.ts";

/** The vectors of some texts, in their order. */
export interface Embeddings {
  readonly vectors: readonly (readonly number[])[];
  /** Tokens that it took, where the maker tells. */
  readonly tokens?: number;
}

/** How one maker's API embeds: each call is one request. */
export interface EmbeddingApi {
  /** Provider and model, such as `openai/text-embedding-3-small`. */
  readonly name: string;
  /** Rejects with a `ModelError`, or the signal's reason. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings>;
}

/** What every maker's API takes. */
export interface EmbeddingOptions {
  /** Absent where the server asks for none. */
  readonly apiKey?: string;
  /** Default: the maker's own. */
  readonly baseUrl?: string;
  /** Default: the maker's usual one. */
  readonly model?: string;
  readonly clock: Clock;
}

/** One request to a maker. */
export interface EmbeddingRequest<Answer> {
  readonly maker: Maker;
  readonly model: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly answer: z.ZodType<Answer>;
}

/** Longest wait for an answer: a model on a machine of one's own may have to be read into memory first. */
const TIMEOUT_MS = 120_000;

/** A vector, as every maker sends it. */
export const vectorSchema = z.array(z.number());

/** Posts a request and gives what it is answered with, in its documented shape. Rejects with a `ModelError` that does not hold the key, or the signal's reason. */
export async function askForEmbeddings<Answer>(
  request: EmbeddingRequest<Answer>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Answer> {
  const { maker, model, url, headers, body, answer } = request;
  signal.throwIfAborted();
  const limit = linkSignals([signal], TIMEOUT_MS);
  try {
    const response = await refusingFetch(
      maker,
      model,
      clock,
    )(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: limit.signal,
    });
    const parsed = answer.safeParse(await response.json());
    if (!parsed.success) throw unknownShape(model);
    return parsed.data;
  } catch (error) {
    signal.throwIfAborted();
    throw errorOfException(error, model);
  } finally {
    limit.release();
  }
}

/** A base URL without slashes at its end. */
export function baseOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/u, "");
}

/** A key as OpenAI takes it, and servers like it; nothing for none. */
export function bearer(apiKey: string | undefined): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

/** Gives one vector of the length that is asked for to each text of a batch (vectorize-io/hindsight, pull request 4001). */
const DEFAULT_GOOGLE_EMBEDDING = "gemini-embedding-2";

const answerSchema = z.object({
  embeddings: z.array(z.object({ values: vectorSchema })),
  usageMetadata: z.object({ promptTokenCount: z.number().optional() }).nullish().catch(null),
});

/** Embeddings of Gemini, by `batchEmbedContents` (ai.google.dev, "Embeddings"), which takes 100 texts at most (lancedb, pull request 3618). */
export function createGoogleEmbeddings(options: EmbeddingOptions): EmbeddingApi {
  const { apiKey = "", baseUrl = GOOGLE_BASE_URL, model = DEFAULT_GOOGLE_EMBEDDING } = options;
  return {
    name: `google/${model}`,
    async embed(texts, signal) {
      const request = {
        maker: GOOGLE,
        model,
        url: `${baseOf(baseUrl)}/v1beta/models/${encodeURIComponent(model)}:batchEmbedContents`,
        headers: { "x-goog-api-key": apiKey },
        body: {
          requests: texts.map((text) => ({
            model: `models/${model}`,
            content: { parts: [{ text }] },
            outputDimensionality: DIMENSIONS,
          })),
        },
        answer: answerSchema,
      };
      const { embeddings, usageMetadata } = await askForEmbeddings(request, options.clock, signal);
      const tokens = usageMetadata?.promptTokenCount;
      return {
        vectors: embeddings.map(({ values }) => values),
        ...(tokens === undefined ? {} : { tokens }),
      };
    },
  };
}
