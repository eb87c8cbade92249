import { accessSync, constants } from "node:fs";
import { isIP } from "node:net";
import type { Page } from "puppeteer-core";
import { type Clock, systemClock } from "../../base/clock.ts";
import { AppError } from "../../base/errors.ts";
import { abortError, orAbort } from "../abort.ts";
import {
  blockedAddress,
  createOpenOrigins,
  hostOf,
  isPublicAddress,
  type Lookup,
  lookupBySystem,
  parseHttpUrl,
} from "../http/address-guard.ts";
import { launchChromium, runsAsRoot } from "./launch.ts";
import { type ChatPage, openChatPage } from "./page.ts";
import { BrowserPool } from "./pool.ts";
import { type Screenshot, takeScreenshot } from "./screenshot.ts";
import { snapshotText } from "./snapshot.ts";
import { type VisitedPage, visit, type WaitUntil } from "./visit.ts";

/** How the browser is set up. */
export interface BrowserOptions {
  /** The Chromium to run; default the first found where packages put it. */
  readonly executablePath?: string;
  /** Folder for profiles; each start makes an empty one in it and removes it at the end. */
  readonly profileRoot: string;
  /** Private origins (exact scheme, host and port) that may be opened. A public page cannot reach them. */
  readonly allowOrigins?: readonly string[];
  /** How names become addresses; default the system's resolver. */
  readonly lookup?: Lookup;
  readonly clock?: Clock;
  /** Chromium is closed after so long without use; default 5 minutes. */
  readonly idleMs?: number;
  /** Most bytes that one visit may load; default 50 MiB. */
  readonly maxBytes?: number;
}

/** What every use may be given. */
export interface BrowserUse {
  /** Default 30,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What a reader of a page finds: see `snapshotText`. */
export interface PageSnapshot {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * A Chromium with one page a chat, started when first used. Its traffic goes through proxies of ours that refuse
 * what the guarded `Fetch` refuses. Rejects with an `AppError`: `needs-chromium`, `browser-failed`, `browser-timeout`,
 * `browser-download`, `no-page`, `no-element`, `http-bad-url`, `http-blocked-address`, `http-too-large`, `http-unreachable`;
 * an abort closes the chat's page and is thrown.
 */
export interface Browser {
  /** Opens an address in the chat's page; `waitUntil` is "load" by default. An answer of any status is a page. */
  navigate(
    chatId: string,
    url: string,
    options?: BrowserUse & { readonly waitUntil?: WaitUntil },
  ): Promise<VisitedPage>;
  /** The chat's page, or the part that a CSS selector finds first, as text with references to its elements. */
  snapshot(
    chatId: string,
    options?: BrowserUse & { readonly selector?: string },
  ): Promise<PageSnapshot>;
  /** A PNG picture of the window, or of the whole page down to 10,000 pixels. */
  screenshot(
    chatId: string,
    options?: BrowserUse & { readonly fullPage?: boolean },
  ): Promise<Screenshot>;
  /** Closes a chat's page with its cookies. */
  closePage(chatId: string): Promise<void>;
  /** False where Chromium runs as root and therefore without its own sandbox. */
  isSandboxed(): boolean;
  /** Ends Chromium. */
  close(): Promise<void>;
}

/** Where packages put Chromium and Chrome, in the order tried. */
const USUAL_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/usr/lib/chromium/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_IDLE_MS = 5 * 60 * 1000;
const DEFAULT_MAX_BYTES = 50 * 1024 * 1024;
const LONGEST_CONNECTION_MS = 5 * 60 * 1000;
const MOST_PAGES = 8;

/** Makes the browser; nothing runs before it is used. Whoever makes it closes it. */
export function createBrowser(options: BrowserOptions): Browser {
  const origins = createOpenOrigins({
    allowOrigins: options.allowOrigins ?? [],
    serviceOrigins: {},
  });
  const proxy = {
    origins,
    lookup: options.lookup ?? lookupBySystem,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    connectionMs: LONGEST_CONNECTION_MS,
  };
  const pool = new BrowserPool({
    launch: async () => {
      const executablePath = findChromium(options.executablePath);
      if (executablePath === undefined) throw needsChromium(options.executablePath);
      return launchChromium({ executablePath, profileRoot: options.profileRoot });
    },
    openPage: ({ browser }) => openChatPage(browser, proxy),
    clock: options.clock ?? systemClock,
    idleMs: options.idleMs ?? DEFAULT_IDLE_MS,
    maxPages: MOST_PAGES,
  });
  return {
    async navigate(
      chatId,
      text,
      { waitUntil = "load", timeoutMs = DEFAULT_TIMEOUT_MS, signal } = {},
    ) {
      const url = parseHttpUrl(text);
      const toOpenOrigin = origins.isOpen(url.origin);
      if (!toOpenOrigin) refuseLiteral(url);
      return use(pool, chatId, signal, (chat) => {
        chat.proxy.begin({ toOpenOrigin });
        return visit(chat, url, { waitUntil, timeoutMs });
      });
    },
    snapshot: async (chatId, { selector, signal } = {}) =>
      useOpen(pool, chatId, signal, ({ page }) => takeSnapshot(page, selector)),
    screenshot: async (chatId, { fullPage = false, signal } = {}) =>
      useOpen(pool, chatId, signal, ({ page }) => takeScreenshot(page, fullPage)),
    closePage: (chatId) => pool.closePage(chatId),
    isSandboxed: () => !runsAsRoot(),
    close: () => pool.close(),
  };
}

/** The Chromium that would be started: the configured one, else the first found where packages put it; undefined where there is none. */
export function findChromium(configured?: string): string | undefined {
  const paths = configured === undefined ? USUAL_PATHS : [configured];
  return paths.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or no program
  }
}

function needsChromium(configured: string | undefined): AppError {
  const where =
    configured === undefined
      ? {
          en: "No Chromium was found on this machine.",
          ko: "이 컴퓨터에서 Chromium을 찾지 못했습니다.",
        }
      : {
          en: `There is no Chromium at the configured place "${configured}".`,
          ko: `설정된 자리 "${configured}"에 Chromium이 없습니다.`,
        };
  return new AppError("needs-chromium", {
    en: `${where.en} Install it (Debian and Ubuntu: apt-get install chromium), or set CHROMIUM_PATH to the program.`,
    ko: `${where.ko} 설치하거나(Debian과 Ubuntu: apt-get install chromium) CHROMIUM_PATH에 프로그램의 경로를 적어 주세요.`,
  });
}

/** Says it before Chromium is started for nothing; the proxy would refuse it all the same. */
function refuseLiteral(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw blockedAddress(url.origin);
}

function useOpen<T>(
  pool: BrowserPool,
  chatId: string,
  signal: AbortSignal | undefined,
  work: (chat: ChatPage) => Promise<T>,
): Promise<T> {
  if (pool.hasPage(chatId)) return use(pool, chatId, signal, work);
  throw new AppError("no-page", {
    en: "No page is open in this chat. Open one with navigate first.",
    ko: "이 대화에서 열려 있는 페이지가 없습니다. 먼저 navigate로 페이지를 열어 주세요.",
  });
}

/** Runs work on the chat's page; where it is stopped or the page is lost, the page is closed. */
async function use<T>(
  pool: BrowserPool,
  chatId: string,
  signal: AbortSignal | undefined,
  work: (chat: ChatPage) => Promise<T>,
): Promise<T> {
  const stop = signal ?? new AbortController().signal;
  if (stop.aborted) throw abortError(stop);
  const running = pool.withPage(chatId, (chat) => {
    stop.throwIfAborted();
    return work(chat);
  });
  try {
    return await orAbort(running, stop, () => undefined);
  } catch (error) {
    if (error instanceof AppError && !stop.aborted) throw error;
    void pool.closePage(chatId);
    throw stop.aborted ? abortError(stop) : lostPage(error);
  }
}

function lostPage(error: unknown): AppError {
  const isTimeout = error instanceof Error && /timed out/i.test(error.message);
  return isTimeout
    ? new AppError(
        "browser-timeout",
        {
          en: "The page did not react in time and was closed.",
          ko: "페이지가 제때 반응하지 않아 닫았습니다.",
        },
        {
          cause: error,
        },
      )
    : new AppError(
        "browser-failed",
        {
          en: "The page was lost. Open it again with navigate.",
          ko: "페이지를 잃었습니다. navigate로 다시 열어 주세요.",
        },
        {
          cause: error,
        },
      );
}

async function takeSnapshot(page: Page, selector: string | undefined): Promise<PageSnapshot> {
  const root = selector === undefined ? undefined : await elementOf(page, selector);
  const tree = await page.accessibility.snapshot({
    includeIframes: true,
    ...(root === undefined ? {} : { root }),
  });
  const { text, isCut } = snapshotText(tree);
  return { url: page.url(), title: await page.title(), text, isCut };
}

async function elementOf(page: Page, selector: string) {
  const found = await page.$(selector).catch(() => null); // a selector that cannot be read finds nothing
  if (found !== null) return found;
  throw new AppError("no-element", {
    en: `Nothing on the page fits the CSS selector "${selector.slice(0, 200)}". Take a snapshot of the whole page to see what is there.`,
    ko: `CSS 선택자 "${selector.slice(0, 200)}"에 맞는 것이 페이지에 없습니다. 페이지 전체의 스냅샷으로 무엇이 있는지 확인해 주세요.`,
  });
}
