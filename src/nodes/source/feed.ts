import { readApart } from "../../base/child-task.ts";
import type { Fetch } from "../../base/fetch.ts";
import { dateAndTime } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { askUpstream, type FailureOutcome, failed } from "../api/upstream.ts";
import { worded } from "../localize.ts";
import { webAddress } from "../web-address.ts";
import type { FeedEntry, FeedText } from "./feed-parsing.ts";

const USUAL_COUNT = 10;

/** `source:feed`: RSS, Atom, RDF and JSON Feed. */
export function createFeedHandlers({ fetch }: { readonly fetch: Fetch }): Handlers {
  return { "source:feed": (call) => readFeed(fetch, call) };
}

async function readFeed(fetch: Fetch, call: ReadyCall): Promise<Outcome> {
  const feed = await openFeed(fetch, call, stringParam(call, "url"));
  if (!feed.ok) return feed;
  const sinceMs = Date.parse(optionalString(call, "since")?.trim() ?? "");
  const isNew = ({ publishedAtMs }: FeedEntry): boolean =>
    Number.isNaN(sinceMs) || publishedAtMs === undefined || publishedAtMs > sinceMs;
  const entries = feed.entries.filter(isNew).slice(0, numberParam(call, "count", USUAL_COUNT));
  return success(listOf(call, entries), { tainted: true });
}

const NOTHING: Localized = { ko: "새 글이 없어요.", en: "There is nothing new." };

function listOf(call: ReadyCall, entries: readonly FeedEntry[]) {
  const items: JsonObject[] = entries.map(({ title, url, publishedAtMs }) => ({
    title,
    url,
    published: publishedAtMs === undefined ? null : new Date(publishedAtMs).toISOString(),
  }));
  const lines = entries.map(({ title, url, publishedAtMs }, index) => {
    const moment =
      publishedAtMs === undefined ? "" : ` (${dateAndTime(publishedAtMs, call.actor)})`;
    return `${index + 1}. ${title}${moment}\n   ${url}`;
  });
  const text = lines.length === 0 ? worded(call, NOTHING) : lines.join("\n");
  return { kind: "list", items, text } as const;
}

/** A feed as it stands, its entries in its own order. */
interface Feed {
  readonly ok: true;
  readonly title: string;
  readonly entries: readonly FeedEntry[];
}

const NO_ADDRESS: Localized = {
  ko: "피드의 주소는 https://로 시작하는 웹 주소예요.",
  en: "The address of a feed is a web address that begins with https://.",
};

const NOT_A_FEED: Localized = {
  ko: "그 주소의 글은 피드(RSS, Atom, JSON Feed)가 아니에요.",
  en: "What is at that address is no feed (RSS, Atom, JSON Feed).",
};

/** Asks an address for its feed: RSS, Atom, RDF or JSON Feed. Throws only on abort. */
export async function openFeed(
  fetch: Fetch,
  call: ReadyCall,
  given: string,
): Promise<Feed | FailureOutcome> {
  const url = webAddress(given);
  if (url === undefined) return failed("bad-parameters", worded(call, NO_ADDRESS));
  const { host } = new URL(url);
  const answer = await askUpstream({ fetch, call, name: host }, { url });
  if (!answer.ok) return answer;
  const text = { text: responseText(answer.response), base: url };
  const feed = await readApart<FeedText | undefined>(
    { sort: "page", task: "feed", given: text, who: call.actor.chatId },
    { signal: call.signal },
  );
  if (feed === undefined) return failed("not-a-feed", worded(call, NOT_A_FEED));
  return { ok: true, title: feed.title === "" ? host : feed.title, entries: feed.entries };
}
