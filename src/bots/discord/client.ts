import type {
  APIApplication,
  APIGatewayBotInfo,
  RESTOptions,
  RequestData,
  RequestMethod,
} from "discord.js";
import { AppError } from "../../base/errors.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { serviceFetch } from "../../base/service-fetch.ts";
import { failureDetails, isBeforeSending } from "../platform/connection-failure.ts";
import { unreachable } from "../platform/probe-words.ts";
import { DiscordError } from "./errors.ts";

const CALL_TIMEOUT_MS = 15_000;
/** An upload may take this long; no call takes longer. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** What goes along with a call. */
export type CallParts = Partial<Pick<RequestData, "body" | "files" | "query" | "signal">>;

/** What a client needs. */
export interface ClientOptions {
  readonly token: string;
  /** Root of the API without its version. Default Discord's (docs "API Reference", base URL). */
  readonly apiBase?: string;
  /** Default 15 s; of one call without a file. */
  readonly callTimeoutMs?: number;
  /** Told of every answer's headers. */
  readonly onAnswer?: (method: string, path: string, headers: Pick<Headers, "get">) => void;
}

/** Who the bot is. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  /** The bot's account: old applications have another id. */
  readonly botId: string;
  /** True when the Message Content intent is switched on. */
  readonly readsContent: boolean;
}

/** Flags of an application that has the message content intent: as a verified one, or as one of few servers (docs "Application Resource", Application Flags). */
const MESSAGE_CONTENT = (1 << 18) | (1 << 19);

/**
 * Discord's REST API: every failure is a `DiscordError`. The limits that Discord tells are counted (buckets, 50 requests a second;
 * docs "Rate Limits"), but never waited for, and no call is made twice: one that would have to wait fails as `limited`.
 */
export class DiscordClient {
  /** Address of the API without its version. */
  readonly apiBase: string;
  readonly #options: ClientOptions;
  #loading: ReturnType<typeof load> | undefined;
  #identity: Identity | undefined;

  /** Loads nothing: discord.js is loaded by the first call. */
  constructor(options: ClientOptions) {
    this.#options = options;
    this.apiBase = (options.apiBase ?? "https://discord.com/api").replace(/\/+$/, "");
  }

  /** Makes a call once, to a path below the version; what JSON came back, undefined for an answer without any. */
  async call<Answer>(
    method: `${RequestMethod}`,
    path: `/${string}`,
    parts: CallParts = {},
  ): Promise<Answer> {
    const { token, callTimeoutMs = CALL_TIMEOUT_MS } = this.#options;
    const { library, rest } = await this.load();
    const name = nameOf(method, path);
    const timeoutMs = parts.files === undefined ? callTimeoutMs : UPLOAD_TIMEOUT_MS;
    const { signal, release } = linkSignals([parts.signal ?? undefined], timeoutMs);
    // The library forgets a token that was refused once (dist/index.js, handleErrors).
    rest.setToken(token);
    const request = { ...parts, method: method as RequestMethod, fullRoute: path, signal };
    try {
      const answer = await rest.request({ ...request, auth: !OPEN.test(path) });
      if (answer instanceof ArrayBuffer && answer.byteLength > 0) throw notDiscord(name);
      return answer as Answer; // as the documentation of the path says
    } catch (thrown) {
      throw failureOf(library, name, thrown);
    } finally {
      release();
    }
  }

  /** What stands at a path; undefined where Discord does not show it. */
  async look<Answer>(path: `/${string}`, signal?: AbortSignal): Promise<Answer | undefined> {
    try {
      return await this.call<Answer>("GET", path, signal && { signal });
    } catch (thrown) {
      if (thrown instanceof DiscordError && [403, 404].includes(thrown.status)) return undefined;
      throw thrown;
    }
  }

  /** Who the bot is; asked once. */
  async identity(signal?: AbortSignal): Promise<Identity> {
    if (this.#identity !== undefined) return this.#identity;
    const path = "/applications/@me";
    const application = await this.call<APIApplication>("GET", path, signal && { signal });
    const { id, name, bot, flags = 0 } = application;
    if (typeof id !== "string") throw notDiscord(nameOf("GET", path));
    const readsContent = (flags & MESSAGE_CONTENT) !== 0;
    this.#identity = { id, name, botId: bot?.id ?? id, readsContent };
    return this.#identity;
  }

  /** Ends the timers of discord.js. */
  async close(): Promise<void> {
    const loaded = await this.#loading;
    loaded?.rest.clearHashSweeper();
    loaded?.rest.clearHandlerSweeper();
  }

  /** discord.js with its REST, for the gateway too, which asks where to connect. */
  load(): ReturnType<typeof load> {
    this.#loading ??= load(this.#options, this.apiBase);
    return this.#loading;
  }
}

async function load({ token, onAnswer }: ClientOptions, api: string) {
  const library = await import("discord.js");
  const rest = new library.REST({
    version: "10",
    api,
    retries: 0,
    timeout: UPLOAD_TIMEOUT_MS,
    rejectOnRateLimit: () => true,
    async makeRequest(url, init) {
      const response = await fetchOnce(url, init);
      onAnswer?.(init.method ?? "GET", new URL(url).pathname, response.headers);
      return response;
    },
  }).setToken(token);
  return { library, rest };
}

/** Calls that a token in the path allows: they go without the bot's own. */
const OPEN = /^\/(?:webhooks|interactions)\//;

/** Names a call in errors, without ids and tokens. */
function nameOf(method: string, path: string): string {
  return `Discord ${method} ${path.replace(OPEN_TOKEN, "$1/…").replace(/\/\d+/g, "/…")}`;
}

const OPEN_TOKEN = /^(\/(?:webhooks|interactions)\/\d+)\/[^/]+/;

function notDiscord(name: string): DiscordError {
  return new DiscordError("no-answer", `${name}: something other than Discord's API answered`);
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
  if (thrown instanceof DiscordError) return thrown;
  if (thrown instanceof library.RateLimitError) {
    const retryAfterMs = Math.max(thrown.retryAfter, thrown.sublimitTimeout);
    const facts = { retryAfterMs, isOverAll: thrown.global };
    return new DiscordError("limited", `${name}: the limit is reached`, facts);
  }
  if (thrown instanceof library.DiscordAPIError) {
    const { status, code } = thrown;
    const facts = { status, errorCode: Number(code) || 0 };
    return new DiscordError("answered", `${name}: ${thrown.message} (${code})`, facts);
  }
  if (thrown instanceof library.HTTPError) {
    const { status } = thrown;
    return new DiscordError("answered", `${name}: HTTP ${status}`, { status });
  }
  const { code } = failureDetails(thrown);
  return isBeforeSending(thrown)
    ? new DiscordError("not-sent", `${name}: no connection (${code})`)
    : new DiscordError("no-answer", `${name}: the connection ended without an answer (${code})`);
}

const PROBE_TIMEOUT_MS = 10_000;

/** Asks Discord once who the bot is, what it may read, and how many sessions may begin today (docs "Gateway", Session Start Limit). Throws `AppError` `adapter-refused` for a token it does not take, `adapter-unreachable` when it cannot be asked. */
export async function probeDiscord(options: { readonly token: string; readonly apiBase?: string }) {
  const client = new DiscordClient({ ...options, callTimeoutMs: PROBE_TIMEOUT_MS });
  try {
    const { id: applicationId, name, readsContent } = await client.identity();
    const gateway = await client.call<APIGatewayBotInfo>("GET", "/gateway/bot");
    const sessionsLeft = gateway.session_start_limit.remaining;
    return { applicationId, name, readsContent, sessionsLeft };
  } catch (cause) {
    if (!(cause instanceof DiscordError && cause.isTokenRefused))
      throw new AppError("adapter-unreachable", unreachable("discord", cause), { cause });
    const en = "Discord does not accept this token.";
    throw new AppError(
      "adapter-refused",
      { en, ko: "디스코드가 받지 않는 토큰이에요." },
      { cause },
    );
  } finally {
    await client.close();
  }
}
