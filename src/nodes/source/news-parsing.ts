import { textOfHtml } from "../text/html-text.ts";

/** One article of the news; `publishedAtMs` is Unix milliseconds. */
export interface Article {
  readonly title: string;
  readonly url: string;
  readonly source: string;
  readonly publishedAtMs?: number;
  readonly summary: string;
}

/** The articles of an RSS text in its order, or nothing when it is no feed. Those without a title or a web address are left out. */
export async function parseArticles(feedText: string): Promise<readonly Article[] | undefined> {
  const { DetectError, MalformedError, parseRssFeed, ParseError } = await import("feedsmith");
  try {
    const feed = parseRssFeed(feedText);
    return (feed.items ?? []).flatMap((item) => {
      const source = item.source?.title ?? "";
      const title = headline(item.title ?? "", source);
      if (title === "" || !/^https?:\/\//.test(item.link ?? "")) return [];
      const publishedAtMs = Date.parse(String(item.pubDate ?? ""));
      return [
        {
          title,
          url: item.link ?? "",
          source,
          ...(Number.isNaN(publishedAtMs) ? {} : { publishedAtMs }),
          summary: summaryOf(item.description ?? "", title, source),
        },
      ];
    });
  } catch (error) {
    const isNoFeed = [DetectError, MalformedError, ParseError].some(
      (kind) => error instanceof kind,
    );
    if (isNoFeed) return undefined;
    throw error;
  }
}

/** Google's titles end in " - " and the source. */
function headline(title: string, source: string): string {
  const ending = ` - ${source}`;
  return (source !== "" && title.endsWith(ending) ? title.slice(0, -ending.length) : title).trim();
}

/** What the description adds to the title and the source: often nothing, sometimes the headlines of related articles. */
function summaryOf(description: string, title: string, source: string): string {
  const lines = textOfHtml(description).split("\n");
  const told = lines
    .map((line) => withoutSource(line, source))
    .filter((line) => line !== "" && line !== title);
  return told.join("\n");
}

function withoutSource(line: string, source: string): string {
  const text = line.replace(/^- /, "").trim();
  return (source !== "" && text.endsWith(source) ? text.slice(0, -source.length) : text).trim();
}
