import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../base/clock.ts";
import { isJsonObject, type JsonObject, parsedJson } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { Browser } from "./browser.ts";
import { keysOf } from "./keys.ts";
import { loginPage } from "./login-page.ts";

/** How long a link can be used, in milliseconds. */
export const LINK_MS = 10 * 60 * 1000;

/** Most requests of one link in a second. */
const MOST_A_SECOND = 15;

const MOST_BODY_BYTES = 8 * 1024;

/** Most links that are open at a time. */
const MOST_LINKS = 20;

/** A link by which one person sees the browser of a chat and types there. */
interface Link {
  readonly chatId: string;
  readonly language: Language;
  readonly expiresAtMs: number;
  /** Digest of the cookie of whoever began; absent before. */
  owner?: string;
  /** Requests since the second began. */
  secondMs: number;
  requests: number;
}

/** Pages of the service on which people log in: one-time links to the screen of a chat's browser. What is typed there goes into the page and nowhere else. */
export class LoginScreens {
  readonly #parts;
  /** By the digest of the token. */
  readonly #links = new Map<string, Link>();

  constructor(parts: {
    readonly browser: Pick<Browser, "withTab" | "keep">;
    readonly clock: Pick<Clock, "now">;
  }) {
    this.#parts = parts;
  }

  /** Makes a link for the browser of a chat, in the place of an earlier one; gives the path below the address of the service. */
  open(chatId: string, language: Language): string {
    const { clock, browser } = this.#parts;
    for (const [digest, link] of this.#links)
      if (link.chatId === chatId || this.#links.size >= MOST_LINKS) this.#links.delete(digest);
    const token = randomBytes(32).toString("base64url");
    const expiresAtMs = clock.now() + LINK_MS;
    this.#links.set(digestOf(token), { chatId, language, expiresAtMs, secondMs: 0, requests: 0 });
    browser.keep(chatId, LINK_MS);
    return `/screen/${token}`;
  }

  /** Ends the link of a chat. */
  close(chatId: string): void {
    for (const [digest, link] of this.#links)
      if (link.chatId === chatId) this.#links.delete(digest);
  }

  /** True while a link can be used. */
  get isWanted(): boolean {
    const nowMs = this.#parts.clock.now();
    for (const [digest, link] of this.#links)
      if (link.expiresAtMs <= nowMs) this.#links.delete(digest);
    return this.#links.size > 0;
  }

  /** Answers a request below `/screen/`; false for any other. A link that is unknown, over or somebody else's is answered alike. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = /^\/screen\/([\w-]{43})(?:\/(start|picture|input))?$/.exec(request.url ?? "");
    if (path === null) return false;
    const [, token = "", what = ""] = path;
    const link = this.isWanted ? this.#links.get(digestOf(token)) : undefined;
    if (link === undefined) return end(response, 404);
    if (!this.#mayCome(link)) return end(response, 429);
    const method = what === "" || what === "picture" ? "GET" : "POST";
    if (request.method !== method) return end(response, 405);
    if (what === "") return this.#page(link, token, response);
    if (what === "start") return this.#start(link, token, request, response);
    if (!isOwner(link, request)) return end(response, 404);
    return what === "picture"
      ? this.#picture(link, response)
      : this.#input(link, request, response);
  }

  #mayCome(link: Link): boolean {
    const nowMs = this.#parts.clock.now();
    if (nowMs - link.secondMs >= 1000) {
      link.secondMs = nowMs;
      link.requests = 0;
    }
    link.requests += 1;
    return link.requests <= MOST_A_SECOND;
  }

  /** Programs that look at links for a preview come here, too: nothing begins before a button is pressed. */
  #page({ language }: Link, token: string, response: ServerResponse): boolean {
    const nonce = randomBytes(16).toString("base64");
    response.writeHead(200, {
      ...SAFE_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; img-src 'self' blob:; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    });
    response.end(loginPage({ token, nonce, language }));
    return true;
  }

  /** Whoever presses first has the link for themselves. */
  #start(link: Link, token: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (!isFromOwnPage(request)) return end(response, 404);
    if (link.owner !== undefined) return end(response, isOwner(link, request) ? 204 : 404);
    const secret = randomBytes(32).toString("base64url");
    link.owner = digestOf(secret);
    const isSecure = request.headers["x-forwarded-proto"] === "https" ? "; Secure" : "";
    response.setHeader(
      "set-cookie",
      `screen=${secret}; Path=/screen/${token}; HttpOnly; SameSite=Strict; Max-Age=${LINK_MS / 1000}${isSecure}`,
    );
    return end(response, 204);
  }

  async #picture({ chatId }: Link, response: ServerResponse): Promise<boolean> {
    const bytes = await this.#parts.browser
      .withTab(chatId, {}, ({ page }) => page.screenshot({ type: "jpeg", quality: 60 }))
      .catch(() => undefined); // the page was closed meanwhile
    if (bytes === undefined) return end(response, 410);
    response.writeHead(200, { ...SAFE_HEADERS, "content-type": "image/jpeg" });
    response.end(bytes);
    return true;
  }

  async #input(link: Link, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (!isFromOwnPage(request)) return end(response, 404);
    const body = await bodyOf(request);
    if (body === undefined) return end(response, 400);
    const isDone = body["kind"] === "done";
    const took = await this.#parts.browser
      .withTab(link.chatId, {}, async (tab, session) => {
        session.begin(tab, { accept: true });
        const { hostname } = new URL(tab.page.url());
        const { result } = await session.adopting(() => entered(tab.page, body));
        // Whoever types there themselves is signed in, or is about to be.
        if (result && hostname !== "") session.signedIn.add(hostname);
        return result;
      })
      .catch(() => undefined); // the page was closed meanwhile
    if (isDone) this.close(link.chatId);
    return end(response, took === undefined ? 410 : took ? 204 : 400);
  }
}

/** Does what a person did on the picture: `{kind: "tap", x, y}` in parts of its width and height, `text`, `key`, `scroll` by pixels. False for what is none of it. */
async function entered(
  page: Parameters<Parameters<Browser["withTab"]>[2]>[0]["page"],
  { kind, x, y, text, key, by }: JsonObject,
): Promise<boolean> {
  const { width, height } = page.viewport() ?? { width: 1280, height: 800 };
  if (kind === "tap" && isPart(x) && isPart(y)) {
    await page.mouse.click(x * width, y * height);
    return true;
  }
  if (kind === "text" && typeof text === "string" && text.length <= 1000) {
    await page.keyboard.type(text);
    return true;
  }
  if (kind === "key" && typeof key === "string") {
    for (const each of keysOf(key).slice(-1)) await page.keyboard.press(each);
    return true;
  }
  if (kind === "scroll" && typeof by === "number") {
    await page.mouse.wheel({ deltaY: Math.max(-2000, Math.min(2000, by)) });
    return true;
  }
  return kind === "done";
}

function isPart(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject | undefined> {
  if (request.headers["content-type"] !== "application/json") return undefined;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer; // a request of node:http without an encoding gives buffers
    sizeBytes += bytes.length;
    if (sizeBytes > MOST_BODY_BYTES) return undefined;
    chunks.push(bytes);
  }
  const body = parsedJson(Buffer.concat(chunks).toString("utf8"));
  return isJsonObject(body) ? body : undefined;
}

/** A page of another site can send no JSON here, and browsers say where a request comes from. */
function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const from = headers["sec-fetch-site"];
  return from === undefined || from === "same-origin";
}

function isOwner({ owner }: Link, { headers }: IncomingMessage): boolean {
  const secret = /(?:^|;\s*)screen=([\w-]{43})/.exec(headers.cookie ?? "")?.[1];
  if (secret === undefined || owner === undefined) return false;
  return timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(owner));
}

function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

const SAFE_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

function end(response: ServerResponse, status: number): true {
  response.writeHead(status, { ...SAFE_HEADERS, "content-length": 0 });
  response.end();
  return true;
}
