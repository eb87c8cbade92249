import type { CookieData } from "puppeteer-core";
import { AppError } from "../../base/errors.ts";
import { isJsonObject, type Json, parsedJson } from "../../base/json.ts";
import type { ChatSession } from "./session.ts";

/** The cookies by which somebody is signed in at sites. */
export interface SignIn {
  /** Hosts that the cookies are for, each once. */
  readonly sites: readonly string[];
  readonly cookies: readonly CookieData[];
}

/** Most cookies that are kept or taken. */
const MOST = 500;

/** The cookies of a chat for one site, with those of hosts above and below it; by default all. */
export async function cookiesOf(session: ChatSession, site?: string): Promise<SignIn> {
  const cookies: CookieData[] = [];
  for (const opening of session.sides()) {
    const { context } = await opening;
    for (const cookie of await context.cookies())
      if (site === undefined || isFor(cookie.domain, site)) cookies.push(kept(cookie));
  }
  return signInOf(cookies);
}

function signInOf(cookies: readonly CookieData[]): SignIn {
  const sites = new Set(cookies.map(({ domain }) => domain.replace(/^\./, "")));
  return { sites: [...sites], cookies: cookies.slice(0, MOST) };
}

function kept({
  name,
  value,
  domain,
  path,
  expires,
  httpOnly,
  secure,
  sameSite,
}: CookieData): CookieData {
  return {
    name,
    value,
    domain,
    ...(path === undefined ? {} : { path }),
    ...(expires === undefined || expires < 0 ? {} : { expires }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
    ...(secure === undefined ? {} : { secure }),
    ...(sameSite === undefined ? {} : { sameSite }),
  };
}

/** Puts cookies in; whoever they are of is signed in at their sites from then on. `isOpen` says which hosts are private ones that were opened. */
export async function putCookies(
  session: ChatSession,
  { sites, cookies }: SignIn,
  isOpen: (host: string) => boolean,
): Promise<void> {
  for (const toOpenOrigin of [false, true]) {
    const own = cookies.filter(({ domain }) => isOpen(domain.replace(/^\./, "")) === toOpenOrigin);
    if (own.length === 0) continue;
    const { context } = await session.sideOf(toOpenOrigin);
    await context.setCookie(...own);
  }
  for (const site of sites) session.signedIn.add(site);
}

function isFor(domain: string, site: string): boolean {
  const host = domain.replace(/^\./, "").toLowerCase();
  const wanted = site.toLowerCase();
  return host === wanted || wanted.endsWith(`.${host}`) || host.endsWith(`.${wanted}`);
}

/** Reads a cookie file: JSON as browser extensions export it, or lines of Netscape's format. Throws `AppError` `not-cookies`. */
export function parseCookies(text: string): SignIn {
  const json = parsedJson(text);
  const list = Array.isArray(json) ? json : isJsonObject(json) ? json["cookies"] : undefined;
  const cookies = Array.isArray(list) ? list.flatMap(fromJson) : text.split("\n").flatMap(fromLine);
  if (cookies.length === 0)
    throw new AppError("not-cookies", {
      en: "That is no file of cookies. It must be JSON as browser extensions export it, or cookies.txt.",
      ko: "쿠키 파일이 아니에요. 브라우저 확장이 내보낸 JSON이나 cookies.txt여야 해요.",
    });
  return signInOf(cookies.slice(0, MOST));
}

const SAME_SITE: Readonly<Record<string, CookieData["sameSite"]>> = {
  strict: "Strict",
  lax: "Lax",
  none: "None",
  no_restriction: "None",
};

function fromJson(value: Json): readonly CookieData[] {
  if (!isJsonObject(value)) return [];
  const { name, value: content, domain, path, secure, httpOnly, sameSite } = value;
  const { expires = value["expirationDate"] } = value;
  if (typeof name !== "string" || typeof content !== "string" || typeof domain !== "string")
    return [];
  const strictness = typeof sameSite === "string" ? SAME_SITE[sameSite.toLowerCase()] : undefined;
  return [
    {
      name,
      value: content,
      domain,
      path: typeof path === "string" ? path : "/",
      secure: secure === true,
      httpOnly: httpOnly === true,
      ...(typeof expires === "number" && expires > 0 ? { expires } : {}),
      ...(strictness === undefined ? {} : { sameSite: strictness }),
    },
  ];
}

/** `domain, subdomains, path, secure, expires, name, value` with tabs between; `#HttpOnly_` in front of what scripts cannot read. */
function fromLine(line: string): readonly CookieData[] {
  const isHidden = line.startsWith("#HttpOnly_");
  if (line.startsWith("#") && !isHidden) return [];
  const [domain = "", , path = "/", secure, expires, name, ...value] = line
    .replace(/^#HttpOnly_/, "")
    .trimEnd()
    .split("\t");
  if (name === undefined || domain === "") return [];
  const seconds = Number(expires);
  return [
    {
      name,
      value: value.join("\t"),
      domain,
      path,
      secure: secure === "TRUE",
      httpOnly: isHidden,
      ...(seconds > 0 ? { expires: seconds } : {}),
    },
  ];
}
