import { type MomentReader, timeAgo } from "../../base/format-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { FINAL, finalOf } from "../../base/korean-particles.ts";
import { type Language, oneLine } from "../../base/localized.ts";
import {
  type LinkLine,
  linkLines,
  linkTo,
  literal,
  siteOf,
} from "../../engine/values/link-lines.ts";
import type { Envelope } from "../../runs/result-envelope.ts";
import { say, type TextKey } from "../texts/say.ts";
import { weatherAnswer } from "./weather-answer.ts";

/** Who asked, in which words, and when. */
export interface Asked extends MomentReader {
  readonly said: string;
  /** The program that was made of them. */
  readonly code: string;
  readonly nowMs: number;
}

/** How large a file is, where it is not worth telling: below a megabyte. */
const SMALL_SIZE = /(?<=^📄 .*\()(?:\d+ B|[\d.]+ KB), (?=.*\)$)/gmu;

/** Links that an answer shows; the others are a press away. */
const SHOWN_LINKS = 3;

/** Stations that an answer shows: as many as are found unless more are asked for. */
const SHOWN_STATIONS = 10;

/** Longest line below a link, in characters. */
const MAX_DETAIL = 120;

/** What answers somebody's words where the program that was made of them is one that is known here; `undefined` where the words of its action do. Pure. */
export function answerText(envelope: Envelope, asked: Asked): string | undefined {
  const steps = stepsOf(envelope);
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined || envelope.partial) return undefined;
  const action = `${last.node}:${last.action}`;
  if (action === "system:summarize" && isPage(first)) return pageAnswer(first, envelope);
  if (last.node === "forge") return drawnAnswer(first, last, asked);
  if (steps.length > 1 || SAYS_HOW_MUCH.test(asked.code)) return undefined;
  switch (action) {
    case "source:weather":
      return isJsonObject(envelope.value) ? weatherAnswer(envelope.value, asked) : undefined;
    case "source:search_news":
      return newsAnswer(envelope.value, asked);
    case "source:web_search":
      return listAnswer(envelope.value, hitLine);
    case "stream:search_radio":
      return listAnswer(envelope.value, stationLine, { shown: SHOWN_STATIONS, atLeast: 1 });
    case "source:crawl":
      return wholePage(envelope);
    case "system:list":
    case "system:find":
      return envelope.text.replace(SMALL_SIZE, "");
    case "system:discover":
    case "system:tools":
      return featuresAnswer(envelope.value);
    default:
      return undefined;
  }
}

/** Several schedules that were switched off at once, in one line; `undefined` for what else was done. */
export function severalOff(
  { ok, statements }: Envelope,
  { language }: Pick<MomentReader, "language">,
): string | undefined {
  const isOff = statements.every(({ steps }) => steps.at(-1)?.action === "disable");
  if (!ok || statements.length < 2 || !isOff) return undefined;
  const names = statements.flatMap(({ text = "" }) => /\*\*(?:\\.|[^\\*])+\*\*/u.exec(text) ?? []);
  const { length: count } = statements;
  const shown = names.slice(0, MOST_NAMED).join(", ");
  const more = names.length > MOST_NAMED ? " …" : "";
  return language === "ko"
    ? `🗑 알림 ${count}개를 껐어요: ${shown}${more}`
    : `🗑 ${count} reminders are off: ${shown}${more}`;
}

/** Names in one line. */
const MOST_NAMED = 6;

/** A program that says itself how many things or days it tells; today and tomorrow are days that were asked for by name. */
const SAYS_HOW_MUCH = /\{(?:count:|days: (?![12]\b))/u;

type Step = Envelope["statements"][number]["steps"][number];

/** The steps of a program of one statement that went well; none for any other. */
export function stepsOf({ ok, statements }: Envelope): readonly Step[] {
  const [only] = statements;
  return ok && statements.length === 1 && only !== undefined ? only.steps : [];
}

/** What a chart shows; `undefined` for a picture with words of its own. */
function drawnAnswer(first: Step, { action }: Step, { code, language }: Asked): string | undefined {
  if (action === "caption") return undefined;
  return courseAnswer(code, first.value ?? null, language) ?? titleIn(code);
}

/** The title of a chart, which is all that there is to say of it. */
function titleIn(code: string): string | undefined {
  const [, title] = /\[forge:\w+\]\("((?:[^"\\]|\\.)+)"/u.exec(code) ?? [];
  return title === undefined ? undefined : `**${literal(title)}**`;
}

function isPage({ node, action }: Step): boolean {
  return node === "source" && action === "crawl";
}

/** Title and site of the page, and a line for each sentence of its summary. */
function pageAnswer({ value }: Step, { value: summary }: Envelope): string | undefined {
  const head = typeof value === "string" ? headOf(wholeStart(value)) : undefined;
  if (head === undefined || typeof summary !== "string") return undefined;
  const lines = summary.split("\n").filter((line) => line.trim() !== "");
  return [head.line, ...lines.map((line) => `• ${literal(line)}`)].join("\n");
}

/** A page as it was read, its title being the link. */
function wholePage({ value }: Envelope): string | undefined {
  const head = typeof value === "string" ? headOf(value) : undefined;
  return head === undefined ? undefined : `${head.line}\n\n${head.rest}`;
}

/** A page begins with its title, where it has one, and its address; its text stands after an empty line. */
function headOf(page: string): { readonly line: string; readonly rest: string } | undefined {
  const [, title, url = "", rest = ""] =
    /^(?:# ([^\n]+)\n)?(https?:\/\/\S+)\n(?:[^\n]+\n)?\n(.*)$/su.exec(page) ?? [];
  if (url === "") return undefined;
  const site = siteOf(url);
  if (title === undefined) return { line: `**${linkTo(site, url)}**`, rest };
  return { line: `**${linkTo(title, url)}** · ${literal(site)}`, rest };
}

/** The start of a step's value, which is kept as JSON where it is long. */
function wholeStart(value: string): string {
  const [mark] = /^\(cut: \d+ characters\) "/u.exec(value) ?? [];
  if (mark === undefined) return value;
  return value
    .slice(mark.length)
    .replace(/\\(n|["\\/])/gu, (_, sign) => (sign === "n" ? "\n" : sign));
}

/** The first few of a list as links; `undefined` where it holds anything else, or too few. */
function listAnswer(
  value: Json,
  lineOf: (item: JsonObject) => LinkLine | undefined,
  { shown, atLeast } = { shown: SHOWN_LINKS, atLeast: SHOWN_LINKS + 1 },
): string | undefined {
  if (!Array.isArray(value) || value.length < atLeast) return undefined;
  const items = value.slice(0, shown);
  const known = items
    .map((item) => (isJsonObject(item) ? lineOf(item) : undefined))
    .filter((line) => line !== undefined);
  return known.length === items.length ? linkLines(known) : undefined;
}

/** The subject as it was asked for, and the first few articles. */
function newsAnswer(value: Json, asked: Asked): string | undefined {
  const links = listAnswer(value, (item) => newsLine(item, asked));
  const [, subject] = /^\[source:search_news\]\("([^"\\]*)"/u.exec(asked.code) ?? [];
  if (links === undefined || subject === undefined) return links;
  return `**${literal(subject)}**\n${links}`;
}

/** What actions are for, without how programs call them. */
function featuresAnswer(value: Json): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const lines = value.flatMap((item) => {
    const description = isJsonObject(item) ? item["description"] : undefined;
    return typeof description === "string" ? [`• ${literal(asAbility(description))}`] : [];
  });
  return lines.length === 0 ? undefined : lines.slice(0, SHOWN_FEATURES).join("\n");
}

/** Stems that lose their ㄹ before this ending: 만든다 is 만들기. */
const LOST_L: Readonly<Record<string, string>> = {
  든: "들",
  연: "열",
  건: "걸",
  푼: "풀",
  단: "달",
};

/** A deed as something that can be done: 찾는다 is 찾기, 나열한다 is 나열하기; other words stay as they are. */
function asAbility(description: string): string {
  return description.replace(/([가-힣])다(?= \(|$)/u, (all, last: string) => {
    if (last === "는") return "기";
    const stem = LOST_L[last];
    if (stem !== undefined) return `${stem}기`;
    return finalOf(last) === FINAL.n
      ? `${String.fromCharCode(last.charCodeAt(0) - FINAL.n)}기`
      : all;
  });
}

const SHOWN_FEATURES = 6;

function newsLine({ title, url, source, published }: JsonObject, asked: Asked) {
  if (typeof title !== "string" || typeof url !== "string") return undefined;
  const atMs = typeof published === "string" ? Date.parse(published) : Number.NaN;
  const origin = [
    ...(typeof source === "string" && source !== "" ? [source] : []),
    ...(Number.isNaN(atMs) ? [] : [timeAgo(atMs, asked, asked.nowMs)]),
  ];
  return { title, url, origin: origin.join(", ") };
}

function hitLine({ title, url, snippet }: JsonObject) {
  if (typeof title !== "string" || typeof url !== "string") return undefined;
  const detail = typeof snippet === "string" ? oneLine(snippet, MAX_DETAIL) : "";
  return { title, url, origin: siteOf(url), detail };
}

/** A station and the site that it has; what its stream is made of is for programs. */
function stationLine({ title, url, homepage }: JsonObject) {
  if (typeof title !== "string" || typeof url !== "string") return undefined;
  const site = typeof homepage === "string" && homepage !== "" ? homepage : url;
  return { title, url, origin: siteOf(site) };
}

/** The program of a chart of past prices. */
const COURSE =
  /^\[source:price_history\]\("[^"\\]*"\)(?: \{range: "(\w+)"\})? >> \[forge:line\]\("([^"\\]*)"/u;

/** What is said of a range, and of how far the price moved over it. */
const SPANS: Readonly<Record<string, { readonly alone: TextKey; readonly moved: TextKey }>> = {
  "5d": { alone: "courseDays", moved: "movedDays" },
  "1mo": { alone: "courseMonth", moved: "movedMonth" },
  "3mo": { alone: "courseQuarter", moved: "movedQuarter" },
  "6mo": { alone: "courseHalf", moved: "movedHalf" },
  "1y": { alone: "courseYear", moved: "movedYear" },
};

/** What a chart of past prices shows, and how far they moved over it, where all of them are known; `undefined` for any other program. Pure. */
function courseAnswer(code: string, closes: Json, language: Language): string | undefined {
  const [, range = "1mo", title] = COURSE.exec(code) ?? [];
  const span = SPANS[range];
  if (title === undefined || span === undefined) return undefined;
  const name = literal(title);
  const all = pricesIn(closes);
  const percent = movement(range === "1mo" ? ofThisMonth(all) : all);
  return percent === undefined
    ? say(language, span.alone, { name })
    : say(language, span.moved, { name, percent });
}

interface Close {
  readonly date: string;
  readonly price: number;
}

function pricesIn(closes: Json): readonly Close[] {
  if (!Array.isArray(closes)) return [];
  return closes.flatMap((close) => {
    const { date, price } = isJsonObject(close) ? close : {};
    return typeof date === "string" && typeof price === "number" ? [{ date, price }] : [];
  });
}

/** The last close of the month before, and those of the month of the latest. */
function ofThisMonth(closes: readonly Close[]): readonly Close[] {
  const month = monthOf(closes.at(-1));
  const before = closes.findLastIndex((close) => monthOf(close) !== month);
  return closes.slice(Math.max(0, before));
}

function monthOf(close: Close | undefined): string {
  return /^\d+/u.exec(close?.date ?? "")?.[0] ?? "";
}

/** From the first to the last, in percent. */
function movement(closes: readonly Close[]): string | undefined {
  const first = closes[0]?.price ?? 0;
  const last = closes.at(-1)?.price;
  if (last === undefined || closes.length < 2 || first === 0) return undefined;
  const percent = (last / first - 1) * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)}%`;
}
