import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Browser, BrowserContext, Dialog, Page, Target } from "puppeteer-core";
import type { AppError } from "../../base/errors.ts";
import type { Lookup, OpenOrigins } from "../http/address-guard.ts";
import { forward, hostKey, type Traffic, tunnel } from "./traffic.ts";

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

/** What a browser's proxy lets through. */
interface BrowserProxyOptions {
  readonly origins: OpenOrigins;
  readonly lookup: Lookup;
  /** Most bytes of all answers of one visit. */
  readonly maxBytes: number;
  /** Longest life of one connection, in milliseconds. */
  readonly connectionMs: number;
}

/** One chat's way to the web. Whoever starts it closes it. */
export interface BrowserProxy {
  readonly port: number;
  /** Begins a visit: bytes are counted anew, earlier refusals are forgotten, and opened private origins can be reached only if `toOpenOrigin`. */
  begin(visit: { readonly toOpenOrigin: boolean }): void;
  /** Why a request to the host of this address had no answer since the visit began, if one had none. */
  refusalOf(url: string): AppError | undefined;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Far above what a page opens at once. */
const MOST_CONNECTIONS = 256;

/** Starts an HTTP proxy on loopback that judges every host as the guarded `Fetch` does, names where the socket is made. */
export async function startBrowserProxy(options: BrowserProxyOptions): Promise<BrowserProxy> {
  const sockets = new Set<Socket>();
  const traffic: Traffic = {
    origins: options.origins,
    lookup: options.lookup,
    refusals: new Map(),
    sockets,
    visit: { toOpenOrigin: false, leftBytes: options.maxBytes },
  };
  const server = createServer((request, response) => forward(traffic, request, response));
  server.maxConnections = MOST_CONNECTIONS;
  server.on("connect", (request: IncomingMessage, client: Socket, head: Buffer) =>
    tunnel(traffic, request.url ?? "", { client, head }),
  );
  server.on("connection", (socket: Socket) => keep(socket, sockets, options.connectionMs));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has a port
  return {
    port,
    begin: ({ toOpenOrigin }) => {
      traffic.refusals.clear();
      traffic.visit = { toOpenOrigin, leftBytes: options.maxBytes };
    },
    refusalOf: (url) => traffic.refusals.get(hostKey(new URL(url))),
    close: () => stop(server, sockets),
  };
}

/** A page may hold a connection open for ever; the proxy does not. */
function keep(socket: Socket, sockets: Set<Socket>, connectionMs: number): void {
  sockets.add(socket);
  const timer = setTimeout(() => socket.destroy(), connectionMs);
  socket.once("close", () => {
    clearTimeout(timer);
    sockets.delete(socket);
  });
}

function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}
