import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { limitConnections } from "../../base/connection-limit.ts";
import { AppError, codeOf, messageOf } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, parsedJson } from "../../base/json.ts";
import type { Log } from "../../base/log.ts";

/** Where the service listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** A server that listens. */
export interface WebhookServer {
  /** Takes no further request and resolves when those under way have been answered. */
  close(): Promise<void>;
}

/** An update is a few kilobytes: a text has at most 4,096 characters, and files do not come along. */
const LARGEST_BODY_BYTES = 1024 * 1024;
/** Longest wait for the head of a request, and for all of it. */
const HEAD_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** How often node:http looks for requests that take too long; its default is 30 s. */
const TIMEOUT_LOOK_MS = 1000;
/** More than the connections that Telegram is allowed, so that a proxy's own checks have room. */
const MOST_CONNECTIONS = 100;
/** Requests under way may end within this when the server closes. */
const CLOSE_TIMEOUT_MS = 3_000;
/** After so many seconds Telegram may come again (it obeys Retry-After: WebhookActor.cpp of tdlib/telegram-bot-api, on_update_error). */
const COME_AGAIN_SECONDS = 2;

/** What a request is refused with. */
interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Listens for updates. 200 is answered once an update has been taken in, anything else makes Telegram send it again. grammY's
 * webhookCallback would answer for a whole bot of its own, and gives up on one after a time of its own; here what counts is the
 * stored row. Rejects with `AppError` `adapter-webhook` when the address cannot be listened on.
 */
export async function listenForUpdates(parts: {
  readonly listen: ListenAddress;
  /** The last part of the path that updates come to: nobody else knows it. */
  readonly path: string;
  /** What Telegram sends in the header `X-Telegram-Bot-Api-Secret-Token` (Bot API, setWebhook, secret_token). */
  readonly secret: string;
  readonly log: Log;
  /** False while it is not known who the bot is: Telegram is asked to come again. */
  readonly isReady: () => boolean;
  /** The update counts as received when this resolves. */
  readonly onUpdate: (update: JsonObject) => Promise<void>;
}): Promise<WebhookServer> {
  const state = { isClosing: false, hasWarned: false };
  const options = { connectionsCheckingInterval: TIMEOUT_LOOK_MS };
  const http = createServer(options, (request, response) => {
    void answer(parts, state, request)
      .catch((thrown: unknown): Refusal => {
        const problem = messageOf(thrown);
        parts.log.error({ problem }, "A message from Telegram could not be taken in.");
        return { status: 500 };
      })
      .then((outcome) => end(response, outcome, state.isClosing));
  });
  http.headersTimeout = HEAD_TIMEOUT_MS;
  http.requestTimeout = REQUEST_TIMEOUT_MS;
  limitConnections(http, MOST_CONNECTIONS);
  await listen(http, parts.listen);
  return {
    close() {
      state.isClosing = true;
      return closed(http);
    },
  };
}

async function answer(
  parts: Parameters<typeof listenForUpdates>[0],
  state: { readonly isClosing: boolean; hasWarned: boolean },
  request: IncomingMessage,
): Promise<Refusal> {
  const refusal = refusalOf(parts, request);
  if (refusal !== undefined) {
    if (refusal.status === 401 && !state.hasWarned) {
      state.hasWarned = true;
      parts.log.warn({}, "Somebody called the webhook without its secret. It is said only once.");
    }
    return refusal;
  }
  if (state.isClosing || !parts.isReady())
    return { status: 503, headers: { "retry-after": String(COME_AGAIN_SECONDS) } };
  const body = await readBody(request);
  if (body === undefined) return { status: 413 };
  const update = parsedJson(body);
  if (!isJsonObject(update) || !Number.isSafeInteger(update["update_id"])) return { status: 400 };
  await parts.onUpdate(update);
  return { status: 200 };
}

/** What is wrong with a request by its head alone; undefined for one of Telegram's. */
function refusalOf(
  { path, secret }: Parameters<typeof listenForUpdates>[0],
  { url = "", method, headers }: IncomingMessage,
): Refusal | undefined {
  const place = url.split("?")[0]?.split("/").at(-1) ?? "";
  if (!isSame(place, path)) return { status: 404 };
  if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
  const given = headers["x-telegram-bot-api-secret-token"];
  if (typeof given !== "string" || !isSame(given, secret)) return { status: 401 };
  if (!/^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")) return { status: 415 };
  if (Number(headers["content-length"] ?? 0) > LARGEST_BODY_BYTES) return { status: 413 };
  return undefined;
}

/** Compares digests, so that time tells nothing of either text. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Undefined for a body over the limit; rejects for one that is cut off. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of request) {
    const bytes = Buffer.from(piece);
    sizeBytes += bytes.byteLength;
    if (sizeBytes > LARGEST_BODY_BYTES) return undefined;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** The body of a refused request is not read, so its connection ends with the answer. */
function end(
  response: ServerResponse,
  { status, headers = {} }: Refusal,
  isClosing: boolean,
): void {
  if (response.destroyed) return;
  const isLast = isClosing || status !== 200;
  const close = isLast ? { connection: "close" } : {};
  response.writeHead(status, { "content-length": "0", ...headers, ...close }).end();
}

function listen(http: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", (cause) => {
      reject(
        new AppError(
          "adapter-webhook",
          {
            en: `The webhook cannot listen on ${host}:${port} (${codeOf(cause)}): set TELEGRAM_WEBHOOK_LISTEN to an address of this machine with a free port.`,
            ko: `웹훅이 ${host}:${port}에서 기다릴 수 없어요 (${codeOf(cause)}). TELEGRAM_WEBHOOK_LISTEN에 이 컴퓨터의 주소와 빈 포트를 적어 주세요.`,
          },
          { cause },
        ),
      );
    });
    http.listen(port, host, () => resolve());
  });
}

function closed(http: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => http.closeAllConnections(), CLOSE_TIMEOUT_MS);
    http.close(() => {
      clearTimeout(timer);
      resolve();
    });
    http.closeIdleConnections();
  });
}
