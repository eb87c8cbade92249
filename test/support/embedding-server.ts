import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came. */
export interface EmbeddingCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly texts: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer in the place of vectors. */
export interface OtherAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A server on loopback that embeds as Gemini, OpenAI and Ollama do; whoever started it closes it. */
export interface EmbeddingServer {
  readonly url: string;
  readonly calls: EmbeddingCall[];
  /** Answers for the next calls; then vectors again. */
  readonly instead: OtherAnswer[];
  /** Numbers of a vector; default 768. */
  dimensions: number;
  close(): Promise<void>;
}

/** Starts a server. Vectors have length 3, and those of texts that share letters lie near each other. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const path = request.url ?? "";
    const texts = textsIn(path, body);
    made.calls.push({ path, headers: request.headers, texts, body });
    const other = made.instead.shift();
    response.writeHead(other?.status ?? 200, {
      "content-type": "application/json",
      ...other?.headers,
    });
    const vectors = texts.map((text) => vectorOf(text, made.dimensions));
    response.end(
      JSON.stringify(other === undefined ? answerFor(path, vectors) : (other.body ?? {})),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const made: EmbeddingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    instead: [],
    dimensions: 768,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

function textsIn(path: string, body: Readonly<Record<string, unknown>>): readonly string[] {
  if (!path.includes(":batchEmbedContents")) return body["input"] as string[];
  const requests = body["requests"] as { content: { parts: { text: string }[] } }[];
  return requests.map(({ content }) => content.parts[0]!.text);
}

function answerFor(path: string, vectors: readonly (readonly number[])[]): unknown {
  if (path.includes(":batchEmbedContents"))
    return { embeddings: vectors.map((values) => ({ values })) };
  if (path.endsWith("/api/embed")) return { embeddings: vectors, prompt_eval_count: 7 };
  return {
    object: "list",
    data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse(),
    usage: { prompt_tokens: 7, total_tokens: 7 },
  };
}

function vectorOf(text: string, dimensions: number): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const letter of text) vector[letter.charCodeAt(0) % dimensions]! += 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => (3 * value) / length);
}
