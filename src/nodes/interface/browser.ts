import { AppError, wordsOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { failure, type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";

/** When a page counts as open. */
export type WaitUntil = "load" | "domcontentloaded" | "networkidle";

/** What the browser actions need of a browser: one page a chat, kept between calls. Each rejects with an `AppError` for what can be expected; `needs-chromium` where there is no Chromium. */
export interface BrowserPort {
  /** Opens an address in the chat's page. `status` is absent where the page came without an HTTP answer. */
  navigate(
    chatId: string,
    url: string,
    options: { readonly waitUntil: WaitUntil; readonly signal: AbortSignal },
  ): Promise<{ readonly url: string; readonly title: string; readonly status?: number }>;
  /** What a reader of the chat's page finds, or of the first part of it that a CSS selector matches. Rejects with `no-page` before the first `navigate`. */
  snapshot(
    chatId: string,
    options: { readonly selector?: string; readonly signal: AbortSignal },
  ): Promise<{ readonly text: string }>;
}

/** `interface:navigate` and `interface:snapshot`. */
export function createBrowserHandlers({ browser }: { readonly browser: BrowserPort }): Handlers {
  return {
    "interface:navigate": (call) => expected(call, () => navigate(browser, call)),
    "interface:snapshot": (call) => expected(call, () => snapshot(browser, call)),
  };
}

async function navigate(browser: BrowserPort, call: ReadyCall): Promise<Outcome> {
  const wanted = optionalString(call, "wait_for");
  const page = await browser.navigate(call.actor.chatId, stringParam(call, "url"), {
    waitUntil: wanted === "domcontentloaded" || wanted === "networkidle" ? wanted : "load",
    signal: call.signal,
  });
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

async function snapshot(browser: BrowserPort, call: ReadyCall): Promise<Outcome> {
  const selector = optionalString(call, "selector");
  const page = await browser.snapshot(call.actor.chatId, {
    signal: call.signal,
    ...(selector === undefined ? {} : { selector }),
  });
  if (page.text.trim() !== "") return success(page.text, { tainted: true });
  return failure(
    "empty-page",
    worded(call, {
      ko: "페이지에 보이는 것이 없어요.",
      en: "There is nothing to see on the page.",
    }),
  );
}

/** Turns what a browser may refuse into a failure; an abort and a fault of ours stay exceptions. */
async function expected(call: ReadyCall, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (call.signal.aborted || !(error instanceof AppError)) throw error;
    if (error.code !== "needs-chromium")
      return failure(error.code, wordsOf(error, call.actor.language), {
        retryable: error.code === "browser-timeout",
      });
    return failure("needs-chromium", worded(call, NEEDS_CHROMIUM));
  }
}

const NEEDS_CHROMIUM = {
  ko: "여기서는 아직 브라우저를 쓸 수 없어요. 봇을 돌리는 분이 준비할 수 있어요.",
  en: "The browser isn't ready here yet. Whoever runs me can set it up.",
};
