import type { Page, PuppeteerLifeCycleEvent } from "puppeteer-core";
import { AppError, messageOf } from "../base/errors.ts";
import type { ChatPage } from "./browser-page.ts";

/** When a page counts as open. */
export type WaitUntil = "load" | "domcontentloaded" | "networkidle";

/** A page that was opened. `url` is where it ended; `status` is absent where nothing was fetched. */
export interface VisitedPage {
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
export async function visit(
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
  throw new AppError(
    "http-bad-url",
    "The page led to an address that is neither http nor https, and was closed.",
  );
}

/** What Chromium says, as a sentence that names the origin alone: its own text repeats the address. */
function explainVisit(error: unknown, origin: string, timeoutMs: number): AppError {
  if (error instanceof AppError) return error;
  const text = messageOf(error);
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  if (isTimeout || text.includes("ERR_TIMED_OUT")) {
    const seconds = Number((timeoutMs / 1000).toFixed(1));
    return new AppError(
      "browser-timeout",
      `"${origin}" was not open after ${seconds} s. Try again, or wait for "domcontentloaded" only.`,
    );
  }
  if (text.includes("ERR_ABORTED")) {
    return new AppError(
      "browser-download",
      `"${origin}" sent a file to be downloaded, not a page. Fetch it instead of opening it.`,
    );
  }
  const code = text.match(/net::(ERR_\w+)/)?.[1] ?? "no reason given";
  const advice = code.startsWith("ERR_CERT")
    ? "Do not enter anything there."
    : "Check the address, or try again later.";
  return new AppError("http-unreachable", `"${origin}" could not be opened (${code}). ${advice}`);
}
