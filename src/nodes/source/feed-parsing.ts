import type { parseFeed as Parse } from "feedsmith";
import { oneLine } from "../../base/localized.ts";

/** One entry of a feed; `key` is the same as long as the entry is there, `publishedAtMs` is Unix milliseconds. */
export interface FeedEntry {
  readonly key: string;
  readonly title: string;
  readonly url: string;
  readonly publishedAtMs?: number;
}

/** What a feed says: its title, empty where it has none, and its entries in its own order. */
export interface FeedText {
  readonly title: string;
  readonly entries: readonly FeedEntry[];
}

/** Longest title of a feed that is shown, in characters. */
const MOST_TITLE = 80;

/** The entries in the feed's order, or nothing when it is no feed. Those without a title or a web address are left out. */
export async function parseEntries({
  text,
  base,
}: {
  readonly text: string;
  readonly base: string;
}): Promise<FeedText | undefined> {
  const { DetectError, MalformedError, parseFeed, ParseError } = await import("feedsmith");
  try {
    const parsed = parseFeed(text);
    const title = oneLine(String(textIn(parsed.feed.title) ?? ""), MOST_TITLE);
    return { title, entries: givenIn(parsed).flatMap((given) => entryOf(base, given)) };
  } catch (error) {
    const isNoFeed = [DetectError, MalformedError, ParseError].some(
      (kind) => error instanceof kind,
    );
    if (isNoFeed) return undefined;
    throw error;
  }
}

/** What a feed of any kind says of an entry. */
interface Given {
  readonly id: unknown;
  readonly title: unknown;
  readonly link: unknown;
  readonly date: unknown;
}

function givenIn({ format, feed }: ReturnType<typeof Parse<string>>): readonly Given[] {
  switch (format) {
    case "rss":
    case "rdf":
      return (feed.items ?? []).map((item) => ({
        id: "guid" in item ? item.guid?.value : undefined,
        title: item.title,
        link: item.link,
        date: "pubDate" in item ? item.pubDate : undefined,
      }));
    case "atom":
      return (feed.entries ?? []).map((item) => ({
        id: item.id,
        title: textIn(item.title),
        link: item.links?.find(({ rel = "alternate" }) => rel === "alternate")?.href,
        date: item.published ?? item.updated,
      }));
    case "json":
      return (feed.items ?? []).map((item) => ({
        id: item.id,
        title: item.title,
        link: item.url,
        date: item.date_published,
      }));
  }
}

function entryOf(base: string, given: Given): readonly FeedEntry[] {
  const title = typeof given.title === "string" ? given.title.replace(/\s+/gu, " ").trim() : "";
  const link = typeof given.link === "string" ? given.link : "";
  if (title === "" || link === "" || !URL.canParse(link, base)) return [];
  const url = new URL(link, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") return [];
  const publishedAtMs = Date.parse(String(given.date ?? ""));
  const id = typeof given.id === "string" ? given.id.trim() : "";
  return [
    {
      key: id === "" ? url.href : id,
      title,
      url: url.href,
      ...(Number.isNaN(publishedAtMs) ? {} : { publishedAtMs }),
    },
  ];
}

function textIn(title: unknown): unknown {
  return typeof title === "object" && title !== null && "value" in title ? title.value : title;
}
