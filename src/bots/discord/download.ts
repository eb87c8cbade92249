import type { Clock } from "../../base/clock.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { retryAfterOf } from "../../base/retry-after.ts";
import { serviceFetch } from "../../base/service-fetch.ts";
import { type ByteSink, DeliveryError, type DownloadLimits } from "../platform/chat-adapter.ts";
import { failureDetails } from "../platform/connection-failure.ts";
import { countedSink, cutShort, tooLarge, tooSlow } from "../platform/download-limits.ts";
import type { DiscordClient } from "./client.ts";
import { type DiscordMessage, forwardedIn } from "./events.ts";

/** Where Discord keeps what people upload (docs "API Reference", Image Formatting and Signed Attachment CDN URLs; the second serves `proxy_url`). */
const CDN_HOSTS: readonly string[] = ["cdn.discordapp.com", "media.discordapp.net"];

/** A limit of ours: who pays for Nitro can send files that no chat's folder is meant for. */
export const LARGEST_DOWNLOAD_BYTES = 100 * 1024 * 1024;

/** What to wait when the CDN does not say. */
const DEFAULT_WAIT_MS = 1000;

/** How the CDN answers for an address that has run out, was forged, or whose file is gone. */
const NOT_HANDED_OUT: readonly number[] = [401, 403, 404, 410];

/**
 * Fetches a file by its `ref`, from Discord's CDN alone and without the bot's token. Addresses are good for a while (docs "API Reference",
 * Signed Attachment CDN URLs), so one that is not is asked for anew with the message that holds the file.
 */
export async function downloadAttachment(
  { client, clock }: { readonly client: DiscordClient; readonly clock: Clock },
  ref: string,
  into: ByteSink,
  limits: DownloadLimits,
): Promise<void> {
  const { maxBytes, timeoutMs } = limits;
  const { signal, isTimeUp, release } = linkSignals([limits.signal], timeoutMs);
  const [where = "", url = ""] = ref.split(" ");
  const { sink } = countedSink(into, maxBytes);
  const take = async (address: string): Promise<boolean> => {
    const response = await fetchFile(checked(address, client.apiBase), signal);
    const problem = problemOf(response, maxBytes, clock.now());
    if (problem === undefined) await pour(response, sink);
    else await response.body?.cancel();
    if (problem instanceof DeliveryError) throw problem;
    return problem === undefined;
  };
  try {
    if (await take(url)) return;
    const fresh = await freshUrl(client, where, signal);
    if (fresh === undefined || !(await take(fresh))) throw notThere();
  } catch (thrown) {
    limits.signal.throwIfAborted();
    throw isTimeUp() ? tooSlow(timeoutMs) : thrown;
  } finally {
    release();
  }
}

/** Only Discord's own hosts are asked, and by https; where the operator named an API, its host too. */
function checked(address: string, apiBase: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isCdn = url?.protocol === "https:" && url.port === "" && CDN_HOSTS.includes(url.hostname);
  if (url !== undefined && (isCdn || url.origin === new URL(apiBase).origin)) return url;
  throw new DeliveryError("refused", {
    en: "The file does not lie with Discord, so it is not fetched.",
    ko: "파일이 디스코드에 있지 않아 받지 않아요.",
  });
}

/** Addresses are signed, so the error itself is not kept. */
function cut(thrown: unknown): never {
  throw cutShort(failureDetails(thrown).code);
}

function fetchFile(url: URL, signal: AbortSignal): Promise<Response> {
  return serviceFetch(url, { signal }, Number.POSITIVE_INFINITY).catch(cut);
}

/** What `sink` throws is thrown as it is. */
async function pour({ body }: Response, sink: ByteSink): Promise<void> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read().catch(cut);
      if (piece?.value === undefined) return;
      await sink(piece.value);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function problemOf(
  response: Response,
  maxBytes: number,
  nowMs: number,
): DeliveryError | "not-there" | undefined {
  const { status, headers } = response;
  if (NOT_HANDED_OUT.includes(status)) return "not-there";
  if (status === 429) {
    const retryAfterMs = retryAfterOf(headers, nowMs) ?? DEFAULT_WAIT_MS;
    return new DeliveryError("rate-limited", NOT_HANDED_OVER, { retryAfterMs });
  }
  if (!response.ok) return new DeliveryError("unknown", NOT_HANDED_OVER);
  return Number(headers.get("content-length") ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

/** A message that is fetched has good addresses; undefined where the file is in none, or in one that cannot be read. */
async function freshUrl(
  client: DiscordClient,
  where: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [, channelId, messageId, fileId] = /^(\d+)\/(\d+)\/(\d+)$/.exec(where) ?? [];
  if (channelId === undefined) return undefined;
  const path = `/channels/${channelId}/messages/${messageId}` as const;
  const message = await client.look<DiscordMessage>(path, signal);
  if (message === undefined) return undefined;
  return [...message.attachments, ...forwardedIn(message)].find(({ id }) => id === fileId)?.url;
}

const NOT_HANDED_OVER = {
  en: "Discord did not hand over the file.",
  ko: "디스코드에서 파일을 받아 오지 못했어요.",
};

function notThere(): DeliveryError {
  return new DeliveryError("refused", {
    en: "Discord no longer has the file. Send it again.",
    ko: "디스코드에 그 파일이 더는 없어요. 다시 보내 주세요.",
  });
}
