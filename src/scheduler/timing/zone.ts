import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { knownPlaces, zoneOfPlace } from "./place-zones.ts";
import { repeated } from "./repeated.ts";

/** A reading of a wall clock; `month` is 1–12. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** A zone name that this machine knows, or one sentence saying which names are near. */
export type ParsedZone =
  | { readonly ok: true; readonly zone: string }
  | { readonly ok: false; readonly problem: Localized };

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** A formatter takes about 30 KB; there are some 600 zone names, few of them in use at once. */
const MAX_FORMATTERS = 128;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Takes an IANA zone name in any capitalisation, its last part ("new york"), or a place that people name ("뉴욕", "Korea"); offsets such as "+09:00" are refused because they know no summer time. */
export function parseZone(text: string): ParsedZone {
  const name = text.normalize("NFC").trim();
  const placed = zoneOfPlace(name.replace(/[\s_]+/g, " "));
  if (placed !== undefined) return { ok: true, zone: placed };
  if (/^[a-z]/i.test(name)) {
    try {
      const known = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
      // An older name of the same zone is kept as the person wrote it.
      return { ok: true, zone: known.toLowerCase() === name.toLowerCase() ? known : name };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  const near = nearestZones(name);
  const [nearest] = near;
  if (nearest !== undefined && cityOf(nearest) === folded(name)) return { ok: true, zone: nearest };
  return { ok: false, problem: unknownZone(name, near) };
}

function unknownZone(name: string, near: readonly string[]): Localized {
  const shown = repeated(name);
  const names = near.map((zone) => `"${zone}"`);
  const advice =
    names.length > 0
      ? { en: `Did you mean ${names.join(" or ")}?`, ko: `혹시 ${names.join(" 또는 ")}인가요?` }
      : {
          en: 'Use a city, or an IANA name such as "Asia/Seoul".',
          ko: '도시 이름이나 "Asia/Seoul" 같은 이름을 써 주세요.',
        };
  return joined(
    { en: `Unknown time zone "${shown}". `, ko: korean`"${shown}"(이)라는 시간대는 없습니다. ` },
    advice,
  );
}

/** Lower case, "_" between the words. */
function folded(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "_");
}

/** The last part of a zone's name, folded. */
function cityOf(zone: string): string {
  return folded(zone.slice(zone.lastIndexOf("/") + 1));
}

/** The zone names most like `text`, best first, at most three; a city alone ("new york") or a place ("샌프란시스꼬") finds its zone. */
function nearestZones(text: string): readonly string[] {
  const wanted = folded(text);
  const scores = new Map<string, number>();
  const note = (zone: string, name: string): void => {
    const score = likeness(wanted, name);
    if (score >= 0.6) scores.set(zone, Math.max(score, scores.get(zone) ?? 0));
  };
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    note(zone, folded(zone));
    note(zone, cityOf(zone));
  }
  for (const [place, zone] of knownPlaces()) note(zone, folded(place));
  return [...scores]
    .sort(([, left], [, right]) => right - left)
    .slice(0, 3)
    .map(([zone]) => zone);
}

/** What the wall clock in `zone` shows at an instant. */
export function localTimeOf(instantMs: number, zone: string): LocalTime {
  const fields = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const part of formatterOf(zone).formatToParts(instantMs)) {
    if (part.type in fields) {
      // `in` has just shown that the type is one of the six names.
      fields[part.type as keyof LocalTime] = Number(part.value);
    }
  }
  return fields;
}

/** The instant at which the wall clock in `zone` shows `local`: the first of two when it is repeated, the end of the gap when it is left out. */
export function instantOf(local: LocalTime, zone: string): number {
  const wallMs = asUtc(local);
  const offsets = [offsetAt(wallMs - DAY_MS, zone), offsetAt(wallMs + DAY_MS, zone)];
  const earlyMs = wallMs - Math.max(...offsets);
  if (earlyMs + offsetAt(earlyMs, zone) === wallMs) return earlyMs;
  const lateMs = wallMs - Math.min(...offsets);
  if (lateMs + offsetAt(lateMs, zone) === wallMs) return lateMs;
  return changeBetween(earlyMs, lateMs, zone);
}

/** The day of an instant in a zone, from its first moment to that of the next. */
export function dayIn(
  zone: string,
  atMs: number,
): { readonly startMs: number; readonly endMs: number } {
  const day = dayNumber(localTimeOf(atMs, zone));
  return {
    startMs: instantOf(dateOfDayNumber(day), zone),
    endMs: instantOf(dateOfDayNumber(day + 1), zone),
  };
}

/** ISO text with seconds and the zone's own offset at that instant, such as `2026-11-22T15:00:00+09:00`. */
export function isoInZone(instantMs: number, zone: string): string {
  const local = localTimeOf(instantMs, zone);
  const offsetMinutes = Math.round(offsetAt(instantMs, zone) / 60_000);
  const sign = offsetMinutes < 0 ? "-" : "+";
  const size = Math.abs(offsetMinutes);
  const offset = `${sign}${padded(Math.floor(size / 60))}:${padded(size % 60)}`;
  const time = [local.hour, local.minute, local.second].map(padded).join(":");
  return `${isoDate(local)}T${time}${offset}`;
}

/** The date as `YYYY-MM-DD`. */
export function isoDate(date: Pick<LocalTime, "year" | "month" | "day">): string {
  return `${String(date.year).padStart(4, "0")}-${padded(date.month)}-${padded(date.day)}`;
}

/** Days since 1970-01-01 of a calendar date. */
export function dayNumber(date: Pick<LocalTime, "year" | "month" | "day">): number {
  return Math.floor(Date.UTC(date.year, date.month - 1, date.day) / DAY_MS);
}

/** The calendar date of a day number, at midnight. */
export function dateOfDayNumber(day: number): LocalTime {
  const date = new Date(day * DAY_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
  };
}

/** Two digits. */
export function padded(value: number): string {
  return String(value).padStart(2, "0");
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(zone, made);
  return made;
}

function asUtc(local: LocalTime): number {
  return Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second);
}

/** How far the wall clock in `zone` is ahead of UTC, in milliseconds. */
export function offsetAt(instantMs: number, zone: string): number {
  const wholeMs = Math.floor(instantMs / SECOND_MS) * SECOND_MS;
  return asUtc(localTimeOf(wholeMs, zone)) - wholeMs;
}

/** The first second after `fromMs` with the offset of `toMs`; there is one change between them. */
function changeBetween(fromMs: number, toMs: number, zone: string): number {
  const offsetBefore = offsetAt(fromMs, zone);
  let lowMs = fromMs;
  let highMs = toMs;
  while (highMs - lowMs > SECOND_MS) {
    const middleMs = lowMs + Math.floor((highMs - lowMs) / 2 / SECOND_MS) * SECOND_MS;
    if (offsetAt(middleMs, zone) === offsetBefore) lowMs = middleMs;
    else highMs = middleMs;
  }
  return highMs;
}

/** Share of letter pairs two names have in common, 0–1 (Dice's coefficient). */
function likeness(left: string, right: string): number {
  if (left === right) return 1;
  const pairs = pairsOf(left);
  const rest = pairsOf(right);
  const total = pairs.length + rest.length;
  let shared = 0;
  for (const pair of pairs) {
    const place = rest.indexOf(pair);
    if (place < 0) continue;
    shared += 1;
    rest.splice(place, 1);
  }
  return total === 0 ? 0 : (2 * shared) / total;
}

function pairsOf(name: string): string[] {
  const framed = `^${name}$`;
  return Array.from({ length: framed.length - 1 }, (_, index) => framed.slice(index, index + 2));
}
