import {
  dateOfDayNumber,
  dayNumber,
  isoDate,
  localTimeOf,
  type MomentReader,
} from "../../base/format-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { Change } from "../../engine/catalogue/api-call.ts";
import { symbolOfName } from "../../rag/text/listed-names.ts";
import { textOfHtml } from "../text/html-text.ts";

/** What places stand for: parameters, results of other steps, and the day. */
export interface Scope {
  readonly values: JsonObject;
  /** Today where the person is, as a day number. Default: places for days are empty. */
  readonly today?: number;
  /** Of who reads. Default: English. */
  readonly language?: Language;
}

/** `{name}`, `{step.path}`, `{today-7}`, `{lat+0.05}`, `{reader}` for the language of who asks, each with a change behind a bar: `{today|yyyymmdd}`. */
const PLACE = /\{([\w.]+?)([+-]\d+(?:\.\d+)?)?(?:\|(\w+))?\}/g;

/** A part that goes where a place in it is empty. */
const OPTIONAL = /\[([^[\]]*\{[^[\]]*)\]/g;

/** The scope of a call without its parameters. */
export function scopeOf({ zone, language }: MomentReader, nowMs: number): Scope {
  return { values: {}, today: dayNumber(localTimeOf(nowMs, zone)), language };
}

/** A text with its places filled; a part in square brackets goes where a place in it is empty. `written` says how a value is written there. Pure. */
export function filled(
  template: string,
  scope: Scope,
  written: (text: string) => string = (text) => text,
): string {
  const optional = template.replace(OPTIONAL, (_whole: string, part: string) =>
    placesIn(part).every((place) => textOf(valueFor(place, scope)) !== "") ? part : "",
  );
  return optional.replace(PLACE, (...match: string[]) => written(textOf(valueFor(match, scope))));
}

/** Whether a text has places besides those of optional parts, all of which stand for nothing. */
export function isVoid(template: string, scope: Scope): boolean {
  const places = placesIn(template.replace(OPTIONAL, ""));
  return places.length > 0 && places.every((place) => textOf(valueFor(place, scope)) === "");
}

/** JSON with the places in its texts filled; a text that is one place becomes the value itself. Pure. */
export function filledJson(json: Json, scope: Scope): Json {
  if (typeof json === "string") {
    const [place] = placesIn(json);
    const isWhole = place !== undefined && place[0] === json;
    return isWhole ? (valueFor(place, scope) ?? null) : filled(json, scope);
  }
  if (Array.isArray(json)) return json.map((part: Json) => filledJson(part, scope));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, part]) => [name, filledJson(part, scope)]),
  );
}

/** The value at a dotted path; what is no place of a list is looked up in all of its items. The whole value for an empty path. Pure. */
export function valueAt(value: Json, path: string): Json | undefined {
  const parts = path
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter((name) => name !== "");
  return parts.reduce<Json | undefined>(stepInto, value);
}

/** A value changed; nothing for one that cannot be. Pure. */
export function changed(value: Json | undefined, change: Change | undefined): Json | undefined {
  return value === undefined || value === null || change === undefined
    ? value
    : MAKERS[change](value);
}

/** A value as text: lists joined with commas, objects as JSON, nothing for nothing. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map((part: Json) => textOf(part)).join(",");
  return JSON.stringify(value);
}

const MAKERS: Readonly<Record<Change, (value: Json) => Json | undefined>> = {
  text: (value) =>
    Array.isArray(value) ? value.map((part: Json) => textOf(part)).join(", ") : textOf(value),
  html: (value) => textOfHtml(textOf(value)).replace(/\s+/g, " ").trim(),
  number: (value) => numberIn(textOf(value)),
  integer: (value) => {
    const number = numberIn(textOf(value));
    return number === undefined ? undefined : Math.trunc(number);
  },
  date: (value) =>
    /^\d{4}-?\d\d-?\d\d/
      .exec(textOf(value).replace(/[./]/g, "-"))?.[0]
      ?.replace(/^(\d{4})-?(\d\d)-?/, "$1-$2-"),
  time: (value) => isoOf(textOf(value)),
  lower: (value) => textOf(value).toLowerCase(),
  symbol: (value) => symbolOfName(textOf(value)) ?? textOf(value).toUpperCase(),
  yyyymmdd: (value) => textOf(value).slice(0, 10).replace(/\D/g, ""),
  yyyymm: (value) => textOf(value).slice(0, 10).replace(/\D/g, "").slice(0, 6),
  yyyy: (value) => textOf(value).slice(0, 4),
  list: (value) => (Array.isArray(value) ? value : [value]),
  index_text: (value) => (isJsonObject(value) ? textOfIndex(value) : undefined),
  km: (value) => parted(numberIn(textOf(value)), 100, 10),
  minutes: (value) => parted(numberIn(textOf(value)), 60, 1),
  positive: (value) => ((numberIn(textOf(value)) ?? 0) > 0 ? value : undefined),
  video: (value) => VIDEO.exec(textOf(value))?.[1],
};

/** The eleven characters by which YouTube knows a video, alone or in one of its addresses. */
const VIDEO =
  /(?:^|[?&]v=|youtu\.be\/|youtube\.com\/(?:shorts|embed|live)\/)([\w-]{11})(?=$|[?&#/])/;

/** An instant written in seconds or milliseconds since 1970, or as a date of the web. */
function isoOf(text: string): string | undefined {
  const seconds = Number(text);
  const atMs = Number.isNaN(seconds)
    ? Date.parse(text)
    : seconds * (seconds > LATEST_SECONDS ? 1 : 1000);
  return Number.isNaN(atMs) || atMs === 0 || text === "" ? undefined : new Date(atMs).toISOString();
}

/** More than so many are milliseconds: the year 5138 in seconds, 1973 in milliseconds. */
const LATEST_SECONDS = 1e11;

function numberIn(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, "");
  return plain === "" || Number.isNaN(Number(plain)) ? undefined : Number(plain);
}

/** A number in a larger unit, to the nearest `1/parts` of it: 100 metres, ten to a kilometre. */
function parted(value: number | undefined, step: number, parts: number): number | undefined {
  return value === undefined ? undefined : Math.round(value / step) / parts;
}

/** A text kept as each word with its places, as OpenAlex keeps abstracts ("Abstract inverted index" of its documentation). */
function textOfIndex(index: JsonObject): string {
  const words: string[] = [];
  for (const [word, places] of Object.entries(index))
    for (const place of Array.isArray(places) ? places : [])
      if (typeof place === "number" && place >= 0 && place < LONGEST_INDEX) words[place] = word;
  return words.filter((word) => word !== undefined).join(" ");
}

/** In words. */
const LONGEST_INDEX = 5000;

function stepInto(value: Json | undefined, name: string): Json | undefined {
  if (name === "*" && isJsonObject(value)) return Object.values(value);
  if (Array.isArray(value)) {
    if (/^\d+$/.test(name)) return value[Number(name)];
    const found = value.flatMap((item: Json) => stepInto(item, name) ?? []);
    return found.length === 0 ? undefined : found;
  }
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A number, also one written as a text, with something added. */
function shifted(value: Json | undefined, shift: string | undefined): Json | undefined {
  if (shift === undefined) return value;
  const number = numberIn(textOf(value));
  return number === undefined ? undefined : Number((number + Number(shift)).toFixed(6));
}

/** The whole place, its name, the days after today or what is added to a number, the change. */
type Place = readonly (string | undefined)[];

function placesIn(template: string): readonly Place[] {
  return [...template.matchAll(PLACE)];
}

function valueFor([, name = "", shift, change]: Place, scope: Scope): Json | undefined {
  if (name === "reader") return scope.language;
  const isDay = name === "today" && scope.today !== undefined;
  const value = isDay
    ? isoDate(dateOfDayNumber((scope.today ?? 0) + Number(shift ?? 0)))
    : shifted(valueAt(scope.values, name), shift);
  return change !== undefined && change in MAKERS ? changed(value, change as Change) : value;
}
