import type { ApiClientOptions, GrammyError, InputFile, RawApi } from "grammy";
import { serviceFetch } from "../base/service-fetch.ts";
import type { ByteSink } from "./adapter.ts";
import { failureDetails, isBeforeSending } from "./connection-failure.ts";
import { TelegramError } from "./telegram-errors.ts";

/** Where and as whom calls are made. */
export interface TelegramClientOptions {
  readonly token: string;
  /** Root of the Bot API without a slash at the end. */
  readonly apiRoot: string;
}

/** How long one call may take, and what ends it early. */
export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The signal as grammY's methods take it. */
export type CallSignal = Parameters<RawApi["getMe"]>[0];

/** The Bot API behind one door: every failure is a `TelegramError`, and none holds the token. */
export interface TelegramClient {
  /** Makes the one call that `perform` makes of `raw`; `method` names it in errors. */
  call<Result>(
    method: string,
    perform: (raw: RawApi, signal: CallSignal) => Promise<Result>,
    limits: CallLimits,
  ): Promise<Result>;
  /** Hands the bytes of a file to `sink`; `path` is the `file_path` of getFile. Rejects with a `TelegramError`, or what `sink` throws. */
  fetchFile(path: string, sink: ByteSink, signal: AbortSignal): Promise<void>;
  /** A file on this machine, streamed by the call it is given to. */
  file(path: string, name: string): InputFile;
}

/**
 * True for a text formed like a bot token: a number, a colon, letters, digits, - and _ ("Authorizing your bot" in the Bot API
 * shows 123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11; ClientManager.cpp of tdlib/telegram-bot-api wants a number below 2^54
 * without leading zero, and at most 80 characters).
 */
export function isTelegramToken(text: string): boolean {
  return text.length <= 80 && /^[1-9]\d{0,16}:[A-Za-z0-9_-]+$/.test(text);
}

/** Loads grammY and makes a client; makes no request. */
export async function createTelegramClient(
  options: TelegramClientOptions,
): Promise<TelegramClient> {
  const grammy = await import("grammy");
  const api = new grammy.Api(options.token, {
    apiRoot: options.apiRoot,
    // Typed as node-fetch, but grammY calls it with an address and reads `json()` of the answer, no more (core/client.js).
    fetch: fetchByNode as unknown as NonNullable<ApiClientOptions["fetch"]>,
  });
  return {
    file: (path, name) => new grammy.InputFile(path, name),
    fetchFile: (path, sink, signal) => fetchFile(options, path, sink, signal),
    async call(method, perform, limits) {
      const { signal, release } = limitedSignal(limits);
      try {
        // The two AbortSignal types differ in their event maps; grammY only listens for "abort" (core/client.js).
        return await perform(api.raw, signal as unknown as CallSignal);
      } catch (thrown) {
        if (thrown instanceof grammy.GrammyError) throw refusal(method, thrown, options.token);
        throw failure(method, thrown instanceof grammy.HttpError ? thrown.error : thrown);
      } finally {
        release();
      }
    },
  };
}

/** What `sink` throws is no failure of the connection and is thrown as it is. */
async function fetchFile(
  { apiRoot, token }: TelegramClientOptions,
  path: string,
  sink: ByteSink,
  signal: AbortSignal,
): Promise<void> {
  const sunk: { thrown?: unknown } = {};
  try {
    const place = path.split("/").map(encodeURIComponent).join("/");
    const address = `${apiRoot}/file/bot${token}/${place}`;
    const response = await serviceFetch(address, { signal }, Number.POSITIVE_INFINITY);
    if (!response.ok) {
      await response.body?.cancel();
      const reason = `the file was not handed over (${response.status})`;
      throw new TelegramError("answered", "getFile", reason, { errorCode: response.status });
    }
    for await (const bytes of response.body ?? [])
      await sink(bytes).catch((thrown: unknown) => {
        sunk.thrown = thrown;
        throw thrown;
      });
  } catch (thrown) {
    if ("thrown" in sunk || thrown instanceof TelegramError) throw thrown;
    throw failure("getFile", thrown);
  }
}

interface GrammyRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array>;
  readonly signal: Pick<AbortSignal, "aborted" | "addEventListener">;
}

/** Node's own fetch: unlike node-fetch it says whether a connection was ever made, and keeps addresses out of its errors. */
async function fetchByNode(address: string, request: GrammyRequest): Promise<Response> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (request.signal.aborted) abort();
  request.signal.addEventListener("abort", abort);
  return serviceFetch(address, {
    method: request.method,
    headers: { "content-type": request.headers["content-type"] ?? "application/json" },
    body: request.body,
    duplex: "half",
    signal: controller.signal,
  });
}

function limitedSignal(limits: CallLimits): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, limits.timeoutMs);
  if (limits.signal?.aborted === true) abort();
  limits.signal?.addEventListener("abort", abort, { once: true });
  const release = (): void => {
    clearTimeout(timer);
    limits.signal?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, release };
}

function refusal(method: string, error: GrammyError, token: string): TelegramError {
  const { retry_after: retryAfterSeconds, migrate_to_chat_id: migratedTo } = error.parameters;
  // grammY trusts any JSON answer; a proxy in the way may answer something of its own.
  if (typeof error.error_code !== "number" || typeof error.description !== "string") {
    return new TelegramError("no-answer", method, "something other than the Bot API answered");
  }
  return new TelegramError("answered", method, error.description.replaceAll(token, "…"), {
    errorCode: error.error_code,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(migratedTo === undefined ? {} : { migratedTo: String(migratedTo) }),
  });
}

function failure(method: string, cause: unknown): TelegramError {
  const details = failureDetails(cause);
  if (details.syscall === "open" || details.syscall === "stat" || details.code === "EISDIR") {
    return new TelegramError("no-file", method, `the file cannot be read (${details.code})`);
  }
  if (isBeforeSending(cause)) {
    return new TelegramError("not-sent", method, `no connection (${details.code})`);
  }
  return new TelegramError(
    "no-answer",
    method,
    `the connection ended without an answer (${details.code})`,
  );
}
