import { readApart } from "../../base/child-task.ts";
import type { Fetch } from "../../base/fetch.ts";
import { dateAndTime } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { askUpstream, failed } from "../api/upstream.ts";
import { worded } from "../localize.ts";
import { briefLines, briefText } from "../text/brief.ts";
import type { Article } from "./news-parsing.ts";
import { gathered, namesIn, type OneOf } from "./several.ts";

const DEFAULT_COUNT = 5;

/** The edition a language reads; `hl`, `gl` and `ceid` must agree (newscatcherapi.com, "Google News RSS search parameters"). */
const EDITIONS = {
  ko: { hl: "ko", gl: "KR", ceid: "KR:ko" },
  en: { hl: "en-US", gl: "US", ceid: "US:en" },
} as const;

/** Topics looked up in one call, and headlines of each where nothing is said. */
const MOST_TOPICS = 10;
const USUAL_HEADLINES = 3;

/** `source:search_news` and `source:headlines`. */
export function createNewsHandlers({ fetch }: { readonly fetch: Fetch }): Handlers {
  return {
    "source:search_news": (call) => searchNews(fetch, call),
    "source:headlines": (call) => headlines(fetch, call),
  };
}

async function searchNews(fetch: Fetch, call: ReadyCall): Promise<Outcome> {
  const query = stringParam(call, "query");
  const found = await articlesOn(fetch, call, query);
  if (!found.ok) return found;
  return articleList(call, query, found.answer.slice(0, numberParam(call, "count", DEFAULT_COUNT)));
}

/** The news on several topics at once, each under its own head; topics that brought nothing are said beside them. */
async function headlines(fetch: Fetch, call: ReadyCall): Promise<Outcome> {
  const count = numberParam(call, "count", USUAL_HEADLINES);
  const topics = namesIn(call, "topic").slice(0, MOST_TOPICS);
  const found = await Promise.all(
    topics.map(async (topic): Promise<OneOf<Section>> => {
      const one = await articlesOn(fetch, call, topic);
      return one.ok ? { ok: true, answer: { topic, articles: one.answer.slice(0, count) } } : one;
    }),
  );
  return gathered(found, (sections) => ({
    kind: "list",
    items: sections.flatMap(({ topic, articles }) =>
      articles.map((article) => ({ topic, ...itemOf(article) })),
    ),
    text: sections.map((section) => sectionText(call, section)).join("\n"),
  }));
}

/** The news on one topic. */
interface Section {
  readonly topic: string;
  readonly articles: readonly Article[];
}

function sectionText(call: ReadyCall, { topic, articles }: Section): string {
  const lines = briefLines(call, articles.map(itemOf));
  return briefText(call, lines, { title: `📰 ${topic}`, left: 0 });
}

async function articlesOn(
  fetch: Fetch,
  call: ReadyCall,
  query: string,
): Promise<OneOf<readonly Article[]>> {
  const language = optionalString(call, "language") ?? call.actor.language;
  const search = new URLSearchParams({ q: query, ...EDITIONS[language === "en" ? "en" : "ko"] });
  const answer = await askUpstream(
    { fetch, call, name: "Google News" },
    { url: `https://news.google.com/rss/search?${search.toString()}`, service: "google-news" },
  );
  if (!answer.ok) return answer;
  const articles = await readApart<readonly Article[] | undefined>(
    { sort: "page", task: "news", given: responseText(answer.response), who: call.actor.chatId },
    { signal: call.signal },
  );
  if (articles === undefined) return failed("upstream-changed", worded(call, NOT_A_FEED));
  return { ok: true, answer: articles };
}

const NOT_A_FEED = {
  ko: "Google News가 뉴스 피드가 아닌 것으로 답했습니다.",
  en: "Google News answered with something that is not a news feed.",
};

function itemOf({ title, url, source, publishedAtMs, summary }: Article): JsonObject {
  const published = publishedAtMs === undefined ? null : new Date(publishedAtMs).toISOString();
  return { title, url, source, published, summary };
}

function articleList(call: ReadyCall, query: string, articles: readonly Article[]): Outcome {
  const items = articles.map(itemOf);
  const lines = articles.map((article, index) => {
    const moment =
      article.publishedAtMs === undefined ? "" : dateAndTime(article.publishedAtMs, call.actor);
    const origin = [article.source, moment].filter((part) => part !== "").join(", ");
    return `${index + 1}. ${article.title}${origin === "" ? "" : ` (${origin})`}\n   ${article.url}`;
  });
  const none = worded(call, {
    ko: `"${query}" 뉴스가 없습니다.`,
    en: `There is no news about "${query}".`,
  });
  return success(
    { kind: "list", items, text: lines.length === 0 ? none : lines.join("\n") },
    { tainted: true },
  );
}
