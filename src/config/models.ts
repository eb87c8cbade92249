import { korean } from "../base/korean-particles.ts";
import { joined, type Localized } from "../base/localized.ts";
import { entriesOf } from "./shapes.ts";

/** Who offers models, in the order in which they are looked for. */
const MODEL_PROVIDERS = ["google", "anthropic", "openai", "ollama"] as const;

/** The name of one of them. */
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** A model of a provider; without a name the provider's usual one. */
export interface ModelChoice {
  readonly provider: ModelProvider;
  readonly model?: string;
}

/** Where a provider is and what it asks for. */
export interface ModelAccess {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** Of OpenAI: the API that is spoken. */
  readonly api?: "responses" | "chat";
}

/** The models that are set. */
export interface ModelSettings {
  /** What answers in each mode; a mode that is not set is the default one. */
  readonly modes: Readonly<Record<"default" | "fast" | "vision", ModelChoice>>;
  /** Tried in order where the mode's own model and the default one do not answer. */
  readonly fallbacks: readonly ModelChoice[];
  readonly access: Readonly<Partial<Record<ModelProvider, ModelAccess>>>;
}

/** What turns texts into vectors for the usage examples; without a model the usual one of its kind. */
export type EmbedderSetting =
  | { readonly kind: "embedded" }
  /** A model of the Hub, or in a folder of this machine. */
  | {
      readonly kind: "transformers";
      readonly model?: string;
      readonly revision?: string;
      readonly isLocal: boolean;
    }
  | {
      readonly kind: Exclude<ModelProvider, "anthropic">;
      readonly model?: string;
      readonly access: ModelAccess;
    };

/** The settings that this is made of. */
export interface GivenModels {
  readonly IBL_EMBEDDER?: string | undefined;
  readonly IBL_EMBEDDER_MODEL?: string | undefined;
  readonly IBL_MODEL?: string | undefined;
  readonly IBL_MODEL_FAST?: string | undefined;
  readonly IBL_MODEL_VISION?: string | undefined;
  readonly IBL_MODEL_FALLBACKS: string;
  readonly GEMINI_API_KEY?: string | undefined;
  readonly GEMINI_MODEL?: string | undefined;
  readonly GEMINI_BASE_URL?: string | undefined;
  readonly ANTHROPIC_API_KEY?: string | undefined;
  readonly ANTHROPIC_BASE_URL?: string | undefined;
  readonly OPENAI_API_KEY?: string | undefined;
  readonly OPENAI_BASE_URL?: string | undefined;
  readonly OPENAI_API?: "auto" | "responses" | "chat" | undefined;
  readonly OLLAMA_BASE_URL?: string | undefined;
}

/** What is wrong with one setting. */
interface Problem {
  readonly name: string;
  readonly words: Localized;
}

/** The key of each provider and where to get it. */
const KEYS = {
  google: { name: "GEMINI_API_KEY", from: "aistudio.google.com" },
  anthropic: { name: "ANTHROPIC_API_KEY", from: "platform.claude.com" },
  openai: { name: "OPENAI_API_KEY", from: "platform.openai.com" },
} as const;

const CHOICE = new RegExp(`^(${MODEL_PROVIDERS.join("|")})(?:/(\\S+))?$`);

const SHAPE: Localized = {
  ko: `anthropic/claude-sonnet-5-5처럼 제공자/모델이어야 하고, 제공자는 ${MODEL_PROVIDERS.join(", ")} 가운데 하나여야 해요`,
  en: `must be PROVIDER/MODEL with one of the providers ${MODEL_PROVIDERS.join(", ")}, such as anthropic/claude-sonnet-5-5`,
};

const ALONE: Localized = {
  ko: "다른 모델을 정했으니 이것도 정해야 해요. ",
  en: "must be set too: other models are; it ",
};

/** The models that the settings name, and everything that is wrong with them; no models where nothing is set. Pure. */
export function readModels(given: GivenModels): {
  readonly models?: ModelSettings;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const access = accessOf(given);
  const check = (name: string, text: string): ModelChoice | undefined => {
    const [, provider, model] = CHOICE.exec(text) ?? [];
    const known = MODEL_PROVIDERS.find((each) => each === provider);
    if (known === undefined) {
      const words = joined(SHAPE, {
        ko: korean`. "${text}"은(는) 아니에요`,
        en: `; "${text}" is not`,
      });
      problems.push({ name, words });
      return undefined;
    }
    const choice = withName(known, model, given);
    const words = missingFor(choice, access);
    if (words !== undefined) problems.push({ name, words });
    return choice;
  };
  const single = (name: "IBL_MODEL" | "IBL_MODEL_FAST" | "IBL_MODEL_VISION") => {
    const text = given[name];
    return text === undefined ? undefined : check(name, text);
  };
  const chosen = single("IBL_MODEL") ?? usual(given, access, problems);
  const fast = single("IBL_MODEL_FAST");
  const vision = single("IBL_MODEL_VISION");
  const fallbacks = entriesOf(given.IBL_MODEL_FALLBACKS).flatMap(
    (text) => check("IBL_MODEL_FALLBACKS", text) ?? [],
  );
  if (chosen !== undefined) {
    const modes = { default: chosen, fast: fast ?? chosen, vision: vision ?? chosen };
    return { models: { modes, fallbacks, access }, problems };
  }
  const others = given.IBL_MODEL_FAST ?? given.IBL_MODEL_VISION ?? given.IBL_MODEL_FALLBACKS;
  if (others !== "" && problems.length === 0)
    problems.push({ name: "IBL_MODEL", words: joined(ALONE, SHAPE) });
  return { problems };
}

/** The embedder that the settings name, and everything that is wrong with it. Pure. */
export function readEmbedder(given: GivenModels): {
  readonly embedder: EmbedderSetting;
  readonly problems: readonly Problem[];
} {
  const { IBL_EMBEDDER: kind = "embedded", IBL_EMBEDDER_MODEL: model } = given;
  switch (kind) {
    case "embedded":
      return withWords({ kind }, "IBL_EMBEDDER_MODEL", model === undefined ? NONE : WITHOUT_KIND);
    case "transformers":
      return model === undefined
        ? withWords({ kind, isLocal: false }, "IBL_EMBEDDER_MODEL", NONE)
        : transformersModel(model);
    case "google":
    case "openai":
    case "ollama":
      return providerModel(kind, model, accessOf(given));
    case "anthropic":
      return withWords({ kind: "embedded" }, "IBL_EMBEDDER", joined(NO_EMBEDDINGS, EMBEDDERS));
    default:
      return withWords({ kind: "embedded" }, "IBL_EMBEDDER", EMBEDDERS);
  }
}

/** Nothing is wrong. */
const NONE = undefined;

const EMBEDDERS: Localized = {
  ko: "embedded, transformers, google, openai, ollama 가운데 하나여야 해요",
  en: "must be embedded, transformers, google, openai or ollama",
};

/** platform.claude.com, "Embeddings". */
const NO_EMBEDDINGS: Localized = {
  ko: "anthropic일 수 없어요. Anthropic에는 임베딩 모델이 없어요. ",
  en: "cannot be anthropic, which has no embedding models; it ",
};

const WITHOUT_KIND: Localized = {
  ko: "IBL_EMBEDDER도 transformers, google, openai, ollama 가운데 하나로 정해야 해요",
  en: "needs IBL_EMBEDDER=transformers, google, openai or ollama beside it",
};

const OF_SERVER: Localized = {
  ko: "OPENAI_BASE_URL에 있는 서버의 768차원 임베딩 모델을 적어야 해요",
  en: "must name an embedding model of the server at OPENAI_BASE_URL, with 768 dimensions",
};

function providerModel(
  kind: Exclude<ModelProvider, "anthropic">,
  model: string | undefined,
  access: ModelSettings["access"],
): ReturnType<typeof readEmbedder> {
  const choice = model === undefined ? {} : { model };
  const setting = { kind, ...choice, access: access[kind] ?? {} };
  if (kind !== "openai" || access.openai?.baseUrl === undefined)
    return withWords(setting, "IBL_EMBEDDER", missingFor({ provider: kind, ...choice }, access));
  return withWords(setting, "IBL_EMBEDDER_MODEL", model === undefined ? OF_SERVER : NONE);
}

const HUB_MODEL = /^(?!.*\.\.)(\w[\w.-]*\/\w[\w.-]*)(?:@(\w[\w./-]*))?$/;

function transformersModel(text: string): ReturnType<typeof readEmbedder> {
  const kind = "transformers";
  if (text.startsWith("/"))
    return withWords({ kind, model: text, isLocal: true }, "IBL_EMBEDDER_MODEL", NONE);
  const [, model, revision] = HUB_MODEL.exec(text) ?? [];
  const setting = {
    kind,
    isLocal: false,
    ...(model === undefined ? {} : { model }),
    ...(revision === undefined ? {} : { revision }),
  } as const;
  const words = {
    ko: "jhgan/ko-sroberta-multitask 같은 허브의 모델 이름이나 모델이 있는 폴더의 전체 경로여야 해요",
    en: "must be a model of the Hub, such as jhgan/ko-sroberta-multitask, or the whole path of a folder with one",
  };
  return withWords(setting, "IBL_EMBEDDER_MODEL", model === undefined ? words : NONE);
}

function withWords(
  embedder: EmbedderSetting,
  name: string,
  words: Localized | undefined,
): ReturnType<typeof readEmbedder> {
  return { embedder, problems: words === undefined ? [] : [{ name, words }] };
}

/** With nothing said, the first provider that can be reached with what is set. */
function usual(
  given: GivenModels,
  access: ModelSettings["access"],
  problems: Problem[],
): ModelChoice | undefined {
  if (given.IBL_MODEL !== undefined) return undefined;
  const provider = MODEL_PROVIDERS.find(
    (each) => access[each] !== undefined && isOpen(each, given),
  );
  if (provider === undefined) return undefined;
  const choice = withName(provider, undefined, given);
  const words = missingFor(choice, access);
  if (words !== undefined) problems.push({ name: "IBL_MODEL", words });
  return choice;
}

/** Whether what is set is meant for use: the address of a maker alone, without its key, is not. */
function isOpen(provider: ModelProvider, given: GivenModels): boolean {
  if (provider === "google") return given.GEMINI_API_KEY !== undefined;
  return provider !== "anthropic" || given.ANTHROPIC_API_KEY !== undefined;
}

function withName(
  provider: ModelProvider,
  model: string | undefined,
  given: GivenModels,
): ModelChoice {
  const name = model ?? (provider === "google" ? given.GEMINI_MODEL : undefined);
  return { provider, ...(name === undefined ? {} : { model: name }) };
}

function missingFor(
  { provider, model }: ModelChoice,
  access: ModelSettings["access"],
): Localized | undefined {
  if (provider === "ollama") return undefined;
  const { apiKey, baseUrl } = access[provider] ?? {};
  if (provider === "openai" && baseUrl !== undefined)
    return model === undefined
      ? {
          ko: "openai/llama-3.3-70b처럼 OPENAI_BASE_URL에 있는 서버의 모델을 적어야 해요",
          en: "must name the model of the server at OPENAI_BASE_URL, such as openai/llama-3.3-70b",
        }
      : undefined;
  const key = KEYS[provider];
  return apiKey === undefined
    ? {
        ko: `${provider}에는 ${key.name}가 필요해요(${key.from}에서 받아요)`,
        en: `names ${provider}, which needs ${key.name} (from ${key.from})`,
      }
    : undefined;
}

function accessOf(given: GivenModels): ModelSettings["access"] {
  const { OPENAI_API = "auto" } = given;
  const api = OPENAI_API === "auto" ? {} : { api: OPENAI_API };
  const all = {
    google: { apiKey: given.GEMINI_API_KEY, baseUrl: given.GEMINI_BASE_URL },
    anthropic: { apiKey: given.ANTHROPIC_API_KEY, baseUrl: given.ANTHROPIC_BASE_URL },
    openai: { apiKey: given.OPENAI_API_KEY, baseUrl: given.OPENAI_BASE_URL },
    ollama: { apiKey: undefined, baseUrl: given.OLLAMA_BASE_URL },
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([provider, { apiKey, baseUrl }]) =>
      apiKey === undefined && baseUrl === undefined
        ? []
        : [
            [
              provider,
              {
                ...(apiKey === undefined ? {} : { apiKey }),
                ...(baseUrl === undefined ? {} : { baseUrl }),
                ...(provider === "openai" ? api : {}),
              },
            ],
          ],
    ),
  );
}
