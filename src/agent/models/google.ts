import type { GenerateContentParameters, GoogleGenAI } from "@google/genai";
import { base32 } from "../../base/ids.ts";
import { errorOfGoogle, GOOGLE } from "./google-errors.ts";
import { answerOf, contentsOf, eventsOf, OWN_CALL_ID } from "./google-wire.ts";
import type { ModelClient, ModelRequest } from "./model-client.ts";
import { createProviderModel, type Provider, type ProviderOptions } from "./provider-client.ts";
import { refusingFetch } from "./refusal.ts";
import { withOrWithoutSignatures } from "./wire-common.ts";

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
      return answerOf(response, { model: name, newCallId });
    },
    async *stream(request, signal) {
      const { models } = await sdk();
      const responses = await withOrWithoutSignatures(request, (keep) =>
        models.generateContentStream(question(request, keep, signal)),
      );
      yield* eventsOf(responses, { model: name, newCallId });
    },
    errorOf: (thrown) => errorOfGoogle(thrown, model, options.clock.now()),
  };
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
