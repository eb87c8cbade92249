import type { Fetch } from "../../base/fetch.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/words.ts";
import { responseText } from "../../drivers/http-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/action.ts";
import { type Outcome, success } from "../../engine/outcome.ts";
import { askUpstream, failed } from "../upstream.ts";
import { momentText, worded } from "../wording.ts";

/** What the feed action needs. */
export interface FeedParts {
  readonly fetch: Fetch;
}

/** One entry of a feed; `publishedAtMs` is Unix milliseconds. */
interface Entry {
  readonly title: string;
  readonly url: string;
  readonly publishedAtMs: number | undefined;
}

const USUAL_COUNT = 10;

/** `source:feed`: RSS, Atom, RDF and JSON Feed. */
export function createFeedHandlers(parts: FeedParts): Handlers {
  return { "source:feed": (call) => readFeed(parts, call) };
}

async function readFeed({ fetch }: FeedParts, call: ReadyCall): Promise<Outcome> {
  const url = stringParam(call, "url");
  if (!URL.canParse(url)) return failed("bad-parameters", worded(call, NO_ADDRESS));
  const answer = await askUpstream({ fetch, call, name: new URL(url).host }, { url });
  if (!answer.ok) return answer;
  const feed = await parseEntries(responseText(answer.response), url);
  if (feed === undefined) return failed("not-a-feed", worded(call, NOT_A_FEED));
  const sinceMs = Date.parse(optionalString(call, "since")?.trim() ?? "");
  const isNew = ({ publishedAtMs }: Entry): boolean =>
    Number.isNaN(sinceMs) || publishedAtMs === undefined || publishedAtMs > sinceMs;
  const entries = feed.filter(isNew).slice(0, numberParam(call, "count", USUAL_COUNT));
  return success(listOf(call, entries), { tainted: true });
}

const NO_ADDRESS: Localized = {
  ko: "피드의 주소는 https://로 시작하는 웹 주소입니다.",
  en: "The address of a feed is a web address that begins with https://.",
};

const NOT_A_FEED: Localized = {
  ko: "그 주소의 글은 피드(RSS, Atom, JSON Feed)가 아닙니다.",
  en: "What is at that address is no feed (RSS, Atom, JSON Feed).",
};

const NOTHING: Localized = { ko: "새 글이 없습니다.", en: "There is nothing new." };

/** The entries in the feed's order, or nothing when it is no feed. Those without a title or a web address are left out. */
async function parseEntries(text: string, base: string): Promise<readonly Entry[] | undefined> {
  const { DetectError, MalformedError, parseFeed, ParseError } = await import("feedsmith");
  try {
    const { format, feed } = parseFeed(text);
    switch (format) {
      case "rss":
      case "rdf":
        return (feed.items ?? []).flatMap((item) =>
          entryOf(base, { title: item.title, link: item.link, date: dateIn(item) }),
        );
      case "atom":
        return (feed.entries ?? []).flatMap((item) =>
          entryOf(base, {
            title: textIn(item.title),
            link: item.links?.find(({ rel = "alternate" }) => rel === "alternate")?.href,
            date: item.published ?? item.updated,
          }),
        );
      case "json":
        return (feed.items ?? []).flatMap((item) =>
          entryOf(base, { title: item.title, link: item.url, date: item.date_published }),
        );
    }
  } catch (error) {
    const isNoFeed = [DetectError, MalformedError, ParseError].some(
      (kind) => error instanceof kind,
    );
    if (isNoFeed) return undefined;
    throw error;
  }
}

function entryOf(
  base: string,
  given: { readonly title: unknown; readonly link: unknown; readonly date: unknown },
): readonly Entry[] {
  const title = typeof given.title === "string" ? given.title.replace(/\s+/gu, " ").trim() : "";
  const link = typeof given.link === "string" ? given.link : "";
  if (title === "" || link === "" || !URL.canParse(link, base)) return [];
  const url = new URL(link, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") return [];
  const publishedAtMs = Date.parse(String(given.date ?? ""));
  return [
    {
      title,
      url: url.href,
      publishedAtMs: Number.isNaN(publishedAtMs) ? undefined : publishedAtMs,
    },
  ];
}

function dateIn(item: object): unknown {
  return "pubDate" in item ? item.pubDate : undefined;
}

function textIn(title: unknown): unknown {
  return typeof title === "object" && title !== null && "value" in title ? title.value : title;
}

function listOf(call: ReadyCall, entries: readonly Entry[]) {
  const items: JsonObject[] = entries.map(({ title, url, publishedAtMs }) => ({
    title,
    url,
    published: publishedAtMs === undefined ? null : new Date(publishedAtMs).toISOString(),
  }));
  const lines = entries.map(({ title, url, publishedAtMs }, index) => {
    const moment = publishedAtMs === undefined ? "" : ` (${momentText(call, publishedAtMs)})`;
    return `${index + 1}. ${title}${moment}\n   ${url}`;
  });
  const text = lines.length === 0 ? worded(call, NOTHING) : lines.join("\n");
  return { kind: "list", items, text } as const;
}
