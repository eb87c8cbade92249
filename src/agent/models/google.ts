import type {
  Content,
  FunctionCallingConfigMode,
  GenerateContentParameters,
  GoogleGenAI,
  Part,
} from "@google/genai";
import { z } from "zod";
import { base32 } from "../../base/ids.ts";
import { isJsonObject, type Json, parsedJson } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
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
  ToolUseContent,
  Usage,
} from "./model-client.ts";
import { createProviderModel, type Provider, type ProviderOptions } from "./provider-client.ts";
import {
  errorOfException,
  errorOfRefusal,
  type Maker,
  type RefusalReading,
  refusingFetch,
} from "./refusal.ts";
import {
  type AnswerBlock,
  badAnswer,
  blockedBy,
  joinTexts,
  piecesOf,
  unknownShape,
  withOrWithoutSignatures,
} from "./wire-common.ts";

/** Marks a call id that is ours: this model gave the call none, so none is sent back. */
const OWN_CALL_ID = "own_";

/**
 * Stands for the signature of a call that this model did not write: Gemini 3 refuses the first call of a step without one
 * (docs.cloud.google.com, "Thought signatures").
 */
const FOREIGN_SIGNATURE = "skip_thought_signature_validator";

/** Finish reasons that withhold the answer (ai.google.dev, API reference, `FinishReason`). */
const BLOCKED = new Set([
  "SAFETY",
  "RECITATION",
  "LANGUAGE",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "MODEL_ARMOR",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
]);

/** Finish reasons of a call that Gemini could not read, so that it handed none over. */
const MALFORMED = new Set([
  "MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "MALFORMED_RESPONSE",
]);

/** Finish reasons of an answer that ends before its end. */
const CUT = new Set(["MAX_TOKENS", "CONTINUATION"]);

/** Finish reasons of an answer that came to nothing. Any other counts as a regular end, since new ones may be added. */
const BROKEN = new Set(["OTHER", "MISSING_THOUGHT_SIGNATURE", "NO_IMAGE", "IMAGE_OTHER"]);

const count = z.number().catch(0);

const partSchema = z.object({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z
    .object({ id: z.string().optional(), name: z.string().catch(""), args: z.json().optional() })
    .optional(),
});

const responseSchema = z.object({
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(partSchema).optional() }).optional(),
        finishReason: z.string().optional(),
      }),
    )
    .optional(),
  usageMetadata: z
    .object({
      promptTokenCount: count,
      toolUsePromptTokenCount: count,
      cachedContentTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    })
    .optional(),
});

type WirePart = z.infer<typeof partSchema>;

type Metadata = z.infer<typeof responseSchema>["usageMetadata"];

/** How the signatures of earlier answers go back: those of this model as they came, or none, where Google refuses them. */
interface ContentOptions {
  /** The name of the client that asks. */
  readonly model: string;
  readonly keepSignatures: boolean;
}

/** The conversation in Gemini's form: answers of the model take turns with all else, and messages of one side in a row become one. */
function contentsOf(messages: readonly Message[], options: ContentOptions): Content[] {
  const contents: { role: "user" | "model"; parts: Part[] }[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "model" : "user";
    const parts = partsOf(message, options);
    const last = contents.at(-1);
    if (parts.length === 0) continue;
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  return contents;
}

function partsOf(message: Message, options: ContentOptions): Part[] {
  return message.role === "assistant" ? answerParts(message, options) : message.content.map(partOf);
}

function partOf(block: TextContent | ImageContent | ToolResultContent): Part {
  switch (block.type) {
    case "text":
      return { text: block.text };
    case "image":
      return { inlineData: { mimeType: block.mediaType, data: block.dataBase64 } };
    case "tool_result": {
      const response = block.isError ? { error: block.content } : { output: block.content };
      return { functionResponse: { ...idOf(block.toolUseId), name: block.name, response } };
    }
  }
}

function answerParts(message: AssistantMessage, options: ContentOptions): Part[] {
  const own = options.keepSignatures && message.model === options.model;
  const firstCall = message.content.find((block) => block.type === "tool_use");
  return message.content.flatMap((block) => {
    const foreign = block === firstCall ? FOREIGN_SIGNATURE : undefined;
    return answerPart(block, own ? block.signature : foreign);
  });
}

function answerPart(
  block: TextContent | ToolUseContent,
  thoughtSignature: string | undefined,
): Part[] {
  const signed = thoughtSignature === undefined ? {} : { thoughtSignature };
  if (block.type === "text") {
    return block.text === "" && thoughtSignature === undefined
      ? []
      : [{ text: block.text, ...signed }];
  }
  // Arguments that were no object were answered with an error; Gemini takes back objects only.
  const args = isJsonObject(block.input) ? { ...block.input } : {};
  return [{ functionCall: { ...idOf(block.id), name: block.name, args }, ...signed }];
}

function idOf(callId: string): { readonly id?: string } {
  return callId.startsWith(OWN_CALL_ID) ? {} : { id: callId };
}

/** Reads Gemini's response. Throws `ModelError` where it holds no answer: `model-blocked`, or `model-bad-answer`. */
function answerOf(response: unknown, model: string, newCallId: () => string): AssistantMessage {
  const { candidates, usageMetadata } = read(response, model);
  const candidate = candidates?.[0];
  if (candidate === undefined) throw badAnswer(model, { en: "is empty", ko: "비어 있어요" });
  const blocks = blocksOf(candidate, newCallId);
  return messageOf(blocks, candidate.finishReason ?? "STOP", usageMetadata, model);
}

/** Reads the responses of a stream, each with a piece of the answer. Ends without an `end` event where no response names the end. */
async function* eventsOf(
  responses: AsyncIterable<unknown>,
  model: string,
  newCallId: () => string,
): AsyncGenerator<ModelEvent> {
  const blocks: AnswerBlock[] = [];
  let usage: Metadata;
  let finishReason: string | undefined;
  for await (const response of responses) {
    const { candidates, usageMetadata } = read(response, model);
    usage = usageMetadata ?? usage;
    const [candidate] = candidates ?? [];
    finishReason = candidate?.finishReason ?? finishReason;
    const more = candidate === undefined ? [] : blocksOf(candidate, newCallId);
    blocks.push(...more);
    yield* piecesOf(more);
  }
  if (finishReason === undefined) return;
  const message = messageOf(joinTexts(blocks), finishReason, usage, model);
  yield { type: "end", message };
}

function read(response: unknown, model: string): z.infer<typeof responseSchema> {
  const parsed = responseSchema.safeParse(response);
  if (!parsed.success) throw unknownShape(model);
  const reason = parsed.data.promptFeedback?.blockReason;
  if (reason !== undefined) throw blockedBy("Google", "question", reason);
  return parsed.data;
}

function blocksOf(
  candidate: {
    readonly content?: { readonly parts?: readonly WirePart[] | undefined } | undefined;
  },
  newCallId: () => string,
): AnswerBlock[] {
  return (candidate.content?.parts ?? []).flatMap((part) => blockOf(part, newCallId));
}

function messageOf(
  blocks: readonly AnswerBlock[],
  finishReason: string,
  usage: Metadata,
  model: string,
): AssistantMessage {
  const stopReason = stopReasonOf(finishReason, blocks, model);
  const isMalformed = stopReason === "malformed_call";
  return {
    role: "assistant",
    content: isMalformed ? blocks.filter((block) => block.type === "text") : blocks,
    stopReason,
    model,
    usage: usageOf(usage),
  };
}

/** Parts that are neither words nor a call, and the model's thoughts, are left out. */
function blockOf(part: WirePart, newCallId: () => string): AnswerBlock[] {
  const signed = part.thoughtSignature === undefined ? {} : { signature: part.thoughtSignature };
  const { functionCall } = part;
  if (functionCall !== undefined) {
    const input: Json = functionCall.args ?? {};
    return [
      {
        type: "tool_use",
        id: functionCall.id ?? newCallId(),
        name: functionCall.name,
        input,
        ...signed,
      },
    ];
  }
  const text = part.thought === true ? "" : (part.text ?? "");
  return text === "" && part.thoughtSignature === undefined
    ? []
    : [{ type: "text", text, ...signed }];
}

function stopReasonOf(
  finishReason: string,
  blocks: readonly AnswerBlock[],
  model: string,
): StopReason {
  if (BLOCKED.has(finishReason)) throw blockedBy("Google", "answer", finishReason);
  if (MALFORMED.has(finishReason)) return "malformed_call";
  if (CUT.has(finishReason)) return "max_tokens";
  if (BROKEN.has(finishReason))
    throw badAnswer(model, {
      en: `ended with ${finishReason}`,
      ko: korean`${finishReason}(으)로 끝났어요`,
    });
  return blocks.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn";
}

function usageOf(metadata: Metadata): Usage {
  return {
    inputTokens: (metadata?.promptTokenCount ?? 0) + (metadata?.toolUsePromptTokenCount ?? 0),
    cachedTokens: metadata?.cachedContentTokenCount ?? 0,
    outputTokens: (metadata?.candidatesTokenCount ?? 0) + (metadata?.thoughtsTokenCount ?? 0),
    thoughtTokens: metadata?.thoughtsTokenCount ?? 0,
  };
}

/** Stable since 2 September 2026, with no date of its end announced (ai.google.dev, "Gemini deprecations"). */
export const DEFAULT_GOOGLE_MODEL = "gemini-3.8-flash";

/** The public Gemini API. */
export const GOOGLE_BASE_URL = "https://generativelanguage.googleapis.com";

/** How Gemini is reached. */
export interface GoogleOptions extends ProviderOptions {
  readonly apiKey: string;
}

/**
 * Gemini with native function calling. The SDK is loaded at the first request. Sampling is left to the model: its parameters are
 * deprecated since July 2026 (ai.google.dev, "Release notes").
 */
export function createGoogleModel(options: GoogleOptions): ModelClient {
  return createProviderModel(googleProvider(options), options);
}

function googleProvider(options: GoogleOptions): Provider {
  const model = options.model ?? DEFAULT_GOOGLE_MODEL;
  const name = `google/${model}`;
  const newCallId = (): string => `${OWN_CALL_ID}${base32(options.randomBytes(10))}`;
  let loading: Promise<GoogleGenAI> | undefined;
  const sdk = (): Promise<GoogleGenAI> => {
    loading ??= load(options, model);
    return loading;
  };
  const question = (
    request: ModelRequest,
    keepSignatures: boolean,
    signal: AbortSignal,
  ): GenerateContentParameters => ({
    model,
    contents: contentsOf(request.messages, { model: name, keepSignatures }),
    config: {
      systemInstruction: request.system,
      tools: toolsOf(request),
      ...(request.isInWords === true ? { toolConfig: NO_CALLS } : {}),
      // One ceiling for thoughts and answer together (googleapis/python-genai, issue 2062: measured on Gemini 3).
      ...(request.maxOutputTokens === undefined
        ? {}
        : { maxOutputTokens: request.maxOutputTokens }),
      abortSignal: signal,
    },
  });
  return {
    name,
    model,
    async ask(request, signal) {
      const { models } = await sdk();
      const response = await withOrWithoutSignatures(request, (keep) =>
        models.generateContent(question(request, keep, signal)),
      );
      return answerOf(response, name, newCallId);
    },
    async *stream(request, signal) {
      const { models } = await sdk();
      const responses = await withOrWithoutSignatures(request, (keep) =>
        models.generateContentStream(question(request, keep, signal)),
      );
      yield* eventsOf(responses, name, newCallId);
    },
    errorOf: (thrown) => errorOfGoogle(thrown, model, options.clock.now()),
  };
}

/** The tools stay, for the calls of before. */
const NO_CALLS = { functionCallingConfig: { mode: "NONE" as FunctionCallingConfigMode } };

async function load(options: GoogleOptions, model: string): Promise<GoogleGenAI> {
  const sdk = await import("@google/genai");
  return new sdk.GoogleGenAI({
    apiKey: options.apiKey,
    // Named, so that no variable of the environment leads elsewhere.
    vertexai: false,
    apiVersion: "v1beta",
    httpOptions: {
      baseUrl: options.baseUrl ?? GOOGLE_BASE_URL,
      fetch: refusingFetch(GOOGLE, model, options.clock),
    },
  });
}

function toolsOf(request: ModelRequest): {
  functionDeclarations: { name: string; description: string; parametersJsonSchema: unknown }[];
}[] {
  if (request.tools.length === 0) return [];
  return [
    {
      functionDeclarations: request.tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        parametersJsonSchema: inputSchema,
      })),
    },
  ];
}

/** google.rpc.Status in JSON, as the Gemini API sends it (ai.google.dev, "Troubleshooting guide"). */
const statusSchema = z.object({
  error: z.object({
    message: z.string().catch(""),
    status: z.string().catch(""),
    details: z.array(z.looseObject({ "@type": z.string().catch("") })).catch([]),
  }),
});

const quotaSchema = z.object({ violations: z.array(z.object({ quotaId: z.string().catch("") })) });

type Details = z.infer<typeof statusSchema>["error"]["details"];

/** Google, which sells by key; a wrong key is 400 with the reason API_KEY_INVALID, a blocked one 403 (ai.google.dev, "Troubleshooting guide"). */
export const GOOGLE: Maker = {
  name: "Google",
  subjectKo: "Google이",
  keyName: "GEMINI_API_KEY",
  read: readStatus,
};

/** What an exception on the way to Gemini means; in the middle of a stream the SDK puts the body of an error behind some words of its own. */
function errorOfGoogle(thrown: unknown, model: string, nowMs: number): ModelError {
  const status = thrown instanceof Error && "status" in thrown ? thrown.status : undefined;
  if (!(thrown instanceof Error) || typeof status !== "number")
    return errorOfException(thrown, model);
  const body = thrown.message.slice(Math.max(0, thrown.message.indexOf("{")));
  const refusal = { status, headers: new Headers(), body, model, nowMs };
  return errorOfRefusal(refusal, GOOGLE);
}

function readStatus(body: string, model: string): RefusalReading {
  const error = statusSchema.safeParse(parsedJson(body)).data?.error;
  if (error === undefined) return { kind: "", message: "" };
  const { message, status, details } = error;
  const retryAfterMs = retryDelayOf(details);
  return {
    kind: status,
    message,
    isKeyRefused: details.some((detail) => detail["reason"] === "API_KEY_INVALID"),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isDailyQuota(details) ? { spent: dailyWords(model) } : {}),
  };
}

function dailyWords(model: string) {
  return {
    en: `The daily quota of the model "${model}" is used up (429). Try again tomorrow, or use a key with a larger quota.`,
    ko: `"${model}" 모델의 하루 사용량을 다 썼어요 (429). 내일 다시 하거나 한도가 더 큰 키를 써 주세요.`,
  };
}

function isDailyQuota(details: Details): boolean {
  return details.some(
    (detail) =>
      quotaSchema
        .safeParse(detail)
        .data?.violations.some(({ quotaId }) => quotaId.includes("PerDay")) === true,
  );
}

/** Google names the wait in the body, as `google.rpc.RetryInfo` with a duration such as "45.837906927s". */
function retryDelayOf(details: Details): number | undefined {
  const delay = details.find((detail) => detail["@type"].endsWith("google.rpc.RetryInfo"))?.[
    "retryDelay"
  ];
  const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}
