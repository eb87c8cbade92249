import type { OpenAI } from "openai";
import type {
  ChatCompletionCreateParamsBase,
  ChatCompletionFunctionTool,
} from "openai/resources/chat/completions";
import { base32 } from "../../base/ids.ts";
import type { ModelClient, ModelRequest } from "./model-client.ts";
import { errorOfOpenAi, makerOf } from "./openai-errors.ts";
import { createForm, type Habits } from "./openai-habits.ts";
import { answerOf, eventsOf, messagesOf } from "./openai-wire.ts";
import { createProviderModel, type Provider, type ProviderOptions } from "./provider-client.ts";
import { refusingFetch } from "./refusal.ts";
import { withOrWithoutSignatures } from "./wire-common.ts";

/**
 * The newest OpenAI model between price and strength that takes tools over Chat Completions (OpenAI model guide; docs.litellm.ai, "GPT-6
 * Sol and GPT-6 Luna": effort from none to max). `gpt-6.1-sol` and `gpt-6-astra` take them over the Responses API alone.
 */
export const DEFAULT_OPENAI_MODEL = "gpt-6-sol";

/** The public API. */
export const OPENAI_BASE_URL = "https://api.openai.com/v1";

/** The SDK's own time limit, so long that ours alone counts. */
const SDK_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/**
 * OpenAI, and every server that speaks like it: LM Studio, llama.cpp, vLLM, OpenRouter, DeepSeek and others, by their base URL. It speaks
 * Chat Completions and not the newer Responses, for that is what the compatible servers share; a conversation kept here needs none of
 * the state that Responses keep at the maker. The SDK is loaded at the first request.
 */
export function createOpenAiModel(options: ProviderOptions): ModelClient {
  return createProviderModel(openAiProvider(options), options);
}

function openAiProvider(options: ProviderOptions): Provider {
  const model = options.model ?? DEFAULT_OPENAI_MODEL;
  const name = `openai/${model}`;
  const maker = makerOf(options.baseUrl);
  const newCallId = (): string => `call_${base32(options.randomBytes(10))}`;
  const parts = { model: name, maker: maker.name, newCallId };
  let loading: Promise<OpenAI> | undefined;
  const sdk = (): Promise<OpenAI> => {
    loading ??= load(options, model);
    return loading;
  };
  const inItsForm = createForm(options.baseUrl !== undefined);
  const question = <T>(
    request: ModelRequest,
    ask: (params: ChatCompletionCreateParamsBase) => Promise<T>,
  ): Promise<T> =>
    inItsForm((habits) =>
      withOrWithoutSignatures(request, (keepSignatures) =>
        ask(paramsOf(request, { model, name, keepSignatures, habits })),
      ),
    );
  return {
    name,
    model,
    async ask(request, signal) {
      const { chat } = await sdk();
      const response = await question(request, (params) =>
        chat.completions.create({ ...params, stream: false }, { signal }),
      );
      return answerOf(response, parts);
    },
    async *stream(request, signal) {
      const { chat } = await sdk();
      const chunks = await question(request, (params) =>
        chat.completions.create(
          { ...params, stream: true, stream_options: { include_usage: true } },
          { signal },
        ),
      );
      yield* eventsOf(chunks, parts);
    },
    errorOf: (thrown) => errorOfOpenAi(thrown, { maker, model, nowMs: options.clock.now() }),
  };
}

function paramsOf(
  request: ModelRequest,
  options: {
    readonly model: string;
    readonly name: string;
    readonly keepSignatures: boolean;
    readonly habits: Habits;
  },
): ChatCompletionCreateParamsBase {
  const { model, name, keepSignatures, habits } = options;
  const { maxOutputTokens, tools } = request;
  return {
    model,
    messages: messagesOf(request.system, request.messages, { model: name, keepSignatures }),
    ...(maxOutputTokens === undefined ? {} : { [habits.ceiling]: maxOutputTokens }),
    ...(tools.length === 0 ? {} : { tools: toolsOf(request) }),
    ...(habits.isWithoutReasoning && tools.length > 0 ? { reasoning_effort: "none" } : {}),
  };
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

function toolsOf(request: ModelRequest): ChatCompletionFunctionTool[] {
  return request.tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: { ...inputSchema } },
  }));
}
