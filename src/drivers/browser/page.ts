import type { Browser, BrowserContext, Dialog, Page, Target } from "puppeteer-core";
import { type BrowserProxy, type BrowserProxyOptions, startBrowserProxy } from "./proxy.ts";

/** One chat's page, in a context whose cookies and storage no other chat sees, behind a proxy of its own. */
export interface ChatPage {
  readonly page: Page;
  readonly proxy: BrowserProxy;
  /** The address last asked for by the page itself, redirects among them. */
  mainUrl(): string;
  close(): Promise<void>;
}

/** Opens an empty page for a chat. Downloads are denied, other windows closed, dialogs dismissed. */
export async function openChatPage(
  browser: Browser,
  options: BrowserProxyOptions,
): Promise<ChatPage> {
  const proxy = await startBrowserProxy(options);
  let context: BrowserContext | undefined;
  try {
    context = await browser.createBrowserContext({
      proxyServer: `http://127.0.0.1:${proxy.port}`,
      proxyBypassList: ["<-loopback>"],
      downloadBehavior: { policy: "deny" },
    });
    const page = await context.newPage();
    const mainUrl = watchMainUrl(page);
    page.on("dialog", answerDialog);
    context.on("targetcreated", (target) => closeOther(target, page));
    return { page, proxy, mainUrl, close: () => closeAll(context, proxy) };
  } catch (error) {
    await closeAll(context, proxy);
    throw error;
  }
}

async function closeAll(context: BrowserContext | undefined, proxy: BrowserProxy): Promise<void> {
  await proxy.close();
  await context?.close().catch(() => undefined); // a Chromium that has ended has closed it
}

function watchMainUrl(page: Page): () => string {
  let url = "about:blank";
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) url = request.url();
  });
  return () => url;
}

/** A page may not hold us up; one that asks whether it may be left is left. */
function answerDialog(dialog: Dialog): void {
  const answer = dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss();
  answer.catch(() => undefined); // the page has gone meanwhile
}

/** One page a chat: whatever else opens is closed. */
function closeOther(target: Target, own: Page): void {
  if (target.type() !== "page") return;
  target
    .page()
    .then((page) => (page === null || page === own ? undefined : page.close()))
    .catch(() => undefined); // it has closed by itself
}
