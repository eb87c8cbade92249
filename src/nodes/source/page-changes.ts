import type { Fetch } from "../../base/fetch.ts";
import type { Json } from "../../base/json.ts";
import { oneLine } from "../../base/localized.ts";
import { type Handlers, type ReadyCall, stringParam } from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import type { Told } from "./seen-items.ts";
import { openPage } from "./web.ts";

/** What of two texts is only in one of them, line by line, in the order of each. */
export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Lines of a page that are compared. */
const MOST_LINES = 2000;

/** Lines told of each side, and the longest of them in characters. */
const MOST_TOLD = 6;
const LINE_LENGTH = 160;

/** `source:page_changes`: what is other on a page than when the reader was last told of it. */
export function createPageChangeHandlers({
  fetch,
  told,
}: {
  readonly fetch: Fetch;
  readonly told: Told;
}): Handlers {
  return { "source:page_changes": (call) => pageChanges(fetch, told, call) };
}

async function pageChanges(fetch: Fetch, told: Told, call: ReadyCall): Promise<Outcome> {
  const opened = await openPage(fetch, call, stringParam(call, "url"));
  if (!opened.ok) return opened;
  const { page, url } = opened;
  const subject = `page ${stringParam(call, "url")}`;
  const lines = linesOf(page.text);
  const title = page.title ?? url;
  const known = told.last(call, subject);
  if (known.kind === "coming") return unchanged(call, { url, title });
  if (known.kind === "nothing") {
    told.tell(call, subject, lines, true);
    return first(call, { url, title });
  }
  const difference = differenceOf(linesIn(known.mark), lines);
  if (difference.added.length + difference.removed.length === 0)
    return unchanged(call, { url, title });
  told.tell(call, subject, lines);
  return changed(call, { url, title }, difference);
}

interface Watched {
  readonly url: string;
  readonly title: string;
}

function first(call: ReadyCall, watched: Watched): Outcome {
  const text = worded(call, {
    ko: `👀 지금부터 지켜봐요: ${watched.url}`,
    en: `👀 Watching from now on: ${watched.url}`,
  });
  const data = { ...watched, first: true, changed: false };
  return success({ kind: "object", data, text }, { tainted: true });
}

function unchanged(call: ReadyCall, watched: Watched): Outcome {
  const text = worded(call, { ko: "달라진 것이 없어요.", en: "Nothing has changed." });
  const data = { ...watched, first: false, changed: false };
  return success({ kind: "object", data, text }, { tainted: true });
}

function changed(call: ReadyCall, watched: Watched, { added, removed }: Difference): Outcome {
  const data = { ...watched, first: false, changed: true, added, removed };
  const more = Math.max(0, added.length - MOST_TOLD) + Math.max(0, removed.length - MOST_TOLD);
  const lines = [
    worded(call, {
      ko: `🔔 페이지가 달라졌어요: ${watched.url}`,
      en: `🔔 The page has changed: ${watched.url}`,
    }),
    ...removed.slice(0, MOST_TOLD).map((line) => `➖ ${shown(line)}`),
    ...added.slice(0, MOST_TOLD).map((line) => `➕ ${shown(line)}`),
    ...(more === 0
      ? []
      : [worded(call, { ko: `… 그 밖에 ${more}줄`, en: `… and ${more} more lines` })]),
  ];
  return success({ kind: "object", data, text: lines.join("\n") }, { tainted: true });
}

/** A line in which nothing is markup. */
function shown(line: string): string {
  return oneLine(line, LINE_LENGTH).replace(/[\\*`[\]]/g, "\\$&");
}

/** Lines that one of two texts has more often than the other; what only moved is no difference. */
function differenceOf(before: readonly string[], now: readonly string[]): Difference {
  return { added: missingIn(before, now), removed: missingIn(now, before) };
}

function missingIn(others: readonly string[], lines: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/\s+/gu, " ").trim())
    .filter((line) => line !== "")
    .slice(0, MOST_LINES);
}

function linesIn(mark: Json): readonly string[] {
  return Array.isArray(mark) ? mark.filter((line) => typeof line === "string") : [];
}
