import { accessSync, constants } from "node:fs";
import { type Clock, systemClock } from "../../base/clock.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import { abortError, orAbort } from "../abort.ts";
import {
  blockedAddress,
  createOpenOrigins,
  hostOf,
  isPrivateLiteral,
  type Lookup,
  lookupBySystem,
  type OpenOrigins,
  parseHttpUrl,
} from "../http/address-guard.ts";
import { type ActDone, perform } from "./acts.ts";
import { putCookies, type SignIn } from "./cookies.ts";
import { elementBy, findElement, frameOf, type PageSnapshot, takeSnapshot } from "./elements.ts";
import type { PageAct } from "./page-act.ts";
import { marksOf, pictureOf, pictureOfElement, type Screenshot, withMarks } from "./pictures.ts";
import { BrowserPool, launchChromium, runsAsRoot } from "./pool.ts";
import { ChatSession, type DialogAnswer, type Tab } from "./session.ts";
import { lookAt, type Sight } from "./sight.ts";
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
  /** A chat's pages, and Chromium, are closed after so long without use; default 10 minutes. */
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

/**
 * A Chromium with the pages of each chat, started when first used. Its traffic goes through proxies of ours that refuse
 * what the guarded `Fetch` refuses. Rejects with an `AppError`: `needs-chromium`, `browser-failed`, `browser-timeout`,
 * `browser-download`, `no-page`, `no-element`, `stale-reference`, `http-bad-url`, `http-blocked-address`, `http-too-large`,
 * `http-unreachable`, and what the function named says; an abort closes the chat's pages and is thrown.
 */
export interface Browser {
  /** Opens an address in the chat's page; `waitUntil` is "load" by default. An answer of any status is a page. */
  navigate(
    chatId: string,
    url: string,
    options?: BrowserUse & { readonly waitUntil?: WaitUntil; readonly inNewTab?: boolean },
  ): Promise<VisitedPage>;
  /** The chat's page, or the part that a CSS selector finds first, as text with references to its elements. */
  snapshot(
    chatId: string,
    options?: BrowserUse & { readonly selector?: string },
  ): Promise<PageSnapshot>;
  /** A PNG picture of the window, of the whole page down to 10,000 pixels, or of one element; `marks` draws the references of the elements that the window shows. */
  screenshot(
    chatId: string,
    options?: BrowserUse & {
      readonly fullPage?: boolean;
      readonly selector?: string;
      readonly marks?: boolean;
    },
  ): Promise<Screenshot>;
  /** What an act is about, as the page is now: see `lookAt`. */
  look(chatId: string, act: PageAct, options?: BrowserUse): Promise<Sight>;
  /** The window with the element of an act marked. The chat's pages are kept for `keepMs` from then on. */
  picture(
    chatId: string,
    act: PageAct,
    options?: BrowserUse & { readonly keepMs?: number },
  ): Promise<Screenshot>;
  /** Does something on the chat's page: see `perform`. */
  act(
    chatId: string,
    act: PageAct,
    options?: BrowserUse & { readonly dialog?: DialogAnswer },
  ): Promise<ActDone>;
  /** Reads or changes what the chat has open, by a function that gets its tab. */
  withTab<T>(
    chatId: string,
    options: BrowserUse,
    work: (tab: Tab, session: ChatSession) => Promise<T> | T,
  ): Promise<T>;
  /** As `withTab`, where no page need be open. */
  withSession<T>(
    chatId: string,
    options: BrowserUse,
    work: (session: ChatSession) => Promise<T> | T,
  ): Promise<T>;
  /** Takes cookies into the chat's browser: see `putCookies`. */
  signIn(chatId: string, signIn: SignIn, options?: BrowserUse): Promise<void>;
  /** Keeps the chat's pages for so long, though nothing is done there. */
  keep(chatId: string, forMs: number): void;
  /** True where a page is open in the chat. */
  hasPage(chatId: string): boolean;
  /** A page of ours as PDF (A4), in a session of its own that is closed after. */
  print(chatId: string, html: string, options?: BrowserUse): Promise<Uint8Array>;
  /** Closes a chat's pages with their cookies. */
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
const DEFAULT_IDLE_MS = 10 * 60 * 1000;
const DEFAULT_MAX_BYTES = 50 * 1024 * 1024;
const LONGEST_CONNECTION_MS = 5 * 60 * 1000;
/** Most chats that have pages open. */
const MOST_CHATS = 8;

/** Makes the browser; nothing runs before it is used. Whoever makes it closes it. */
export function createBrowser(options: BrowserOptions): Browser {
  const origins = createOpenOrigins({
    allowOrigins: options.allowOrigins ?? [],
    serviceOrigins: {},
  });
  const pool = poolOf(options, origins);
  return {
    navigate: (chatId, text, given = {}) => navigated({ pool, origins }, chatId, text, given),
    snapshot: async (chatId, { selector, signal } = {}) =>
      useOpen(pool, chatId, signal, (session, tab) => takeSnapshot(session, tab, selector)),
    screenshot: async (chatId, { signal, ...wanted } = {}) =>
      useOpen(pool, chatId, signal, (session, tab) => takeScreenshot(session, tab, wanted)),
    look: async (chatId, act, { signal } = {}) =>
      useOpen(pool, chatId, signal, (session, tab) => lookAt(session, tab, act)),
    picture: async (chatId, act, { signal, keepMs = 0 } = {}) => {
      const picture = await useOpen(pool, chatId, signal, (session, tab) =>
        pictureOfAct(session, tab, act),
      );
      pool.keep(chatId, keepMs);
      return picture;
    },
    act: async (chatId, act, { signal, dialog } = {}) =>
      useOpen(pool, chatId, signal, (session, tab) => perform(session, tab, act, dialog)),
    withTab: (chatId, { signal }, work) =>
      useOpen(pool, chatId, signal, (session, tab) => work(tab, session)),
    withSession: (chatId, { signal }, work) =>
      use(pool, chatId, signal, async (session) => work(session)),
    signIn: (chatId, signIn, { signal } = {}) =>
      use(pool, chatId, signal, (session) =>
        putCookies(session, signIn, (host) => isOpenHost(options.allowOrigins ?? [], host)),
      ),
    keep: (chatId, forMs) => pool.keep(chatId, forMs),
    hasPage: (chatId) => pool.hasPage(chatId),
    async print(chatId, html, { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = {}) {
      const own = `print:${chatId}`;
      try {
        return await use(pool, own, signal, async (session) => {
          const { page } = await session.newTab(false);
          await page.setContent(html, { timeout: timeoutMs });
          return page.pdf({ format: "A4", printBackground: true, timeout: timeoutMs });
        });
      } finally {
        await pool.closePage(own);
      }
    },
    closePage: (chatId) => pool.closePage(chatId),
    isSandboxed: () => !runsAsRoot(),
    close: () => pool.close(),
  };
}

function poolOf(options: BrowserOptions, origins: OpenOrigins): BrowserPool {
  const session = {
    origins,
    lookup: options.lookup ?? lookupBySystem,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    connectionMs: LONGEST_CONNECTION_MS,
    workRoot: options.profileRoot,
  };
  return new BrowserPool({
    launch: async () => {
      const executablePath = findChromium(options.executablePath);
      if (executablePath === undefined) throw needsChromium(options.executablePath);
      return launchChromium({ executablePath, profileRoot: options.profileRoot });
    },
    openPage: ({ browser }) => new ChatSession(browser, session),
    clock: options.clock ?? systemClock,
    idleMs: options.idleMs ?? DEFAULT_IDLE_MS,
    maxPages: MOST_CHATS,
  });
}

function isOpenHost(allowOrigins: readonly string[], host: string): boolean {
  return allowOrigins.some((origin) => new URL(origin).hostname === host);
}

async function navigated(
  { pool, origins }: { readonly pool: BrowserPool; readonly origins: OpenOrigins },
  chatId: string,
  text: string,
  {
    waitUntil = "load",
    timeoutMs = DEFAULT_TIMEOUT_MS,
    inNewTab = false,
    signal,
  }: NonNullable<Parameters<Browser["navigate"]>[2]>,
): Promise<VisitedPage> {
  const url = parseHttpUrl(text);
  const toOpenOrigin = origins.isOpen(url.origin);
  if (!toOpenOrigin) refuseLiteral(url);
  return use(pool, chatId, signal, async (session) => {
    const tab = await (inNewTab ? session.newTab(toOpenOrigin) : session.tabFor(toOpenOrigin));
    return visit(session, tab, url, { waitUntil, timeoutMs });
  });
}

async function takeScreenshot(
  session: ChatSession,
  tab: Tab,
  {
    fullPage = false,
    selector,
    marks = false,
  }: { readonly fullPage?: boolean; readonly selector?: string; readonly marks?: boolean },
): Promise<Screenshot> {
  const { page } = tab;
  if (selector !== undefined) {
    const handle = /^e\d+$/.test(selector)
      ? (await findElement(session, tab, selector)).handle
      : await elementBy(frameOf(tab), selector);
    return (await pictureOfElement(page, handle)) ?? pictureOf(page, false);
  }
  const picture = await pictureOf(page, fullPage && !marks);
  if (!marks) return picture;
  const { elements } = await takeSnapshot(session, tab);
  const handles = await Promise.all(
    elements.map(async ({ ref }) => {
      const found = await session.references.resolve(ref).catch(() => undefined); // it has gone meanwhile
      return found === undefined ? [] : [{ label: ref, handle: found.handle }];
    }),
  );
  return withMarks(page.browser(), picture, await marksOf(page, handles.flat()));
}

async function pictureOfAct(session: ChatSession, tab: Tab, act: PageAct): Promise<Screenshot> {
  const { page } = tab;
  if (!("ref" in act)) return pictureOf(page, false);
  const { handle } = await findElement(session, tab, act.ref);
  await handle.scrollIntoView().catch(() => undefined); // what cannot be scrolled to is not marked
  const marks = await marksOf(page, [{ label: "", handle }]);
  return withMarks(page.browser(), await pictureOf(page, false), marks);
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

async function useOpen<T>(
  pool: BrowserPool,
  chatId: string,
  signal: AbortSignal | undefined,
  work: (session: ChatSession, tab: Tab) => Promise<T> | T,
): Promise<T> {
  if (!pool.hasPage(chatId)) throw noPage();
  return use(pool, chatId, signal, async (session) => {
    if (session.current === undefined) throw noPage();
    return work(session, session.current);
  });
}

function noPage(): AppError {
  return new AppError("no-page", {
    en: "No page is open in this chat. Open one with navigate first.",
    ko: "이 대화에서 열려 있는 페이지가 없어요. 먼저 navigate로 페이지를 열어 주세요.",
  });
}

/** Runs work on the chat's page; where it is stopped or the page is lost, the page is closed. */
async function use<T>(
  pool: BrowserPool,
  chatId: string,
  signal: AbortSignal | undefined,
  work: (session: ChatSession) => Promise<T>,
): Promise<T> {
  const stop = signal ?? new AbortController().signal;
  if (stop.aborted) throw abortError(stop);
  const running = pool.withPage(chatId, (session) => {
    stop.throwIfAborted();
    return work(session);
  });
  try {
    return await orAbort(running, stop, () => undefined);
  } catch (error) {
    if (error instanceof AppError && !stop.aborted) throw error;
    if (!stop.aborted && isMoving(error)) throw movedOn(error);
    void pool.closePage(chatId);
    throw stop.aborted ? abortError(stop) : lostPage(error);
  }
}

/** Whether the page went elsewhere while it was looked at, which ends nothing. */
function isMoving(error: unknown): boolean {
  return /context was destroyed|Cannot find context|frame (was )?detached|Navigating frame/i.test(
    messageOf(error),
  );
}

function movedOn(error: unknown): AppError {
  return new AppError(
    "page-moved",
    {
      en: "The page was on its way to another one. Try again.",
      ko: "페이지가 다른 곳으로 넘어가는 중이었어요. 다시 해 보세요.",
    },
    { cause: error },
  );
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
