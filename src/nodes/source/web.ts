import { readApart } from "../../base/child-task.ts";
import { AppError } from "../../base/errors.ts";
import type { Fetch, FetchResponse } from "../../base/fetch.ts";
import type { JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { type Localized, oneLine as shortLine } from "../../base/localized.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { linkLines, literal, siteOf } from "../../engine/values/link-lines.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import {
  type Asking,
  askRaw,
  askUpstream,
  type FailureOutcome,
  failed,
  statusFailure,
} from "../api/upstream.ts";
import { worded } from "../localize.ts";
import { webAddress } from "../web-address.ts";
import { articleLink } from "./google-news-link.ts";
import type { Page, PageSource, PageText, WholePage } from "./page-parsing.ts";

const DEFAULT_LENGTH = 10_000; // characters of a page
const DEFAULT_HITS = 5;
const SEARCH_URL = "https://html.duckduckgo.com/html/";

/** `source:crawl` and `source:web_search`. */
export function createWebHandlers({ fetch }: { readonly fetch: Fetch }): Handlers {
  return {
    "source:crawl": (call) => crawl(fetch, call),
    "source:web_search": (call) => webSearch(fetch, call),
  };
}

async function crawl(fetch: Fetch, call: ReadyCall): Promise<Outcome> {
  const opened = await openPage(fetch, call, stringParam(call, "url"));
  if (!opened.ok) return opened;
  return success(pageText(call, opened.url, opened.page), { tainted: true });
}

/** Opens the page at an address, with or without `https://`, as a reader sees it; `url` is where it was found. Throws only on abort. */
export async function openPage(
  fetch: Fetch,
  call: ReadyCall,
  given: string,
): Promise<{ readonly ok: true; readonly url: string; readonly page: PageText } | FailureOutcome> {
  const written = webAddress(given);
  const url = written === undefined ? undefined : await articleLink(fetch, call, written);
  if (url === undefined) {
    return failed(
      "bad-url",
      worded(call, {
        ko: korean`${given}은(는) 웹 주소가 아니에요.`,
        en: `${given} isn't a web address.`,
      }),
    );
  }
  const asking: Asking = { fetch, call, name: new URL(url).host };
  const answer = await askUpstream(asking, {
    url,
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  });
  if (!answer.ok) return answer;
  const reader = { who: call.actor.chatId, signal: call.signal };
  const page = await readPage(answer.response, reader);
  switch (page.kind) {
    case "page":
      return { ok: true, url: answer.response.url, page: page.page };
    case "missing":
      return statusFailure(asking, { ...answer.response, status: 404 });
    case "error":
      return failed("upstream-error", worded(call, toldError(page.told)));
    case "empty":
      return failed("upstream-empty", worded(call, EMPTY_PAGE));
    case "unreadable":
      return failed("unreadable-page", worded(call, UNREADABLE));
  }
}

const EMPTY_PAGE = {
  ko: "이 페이지에는 읽을 글이 없어요.",
  en: "There's no text to read on that page.",
};

function toldError(told: string): Localized {
  return { ko: `그 페이지가 오류를 냈어요: ${told}`, en: `That page gave an error: ${told}` };
}

const UNREADABLE: Localized = {
  ko: "글이 아니라 파일이 있는 주소예요.",
  en: "That address holds a file, not a text.",
};

/** The page for a reader: title, address, what was left out, text. */
function pageText(call: ReadyCall, url: string, page: PageText): string {
  const limit = numberParam(call, "max_length", DEFAULT_LENGTH);
  const characters = Array.from(page.text);
  const isCut = characters.length > limit;
  const notice = worded(call, {
    ko: `(전체 ${characters.length}자 가운데 처음 ${limit}자)`,
    en: `(the first ${limit} of ${characters.length} characters)`,
  });
  const head = [
    ...(page.title === undefined ? [] : [`# ${page.title}`]),
    url,
    ...(isCut ? [notice] : []),
  ];
  return `${head.join("\n")}\n\n${isCut ? characters.slice(0, limit).join("") : page.text}`;
}

async function webSearch(fetch: Fetch, call: ReadyCall): Promise<Outcome> {
  const query = stringParam(call, "query");
  const region =
    optionalString(call, "country") ?? (call.actor.language === "ko" ? "kr-kr" : "us-en");
  const asking: Asking = { fetch, call, name: { ko: "검색 서비스", en: "The search service" } };
  const answer = await askRaw(asking, {
    url: SEARCH_URL,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", referer: SEARCH_URL },
    body: new URLSearchParams({ q: query, b: "", kl: region }).toString(),
    service: "duckduckgo",
  });
  if (!answer.ok) return answer;
  if (answer.response.status !== 200 && answer.response.status !== 202)
    return statusFailure(asking, answer.response);
  const given = { status: answer.response.status, html: responseText(answer.response) };
  const page = await readApart<ResultPage>(
    { sort: "page", task: "results", given, who: call.actor.chatId },
    { signal: call.signal },
  );
  switch (page.kind) {
    case "hits":
      return hitList(call, query, page.hits.slice(0, numberParam(call, "count", DEFAULT_HITS)));
    case "blocked":
      return failed("upstream-blocked", worded(call, BLOCKED), true);
    case "unknown":
      return failed("upstream-changed", worded(call, CHANGED));
  }
}

const BLOCKED = {
  ko: "검색 서비스가 지금은 막고 있어요. 잠시 뒤에 다시 해 주세요.",
  en: "The search service is blocking me right now. Try again in a while.",
};

const CHANGED = {
  ko: "검색 서비스의 답을 읽지 못했어요.",
  en: "The answer of the search service can't be read.",
};

function hitList(call: ReadyCall, query: string, hits: readonly SearchHit[]): Outcome {
  const items: JsonObject[] = hits.map((hit) => ({
    title: hit.title,
    url: hit.url,
    snippet: hit.snippet,
  }));
  const lines = hits.map(({ title, url, snippet }) => ({
    title,
    url,
    origin: siteOf(url),
    detail: shortLine(snippet, MAX_SNIPPET),
  }));
  const none = worded(call, {
    ko: `${literal(query)} 검색 결과가 없어요.`,
    en: `Nothing found for ${literal(query)}.`,
  });
  const text = lines.length === 0 ? none : linkLines(lines);
  return success({ kind: "list", items, text }, { tainted: true });
}

/** Longest line below a hit, in characters. */
const MAX_SNIPPET = 120;

/** One hit of a search. */
interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** What a result page of html.duckduckgo.com turned out to be. */
type ResultPage =
  | { readonly kind: "hits"; readonly hits: readonly SearchHit[] }
  | { readonly kind: "blocked" }
  | { readonly kind: "unknown" };

/** A page holds some ten hits; more elements than this is not a result page. */
const PAGE_SIZE_LIMIT = 1_000_000;

/**
 * Reads a result page: hits in order, without advertisements. The challenge comes with status 202 or the words below
 * (garudust-org/garudust-agent pull 87, deedy5/ddgs pull 170); an empty result says so in an element of class `no-results`.
 */
export async function parseResultPage({
  status,
  html,
}: {
  readonly status: number;
  readonly html: string;
}): Promise<ResultPage> {
  if (status === 202 || /anomaly-modal|anomaly\.js|bots use DuckDuckGo/.test(html))
    return { kind: "blocked" };
  if (html.length > PAGE_SIZE_LIMIT) return { kind: "unknown" };
  const { parseHTML } = await import("linkedom");
  const { document } = parseHTML(html);
  const blocks = [...document.querySelectorAll(".result:not(.result--ad)")];
  const hits = blocks.map(hitOf).filter((hit) => hit !== undefined);
  const saysNone = document.querySelector(".no-results, .result--no-result") !== null;
  return hits.length > 0 || saysNone ? { kind: "hits", hits } : { kind: "unknown" };
}

/** The part of an element that is read here. */
interface Block {
  querySelector(
    selector: string,
  ): { getAttribute(name: string): string | null; readonly textContent: string | null } | null;
}

function hitOf(block: Block): SearchHit | undefined {
  const link = block.querySelector("a.result__a");
  const url = destinationOf(link?.getAttribute("href") ?? "");
  const title = oneLine(link?.textContent ?? "");
  if (url === undefined || title === "") return undefined;
  return {
    title,
    url,
    snippet: oneLine(block.querySelector(".result__snippet")?.textContent ?? ""),
  };
}

/** A hit's link is the page itself or DuckDuckGo's redirect, which holds the page in `uddg`. */
function destinationOf(href: string): string | undefined {
  const url = urlOf(href);
  if (url === undefined) return undefined;
  if (!/(^|\.)duckduckgo\.com$/.test(url.hostname)) return url.href;
  const target = urlOf(url.searchParams.get("uddg") ?? "");
  return target?.href;
}

function urlOf(text: string): URL | undefined {
  if (text === "" || !URL.canParse(text, "https://duckduckgo.com")) return undefined;
  const url = new URL(text, "https://duckduckgo.com");
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** An article shorter than this part of the whole page's text has lost what the reader came for (a table, a list). */
const ARTICLE_SHARE_FLOOR = 0.25;

/** How long an article is looked for; after that the whole text is there. */
const ARTICLE_MS = 5000;

/** Reads an answer of a good status: HTML as its article or else its whole text, JSON laid out, other text as it is. Throws `page-too-hard`; rejects with the signal's reason when aborted. */
export async function readPage(
  { headers, body }: FetchResponse,
  { who, signal }: { readonly who: string; readonly signal: AbortSignal },
): Promise<Page> {
  const given: PageSource = { headers, body };
  const work = { sort: "page", given, who } as const;
  const { page, hasArticle } = await readApart<WholePage>({ ...work, task: "page" }, { signal });
  if (page.kind !== "page" || !hasArticle) return page;
  const article = await readApart<string | undefined>(
    { ...work, task: "article" },
    { signal, timeoutMs: ARTICLE_MS },
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof AppError) return undefined; // too hard: the whole text is there
    throw error;
  });
  const { text } = page.page;
  return article !== undefined && article.length >= text.length * ARTICLE_SHARE_FLOOR
    ? { kind: "page", page: { ...page.page, text: article } }
    : page;
}
