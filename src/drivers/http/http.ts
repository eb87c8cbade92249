import { type Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createUnzip, constants as zlib } from "node:zlib";
import { Agent, buildConnector, type Dispatcher, request as send } from "undici";
import { AppError } from "../../base/errors.ts";
import type { Fetch, FetchRequest, FetchResponse } from "../../base/fetch.ts";
import { korean } from "../../base/korean-particles.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { abortError, orAbort } from "../abort.ts";
import {
  blockedAddress,
  createOpenOrigins,
  hostOf,
  isPrivateLiteral,
  isPublicAddress,
  type Lookup,
  lookupBySystem,
  lookupFor,
  type OpenOrigins,
  parseHttpUrl,
  resolveHost,
} from "./address-guard.ts";
import { unreachable } from "./connection-failure.ts";
import { checkHeaders, type Hop, nextHop } from "./http-redirect.ts";

const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;
const DEFAULT_MAX_REDIRECTS = 5;
const DEFAULT_USER_AGENT = "ibl-bot (self-hosted chat service)";

/** How the one door to the outside is set up. */
export interface FetchOptions {
  /** Private origins (exact scheme, host and port) opened to every program. */
  readonly allowOrigins: readonly string[];
  /** Upstreams by service name; each origin is open to requests of that `service` alone. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  /** Sent unless a request brings its own; default names the product. */
  readonly userAgent?: string;
  /** How names become addresses; default the system's resolver. */
  readonly lookup?: Lookup;
}

/** A `Fetch` whose maker closes it; after that every request fails. */
export type ClosableFetch = Fetch & { close(): Promise<void> };

interface Connections {
  readonly origins: OpenOrigins;
  readonly dispatchers: Dispatchers;
  readonly lookup: Lookup;
  readonly userAgent: string;
}

interface Limits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Makes the guarded `Fetch`: only http and https, only public addresses but for the opened origins,
 * judged on every hop and again where each socket is made. Fails with `http-blocked-address`,
 * `http-bad-url`, `http-bad-header`, `http-timeout`, `http-too-large`, `http-redirects` or
 * `http-unreachable`; an abort of the request's signal is thrown as an abort. With `maxRedirects: 0`
 * a redirect is an answer like any other.
 */
export function createFetch(options: FetchOptions): ClosableFetch {
  const lookup = options.lookup ?? lookupBySystem;
  const parts: Connections = {
    origins: createOpenOrigins(options),
    dispatchers: createDispatchers(lookup),
    lookup,
    userAgent: options.userAgent ?? DEFAULT_USER_AGENT,
  };
  const fetch: Fetch = (request) => fetchOnce(request, parts);
  return Object.assign(fetch, { close: () => parts.dispatchers.close() });
}

async function fetchOnce(request: FetchRequest, parts: Connections): Promise<FetchResponse> {
  const first = firstHop(request, parts);
  const deadline = startDeadline(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, request.signal);
  const place = { origin: first.url.origin };
  try {
    return await follow(request, first, parts, { ...deadline, place });
  } catch (error) {
    throw explainFailure(error, { origin: place.origin, deadline });
  } finally {
    deadline.stop();
  }
}

function firstHop(request: FetchRequest, parts: Connections): Hop {
  const url = parseHttpUrl(request.url);
  return {
    url,
    method: request.method ?? "GET",
    headers: checkHeaders(request.headers ?? {}),
    body: request.body,
    open: parts.origins.isOpen(url.origin, request.service),
  };
}

async function follow(
  request: FetchRequest,
  first: Hop,
  parts: Connections,
  run: { readonly signal: AbortSignal; readonly place: { origin: string } },
): Promise<FetchResponse> {
  const limits = { maxBytes: request.maxBytes ?? DEFAULT_MAX_BYTES, signal: run.signal };
  const maxRedirects = request.maxRedirects ?? DEFAULT_MAX_REDIRECTS;
  let hop = first;
  for (let followed = 0; ; followed += 1) {
    run.place.origin = hop.url.origin;
    const answer = await sendHop(hop, parts, limits);
    const next = maxRedirects === 0 ? undefined : nextHop(hop, answer);
    if (next === undefined) return await readAnswer(hop, answer, limits);
    discard(answer);
    if (followed >= maxRedirects) throw tooManyRedirects(first.url.origin, maxRedirects);
    // Once a request has left the opened origins, a page outside must not lead it back in.
    const open = hop.open && parts.origins.isOpen(next.url.origin, request.service);
    hop = { ...next, open };
  }
}

type Answer = Awaited<ReturnType<typeof send>>;

async function sendHop(hop: Hop, parts: Connections, limits: Limits): Promise<Answer> {
  limits.signal.throwIfAborted();
  if (!hop.open) await checkLiteral(hop.url, parts.lookup);
  const sent = send(hop.url, {
    dispatcher: hop.open ? parts.dispatchers.open : parts.dispatchers.guarded,
    method: hop.method,
    headers: {
      accept: "*/*",
      "accept-encoding": "gzip, br",
      "user-agent": parts.userAgent,
      ...hop.headers,
    },
    body: hop.body ?? null,
    signal: limits.signal,
  });
  return await orAbort(sent, limits.signal, discard);
}

/** Refuses a literal private address before a socket of any earlier request could be used again. */
async function checkLiteral(url: URL, lookup: Lookup): Promise<void> {
  const host = hostOf(url);
  if (!/^[\d.]+$|:/.test(host)) return;
  await resolveHost(host, { lookup, open: false, origin: url.origin });
}

async function readAnswer(hop: Hop, answer: Answer, limits: Limits): Promise<FetchResponse> {
  const headers = flatHeaders(answer.headers);
  const declaredBytes = Number(headers["content-length"] ?? 0);
  const { origin } = hop.url;
  if (hop.method !== "HEAD" && declaredBytes > limits.maxBytes) {
    discard(answer);
    throw tooLarge(origin, limits.maxBytes);
  }
  const contentEncoding = hop.method === "HEAD" ? undefined : headers["content-encoding"];
  const body = await readBody(answer.body, {
    contentEncoding,
    maxBytes: limits.maxBytes,
    origin,
  }).catch((error: unknown) => {
    discard(answer);
    throw error;
  });
  return { status: answer.statusCode, url: hop.url.href, headers, body };
}

/** Ends the socket of an answer that nobody reads on. */
function discard(answer: Answer): void {
  answer.body.on("error", () => undefined);
  answer.body.destroy();
}

/** Header names come lower case; one sent several times is joined as RFC 9110 does it. */
function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

function tooManyRedirects(origin: string, maxRedirects: number): AppError {
  return new AppError("http-redirects", {
    en: `"${origin}" redirected more than ${maxRedirects} times. Use the final address directly.`,
    ko: korean`"${origin}"이(가) ${maxRedirects}번 넘게 다른 주소로 넘겼어요. 마지막 주소를 바로 써 주세요.`,
  });
}

/** Most content codings undone on one answer; a longer chain is only ever an attack. */
const MOST_CODINGS = 2;

/** Reads a body to its end, undoing gzip, deflate and br. Fails with `http-too-large` once more than `maxBytes` were sent or came out of the decompression, and reads no further. */
async function readBody(
  body: Readable,
  options: {
    readonly contentEncoding: string | undefined;
    readonly maxBytes: number;
    readonly origin: string;
  },
): Promise<Uint8Array> {
  const { maxBytes, origin } = options;
  const chunks: Uint8Array[] = [];
  const sink = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const stages = decoders(options.contentEncoding, origin).flatMap((decoder) => [
    decoder,
    createMeter(maxBytes, origin),
  ]);
  await pipeline([body, createMeter(maxBytes, origin), ...stages, sink]);
  return Buffer.concat(chunks);
}

/** The failure of an answer above its limit, with the limit as people write it. */
function tooLarge(origin: string, maxBytes: number): AppError {
  return new AppError("http-too-large", {
    en: `"${origin}" sent more than the ${sizeText(maxBytes)} allowed for this answer, so reading was stopped. Ask for a smaller page or file.`,
    ko: `"${origin}"의 답이 한도인 ${sizeText(maxBytes)}를 넘어 읽기를 멈췄어요. 더 작은 페이지나 파일을 요청해 주세요.`,
  });
}

function createMeter(maxBytes: number, origin: string): Transform {
  let sizeBytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) done(tooLarge(origin, maxBytes));
      else done(null, chunk);
    },
  });
}

/** Codings are undone last to first (RFC 9110, section 8.4). */
function decoders(contentEncoding: string | undefined, origin: string): readonly Transform[] {
  const names = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > MOST_CODINGS) throw unknownCoding(origin);
  return names.reverse().map((name) => createDecoder(name, origin));
}

/** A stream cut short gives what it has, as browsers do. */
function createDecoder(name: string, origin: string): Transform {
  switch (name) {
    case "gzip":
    case "x-gzip":
    case "deflate":
      return createUnzip({ finishFlush: zlib.Z_SYNC_FLUSH });
    case "br":
      return createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      throw unknownCoding(origin);
  }
}

function unknownCoding(origin: string): AppError {
  return new AppError("http-unreachable", {
    en: `"${origin}" compressed its answer in a way that was not asked for, so it cannot be read. Try another address.`,
    ko: korean`"${origin}"이(가) 요청하지 않은 방식으로 답을 압축해 읽을 수 없어요. 다른 주소를 써 보세요.`,
  });
}

function sizeText(sizeBytes: number): string {
  const mebibytes = sizeBytes / 1024 / 1024;
  return mebibytes >= 1 ? `${Number(mebibytes.toFixed(1))} MiB` : `${sizeBytes} bytes`;
}

/** Longest wait for one connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Most sockets to one origin at a time. */
const CONNECTIONS_PER_ORIGIN = 16;

/** Two sets of sockets that never mix: one that reaches public addresses only, one for the origins an operator opened. */
interface Dispatchers {
  readonly guarded: Dispatcher;
  readonly open: Dispatcher;
  /** Ends every socket, also those in use. */
  close(): Promise<void>;
}

/** Makes both sets of sockets; whoever made them closes them. */
function createDispatchers(lookup: Lookup): Dispatchers {
  const guarded = createAgent(lookup, false);
  const open = createAgent(lookup, true);
  return {
    guarded,
    open,
    close: async () => {
      await Promise.all([guarded.destroy(), open.destroy()]);
    },
  };
}

function createAgent(lookup: Lookup, open: boolean): Agent {
  return new Agent({
    connect: createConnector(lookup, open),
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: 0, // the request's own deadline covers headers and body
    bodyTimeout: 0,
  });
}

/** A literal address never reaches a lookup, and a name may lead elsewhere than a moment ago: so both are judged here, where the socket is made. */
function createConnector(lookup: Lookup, open: boolean): buildConnector.connector {
  return (target, callback) => {
    const origin = `${target.protocol}//${target.host ?? target.hostname}`;
    if (!open && isPrivateLiteral(target.hostname)) {
      callback(blockedAddress(origin), null);
      return;
    }
    const connect = buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      lookup: lookupFor({ lookup, open, origin }),
    });
    connect(target, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      if (!open && !isPublicAddress(socket.remoteAddress ?? "")) {
        socket.destroy();
        callback(blockedAddress(origin), null);
        return;
      }
      callback(null, socket);
    });
  };
}

/** The clock of one request: its signal aborts when the time is over or the caller gives up. */
interface Deadline {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  isOver(): boolean;
  /** What the caller's abort throws, once it has happened. */
  callerAbort(): Error | undefined;
  /** Must be called when the request has ended. */
  stop(): void;
}

/** Starts counting; `timeoutMs` is taken between 1 ms and 24 days. */
function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  const limit = linkSignals([signal], timeoutMs);
  return {
    signal: limit.signal,
    timeoutMs,
    isOver: limit.isTimeUp,
    callerAbort: () =>
      signal?.aborted === true && !limit.isTimeUp() ? abortError(signal) : undefined,
    stop: limit.release,
  };
}

/** What a request that had no answer rejects with: the caller's abort, or an `AppError` that names the origin alone. */
function explainFailure(
  error: unknown,
  context: { readonly origin: string; readonly deadline: Deadline },
): unknown {
  const { origin, deadline } = context;
  const abort = deadline.callerAbort();
  if (abort !== undefined) return abort;
  if (deadline.isOver()) return timedOut(origin, deadline.timeoutMs);
  return unreachable(error, origin);
}

function timedOut(origin: string, timeoutMs: number): AppError {
  const seconds = Number((timeoutMs / 1000).toFixed(1));
  return new AppError("http-timeout", {
    en: `"${origin}" did not answer completely within ${seconds} s. Try again later.`,
    ko: `"${origin}"의 답이 ${seconds}초 안에 다 오지 않았어요. 잠시 뒤에 다시 해 보세요.`,
  });
}
