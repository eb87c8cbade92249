import type { Language } from "./localized.ts";

/** Where a person reads a time, and in which language. */
export interface MomentReader {
  readonly language: Language;
  readonly zone: string;
}

/** How much of a moment is told. */
export interface MomentDetail {
  /** The present, for a moment that may be far from it. Default: it is near. */
  readonly nowMs?: number;
}

/** From this far on, a day without its year could be taken for one nearer by. */
const FAR_MS = 300 * 86_400_000;

/** Making a formatter takes far longer than using it, and few zones are in use at once. */
const MOST_FORMATS = 128;
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** A moment with its day, by the reader's own clock: "Mon, Nov 23, 8 AM", "11월 23일(월) 오전 8시"; with its year where it is 300 days or more from now. */
export function dayAndTime(
  atMs: number,
  reader: MomentReader,
  { nowMs = atMs }: MomentDetail = {},
): string {
  const { weekday = "" } = partsOf(atMs, reader, "short");
  const day = dayOnly(atMs, reader, nowMs);
  const time = datedHour(atMs, reader);
  return reader.language === "ko" ? `${day}(${weekday}) ${time}` : `${weekday}, ${day}, ${time}`;
}

/** The same for what lies in the past and may be old, such as an article: the date with its year, by the reader's own clock: "Nov 20, 2026, 3:30 PM", "2026년 11월 20일 오후 3시 30분". */
export function dateAndTime(atMs: number, reader: MomentReader): string {
  const time = datedHour(atMs, reader);
  const isKorean = reader.language === "ko";
  const { year, month, day } = partsOf(atMs, reader, isKorean ? "numeric" : "short");
  return isKorean ? `${year}년 ${month}월 ${day}일 ${time}` : `${month} ${day}, ${year}, ${time}`;
}

/** Beside a date midnight is told as the hour that begins the day, since it could be taken for the one that ends it. */
function datedHour(atMs: number, reader: MomentReader): string {
  return hourOf(atMs, reader)
    .replace(/^midnight$/, "12 AM")
    .replace(/^자정$/, "0시");
}

/** The hour of a moment by the reader's clock, as somebody says it. */
export function hourOf(atMs: number, reader: MomentReader): string {
  const { hour, minute } = partsOf(atMs, reader, "numeric");
  return hourWords(Number(hour), Number(minute), reader.language);
}

/** How long ago something was, as people say it of news: "1시간 전", "2 hours ago"; after a week its day: "11월 20일", "Nov 20". */
export function timeAgo(atMs: number, reader: MomentReader, nowMs: number): string {
  const isKorean = reader.language === "ko";
  const minutes = Math.max(0, Math.floor((nowMs - atMs) / 60_000));
  if (minutes < 1) return isKorean ? "방금" : "just now";
  const unit = AGO_UNITS.find((each) => minutes >= each.minutes);
  if (unit === undefined || minutes >= WEEK_MINUTES) return dayOnly(atMs, reader, nowMs);
  const count = Math.floor(minutes / unit.minutes);
  return isKorean ? `${count}${unit.ko} 전` : `${count} ${unit.en}${count === 1 ? "" : "s"} ago`;
}

const WEEK_MINUTES = 7 * 1440;
const AGO_UNITS = [
  { minutes: 1440, ko: "일", en: "day" },
  { minutes: 60, ko: "시간", en: "hour" },
  { minutes: 1, ko: "분", en: "minute" },
] as const;

/** A day by the reader's clock: "11월 20일", "Nov 20"; with its year where it is 300 days or more from now. */
export function dayOnly(atMs: number, reader: MomentReader, nowMs: number): string {
  const isKorean = reader.language === "ko";
  const { year, month, day } = partsOf(atMs, reader, isKorean ? "numeric" : "short");
  const isFar = Math.abs(atMs - nowMs) >= FAR_MS;
  if (isKorean) return `${isFar ? `${year}년 ` : ""}${month}월 ${day}일`;
  return `${month} ${day}${isFar ? `, ${year}` : ""}`;
}

/** The time of something recent: "16:24" today, with its day before that. */
export function clockTime(atMs: number, reader: MomentReader, nowMs: number): string {
  const day = dayOnly(atMs, reader, nowMs);
  const { hour, minute } = partsOf(atMs, reader, "numeric");
  const time = `${hour}:${minute}`;
  if (day === dayOnly(nowMs, reader, nowMs)) return time;
  return reader.language === "ko" ? `${day} ${time}` : `${day}, ${time}`;
}

/** A moment as somebody says it: "내일 오후 3시", "tomorrow 3 PM", "11월 26일 오전 9:30", today "오전 10:20"; with its year where it is 300 days or more from now. */
export function spokenTime(atMs: number, reader: MomentReader, nowMs: number): string {
  const time = hourOf(atMs, reader).replace(
    /시 (\d+)분$/u,
    (_all, minute: string) => `:${minute.padStart(2, "0")}`,
  );
  return daysBetween(nowMs, atMs, reader) === 0
    ? time
    : `${spokenDay(atMs, reader, nowMs)} ${time}`;
}

/** A moment without its day where that is today: "18:05", "6:05 PM"; else with it: "어제 21:00", "yesterday 9 PM". */
export function shortTime(atMs: number, reader: MomentReader, nowMs: number): string {
  const { hour = "", minute = "" } = partsOf(atMs, reader, "numeric");
  const time =
    reader.language === "ko"
      ? `${hour}:${minute}`
      : hourWords(Number(hour), Number(minute), reader.language);
  const isToday = daysBetween(nowMs, atMs, reader) === 0;
  return isToday ? time : `${spokenDay(atMs, reader, nowMs)} ${time}`;
}

/** Days that have a name of their own, from two days ago to the day after tomorrow. */
const NAMED_DAYS: Readonly<Record<Language, Readonly<Record<number, string>>>> = {
  ko: { [-2]: "그저께", [-1]: "어제", 0: "오늘", 1: "내일", 2: "모레" },
  en: { [-1]: "yesterday", 0: "today", 1: "tomorrow" },
};

/** The day of a moment as somebody says it: "내일", "11월 26일", "tomorrow", "Nov 26". */
export function spokenDay(atMs: number, reader: MomentReader, nowMs: number): string {
  const named = NAMED_DAYS[reader.language][daysBetween(nowMs, atMs, reader)];
  return named ?? dayOnly(atMs, reader, nowMs);
}

/** A day as the head of a page names it: "11월 23일 월요일", "Monday, November 23". */
export function dayHead(atMs: number, { language, zone }: MomentReader): string {
  return new Intl.DateTimeFormat(language === "ko" ? "ko-KR" : "en-US", {
    timeZone: zone,
    month: "long",
    day: "numeric",
    weekday: "long",
  }).format(atMs);
}

/** An hour as somebody says it: "오후 3시 30분", "자정", "3:30 PM", "9 AM". */
export function hourWords(hour: number, minute: number, language: Language): string {
  const shown = hour % 12 === 0 ? 12 : hour % 12;
  if (minute === 0 && hour % 12 === 0) {
    const names = hour === 0 ? { ko: "자정", en: "midnight" } : { ko: "정오", en: "noon" };
    return names[language];
  }
  if (language === "en") {
    const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
    return `${shown}${minutes} ${hour < 12 ? "AM" : "PM"}`;
  }
  return `${hour < 12 ? "오전" : "오후"} ${shown}시${minute === 0 ? "" : ` ${minute}분`}`;
}

/** Midnights between two moments by the reader's clock; negative where the second comes first. */
function daysBetween(fromMs: number, toMs: number, reader: MomentReader): number {
  const [from, to] = [fromMs, toMs].map((atMs) => {
    const { year, month, day } = partsOf(atMs, reader, "numeric");
    return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000;
  });
  return (to ?? 0) - (from ?? 0);
}

type MonthForm = "numeric" | "short";

function partsOf(
  atMs: number,
  { language, zone }: MomentReader,
  month: MonthForm,
): Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>> {
  const parts = formatOf(language, zone, month).formatToParts(atMs);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

function formatOf(language: Language, zone: string, month: MonthForm): Intl.DateTimeFormat {
  const key = `${language} ${month} ${zone}`;
  const known = FORMATS.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language === "ko" ? "ko-KR" : "en-US", {
    timeZone: zone,
    year: "numeric",
    month,
    day: "numeric",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  if (FORMATS.size >= MOST_FORMATS) FORMATS.clear();
  FORMATS.set(key, made);
  return made;
}

/** A reading of a wall clock; `month` is 1–12. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

const ZONE_FORMATS = new Map<string, Intl.DateTimeFormat>();

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

/** The same to the minute and without the zone: 2026-07-15T08:00. */
export function isoMinute(instantMs: number, zone: string): string {
  return isoInZone(instantMs, zone).slice(0, "YYYY-MM-DDTHH:MM".length);
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
  const known = ZONE_FORMATS.get(zone);
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
  if (ZONE_FORMATS.size >= MOST_FORMATS) ZONE_FORMATS.clear();
  ZONE_FORMATS.set(zone, made);
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
