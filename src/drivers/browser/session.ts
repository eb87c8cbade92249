import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type {
  Browser,
  BrowserContext,
  Dialog,
  Frame,
  HTTPRequest,
  Page,
  Target,
} from "puppeteer-core";
import { AppError } from "../../base/errors.ts";
import { isPrivateLiteral } from "../http/address-guard.ts";
import { Downloads } from "./downloads.ts";
import { type BrowserProxy, type BrowserProxyOptions, startBrowserProxy } from "./proxy.ts";
import { References } from "./references.ts";
import { SignedInSites } from "./signed-in.ts";

/** One line that a page wrote to its console. */
export interface ConsoleLine {
  /** `log`, `info`, `warning`, `error` or another kind of Chromium's. */
  readonly type: string;
  readonly text: string;
}

/** What a page asked or said in a window of its own, and how it was answered. */
export interface DialogSeen {
  readonly type: string;
  readonly message: string;
  readonly answer: "accepted" | "dismissed";
}

/** How dialogs of the next act are answered; by default they are dismissed. */
export interface DialogAnswer {
  readonly accept: boolean;
  /** What is entered where one asks for words. */
  readonly text?: string;
}

/** One page of a chat. */
export interface Tab {
  /** `t1`, `t2`, … in the order in which they were opened; never given twice. */
  readonly id: string;
  readonly page: Page;
  readonly side: Side;
  /** The frame that was chosen to work in; absent: the page itself. */
  frame?: Frame;
  /** The newest last. */
  console: ConsoleLine[];
  /** The address last asked for by the page itself, redirects among them. */
  mainUrl: string;
  /** A public address to which a page of an opened private origin led; it is opened on the other side. */
  leadsTo?: string;
}

/** A context with a proxy of its own. What was opened at a private origin and what is public share nothing: no cookies, no workers, no way to the network. */
export interface Side {
  readonly toOpenOrigin: boolean;
  readonly context: BrowserContext;
  readonly proxy: BrowserProxy;
}

/** Most tabs of a chat. */
const MOST_TABS = 8;

/** Most lines of a console that are kept. */
const MOST_LINES = 500;

const LONGEST_LINE = 2_000;

/** All that one chat has open: tabs in contexts whose cookies and storage no other chat sees, behind proxies of its own. */
export class ChatSession {
  readonly #browser: Browser;
  readonly #options: BrowserProxyOptions;
  readonly #folder: string;
  readonly #sides = new Map<boolean, Promise<Side>>();
  readonly #downloads: Downloads;
  #tabs: Tab[] = [];
  #current: Tab | undefined;
  #lastTab = 0;
  #dialogAnswer: DialogAnswer = { accept: false };
  #dialogs: DialogSeen[] = [];
  #adopting: Promise<void>[] | undefined;
  readonly references = new References();
  readonly signedIn = new SignedInSites();
  /** Hosts, with their ports, of all pages and frames that were opened. */
  readonly seenSites = new Set<string>();

  constructor(
    browser: Browser,
    options: BrowserProxyOptions & {
      /** Folder for what is downloaded and sent up; what is in it goes with the session. */
      readonly workRoot: string;
    },
  ) {
    this.#browser = browser;
    this.#options = options;
    // Named as profiles are, so that it goes with those of a process that was killed.
    this.#folder = join(options.workRoot, `chromium-${process.pid}-pages-${randomUUID()}`);
    this.#downloads = new Downloads(this.#folder);
  }

  /** A folder of the session alone. */
  async folder(): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return this.#folder;
  }

  /** The tab that is shown; `undefined` before the first page. */
  get current(): Tab | undefined {
    return this.#current;
  }

  /** All tabs, the oldest first. */
  get tabs(): readonly Tab[] {
    return this.#tabs;
  }

  /** The files that pages sent since they were last taken. */
  get downloads(): Downloads {
    return this.#downloads;
  }

  /** Begins an act: its bytes are counted anew, and dialogs are answered so until the next. */
  begin(tab: Tab, answer: DialogAnswer = { accept: false }): void {
    tab.side.proxy.begin({ toOpenOrigin: tab.side.toOpenOrigin });
    this.#dialogAnswer = answer;
    this.#dialogs = [];
  }

  /** What pages asked since the act began. */
  get dialogs(): readonly DialogSeen[] {
    return this.#dialogs;
  }

  /** Lets pages open others while `work` runs; gives the tabs that came. */
  async adopting<T>(work: () => Promise<T>): Promise<{ result: T; opened: readonly Tab[] }> {
    const known = new Set(this.#tabs);
    this.#adopting = [];
    try {
      const result = await work();
      await Promise.all(this.#adopting);
      return { result, opened: this.#tabs.filter((tab) => !known.has(tab)) };
    } finally {
      this.#adopting = undefined;
    }
  }

  /** The tab that shows pages of this kind: the present one where it is of it, else another, else a new one. */
  async tabFor(toOpenOrigin: boolean): Promise<Tab> {
    const fitting = [this.#current, ...this.#tabs].find(
      (tab) => tab?.side.toOpenOrigin === toOpenOrigin,
    );
    if (fitting === undefined) return this.newTab(toOpenOrigin);
    this.#current = fitting;
    return fitting;
  }

  /** Opens an empty tab and shows it. Throws `AppError` `too-many-tabs`. */
  async newTab(toOpenOrigin: boolean): Promise<Tab> {
    if (this.#tabs.length >= MOST_TABS) throw tooManyTabs();
    const side = await this.#sideOf(toOpenOrigin);
    const tab = await this.#keep(await side.context.newPage(), side);
    this.#current = tab;
    return tab;
  }

  /** Shows a tab. Throws `AppError` `no-tab`. */
  switchTo(id: string): Tab {
    const tab = this.#tabs.find((each) => each.id === id);
    if (tab === undefined) throw noTab(id, this.#tabs);
    this.#current = tab;
    return tab;
  }

  /** Closes a tab, by default the one that is shown; the one opened last before it is shown then. */
  async closeTab(id?: string): Promise<Tab | undefined> {
    const tab = id === undefined ? this.#current : this.switchTo(id);
    if (tab !== undefined) await tab.page.close().catch(() => undefined); // it has closed by itself
    if (tab !== undefined) this.#forget(tab);
    return tab;
  }

  /** The context and proxy for one kind of address, with whatever is open there. */
  sides(): readonly Promise<Side>[] {
    return [...this.#sides.values()];
  }

  /** The side that tabs of this kind stand on, opened where there is none. */
  sideOf(toOpenOrigin: boolean): Promise<Side> {
    return this.#sideOf(toOpenOrigin);
  }

  /** Closes everything and removes what pages sent. */
  async close(): Promise<void> {
    const sides = await Promise.allSettled(this.#sides.values());
    this.#sides.clear();
    this.#tabs = [];
    this.#current = undefined;
    await this.#downloads.close();
    for (const side of sides) if (side.status === "fulfilled") await closeSide(side.value);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #sideOf(toOpenOrigin: boolean): Promise<Side> {
    const known = this.#sides.get(toOpenOrigin);
    if (known !== undefined) return known;
    const opening = this.#openSide(toOpenOrigin);
    this.#sides.set(toOpenOrigin, opening);
    opening.catch(() => this.#sides.delete(toOpenOrigin));
    return opening;
  }

  async #openSide(toOpenOrigin: boolean): Promise<Side> {
    const proxy = await startBrowserProxy(this.#options);
    proxy.begin({ toOpenOrigin });
    let context: BrowserContext | undefined;
    try {
      context = await this.#browser.createBrowserContext({
        proxyServer: `http://127.0.0.1:${proxy.port}`,
        proxyBypassList: ["<-loopback>"],
        downloadBehavior: { policy: "deny" },
      });
      const side = { toOpenOrigin, context, proxy };
      await this.#downloads.watch(this.#browser, context, await this.folder());
      context.on("targetcreated", (target) => this.#opened(target, side));
      return side;
    } catch (error) {
      await proxy.close();
      await context?.close().catch(() => undefined); // a Chromium that has ended has closed it
      throw error;
    }
  }

  /** Another window of a page: a tab where an act of a person led to it, closed otherwise. */
  #opened(target: Target, side: Side): void {
    if (target.type() !== "page" || target.opener() === undefined) return;
    const taken = target
      .page()
      .then(async (page) => {
        if (page === null || this.#tabs.some((tab) => tab.page === page)) return;
        const isWanted = this.#adopting !== undefined && this.#tabs.length < MOST_TABS;
        if (!isWanted) await page.close();
        else this.#current = await this.#keep(page, side);
      })
      .catch(() => undefined); // it has closed by itself
    this.#adopting?.push(taken);
  }

  async #keep(page: Page, side: Side): Promise<Tab> {
    this.#lastTab += 1;
    const tab: Tab = { id: `t${this.#lastTab}`, page, side, console: [], mainUrl: page.url() };
    this.#tabs.push(tab);
    page.on("dialog", (dialog) => this.#answer(dialog));
    page.on("close", () => this.#forget(tab));
    page.on("console", (message) => {
      const line = {
        type: kindOfLine(message.type()),
        text: message.text().slice(0, LONGEST_LINE),
      };
      tab.console = [...tab.console, line].slice(-MOST_LINES);
    });
    page.on("request", (request) => {
      if (!request.isNavigationRequest() || !/^https?:/.test(request.url())) return;
      this.seenSites.add(new URL(request.url()).host);
      if (request.frame() === page.mainFrame()) tab.mainUrl = request.url();
    });
    page.on("framedetached", (frame) => {
      if (tab.frame === frame) delete tab.frame;
    });
    if (side.toOpenOrigin) await this.#keepInside(tab);
    return tab;
  }

  /** A page of an opened private origin leads to no public one on its own side, where that could reach private origins, too. */
  async #keepInside(tab: Tab): Promise<void> {
    const { page } = tab;
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      if (!this.#leadsOutside(request)) return void request.continue().catch(() => undefined);
      if (request.frame() === page.mainFrame()) tab.leadsTo = request.url();
      request.abort("blockedbyclient").catch(() => undefined); // the page has gone meanwhile
    });
  }

  #leadsOutside(request: HTTPRequest): boolean {
    if (!request.isNavigationRequest() || !/^https?:/.test(request.url())) return false;
    const { origin, hostname } = new URL(request.url());
    // What no page may reach is the proxy's to refuse, with its reason.
    return !this.#options.origins.isOpen(origin) && !isPrivateLiteral(hostname);
  }

  /** A page may not hold us up; one that asks whether it may be left is left. */
  #answer(dialog: Dialog): void {
    const { accept, text } = this.#dialogAnswer;
    const isAccepted = dialog.type() === "beforeunload" || accept;
    if (dialog.type() !== "beforeunload" && this.#dialogs.length < 10)
      this.#dialogs.push({
        type: dialog.type(),
        message: dialog.message().slice(0, LONGEST_LINE),
        answer: isAccepted ? "accepted" : "dismissed",
      });
    const answer = isAccepted ? dialog.accept(text) : dialog.dismiss();
    answer.catch(() => undefined); // the page has gone meanwhile
  }

  #forget(tab: Tab): void {
    this.#tabs = this.#tabs.filter((each) => each !== tab);
    this.references.forget(tab.id);
    if (this.#current === tab) this.#current = this.#tabs.at(-1);
  }
}

async function closeSide({ proxy, context }: Side): Promise<void> {
  await proxy.close();
  await context.close().catch(() => undefined); // a Chromium that has ended has closed it
}

function kindOfLine(type: string): string {
  return type === "warn" ? "warning" : type;
}

function tooManyTabs(): AppError {
  return new AppError("too-many-tabs", {
    en: `${MOST_TABS} tabs are open, which is as many as there can be. Close one with tab_close first.`,
    ko: `탭이 ${MOST_TABS}개까지만 열려요. 먼저 tab_close로 하나를 닫아 주세요.`,
  });
}

function noTab(id: string, tabs: readonly Tab[]): AppError {
  const there = tabs.map((tab) => tab.id).join(", ");
  return new AppError("no-tab", {
    en: `There is no tab "${id.slice(0, 50)}". ${there === "" ? "None is open." : `Open are: ${there}.`}`,
    ko: `"${id.slice(0, 50)}" 탭은 없어요. ${there === "" ? "열린 탭이 없어요." : `열린 탭: ${there}.`}`,
  });
}
