import type { ChatRequest, Message as WireMessage } from "ollama";
import { z } from "zod";
import { base32 } from "../../base/ids.ts";
import { isJsonObject, parsedJson } from "../../base/json.ts";
import { tokensOfRequest } from "./count-tokens.ts";
import {
  type AssistantMessage,
  type Message,
  type ModelClient,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type StopReason,
} from "./model-client.ts";
import { createProviderModel, type Provider, type ProviderOptions } from "./provider-client.ts";
import { errorOfException, type Maker, refusingFetch } from "./refusal.ts";
import {
  type AnswerBlock,
  argumentsOf,
  badAnswer,
  joinTexts,
  piecesOf,
  resultText,
  unknownShape,
} from "./wire-common.ts";

/** Comes in sizes for most machines and has what is needed (ollama.com, "qwen3.5": vision, tools, thinking). */
export const DEFAULT_OLLAMA_MODEL = "qwen3.5";

/** Where Ollama listens by itself (docs.ollama.com, "Tool calling"). */
export const OLLAMA_BASE_URL = "http://127.0.0.1:11434";

/** Longest wait for an answer: a model may have to be read into memory first, and a processor without a graphics card is slow. */
const ANSWER_TIMEOUT_MS = 600_000;

/**
 * A model on a machine of one's own. It is asked with `fetch` and not with the maker's package: that one leaves out lines of a stream
 * that it cannot read, prints them to the console, and reads a picture whose text happens to be the name of a file from the disk.
 */
export function createOllamaModel(options: ProviderOptions): ModelClient {
  const timeoutMs = options.timeoutMs ?? ANSWER_TIMEOUT_MS;
  return createProviderModel(ollamaProvider(options), { ...options, timeoutMs });
}

function ollamaProvider(options: ProviderOptions): Provider {
  const model = options.model ?? DEFAULT_OLLAMA_MODEL;
  const name = `ollama/${model}`;
  const newCallId = (): string => `call_${base32(options.randomBytes(10))}`;
  const send = refusingFetch(OLLAMA, model, options.clock);
  const url = `${(options.baseUrl ?? OLLAMA_BASE_URL).replace(/\/+$/, "")}/api/chat`;
  const post = (request: ModelRequest, stream: boolean, signal: AbortSignal): Promise<Response> =>
    send(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      },
      body: JSON.stringify({ ...chatOf(model, request), stream }),
      signal,
    });
  return {
    name,
    model,
    async ask(request, signal) {
      const response = await post(request, false, signal);
      return answerOf(await response.json(), name, newCallId);
    },
    async *stream(request, signal) {
      const { body } = await post(request, true, signal);
      if (body !== null) yield* eventsOf(linesOf(body), name, newCallId);
    },
    errorOf: (thrown) => errorOfException(thrown, model),
  };
}

/** The lines of a body without empty ones. A last line that is cut short is none: the answer is not whole then. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${piece}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
  }
  if (isWholeJson(rest)) yield rest;
}

function isWholeJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Every error of Ollama is `{error: "…"}` (its own client, ollama-js, reads the same). */
const bodySchema = z.object({ error: z.string() });

/** A server of Ollama; it knows no keys, but one may stand before it that does. */
export const OLLAMA: Maker = {
  name: "Ollama",
  subjectKo: "Ollama가",
  keyName: "OLLAMA_BASE_URL",
  withoutModel: (model) => ({
    en: `Fetch it with "ollama pull ${model}", or choose another model.`,
    ko: `"ollama pull ${model}" 명령으로 받거나 다른 모델을 골라 주세요.`,
  }),
  read: (body) => ({ kind: "", message: bodySchema.safeParse(parsedJson(body)).data?.error ?? "" }),
};

/** Room for an answer where none is named. */
const ANSWER_TOKENS = 4096;

/** Sizes of the context window. Ollama takes a model into memory anew for another size, so there are few. */
const WINDOWS = [16_384, 32_768, 65_536, 131_072] as const;

const count = z.number().nullish().catch(0);

const callSchema = z.object({
  id: z.string().optional(),
  function: z.object({ name: z.string(), arguments: z.union([z.json(), z.undefined()]) }),
});

/** A whole answer, or in a stream one line of it. */
const lineSchema = z.object({
  error: z.string().optional(),
  message: z
    .object({ content: z.string().catch(""), tool_calls: z.array(callSchema).nullish() })
    .optional(),
  done: z.boolean().catch(false),
  done_reason: z.string().nullish(),
  prompt_eval_count: count,
  eval_count: count,
});

type Line = z.infer<typeof lineSchema>;

/** A question in the form of /api/chat (docs.ollama.com, "Generate a chat message"). */
function chatOf(model: string, request: ModelRequest): ChatRequest {
  const { system, messages, maxOutputTokens } = request;
  const tools = request.isInWords === true ? [] : request.tools;
  const spoken = messages.flatMap(messageOf);
  return {
    model,
    messages: system === "" ? spoken : [{ role: "system", content: system }, ...spoken],
    ...(tools.length === 0 ? {} : { tools: toolsOf(tools) }),
    options: {
      num_ctx: windowOf(request),
      ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
    },
  };
}

/**
 * Ollama cuts a prompt that does not fit its window without a word, and the window has 4,096 tokens on most machines (docs.ollama.com,
 * "Context length"), so that the question says how much it needs.
 */
function windowOf(request: ModelRequest): number {
  const needed = tokensOfRequest(request) + ANSWER_TOKENS;
  return WINDOWS.find((size) => size >= needed) ?? WINDOWS[3];
}

function toolsOf(tools: ModelRequest["tools"]): NonNullable<ChatRequest["tools"]> {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: { ...inputSchema } },
  }));
}

function messageOf(message: Message): readonly WireMessage[] {
  if (message.role === "assistant") return answerMessage(message);
  if (message.role === "tool")
    return message.content.map((block) => ({
      role: "tool",
      tool_name: block.name,
      content: resultText(block),
    }));
  const images = message.content.flatMap((block) =>
    block.type === "image" ? [block.dataBase64] : [],
  );
  const content = message.content
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n");
  return [{ role: "user", content, ...(images.length === 0 ? {} : { images }) }];
}

/** Calls have no ids here: results follow them in the same order, which the wire keeps. */
function answerMessage(message: AssistantMessage): readonly WireMessage[] {
  const content = message.content
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("");
  const calls = message.content.flatMap((block) =>
    block.type === "tool_use"
      ? [
          {
            function: {
              name: block.name,
              // Arguments that were no object were answered with an error; templates take objects only.
              arguments: isJsonObject(block.input) ? { ...block.input } : {},
            },
          },
        ]
      : [],
  );
  if (content === "" && calls.length === 0) return [];
  return [{ role: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
}

/** Reads a whole answer. Throws `ModelError` where it holds none. */
function answerOf(response: unknown, model: string, newCallId: () => string): AssistantMessage {
  const line = readLine(response, model);
  return messageFrom(blocksOf(line, newCallId), line, model);
}

/** Reads the lines of a stream. Ends without an `end` event where no line says that it is done. */
async function* eventsOf(
  lines: AsyncIterable<string>,
  model: string,
  newCallId: () => string,
): AsyncGenerator<ModelEvent> {
  const blocks: AnswerBlock[] = [];
  for await (const text of lines) {
    const line = readLine(JSON.parse(text), model);
    const more = blocksOf(line, newCallId);
    blocks.push(...more);
    yield* piecesOf(more);
    if (!line.done) continue;
    yield { type: "end", message: messageFrom(joinTexts(blocks), line, model) };
    return;
  }
}

function readLine(raw: unknown, model: string): Line {
  const parsed = lineSchema.safeParse(raw);
  if (!parsed.success) throw unknownShape(model);
  const { error } = parsed.data;
  if (error === undefined) return parsed.data;
  // The status has gone out already when the model fails in the middle of an answer.
  throw new ModelError(
    "model-unavailable",
    {
      en: `The model "${model}" broke off: ${error.slice(0, 200)}`,
      ko: `"${model}" 모델이 답을 하다가 멈췄어요: ${error.slice(0, 200)}`,
    },
    { retryable: true },
  );
}

function blocksOf({ message }: Line, newCallId: () => string): readonly AnswerBlock[] {
  const calls = (message?.tool_calls ?? []).map(({ id, function: call }): AnswerBlock => {
    const { name, arguments: input = {} } = call;
    return {
      type: "tool_use",
      id: id ?? newCallId(),
      name,
      input: typeof input === "string" ? argumentsOf(input) : input,
    };
  });
  const text = message?.content ?? "";
  return text === "" ? calls : [{ type: "text", text }, ...calls];
}

function messageFrom(content: readonly AnswerBlock[], line: Line, model: string): AssistantMessage {
  if (content.length === 0 && !line.done)
    throw badAnswer(model, { en: "is empty", ko: "비어 있어요" });
  return {
    role: "assistant",
    content,
    stopReason: stopReasonOf(line, content),
    model,
    usage: {
      inputTokens: line.prompt_eval_count ?? 0,
      cachedTokens: 0,
      outputTokens: line.eval_count ?? 0,
      thoughtTokens: 0,
    },
  };
}

function stopReasonOf(line: Line, content: readonly AnswerBlock[]): StopReason {
  if (line.done_reason === "length") return "max_tokens";
  return content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn";
}
