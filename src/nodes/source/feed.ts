import type { Fetch } from "../../base/fetch.ts";
import { dateAndTime } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import type { FeedEntry } from "./feed-parsing.ts";
import { openFeed } from "./feed-reading.ts";

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

const NOTHING: Localized = { ko: "새 글이 없습니다.", en: "There is nothing new." };

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
