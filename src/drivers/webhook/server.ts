import { createHmac, timingSafeEqual } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { limitConnections } from "../../base/connection-limit.ts";
import { AppError } from "../../base/errors.ts";

/** A request whose signature holds. */
export interface WebhookRequest {
  /** What stands behind `/hooks/` in the address. */
  readonly target: string;
  /** Given by the sender; the same for every try of one message. */
  readonly id: string;
  readonly sentAtMs: number;
  readonly contentType: string;
  /** The body as UTF-8, at most 256 KB. */
  readonly text: string;
}

/** A listener for signed requests. Whoever opened it closes it. */
export interface WebhookServer {
  /** The port on which it listens. */
  readonly port: number;
  /** Takes nothing more; resolves when every connection is gone. */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 256 * 1024;
const MAX_CONNECTIONS = 64;
const REQUEST_TIMEOUT_MS = 10_000;

/** How often node:http looks for requests that take too long; its default of 30 s would let each take four times as long. */
const TIMEOUT_LOOK_MS = 1000;

/** A status, and headers besides. */
interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
}

const PATH = /^\/hooks\/([\w-]{1,100})$/;

/** Opens the listener. Rejects with `AppError` `webhooks-closed` where the address is taken or not to be had. */
export async function openWebhookServer(parts: {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly now: () => number;
  /** The secret of a target; `undefined` for one that does not exist. */
  readonly secretOf: (target: string) => string | undefined;
  /** Counts a genuine request to a target, and gives 0; or, where it is one too many, counts nothing and gives after how many milliseconds it may come again. */
  readonly take: (target: string, sizeBytes: number, nowMs: number) => number;
  /** Takes a request in; it counts as received when this returns. */
  readonly receive: (request: WebhookRequest) => void;
  /** Answers a request for a page of the service; false for what is none. Default: there are no pages. */
  readonly answerPage?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** How long a request may take to come whole, default 10 seconds. */
  readonly requestTimeoutMs?: number;
}): Promise<WebhookServer> {
  const requestTimeout = parts.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const connectionsCheckingInterval = Math.min(TIMEOUT_LOOK_MS, requestTimeout);
  const server = createServer(
    { requestTimeout, connectionsCheckingInterval },
    (request, response) => {
      answerAny(parts, request, response).catch(() => end(response, { status: 500 }));
    },
  );
  limitConnections(server, MAX_CONNECTIONS);
  await listen(server, parts.host, parts.port);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : parts.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerAny(
  parts: Parameters<typeof openWebhookServer>[0],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if ((await parts.answerPage?.(request, response)) === true) return;
  end(response, await answer(parts, request));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(
        new AppError(
          "webhooks-closed",
          {
            en: `Webhooks cannot be taken at ${host}:${port}: ${cause.message}. Set IBL_WEBHOOK_HOST and IBL_WEBHOOK_PORT to an address that is free.`,
            ko: `${host}:${port}에서 웹훅을 받을 수 없어요: ${cause.message}. IBL_WEBHOOK_HOST와 IBL_WEBHOOK_PORT를 비어 있는 주소로 바꿔 주세요.`,
          },
          { cause },
        ),
      );
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

/** Someone without the secret learns nothing and uses nothing up: a target that does not exist is answered as a wrong signature is. */
async function answer(
  parts: Parameters<typeof openWebhookServer>[0],
  request: IncomingMessage,
): Promise<Answer> {
  const target = PATH.exec((request.url ?? "").split("?")[0] ?? "")?.[1];
  if (target === undefined) return { status: 404 };
  if (request.method !== "POST") return { status: 405, headers: { allow: "POST" } };
  const body = await bodyOf(request);
  if (body === undefined) return { status: 413 };
  const secret = parts.secretOf(target);
  if (secret === undefined) return { status: 401 };
  const headers = {
    id: headerOf(request, "webhook-id"),
    timestamp: headerOf(request, "webhook-timestamp"),
    signature: headerOf(request, "webhook-signature"),
  };
  const nowMs = parts.now();
  const verified = verifyWebhook(secret, headers, { body, nowMs });
  if (!verified.ok) return { status: 401 };
  const waitMs = parts.take(target, body.length, nowMs);
  if (waitMs > 0)
    return { status: 429, headers: { "retry-after": String(Math.ceil(waitMs / 1000)) } };
  const { id, sentAtMs } = verified;
  const contentType = headerOf(request, "content-type") ?? "";
  parts.receive({ target, id, sentAtMs, contentType, text: body.toString("utf8") });
  return { status: 202 };
}

/** The whole body; `undefined` for more than is taken, the rest of which is not read. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    // A request of node:http without an encoding gives buffers.
    const bytes = chunk as Buffer;
    sizeBytes += bytes.length;
    if (sizeBytes > MAX_BODY_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

function end(response: ServerResponse, { status, headers }: Answer): void {
  response.writeHead(status, { connection: "close", "content-length": 0, ...headers });
  response.end();
}

/** The headers of a request that say who sent it and when, in the form of Standard Webhooks 1.0.0. */
interface SignedHeaders {
  readonly id: string | undefined;
  /** Unix seconds. */
  readonly timestamp: string | undefined;
  /** One or more of `v1,` and a base64 HMAC-SHA256, with spaces between. */
  readonly signature: string | undefined;
}

/** What a signed request is known by, or why it is none. */
type Verified =
  | { readonly ok: true; readonly id: string; readonly sentAtMs: number }
  | { readonly ok: false; readonly problem: "unsigned" | "too-old" | "wrong-signature" };

/** How far a timestamp may be from the clock; the time that libraries of Standard Webhooks allow (spec/standard-webhooks.md leaves it open). */
const TOLERANCE_MS = 5 * 60 * 1000;

/** The id goes into keys, and must not hold the dot that divides what is signed. */
const ID = /^[\w-]{1,128}$/;

/** Checks a request against a secret (`whsec_` and base64). The signature is over id, timestamp and the body as it came, with dots between. */
export function verifyWebhook(
  secret: string,
  headers: SignedHeaders,
  request: { readonly body: Uint8Array; readonly nowMs: number },
): Verified {
  const { id, timestamp, signature } = headers;
  const isSigned = id !== undefined && ID.test(id) && /^\d{1,12}$/.test(timestamp ?? "");
  if (!isSigned || signature === undefined) return { ok: false, problem: "unsigned" };
  const sentAtMs = Number(timestamp) * 1000;
  if (Math.abs(request.nowMs - sentAtMs) > TOLERANCE_MS) return { ok: false, problem: "too-old" };
  const expected = hmacOf(secret, `${id}.${timestamp}.`, request.body);
  const isGenuine = signature.split(" ").some((entry) => isSame(entry, expected));
  return isGenuine ? { ok: true, id, sentAtMs } : { ok: false, problem: "wrong-signature" };
}

function hmacOf(secret: string, head: string, body: Uint8Array): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key).update(head).update(body).digest();
}

function isSame(entry: string, expected: Buffer): boolean {
  if (!entry.startsWith("v1,")) return false;
  const given = Buffer.from(entry.slice(3), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
