import { join } from "node:path";
import { createAnthropicModel, DEFAULT_ANTHROPIC_MODEL } from "../agent/models/anthropic.ts";
import { type ModelBudgetParts, type ModelFor, withBudget } from "../agent/models/budget.ts";
import { createOllamaEmbeddings } from "../agent/models/embed-ollama.ts";
import { createOpenAiEmbeddings } from "../agent/models/embed-openai.ts";
import { createGoogleEmbeddings, type EmbeddingApi } from "../agent/models/embedding-api.ts";
import { createFailover } from "../agent/models/failover.ts";
import {
  createGoogleModel,
  DEFAULT_GOOGLE_MODEL,
  GOOGLE_BASE_URL,
} from "../agent/models/google.ts";
import { type ModelClient, type ModelMode, textOfMessage } from "../agent/models/model-client.ts";
import { createOllamaModel, DEFAULT_OLLAMA_MODEL } from "../agent/models/ollama.ts";
import {
  createOpenAiModel,
  DEFAULT_OPENAI_MODEL,
  OPENAI_BASE_URL,
} from "../agent/models/openai.ts";
import { maskedModel } from "../agent/models/provider-client.ts";
import { createProviderEncoder } from "../agent/models/provider-encoder.ts";
import { createOpenAiTranscriber } from "../agent/models/transcribe-openai.ts";
import { createWhisperTranscriber } from "../agent/models/transcribe-whisper.ts";
import {
  type Transcriber,
  type TranscriberFor,
  transcriberFor,
} from "../agent/models/transcriber.ts";
import { createGoogleTranscriber } from "../agent/models/transcriber-remote.ts";
import type { Edges } from "../base/edges.ts";
import { AppError } from "../base/errors.ts";
import { createRedactor, type Log } from "../base/log.ts";
import type { Config } from "../config/config.ts";
import { createProcessDriver } from "../drivers/process/process.ts";
import type { VisionFor } from "../nodes/source/vision-port.ts";
import type { EncoderSource } from "../rag/encoders/encoder.ts";
import {
  createTransformersEncoder,
  DEFAULT_TRANSFORMERS_MODEL,
} from "../rag/encoders/transformers-encoder.ts";
import type { ModelOrder } from "../rag/encoders/transformers-wire.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import type { Budgets } from "../security/limits/budgets.ts";
import type { Home } from "./core/home.ts";
import { payerOf } from "./node-ports.ts";

type ModelSettings = NonNullable<Config["models"]>;
type ModelChoice = ModelSettings["modes"]["default"];

/** In the order in which they are told. */
export const MODEL_MODES: readonly ModelMode[] = ["default", "fast", "vision"];

const USUAL: Readonly<Record<ModelChoice["provider"], string>> = {
  google: DEFAULT_GOOGLE_MODEL,
  anthropic: DEFAULT_ANTHROPIC_MODEL,
  openai: DEFAULT_OPENAI_MODEL,
  ollama: DEFAULT_OLLAMA_MODEL,
};

/** Provider and model, such as `google/gemini-3.8-flash`. */
export function modelName({ provider, model }: ModelChoice): string {
  return `${provider}/${model ?? USUAL[provider]}`;
}

/** The name of the model that answers people; `undefined` where none is set. */
export function mainModelName({ models }: Pick<Config, "models">): string | undefined {
  return models === undefined ? undefined : modelName(models.modes.default);
}

/** The models that a mode asks, in order: its own, the default one, then the fallbacks; each once. */
function modelsOf({ modes, fallbacks }: ModelSettings, mode: ModelMode): readonly ModelChoice[] {
  const all = [modes[mode], modes.default, ...fallbacks];
  return [...new Map(all.map((choice) => [modelName(choice), choice] as const)).values()];
}

/** A client for every model that is set, by name, whose answers hold no secrets. Nothing connects before it is used. */
export function openModels(
  settings: ModelSettings,
  { config, edges }: { readonly config: Config; readonly edges: Edges },
): ReadonlyMap<string, ModelClient> {
  const choices = MODEL_MODES.flatMap((mode) => modelsOf(settings, mode));
  return new Map(
    choices.map((choice) => [
      modelName(choice),
      maskedModel(openModel(choice, settings, edges), config.secrets),
    ]),
  );
}

function openModel(
  { provider, model }: ModelChoice,
  { access }: ModelSettings,
  { clock, randomBytes }: Edges,
): ModelClient {
  const options = {
    ...access[provider],
    ...(model === undefined ? {} : { model }),
    clock,
    randomBytes,
  };
  switch (provider) {
    case "google":
      return createGoogleModel({ ...options, apiKey: keyOf(options.apiKey) });
    case "anthropic":
      return createAnthropicModel({ ...options, apiKey: keyOf(options.apiKey) });
    case "openai":
      return createOpenAiModel(options);
    case "ollama":
      return createOllamaModel(options);
  }
}

function keyOf(apiKey: string | undefined): string {
  if (apiKey === undefined)
    throw new AppError("bad-config", "A model is set whose provider has no key.");
  return apiKey;
}

/** The one way to the language models, within everybody's budget; `undefined` where none is set. */
export function openModelDoor(
  { config, edges, log }: { readonly config: Config; readonly edges: Edges; readonly log: Log },
  parts: Pick<ModelBudgetParts, "budgets" | "ask">,
): ModelFor | undefined {
  const { models, modelPrices: prices, maxOutputTokens } = config;
  const { faultPoint } = edges;
  if (models === undefined) return undefined;
  const clients = openModels(models, { config, edges });
  warnOfPrices(config, [...clients.keys()], log);
  // Each by itself, so that a call is paid by the price of the model that answers.
  const payable = new Map(
    [...clients].map(([name, client]) => [
      name,
      withBudget(client, { ...parts, prices, maxOutputTokens, faultPoint }),
    ]),
  );
  const failover = createFailover({
    clock: edges.clock,
    onFailover: ({ from, to, error }) =>
      log.warn({ from, to, code: error.code, reason: error.message }, "Another model is asked."),
  });
  return (payer, mode = "default") => {
    const own = modelsOf(models, mode).flatMap((choice): readonly ModelClient[] => {
      const client = payable.get(modelName(choice));
      return client === undefined ? [] : [client(payer)];
    });
    const [first, ...others] = own;
    if (first === undefined) throw new AppError("bad-config", `No model is set for "${mode}".`);
    return failover([first, ...others]);
  };
}

function warnOfPrices(config: Config, names: readonly string[], log: Log): void {
  const limitsMoney = Object.values(config.budgets.limits).some(
    ({ micros }) => micros !== undefined,
  );
  if (!limitsMoney) return;
  for (const model of names)
    if (config.modelPrices[model] === undefined)
      log.warn(
        { model },
        "Money is limited, but IBL_MODEL_PRICES does not name this model: only its tokens are counted.",
      );
}

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

/** What calls that take money pass. */
export type BudgetParts = Pick<ModelBudgetParts, "budgets" | "ask">;

/** What writes speech down here; `undefined` where nothing is set, or it is switched off. */
export function openTranscribers(
  {
    config,
    edges,
    home,
    log,
  }: {
    readonly config: Config;
    readonly edges: Edges;
    readonly home: Home;
    readonly log: Log;
  },
  budget: BudgetParts,
): TranscriberFor | undefined {
  const all = transcribersOf(config, home.path);
  if (all.length === 0) return undefined;
  return transcriberFor(all, { ...budget, prices: config.modelPrices, clock: edges.clock, log });
}

/** In the order of trying: what stays on this machine comes first. */
function transcribersOf({ voice }: Config, homePath: string): readonly Transcriber[] {
  const { whisper, openai, google, which } = voice;
  const isWanted = (name: typeof which): boolean => which === "auto" || which === name;
  const all: Transcriber[] = [];
  if (whisper !== undefined && isWanted("whisper")) {
    const workPath = join(homePath, "hearing");
    all.push(createWhisperTranscriber({ ...whisper, workPath, processes: createProcessDriver() }));
  }
  if (openai !== undefined && isWanted("openai"))
    all.push(createOpenAiTranscriber({ baseUrl: OPENAI_BASE_URL, ...openai }));
  if (google !== undefined && isWanted("google"))
    all.push(
      createGoogleTranscriber({ baseUrl: GOOGLE_BASE_URL, model: DEFAULT_GOOGLE_MODEL, ...google }),
    );
  return all;
}

/** The model of the `vision` mode for programs that look at pictures: one question, no tools, no history. */
export function visionOf(modelFor: ModelFor, schedules: Pick<Schedules, "jobOf">): VisionFor {
  return (call) => {
    const model = modelFor(payerOf(call, schedules), "vision");
    return {
      placeUnit: model.name.startsWith("anthropic/") ? "pixels" : "thousandths",
      async look({ instruction, picture: { mediaType, bytes } }, signal) {
        const dataBase64 = Buffer.from(bytes).toString("base64");
        const answer = await model.send(
          {
            system: instruction,
            messages: [
              {
                role: "user",
                content: [
                  { type: "image", mediaType, dataBase64 },
                  { type: "text", text: "Read this picture." },
                ],
              },
            ],
            tools: [],
          },
          signal,
        );
        return { text: textOfMessage(answer), isCut: answer.stopReason === "max_tokens" };
      },
    };
  };
}
