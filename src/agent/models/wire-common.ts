import { digestOf } from "../../base/digest.ts";
import type { Json } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import {
  type AssistantMessage,
  type Message,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type TextContent,
  type ToolResultContent,
  type ToolUseContent,
} from "./model-client.ts";
import { modelErrorIn, RequestRefused } from "./refusal.ts";

/** What an answer is made of. */
export type AnswerBlock = TextContent | ToolUseContent;

/**
 * Ids of calls that every API takes back: Anthropic allows these characters, and OpenAI 40 of them ("Invalid 'messages[2].tool_calls[0].id':
 * string too long. Expected a string with maximum length 40": vercel/ai, issue 5171).
 */
const CALL_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** The id of a call as it goes out: itself, or where another provider's is not allowed, one made of it, always the same. */
export function callIdOf(id: string): string {
  return CALL_ID.test(id) ? id : `call_${digestOf(id).slice(0, 24)}`;
}

/** A result as text, for APIs that have no mark of their own for errors. */
export function resultText({ content, isError }: ToolResultContent): string {
  return isError ? `Error: ${content}` : content;
}

/** Arguments that came as text. What is no JSON is handed on as it came: the loop answers such a call with an error that the model can act on. */
export function argumentsOf(text: string): Json {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** The answers of this very client since the person's last message: of these alone signatures must come back. Pure. */
export function ownAnswers(
  messages: readonly Message[],
  model: string,
): ReadonlySet<AssistantMessage> {
  const start = messages.findLastIndex(
    (message) => message.role === "user" && message.nudge === undefined,
  );
  const answers = messages.slice(start + 1).filter((message) => message.role === "assistant");
  return new Set(answers.filter((message) => message.model === model));
}

/** Asks with signatures, and where the maker takes the request only without them, without: they are opaque and tied to model and key. */
export async function withOrWithoutSignatures<T>(
  request: ModelRequest,
  ask: (keepSignatures: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await ask(true);
  } catch (error) {
    if (!(modelErrorIn(error) instanceof RequestRefused) || !hasSignatures(request)) throw error;
    return await ask(false);
  }
}

/** The same content where pieces of text that came one after the other are one; a signature stays at the end of what it signs. Pure. */
export function joinTexts(blocks: readonly AnswerBlock[]): readonly AnswerBlock[] {
  const joined: AnswerBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const goesOn = block.type === "text" && last?.type === "text" && last.signature === undefined;
    if (goesOn) joined[joined.length - 1] = { ...block, text: last.text + block.text };
    else joined.push(block);
  }
  return joined;
}

/** The events that tell of these blocks, in order; an empty text is none. */
export function piecesOf(blocks: readonly AnswerBlock[]): readonly ModelEvent[] {
  return blocks.flatMap((block): readonly ModelEvent[] => {
    if (block.type === "tool_use") return [{ type: "tool_use", call: block }];
    return block.text === "" ? [] : [{ type: "text", text: block.text }];
  });
}

/** A block that says nothing and carries what must come back with the answer. */
export function signedNothing(signature: string): TextContent {
  return { type: "text", text: "", signature };
}

/** An answer that cannot be used. `how` has no full stop, and in English completes the sentence "The answer of the model … ". */
export function badAnswer(model: string, how: Localized): ModelError {
  const words = {
    en: `The answer of the model "${model}" ${how.en}.`,
    ko: `"${model}" 모델의 답을 쓸 수 없어요: ${how.ko}.`,
  };
  return new ModelError("model-bad-answer", words, { retryable: true });
}

/** An answer whose shape is not the API's. */
export function unknownShape(model: string): ModelError {
  return badAnswer(model, { en: "has an unknown shape", ko: "형식을 알 수 없어요" });
}

/** A filter of `maker` withheld the question or the answer. */
export function blockedBy(maker: string, what: "question" | "answer", reason: string): ModelError {
  const ko = what === "question" ? "질문을" : "답을";
  return new ModelError("model-blocked", {
    en: `${maker}'s filter withheld the ${what} (${reason}). Say it in other words.`,
    ko: `${maker}의 필터가 ${ko} 막았어요 (${reason}). 다른 말로 해 주세요.`,
  });
}

function hasSignatures(request: ModelRequest): boolean {
  return request.messages.some(
    (message) =>
      message.role === "assistant" &&
      message.content.some((block) => block.signature !== undefined),
  );
}
