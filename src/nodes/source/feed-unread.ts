import type { Fetch } from "../../base/fetch.ts";
import { dateAndTime } from "../../base/format-time.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import { type Handlers, numberParam, type ReadyCall } from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, type Value } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { openFeed } from "./feed.ts";
import type { FeedEntry } from "./feed-parsing.ts";
import type { Told } from "./seen-items.ts";
import { gathered, namesIn, type OneOf } from "./several.ts";

/** What a feed brings to a reader; `left` unread entries wait for the next time. */
interface Package {
  readonly title: string;
  readonly entries: readonly FeedEntry[];
  readonly left: number;
}

const USUAL_COUNT = 10;

/** Feeds read in one call. */
const MOST_FEEDS = 20;

/** Entries of a feed that are remembered as told: more than feeds hold, so that none comes back as new. */
const MOST_KEPT = 2000;

/** `source:unread`: the entries of feeds that the reader has not got. */
export function createUnreadHandlers({
  fetch,
  told,
}: {
  readonly fetch: Fetch;
  readonly told: Told;
}): Handlers {
  return {
    "source:unread": (call) => unread(call, (url) => packageOf(fetch, told, call, url)),
  };
}

async function unread(
  call: ReadyCall,
  read: (url: string) => Promise<OneOf<Package>>,
): Promise<Outcome> {
  const urls = namesIn(call, "url");
  if (urls.length === 0 || urls.length > MOST_FEEDS)
    return failureIn(call.actor.language, "bad-parameters", {
      ko: `피드 주소를 1개부터 ${MOST_FEEDS}개까지 알려 주세요.`,
      en: `Give the addresses of 1 to ${MOST_FEEDS} feeds.`,
    });
  const packages = await Promise.all(urls.map(read));
  return gathered(packages, (found) => wordedAs(call, found));
}

/** Of a feed that is new to the reader, what stands at its top; after that what came since, the oldest first where it is much, so that nothing drops out of the feed unread. */
async function packageOf(
  fetch: Fetch,
  told: Told,
  call: ReadyCall,
  url: string,
): Promise<OneOf<Package>> {
  const feed = await openFeed(fetch, call, url);
  if (!feed.ok) return feed;
  const { title, entries } = feed;
  const subject = `feed ${url}`;
  const known = told.last(call, subject);
  if (known.kind === "coming") return { ok: true, answer: { title, entries: [], left: 0 } };
  const count = numberParam(call, "count", USUAL_COUNT);
  const isFirst = known.kind === "nothing";
  const keptKeys = isFirst ? [] : keysIn(known.mark);
  const fresh = entries.filter(({ key }) => !keptKeys.includes(key));
  const chosen = isFirst ? fresh.slice(0, count) : fresh.slice(-count);
  const left = isFirst ? 0 : fresh.length - chosen.length;
  if (chosen.length > 0) {
    const toldKeys = (isFirst ? entries : chosen).map(({ key }) => key);
    told.tell(call, subject, [...toldKeys, ...keptKeys].slice(0, MOST_KEPT));
  }
  return { ok: true, answer: { title, entries: chosen, left } };
}

function keysIn(mark: Json): readonly string[] {
  return Array.isArray(mark) ? mark.filter((key) => typeof key === "string") : [];
}

function wordedAs(call: ReadyCall, packages: readonly Package[]): Value {
  const full = packages.filter(({ entries }) => entries.length > 0);
  const items: JsonObject[] = full.flatMap(({ title: source, entries }) =>
    entries.map(({ title, url, publishedAtMs }) => ({
      title,
      url,
      source,
      published: publishedAtMs === undefined ? null : new Date(publishedAtMs).toISOString(),
    })),
  );
  const lines = full.flatMap((one) => [
    ...(packages.length > 1 ? [`**${plain(one.title)}**`] : []),
    ...one.entries.map((entry) => lineOf(call, entry)),
    ...(one.left > 0 ? [leftText(call, one.left)] : []),
  ]);
  const none = worded(call, { ko: "새 글이 없어요.", en: "There is nothing new." });
  return { kind: "list", items, text: lines.length === 0 ? none : lines.join("\n") };
}

function lineOf(call: ReadyCall, { title, url, publishedAtMs }: FeedEntry): string {
  const head = /[()\s]/.test(url) ? `**${plain(title)}** ${url}` : `[${plain(title)}](${url})`;
  return `- ${head}${publishedAtMs === undefined ? "" : ` (${dateAndTime(publishedAtMs, call.actor)})`}`;
}

function leftText(call: ReadyCall, left: number): string {
  return worded(call, {
    ko: `… 안 읽은 글 ${left}편은 다음에 이어져요.`,
    en: `… ${left} more unread ${left === 1 ? "entry comes" : "entries come"} next time.`,
  });
}

/** A title in which nothing is markup. */
function plain(title: string): string {
  return title.replace(/[\\*`[\]]/g, "\\$&");
}
