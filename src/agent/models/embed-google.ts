import { z } from "zod";
import { DIMENSIONS } from "../../rag/encoders/embedder.ts";
import {
  askForEmbeddings,
  baseOf,
  type EmbeddingApi,
  type EmbeddingOptions,
  vectorSchema,
} from "./embedding-api.ts";
import { GOOGLE_BASE_URL } from "./google.ts";
import { GOOGLE } from "./google-errors.ts";

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
