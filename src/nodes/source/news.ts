import { readApart } from "../../base/child-task.ts";
import type { Clock } from "../../base/clock.ts";
import type { Fetch } from "../../base/fetch.ts";
import { timeAgo } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { linkLines, literal } from "../../engine/values/link-lines.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { askUpstream, failed } from "../api/upstream.ts";
import { worded } from "../localize.ts";
import { plainLink } from "./google-news-link.ts";
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
export function createNewsHandlers(parts: {
  readonly fetch: Fetch;
  readonly clock: Clock;
}): Handlers {
  const { fetch, clock } = parts;
  return {
    "source:search_news": (call) => searchNews(fetch, call, clock.now()),
    "source:headlines": (call) => headlines(fetch, call, clock.now()),
  };
}

async function searchNews(fetch: Fetch, call: ReadyCall, nowMs: number): Promise<Outcome> {
  const query = stringParam(call, "query");
  const found = await articlesOn(fetch, call, `${query}${daysOf(call)}`);
  if (!found.ok) return found;
  const articles = found.answer.slice(0, numberParam(call, "count", DEFAULT_COUNT));
  return articleList(call, { query, articles, nowMs });
}

/** The days that are asked for, in the words of Google's search (support.google.com/websearch, "before:" and "after:"). */
function daysOf(call: ReadyCall): string {
  const [from, until] = [optionalString(call, "start_date"), optionalString(call, "end_date")];
  return `${from === undefined ? "" : ` after:${from}`}${until === undefined ? "" : ` before:${until}`}`;
}

/** The news on several topics at once, each under its own head; topics that brought nothing are said beside them. */
async function headlines(fetch: Fetch, call: ReadyCall, nowMs: number): Promise<Outcome> {
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
    text: sections.map((section) => sectionText(call, section, nowMs)).join("\n\n"),
  }));
}

/** The news on one topic. */
interface Section {
  readonly topic: string;
  readonly articles: readonly Article[];
}

function sectionText(call: ReadyCall, { topic, articles }: Section, nowMs: number): string {
  const lines = articles.map((article) => lineOf(call, article, nowMs));
  return `**${literal(topic)}**\n${linkLines(lines)}`;
}

/** Title, where it is from and how long ago. */
function lineOf(call: ReadyCall, { title, url, source, publishedAtMs }: Article, nowMs: number) {
  const when = publishedAtMs === undefined ? "" : timeAgo(publishedAtMs, call.actor, nowMs);
  return { title, url, origin: [source, when].filter((part) => part !== "").join(", ") };
}

async function articlesOn(
  fetch: Fetch,
  call: ReadyCall,
  query: string,
): Promise<OneOf<readonly Article[]>> {
  const language = optionalString(call, "language") ?? call.actor.language;
  const edition = EDITIONS[language === "en" ? "en" : "ko"];
  const path = FRONT_PAGE.test(query.trim())
    ? `/rss?${new URLSearchParams(edition).toString()}`
    : `/rss/search?${new URLSearchParams({ q: query, ...edition }).toString()}`;
  const answer = await askUpstream(
    { fetch, call, name: { ko: "뉴스 서비스", en: "The news service" } },
    { url: `https://news.google.com${path}`, service: "google-news" },
  );
  if (!answer.ok) return answer;
  const articles = await readApart<readonly Article[] | undefined>(
    { sort: "page", task: "news", given: responseText(answer.response), who: call.actor.chatId },
    { signal: call.signal },
  );
  if (articles === undefined) return failed("upstream-changed", worded(call, NOT_A_FEED));
  return {
    ok: true,
    answer: articles.map((article) => ({ ...article, url: plainLink(article.url) })),
  };
}

/** Words that name no subject: what is on the front page is meant, not articles with these words. */
const FRONT_PAGE =
  /^(?:(?:오늘의?\s*)?(?:주요|톱|최신)?\s*(?:뉴스|소식|헤드라인)|(?:the\s+)?(?:(?:top|main|latest|today's)\s+)?(?:stories|news|headlines))$/iu;

const NOT_A_FEED = {
  ko: "뉴스 서비스의 답을 읽지 못했어요.",
  en: "The answer of the news service can't be read.",
};

function itemOf({ title, url, source, publishedAtMs, summary }: Article): JsonObject {
  const published = publishedAtMs === undefined ? null : new Date(publishedAtMs).toISOString();
  return { title, url, source, published, summary };
}

function articleList(
  call: ReadyCall,
  found: { readonly query: string; readonly articles: readonly Article[]; readonly nowMs: number },
): Outcome {
  const { query, articles, nowMs } = found;
  const none = worded(call, {
    ko: `${literal(query)} 뉴스는 없어요.`,
    en: `There's no news about ${literal(query)}.`,
  });
  const lines = articles.map((article) => lineOf(call, article, nowMs));
  const text = lines.length === 0 ? none : linkLines(lines);
  return success({ kind: "list", items: articles.map(itemOf), text }, { tainted: true });
}
