import { accessSync, constants } from "node:fs";
import type { Page, PuppeteerLifeCycleEvent } from "puppeteer-core";
import { type Clock, systemClock } from "../../base/clock.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { abortError, orAbort } from "../abort.ts";
import {
  blockedAddress,
  createOpenOrigins,
  hostOf,
  isPrivateLiteral,
  type Lookup,
  lookupBySystem,
  parseHttpUrl,
} from "../http/address-guard.ts";
import { type ChatPage, openChatPage } from "./page.ts";
import { BrowserPool, launchChromium, runsAsRoot } from "./pool.ts";
import { snapshotText } from "./snapshot.ts";

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
          ko: "이 컴퓨터에서 Chromium을 찾지 못했어요.",
        }
      : {
          en: `There is no Chromium at the configured place "${configured}".`,
          ko: `설정된 자리 "${configured}"에 Chromium이 없어요.`,
        };
  return new AppError("needs-chromium", {
    en: `${where.en} Install it (Debian and Ubuntu: apt-get install chromium), or set CHROMIUM_PATH to the program.`,
    ko: `${where.ko} 설치하거나(Debian과 Ubuntu: apt-get install chromium) CHROMIUM_PATH에 프로그램의 경로를 적어 주세요.`,
  });
}

/** Says it before Chromium is started for nothing; the proxy would refuse it all the same. */
function refuseLiteral(url: URL): void {
  const host = hostOf(url);
  if (isPrivateLiteral(host)) throw blockedAddress(url.origin);
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
    ko: "이 대화에서 열려 있는 페이지가 없어요. 먼저 navigate로 페이지를 열어 주세요.",
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
          ko: "페이지가 제때 반응하지 않아 닫았어요.",
        },
        {
          cause: error,
        },
      )
    : new AppError(
        "browser-failed",
        {
          en: "The page was lost. Open it again with navigate.",
          ko: "페이지를 잃었어요. navigate로 다시 열어 주세요.",
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
    ko: `CSS 선택자 "${selector.slice(0, 200)}"에 맞는 것이 페이지에 없어요. 페이지 전체의 스냅샷으로 무엇이 있는지 확인해 주세요.`,
  });
}

/** A picture of a page. */
interface Screenshot {
  /** PNG. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** True where the page is longer than the picture. */
  readonly isCut: boolean;
}

/** Tallest picture, in pixels. */
const TALLEST = 10_000;

/** A picture of what the window shows, or of the whole page from its top. */
async function takeScreenshot(page: Page, fullPage: boolean): Promise<Screenshot> {
  const { width, height: windowHeight } = page.viewport() ?? { width: 1280, height: 800 };
  const pageHeight = fullPage ? await heightOf(page) : windowHeight;
  const height = Math.min(Math.max(pageHeight, windowHeight), TALLEST);
  const bytes = await page.screenshot({
    type: "png",
    ...(fullPage ? { clip: { x: 0, y: 0, width, height }, captureBeyondViewport: true } : {}),
  });
  return { bytes, width, height, isCut: pageHeight > height };
}

async function heightOf(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  try {
    const { cssContentSize } = await session.send("Page.getLayoutMetrics");
    return Math.ceil(cssContentSize.height);
  } finally {
    await session.detach();
  }
}

/** When a page counts as open. */
type WaitUntil = "load" | "domcontentloaded" | "networkidle";

/** A page that was opened. `url` is where it ended; `status` is absent where nothing was fetched. */
interface VisitedPage {
  readonly url: string;
  readonly title: string;
  readonly status?: number;
}

const EVENTS: Readonly<Record<WaitUntil, PuppeteerLifeCycleEvent>> = {
  load: "load",
  domcontentloaded: "domcontentloaded",
  networkidle: "networkidle2",
};

/** Opens an address in a chat's page. Throws the proxy's refusal, `browser-timeout`, `browser-download`, `http-bad-url` or `http-unreachable`. */
async function visit(
  chat: ChatPage,
  url: URL,
  options: { readonly waitUntil: WaitUntil; readonly timeoutMs: number },
): Promise<VisitedPage> {
  const { page, proxy } = chat;
  const response = await page
    .goto(url.href, { waitUntil: EVENTS[options.waitUntil], timeout: options.timeoutMs })
    .catch((error: unknown) => {
      throw proxy.refusalOf(chat.mainUrl()) ?? explainVisit(error, url.origin, options.timeoutMs);
    });
  const refusal = response === null ? undefined : proxy.refusalOf(response.url());
  // Our own refusal comes as a page with 403; a page cut off for its size looks whole to Chromium.
  if (response?.status() === 403 || refusal?.code === "http-too-large") {
    if (refusal !== undefined) throw refusal;
  }
  await refuseOtherScheme(page);
  const status = response === null ? {} : { status: response.status() };
  return { url: page.url(), title: await page.title(), ...status };
}

/** The web cannot lead a page to a file, so this is a second look. */
async function refuseOtherScheme(page: Page): Promise<void> {
  if (/^(https?:|about:blank$)/.test(page.url())) return;
  await page.goto("about:blank");
  throw new AppError("http-bad-url", {
    en: "The page led to an address that is neither http nor https, and was closed.",
    ko: "페이지가 http도 https도 아닌 주소로 이어져서 닫았어요.",
  });
}

/** What Chromium says, as a sentence that names the origin alone: its own text repeats the address. */
function explainVisit(error: unknown, origin: string, timeoutMs: number): AppError {
  if (error instanceof AppError) return error;
  const text = messageOf(error);
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  if (isTimeout || text.includes("ERR_TIMED_OUT")) {
    const seconds = Number((timeoutMs / 1000).toFixed(1));
    return new AppError("browser-timeout", {
      en: `"${origin}" was not open after ${seconds} s. Try again, or wait for "domcontentloaded" only.`,
      ko: `"${origin}" 페이지가 ${seconds}초 안에 열리지 않았어요. 다시 해 보거나 "domcontentloaded"까지만 기다려 보세요.`,
    });
  }
  if (text.includes("ERR_ABORTED")) {
    return new AppError("browser-download", {
      en: `"${origin}" sent a file to be downloaded, not a page. Fetch it instead of opening it.`,
      ko: korean`"${origin}"은(는) 페이지가 아니라 내려받을 파일을 보냈어요. 여는 대신 내려받아 주세요.`,
    });
  }
  const code = text.match(/net::(ERR_\w+)/)?.[1];
  const advice = code?.startsWith("ERR_CERT")
    ? { en: "Do not enter anything there.", ko: "그곳에는 아무것도 입력하지 마세요." }
    : {
        en: "Check the address, or try again later.",
        ko: "주소를 확인하거나 잠시 뒤에 다시 해 보세요.",
      };
  return new AppError("http-unreachable", {
    en: `"${origin}" could not be opened (${code ?? "no reason given"}). ${advice.en}`,
    ko: `"${origin}" 페이지를 열 수 없어요 (${code ?? "이유를 알 수 없음"}). ${advice.ko}`,
  });
}
