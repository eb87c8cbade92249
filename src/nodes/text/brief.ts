import type { MomentReader } from "../../base/format-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { oneLine } from "../../base/localized.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { worded } from "../localize.ts";
import { headlineOf, wordsOf } from "./item-text.ts";
import { chooseSentences } from "./summary.ts";

/** One thing of a briefing before it is worded. */
export interface BriefLine {
  readonly headline: string;
  readonly url: string | undefined;
  /** Where and when, such as "한빛경제, 11월 20일". */
  readonly origin: string;
  /** What stands behind the headline; empty where there is nothing to add. */
  readonly detail: string;
}

/** Fields that tell more about a thing. */
const DETAILS = ["summary", "snippet", "description", "content", "text"];
/** Longest headline and longest line behind it, in characters. */
const MAX_HEADLINE = 120;
const MAX_DETAIL = 140;
/** Other fields that stand behind a headline without a text. */
const MAX_FACTS = 4;

/** What a briefing says of each thing, by rule: headline, origin and the first telling sentence or facts. */
export function briefLines(call: ReadyCall, items: readonly Json[]): readonly BriefLine[] {
  const { actor } = call;
  return items.map((item) =>
    isJsonObject(item)
      ? lineOf(item, actor)
      : { headline: firstLine(wordsOf(item, actor)), url: undefined, origin: "", detail: "" },
  );
}

/** A briefing as light markup, one line a thing; `left` things more are counted at its end. */
export function briefText(
  call: ReadyCall,
  lines: readonly BriefLine[],
  options: { readonly title: string | undefined; readonly left: number },
): string {
  const { title, left } = options;
  const none = worded(call, { ko: "전할 것이 없어요.", en: "There is nothing to tell." });
  const more = worded(call, { ko: `… 그 밖에 ${left}건`, en: `… and ${left} more` });
  return [
    ...(title === undefined ? [] : [`**${escaped(title)}**`]),
    ...(lines.length === 0 ? [none] : lines.map(lineText)),
    ...(left > 0 ? [more] : []),
  ].join("\n");
}

function lineText({ headline, url, origin, detail }: BriefLine): string {
  const words = escaped(headline);
  const head = url === undefined || /[()\s]/.test(url) ? `**${words}**` : `[${words}](${url})`;
  const behind = origin === "" ? "" : ` (${escaped(origin)})`;
  return `- ${head}${behind}${detail === "" ? "" : `: ${escaped(detail)}`}`;
}

function lineOf(item: JsonObject, reader: MomentReader): BriefLine {
  const headline = headlineOf(item);
  const { url, source, published, date } = item;
  const when = [published, date].find((value) => typeof value === "string" && value !== "");
  const origin = [source, when].flatMap((value) =>
    typeof value === "string" && value !== "" ? [wordsOf(value, reader)] : [],
  );
  return {
    headline: firstLine(headline?.text ?? factsOf(item, reader).join(", ")),
    url: typeof url === "string" && /^https?:\/\//.test(url) ? url : undefined,
    origin: origin.join(", "),
    detail: headline === undefined ? "" : detailOf(item, headline, reader),
  };
}

function detailOf(
  item: JsonObject,
  headline: { readonly name: string; readonly text: string },
  reader: MomentReader,
): string {
  for (const name of DETAILS) {
    const text = item[name];
    if (typeof text !== "string" || text.trim() === "") continue;
    const body = name === headline.name ? text.split("\n").slice(1).join("\n") : text;
    const [sentence] = chooseSentences(body, 1);
    if (sentence !== undefined && sentence !== headline.text) return oneLine(sentence, MAX_DETAIL);
  }
  return oneLine(factsOf(item, reader, headline.name).join(", "), MAX_DETAIL);
}

/** Short fields with their names. */
function factsOf(item: JsonObject, reader: MomentReader, headline?: string): string[] {
  const told = new Set([headline, "url", "source", "published", "date", ...DETAILS]);
  return Object.entries(item)
    .filter(([name, value]) => !told.has(name) && typeof value !== "object" && value !== "")
    .slice(0, MAX_FACTS)
    .map(([name, value]) => `${name} ${wordsOf(value, reader)}`);
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return oneLine(line.replace(/^#{1,6}\s+/, ""), MAX_HEADLINE);
}

/** Text in which nothing is markup. */
function escaped(text: string): string {
  return text.replace(/[\\*`[\]]/g, "\\$&");
}
