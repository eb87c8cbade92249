import { hourWords, type LocalTime, localTimeOf } from "../../base/format-time.ts";
import { inBoth, type Language, type Localized } from "../../base/localized.ts";
import { dueBetween, nextDue, patternsOf } from "../timing/cron.ts";
import { triggerText } from "../timing/describe-trigger.ts";
import { parseTiming } from "../timing/timing.ts";
import {
  type ClockTiming,
  type CronTiming,
  isClockTiming,
  type LunarTiming,
  type Rhythm,
  type Timing,
} from "../timing/timing-kinds.ts";
import type { TimingContext, TimingInput } from "../timing/timing-reading.ts";
import type { Overlap, Schedule } from "./schedule-table.ts";

/** Names in cron's order, Sunday first. */
const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  ko: ["일", "월", "화", "수", "목", "금", "토"],
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
};
const CRON_WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** From the first to the fifth, then the last. */
const KOREAN_ORDINALS = ["첫째", "둘째", "셋째", "넷째", "다섯째", "마지막"];
const ENGLISH_ORDINALS = ["first", "second", "third", "fourth", "fifth", "last"];

/** The days a pattern names, as far as words can say them. */
type Days =
  | { readonly kind: "daily" }
  | { readonly kind: "weekly"; readonly weekdays: readonly number[] }
  | {
      readonly kind: "monthly";
      readonly days: readonly (number | "last")[];
      /** Only in these. */
      readonly months?: readonly number[];
    }
  | { readonly kind: "workday"; readonly isLast: boolean }
  | { readonly kind: "nth"; readonly nth: number | "last"; readonly weekday: number }
  | { readonly kind: "yearly"; readonly month: number; readonly day: number | "last" };

/** What becomes of a due time while the one before it goes on, where that is not to come after it. */
export const OVERLAP_WORDS: Readonly<Record<Exclude<Overlap, "queue">, Localized>> = {
  skip: {
    ko: "앞 실행이 끝나지 않았으면 건너뜀",
    en: "left out while the one before is not over",
  },
  replace: {
    ko: "앞 실행이 끝나지 않았으면 멈추고 새로 시작",
    en: "stops the one before if it is not over",
  },
};

/** What sets a schedule off as a person says it, by the clock of its zone, which is not named; a pattern that words cannot say is shown as cron. */
export function describeTiming(timing: Timing, zone: string, language: Language): string {
  if (isClockTiming(timing)) return clockTimingText(timing, zone, language);
  return triggerText(timing, language, (clock) => clockTimingText(clock, zone, language));
}

function clockTimingText(timing: ClockTiming, zone: string, language: Language): string {
  const text = endlessText(timing, zone, language);
  if ((timing.kind !== "cron" && timing.kind !== "every") || timing.untilMs === undefined)
    return text;
  const last = localTimeOf(timing.untilMs, zone);
  const end = timing.kind === "every" ? momentText(last, language) : dateText(last, language);
  return language === "ko" ? `${text}, ${end}까지` : `${text} until ${end}`;
}

function dateText({ year, month, day }: LocalTime, language: Language): string {
  return language === "ko" ? `${year}년 ${month}월 ${day}일` : `${day} ${monthName(month)} ${year}`;
}

function endlessText(timing: ClockTiming, zone: string, language: Language): string {
  switch (timing.kind) {
    case "at":
      return momentText(localTimeOf(timing.atMs, zone), language);
    case "every":
      return everyText(timing.everyMs, language);
    case "lunar":
      return lunarText(timing, language);
    case "cron":
      return clockText(timing, language);
  }
}

function momentText(local: LocalTime, language: Language): string {
  const weekday = new Date(Date.UTC(local.year, local.month - 1, local.day)).getUTCDay();
  const name = WEEKDAYS[language][weekday] ?? "";
  const time = hourWords(local.hour, local.minute, language);
  if (language === "ko") return `${local.year}년 ${local.month}월 ${local.day}일(${name}) ${time}`;
  return `${name} ${local.day} ${monthName(local.month)} ${local.year} at ${time}`;
}

function lunarText(timing: LunarTiming, language: Language): string {
  const { month, day, isLeap, hour, minute } = timing;
  const time = hourWords(hour, minute, language);
  if (language === "ko") return `매년 음력 ${isLeap ? "윤" : ""}${month}월 ${day}일 ${time}`;
  return `every year on day ${day} of ${isLeap ? "leap " : ""}month ${month} of the lunar calendar at ${time}`;
}

function everyText(everyMs: number, language: Language): string {
  const seconds = Math.round(everyMs / 1000);
  const counts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const names = language === "ko" ? ["시간", "분", "초"] : ["hour", "minute", "second"];
  const parts = counts.flatMap((count, index) => {
    if (count === 0) return [];
    return language === "ko" ? [`${count}${names[index]}`] : [plural(count, names[index] ?? "")];
  });
  if (language === "ko") return `${parts.join(" ")}마다`;
  return `every ${parts.join(" ").replace(/^1 (\w+)$/, "$1")}`;
}

function clockText(timing: CronTiming, language: Language): string {
  const whole =
    monthEndText(timing, language) ?? stepText(timing, language) ?? hourlyText(timing, language);
  if (whole !== undefined) return whole;
  const texts = patternsOf(timing.expression).map((pattern) =>
    patternText(pattern, timing, language),
  );
  const said = texts.flatMap((text) => (text === undefined ? [] : [text]));
  if (said.length === texts.length) return said.join(" / ");
  return `cron "${timing.expression}"`;
}

/** The two patterns that `parseTiming` makes for monthly on day 29 or 30. */
function monthEndText(timing: CronTiming, language: Language): string | undefined {
  const match = /^(\d+) (\d+) (29|30) 1,3-12 \* \| \1 \2 L 2 \*$/.exec(timing.expression);
  if (match === null) return undefined;
  const time = hourWords(Number(match[2]), Number(match[1]), language);
  if (language === "ko") return `매월 ${match[3]}일(없는 달은 말일) ${time}`;
  return `every month on day ${match[3]} (or the last day) at ${time}`;
}

/** Every so many minutes or hours on some days, all day or from one full hour to another. */
function stepText(timing: CronTiming, language: Language): string | undefined {
  const { expression, rhythm } = timing;
  const part = /^\*\/(\d+) (\d+)-(\d+) \* \* (\S+) \| 0 (\d+) \* \* \4$/.exec(expression);
  const all = /^(?:\*\/(\d+) \*|0 (?:\*\/(\d+)|\*)) \* \* (\S+)$/.exec(expression);
  const days = daysOf("*", "*", part?.[4] ?? all?.[3] ?? "?");
  if (rhythm !== undefined || days === undefined) return undefined;
  const minutes = Number(part?.[1] ?? all?.[1] ?? 60 * Number(all?.[2] ?? 1));
  const step = everyText(minutes * 60_000, language);
  const isPart = part !== null && Number(part[3]) + 1 === Number(part[5]);
  if (part !== null && !isPart) return undefined;
  const [from, to] = [part?.[2], part?.[5]].map((hour) => hourWords(Number(hour), 0, language));
  if (language === "ko") {
    const span = isPart ? ` ${from}부터 ${to}까지` : "";
    return `${daysInKorean(days, timing)}${span} ${step}`;
  }
  return `${daysInEnglish(days, timing)}, ${step}${isPart ? ` from ${from} to ${to}` : ""}`;
}

/** At one minute of every hour, all day or from one hour to another. */
function hourlyText({ expression, rhythm }: CronTiming, language: Language): string | undefined {
  const match = /^(\d{1,2}) (?:\*|(\d{1,2})-(\d{1,2})) \* \* (\S+)$/.exec(expression);
  const days = daysOf("*", "*", match?.[4] ?? "?");
  if (match === null || rhythm !== undefined || days === undefined) return undefined;
  const [, minute, from, to] = match;
  const [first, last] = [from, to].map((hour) => hourWords(Number(hour), Number(minute), language));
  const timing: CronTiming = { kind: "cron", expression };
  if (language === "ko") {
    const span = from === undefined ? "" : ` ${first}부터 ${last}까지`;
    const when = minute === "0" ? "매시 정각" : `매시 ${minute}분`;
    return `${daysInKorean(days, timing)}${span} ${when}`;
  }
  const span = from === undefined ? "" : ` from ${first} to ${last}`;
  const when = minute === "0" ? "every hour on the hour" : `at minute ${minute} of every hour`;
  return `${daysInEnglish(days, timing)}, ${when}${span}`;
}

function patternText(pattern: string, timing: CronTiming, language: Language): string | undefined {
  const fields = pattern.split(/\s+/);
  if (fields.length === 6 && fields[0] === "0") fields.shift();
  if (fields.length !== 5) return undefined;
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  const days = daysOf(day, month, weekday);
  if (days === undefined || !/^\d+$/.test(minute) || !/^\d+(?:,\d+)*$/.test(hour)) return undefined;
  const times = hour
    .split(",")
    .map((one) => hourWords(Number(one), Number(minute), language))
    .join(", ");
  const dayText = language === "ko" ? daysInKorean(days, timing) : daysInEnglish(days, timing);
  const isPlain = language === "ko" || (days.kind === "weekly" && timing.rhythm === undefined);
  return isPlain ? `${dayText} ${times}` : `${dayText} at ${times}`;
}

function daysOf(day: string, month: string, weekday: string): Days | undefined {
  if (day === "*" && month === "*") return daysOfWeek(weekday);
  if (/^[L1]W \* \*$/.test(`${day} ${month} ${weekday}`))
    return { kind: "workday", isLast: day === "LW" };
  if (weekday !== "*" || !/^(?:\d+|L)(?:,(?:\d+|L))*$/.test(day)) return undefined;
  const dates = day.split(",").map(numberOrLast);
  if (month === "*") return { kind: "monthly", days: dates };
  const [date, second] = dates;
  if (/^\d+(?:,\d+)+$/.test(month))
    return { kind: "monthly", days: dates, months: month.split(",").map(Number) };
  if (date === undefined || second !== undefined || !/^\d+$/.test(month)) return undefined;
  return { kind: "yearly", month: Number(month), day: date };
}

function daysOfWeek(weekday: string): Days | undefined {
  if (weekday === "*") return { kind: "daily" };
  const nth = /^([0-7])#([1-5]|L)$/.exec(weekday);
  if (nth !== null)
    return { kind: "nth", weekday: Number(nth[1]) % 7, nth: numberOrLast(nth[2] ?? "") };
  const weekdays = weekdaysOf(weekday);
  return weekdays === undefined ? undefined : { kind: "weekly", weekdays };
}

function numberOrLast(text: string): number | "last" {
  return text === "L" ? "last" : Number(text);
}

/** The weekday numbers (0 = Sunday) of a list of numbers, names and ranges. */
function weekdaysOf(field: string): readonly number[] | undefined {
  const found = new Set<number>();
  for (const part of field.toLowerCase().split(",")) {
    const [first, last = first] = part.split("-").map(weekdayNumber);
    if (first === undefined || last === undefined || last < first) return undefined;
    for (let number = first; number <= last; number += 1) found.add(number % 7);
  }
  return [...found].sort((left, right) => ((left + 6) % 7) - ((right + 6) % 7));
}

function weekdayNumber(text: string): number | undefined {
  if (/^[0-7]$/.test(text)) return Number(text);
  const index = CRON_WEEKDAYS.indexOf(text);
  return index < 0 ? undefined : index;
}

function daysInKorean(days: Days, timing: CronTiming): string {
  switch (days.kind) {
    case "daily":
      return timing.rhythm === undefined ? "매일" : rhythmInKorean(timing.rhythm);
    case "weekly":
      return weekdaysInKorean(days.weekdays, timing.rhythm);
    case "monthly":
      return `${days.months === undefined ? "매월" : `매년 ${days.months.join("·")}월`} ${days.days.map((day) => (day === "last" ? "말일" : `${day}일`)).join("·")}`;
    case "workday":
      return `매월 ${days.isLast ? "마지막" : "첫"} 평일`;
    case "nth":
      return `매월 ${KOREAN_ORDINALS[ordinalIndex(days.nth)]} ${WEEKDAYS.ko[days.weekday]}요일`;
    case "yearly":
      return `매년 ${days.month}월 ${days.day === "last" ? "말일" : `${days.day}일`}`;
  }
}

function weekdaysInKorean(weekdays: readonly number[], rhythm: Rhythm | undefined): string {
  const names = weekdays.map((weekday) => WEEKDAYS.ko[weekday] ?? "").join("·");
  if (rhythm !== undefined) return `${rhythmInKorean(rhythm)} ${names}요일`;
  if (names === "월·화·수·목·금") return "평일";
  return names === "토·일" ? "주말" : `매주 ${names}요일`;
}

function rhythmInKorean(rhythm: Rhythm): string {
  return `${rhythm.count}${rhythm.unit === "week" ? "주" : "일"}마다`;
}

function daysInEnglish(days: Days, timing: CronTiming): string {
  switch (days.kind) {
    case "daily":
      return timing.rhythm === undefined ? "every day" : rhythmInEnglish(timing.rhythm);
    case "weekly":
      return weekdaysInEnglish(days.weekdays, timing.rhythm);
    case "monthly": {
      const names = days.days.map((day) => (day === "last" ? "the last day" : `day ${day}`));
      const months = days.months?.map(monthName).join(", ") ?? "every month";
      return `${months} on ${names.join(" and ")}`;
    }
    case "workday":
      return `every month on the ${days.isLast ? "last" : "first"} day from Monday to Friday`;
    case "nth":
      return `every month on the ${ENGLISH_ORDINALS[ordinalIndex(days.nth)]} ${WEEKDAYS.en[days.weekday]}`;
    case "yearly": {
      const day = days.day === "last" ? "the last day of" : `${days.day}`;
      return `every year on ${day} ${monthName(days.month)}`;
    }
  }
}

function weekdaysInEnglish(weekdays: readonly number[], rhythm: Rhythm | undefined): string {
  const names = weekdays.map((weekday) => WEEKDAYS.en[weekday] ?? "");
  if (rhythm !== undefined) return `${rhythmInEnglish(rhythm)} on ${names.join(", ")}`;
  if (weekdays.join() === "1,2,3,4,5") return "weekdays";
  return weekdays.join() === "6,0" ? "weekends" : names.map((name) => `${name}s`).join(", ");
}

function rhythmInEnglish(rhythm: Rhythm): string {
  return `every ${rhythm.count} ${rhythm.unit}s`;
}

function ordinalIndex(nth: number | "last"): number {
  return nth === "last" ? 5 : nth - 1;
}

function monthName(month: number): string {
  return MONTHS[month - 1] ?? "";
}

function plural(count: number, name: string): string {
  return count === 1 ? `${count} ${name}` : `${count} ${name}s`;
}

/** An input that may be scheduled, in words: by the clock of the person, or by that of the zone it names, which the words then name too. `undefined` for one that cannot be scheduled. */
export function timingWords(
  input: TimingInput,
  { nowMs, zone: own }: TimingContext,
  language: Language,
): { readonly timing: ClockTiming; readonly zone: string; readonly words: string } | undefined {
  const { timezone } = input;
  const zone = typeof timezone === "string" ? timezone : own;
  const parsed = parseTiming(input, { nowMs, zone });
  if (!parsed.ok) return undefined;
  const { timing } = parsed;
  const words = describeTiming(timing, zone, language);
  return { timing, zone, words: zone === own ? words : `${words} (${zone})` };
}

/** Coming times that are told of a schedule. */
const TIMES_TOLD = 3;

/** When something comes, as a card tells it before it is kept. */
export interface Coming {
  /** What sets it off, in words with its zone; absent where its one time says it. */
  readonly rule?: Localized;
  /** Its next three times, in Unix milliseconds, as far as they are known. */
  readonly comingMs: readonly number[];
}

/** By which rule and when something comes from now on. */
export function comingOf(timing: Timing, zone: string, nowMs: number): Coming {
  const comingMs = timesAfter(timing, zone, nowMs);
  if (timing.kind === "at") return { comingMs };
  return { rule: inBoth((language) => describeTiming(timing, zone, language)), comingMs };
}

/** The next three times at which something comes, in order, in Unix milliseconds: none of what waits for something else than the clock; of a condition they would be when it is looked at. */
export function timesAfter(timing: Timing, zone: string, nowMs: number): readonly number[] {
  if (!isClockTiming(timing)) return [];
  return dueBetween(timing, zone, nowMs, Number.POSITIVE_INFINITY, TIMES_TOLD);
}

/** The next three times of a schedule that is active, the first as it stands in its row: a snooze may have moved it. None of a condition. */
export function comingTimes(
  { nextDueMs, timing, zone }: Pick<Schedule, "nextDueMs" | "timing" | "zone">,
  nowMs: number,
): readonly number[] {
  if (timing.kind === "condition") return [];
  const times: number[] = [];
  let dueMs = nextDueMs;
  while (dueMs !== undefined && times.length < TIMES_TOLD) {
    times.push(dueMs);
    dueMs = nextDue(timing, zone, Math.max(dueMs, nowMs));
  }
  return times;
}
