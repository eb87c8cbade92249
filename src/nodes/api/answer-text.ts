import { type MomentReader, timeAgo } from "../../base/format-time.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { ApiCall, ApiService } from "../../engine/catalogue/api-call.ts";
import { type LinkLine, linkLines, linkTo, literal } from "../../engine/values/link-lines.ts";
import { headlineOf, wordsOf } from "../text/item-text.ts";
import { sparkline } from "../text/sparkline.ts";
import { filled } from "./template.ts";

/** When the data of an answer was had, where that is worth telling. */
export interface AnswerAge {
  readonly atMs: number;
  readonly nowMs: number;
  /** Who gave it. */
  readonly by: ApiService;
}

/** An answer for a reader: a line for each item, and where it is from, with its age where it was kept. In light markup. */
export function answerText(
  api: ApiCall,
  items: readonly Json[],
  reader: MomentReader,
  { atMs, nowMs, by }: AnswerAge,
): string {
  const { language } = reader;
  const { title, service } = by;
  const lines =
    api.say === undefined ? itemsText(items, reader) : numbered(saidLines(api, items, reader));
  const course = courseOf(api, items);
  const told = course === undefined ? lines : `${course}\n${lines}`;
  if (title[language] === service) return told;
  const age = nowMs - atMs < 60_000 ? "" : `, ${timeAgo(atMs, reader, nowMs)}`;
  return `${told}\n— ${literal(title[language])}${age}`;
}

/** The figures of a course in time as one line of bars, oldest first; nothing where several have the same time. */
function courseOf({ series }: ApiCall, items: readonly Json[]): string | undefined {
  if (series === undefined) return undefined;
  const points = items.filter(isJsonObject).flatMap((item) => {
    const [when, figure] = [item[series.by], item[series.of]];
    return typeof figure === "number" ? [{ when: String(when), figure }] : [];
  });
  if (new Set(points.map(({ when }) => when)).size < points.length) return undefined;
  const inTime = points.sort((one, other) => one.when.localeCompare(other.when));
  return sparkline(inTime.map(({ figure }) => figure));
}

/** The items for a reader: a title that links to the address, and beside it what its texts tell by themselves. Names of fields, and what says nothing without one, are left out. */
function itemsText(items: readonly Json[], reader: MomentReader): string {
  return linkLines(items.map((item) => lineOf(item, reader)));
}

/** Each item in the words of the tool; its `{title}` links to its address. */
export function saidLines(
  { say }: ApiCall,
  items: readonly Json[],
  reader: MomentReader,
): readonly string[] {
  const template = say?.[reader.language] ?? "";
  return items.map((item) => {
    if (!isJsonObject(item)) return wordsOf(item, reader);
    const { url, title } = item;
    const link =
      typeof url === "string" && typeof title === "string" ? linkTo(title, url) : undefined;
    const shown = Object.entries(item).map(([name, value]) => [name, shownValue(value, reader)]);
    const words = filled(template, { values: Object.fromEntries(shown) }, literal);
    return link === undefined ? words : words.replace(literal(textOfTitle(title)), () => link);
  });
}

function numbered(lines: readonly string[]): string {
  return lines.length === 1
    ? (lines[0] ?? "")
    : lines.map((line, at) => `${at + 1}. ${line}`).join("\n");
}

function textOfTitle(title: Json | undefined): string {
  return typeof title === "string" ? title : "";
}

/** Numbers with their thousands apart, moments as the reader writes them. */
function shownValue(value: Json, reader: MomentReader): Json {
  if (typeof value === "number" && Math.abs(value) >= 10_000)
    return value.toLocaleString(reader.language, { maximumFractionDigits: 2 });
  return typeof value === "string" ? wordsOf(value, reader) : value;
}

/** Longest text that stands beside a title, in characters. */
const LONGEST_DETAIL = 80;

function lineOf(item: Json, reader: MomentReader): LinkLine {
  if (!isJsonObject(item)) return { title: wordsOf(item, reader), url: "", origin: "" };
  const headline = headlineOf(item);
  const { url } = item;
  const details = Object.entries(item).flatMap(([name, value]) => {
    if (typeof value !== "string" || name === headline?.name || name === "url") return [];
    const words = name === "country" ? countryIn(value, reader.language) : wordsOf(value, reader);
    const isTold = words !== "" && words.length <= LONGEST_DETAIL && !/^https?:/iu.test(words);
    return isTold ? [words] : [];
  });
  const [first = JSON.stringify(item), ...rest] = details;
  return {
    title: headline?.text ?? first,
    url: typeof url === "string" ? url : "",
    origin: (headline === undefined ? rest : details).join(", "),
  };
}

/** The name of a country in a language by its two letters; any other text as it is. */
function countryIn(value: string, language: Language): string {
  if (!/^[A-Z]{2}$/u.test(value)) return value;
  return new Intl.DisplayNames([language], { type: "region" }).of(value) ?? value;
}
