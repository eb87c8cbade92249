/** One hit of a search. */
export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** What a result page of html.duckduckgo.com turned out to be. */
export type ResultPage =
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
