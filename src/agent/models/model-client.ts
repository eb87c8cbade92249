import { AppError } from "../../base/errors.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { BudgetReach } from "../../security/limits/budgets.ts";

/** Words. An answer may carry an empty text only for its signature. */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
  readonly signature?: string;
  /** True for text from outside, such as that of a file. */
  readonly tainted?: true;
}

/** A picture for the model to look at. */
export interface ImageContent {
  readonly type: "image";
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Empty where `file` stands for it. */
  readonly dataBase64: string;
  /** Where the bytes lie: messages are kept without them, and get them when they go out. */
  readonly file?: PictureFile;
}

/** A picture in a chat's folder. */
export interface PictureFile {
  readonly path: string;
  /** SHA-256 in hexadecimal: other bytes under that path are another picture. */
  readonly digest: string;
}

/** The model asks for a tool. `input` is whatever the model sent and has not been checked. */
export interface ToolUseContent {
  readonly type: "tool_use";
  /** Pairs the call with its result; unique within a turn once the loop has saved it. */
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  readonly signature?: string;
}

/** What a tool call came to, as text. */
export interface ToolResultContent {
  readonly type: "tool_result";
  readonly toolUseId: string;
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
  /** True when the text holds anything from outside. */
  readonly tainted: boolean;
}

/** Any part of a message. */
export type ContentBlock = TextContent | ImageContent | ToolUseContent | ToolResultContent;

/** What the person said; with `nudge` set, a reminder that the loop wrote in the person's place. */
export interface UserMessage {
  readonly role: "user";
  readonly content: readonly (TextContent | ImageContent)[];
  readonly nudge?: NudgeKind;
  /** In a history: the turn that begins with it and is told whole. */
  readonly turnId?: string;
}

/** Why the loop reminded the model: no words and no call, a program written as text, a call that could not be read, a claim that the journal does not bear out, or that no more calls are made. */
export type NudgeKind =
  | "empty"
  | "program-in-text"
  | "malformed-call"
  | "false-claim"
  | "last-round";

/** One answer of a model, kept as it came. `content` may be empty; such a message is never sent back. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: readonly (TextContent | ToolUseContent)[];
  readonly stopReason: StopReason;
  /** The `name` of the client that answered: signatures mean something to that one only. */
  readonly model: string;
  readonly usage: Usage;
}

/** Results of tool calls. */
export interface ToolMessage {
  readonly role: "tool";
  readonly content: readonly ToolResultContent[];
}

/** One message of a conversation, the same for every provider. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** Why an answer ended. `malformed_call`: the model began a tool call that its own provider could not read. */
export type StopReason = "end_turn" | "tool_use" | "max_tokens" | "malformed_call";

/** Tokens of one answer, or of several summed up. `cachedTokens` are part of `inputTokens`, `thoughtTokens` part of `outputTokens`. */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly thoughtTokens: number;
}

/** A tool as the model sees it. `inputSchema` is a JSON Schema of an object. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** One question to a model. Every tool call in `messages` has its result in a tool message behind it. */
export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** True where the answer is to be words: the tools are there for the calls of before. Default false. */
  readonly isInWords?: boolean;
  /** Most tokens of the answer, thinking included. Default: what the provider allows. */
  readonly maxOutputTokens?: number;
}

/** A piece of an answer as it comes. Pieces of text joined, from the last `anew` on, are the words of the answer; a call comes whole. The last event holds all of it. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly call: ToolUseContent }
  /** The line broke and the model is asked again: what came before is no part of the answer. */
  | { readonly type: "anew" }
  | { readonly type: "end"; readonly message: AssistantMessage };

/** A language model. Keeps nothing between calls. */
export interface ModelClient {
  /** Provider and model, such as `google/gemini-3.8-flash`. */
  readonly name: string;
  /** One answer. Rejects with a `ModelError`, or with the signal's reason when that aborts first. */
  send(request: ModelRequest, signal: AbortSignal): Promise<AssistantMessage>;
  /**
   * The same answer in pieces; `end` is always the last. Fails as `send` does, and may do so after the first piece: what came is then
   * no answer. Leaving the loop early ends the request on the line.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** What a model is asked for: `default` answers people, `fast` does small chores cheaply, `vision` looks at pictures. */
export type ModelMode = "default" | "fast" | "vision";

/** `rate-limited`: too many requests. `auth`: the key is refused. `unavailable`: no answer to be had. `bad-answer`: one that cannot be read. `blocked`: withheld by a filter. `budget`: a limit of ours stands against the call. */
export type ModelErrorCode =
  | "model-rate-limited"
  | "model-auth"
  | "model-unavailable"
  | "model-bad-answer"
  | "model-blocked"
  | "model-budget";

/** A limit that stands against a call. */
export interface OverBudget {
  readonly reach: BudgetReach;
  readonly asked: "asked" | "denied";
}

/** Why there is no answer. The message names neither key nor prompt. */
export class ModelError extends AppError {
  declare readonly code: ModelErrorCode;
  /** True when the same request may succeed later. */
  readonly retryable: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Most further tries; absent where nothing says so. */
  readonly mostRetries: number | undefined;
  /** Of `model-budget`: the limit that was reached, and whether the owners were asked. */
  readonly over: OverBudget | undefined;

  constructor(
    code: ModelErrorCode,
    words: string | Localized,
    options: {
      readonly retryable?: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly mostRetries?: number | undefined;
      readonly over?: OverBudget;
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, words, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "ModelError";
    this.retryable = options.retryable === true;
    this.retryAfterMs = options.retryAfterMs;
    this.mostRetries = options.mostRetries;
    this.over = options.over;
  }
}

/** No tokens at all. */
export const NO_USAGE: Usage = {
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  thoughtTokens: 0,
};

/** The sum of two counts. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    thoughtTokens: left.thoughtTokens + right.thoughtTokens,
  };
}

/** The words of a message as one text without outer spaces; empty when there are none. */
export function textOfMessage(message: Message): string {
  return message.content
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("")
    .trim();
}

/** The tool calls of a message, in the model's order. */
export function toolUsesOf(message: Message): readonly ToolUseContent[] {
  return message.content.filter((block) => block.type === "tool_use");
}
