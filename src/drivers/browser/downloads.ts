import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, CDPSession } from "puppeteer-core";
import { AppError } from "../../base/errors.ts";

/** A file that a page sent. */
export interface DownloadedFile {
  /** As the page names it, without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One that has begun. */
interface Begun {
  readonly name: string;
  readonly ended: Promise<"completed" | "canceled">;
  readonly end: (state: "completed" | "canceled") => void;
}

/** Most bytes of one file. */
const MOST_BYTES = 50 * 1024 * 1024;

/** Most files that one act brings. */
const MOST_FILES = 5;

/** Longest wait for the first word of a file, in milliseconds. */
const BEGINNING_MS = 2_000;

/** Longest wait for a file, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** What the pages of one chat send as files: taken while an act of a person waits for it, refused otherwise. */
export class Downloads {
  readonly #folder: string;
  readonly #begun = new Map<string, Begun>();
  readonly #sessions: CDPSession[] = [];
  #isWanted = false;
  #onBegun: () => void = () => undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Looks after the files of a context; each lands in `folder` under an id. */
  async watch(browser: Browser, context: BrowserContext, folder: string): Promise<void> {
    const session = await browser.target().createCDPSession();
    const { id: browserContextId } = context;
    if (browserContextId === undefined) return;
    await session.send("Browser.setDownloadBehavior", {
      behavior: "allowAndName",
      browserContextId,
      downloadPath: folder,
      eventsEnabled: true,
    });
    const cancel = (guid: string): void => {
      session.send("Browser.cancelDownload", { guid, browserContextId }).catch(() => undefined); // it has ended by itself
    };
    session.on("Browser.downloadWillBegin", ({ guid, suggestedFilename }) => {
      if (!this.#isWanted || this.#begun.size >= MOST_FILES) return cancel(guid);
      this.#begin(guid, suggestedFilename);
    });
    session.on("Browser.downloadProgress", ({ guid, state, receivedBytes, totalBytes }) => {
      const begun = this.#begun.get(guid);
      const isTooLarge = Math.max(receivedBytes, totalBytes) > MOST_BYTES;
      if (state === "inProgress" && isTooLarge) return cancel(guid);
      if (state !== "inProgress") begun?.end(state);
      if (begun === undefined) void rm(join(folder, guid), { force: true });
    });
    this.#sessions.push(session);
  }

  /** Takes files that come while `work` runs, and waits for those that have begun. Throws `AppError` `browser-download` for one that did not come whole. */
  async while<T>(work: () => Promise<T>): Promise<{ result: T; files: readonly DownloadedFile[] }> {
    this.#isWanted = true;
    try {
      const result = await work();
      return { result, files: await this.#take() };
    } finally {
      this.#isWanted = false;
      this.#begun.clear();
    }
  }

  /** Looks after nothing any more. */
  async close(): Promise<void> {
    for (const session of this.#sessions) await session.detach().catch(() => undefined); // Chromium has ended
  }

  /** True where a file has begun to come; it may be told a little later than that the page stayed as it was. */
  async hasBegun(): Promise<boolean> {
    if (this.#begun.size > 0) return true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, BEGINNING_MS);
      this.#onBegun = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return this.#begun.size > 0;
  }

  #begin(guid: string, name: string): void {
    let end: Begun["end"] = () => undefined;
    const ended = new Promise<"completed" | "canceled">((resolve) => {
      end = resolve;
    });
    this.#begun.set(guid, { name: plainName(name), ended, end });
    this.#onBegun();
  }

  async #take(): Promise<readonly DownloadedFile[]> {
    const files: DownloadedFile[] = [];
    for (const [guid, { name, ended, end }] of this.#begun) {
      const timer = setTimeout(() => end("canceled"), LONGEST_WAIT_MS);
      const state = await ended;
      clearTimeout(timer);
      const path = join(this.#folder, guid);
      if (state === "canceled") throw notWhole(name);
      const { size } = await stat(path);
      if (size > MOST_BYTES) throw notWhole(name);
      files.push({ name, bytes: await readFile(path) });
      await rm(path, { force: true });
    }
    return files;
  }
}

/** The page chooses the name; what could lead elsewhere is taken out of it. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replace(/[\p{C}\p{Zl}\p{Zp}~]/gu, "")
    .replace(/^\.+/, "")
    .trim();
  const short = [...plain].slice(0, 120).join("");
  if (short === "") return "download.bin";
  return /\.[\p{L}\p{N}]{1,10}$/u.test(short) ? short : `${short}.bin`;
}

function notWhole(name: string): AppError {
  return new AppError("browser-download", {
    en: `"${name}" did not come whole: it is larger than 50 MB, or took too long.`,
    ko: `"${name}" 파일을 다 받지 못했어요. 50MB보다 크거나 너무 오래 걸렸어요.`,
  });
}
