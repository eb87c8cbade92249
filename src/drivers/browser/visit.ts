import type { PuppeteerLifeCycleEvent } from "puppeteer-core";
import { AppError, messageOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { ChatSession, Tab } from "./session.ts";

/** When a page counts as open. */
export type WaitUntil = "load" | "domcontentloaded" | "networkidle";

/** A page that was opened. `url` is where it ended; `status` is absent where nothing was fetched. */
export interface VisitedPage {
  readonly url: string;
  readonly title: string;
  readonly status?: number;
}

/** How an address is opened. */
export interface VisitOptions {
  readonly waitUntil: WaitUntil;
  readonly timeoutMs: number;
  /** The address of the page that leads there. */
  readonly referer?: string;
}

const EVENTS: Readonly<Record<WaitUntil, PuppeteerLifeCycleEvent>> = {
  load: "load",
  domcontentloaded: "domcontentloaded",
  networkidle: "networkidle2",
};

/** Opens an address in a tab; where a page of an opened private origin leads to a public one, in one of the other side. Throws the proxy's refusal, `browser-timeout`, `browser-download`, `http-bad-url` or `http-unreachable`. */
export async function visit(
  session: ChatSession,
  tab: Tab,
  url: URL,
  options: VisitOptions,
): Promise<VisitedPage> {
  session.begin(tab);
  delete tab.leadsTo;
  delete tab.frame;
  // A page that is just being replaced cannot be told to stop, and need not be: opening says what is wrong.
  await stopLoading(tab).catch(() => undefined);
  try {
    return await opened(tab, url, options);
  } catch (error) {
    const outside = leftFor(tab);
    if (outside === undefined) throw error;
    const { referer: _none, ...plain } = options;
    const other = await session.tabFor(false);
    session.begin(other);
    return opened(other, outside, plain);
  }
}

/** What a page is on its way to would take the place of what is opened now. */
async function stopLoading({ page }: Tab): Promise<void> {
  const protocol = await page.createCDPSession();
  try {
    await protocol.send("Page.stopLoading");
  } finally {
    await protocol.detach();
  }
}

/** The public address to which a page of an opened private origin wanted to lead; asked once. */
export function leftFor(tab: Tab): URL | undefined {
  const { leadsTo } = tab;
  delete tab.leadsTo;
  return leadsTo === undefined ? undefined : new URL(leadsTo);
}

async function opened(tab: Tab, url: URL, options: VisitOptions): Promise<VisitedPage> {
  const { page } = tab;
  const { proxy } = tab.side;
  const response = await page
    .goto(url.href, {
      waitUntil: EVENTS[options.waitUntil],
      timeout: options.timeoutMs,
      ...(options.referer === undefined ? {} : { referer: options.referer }),
    })
    .catch((error: unknown) => {
      throw proxy.refusalOf(tab.mainUrl) ?? explainVisit(error, url.origin, options.timeoutMs);
    });
  const refusal = response === null ? undefined : proxy.refusalOf(response.url());
  // Our own refusal comes as a page with 403; a page cut off for its size looks whole to Chromium.
  if (response?.status() === 403 || refusal?.code === "http-too-large") {
    if (refusal !== undefined) throw refusal;
  }
  await refuseOtherScheme(tab);
  const status = response === null ? {} : { status: response.status() };
  return { url: page.url(), title: await page.title(), ...status };
}

/** The web cannot lead a page to a file, so this is a second look. */
export async function refuseOtherScheme({ page }: Tab): Promise<void> {
  if (/^(https?:|about:blank$|about:srcdoc$|blob:https?:)/.test(page.url())) return;
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
