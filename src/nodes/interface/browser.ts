import { korean } from "../../base/korean-particles.ts";
import type { Browser } from "../../drivers/browser/browser.ts";
import {
  chooseFrame,
  consoleOf,
  framesOf,
  type Scroll,
  scroll,
  textOf,
  waitFor,
} from "../../drivers/browser/reading.ts";
import type { ChatSession, Tab } from "../../drivers/browser/session.ts";
import type { WaitUntil } from "../../drivers/browser/visit.ts";
import {
  flagParam,
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { failure, type Outcome, success, type Value } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { expected } from "./expected.ts";

/** What the browser actions need: each of the browser's functions rejects with an `AppError` for what can be expected; `needs-chromium` where there is no Chromium. */
export interface BrowserParts {
  readonly browser: Pick<
    Browser,
    "navigate" | "snapshot" | "screenshot" | "withTab" | "hasPage" | "closePage"
  >;
  /** A picture that is only shown, or kept among the files of the chat under a free name. */
  readonly showPicture: (call: ReadyCall, name: string, bytes: Uint8Array) => Promise<Value>;
  /** Puts a file among those of the chat, under a free name. */
  readonly saveFile: (
    call: ReadyCall,
    name: string,
    bytes: Uint8Array,
    mediaType: string,
  ) => Promise<Value>;
}

type Work = (parts: BrowserParts, call: ReadyCall) => Promise<Outcome>;

/** The actions that open, read and show pages, and go about in them: `navigate`, `snapshot`, `content`, `screenshot`, `pdf`, tabs, frames and the rest. */
export function createBrowserHandlers(parts: BrowserParts): Handlers {
  const all: Readonly<Record<string, Work>> = {
    navigate,
    live_check: lookOver,
    snapshot,
    content,
    screenshot,
    pdf,
    scroll: scrolled,
    wait,
    back: (given, call) => moved(given, call, -1),
    forward: (given, call) => moved(given, call, 1),
    tab_list: tabList,
    tab_new: tabNew,
    tab_switch: (given, call) =>
      onTab(given, call, (_tab, session) => {
        const tab = session.switchTo(stringParam(call, "tab_id"));
        return shownAt(tab);
      }),
    tab_close: tabClose,
    close,
    console: consoleLines,
    iframe_list: frameList,
    iframe_switch: frameSwitch,
    iframe_reset: (given, call) =>
      onTab(given, call, (tab) => {
        delete tab.frame;
        return shownAt(tab);
      }),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, work]) => [
      `interface:${name}`,
      (call: ReadyCall) => expected(call, () => work(parts, call)),
    ]),
  );
}

async function navigate({ browser }: BrowserParts, call: ReadyCall): Promise<Outcome> {
  return visited(
    call,
    await browser.navigate(call.actor.chatId, stringParam(call, "url"), waiting(call)),
  );
}

async function tabNew({ browser }: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const page = await browser.navigate(call.actor.chatId, stringParam(call, "url"), {
    ...waiting(call),
    inNewTab: true,
  });
  return visited(call, page);
}

function waiting(call: ReadyCall): { readonly waitUntil: WaitUntil; readonly signal: AbortSignal } {
  const wanted = optionalString(call, "wait_for");
  const waitUntil = wanted === "domcontentloaded" || wanted === "networkidle" ? wanted : "load";
  return { waitUntil, signal: call.signal };
}

function visited(
  call: ReadyCall,
  page: { readonly url: string; readonly title: string; readonly status?: number },
): Outcome {
  if (page.status !== undefined && page.status >= 400) {
    const message = worded(call, {
      ko: korean`${page.url} 페이지가 HTTP ${page.status}(으)로 답했어요.`,
      en: `${page.url} answered HTTP ${page.status}.`,
    });
    return failure(`upstream-${page.status}`, message, {
      retryable: page.status >= 500 || page.status === 429,
    });
  }
  return success(page.title === "" ? page.url : `${page.title}\n${page.url}`, { tainted: true });
}

/** Whether a site answers, how fast, and how it looks. */
async function lookOver(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const beganMs = performance.now();
  const opened = await navigate(parts, call);
  if (!opened.ok) return opened;
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  const picture = await screenshot(parts, call);
  if (!picture.ok) return picture;
  const { value } = picture;
  const words = opened.value.kind === "text" ? opened.value.text : "";
  const text = worded(call, { ko: `열려요 (${seconds}초)`, en: `It is up (${seconds} s)` });
  return success({ ...value, text: `${text}\n${words}` } as Value, { tainted: true }); // every kind of value may have a text
}

async function snapshot({ browser }: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const selector = optionalString(call, "selector");
  const page = await browser.snapshot(call.actor.chatId, {
    signal: call.signal,
    ...(selector === undefined ? {} : { selector }),
  });
  if (flagParam(call, "list"))
    return success(
      { kind: "list", items: page.elements.map((element) => ({ ...element })), text: page.text },
      { tainted: true },
    );
  if (page.text.trim() !== "") return success(page.text, { tainted: true });
  return failure(
    "empty-page",
    worded(call, {
      ko: "페이지에 보이는 것이 없어요.",
      en: "There is nothing to see on the page.",
    }),
  );
}

function content(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const selector = optionalString(call, "selector");
  const mostLength = numberParam(call, "max_length", 10_000);
  return onTab(parts, call, async (tab) => {
    const page = await textOf(tab, { mostLength, ...(selector === undefined ? {} : { selector }) });
    const cut =
      page.wholeLength === undefined
        ? ""
        : worded(call, {
            ko: `\n[여기까지 보여 드려요. 전체는 ${page.wholeLength}자예요.]`,
            en: `\n[cut here: all of it has ${page.wholeLength} characters]`,
          });
    return success(`${page.text}${cut}`, { tainted: true });
  });
}

async function screenshot(
  { browser, showPicture }: BrowserParts,
  call: ReadyCall,
): Promise<Outcome> {
  const selector = optionalString(call, "selector");
  const { bytes } = await browser.screenshot(call.actor.chatId, {
    signal: call.signal,
    fullPage: flagParam(call, "full_page"),
    marks: flagParam(call, "marks"),
    ...(selector === undefined ? {} : { selector }),
  });
  return success(await showPicture(call, "page.png", bytes), { tainted: true });
}

type PaperFormat = "A3" | "A4" | "Letter" | "Legal";

function pdf(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const format = (optionalString(call, "format") ?? "A4") as PaperFormat; // its schema lists them
  return onTab(parts, call, async ({ page }) => {
    const bytes = await page.pdf({
      format,
      landscape: flagParam(call, "landscape"),
      printBackground: call.params["print_background"] !== false,
      timeout: 30_000,
    });
    const title = (await page.title()).replace(/[^\p{L}\p{N} ._-]+/gu, " ").trim();
    const name = `${title.slice(0, 80) || new URL(page.url()).hostname}.pdf`;
    return success(await parts.saveFile(call, name, bytes, "application/pdf"), { tainted: true });
  });
}

function scrolled(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  return onTab(parts, call, async (tab, session) => {
    const { above, below } = await scroll(session, tab, wantedScroll(call));
    return success(
      worded(call, {
        ko: `위로 ${above}픽셀, 아래로 ${below}픽셀이 더 있어요.`,
        en: `${above} pixels are above the window, ${below} below it.`,
      }),
      { tainted: true },
    );
  });
}

function wantedScroll(call: ReadyCall): Scroll {
  const ref = optionalString(call, "ref");
  if (ref !== undefined) return { ref };
  if (flagParam(call, "to_top")) return { to: "top" };
  if (flagParam(call, "to_bottom")) return { to: "bottom" };
  const amount = numberParam(call, "amount", 500);
  return { byPixels: call.params["direction"] === "up" ? -amount : amount };
}

function wait(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const selector = optionalString(call, "selector");
  const words = optionalString(call, "text");
  const url = optionalString(call, "url");
  return onTab(parts, call, async (tab) => {
    await waitFor(tab, {
      ...(selector === undefined ? {} : { selector }),
      ...(words === undefined ? {} : { text: words }),
      ...(url === undefined ? {} : { url }),
      timeoutMs: numberParam(call, "timeout", 30_000),
    });
    return shownAt(tab);
  });
}

function moved(parts: BrowserParts, call: ReadyCall, by: -1 | 1): Promise<Outcome> {
  return onTab(parts, call, async (tab, session) => {
    session.begin(tab);
    const went =
      by < 0
        ? await tab.page.goBack({ timeout: 30_000 }).catch(() => null)
        : await tab.page.goForward({ timeout: 30_000 }).catch(() => null);
    const refusal = tab.side.proxy.refusalOf(tab.mainUrl);
    if (refusal !== undefined && went?.status() === 403) throw refusal;
    return shownAt(tab);
  });
}

function tabList(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  return onTab(parts, call, async (current, session) => {
    const items = await Promise.all(
      session.tabs.map(async (tab) => ({
        tab_id: tab.id,
        title: await tab.page.title().catch(() => ""),
        url: tab.page.url(),
        shown: tab === current,
      })),
    );
    const lines = items.map(
      ({ tab_id, title, url, shown }) => `${shown ? "▶ " : ""}${tab_id} · ${title || url}`,
    );
    return success({ kind: "list", items, text: lines.join("\n") }, { tainted: true });
  });
}

function tabClose(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  return onTab(parts, call, async (_tab, session) => {
    const closed = await session.closeTab(optionalString(call, "tab_id"));
    const shown = session.current;
    const words = { ko: `${closed?.id} 탭을 닫았어요.`, en: `Closed ${closed?.id}.` };
    if (shown === undefined) return success(worded(call, words));
    return success(
      worded(call, {
        ko: `${words.ko} 지금은 ${shown.id} 탭이에요.`,
        en: `${words.en} ${shown.id} is shown now.`,
      }),
    );
  });
}

async function close({ browser }: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const wasOpen = browser.hasPage(call.actor.chatId);
  await browser.closePage(call.actor.chatId);
  return success(
    worded(
      call,
      wasOpen
        ? { ko: "브라우저를 닫았어요.", en: "Closed the browser." }
        : { ko: "열려 있는 브라우저가 없어요.", en: "No browser was open." },
    ),
  );
}

function consoleLines(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const type = optionalString(call, "type") ?? "all";
  const search = optionalString(call, "search");
  return onTab(parts, call, (tab) => {
    const lines = consoleOf(tab, {
      most: numberParam(call, "limit", 100),
      ...(type === "all" ? {} : { type }),
      ...(search === undefined ? {} : { search }),
    });
    if (flagParam(call, "clear")) tab.console = [];
    const items = lines.map((line) => ({ ...line }));
    const words =
      lines.map((line) => `${line.type}: ${line.text}`).join("\n") ||
      worded(call, { ko: "콘솔에 아무것도 없어요.", en: "The console is empty." });
    return success({ kind: "list", items, text: words }, { tainted: true });
  });
}

function frameList(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  return onTab(parts, call, (tab) => {
    const frames = framesOf(tab);
    const lines = frames.map(
      ({ index, name, url, isChosen }) => `${isChosen ? "▶ " : ""}${index} · ${name || url}`,
    );
    const items = frames.map(({ index, name, url, isChosen }) => ({
      index,
      name,
      url,
      chosen: isChosen,
    }));
    const none = { ko: "페이지에 프레임이 없어요.", en: "The page has no frames." };
    const words = lines.join("\n") || worded(call, none);
    return success({ kind: "list", items, text: words }, { tainted: true });
  });
}

function frameSwitch(parts: BrowserParts, call: ReadyCall): Promise<Outcome> {
  const { index } = call.params;
  const name = optionalString(call, "name");
  const url = optionalString(call, "url");
  return onTab(parts, call, (tab) => {
    const frame = chooseFrame(tab, {
      ...(typeof index === "number" ? { index } : {}),
      ...(name === undefined ? {} : { name }),
      ...(url === undefined ? {} : { url }),
    });
    return success(`${frame.index} · ${frame.name || frame.url}`, { tainted: true });
  });
}

function onTab(
  { browser }: BrowserParts,
  call: ReadyCall,
  work: (tab: Tab, session: ChatSession) => Promise<Outcome> | Outcome,
): Promise<Outcome> {
  return browser.withTab(call.actor.chatId, { signal: call.signal }, work);
}

async function shownAt({ page }: Tab): Promise<Outcome> {
  const title = await page.title().catch(() => "");
  return success(title === "" ? page.url() : `${title}\n${page.url()}`, { tainted: true });
}
