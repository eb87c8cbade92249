import type { ChatRequest, Message as WireMessage } from "ollama";
import { z } from "zod";
import { isJsonObject } from "../../base/json.ts";
import { tokensOfRequest } from "./count-tokens.ts";
import {
  type AssistantMessage,
  type Message,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type StopReason,
} from "./model-client.ts";
import {
  type AnswerBlock,
  argumentsOf,
  badAnswer,
  joinTexts,
  piecesOf,
  resultText,
  unknownShape,
} from "./wire-common.ts";

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
export function chatOf(model: string, request: ModelRequest): ChatRequest {
  const { system, messages, tools, maxOutputTokens } = request;
  const spoken = messages.flatMap(messageOf);
  return {
    model,
    messages: system === "" ? spoken : [{ role: "system", content: system }, ...spoken],
    ...(tools.length === 0 ? {} : { tools: toolsOf(request) }),
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

function toolsOf({ tools }: ModelRequest): NonNullable<ChatRequest["tools"]> {
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

/** What reading an answer needs to know. */
interface AnswerParts {
  /** The name of the client that asks. */
  readonly model: string;
  readonly newCallId: () => string;
}

/** Reads a whole answer. Throws `ModelError` where it holds none. */
export function answerOf(response: unknown, parts: AnswerParts): AssistantMessage {
  const line = readLine(response, parts.model);
  return messageFrom(blocksOf(line, parts.newCallId), line, parts.model);
}

/** Reads the lines of a stream. Ends without an `end` event where no line says that it is done. */
export async function* eventsOf(
  lines: AsyncIterable<string>,
  parts: AnswerParts,
): AsyncGenerator<ModelEvent> {
  const blocks: AnswerBlock[] = [];
  for await (const text of lines) {
    const line = readLine(JSON.parse(text), parts.model);
    const more = blocksOf(line, parts.newCallId);
    blocks.push(...more);
    yield* piecesOf(more);
    if (!line.done) continue;
    yield { type: "end", message: messageFrom(joinTexts(blocks), line, parts.model) };
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
      ko: `"${model}" 모델이 답을 하다가 멈췄습니다: ${error.slice(0, 200)}`,
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
    throw badAnswer(model, { en: "is empty", ko: "비어 있습니다" });
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
