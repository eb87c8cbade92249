import type { Anthropic } from "@anthropic-ai/sdk";
import type {
  ContentBlockParam,
  MessageCreateParamsBase,
  MessageParam,
  TextBlockParam,
  Tool,
} from "@anthropic-ai/sdk/resources/messages/messages";
import { z } from "zod";
import { isJsonObject, parsedJson } from "../../base/json.ts";
import type {
  AssistantMessage,
  ImageContent,
  Message,
  ModelClient,
  ModelError,
  ModelEvent,
  ModelRequest,
  StopReason,
  TextContent,
  ToolResultContent,
  Usage,
} from "./model-client.ts";
import { createProviderModel, type Provider, type ProviderOptions } from "./provider-client.ts";
import { errorOfException, errorOfRefusal, type Maker, refusingFetch } from "./refusal.ts";
import {
  type AnswerBlock,
  argumentsOf,
  blockedBy,
  callIdOf,
  joinTexts,
  ownAnswers,
  piecesOf,
  signedNothing,
  unknownShape,
  withOrWithoutSignatures,
} from "./wire-common.ts";

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
    ...(request.system === "" ? {} : { system: [systemBlock(request.system)] }),
    // A mark on the last block of the request by itself: the next round of a turn begins with all of this one (@anthropic-ai/sdk 1.12).
    cache_control: KEPT,
    ...(request.tools.length === 0 ? {} : { tools: toolsOf(request) }),
    ...(request.isInWords === true ? { tool_choice: { type: "none" } } : {}),
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

/** Kept for five minutes, and anew each time it is read (platform.claude.com, "Prompt caching"). */
const KEPT = { type: "ephemeral" } as const;

/** Everything up to its end, with the tools before it, is the same in every request. */
function systemBlock(text: string): TextBlockParam {
  return { type: "text", text, cache_control: KEPT };
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

const bodySchema = z.object({
  error: z.object({ type: z.string().catch(""), message: z.string().catch("") }),
});

/** Anthropic; every error has a type and a message (platform.claude.com, "Errors"). */
const ANTHROPIC: Maker = {
  name: "Anthropic",
  subjectKo: "Anthropic이",
  keyName: "ANTHROPIC_API_KEY",
  read(body) {
    const error = bodySchema.safeParse(parsedJson(body)).data?.error;
    return { kind: error?.type ?? "", message: error?.message ?? "" };
  },
};

/** The status that an error has when it comes as a response; in the middle of a stream it has none (platform.claude.com, "Errors"). */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  overloaded_error: 529,
};

/** What an exception on the way to Anthropic means; an event `error` in a stream comes as the SDK's error with its body. */
function errorOfAnthropic(thrown: unknown, model: string, nowMs: number): ModelError {
  const inStream = thrown instanceof Error && "error" in thrown ? thrown.error : undefined;
  const parsed = bodySchema.safeParse(inStream);
  if (!parsed.success) return errorOfException(thrown, model);
  const status = STATUSES[parsed.data.error.type] ?? 500;
  const body = JSON.stringify(inStream);
  return errorOfRefusal({ status, headers: new Headers(), body, model, nowMs }, ANTHROPIC);
}

/** How an answer ended (@anthropic-ai/sdk 1.12, `StopReason`). Any other counts as a regular end, since new ones may be added. */
const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  max_tokens: "max_tokens",
  model_context_window_exceeded: "max_tokens",
  tool_use: "tool_use",
};

/** The kinds of picture that the API takes (@anthropic-ai/sdk 1.12, `Base64ImageSource`). */
const imageType = z.enum(["image/jpeg", "image/png", "image/gif", "image/webp"]);

const count = z.number().nullish().catch(0);

const usageSchema = z.object({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
  output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(undefined),
});

const blockSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal("redacted_thinking"), data: z.string() }),
  z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.json() }),
]);

type WireBlock = z.infer<typeof blockSchema>;

const messageSchema = z.object({
  content: z.array(z.unknown()),
  stop_reason: z.string().nullish(),
  usage: usageSchema,
});

/** The events of a stream that matter here; others, such as `ping`, may come at any time. */
const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message_start"), message: z.object({ usage: usageSchema }) }),
  z.object({ type: z.literal("content_block_start"), content_block: z.unknown() }),
  z.object({
    type: z.literal("content_block_delta"),
    delta: z.object({
      text: z.string().optional(),
      thinking: z.string().optional(),
      signature: z.string().optional(),
      partial_json: z.string().optional(),
    }),
  }),
  z.object({ type: z.literal("content_block_stop") }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usageSchema.optional(),
  }),
  z.object({ type: z.literal("message_stop") }),
]);

type WireEvent = z.infer<typeof eventSchema>;

/**
 * The conversation in Anthropic's form: results stand first in the message after their calls. Thinking goes back only within the turn
 * that it belongs to: there it must, later it need not (platform.claude.com, "Extended thinking", "Preserving thinking blocks").
 */
function messagesOf(
  messages: readonly Message[],
  options: { readonly model: string; readonly keepSignatures: boolean },
): MessageParam[] {
  const own = ownAnswers(messages, options.model);
  const params: { role: "user" | "assistant"; content: ContentBlockParam[] }[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const content =
      message.role === "assistant"
        ? message.content.flatMap((block) =>
            answerParam(block, options.keepSignatures && own.has(message)),
          )
        : message.content.flatMap(contentParam);
    const last = params.at(-1);
    if (content.length === 0) continue;
    if (last?.role === role) last.content.push(...content);
    else params.push({ role, content });
  }
  for (const { content } of params) content.sort((left, right) => rankOf(left) - rankOf(right));
  return params;
}

function rankOf(block: ContentBlockParam): number {
  return block.type === "tool_result" ? 0 : 1;
}

function contentParam(block: TextContent | ImageContent | ToolResultContent): ContentBlockParam[] {
  switch (block.type) {
    case "text":
      return textParam(block.text);
    case "image": {
      const type = imageType.safeParse(block.mediaType);
      if (!type.success)
        return textParam(`(A picture of the kind ${block.mediaType}, which cannot be shown here.)`);
      const source = { type: "base64", media_type: type.data, data: block.dataBase64 } as const;
      return [{ type: "image", source }];
    }
    case "tool_result":
      return [
        {
          type: "tool_result",
          tool_use_id: callIdOf(block.toolUseId),
          content: block.content,
          is_error: block.isError,
        },
      ];
  }
}

function answerParam(block: AnswerBlock, isOwn: boolean): ContentBlockParam[] {
  if (block.type === "tool_use") {
    // Arguments that were no object were answered with an error; the API takes back objects only.
    const input = isJsonObject(block.input) ? block.input : {};
    return [{ type: "tool_use", id: callIdOf(block.id), name: block.name, input }];
  }
  if (block.signature === undefined) return textParam(block.text);
  const thinking = isOwn ? blockSchema.safeParse(JSON.parse(block.signature)).data : undefined;
  if (thinking?.type === "thinking" || thinking?.type === "redacted_thinking") return [thinking];
  return textParam(block.text);
}

/** The API refuses blank texts. */
function textParam(text: string): ContentBlockParam[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

/** Reads a whole message. `client` is the name of the client that asks. Throws `ModelError` where it holds no answer. */
function answerOf(response: unknown, client: string): AssistantMessage {
  const parsed = messageSchema.safeParse(response);
  if (!parsed.success) throw unknownShape(client);
  const { content, stop_reason, usage } = parsed.data;
  return messageFrom(content.flatMap(readBlock), stop_reason, usageOf([usage]), client);
}

/** Reads the events of a stream. Ends without an `end` event where `message_stop` does not come. */
async function* eventsOf(
  events: AsyncIterable<unknown>,
  client: string,
): AsyncGenerator<ModelEvent> {
  const reading = new StreamReading();
  for await (const raw of events) {
    const event = eventSchema.safeParse(raw).data;
    if (event === undefined) continue;
    if (event.type === "message_stop") {
      yield { type: "end", message: reading.message(client) };
      return;
    }
    yield* reading.take(event);
  }
}

/** An answer as it grows. */
class StreamReading {
  readonly #blocks: AnswerBlock[] = [];
  readonly #usages: z.infer<typeof usageSchema>[] = [];
  #open: WireBlock | undefined;
  #json = "";
  #stopReason: string | null | undefined;

  /** Takes the next event and gives what it brings. */
  take(event: WireEvent): readonly ModelEvent[] {
    switch (event.type) {
      case "message_start":
        this.#usages.push(event.message.usage);
        return [];
      case "content_block_start":
        this.#open = blockSchema.safeParse(event.content_block).data;
        this.#json = "";
        return [];
      case "content_block_delta":
        return this.#grow(event.delta);
      case "content_block_stop":
        return this.#close();
      case "message_delta":
        this.#stopReason = event.delta.stop_reason ?? this.#stopReason;
        if (event.usage !== undefined) this.#usages.push(event.usage);
        return [];
      case "message_stop":
        return [];
    }
  }

  message(client: string): AssistantMessage {
    const content = joinTexts(this.#blocks);
    return messageFrom(content, this.#stopReason, usageOf(this.#usages), client);
  }

  #grow(
    delta: Extract<WireEvent, { type: "content_block_delta" }>["delta"],
  ): readonly ModelEvent[] {
    const open = this.#open;
    if (delta.partial_json !== undefined) this.#json += delta.partial_json;
    if (open?.type === "thinking") {
      open.thinking += delta.thinking ?? "";
      open.signature += delta.signature ?? "";
    }
    if (open?.type !== "text" || delta.text === undefined) return [];
    open.text += delta.text;
    return piecesOf([{ type: "text", text: delta.text }]);
  }

  #close(): readonly ModelEvent[] {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return [];
    const whole =
      open.type === "tool_use" && this.#json !== ""
        ? { ...open, input: argumentsOf(this.#json) }
        : open;
    const blocks = readBlock(whole);
    this.#blocks.push(...blocks);
    return piecesOf(blocks.filter((block) => block.type === "tool_use"));
  }
}

/** Blocks of kinds that were not asked for are left out. */
function readBlock(raw: unknown): readonly AnswerBlock[] {
  const block = blockSchema.safeParse(raw).data;
  switch (block?.type) {
    case undefined:
      return [];
    case "text":
      return block.text === "" ? [] : [block];
    case "tool_use":
      return [block];
    case "thinking":
    case "redacted_thinking":
      return [signedNothing(JSON.stringify(block))];
  }
}

function messageFrom(
  content: readonly AnswerBlock[],
  reason: string | null | undefined,
  usage: Usage,
  client: string,
): AssistantMessage {
  if (reason === "refusal") throw blockedBy("Anthropic", "answer", reason);
  const stopReason = STOP_REASONS[reason ?? ""] ?? "end_turn";
  return { role: "assistant", content, stopReason, model: client, usage };
}

/** Counts of a stream come in parts; the later ones are cumulative (platform.claude.com, "Streaming messages"). */
function usageOf(usages: readonly z.infer<typeof usageSchema>[]): Usage {
  const last = (
    name:
      | "input_tokens"
      | "output_tokens"
      | "cache_creation_input_tokens"
      | "cache_read_input_tokens",
  ) => usages.findLast((usage) => typeof usage[name] === "number")?.[name] ?? 0;
  const cachedTokens = last("cache_read_input_tokens");
  return {
    // What was read from the cache or written to it is not in `input_tokens` (platform.claude.com, "Prompt caching").
    inputTokens: last("input_tokens") + last("cache_creation_input_tokens") + cachedTokens,
    cachedTokens,
    outputTokens: last("output_tokens"),
    thoughtTokens: usages.at(-1)?.output_tokens_details?.thinking_tokens ?? 0,
  };
}
