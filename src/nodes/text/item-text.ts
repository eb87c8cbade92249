import { dateAndTime, type MomentReader } from "../../base/format-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { worded } from "../localize.ts";

/** Fields whose value is the headline of a thing, first found first. */
const HEADLINES = ["title", "name", "headline", "content", "text"];

/** Fields that a reader knows without their name. */
const PLAIN = new Set(["source", "published", "summary", "snippet", "description", "date", "url"]);

/** Longest value that stands beside others on one line, in characters. */
const SHORT_LENGTH = 80;

/** A list for a reader: a numbered headline with the other fields behind and below it, nothing cut; plain lines for the lines of a text. */
export function listText(call: ReadyCall, items: readonly Json[], isLines: boolean): string {
  if (items.length === 0) return worded(call, { ko: "남은 것이 없어요.", en: "Nothing is left." });
  const { actor } = call;
  return items
    .map((item, index) => {
      if (!isJsonObject(item)) return isLines ? String(item) : `- ${wordsOf(item, actor)}`;
      return objectText(item, `${index + 1}. `, actor);
    })
    .join("\n");
}

/** The headline of a thing: its title, name or words; undefined where it has none. */
export function headlineOf(item: JsonObject): { name: string; text: string } | undefined {
  for (const name of HEADLINES) {
    const text = item[name];
    if (typeof text === "string" && text.trim() !== "") return { name, text: text.trim() };
  }
  return undefined;
}

/** A value in words; a moment in ISO form is written as its reader does, what is no text as JSON. */
export function wordsOf(value: Json, reader: MomentReader): string {
  if (typeof value !== "string") return JSON.stringify(value);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return value.trim();
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? value : dateAndTime(atMs, reader);
}

/** A field in words; none where there is nothing in it. */
function fieldWords(name: string, value: Json, reader: MomentReader): string {
  if (value === null) return "";
  return name === "source" ? sourceWords(value) : wordsOf(value, reader);
}

/** Where a thing is from, without the name of the call that brought it: of a page or feed its host. */
function sourceWords(value: Json): string {
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value);
  const [, subject] = /^[a-z]+:[a-z_]+(?: (.*))?$/su.exec(text) ?? [undefined, text];
  return /^https?:\/\/([^/?#]+)/.exec(subject ?? "")?.[1] ?? subject ?? "";
}

function objectText(item: JsonObject, mark: string, reader: MomentReader): string {
  const headline = headlineOf(item);
  const beside: string[] = [];
  const below: string[] = [];
  for (const [name, value] of Object.entries(item)) {
    const words = fieldWords(name, value, reader);
    if (name === headline?.name || words === "") continue;
    const told = PLAIN.has(name) ? words : `${name}: ${words}`;
    const isShort = words.length <= SHORT_LENGTH && !words.includes("\n") && name !== "url";
    (isShort ? beside : below).push(told);
  }
  const head = headline?.text ?? beside.join(" · ");
  const behind = headline === undefined || beside.length === 0 ? "" : ` (${beside.join(" · ")})`;
  const indent = " ".repeat(mark.length);
  return [`${mark}${head}${behind}`, ...below]
    .join("\n")
    .split("\n")
    .map((line, index) => (index === 0 ? line : `${indent}${line}`))
    .join("\n");
}
