import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { bodyOf } from "./upstream-server.ts";

/** What the server does with one request: answers, says nothing, breaks off in the middle of an answer, or closes the line. */
export type GeminiReply =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: unknown;
    }
  | { readonly fault: "silence" | "half" | "hang-up" };

/** One request as it came; `body` is its JSON. */
export interface GeminiRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** Resolves when the client has closed the connection, or the answer is out. */
  readonly closed: Promise<void>;
}

export interface GeminiServer {
  readonly origin: string;
  readonly requests: readonly GeminiRequest[];
  /** Resolves with request number `count`, from 1. */
  request(count: number): Promise<GeminiRequest>;
  close(): Promise<void>;
}

/** Speaks generateContent on loopback, and streamGenerateContent as a stream of one event: replies in order, the last one again and again. A text body is sent as it is. The test must close it. */
export async function startGeminiServer(
  replies: readonly GeminiReply[] | ((request: GeminiRequest) => GeminiReply),
): Promise<GeminiServer> {
  const requests: GeminiRequest[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer((incoming, response) => {
    const closed = new Promise<void>((resolve) => {
      response.once("close", resolve);
    });
    void bodyOf(incoming).then((text) => {
      const request = {
        url: incoming.url ?? "",
        headers: incoming.headers,
        body: JSON.parse(text),
        closed,
      };
      requests.push(request);
      const reply =
        typeof replies === "function"
          ? replies(request)
          : replies[Math.min(requests.length, replies.length) - 1]!;
      answer(response, reply, request.url.includes(":streamGenerateContent"));
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server listens on an address
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async request(count) {
      if (requests.length < count) {
        await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      }
      return requests[count - 1]!;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, reply: GeminiReply, isStream: boolean): void {
  if ("fault" in reply) {
    if (reply.fault === "hang-up") response.destroy();
    if (reply.fault === "half") {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"candidates": [{"content": ');
    }
    return;
  }
  const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
  if (isStream && reply.status === undefined && typeof reply.body !== "string") {
    response.writeHead(200, { "content-type": "text/event-stream", ...reply.headers });
    response.end(`data: ${text}\r\n\r\n`);
    return;
  }
  response.writeHead(reply.status ?? 200, {
    "content-type": "application/json; charset=UTF-8",
    ...reply.headers,
  });
  response.end(text);
}
