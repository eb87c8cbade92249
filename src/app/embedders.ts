import { join } from "node:path";
import { createOllamaEmbeddings } from "../agent/models/embed-ollama.ts";
import { createOpenAiEmbeddings } from "../agent/models/embed-openai.ts";
import { createGoogleEmbeddings, type EmbeddingApi } from "../agent/models/embedding-api.ts";

import { createProviderEncoder } from "../agent/models/provider-encoder.ts";
import type { Edges } from "../base/edges.ts";
import { createRedactor } from "../base/log.ts";
import type { Config } from "../config/config.ts";
import type { EncoderSource } from "../rag/encoders/encoder.ts";
import {
  createTransformersEncoder,
  DEFAULT_TRANSFORMERS_MODEL,
} from "../rag/encoders/transformers-encoder.ts";
import type { ModelOrder } from "../rag/encoders/transformers-wire.ts";
import type { Budgets } from "../security/limits/budgets.ts";
import type { Home } from "./core/home.ts";

/** Dependencies of `openEncoder`. */
export interface EncoderParts {
  readonly config: Config;
  readonly edges: Edges;
  readonly home: Pick<Home, "path">;
  readonly stores: { readonly budgets: Budgets };
}

/** Where models from the Hub are kept, below HOME; not in backups, for they can be fetched again. */
const MODELS_FOLDER = "models";

/** In the budgets the store of examples is nobody's: its own person and chat. */
const STORE_SPENDER = { personId: "usage-examples", chatKey: "usage-examples" } as const;

/** The encoder that is set; `undefined` for the embedded embedder. Nothing of it is loaded, and nothing connects, before it is opened. */
export function openEncoder(parts: EncoderParts): EncoderSource | undefined {
  const { embedder } = parts.config;
  if (embedder.kind === "embedded") return undefined;
  if (embedder.kind === "transformers")
    return createTransformersEncoder(modelOrder(embedder, parts));
  const { clock, randomBytes } = parts.edges;
  return createProviderEncoder(apiOf(embedder, parts.edges), {
    clock,
    randomBytes,
    redact: createRedactor(parts.config.secrets),
    budgets: parts.stores.budgets,
    prices: parts.config.modelPrices,
    payer: { ...STORE_SPENDER, zone: parts.config.zone },
  });
}

/** The name of the embedder that is set, as people know it. */
export function embedderName(parts: Pick<EncoderParts, "config" | "edges" | "home">): string {
  const { embedder } = parts.config;
  if (embedder.kind === "embedded") return "embedded";
  if (embedder.kind === "transformers")
    return createTransformersEncoder(modelOrder(embedder, parts)).name;
  return apiOf(embedder, parts.edges).name;
}

type Setting<Kind> = Extract<Config["embedder"], { readonly kind: Kind }>;

/** Which model a thread is to load, and from where. */
export function modelOrder(
  { model = DEFAULT_TRANSFORMERS_MODEL, isLocal, revision }: Setting<"transformers">,
  { config, home }: Pick<EncoderParts, "config" | "home">,
): ModelOrder {
  const hubUrl = config.upstreams["huggingface"];
  return {
    model,
    isLocal,
    cachePath: join(home.path, MODELS_FOLDER),
    ...(revision === undefined ? {} : { revision }),
    ...(hubUrl === undefined ? {} : { hubUrl }),
  };
}

function apiOf(
  { kind, model, access }: Setting<"google" | "openai" | "ollama">,
  { clock }: Pick<Edges, "clock">,
): EmbeddingApi {
  const options = { ...access, ...(model === undefined ? {} : { model }), clock };
  switch (kind) {
    case "google":
      return createGoogleEmbeddings(options);
    case "openai":
      return createOpenAiEmbeddings(options);
    case "ollama":
      return createOllamaEmbeddings(options);
  }
}
