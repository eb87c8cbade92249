import { base32 } from "../../base/ids.ts";
import type { ModelClient, ModelRequest } from "./model-client.ts";
import { OLLAMA } from "./ollama-errors.ts";
import { answerOf, chatOf, eventsOf } from "./ollama-wire.ts";
import { createProviderModel, type Provider, type ProviderOptions } from "./provider-client.ts";
import { errorOfException, refusingFetch } from "./refusal.ts";

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
  const parts = { model: name, newCallId };
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
      return answerOf(await response.json(), parts);
    },
    async *stream(request, signal) {
      const { body } = await post(request, true, signal);
      if (body !== null) yield* eventsOf(linesOf(body), parts);
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
