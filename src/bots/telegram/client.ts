import type { ApiClientOptions, GrammyError, InputFile, RawApi } from "grammy";
import type { File } from "grammy/types";
import { linkSignals } from "../../base/linked-signal.ts";
import { serviceFetch } from "../../base/service-fetch.ts";
import type { ByteSink } from "../platform/chat-adapter.ts";
import { failureDetails, isBeforeSending } from "../platform/connection-failure.ts";
import { TelegramError } from "./errors.ts";

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

/** Where a file is: an address, which holds the token, or the path of a server in local mode. */
export interface FilePlace {
  readonly sizeBytes?: number;
  /** Absent where Telegram has the file no longer. */
  readonly place?: string;
}

/** The Bot API behind one door: every failure is a `TelegramError`, and none holds the token. */
export interface TelegramClient {
  /** Makes the one call that `perform` makes of `raw`; `method` names it in errors. */
  call<Result>(
    method: string,
    perform: (raw: RawApi, signal: CallSignal) => Promise<Result>,
    limits: CallLimits,
  ): Promise<Result>;
  /** Where a file is, by its `file_id`. Rejects with a `TelegramError`. */
  locateFile(ref: string, limits: CallLimits): Promise<FilePlace>;
  /** Hands the bytes of a file to `sink`; `address` is a place that is no path. Rejects with a `TelegramError`, or what `sink` throws. */
  fetchFile(address: string, sink: ByteSink, signal: AbortSignal): Promise<void>;
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
  const [grammy, { hydrateFiles }] = await Promise.all([
    import("grammy"),
    import("@grammyjs/files"),
  ]);
  const api = new grammy.Api(options.token, {
    apiRoot: options.apiRoot,
    // Typed as node-fetch, but grammY calls it with an address and reads `json()` of the answer, no more (core/client.js).
    fetch: fetchByNode as unknown as NonNullable<ApiClientOptions["fetch"]>,
  });
  // What it downloads by itself knows no limits, no masking and no abort: only the place is taken from it.
  const { apiRoot } = options;
  api.config.use(hydrateFiles(options.token, { apiRoot, buildFileUrl: addressOf }));
  const client: TelegramClient = {
    file: (path, name) => new grammy.InputFile(path, name),
    fetchFile,
    async locateFile(ref, limits) {
      const file = await client.call(
        "getFile",
        // The plugin has just given every answer of getFile this method (plugin.js, hydrateFiles).
        async (raw, signal) => (await raw.getFile({ file_id: ref }, signal)) as HydratedFile,
        limits,
      );
      return {
        ...(file.file_size === undefined ? {} : { sizeBytes: file.file_size }),
        ...(file.file_path === undefined ? {} : { place: file.getUrl() }),
      };
    },
    async call(method, perform, limits) {
      const { signal, release } = linkSignals([limits.signal], limits.timeoutMs);
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
  return client;
}

/** A file with what the files plugin adds to it: its address, or its path on this machine; it throws where Telegram names none. */
interface HydratedFile extends File {
  getUrl(): string;
}

function addressOf(apiRoot: string, token: string, path: string): string {
  return `${apiRoot}/file/bot${token}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** What `sink` throws is no failure of the connection and is thrown as it is. */
async function fetchFile(address: string, sink: ByteSink, signal: AbortSignal): Promise<void> {
  const sunk: { thrown?: unknown } = {};
  try {
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

function refusal(method: string, error: GrammyError, token: string): TelegramError {
  const { retry_after: retryAfterSeconds, migrate_to_chat_id: migratedTo } = error.parameters;
  // grammY trusts any JSON answer; a proxy in the way may answer something of its own.
  if (typeof error.error_code !== "number" || typeof error.description !== "string") {
    return new TelegramError("no-answer", method, NOT_THE_BOT_API);
  }
  return new TelegramError("answered", method, error.description.replaceAll(token, "…"), {
    errorCode: error.error_code,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(migratedTo === undefined ? {} : { migratedTo: String(migratedTo) }),
  });
}

const NOT_THE_BOT_API = "something other than the Bot API answered";

function failure(method: string, cause: unknown): TelegramError {
  const details = failureDetails(cause);
  // What is no JSON at all: a page of a proxy, or another server (the error of Response.json, Fetch standard).
  if (details.code === "SyntaxError")
    return new TelegramError("no-answer", method, NOT_THE_BOT_API);
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
