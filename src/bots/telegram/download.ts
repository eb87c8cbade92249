import { createReadStream } from "node:fs";
import { isAbsolute } from "node:path";
import { codeOf } from "../../base/errors.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { type ByteSink, DeliveryError, type DownloadLimits } from "../platform/chat-adapter.ts";
import {
  type CountedSink,
  countedSink,
  cutShort,
  tooLarge,
  tooSlow,
} from "../platform/download-limits.ts";
import type { TelegramClient } from "./client.ts";
import { TelegramError, toDeliveryError } from "./errors.ts";

/** Largest file that the public server hands to a bot (Bot API, getFile: "bots can download files of up to 20MB in size"). */
export const PUBLIC_DOWNLOAD_BYTES = 20 * 1024 * 1024;

/**
 * Fetches a file by its `file_id`. A Bot API server of one's own in its local mode names a path on this machine instead of an address
 * (tdlib/telegram-bot-api, README, "--local"): that file is read. A file that comes shorter or longer than announced is refused
 * as cut, which may be tried again.
 */
export async function downloadFile(
  parts: {
    readonly load: () => Promise<TelegramClient>;
    /** Longest wait for the answer of getFile. */
    readonly timeoutMs: number;
  },
  ref: string,
  sink: ByteSink,
  limits: DownloadLimits,
): Promise<void> {
  const limited = linkSignals([limits.signal], limits.timeoutMs);
  const { signal } = limited;
  const intake = countedSink(sink, limits.maxBytes);
  try {
    const client = await parts.load();
    const { timeoutMs } = parts;
    const { sizeBytes, place } = await client.locateFile(ref, { timeoutMs, signal });
    if ((sizeBytes ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes);
    if (place === undefined) throw notThere();
    await take(client, place, intake, signal);
    if (sizeBytes !== undefined && sizeBytes !== intake.tookBytes()) throw cutShort();
  } catch (thrown) {
    limits.signal.throwIfAborted();
    if (limited.isTimeUp()) throw tooSlow(limits.timeoutMs);
    throw explained(thrown, limits);
  } finally {
    limited.release();
  }
}

async function take(
  client: TelegramClient,
  place: string,
  { sink }: CountedSink,
  signal: AbortSignal,
): Promise<void> {
  if (!isAbsolute(place)) {
    await client.fetchFile(place, sink, signal);
    return;
  }
  try {
    for await (const bytes of createReadStream(place, { signal })) await sink(bytes);
  } catch (thrown) {
    if (!["ENOENT", "EACCES", "EISDIR"].includes(codeOf(thrown))) throw thrown;
    throw notOnThisMachine();
  }
}

function explained(thrown: unknown, { maxBytes }: DownloadLimits): unknown {
  if (!(thrown instanceof TelegramError)) return thrown;
  // Description of Client.cpp in tdlib/telegram-bot-api for a file over the limit of the server.
  if (thrown.says("file is too big")) return tooLarge(maxBytes);
  if (thrown.failure === "answered" && thrown.errorCode === 429) return toDeliveryError(thrown);
  if (thrown.failure === "answered" && thrown.errorCode < 500) return notThere(thrown);
  return new DeliveryError(
    thrown.failure === "not-sent" ? "unreachable" : "unknown",
    {
      en: "Telegram did not hand over the file.",
      ko: "텔레그램에서 파일을 받아 오지 못했어요.",
    },
    { cause: thrown },
  );
}

function notThere(cause?: unknown): DeliveryError {
  return new DeliveryError(
    "refused",
    {
      en: "Telegram no longer has the file. Send it again.",
      ko: "텔레그램에 그 파일이 더는 없어요. 다시 보내 주세요.",
    },
    { cause },
  );
}

function notOnThisMachine(): DeliveryError {
  return new DeliveryError("refused", {
    en: "The Bot API server keeps the file on another machine, where it cannot be read. Its operator can let the server hand out files, or run both on one machine.",
    ko: "봇 API 서버가 파일을 다른 컴퓨터에 두어 읽을 수 없어요. 운영자가 서버에서 파일을 내주게 하거나, 둘을 한 컴퓨터에서 돌리면 돼요.",
  });
}
