import { z } from "zod";
import {
  askForEmbeddings,
  baseOf,
  bearer,
  type EmbeddingApi,
  type EmbeddingOptions,
  vectorSchema,
} from "./embedding-api.ts";
import { OLLAMA, OLLAMA_BASE_URL } from "./ollama.ts";

/** Has 768 dimensions and reads over a hundred languages, Korean among them (its model card, google/embeddinggemma-300m). */
const DEFAULT_OLLAMA_EMBEDDING = "embeddinggemma";

const answerSchema = z.object({
  embeddings: z.array(vectorSchema),
  prompt_eval_count: z.number().nullish().catch(null),
});

/** Embeddings of a model on a machine of one's own, by `/api/embed` (docs.ollama.com, "Generate embeddings"). */
export function createOllamaEmbeddings(options: EmbeddingOptions): EmbeddingApi {
  const { apiKey, baseUrl = OLLAMA_BASE_URL, model = DEFAULT_OLLAMA_EMBEDDING } = options;
  return {
    name: `ollama/${model}`,
    async embed(texts, signal) {
      const request = {
        maker: OLLAMA,
        model,
        url: `${baseOf(baseUrl)}/api/embed`,
        headers: bearer(apiKey),
        body: { model, input: texts, truncate: true },
        answer: answerSchema,
      };
      const { embeddings, prompt_eval_count: tokens } = await askForEmbeddings(
        request,
        options.clock,
        signal,
      );
      return {
        vectors: embeddings,
        ...(tokens === null || tokens === undefined ? {} : { tokens }),
      };
    },
  };
}
