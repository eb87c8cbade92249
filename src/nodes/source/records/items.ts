import { readApart } from "../../../base/child-task.ts";
import type { Clock } from "../../../base/clock.ts";
import type { Fetch } from "../../../base/fetch.ts";
import { dateAndTime } from "../../../base/format-time.ts";
import { isJsonObject } from "../../../base/json.ts";
import type { Localized } from "../../../base/localized.ts";
import { bold, escapeMarkup } from "../../../base/visible-text.ts";
import { responseText } from "../../../drivers/http/http-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import { askUpstream, type FailureOutcome, failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { webAddress } from "../../web-address.ts";
import type { Collected, Collecting } from "./collect-parsing.ts";
import { recordList, recordsFull, usualItem } from "./listing.ts";
import type { KeptRecord, NewRecord, Records } from "./records.ts";

const NOTHING: Localized = {
  ko: "모아 둔 것이 없어요. 페이지 주소와 무엇을 모을지 주시면 모아요.",
  en: "Nothing is collected. Give the address of a page and what to take of it.",
};

const NONE_FOUND: Localized = {
  ko: "그 페이지에서 고른 것에 맞는 것을 찾지 못했어요. items 선택자를 확인해 주세요.",
  en: 'Nothing on that page matches. Check the selector "items".',
};

const NO_ADDRESS: Localized = {
  ko: "페이지의 주소는 https://로 시작하는 웹 주소예요.",
  en: "The address of a page is a web address that begins with https://.",
};

interface ItemParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

/** Items of web pages, collected and searched: `collect`, `sites` and `query`. */
export function createItemHandlers(parts: ItemParts): Handlers {
  const { records } = parts;
  return {
    "source:collect": (call) => collect(parts, call),
    "system:sites": async (call) => sites(records, call),
    "system:query": async (call) => {
      const site = optionalString(call, "site");
      const rows = records.find(call.actor.personId, {
        kind: "item",
        words: optionalString(call, "query") ?? "",
        limit: numberParam(call, "limit", 20),
        offset: numberParam(call, "offset", 0),
        ...(site === undefined ? {} : { subject: site }),
      });
      const item = (row: KeptRecord) => ({ ...usualItem(row), fields: row.details });
      return recordList(call, rows, { none: NOTHING, item });
    },
  };
}

/** Takes the items of a page and keeps those that are new. */
async function collect(parts: ItemParts, call: ReadyCall): Promise<Outcome> {
  const found = await read(parts.fetch, call);
  if ("ok" in found) return found;
  const { records } = parts;
  const { personId } = call.actor;
  const kept: KeptRecord[] = [];
  for (const fields of found.items) {
    const item = itemOf(found.url, fields, parts.clock.now());
    const same = records.at(personId, "item", item.url ?? "");
    const saved = records.save(personId, item, same);
    if (saved === undefined) return recordsFull(call);
    kept.push(saved);
  }
  const item = (row: KeptRecord) => ({ ...usualItem(row), fields: row.details });
  return recordList(call, kept, { none: NONE_FOUND, item });
}

async function read(
  fetch: Fetch,
  call: ReadyCall,
): Promise<{ readonly url: string; readonly items: Collected } | FailureOutcome> {
  const url = webAddress(stringParam(call, "url"));
  if (url === undefined) return failed("bad-parameters", worded(call, NO_ADDRESS));
  const answer = await askUpstream({ fetch, call, name: new URL(url).host }, { url });
  if (!answer.ok) return answer;
  const { selectors } = call.params;
  const given: Collecting = {
    text: responseText(answer.response),
    isJson: /json/u.test(answer.response.headers["content-type"] ?? ""),
    base: url,
    selectors: (isJsonObject(selectors) ? selectors : {}) as Collecting["selectors"], // the schema allows texts alone
    most: numberParam(call, "max_items", 20),
  };
  const items = await readApart<Collected | undefined>(
    { sort: "page", task: "collect", given, who: call.actor.chatId },
    { signal: call.signal },
  );
  if (items === undefined || items.length === 0)
    return failed("nothing-found", worded(call, NONE_FOUND));
  return { url, items };
}

/** An item stands for its link where it has one, else for its words on its page. */
function itemOf(page: string, fields: Readonly<Record<string, string>>, atMs: number): NewRecord {
  const { title, link, ...others } = fields;
  const words = title ?? Object.values(others).find((value) => value !== "") ?? link ?? page;
  const place = link === undefined || link === "" ? `${page}#${encodeURIComponent(words)}` : link;
  return {
    kind: "item",
    title: words,
    url: place,
    subject: new URL(page).host,
    topic: new URL(page).host,
    body: Object.values(others).join(" "),
    details: fields,
    isTainted: true,
    atMs,
  };
}

/** The sites of which something is kept, with how much and since when. */
function sites(records: Records, call: ReadyCall): Outcome {
  const counts = records.counts(call.actor.personId, "item", "subject");
  const wanted = optionalString(call, "site")?.toLowerCase();
  const shown = counts.filter(({ name }) => wanted === undefined || name.includes(wanted));
  const lines = shown.map(({ name, count, lastMs }) => {
    const day = dateAndTime(lastMs, call.actor);
    const told = { ko: `${count}개, 마지막 ${day}`, en: `${count} items, the last ${day}` };
    return `- ${bold(escapeMarkup(name))}: ${worded(call, told)}`;
  });
  const items = shown.map(({ name, count, lastMs }) => ({
    site: name,
    count,
    latest: new Date(lastMs).toISOString(),
  }));
  const text = lines.length === 0 ? worded(call, NOTHING) : lines.join("\n");
  return success({ kind: "list", items, text });
}
