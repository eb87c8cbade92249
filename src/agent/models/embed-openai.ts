import { z } from "zod";
import { DIMENSIONS } from "../../rag/encoders/encoder.ts";
import {
  askForEmbeddings,
  baseOf,
  bearer,
  type EmbeddingApi,
  type EmbeddingOptions,
  vectorSchema,
} from "./embedding-api.ts";
import { OPENAI_BASE_URL } from "./openai.ts";
import { makerOf } from "./openai-errors.ts";

/** The smaller one, which is cut to the length that is asked for (OpenAI API reference, "Create embeddings", dimensions). */
const DEFAULT_OPENAI_EMBEDDING = "text-embedding-3-small";

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().optional(), embedding: vectorSchema })),
  usage: z.object({ prompt_tokens: z.number() }).nullish().catch(null),
});

/** Embeddings of OpenAI, which takes 2,048 texts and 300,000 tokens at most (OpenAI API reference, "Create embeddings"), or of a server that speaks like it. */
export function createOpenAiEmbeddings(options: EmbeddingOptions): EmbeddingApi {
  const { apiKey, baseUrl, model = DEFAULT_OPENAI_EMBEDDING } = options;
  return {
    name: `openai/${model}`,
    async embed(texts, signal) {
      const request = {
        maker: makerOf(baseUrl),
        model,
        url: `${baseOf(baseUrl ?? OPENAI_BASE_URL)}/embeddings`,
        headers: bearer(apiKey),
        body: {
          model,
          input: texts,
          encoding_format: "float",
          // Servers with models of one length may refuse to be told another.
          ...(isCut(model) ? { dimensions: DIMENSIONS } : {}),
        },
        answer: answerSchema,
      };
      const { data, usage } = await askForEmbeddings(request, options.clock, signal);
      const inOrder = [...data].sort((left, right) => (left.index ?? 0) - (right.index ?? 0));
      return {
        vectors: inOrder.map(({ embedding }) => embedding),
        ...(usage === null || usage === undefined ? {} : { tokens: usage.prompt_tokens }),
      };
    },
  };
}

/** The API cuts vectors of this family alone. */
function isCut(model: string): boolean {
  return model.startsWith("text-embedding-3");
}
