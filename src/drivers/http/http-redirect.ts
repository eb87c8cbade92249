import { AppError } from "../../base/errors.ts";
import type { FetchRequest } from "../../base/fetch.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { parseHttpUrl } from "./address-guard.ts";

/** One request on the wire. `open` says that its private origin may be reached. */
export interface Hop {
  readonly url: URL;
  readonly method: NonNullable<FetchRequest["method"]>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly open: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The only headers that go on to another origin: whatever else a program sends may be a key. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "if-modified-since",
  "if-none-match",
  "pragma",
  "range",
  "user-agent",
]);

/** Headers that steer the connection or the framing and so are ours alone to set. */
const OUR_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers with lower-case names. Throws `http-bad-header` for one that a request may not set or that cannot be sent. */
export function checkHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const checked: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (OUR_HEADERS.has(lower)) {
      throw badHeader({
        en: `The header "${lower}" is set by the service itself. Leave it out.`,
        ko: `"${lower}" 헤더는 서비스가 직접 정해요. 빼 주세요.`,
      });
    }
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower)) {
      throw badHeader({
        en: "A header name has characters that cannot be sent.",
        ko: "헤더 이름에 보낼 수 없는 글자가 있어요.",
      });
    }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw badHeader({
        en: `The value of the header "${lower}" has line breaks or characters that cannot be sent.`,
        ko: `"${lower}" 헤더의 값에 줄바꿈이나 보낼 수 없는 글자가 있어요.`,
      });
    }
    checked[lower] = value;
  }
  return checked;
}

/** Where a redirect leads, with what may go there; undefined for any other answer. Throws `http-redirects` where going on would give away a body or a key, `http-bad-url` for a target that cannot be fetched. */
export function nextHop(
  hop: Hop,
  answer: {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  },
): Omit<Hop, "open"> | undefined {
  const { location } = answer.headers;
  if (!REDIRECTS.has(answer.statusCode) || typeof location !== "string") return undefined;
  const url = parseHttpUrl(latin1ToUtf8(location), hop.url.href);
  const stripped = turnsIntoGet(hop.method, answer.statusCode);
  const headers = stripped ? withoutContent(hop.headers) : hop.headers;
  const body = stripped ? undefined : hop.body;
  const method = stripped ? "GET" : hop.method;
  refuseDowngrade(hop, url);
  if (url.origin === hop.url.origin) return { url, method, headers, body };
  if (body !== undefined) {
    throw new AppError("http-redirects", {
      en: `"${hop.url.origin}" wants the data that was sent to go to "${url.origin}" instead. Send it there directly if you trust that host.`,
      ko: korean`"${hop.url.origin}"이(가) 보낸 자료를 "${url.origin}"(으)로 넘기려 해요. 그곳을 믿는다면 직접 보내 주세요.`,
    });
  }
  return { url, method, headers: onlyHarmless(headers), body };
}

/** 303 always asks for GET; after 301 and 302 a POST becomes one, as every client does (RFC 9110, section 15.4). */
function turnsIntoGet(method: Hop["method"], status: number): boolean {
  if (status === 303) return method !== "GET" && method !== "HEAD";
  return (status === 301 || status === 302) && method === "POST";
}

function refuseDowngrade(hop: Hop, url: URL): void {
  if (hop.url.protocol !== "https:" || url.protocol !== "http:") return;
  if (Object.keys(hop.headers).every((name) => HARMLESS_HEADERS.has(name))) return;
  throw new AppError("http-redirects", {
    en: `"${hop.url.origin}" redirects to "${url.origin}", which is not encrypted, and the request carries a key. Use the https address.`,
    ko: korean`"${hop.url.origin}"이(가) 암호화되지 않은 "${url.origin}"(으)로 넘기는데, 요청에 키가 들어 있어요. https 주소를 써 주세요.`,
  });
}

function onlyHarmless(headers: Hop["headers"]): Hop["headers"] {
  return keepHeaders(headers, (name) => HARMLESS_HEADERS.has(name));
}

function withoutContent(headers: Hop["headers"]): Hop["headers"] {
  return keepHeaders(headers, (name) => !name.startsWith("content-"));
}

function keepHeaders(headers: Hop["headers"], keep: (name: string) => boolean): Hop["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keep(name)));
}

/** Header bytes arrive as Latin-1, while servers write their Korean paths in UTF-8. */
function latin1ToUtf8(text: string): string {
  const utf8 = Buffer.from(text, "latin1").toString("utf8");
  return utf8.includes("\ufffd") ? text : utf8;
}

function badHeader(words: Localized): AppError {
  return new AppError("http-bad-header", words);
}
