import { request as send } from "undici";
import { AppError } from "../../base/errors.ts";
import type { Fetch, FetchRequest, FetchResponse } from "../../base/fetch.ts";
import { korean } from "../../base/korean-particles.ts";
import { orAbort } from "../abort.ts";
import {
  createOpenOrigins,
  hostOf,
  type Lookup,
  lookupBySystem,
  type OpenOrigins,
  parseHttpUrl,
  resolveHost,
} from "./address-guard.ts";
import { readBody, tooLarge } from "./http-body.ts";
import { createDispatchers, type Dispatchers } from "./http-dispatch.ts";
import { explainFailure, startDeadline } from "./http-failure.ts";
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

interface Parts {
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
  const parts: Parts = {
    origins: createOpenOrigins(options),
    dispatchers: createDispatchers(lookup),
    lookup,
    userAgent: options.userAgent ?? DEFAULT_USER_AGENT,
  };
  const fetch: Fetch = (request) => fetchOnce(request, parts);
  return Object.assign(fetch, { close: () => parts.dispatchers.close() });
}

async function fetchOnce(request: FetchRequest, parts: Parts): Promise<FetchResponse> {
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

function firstHop(request: FetchRequest, parts: Parts): Hop {
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
  parts: Parts,
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

async function sendHop(hop: Hop, parts: Parts, limits: Limits): Promise<Answer> {
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
    ko: korean`"${origin}"이(가) ${maxRedirects}번 넘게 다른 주소로 넘겼습니다. 마지막 주소를 바로 써 주세요.`,
  });
}
