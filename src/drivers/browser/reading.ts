import { AppError } from "../../base/errors.ts";
import type { DomElement } from "./dom.ts";
import { elementBy, findElement, frameOf } from "./elements.ts";
import type { ChatSession, ConsoleLine, Tab } from "./session.ts";

/** The text of a page. */
export interface PageText {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** How many UTF-16 units all of it has, where `text` is only its beginning. */
  readonly wholeLength?: number;
}

/** What a reader of the shown page, or of the part that a CSS selector finds first, can read. */
export async function textOf(
  { page, ...tab }: Tab,
  { selector = "body", mostLength }: { readonly selector?: string; readonly mostLength: number },
): Promise<PageText> {
  const root = await elementBy(frameOf({ page, ...tab }), selector);
  const all = await root.evaluate(
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown is not read
    (element: DomElement) => element.innerText ?? element.textContent ?? "",
  );
  const text = all
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return {
    url: page.url(),
    title: await page.title(),
    text: text.slice(0, mostLength),
    ...(text.length > mostLength ? { wholeLength: text.length } : {}),
  };
}

/** What is waited for; the first that is given. */
export interface Awaited {
  readonly selector?: string;
  readonly text?: string;
  /** Part of an address. */
  readonly url?: string;
  readonly timeoutMs: number;
}

/** Waits until something is there: an element, words, an address, or else that nothing is loaded any more. Throws `AppError` `wait-over`. */
export async function waitFor(
  tab: Tab,
  { selector, text, url, timeoutMs }: Awaited,
): Promise<void> {
  const frame = frameOf(tab);
  const options = { timeout: timeoutMs, polling: 200 };
  const work =
    selector !== undefined
      ? frame.waitForSelector(selector, { visible: true, timeout: timeoutMs })
      : text !== undefined
        ? frame.waitForFunction(
            `document.body?.innerText.includes(${JSON.stringify(text)})`,
            options,
          )
        : url !== undefined
          ? tab.page.waitForFunction(`location.href.includes(${JSON.stringify(url)})`, options)
          : tab.page.waitForNetworkIdle({ idleTime: 500, timeout: timeoutMs });
  await Promise.resolve(work).catch((error: unknown) => {
    const isOver = error instanceof Error && error.name === "TimeoutError";
    throw isOver ? waitOver(timeoutMs) : error;
  });
}

function waitOver(timeoutMs: number): AppError {
  const seconds = Number((timeoutMs / 1000).toFixed(1));
  return new AppError("wait-over", {
    en: `It was not there after ${seconds} s.`,
    ko: `${seconds}초를 기다렸지만 나타나지 않았어요.`,
  });
}

/** Where to scroll: to an element, an end, or so many pixels on. */
export type Scroll =
  | { readonly to: "top" | "bottom" }
  | { readonly byPixels: number }
  | { readonly ref: string };

/** Scrolls, and says how much of the page is above and below the window, in pixels. */
export async function scroll(
  session: ChatSession,
  tab: Tab,
  wanted: Scroll,
): Promise<{ readonly above: number; readonly below: number }> {
  if ("ref" in wanted) {
    const { handle } = await findElement(session, tab, wanted.ref);
    await handle.scrollIntoView();
  }
  const root = await elementBy(frameOf(tab), "html");
  const move =
    "ref" in wanted ? { by: 0 } : "to" in wanted ? { to: wanted.to } : { by: wanted.byPixels };
  return root.evaluate(
    (element: DomElement, { to, by = 0 }: { to?: "top" | "bottom"; by?: number }) => {
      const view = element.ownerDocument.defaultView;
      if (view === null) return { above: 0, below: 0 };
      if (to === undefined) view.scrollBy(0, by);
      else view.scrollTo(0, to === "top" ? 0 : element.scrollHeight);
      const above = Math.round(view.scrollY);
      return {
        above,
        below: Math.max(0, Math.round(element.scrollHeight - above - view.innerHeight)),
      };
    },
    move,
  );
}

/** Lines of a console, the newest last. */
export function consoleOf(
  tab: Tab,
  {
    type,
    search = "",
    most,
  }: { readonly type?: string; readonly search?: string; readonly most: number },
): readonly ConsoleLine[] {
  const wanted = search.toLowerCase();
  return tab.console
    .filter((line) => type === undefined || line.type === type)
    .filter(({ text }) => text.toLowerCase().includes(wanted))
    .slice(-most);
}

/** A frame of the shown page. */
export interface ShownFrame {
  readonly index: number;
  readonly name: string;
  readonly url: string;
  readonly isChosen: boolean;
}

/** The frames within the shown page, numbered from 0 in the order of the page. */
export function framesOf(tab: Tab): readonly ShownFrame[] {
  return framesIn(tab).map((frame, index) => ({
    index,
    name: frame.name(),
    url: frame.url(),
    isChosen: tab.frame === frame,
  }));
}

/** Chooses a frame to work in. Throws `AppError` `no-frame`. */
export function chooseFrame(
  tab: Tab,
  wanted: { readonly name?: string; readonly index?: number; readonly url?: string },
): ShownFrame {
  const { name, index, url } = wanted;
  const all = framesIn(tab);
  const found = all.find(
    (frame, place) =>
      (name === undefined || frame.name() === name) &&
      (index === undefined || place === index) &&
      (url === undefined || frame.url().includes(url)),
  );
  if (found === undefined || Object.keys(wanted).length === 0) throw noFrame(all.length);
  tab.frame = found;
  return { index: all.indexOf(found), name: found.name(), url: found.url(), isChosen: true };
}

function framesIn({ page }: Tab) {
  return page.frames().filter((frame) => frame !== page.mainFrame());
}

function noFrame(count: number): AppError {
  return new AppError("no-frame", {
    en:
      count === 0
        ? "The page has no frames."
        : `There is no such frame. The page has ${count}; iframe_list shows them.`,
    ko:
      count === 0
        ? "페이지에 프레임이 없어요."
        : `그런 프레임이 없어요. ${count}개가 있고, iframe_list로 볼 수 있어요.`,
  });
}
