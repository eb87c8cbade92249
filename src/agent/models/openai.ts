import type { OpenAI } from "openai";
import { digestOf } from "../../base/digest.ts";
import { base32 } from "../../base/ids.ts";
import type { ModelClient, ModelRequest } from "./model-client.ts";
import { chatCompletions } from "./openai-chat.ts";
import { errorOfOpenAi, makerOf } from "./openai-errors.ts";
import { responses } from "./openai-responses.ts";
import { createProviderModel, type Provider, type ProviderOptions } from "./provider-client.ts";
import { refusingFetch } from "./refusal.ts";

/** The model between price and strength that OpenAI names first for both (OpenAI, "Using GPT-6"; `gpt-6-sol` is its predecessor). */
export const DEFAULT_OPENAI_MODEL = "gpt-6.1-sol";

/** The public API. */
export const OPENAI_BASE_URL = "https://api.openai.com/v1";

/** The SDK's own time limit, so long that ours alone counts. */
const SDK_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** The two APIs that take conversations. */
export type OpenAiApi = "responses" | "chat";

/** How OpenAI, or a server that speaks like it, is reached. */
export interface OpenAiOptions extends ProviderOptions {
  /** Default: as `apiOf` says. */
  readonly api?: OpenAiApi;
}

/**
 * OpenAI over its Responses API, and every server that speaks like it, by its base URL, over Chat Completions: LM Studio, llama.cpp, vLLM,
 * OpenRouter, DeepSeek and others. The conversation is kept here alone. The SDK is loaded at the first request.
 */
export function createOpenAiModel(options: OpenAiOptions): ModelClient {
  return createProviderModel(openAiProvider(options), options);
}

/**
 * The API that a model is asked over where none is set: Responses for OpenAI's own models that reason, which think there with tools at
 * hand (Gitlawb/openclaude, issue 1957; `gpt-6.1-sol` and `gpt-6-astra` take tools nowhere else). Pure.
 */
export function apiOf({ baseUrl }: Pick<OpenAiOptions, "baseUrl">, model: string): OpenAiApi {
  return isOpenAi(baseUrl) && !WITHOUT_REASONING.test(model) ? "responses" : "chat";
}

/** Models of before GPT-5, also tuned ones, and those of ChatGPT (openai 6.49, `ChatModel`). */
const WITHOUT_REASONING = /^(?:ft:)?(?:gpt-[34]|chatgpt-)|-chat(?:-|$)/;

/** OpenAI itself, also by the address of a region (OpenAI, "Data residency"). */
function isOpenAi(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || /^(?:\w+\.)?api\.openai\.com$/.test(new URL(baseUrl).host);
}

function openAiProvider(options: OpenAiOptions): Provider {
  const { baseUrl, model = DEFAULT_OPENAI_MODEL } = options;
  const name = `openai/${model}`;
  const maker = makerOf(baseUrl);
  let loading: Promise<OpenAI> | undefined;
  const sdk = (): Promise<OpenAI> => {
    loading ??= load(options, model);
    return loading;
  };
  const isCompatible = !isOpenAi(baseUrl);
  const parts = { sdk, model, name, maker: maker.name };
  const { ask, stream } =
    (options.api ?? apiOf(options, model)) === "responses"
      ? responses({
          ...parts,
          asked: () => ({ maker, model, nowMs: options.clock.now() }),
          cacheKeyOf,
        })
      : chatCompletions({
          ...parts,
          isCompatible,
          newCallId: () => `call_${base32(options.randomBytes(10))}`,
          // Compatible servers may refuse what they do not know.
          ...(isCompatible ? {} : { cacheKeyOf }),
        });
  return {
    name,
    model,
    ask,
    stream,
    errorOf: (thrown) => errorOfOpenAi(thrown, { maker, model, nowMs: options.clock.now() }),
  };
}

/** The same for all requests with the same system prompt, so that they come to where its beginning is cached (OpenAI, "Prompt caching"). */
function cacheKeyOf({ system }: ModelRequest): string {
  return digestOf(system).slice(0, 32);
}

async function load(options: ProviderOptions, model: string): Promise<OpenAI> {
  const sdk = await import("openai");
  const { apiKey } = options;
  return new sdk.OpenAI({
    // The SDK asks for a key; where there is none, its header is left out.
    apiKey: apiKey ?? "none",
    ...(apiKey === undefined ? { defaultHeaders: { authorization: null } } : {}),
    // Named, so that no variable of the environment leads elsewhere.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    baseURL: options.baseUrl ?? OPENAI_BASE_URL,
    logLevel: "off",
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    fetch: refusingFetch(makerOf(options.baseUrl), model, options.clock),
  });
}
