import { instantOf, type LocalTime } from "../../base/format-time.ts";

/** A reading of the clock without a date. */
export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Every spelling of a unit, English and Korean, with the letter of `UNIT_MS` it stands for. */
const UNIT_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?|초)$/, "s"],
  [/^(?:m|mins?|minutes?|분)$/, "m"],
  [/^(?:h|hrs?|hours?|시간)$/, "h"],
  [/^(?:d|days?|일)$/, "d"],
  [/^(?:w|weeks?|주|주일)$/, "w"],
];

/** Weekday names by number, Monday first. */
const WEEKDAY_NAMES: readonly (readonly string[])[] = [
  ["mon", "monday", "월", "월요일"],
  ["tue", "tues", "tuesday", "화", "화요일"],
  ["wed", "wednesday", "수", "수요일"],
  ["thu", "thur", "thurs", "thursday", "목", "목요일"],
  ["fri", "friday", "금", "금요일"],
  ["sat", "saturday", "토", "토요일"],
  ["sun", "sunday", "일", "일요일"],
];

const WEEKDAY_GROUPS: Readonly<Record<string, readonly number[]>> = {
  weekday: [0, 1, 2, 3, 4],
  weekdays: [0, 1, 2, 3, 4],
  평일: [0, 1, 2, 3, 4],
  weekend: [5, 6],
  weekends: [5, 6],
  주말: [5, 6],
};

/** A length of time such as "30m", "1h30m", "2 hours" or "10분", in milliseconds; undefined when it is not one or is zero. */
export function parseDuration(text: string): number | undefined {
  const parts = [
    ...text
      .trim()
      .toLowerCase()
      .matchAll(/(\d+(?:\.\d+)?)\s*([a-z가-힣]+)\s*/gy),
  ];
  const consumed = parts.reduce((length, part) => length + part[0].length, 0);
  if (parts.length === 0 || consumed !== text.trim().length) return undefined;
  let totalMs = 0;
  for (const [, amount, name] of parts) {
    const unit = UNIT_NAMES.find(([spelling]) => spelling.test(name ?? ""))?.[1];
    const unitMs = unit === undefined ? undefined : UNIT_MS[unit];
    if (unitMs === undefined) return undefined;
    totalMs += Math.round(Number(amount) * unitMs);
  }
  return totalMs > 0 ? totalMs : undefined;
}

/** Whole days or weeks ("1d", "2 weeks", "3일"): they follow the wall clock instead of elapsed time. */
export function parseCalendarStep(
  text: string,
): { readonly unit: "day" | "week"; readonly count: number } | undefined {
  const match = /^(\d{1,3})\s*([a-z가-힣]+)$/.exec(text.trim().toLowerCase());
  const unit = UNIT_NAMES.find(([spelling]) => spelling.test(match?.[2] ?? ""))?.[1];
  const count = Number(match?.[1]);
  if (count < 1 || (unit !== "d" && unit !== "w")) return undefined;
  return { unit: unit === "d" ? "day" : "week", count };
}

/** "08:00", "8:00", "15:30", "3pm" or "3:30 PM". */
export function parseClockTime(text: string): ClockTime | undefined {
  const written = text.trim().toLowerCase();
  const whole = /^(\d{1,2}):(\d{2})$/.exec(written);
  const half = /^(0?[1-9]|1[0-2])(?::(\d{2}))?\s*([ap])\.?m\.?$/.exec(written);
  const hour =
    half === null ? Number(whole?.[1]) : (Number(half[1]) % 12) + (half[3] === "p" ? 12 : 0);
  const minute = Number((half ?? whole)?.[2] ?? 0);
  return hour <= 23 && minute <= 59 ? { hour, minute } : undefined;
}

/** "YYYY-MM-DD", a day that exists. */
export function parseDate(text: string): LocalTime | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return { year, month, day, hour: 0, minute: 0, second: 0 };
}

/** An ISO date and time: read in `zone`, or by its own offset when it has one. */
export function parseInstant(text: string, zone: string): number | undefined {
  const match =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      text.trim(),
    );
  const date = parseDate(match?.[1] ?? "");
  const time = parseClockTime(match?.[2] ?? "");
  const second = Number(match?.[3] ?? 0);
  if (date === undefined || time === undefined || second > 59) return undefined;
  const local = { ...date, ...time, second };
  const offset = match?.[4];
  if (offset === undefined) return instantOf(local, zone);
  const utcMs = instantOf(local, "UTC");
  return utcMs - offsetOf(offset);
}

/** Weekday numbers (0 = Monday), sorted and each once, from numbers, names or group names; undefined when one is unknown or there are none. */
export function parseWeekdays(given: readonly (string | number)[]): readonly number[] | undefined {
  const found = new Set<number>();
  for (const entry of given) {
    const days = weekdaysNamed(String(entry).trim().toLowerCase());
    if (days === undefined) return undefined;
    for (const day of days) found.add(day);
  }
  return found.size === 0 ? undefined : [...found].sort((left, right) => left - right);
}

/** How many days a month (1–12) has; February has 29 where `year` is undefined. */
export function daysInMonth(year: number | undefined, month: number): number {
  return new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate();
}

function weekdaysNamed(name: string): readonly number[] | undefined {
  if (/^[0-6]$/.test(name)) return [Number(name)];
  const index = WEEKDAY_NAMES.findIndex((names) => names.includes(name));
  return index >= 0 ? [index] : WEEKDAY_GROUPS[name];
}

function offsetOf(text: string): number {
  if (text.toUpperCase() === "Z") return 0;
  const digits = text.replace(/\D/g, "");
  const sizeMs = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
  return text.startsWith("-") ? -sizeMs : sizeMs;
}
