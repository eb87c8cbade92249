import type { GoogleGenAI } from "@google/genai";
import type { Clock } from "../base/clock.ts";
import { wordsOf } from "../base/errors.ts";
import { base32 } from "../base/ids.ts";
import { serviceFetch } from "../base/service-fetch.ts";
import { errorOfException, errorOfRefusal, RequestRefused } from "./google-errors.ts";
import { answerOf, contentsOf, OWN_CALL_ID } from "./google-wire.ts";
import { type AssistantMessage, type ModelClient, ModelError, type ModelRequest } from "./model.ts";
import { withRetries } from "./model-retry.ts";

/** Stable since 2 September 2026, with no date of its end announced (ai.google.dev, "Gemini deprecations"). */
export const DEFAULT_GOOGLE_MODEL = "gemini-3.8-flash";

/** The public Gemini API. */
export const GOOGLE_BASE_URL = "https://generativelanguage.googleapis.com";

/** Longest wait for one answer, thinking included. */
const ANSWER_TIMEOUT_MS = 120_000;

export interface GoogleOptions {
  readonly apiKey: string;
  /** Default: `DEFAULT_GOOGLE_MODEL`. */
  readonly model?: string;
  /** Origin of the API, without a version. Default: `GOOGLE_BASE_URL`. */
  readonly baseUrl?: string;
  /** Longest wait for one answer. Default: 120,000. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}

/**
 * Gemini with native function calling. Errors that may pass are tried again (see `withRetries`); the key appears in no error.
 * The SDK is loaded at the first request. Sampling is left to the model: its parameters are deprecated since July 2026
 * (ai.google.dev, "Release notes").
 */
export function createGoogleModel(options: GoogleOptions): ModelClient {
  const model = options.model ?? DEFAULT_GOOGLE_MODEL;
  const name = `google/${model}`;
  const newCallId = (): string => `${OWN_CALL_ID}${base32(options.randomBytes(10))}`;
  let loading: Promise<GoogleGenAI> | undefined;

  const ask = async (
    request: ModelRequest,
    keepSignatures: boolean,
    signal: AbortSignal,
  ): Promise<AssistantMessage> => {
    loading ??= load(options, model);
    const sdk = await loading;
    const response = await sdk.models.generateContent({
      model,
      contents: contentsOf(request.messages, { model: name, keepSignatures }),
      config: {
        systemInstruction: request.system,
        tools: toolsOf(request),
        // One ceiling for thoughts and answer together (googleapis/python-genai, issue 2062: measured on Gemini 3).
        ...(request.maxOutputTokens === undefined
          ? {}
          : { maxOutputTokens: request.maxOutputTokens }),
        abortSignal: signal,
      },
    });
    return answerOf(response, { model: name, newCallId });
  };

  /** Signatures are opaque and tied to model and key; where Google takes the request only without them, it gets it without them. */
  const askTwice = async (
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<AssistantMessage> => {
    try {
      return await ask(request, true, signal);
    } catch (error) {
      if (!(error instanceof RequestRefused) || !hasSignatures(request)) throw error;
      return await ask(request, false, signal);
    }
  };

  const send = async (request: ModelRequest, signal: AbortSignal): Promise<AssistantMessage> => {
    try {
      return await withinTime(options, model, signal, (limited) => askTwice(request, limited));
    } catch (error) {
      signal.throwIfAborted();
      throw withoutKey(errorOfException(error, model), options.apiKey);
    }
  };

  return withRetries({ name, send }, options);
}

/** Gives `work` a signal that aborts with `signal`, or when the time is up, which is an error of its own and not tried again. */
async function withinTime<T>(
  options: GoogleOptions,
  model: string,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? ANSWER_TIMEOUT_MS;
  const late = new AbortController();
  const done = new AbortController();
  const timer = options.clock.sleep(timeoutMs, done.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (!late.signal.aborted) throw error;
    const seconds = Math.round(timeoutMs / 1000);
    throw new ModelError("model-unavailable", {
      en: `The model "${model}" did not answer within ${seconds} s.`,
      ko: `"${model}" 모델이 ${seconds}초 안에 답하지 않았습니다.`,
    });
  } finally {
    done.abort();
    await timer;
  }
}

async function load(options: GoogleOptions, model: string): Promise<GoogleGenAI> {
  const sdk = await import("@google/genai");
  return new sdk.GoogleGenAI({
    apiKey: options.apiKey,
    // Named, so that no variable of the environment leads elsewhere.
    vertexai: false,
    apiVersion: "v1beta",
    httpOptions: {
      baseUrl: options.baseUrl ?? GOOGLE_BASE_URL,
      fetch: fetchFrom(model, options.clock),
    },
  });
}

/** The fetch for services, except that a refusal is an error of ours with all that Google said. */
function fetchFrom(model: string, clock: Clock): typeof fetch {
  return async (input, init) => {
    const response = await serviceFetch(input, init);
    if (response.ok) return response;
    throw errorOfRefusal({
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: await response.text(),
      model,
      nowMs: clock.now(),
    });
  };
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

function hasSignatures(request: ModelRequest): boolean {
  return request.messages.some(
    (message) =>
      message.role === "assistant" &&
      message.content.some((block) => block.signature !== undefined),
  );
}

/** Nothing that Google or the platform says may repeat the key. */
function withoutKey(error: ModelError, apiKey: string): ModelError {
  const words = { en: wordsOf(error, "en"), ko: wordsOf(error, "ko") };
  if (!words.en.includes(apiKey) && !words.ko.includes(apiKey)) return error;
  const { code, retryable, retryAfterMs } = error;
  const masked = {
    en: words.en.replaceAll(apiKey, "[secret]"),
    ko: words.ko.replaceAll(apiKey, "[secret]"),
  };
  return new ModelError(code, masked, { retryable, retryAfterMs });
}
