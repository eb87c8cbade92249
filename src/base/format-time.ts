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
  /** True where it may be seconds away. Default: told to the minute. */
  readonly toTheSecond?: boolean;
}

/** From this far on, a day without its year could be taken for one nearer by. */
const FAR_MS = 300 * 86_400_000;

/** Making a formatter takes far longer than using it, and few zones are in use at once. */
const MOST_FORMATS = 128;
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** A moment as every message tells it, by the reader's own clock: "Mon 11/23, 08:00", "11월 23일(월) 08:00"; with its year where it is 300 days or more from now. */
export function dayAndTime(
  atMs: number,
  reader: MomentReader,
  { nowMs = atMs, toTheSecond = false }: MomentDetail = {},
): string {
  const { year, month, day, weekday, hour, minute, second } = partsOf(atMs, reader, "numeric");
  const isFar = Math.abs(atMs - nowMs) >= FAR_MS;
  const time = `${hour}:${minute}${toTheSecond ? `:${second}` : ""}`;
  if (reader.language === "ko")
    return `${isFar ? `${year}년 ` : ""}${month}월 ${day}일(${weekday}) ${time}`;
  return `${weekday} ${month}/${day}${isFar ? `/${year}` : ""}, ${time}`;
}

/** The same for what lies in the past and may be old, such as an article: the date with its year, by the reader's own clock: "Nov 20, 2026, 15:30", "2026년 11월 20일 15:30". */
export function dateAndTime(atMs: number, reader: MomentReader): string {
  const isKorean = reader.language === "ko";
  const { year, month, day, hour, minute } = partsOf(atMs, reader, isKorean ? "numeric" : "short");
  if (isKorean) return `${year}년 ${month}월 ${day}일 ${hour}:${minute}`;
  return `${month} ${day}, ${year}, ${hour}:${minute}`;
}

/** A time of day by the reader's own clock: "5:24 PM", "17:24". */
export function clockTime(atMs: number, { language, zone }: MomentReader): string {
  const isKorean = language === "ko";
  return new Intl.DateTimeFormat(isKorean ? "ko" : "en-US", {
    timeZone: zone,
    hour: isKorean ? "2-digit" : "numeric",
    minute: "2-digit",
    hourCycle: isKorean ? "h23" : "h12",
  })
    .format(atMs)
    .replace(/\u202f/g, " ");
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
    second: "2-digit",
    hourCycle: "h23",
  });
  if (FORMATS.size >= MOST_FORMATS) FORMATS.clear();
  FORMATS.set(key, made);
  return made;
}
