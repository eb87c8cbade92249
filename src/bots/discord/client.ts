import type { RawFile, REST, RESTOptions } from "discord.js";
import { linkSignals } from "../../base/linked-signal.ts";
import { serviceFetch } from "../../base/service-fetch.ts";
import { failureDetails, isBeforeSending } from "../platform/connection-failure.ts";
import { DiscordError } from "./errors.ts";

/** Where the API is without a word of the operator's (docs "API Reference", base URL). */
export const DISCORD_API = "https://discord.com/api";

const CALL_TIMEOUT_MS = 15_000;
/** An upload may take this long; no call takes longer. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** One call of the API. */
export interface DiscordRequest {
  /** Names it in errors: paths hold tokens of interactions. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the version, such as `/channels/1/messages`. */
  readonly path: `/${string}`;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly files?: readonly {
    readonly name: string;
    readonly data: Buffer;
    readonly contentType: string;
  }[];
  /** True for calls that a token in the path allows: they go without the bot's own. */
  readonly isOpen?: boolean;
  readonly signal?: AbortSignal;
}

/** Discord's REST API behind one door: every failure is a `DiscordError`, and none holds a token. */
export interface DiscordClient {
  /** Makes the call once; what JSON came back, or undefined. */
  call(request: DiscordRequest): Promise<unknown>;
  /** For the gateway, which asks where to connect. */
  readonly rest: REST;
  /** Ends its timers. */
  close(): void;
}

/**
 * Loads discord.js and makes a client; makes no request. It counts the limits that Discord tells (buckets, 50 requests a second;
 * docs "Rate Limits"), but never waits for them nor tries again: a call that would have to wait fails as `limited`.
 */
export async function createDiscordClient(options: {
  readonly token: string;
  /** Default `DISCORD_API`. */
  readonly apiBase?: string;
  /** Default 15 s. */
  readonly callTimeoutMs?: number;
  /** Told of every answer's headers. */
  readonly onAnswer?: (method: string, path: string, headers: Pick<Headers, "get">) => void;
}): Promise<DiscordClient> {
  const library = await import("discord.js");
  const { token, callTimeoutMs = CALL_TIMEOUT_MS, onAnswer } = options;
  const rest = new library.REST({
    version: "10",
    api: (options.apiBase ?? DISCORD_API).replace(/\/+$/, ""),
    retries: 0,
    timeout: UPLOAD_TIMEOUT_MS,
    rejectOnRateLimit: () => true,
    async makeRequest(url, init) {
      const response = await fetchOnce(url, init);
      onAnswer?.(init.method ?? "GET", new URL(url).pathname, response.headers);
      return response;
    },
  }).setToken(token);
  return {
    rest,
    close() {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
    async call(request) {
      const timeoutMs = request.files === undefined ? callTimeoutMs : UPLOAD_TIMEOUT_MS;
      const { signal, release } = linkSignals([request.signal], timeoutMs);
      // The library forgets a token that was refused once (dist/index.js, handleErrors).
      rest.setToken(token);
      try {
        const answer = await rest.request({ ...partsOf(request), signal } as RestRequest);
        return answer instanceof ArrayBuffer ? undefined : answer;
      } catch (thrown) {
        throw failureOf(library, request.name, thrown);
      } finally {
        release();
      }
    },
  };
}

type RestRequest = Parameters<REST["request"]>[0];

function partsOf({ method, path, body, query, files, isOpen }: DiscordRequest) {
  const attached: RawFile[] | undefined = files?.map((file) => ({ ...file }));
  return {
    method,
    fullRoute: path,
    auth: isOpen !== true,
    ...(body === undefined ? {} : { body }),
    ...(query === undefined ? {} : { query: new URLSearchParams(query) }),
    ...(attached === undefined ? {} : { files: attached }),
  };
}

/** The guarded fetch of services that the operator named: no redirect, a bounded answer. */
const fetchOnce: RESTOptions["makeRequest"] = async (url, { method, headers, body, signal }) => {
  // The library types its requests by undici and hands over strings, FormData and a plain AbortSignal (dist/index.js, resolveRequest).
  const init = { method, headers, body, signal } as unknown as Parameters<typeof serviceFetch>[1];
  return (await serviceFetch(url, init)) as unknown as Awaited<
    ReturnType<RESTOptions["makeRequest"]>
  >;
};

function failureOf(
  library: typeof import("discord.js"),
  name: string,
  thrown: unknown,
): DiscordError {
  if (thrown instanceof library.RateLimitError) {
    const retryAfterMs = Math.max(thrown.retryAfter, thrown.sublimitTimeout);
    const facts = { retryAfterMs, isOverAll: thrown.global };
    return new DiscordError("limited", name, "the limit is reached", facts);
  }
  if (thrown instanceof library.DiscordAPIError) {
    const errorCode = Number(thrown.code);
    const facts = { status: thrown.status, errorCode: Number.isNaN(errorCode) ? 0 : errorCode };
    return new DiscordError("answered", name, `${thrown.message} (${thrown.code})`, facts);
  }
  if (thrown instanceof library.HTTPError)
    return new DiscordError("answered", name, `HTTP ${thrown.status}`, { status: thrown.status });
  const { code } = failureDetails(thrown);
  return isBeforeSending(thrown)
    ? new DiscordError("not-sent", name, `no connection (${code})`)
    : new DiscordError("no-answer", name, `the connection ended without an answer (${code})`);
}
