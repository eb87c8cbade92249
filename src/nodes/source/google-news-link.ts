import type { Fetch } from "../../base/fetch.ts";
import { type Json, parsedJson } from "../../base/json.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { askUpstream } from "../api/upstream.ts";

const SITE = "https://news.google.com";
const SERVICE = "google-news";

/** The article that a link of Google News leads to, where the link itself holds its address; any other link as it is. Pure. */
export function plainLink(url: string): string {
  const id = articleId(url);
  if (id === undefined) return url;
  const bytes = Buffer.from(id, "base64url").toString("latin1");
  const [found] = /https?:\/\/[\x21-\x7e]+/.exec(bytes) ?? [];
  return found !== undefined && URL.canParse(found) ? found : url;
}

/**
 * The article behind a link of Google News, asked of Google where the link does not hold it (those since July 2024); the link itself where
 * that fails. Two requests, as SSujitX/google-news-url-decoder makes them: the page tells a signature and its time, and a call gives the
 * address for them. Throws only on abort.
 */
export async function articleLink(fetch: Fetch, call: ReadyCall, url: string): Promise<string> {
  const plain = plainLink(url);
  const id = articleId(plain);
  if (id === undefined) return plain;
  const asking = { fetch, call, name: "Google News" };
  const page = await askUpstream(asking, { url: `${SITE}/rss/articles/${id}`, service: SERVICE });
  if (!page.ok) return plain;
  const html = responseText(page.response);
  const [, signature] = /data-n-a-sg="([\w-]{1,200})"/.exec(html) ?? [];
  const [, time] = /data-n-a-ts="(\d{1,20})"/.exec(html) ?? [];
  if (signature === undefined || time === undefined) return plain;
  const answer = await askUpstream(asking, {
    url: `${SITE}/_/DotsSplashUi/data/batchexecute`,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    body: new URLSearchParams({ "f.req": requestFor(id, time, signature) }).toString(),
    service: SERVICE,
  });
  return (answer.ok ? addressIn(responseText(answer.response)) : undefined) ?? plain;
}

/** The id of an article in an address of Google News. */
function articleId(url: string): string | undefined {
  const { host, pathname } = new URL(url);
  if (host !== "news.google.com") return undefined;
  return /^\/(?:rss\/)?(?:articles|read)\/([\w-]{8,2000})$/.exec(pathname)?.[1];
}

/** What the page of an article sends for its address. */
function requestFor(id: string, time: string, signature: string): string {
  const edition = [
    "X",
    "X",
    ["X", "X"],
    null,
    null,
    1,
    1,
    "US:en",
    null,
    1,
    null,
    null,
    null,
    null,
    null,
    0,
    1,
  ];
  const asked = [
    "garturlreq",
    [edition, "X", "X", 1, [1, 1, 1], 1, 1, null, 0, 0, null, 0],
    id,
    Number(time),
    signature,
  ];
  return JSON.stringify([[["Fbv4je", JSON.stringify(asked), null, "generic"]]]);
}

/** `)]}'`, an empty line, and rows, of which the first holds `["garturlres", ADDRESS, …]` as a text. */
function addressIn(text: string): string | undefined {
  const [, rows = ""] = text.split("\n\n");
  const row = partOf(parsedJson(rows), 0);
  const told = partOf(row, 2);
  const address = typeof told === "string" ? partOf(parsedJson(told), 1) : undefined;
  return typeof address === "string" && /^https?:\/\//.test(address) ? address : undefined;
}

function partOf(value: Json | undefined, at: number): Json | undefined {
  return Array.isArray(value) ? value[at] : undefined;
}
