import type { OpenAI } from "openai";
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsBase,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
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
import type { Provider } from "./provider-client.ts";
import { modelErrorIn, RequestRefused } from "./refusal.ts";
import {
  type AnswerBlock,
  argumentsOf,
  badAnswer,
  blockedBy,
  callIdOf,
  piecesOf,
  resultText,
  signedNothing,
  unknownShape,
  withOrWithoutSignatures,
} from "./wire-common.ts";

/** What the two APIs of OpenAI need. */
export interface OpenAiParts {
  readonly sdk: () => Promise<OpenAI>;
  /** The model by the maker's own name. */
  readonly model: string;
  /** Provider and model. */
  readonly name: string;
  /** Who is asked, in words. */
  readonly maker: string;
  /** The same for all requests that begin alike; absent where the server may refuse to be told. */
  readonly cacheKeyOf?: (request: ModelRequest) => string;
}

/** Chat Completions, which OpenAI and the servers that speak like it share. */
export function chatCompletions(
  parts: OpenAiParts & {
    /** True for another server than OpenAI's. */
    readonly isCompatible: boolean;
    /** Makes an id for a call that came without one. */
    readonly newCallId: () => string;
  },
): Pick<Provider, "ask" | "stream"> {
  const { model, name, sdk, cacheKeyOf } = parts;
  const inItsForm = createForm(parts.isCompatible);
  const question = <T>(
    request: ModelRequest,
    ask: (params: ChatCompletionCreateParamsBase) => Promise<T>,
  ): Promise<T> =>
    inItsForm((habits) =>
      withOrWithoutSignatures(request, (keepSignatures) =>
        ask({
          ...(cacheKeyOf === undefined ? {} : { prompt_cache_key: cacheKeyOf(request) }),
          ...paramsOf(request, { model, name, keepSignatures, habits }),
        }),
      ),
    );
  return {
    async ask(request, signal) {
      const { chat } = await sdk();
      const response = await question(request, (params) =>
        chat.completions.create({ ...params, stream: false }, { signal }),
      );
      return answerOf(response, new Reading(parts));
    },
    async *stream(request, signal) {
      const { chat } = await sdk();
      const chunks = await question(request, (params) =>
        chat.completions.create(
          { ...params, stream: true, stream_options: { include_usage: true } },
          { signal },
        ),
      );
      yield* eventsOf(chunks, new Reading(parts));
    },
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
    ...(request.isInWords === true ? { tool_choice: "none" } : {}),
    ...(habits.isWithoutReasoning && tools.length > 0 ? { reasoning_effort: "none" } : {}),
  };
}

function toolsOf(request: ModelRequest): ChatCompletionFunctionTool[] {
  return request.tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: { ...inputSchema } },
  }));
}

/** What a server wants otherwise than others do. */
interface Habits {
  /** The parameter for the most tokens of an answer: OpenAI's own models refuse the old name, some compatible servers the new one. */
  readonly ceiling: "max_completion_tokens" | "max_tokens";
  /**
   * True where tools are taken without reasoning only: "Function tools with reasoning_effort are not supported for gpt-5.6-luna in
   * /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'" (danny-avila/LibreChat, issue 14355;
   * the same without the parameter).
   */
  readonly isWithoutReasoning: boolean;
  /** What was changed after a refusal; nothing is changed twice. */
  readonly changed: readonly string[];
}

/** Asks in the form that a server wants: by what is known of it, and where it refuses that, by what the refusal says. What was learned is kept. */
function createForm(isCompatible: boolean): <T>(ask: (habits: Habits) => Promise<T>) => Promise<T> {
  let habits = startingHabits(isCompatible);
  return async (ask) => {
    for (;;) {
      try {
        return await ask(habits);
      } catch (error) {
        habits = afterRefusal(habits, error);
      }
    }
  };
}

/** Throws the error again where nothing is to be learned from it. */
function afterRefusal(habits: Habits, error: unknown): Habits {
  const refused = modelErrorIn(error);
  const next = refused instanceof RequestRefused ? adapted(habits, refused.said) : undefined;
  if (next === undefined) throw error;
  return next;
}

/** What a server is taken to want before it has refused anything. */
function startingHabits(isCompatible: boolean): Habits {
  const ceiling = isCompatible ? "max_tokens" : "max_completion_tokens";
  return { ceiling, isWithoutReasoning: false, changed: [] };
}

/** The habits after a refusal with these words; `undefined` where they name nothing that can be changed. Pure. */
function adapted(habits: Habits, said: string): Habits | undefined {
  const isNew = (what: string): boolean => said.includes(what) && !habits.changed.includes(what);
  if (isNew("reasoning_effort"))
    return {
      ...habits,
      isWithoutReasoning: true,
      changed: [...habits.changed, "reasoning_effort"],
    };
  if (!isNew(habits.ceiling)) return undefined;
  const ceiling = habits.ceiling === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  return {
    ...habits,
    ceiling,
    changed: ["max_tokens", "max_completion_tokens", ...habits.changed],
  };
}

const count = z.number().nullish().catch(0);

const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

const callSchema = z.object({
  index: z.number().optional(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.unknown() }).optional(),
  extra_content: z.json().optional(),
});

/** A message, or in a stream a piece of one. */
const messageSchema = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
});

const responseSchema = z.object({
  choices: z
    .array(
      z.object({
        message: messageSchema.optional(),
        delta: messageSchema.optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema,
});

type WireMessage = z.infer<typeof messageSchema>;

/** What stands where reasoning that must come back is kept. */
const signatureSchema = z.object({ reasoning_content: z.string() });

/** The conversation in the form of Chat Completions. */
function messagesOf(
  system: string,
  messages: readonly Message[],
  options: { readonly model: string; readonly keepSignatures: boolean },
): ChatCompletionMessageParam[] {
  const spoken = messages.flatMap((message): ChatCompletionMessageParam[] => {
    if (message.role === "user") return userParam(message.content);
    if (message.role === "tool")
      return message.content.map((block) => ({
        role: "tool",
        tool_call_id: callIdOf(block.toolUseId),
        content: resultText(block),
      }));
    return answerParam(message, options.keepSignatures && message.model === options.model);
  });
  return system === "" ? spoken : [{ role: "system", content: system }, ...spoken];
}

/** Words alone go as one text: not every compatible server takes parts. */
function userParam(content: readonly (TextContent | ImageContent)[]): ChatCompletionMessageParam[] {
  if (content.every((block) => block.type === "text")) {
    const text = content.map((block) => block.text).join("\n");
    return text === "" ? [] : [{ role: "user", content: text }];
  }
  return [{ role: "user", content: content.map(partOf) }];
}

function partOf(block: TextContent | ImageContent): ChatCompletionContentPart {
  if (block.type === "text") return { type: "text", text: block.text };
  const url = `data:${block.mediaType};base64,${block.dataBase64}`;
  return { type: "image_url", image_url: { url } };
}

/**
 * An answer as it goes back. Reasoning goes back with calls that came with it, and a call's extra content with the call: DeepSeek
 * (anomalyco/opencode, issue 24722) and Gemini (tinyhumansai/openhuman, issue 3548) refuse the conversation without them.
 */
function answerParam(message: AssistantMessage, isOwn: boolean): ChatCompletionMessageParam[] {
  const calls = message.content.filter((block) => block.type === "tool_use");
  const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  if (calls.length === 0) return text === "" ? [] : [{ role: "assistant", content: text }];
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: calls.map((call) => callParam(call, isOwn)),
      ...(isOwn ? reasoningOf(message) : {}),
    },
  ];
}

function callParam(call: ToolUseContent, isOwn: boolean) {
  // Arguments that were no object were answered with an error; a server that reads them takes objects only.
  const input = isJsonObject(call.input) ? call.input : {};
  return {
    id: callIdOf(call.id),
    type: "function" as const,
    function: { name: call.name, arguments: JSON.stringify(input) },
    ...(isOwn && call.signature !== undefined ? { extra_content: JSON.parse(call.signature) } : {}),
  };
}

function reasoningOf(message: AssistantMessage): { readonly reasoning_content?: string } {
  const signed = message.content.find(
    (block) => block.type === "text" && block.signature !== undefined,
  );
  if (signed?.signature === undefined) return {};
  return signatureSchema.safeParse(JSON.parse(signed.signature)).data ?? {};
}

/** Reads a whole response. Throws `ModelError` where it holds no answer. */
function answerOf(response: unknown, reading: Reading): AssistantMessage {
  reading.take(response);
  return reading.message("stop");
}

/** Reads the chunks of a stream. Ends without an `end` event where no chunk names the end. */
async function* eventsOf(
  chunks: AsyncIterable<unknown>,
  reading: Reading,
): AsyncGenerator<ModelEvent> {
  for await (const chunk of chunks) yield* reading.take(chunk);
  if (!reading.isWhole) return;
  const message = reading.message("stop");
  yield* piecesOf(message.content.filter((block) => block.type === "tool_use"));
  yield { type: "end", message };
}

/** A call as it grows. */
interface OpenCall {
  id: string | undefined;
  name: string;
  arguments: string;
  extra: unknown;
}

/** An answer as it grows; a whole response is one that comes in a single piece. */
class Reading {
  readonly #parts;
  readonly #calls = new Map<number, OpenCall>();
  #text = "";
  #reasoning = "";
  #finish: string | undefined;
  #usage: z.infer<typeof usageSchema>;

  constructor(parts: {
    readonly name: string;
    readonly maker: string;
    readonly newCallId: () => string;
  }) {
    this.#parts = parts;
  }

  get isWhole(): boolean {
    return this.#finish !== undefined;
  }

  /** Takes the next piece and gives the words in it. */
  take(raw: unknown): readonly ModelEvent[] {
    const parsed = responseSchema.safeParse(raw);
    if (!parsed.success) throw unknownShape(this.#parts.name);
    this.#usage = parsed.data.usage ?? this.#usage;
    const choice = parsed.data.choices?.[0];
    this.#finish = choice?.finish_reason ?? this.#finish;
    const piece = choice?.delta ?? choice?.message;
    return piece === undefined ? [] : this.#add(piece);
  }

  /** The answer; `finish` is the reason where none was named. */
  message(finish: string): AssistantMessage {
    const { name, maker } = this.#parts;
    const reason = this.#finish ?? finish;
    if (reason === "content_filter") throw blockedBy(maker, "answer", reason);
    const calls = [...this.#calls.values()].map((call) => this.#close(call));
    const content: AnswerBlock[] = [
      ...(this.#reasoning === "" || calls.length === 0
        ? []
        : [signedNothing(JSON.stringify({ reasoning_content: this.#reasoning }))]),
      ...(this.#text === "" ? [] : [{ type: "text" as const, text: this.#text }]),
      ...calls,
    ];
    if (content.length === 0 && this.#finish === undefined)
      throw badAnswer(name, { en: "is empty", ko: "비어 있어요" });
    const stopReason = stopReasonOf(reason, calls.length > 0);
    return {
      role: "assistant",
      content,
      stopReason,
      model: name,
      usage: usageOf(this.#usage),
    };
  }

  #add(piece: WireMessage): readonly ModelEvent[] {
    this.#reasoning += piece.reasoning_content ?? "";
    for (const call of piece.tool_calls ?? []) this.#addCall(call);
    const text = piece.content ?? piece.refusal ?? "";
    this.#text += text;
    return piecesOf([{ type: "text", text }]);
  }

  /** Pieces of one call share an index; a server that names none sends whole calls. */
  #addCall(piece: z.infer<typeof callSchema>): void {
    const key = piece.index ?? this.#calls.size;
    const call = this.#calls.get(key) ?? {
      id: undefined,
      name: "",
      arguments: "",
      extra: undefined,
    };
    this.#calls.set(key, call);
    call.id = call.id ?? piece.id ?? undefined;
    if (call.name === "") call.name = piece.function?.name ?? "";
    call.arguments += textOf(piece.function?.arguments);
    call.extra = piece.extra_content ?? call.extra;
  }

  #close(call: OpenCall): ToolUseContent {
    call.id ??= this.#parts.newCallId();
    return {
      type: "tool_use",
      id: call.id,
      name: call.name,
      input: argumentsOf(call.arguments),
      ...(call.extra === undefined ? {} : { signature: JSON.stringify(call.extra) }),
    };
  }
}

/** Arguments are text; some compatible servers send the object itself. */
function textOf(argument: unknown): string {
  if (argument === undefined || argument === null) return "";
  return typeof argument === "string" ? argument : JSON.stringify(argument);
}

function stopReasonOf(reason: string, hasCalls: boolean): StopReason {
  if (reason === "length") return "max_tokens";
  return hasCalls ? "tool_use" : "end_turn";
}

function usageOf(usage: z.infer<typeof usageSchema>): Usage {
  return {
    inputTokens: usage?.prompt_tokens ?? 0,
    cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
    thoughtTokens: usage?.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}
