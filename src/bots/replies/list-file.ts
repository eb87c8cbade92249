import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { textOf } from "../../engine/values/outcome.ts";
import { csvOf } from "../markup/csv.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { type AttachedTable, headMarkup } from "../markup/wide-tables.ts";
import { say } from "../texts/say.ts";

/** A list of more than so many entries is a file. */
const MOST_ENTRIES = 50;

/** Entries that stand in the words then. */
const HEAD_ENTRIES = 10;

/** Longest entry there, in characters. */
const LONGEST_ENTRY = 200;

/**
 * A long list that a program gave, as a file, and the words with it: in place of a mere listing its first entries and how many there
 * are; words of an action's own stay. Records are CSV, plain entries text, all else JSON. Undefined where the list is short. Pure.
 */
export function resultSheet(
  { value, text }: { readonly value: Json; readonly text: string },
  page: { readonly language: Language; readonly columns: number },
): { readonly text: string; readonly sheet: AttachedTable } | undefined {
  const entries = entriesOf(value);
  if (entries === undefined || entries.length <= MOST_ENTRIES) return undefined;
  const { language } = page;
  const file = fileOf(entries);
  const count = entries.length;
  const sheet: AttachedTable = {
    kind: "file",
    caption: say(language, "resultFile", { count }),
    ...file,
  };
  const listing = textOf(
    isJsonObject(value) ? { kind: "object", data: value } : { kind: "list", items: entries },
  );
  const at = text.indexOf(listing);
  const note = say(language, "resultWhole", { count, shown: HEAD_ENTRIES });
  if (at === -1) return { text: `${text}\n\n${say(language, "resultBelow", { count })}`, sheet };
  const head = [...fieldLines(value), headOf(entries, page.columns), "", note].join("\n");
  return { text: text.slice(0, at) + head + text.slice(at + listing.length), sheet };
}

/** The list that a value is, or the only one in it. */
function entriesOf(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const lists = Object.values(value).filter((each) => Array.isArray(each));
  const [only] = lists;
  return lists.length === 1 ? only : undefined;
}

function fileOf(
  entries: readonly Json[],
): Pick<Extract<AttachedTable, { kind: "file" }>, "ending" | "content"> {
  if (entries.every(isFlat))
    return { ending: "csv", content: csvOf([namesOf(entries), ...rowsOf(entries)]) };
  if (entries.every(isPlain))
    return { ending: "txt", content: `${entries.map(wordOf).join("\n")}\n` };
  return { ending: "json", content: `${JSON.stringify(entries, null, 2)}\n` };
}

function headOf(entries: readonly Json[], columns: number): string {
  const head = entries.slice(0, HEAD_ENTRIES);
  if (!head.every(isFlat))
    return head
      .map((entry) => `- ${shortened(isPlain(entry) ? wordOf(entry) : JSON.stringify(entry))}`)
      .join("\n");
  const names = namesOf(head);
  const isRight = names.map((name) => head.every((entry) => typeof entry[name] === "number"));
  const rows = rowsOf(head).map((row) => row.map(shortened));
  return headMarkup({ names: names.map(shortened), isRight, rows }, columns, HEAD_ENTRIES);
}

/** What stands beside the only list of an object. */
function fieldLines(value: Json): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    Array.isArray(field)
      ? []
      : [
          `- ${shortened(name)}: ${shortened(isPlain(field) ? wordOf(field) : JSON.stringify(field))}`,
        ],
  );
}

function shortened(text: string): string {
  const letters = Array.from(text.replace(/\s+/g, " "));
  const short =
    letters.length <= LONGEST_ENTRY ? letters : [...letters.slice(0, LONGEST_ENTRY - 1), "…"];
  return escapeMarkup(short.join(""));
}

function namesOf(entries: readonly JsonObject[]): readonly string[] {
  return [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
}

function rowsOf(entries: readonly JsonObject[]): readonly (readonly string[])[] {
  const names = namesOf(entries);
  return entries.map((entry) => names.map((name) => wordOf(entry[name] ?? null)));
}

/** A record of plain values. */
function isFlat(value: Json): value is JsonObject {
  return isJsonObject(value) && Object.values(value).every(isPlain);
}

function isPlain(value: Json): boolean {
  return value === null || typeof value !== "object";
}

function wordOf(value: Json): string {
  return value === null ? "" : String(value);
}
