import type {
  ResponseCreateParamsBase,
  ResponseInputContent,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import { z } from "zod";
import { isJsonObject } from "../../base/json.ts";
import type {
  AssistantMessage,
  ImageContent,
  Message,
  ModelEvent,
  ModelRequest,
  StopReason,
  TextContent,
  ToolUseContent,
  Usage,
} from "./model-client.ts";
import type { OpenAiParts } from "./openai-chat.ts";
import { type Asked, errorInAnswer } from "./openai-errors.ts";
import type { Provider } from "./provider-client.ts";
import { modelErrorIn, RequestRefused } from "./refusal.ts";
import {
  type AnswerBlock,
  argumentsOf,
  badAnswer,
  blockedBy,
  callIdOf,
  ownAnswers,
  piecesOf,
  resultText,
  signedNothing,
  unknownShape,
  withOrWithoutSignatures,
} from "./wire-common.ts";

/** The API refuses a lower ceiling: "Expected a value >= 16" (earendil-works/pi, issue 6265). */
const LEAST_OUTPUT_TOKENS = 16;

/**
 * The Responses API. Nothing is kept at the maker (`store: false`): the conversation goes out whole each time, and what a model thought
 * in the rounds of a turn goes back to it encrypted, as it came.
 */
export function responses(
  parts: OpenAiParts & {
    /** Who is asked, for an error that comes as an answer. */
    readonly asked: () => Asked;
    readonly cacheKeyOf: (request: ModelRequest) => string;
  },
): Pick<Provider, "ask" | "stream"> {
  const { model, name, sdk, cacheKeyOf } = parts;
  /** False once the model has refused to give its thoughts away: one that does not reason has none (pydantic/pydantic-ai, issue 2865). */
  let includesThoughts = true;
  const paramsOf = (request: ModelRequest, keepSignatures: boolean): ResponseCreateParamsBase => ({
    model,
    ...systemOf(request.system, inputOf(request.messages, { model: name, keepSignatures }), model),
    ...(request.maxOutputTokens === undefined
      ? {}
      : { max_output_tokens: Math.max(LEAST_OUTPUT_TOKENS, request.maxOutputTokens) }),
    ...(request.tools.length === 0 ? {} : { tools: toolsOf(request) }),
    ...(request.isInWords === true ? { tool_choice: "none" } : {}),
    ...(includesThoughts ? { include: ["reasoning.encrypted_content"] } : {}),
    store: false,
    prompt_cache_key: cacheKeyOf(request),
  });
  const question = async <T>(
    request: ModelRequest,
    ask: (params: ResponseCreateParamsBase) => Promise<T>,
  ): Promise<T> => {
    const asked = (): Promise<T> =>
      withOrWithoutSignatures(request, (keep) => ask(paramsOf(request, keep)));
    try {
      return await asked();
    } catch (error) {
      if (!includesThoughts || !hasNoThoughts(error)) throw error;
      includesThoughts = false;
      return asked();
    }
  };
  return {
    async ask(request, signal) {
      const client = await sdk();
      const response = await question(request, (params) =>
        client.responses.create({ ...params, stream: false }, { signal }),
      );
      return new Reading(parts).whole(response);
    },
    async *stream(request, signal) {
      const client = await sdk();
      const events = await question(request, (params) =>
        client.responses.create({ ...params, stream: true }, { signal }),
      );
      const reading = new Reading(parts);
      for await (const event of events) yield* reading.take(event);
    },
  };
}

/** Models that keep a beginning only where it ends in a mark, or in the newest message (openai 6.49, `prompt_cache_breakpoint`; OpenAI, "Prompt caching": the GPT-5.6 family and later ones). */
const KEEPS_AT_MARKS = /^(?:ft:)?gpt-(?:5\.[6-9]|[6-9]|\d\d)/;

/** The system prompt before the conversation, marked as what the next turn begins with too. */
function systemOf(
  system: string,
  input: ResponseInputItem[],
  model: string,
): Pick<ResponseCreateParamsBase, "instructions" | "input"> {
  if (system === "") return { input };
  if (!KEEPS_AT_MARKS.test(model)) return { instructions: system, input };
  const marked: ResponseInputContent = {
    type: "input_text",
    text: system,
    prompt_cache_breakpoint: { mode: "explicit" },
  };
  return { input: [{ role: "developer", content: [marked] }, ...input] };
}

function hasNoThoughts(error: unknown): boolean {
  const refused = modelErrorIn(error);
  return (
    refused instanceof RequestRefused && /encrypted content is not supported/i.test(refused.said)
  );
}

function toolsOf(request: ModelRequest): ResponseCreateParamsBase["tools"] & object {
  return request.tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    parameters: { ...inputSchema },
    // Without a word the API holds calls to a stricter schema than ours.
    strict: false,
  }));
}

/** What stands where something must go back with an answer: thoughts by themselves, or with words what they are for. */
const signatureSchema = z.union([
  z.object({
    type: z.literal("reasoning"),
    id: z.string(),
    summary: z.array(z.object({ type: z.literal("summary_text"), text: z.string() })),
    encrypted_content: z.string(),
  }),
  z.object({ phase: z.enum(["commentary", "final_answer"]) }),
]);

type Signature = z.infer<typeof signatureSchema>;

/** The conversation in the form of the Responses API. */
function inputOf(
  messages: readonly Message[],
  options: { readonly model: string; readonly keepSignatures: boolean },
): ResponseInputItem[] {
  const inThisTurn = ownAnswers(messages, options.model);
  return messages.flatMap((message): ResponseInputItem[] => {
    if (message.role === "user") return userItem(message.content);
    if (message.role === "tool")
      return message.content.map((block) => ({
        type: "function_call_output",
        call_id: callIdOf(block.toolUseId),
        output: resultText(block),
      }));
    const isOwn = options.keepSignatures && message.model === options.model;
    return answerItems(message, { isOwn, hasThoughts: isOwn && inThisTurn.has(message) });
  });
}

function userItem(content: readonly (TextContent | ImageContent)[]): ResponseInputItem[] {
  const parts = content.flatMap(partOf);
  return parts.length === 0 ? [] : [{ role: "user", content: parts }];
}

function partOf(block: TextContent | ImageContent): ResponseInputContent[] {
  if (block.type === "text")
    return block.text === "" ? [] : [{ type: "input_text", text: block.text }];
  const image_url = `data:${block.mediaType};base64,${block.dataBase64}`;
  return [{ type: "input_image", detail: "auto", image_url }];
}

/**
 * An answer as it goes back, its parts in their order. Thoughts go back within the turn that they belong to, and only before what they
 * led to: "Item of type 'reasoning' was provided without its required following item" (coder/mux, pull request 59). Calls go back
 * without the ids of their items, which the maker has not kept.
 */
function answerItems(
  { content }: AssistantMessage,
  { isOwn, hasThoughts }: { readonly isOwn: boolean; readonly hasThoughts: boolean },
): ResponseInputItem[] {
  const end = content.findLastIndex((block) => block.type === "tool_use" || block.text !== "");
  return content.slice(0, end + 1).flatMap((block): ResponseInputItem[] => {
    if (block.type === "tool_use") return [callItem(block)];
    const signature = isOwn ? signatureOf(block) : undefined;
    if (signature !== undefined && "type" in signature) return hasThoughts ? [signature] : [];
    return block.text === "" ? [] : [{ role: "assistant", content: block.text, ...signature }];
  });
}

function callItem({ id, name, input }: ToolUseContent): ResponseInputItem {
  // Arguments that were no object were answered with an error; the model takes objects only.
  const text = JSON.stringify(isJsonObject(input) ? input : {});
  return { type: "function_call", call_id: callIdOf(id), name, arguments: text };
}

function signatureOf({ signature }: TextContent): Signature | undefined {
  if (signature === undefined) return undefined;
  return signatureSchema.safeParse(JSON.parse(signature)).data;
}

const count = z.number().nullish().catch(0);

const usageSchema = z
  .object({
    input_tokens: count,
    output_tokens: count,
    input_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
    output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

/** The items of an answer that were asked for; others are left out. */
const itemSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message"),
    phase: z.enum(["commentary", "final_answer"]).nullish().catch(null),
    content: z.array(z.object({ text: z.string().optional(), refusal: z.string().optional() })),
  }),
  z.object({
    type: z.literal("reasoning"),
    id: z.string(),
    summary: z.array(z.object({ type: z.literal("summary_text"), text: z.string() })).catch([]),
    encrypted_content: z.string().nullish(),
  }),
  z.object({
    type: z.literal("function_call"),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
]);

const responseSchema = z.object({
  status: z.string().nullish(),
  error: z.unknown().optional(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish().catch(null),
  output: z.array(z.unknown()).catch([]),
  usage: usageSchema,
});

/** The events of a stream that matter here; new ones may come at any time. */
const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("response.output_item.added"), item: z.unknown() }),
  z.object({ type: z.literal("response.output_text.delta"), delta: z.string() }),
  z.object({ type: z.literal("response.refusal.delta"), delta: z.string() }),
  z.object({ type: z.literal("response.output_item.done"), item: z.unknown() }),
  z.object({ type: z.literal("response.completed"), response: z.unknown() }),
  z.object({ type: z.literal("response.incomplete"), response: z.unknown() }),
  z.object({ type: z.literal("response.failed"), response: z.unknown() }),
  z.object({ type: z.literal("error") }).loose(),
]);

/** Between two messages of one answer. */
const BREAK = "\n\n";

/** An answer as it grows; a whole response is one that comes in a single piece. */
class Reading {
  readonly #parts;
  /** What each item came to, in their order. */
  readonly #items: unknown[] = [];
  /** The words that were told so far. */
  #told = "";

  constructor(parts: {
    readonly name: string;
    readonly maker: string;
    readonly asked: () => Asked;
  }) {
    this.#parts = parts;
  }

  /** Takes the next event and gives what it brings. Throws `ModelError` where it is an error. */
  *take(raw: unknown): Iterable<ModelEvent> {
    const event = eventSchema.safeParse(raw).data;
    switch (event?.type) {
      case undefined:
        return;
      case "response.output_item.added":
        if (this.#told !== "" && itemSchema.safeParse(event.item).data?.type === "message")
          yield* this.#tell(BREAK);
        return;
      case "response.output_text.delta":
      case "response.refusal.delta":
        yield* this.#tell(event.delta);
        return;
      case "response.output_item.done":
        this.#items.push(event.item);
        return;
      case "error":
        throw this.#failure(event);
      case "response.completed":
      case "response.incomplete":
      case "response.failed": {
        const message = this.whole(event.response);
        if (this.#told === "") yield* piecesOf(message.content.filter(isText));
        yield* piecesOf(message.content.filter((block) => !isText(block)));
        yield { type: "end", message };
      }
    }
  }

  /** The answer that a whole response holds. Throws `ModelError` where there is none. */
  whole(raw: unknown): AssistantMessage {
    const { name, maker } = this.#parts;
    const parsed = responseSchema.safeParse(raw);
    if (!parsed.success) throw unknownShape(name);
    const { status, error, incomplete_details, output, usage } = parsed.data;
    if (status === "failed" || status === "cancelled") throw this.#failure(error);
    const reason = status === "incomplete" ? (incomplete_details?.reason ?? "") : undefined;
    if (reason === "content_filter") throw blockedBy(maker, "answer", reason);
    const content = contentOf(output.length > 0 ? output : this.#items);
    const stopReason = stopReasonOf(content, reason !== undefined);
    return { role: "assistant", content, stopReason, model: name, usage: usageOf(usage) };
  }

  *#tell(text: string): Iterable<ModelEvent> {
    this.#told += text;
    yield* piecesOf([{ type: "text", text }]);
  }

  #failure(error: unknown): Error {
    const words = { en: "failed", ko: "실패했어요" };
    return errorInAnswer(error, this.#parts.asked()) ?? badAnswer(this.#parts.name, words);
  }
}

function isText(block: AnswerBlock): boolean {
  return block.type === "text";
}

/** The items of an answer as its content. */
function contentOf(items: readonly unknown[]): readonly AnswerBlock[] {
  const content: AnswerBlock[] = [];
  for (const raw of items) {
    const hasWords = content.some((block) => block.type === "text" && block.text !== "");
    content.push(...readItem(itemSchema.safeParse(raw).data, hasWords));
  }
  return content;
}

/** Thoughts without their encrypted form cannot go back, so they are left out. */
function readItem(
  item: z.infer<typeof itemSchema> | undefined,
  hasWords: boolean,
): readonly AnswerBlock[] {
  switch (item?.type) {
    case undefined:
      return [];
    case "function_call":
      return [
        { type: "tool_use", id: item.call_id, name: item.name, input: argumentsOf(item.arguments) },
      ];
    case "reasoning":
      return item.encrypted_content ? [signedNothing(JSON.stringify(item))] : [];
    case "message": {
      const words = item.content.map((part) => part.text ?? part.refusal ?? "").join("");
      const text = hasWords ? `${BREAK}${words}` : words;
      const signature = item.phase ? { signature: JSON.stringify({ phase: item.phase }) } : {};
      return words === "" ? [] : [{ type: "text", text, ...signature }];
    }
  }
}

function stopReasonOf(content: readonly AnswerBlock[], isIncomplete: boolean): StopReason {
  if (isIncomplete) return "max_tokens";
  return content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
}

function usageOf(usage: z.infer<typeof usageSchema>): Usage {
  return {
    inputTokens: usage?.input_tokens ?? 0,
    cachedTokens: usage?.input_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
    thoughtTokens: usage?.output_tokens_details?.reasoning_tokens ?? 0,
  };
}
