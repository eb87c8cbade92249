import type { Anthropic } from "@anthropic-ai/sdk";
import type { MessageCreateParamsBase, Tool } from "@anthropic-ai/sdk/resources/messages/messages";
import { ANTHROPIC, errorOfAnthropic } from "./anthropic-errors.ts";
import { answerOf, eventsOf, messagesOf } from "./anthropic-wire.ts";
import type { ModelClient, ModelRequest } from "./model-client.ts";
import { createProviderModel, type Provider, type ProviderOptions } from "./provider-client.ts";
import { refusingFetch } from "./refusal.ts";
import { withOrWithoutSignatures } from "./wire-common.ts";

/** The latest Sonnet, "the best combination of speed and intelligence" (platform.claude.com, "Claude Sonnet 5.5"). */
export const DEFAULT_ANTHROPIC_MODEL = "claude-sonnet-5-5";

/** The public API. */
const ANTHROPIC_BASE_URL = "https://api.anthropic.com";

/** The API asks for a ceiling in every request. */
const MAX_OUTPUT_TOKENS = 16_384;

/** The SDK refuses a long answer without a stream unless a time limit is named; ours alone counts. */
const SDK_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** How Claude is reached. */
export interface AnthropicOptions extends ProviderOptions {
  readonly apiKey: string;
}

/**
 * Claude over the Messages API. The SDK is loaded at the first request. How it thinks is left to the model: on Claude 5.5 thinking is on
 * by itself, and a request that sets sampling or forces a tool is refused (platform.claude.com, "Migrating to Claude Sonnet 5.5").
 */
export function createAnthropicModel(options: AnthropicOptions): ModelClient {
  return createProviderModel(anthropicProvider(options), options);
}

function anthropicProvider(options: AnthropicOptions): Provider {
  const model = options.model ?? DEFAULT_ANTHROPIC_MODEL;
  const name = `anthropic/${model}`;
  let loading: Promise<Anthropic> | undefined;
  const sdk = (): Promise<Anthropic> => {
    loading ??= load(options, model);
    return loading;
  };
  const question = (request: ModelRequest, keepSignatures: boolean): MessageCreateParamsBase => ({
    model,
    max_tokens: request.maxOutputTokens ?? MAX_OUTPUT_TOKENS,
    messages: messagesOf(request.messages, { model: name, keepSignatures }),
    ...(request.system === "" ? {} : { system: request.system }),
    ...(request.tools.length === 0 ? {} : { tools: toolsOf(request) }),
  });
  return {
    name,
    model,
    async ask(request, signal) {
      const { messages } = await sdk();
      const response = await withOrWithoutSignatures(request, (keep) =>
        messages.create({ ...question(request, keep), stream: false }, { signal }),
      );
      return answerOf(response, name);
    },
    async *stream(request, signal) {
      const { messages } = await sdk();
      const events = await withOrWithoutSignatures(request, (keep) =>
        messages.create({ ...question(request, keep), stream: true }, { signal }),
      );
      yield* eventsOf(events, name);
    },
    errorOf: (thrown) => errorOfAnthropic(thrown, model, options.clock.now()),
  };
}

async function load(options: AnthropicOptions, model: string): Promise<Anthropic> {
  const sdk = await import("@anthropic-ai/sdk");
  return new sdk.Anthropic({
    apiKey: options.apiKey,
    // Named, so that no variable of the environment leads elsewhere.
    authToken: null,
    webhookKey: null,
    baseURL: options.baseUrl ?? ANTHROPIC_BASE_URL,
    logLevel: "off",
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    fetch: refusingFetch(ANTHROPIC, model, options.clock),
  });
}

function toolsOf(request: ModelRequest): Tool[] {
  return request.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: { ...inputSchema, type: "object" },
  }));
}
