import { once } from "../../base/clock.ts";
import { dateOfDayNumber, dayNumber } from "../../base/format-time.ts";

/** A day of the Korean lunar calendar that comes every year; in a leap month where `isLeap`. */
export interface LunarDay {
  /** 1–12. */
  readonly month: number;
  /** 1–30. */
  readonly day: number;
  readonly isLeap: boolean;
}

/** One month of a lunar year. */
interface LunarMonth {
  readonly month: number;
  readonly isLeap: boolean;
  /** Day number of its first day. */
  readonly start: number;
  readonly length: number;
}

/** The years that are kept: a schedule asks for the present one and the next. */
const MOST_YEARS = 64;

const SHORT_MONTH = 29;
const LONG_MONTH = 30;

/** The lunar new year lies between 20 January and 21 February; a few days more cost nothing. */
const FIRST_NEW_YEAR = { month: 1, day: 18 };
const NEW_YEAR_DAYS = 38;

/**
 * The calendar "dangi" of ICU, which Node carries. Held against the tables of the Korea Astronomy and Space Science Institute
 * (as korean-lunar-calendar 0.4.0 has them) for every day from 1900 to 2050: the same but for one month that is over, that of 26 February 2017.
 */
const format = once(
  () =>
    new Intl.DateTimeFormat("en-u-ca-dangi-nu-latn", {
      timeZone: "UTC",
      year: "numeric",
      month: "numeric",
      day: "numeric",
    }),
);

const years = new Map<number, readonly LunarMonth[]>();

/** "8-15", or "leap 6-15" (also "윤6-15") for a day in a leap month; undefined for a day that no lunar year has. */
export function parseLunarDay(text: string): LunarDay | undefined {
  const match = /^(?<leap>leap|윤)?\s*(?<month>\d{1,2})\s*[-./월]\s*(?<day>\d{1,2})\s*일?$/iu.exec(
    text.trim(),
  );
  const month = Number(match?.groups?.["month"] ?? 0);
  const day = Number(match?.groups?.["day"] ?? 0);
  if (month < 1 || month > 12 || day < 1 || day > LONG_MONTH) return undefined;
  return { month, day, isLeap: match?.groups?.["leap"] !== undefined };
}

/** The lunar year that a day number belongs to, by the solar year in which it began. */
export function lunarYearOf(day: number): number {
  return partsOf(day).year;
}

/** The solar day number of a lunar day in a lunar year. A day that the month lacks is its last; a leap month that the year lacks is the month before it, of the same number. */
export function solarDayOf({ month, day, isLeap }: LunarDay, year: number): number | undefined {
  const months = monthsOf(year).filter((one) => one.month === month);
  const found = months.find((one) => one.isLeap === isLeap) ?? months[0];
  return found === undefined ? undefined : found.start + Math.min(day, found.length) - 1;
}

/** The months of a lunar year in their order, twelve or thirteen. */
function monthsOf(year: number): readonly LunarMonth[] {
  const known = years.get(year);
  if (known !== undefined) return known;
  const months: LunarMonth[] = [];
  let start = newYearOf(year);
  for (let first = partsOf(start); first.year === year; first = partsOf(start)) {
    const length = partsOf(start + SHORT_MONTH).day === LONG_MONTH ? LONG_MONTH : SHORT_MONTH;
    months.push({ month: first.month, isLeap: first.isLeap, start, length });
    start += length;
  }
  const [oldest] = years.keys();
  if (years.size >= MOST_YEARS && oldest !== undefined) years.delete(oldest);
  years.set(year, months);
  return months;
}

function newYearOf(year: number): number {
  const earliest = dayNumber({ year, ...FIRST_NEW_YEAR });
  const days = Array.from({ length: NEW_YEAR_DAYS }, (_, index) => earliest + index);
  return days.find((day) => partsOf(day).year === year) ?? earliest;
}

function partsOf(day: number): {
  readonly year: number;
  readonly month: number;
  readonly isLeap: boolean;
  readonly day: number;
} {
  const { year, month, day: date } = dateOfDayNumber(day);
  const parts = format().formatToParts(Date.UTC(year, month - 1, date));
  // ICU names the year by the solar one in which it began, and writes a leap month as "6bis".
  const textOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  const monthText = textOf("month");
  return {
    year: Number(textOf("relatedYear")),
    month: Number.parseInt(monthText, 10),
    isLeap: monthText.endsWith("bis"),
    day: Number(textOf("day")),
  };
}
