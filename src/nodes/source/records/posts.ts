import type { Clock } from "../../../base/clock.ts";
import type { Fetch } from "../../../base/fetch.ts";
import { dayOnly } from "../../../base/format-time.ts";
import type { Localized } from "../../../base/localized.ts";
import { bold, escapeMarkup } from "../../../base/visible-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { siteOf } from "../../../engine/values/link-lines.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import { failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { openFeed } from "../feed.ts";
import { openPage } from "../web.ts";
import { momentParam, recordList, recordNamed, recordsFull, wholeRecord } from "./listing.ts";
import type { KeptRecord, Records } from "./records.ts";

/** Most new posts that are kept at once, and of how many of them the page is read. */
const MOST_NEW = 50;
const MOST_READ = 10;
/** Longest text of a post that is kept, in characters. */
const MOST_TEXT = 50_000;

const NOTHING: Localized = {
  ko: "저장된 글이 없어요. 블로그의 피드 주소를 주시면 새 글을 모아요.",
  en: "No post is saved. Give the address of a blog's feed, and I collect its posts.",
};

interface PostParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** Sums a text up, with the model where there is one. */
  readonly summarize: (
    call: ReadyCall,
    request: { readonly text: string; readonly count: number },
  ) => Promise<Outcome>;
}

/** Posts of the feeds that a person follows, kept and searched: `check_new`, `posts`, `search_blog`, `get_post`, `blog_overview`, `insight`, `rebuild_index`. */
export function createPostHandlers(parts: PostParts): Handlers {
  const { records } = parts;
  return {
    "source:check_new": (call) => checkNew(parts, call),
    "source:posts": async (call) => recordList(call, chosen(parts, call), { none: NOTHING }),
    "source:search_blog": async (call) => {
      const query = stringParam(call, "query");
      const limit = numberParam(call, "limit", 10);
      const { personId } = call.actor;
      const rows = records.find(personId, { kind: "post", words: query, limit });
      const near = rows.length > 0 ? rows : records.nearest(personId, "post", query, limit);
      return recordList(call, near, { none: NOTHING });
    },
    "source:get_post": async (call) => {
      const found = recordNamed(call, records, {
        kinds: ["post"],
        given: stringParam(call, "post"),
      });
      return "ok" in found ? found : wholeRecord(found);
    },
    "source:blog_overview": async (call) => overview(records, call),
    "source:insight": (call) => insight(parts, call),
    "source:rebuild_index": async (call) => {
      const all = records.find(call.actor.personId, { kind: "post", limit: 20_000 });
      for (const row of all) records.reindex(row.rowId, row);
      const told = {
        ko: `글 ${all.length}개의 색인을 새로 만들었어요.`,
        en: `${all.length} posts are indexed anew.`,
      };
      return success(worded(call, told));
    },
  };
}

/** The newest posts that a call asks for: of a feed or category, before a moment. */
function chosen({ records, clock }: PostParts, call: ReadyCall): readonly KeptRecord[] {
  const of = optionalString(call, "category")?.trim();
  const query = {
    kind: "post" as const,
    limit: numberParam(call, "count", 20),
    offset: numberParam(call, "offset", 0),
    beforeMs: momentParam(call, "before_date", clock.now() + 86_400_000),
  };
  const { personId } = call.actor;
  if (of === undefined) return records.find(personId, query);
  const byTopic = records.find(personId, { ...query, topic: of });
  return byTopic.length > 0 ? byTopic : records.find(personId, { ...query, subject: of });
}

/** Keeps what is new in a feed, or in all feeds of which posts are kept. */
async function checkNew(parts: PostParts, call: ReadyCall): Promise<Outcome> {
  const given = optionalString(call, "url");
  const { personId } = call.actor;
  const feeds =
    given === undefined
      ? parts.records.counts(personId, "post", "subject").map(({ name }) => name)
      : [given];
  if (feeds.length === 0) return failed("no-feed", worded(call, NOTHING));
  const saved: KeptRecord[] = [];
  for (const feed of feeds) {
    const found = await newOf(parts, call, feed);
    if ("ok" in found) {
      if (feeds.length === 1) return found;
      continue;
    }
    saved.push(...found);
  }
  return recordList(call, saved, { none: { ko: "새 글이 없어요.", en: "There is nothing new." } });
}

/** Keeps the posts of one feed that were not kept yet, the text of the newest of them too. */
async function newOf(
  { records, fetch, clock }: PostParts,
  call: ReadyCall,
  address: string,
): Promise<readonly KeptRecord[] | Extract<Outcome, { ok: false }>> {
  const { personId } = call.actor;
  const feed = await openFeed(fetch, call, address);
  if (!feed.ok) return feed;
  const fresh = feed.entries
    .filter(({ url }) => records.at(personId, "post", url) === undefined)
    .slice(0, MOST_NEW);
  const saved: KeptRecord[] = [];
  for (const [index, { title, url, publishedAtMs }] of fresh.entries()) {
    const opened = index < MOST_READ ? await openPage(fetch, call, url) : undefined;
    const body = opened?.ok === true ? opened.page.text.slice(0, MOST_TEXT) : "";
    const row = records.save(personId, {
      kind: "post",
      title,
      url,
      body,
      topic: feed.title === "" ? siteOf(address) : feed.title,
      subject: address,
      isTainted: true,
      atMs: publishedAtMs ?? clock.now(),
    });
    if (row === undefined) return recordsFull(call);
    saved.push(row);
  }
  return saved;
}

/** How many posts there are of each blog, and of when the newest is. */
function overview(records: Records, call: ReadyCall): Outcome {
  const counts = records.counts(call.actor.personId, "post", "topic");
  const lines = counts.map(({ name, count, lastMs }) => {
    const day = dayOnly(lastMs, call.actor, lastMs);
    const told = { ko: `글 ${count}개, 마지막 ${day}`, en: `${count} posts, the last ${day}` };
    return `- ${bold(name)}: ${worded(call, told)}`;
  });
  const items = counts.map(({ name, count, lastMs }) => ({
    category: name,
    count,
    latest: new Date(lastMs).toISOString(),
  }));
  const text = lines.length === 0 ? worded(call, NOTHING) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: counts.length > 0 });
}

/** What the newest posts say, in a few sentences. */
async function insight(parts: PostParts, call: ReadyCall): Promise<Outcome> {
  const rows = chosen(parts, {
    ...call,
    params: { ...call.params, count: numberParam(call, "count", 5) },
  });
  if (rows.length === 0) return failed("no-posts", worded(call, NOTHING));
  const text = rows.map(({ title, body }) => `${title}\n${escapeMarkup(body)}`).join("\n\n");
  const count = numberParam(call, "sentences", 7);
  const outcome = await parts.summarize(call, { text, count });
  return outcome.ok ? { ...outcome, tainted: true } : outcome;
}
