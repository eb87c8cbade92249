import type { TurnFile } from "../../agent/turn/turn-context.ts";
import type { Clock } from "../../base/clock.ts";
import { AppError, isAbort } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import { mediaTypeOfBytes } from "../../base/media-type.ts";
import { ARRIVALS_FOLDER, sizeWords } from "../../base/visible-text.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { ArrivedFile, Attachments } from "../inbox/attachment-table.ts";
import {
  type Attachment,
  type ByteSink,
  type ChatAdapter,
  type ChatEvent,
  DeliveryError,
} from "../platform/chat-adapter.ts";
import type { RunningWork } from "../replies/running-work.ts";

/** The folders of chats, as far as files from outside go into them and are read. Failures are `AppError`s with words for the person. */
export interface Inbox {
  /** Takes in a file; nothing stands under a name before all of it is on the disk. `onWhole` is called just before it takes its name. */
  receive(
    chatKey: string,
    receipt: {
      readonly nameAt: (count: number) => string;
      readonly sizeBytes?: number;
      readonly fill: (write: ByteSink) => Promise<void>;
      readonly onWhole: (file: WholeFile) => void;
    },
  ): Promise<WholeFile>;
  /** SHA-256 of a file in hexadecimal; undefined where there is none. */
  digest(chatKey: string, path: string): Promise<string | undefined>;
  /** All bytes of a file. */
  bytes(chatKey: string, path: string): Promise<Uint8Array>;
  /** What a model gets to see of a file. */
  read(
    chatKey: string,
    file: Omit<TurnFile, "content">,
    signal: AbortSignal,
  ): Promise<TurnFile["content"]>;
}

/** A file on the disk; `head` are its first bytes. */
export interface WholeFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly digest: string;
  readonly head: Uint8Array;
}

type MessageEvent = Extract<ChatEvent, { kind: "message" }>;

/** Longest wait for one file: 20 MB at half a megabit a second. */
const DOWNLOAD_TIMEOUT_MS = 320_000;

/** Waits before a file that did not come is asked for again, unless the platform says how long. */
const WAITS_MS = [1000, 4000];
const LONGEST_WAIT_MS = 30_000;

/** Fetches the files of messages into the chat's folder, each once however often it is tried. */
export class AttachmentDownload {
  readonly #parts: ConstructorParameters<typeof AttachmentDownload>[0];

  constructor(parts: {
    readonly attachments: Attachments;
    readonly inbox: Inbox;
    readonly runningWork: RunningWork;
    readonly clock: Clock;
    readonly log: Log;
    readonly faultPoint: (name: string) => void;
  }) {
    this.#parts = parts;
  }

  /** Fetches what is not there yet, in order; resolves to a row each, `saved` or `failed`. Rejects only on abort and faults of ours. */
  async bringIn(
    event: MessageEvent,
    facts: { readonly origin: string; readonly actor: Actor },
    signal: AbortSignal,
  ): Promise<readonly ArrivedFile[]> {
    const arrived: ArrivedFile[] = [];
    for (const [position, attachment] of (event.attachments ?? []).entries()) {
      const { attachments, faultPoint } = this.#parts;
      const { actor, origin } = facts;
      const { chatId: chatKey, personId } = actor;
      const place = { origin, position, personId, chatKey };
      const row = attachments.open({ ...attachment, ...place });
      arrived.push(await this.#settle(row, attachment, { platform: event.chat.platform, signal }));
      faultPoint("attachment-settled");
    }
    return arrived;
  }

  async #settle(row: ArrivedFile, attachment: Attachment, how: How): Promise<ArrivedFile> {
    const { attachments, inbox, log } = this.#parts;
    if (row.state === "saved" || row.state === "failed") return row;
    if (row.state === "whole" && (await inbox.digest(row.chatKey, row.path)) === row.digest)
      return attachments.saved(row.id);
    try {
      await this.#receive(row, attachment, how);
      return attachments.saved(row.id);
    } catch (error) {
      how.signal.throwIfAborted();
      if (isAbort(error) || !(error instanceof AppError) || error.words === undefined) throw error;
      log.warn({ origin: row.origin, code: error.code }, "A file of a message was not saved.");
      return attachments.failed(row.id, error.words);
    }
  }

  /** A file that did not come whole is asked for again a few times. */
  async #receive(row: ArrivedFile, attachment: Attachment, how: How): Promise<void> {
    const adapter = this.#parts.runningWork.adapter(how.platform);
    const problem = impossible(adapter, attachment);
    if (problem !== undefined) throw problem;
    for (let tried = 0; ; tried += 1) {
      try {
        await this.#receiveOnce(row, attachment, { ...how, adapter });
        return;
      } catch (error) {
        const usualMs = WAITS_MS[tried];
        if (usualMs === undefined || !mayComeLater(error)) throw error;
        const waitMs = error.retryAfterMs === 0 ? usualMs : error.retryAfterMs;
        await this.#parts.clock.sleep(Math.min(waitMs, LONGEST_WAIT_MS), how.signal);
      }
    }
  }

  async #receiveOnce(
    { id, chatKey }: ArrivedFile,
    { name, mediaType: claimed, ref, sizeBytes }: Attachment,
    { adapter, signal }: How & { readonly adapter: ChatAdapter | undefined },
  ): Promise<void> {
    const { attachments, inbox } = this.#parts;
    await inbox.receive(chatKey, {
      nameAt: (count) => inboxPath(name, count),
      ...(sizeBytes === undefined ? {} : { sizeBytes }),
      fill: async (write) =>
        adapter?.download?.(ref, write, {
          maxBytes: adapter.maxDownloadBytes ?? Number.MAX_SAFE_INTEGER,
          timeoutMs: DOWNLOAD_TIMEOUT_MS,
          signal,
        }),
      onWhole: (file) =>
        attachments.whole(id, {
          ...file,
          mediaType: mediaTypeOfBytes(file.head, { claimed, name }),
        }),
    });
  }
}

interface How {
  readonly platform: string;
  readonly signal: AbortSignal;
}

function impossible(
  adapter: ChatAdapter | undefined,
  { sizeBytes = 0 }: Attachment,
): AppError | undefined {
  if (adapter?.download === undefined) return new AppError("download-impossible", NO_FILES_HERE);
  const { maxDownloadBytes: maxBytes } = adapter;
  if (maxBytes === undefined || sizeBytes <= maxBytes) return undefined;
  return new DeliveryError("refused", {
    en: `The file has ${sizeWords(sizeBytes)}, and at most ${sizeWords(maxBytes)} can be fetched here. Send a smaller one, or parts of it.`,
    ko: `파일이 ${sizeWords(sizeBytes)}인데 여기서는 ${sizeWords(maxBytes)}까지 받을 수 있어요. 더 작게 줄이거나 나누어 보내 주세요.`,
  });
}

const NO_FILES_HERE: Localized = {
  en: "Files cannot be fetched from this chat.",
  ko: "이 대화에서는 파일을 받을 수 없어요.",
};

function mayComeLater(error: unknown): error is DeliveryError {
  return (
    error instanceof DeliveryError &&
    (error.kind === "rate-limited" || error.kind === "unreachable" || error.kind === "unknown")
  );
}

/** Longest name without its ending, in letters: at most 4 bytes each, far below the 255 of a file system. */
const LONGEST_STEM = 50;

/** What is no letter, mark, number, dot, hyphen or underscore of any script: such a name can be a word of no other language. */
const ODD = /[^\p{L}\p{M}\p{N}._-]+/gu;

/**
 * The path at which a file of this name is to stand: the `count`th that is tried, `inbox/report.pdf`, `inbox/report-2.pdf` … Of what the
 * sender named it, folders, spaces, signs and leading dots are left out. Pure.
 */
export function inboxPath(name: string, count: number): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(ODD, "_")
    .replace(/\.{2,}/g, ".")
    .replace(/^[._-]+|[._-]+$/g, "");
  const [, stem = clean, ending = ""] = /^(.+?)(\.[A-Za-z0-9]{1,8})$/.exec(clean) ?? [];
  const short = [...stem].slice(0, LONGEST_STEM).join("").normalize("NFC");
  const number = count === 1 ? "" : `-${count}`;
  return `${ARRIVALS_FOLDER}/${short === "" ? "file" : short}${number}${ending.toLowerCase()}`;
}
