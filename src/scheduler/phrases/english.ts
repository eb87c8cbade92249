import { parseWeekdays } from "../timing/clock-text.ts";
import type { DayPart, Finder, Said, SaidClock, SaidCycle } from "./said.ts";

/** English names of the parts of a day. */
const PARTS: Readonly<Record<string, DayPart>> = {
  morning: "morning",
  afternoon: "afternoon",
  evening: "evening",
  night: "night",
  tonight: "night",
};

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  other: 2,
};

const MONTH_NAMES = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];

/** A number, as group `count`. */
export const COUNT = `(?<count>\\d{1,3}|${Object.keys(NUMBERS).join("|")})`;
/** The name of a weekday, short or long. */
export const WEEKDAY =
  "(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)";
/** Names of weekdays with joining words between, as group `weekdays`. */
export const WEEKDAYS = `(?<weekdays>${WEEKDAY}s?(?:(?:\\s*(?:,|/|and|&|,\\s*and)\\s*|\\s+)${WEEKDAY}s?(?![a-z]))*)`;
const FULL_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
/** The name of a month, as group `month`. */
export const MONTH =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
/** A day of the month, as group `day`. */
export const DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "(?:,?\\s+(?:(?<year>\\d{4})|(?<ahead>next\\s+year)))?";
const ORDINAL = "(?<day>\\d{1,2})(?:st|nd|rd|th)";
const PART = "(?<part>morning|afternoon|evening|night)";
const AFTER_HOUR = `(?:\\s+(?:in\\s+the|at)\\s+${PART})?`;

/** Days of a month by their words, as far as people write them out. */
const DAY_WORDS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  tenth: 10,
  fifteenth: 15,
  twentieth: 20,
};

/** Days that have a name. */
const NAMED_DAYS: Readonly<Record<string, { readonly month: number; readonly day: number }>> = {
  "christmas eve": { month: 12, day: 24 },
  christmas: { month: 12, day: 25 },
  "new year's eve": { month: 12, day: 31 },
  "new year's": { month: 1, day: 1 },
};

/** What a week night may be besides Monday to Friday. */
const SUNDAY_TO_THURSDAY: SaidCycle = { repeat: "weekly", weekdays: [0, 1, 2, 3, 6] };

/** English words of time, the longer readings first. */
export const ENGLISH_FINDERS: readonly Finder[] = [
  // every 30 minutes, every half hour, hourly
  finder(`every\\s+(?:${COUNT}\\s+)?(?<unit>minutes?|mins?|hours?|hrs?)`, ({ count, unit }) => ({
    every: `${numberOf(count)}${unit?.startsWith("m") === true ? "m" : "h"}`,
  })),
  finder("every\\s+half(?:\\s+an)?\\s+hour", () => ({ every: "30m" })),
  finder("hourly", () => ({ every: "1h" })),
  // in 20 minutes, in half an hour, 2 hours from now, in 3 days
  finder("in\\s+half\\s+an\\s+hour", () => ({ after: "30m" })),
  finder("in\\s+(?:a\\s+)?quarter\\s+of\\s+an\\s+hour", () => ({ after: "15m" })),
  finder(
    `in\\s+(?:${COUNT}\\s+hours?\\s+and\\s+a\\s+half|${COUNT.replace("count", "count2")}\\s+and\\s+a\\s+half\\s+hours?|(?<whole>\\d{1,2})[.]5\\s*(?:h|hrs?|hours?))`,
    ({ count, count2, whole }) => ({ after: `${numberOf(count ?? count2 ?? whole)}h30m` }),
  ),
  finder(
    `(?:in\\s+${COUNT}\\s*(?<unit>sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?)(?:\\s+(?:and\\s+)?(?<minutes>\\d{1,3})\\s*min(?:ute)?s?)?)`,
    ({ count, unit, minutes }) => ({
      after: `${numberOf(count)}${unit?.charAt(0)}${minutes === undefined ? "" : `${minutes}m`}`,
    }),
  ),
  finder(`${COUNT}\\s*(?<unit>min(?:ute)?s?|h(?:ou)?rs?)\\s+from\\s+now`, ({ count, unit }) => ({
    after: `${numberOf(count)}${unit?.charAt(0)}`,
  })),
  finder(`in\\s+${COUNT}\\s+months?`, ({ count }) => ({
    day: { kind: "month", months: numberOf(count), day: "same" },
  })),
  finder(`in\\s+${COUNT}\\s+(?<unit>days?|weeks?)`, ({ count, unit }) => ({
    day: { kind: "offset", days: numberOf(count) * (unit?.startsWith("w") === true ? 7 : 1) },
  })),
  // every other Friday, every 2 weeks on Friday, weekdays, Mondays, every month on the 1st
  finder(`every\\s+${COUNT}\\s+${WEEKDAYS}`, ({ count, weekdays }) =>
    weekly(weekdays, numberOf(count)),
  ),
  finder(
    `(?:every\\s+${COUNT}\\s+weeks?|biweekly|fortnightly)(?:\\s+on\\s+${WEEKDAYS})?`,
    ({ count, weekdays }) => weekly(weekdays, count === undefined ? 2 : numberOf(count)),
  ),
  finder(`every\\s+${COUNT}\\s+days?`, ({ count }) => ({
    cycle: { repeat: "daily", interval: numberOf(count) },
  })),
  finder(
    "(?:(?:every|each|on)\\s+)?weekdays?|(?:from\\s+)?mon(?:day)?\\s*(?:to|-|–|through)\\s*fri(?:day)?",
    () => weekly("weekdays"),
  ),
  finder("(?:this|next|the|on\\s+the)\\s+(?<next>(?<=next\\s+))?weekend", ({ next }) => ({
    day: { kind: "weekday", weekday: 5, ...(next === undefined ? {} : { weeks: 1 }) },
  })),
  finder("(?:every\\s+|on\\s+)?weekends|every\\s+weekend", () => weekly("weekends")),
  finder(
    `(?:every|each)\\s+week\\s+on\\s+${WEEKDAYS}|weekly\\s+on\\s+(?<other>${WEEKDAY}s?)`,
    ({ weekdays, other }) => weekly(weekdays ?? other),
  ),
  finder(`(?:every|each)\\s+${WEEKDAYS}(?:\\s+${PART})?`, ({ weekdays, part }) => {
    const found = weekly(weekdays);
    return found === undefined ? undefined : { ...found, ...partOf(part) };
  }),
  finder(
    `(?:on\\s+)?(?<weekdays>${FULL_WEEKDAY}s(?:\\s*(?:,|and|&|,\\s*and)\\s*${FULL_WEEKDAY}s)*)`,
    ({ weekdays }) => weekly(weekdays),
  ),
  // Mon, Wed and Fri at 8pm
  finder(
    `(?:on\\s+)?(?<weekdays>${WEEKDAY}(?:\\s*(?:,|/|and|&|,\\s*and)\\s*${WEEKDAY}(?![a-z]))+)`,
    ({ weekdays }) => weekly(weekdays),
  ),
  finder(`(?:every|each)\\s+weeknights?|(?:on\\s+)?weeknights`, () => ({
    cycle: { ...weekly("weekdays")?.cycle, repeat: "weekly", either: SUNDAY_TO_THURSDAY },
    part: "night",
  })),
  finder("every\\s*day|each\\s+day|daily", () => ({ cycle: { repeat: "daily" } })),
  finder(`(?:every|each)\\s+${PART}`, ({ part }) => ({
    cycle: { repeat: "daily" },
    ...partOf(part),
  })),
  finder(
    `(?:on\\s+)?(?:the\\s+)?(?:${ORDINAL}|(?<last>last\\s+day))\\s+of\\s+(?:every|each|the)\\s+month`,
    ({ day, last }) => monthly(day, last),
  ),
  finder("(?:(?:every|each)\\s+month|monthly)\\s+on\\s+day\\s+(?<day>\\d{1,2})", ({ day }) =>
    monthly(day, undefined),
  ),
  finder(
    `(?:(?:every|each)\\s+month|monthly)(?:\\s+on\\s+(?:the\\s+)?(?:${ORDINAL}|(?<last>last\\s+day)))?`,
    ({ day, last }) => monthly(day, last),
  ),
  finder(
    `(?:every|each)\\s+year\\s+on\\s+(?:the\\s+)?${DAY}\\s+(?:of\\s+)?${MONTH}`,
    ({ month, day }) => yearly(month, day),
  ),
  finder(
    `(?:(?:every|each)\\s+year|yearly|annually)(?:\\s+on\\s+${MONTH}\\s+${DAY})?`,
    ({ month, day }) => yearly(month, day),
  ),
  finder(`(?:every|each)\\s+${MONTH}\\s+${DAY}`, ({ month, day }) => ({
    cycle: { repeat: "yearly", month: monthNumber(month), day: Number(day) },
  })),
  finder("(?:every\\s+week|weekly)", () => ({ cycle: { repeat: "weekly" } })),
  // tonight, tomorrow morning, next Monday, December 25
  finder(`(?:this\\s+${PART}|tonight)`, ({ part }) => ({
    day: { kind: "offset", days: 0 },
    ...partOf(part ?? "night"),
  })),
  finder("the\\s+day\\s+after\\s+tomorrow", () => ({ day: { kind: "offset", days: 2 } })),
  finder(`tomorrow(?:\\s+${PART})?`, ({ part }) => ({
    day: { kind: "offset", days: 1 },
    ...partOf(part),
  })),
  finder("today", () => ({ day: { kind: "offset", days: 0 } })),
  finder(
    `(?:on\\s+)?(?:(?<next>next)|this|coming)\\s+(?<weekday>${WEEKDAY})`,
    ({ next, weekday }) => weekdayOf(weekday, next === undefined ? undefined : "next"),
  ),
  finder(
    `(?:on\\s+)?(?:the\\s+)?(?<nth>${Object.keys(DAY_WORDS).join("|")})\\s+(?:day\\s+)?of\\s+${MONTH}`,
    ({ nth, month }) => dateOf({ month, day: String(DAY_WORDS[nth ?? ""] ?? 1) }),
  ),
  // christmas at 5pm
  finder(
    `(?<!(?:before|after)\\s+)(?:on\\s+)?(?<name>${Object.keys(NAMED_DAYS).join("|")})(?:\\s+day)?(?=\\s*,?\\s*(?:at\\s|\\d))`,
    ({ name = "" }) => {
      const date = NAMED_DAYS[name.replace("’", "'")];
      return date === undefined ? undefined : { day: { kind: "date", ...date } };
    },
  ),
  // 1/5, 12/24
  finder(
    "(?:on\\s+)?(?<![/.])(?<month>\\d{1,2})/(?<day>\\d{1,2})(?:/(?<year>\\d{4}))?(?![/\\d])(?=\\s*,?\\s*(?:at|\\d{1,2}\\s*(?:[ap]m|:)|noon|midnight))",
    slashed,
  ),
  finder(`(?:on\\s+)?${MONTH}\\s+${DAY}${YEAR}`, dateOf),
  finder(`(?:on\\s+)?(?:the\\s+)?${DAY}\\s+(?:of\\s+)?${MONTH}${YEAR}`, dateOf),
  finder("(?:on\\s+)?(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})", ({ year, month, day }) => ({
    day: { kind: "date", year: Number(year), month: Number(month), day: Number(day) },
  })),
  finder(
    `(?:on\\s+)?(?<weekday>${WEEKDAY})[.]?(?=\\s*,?\\s+(?:at\\s|noon|\\d{1,2}\\s*[ap]\\.?m|\\d{1,2}:\\d{2}))`,
    ({ weekday }) => weekdayOf(weekday),
  ),
  finder(`(?:on\\s+)?(?<weekday>${FULL_WEEKDAY})(?:\\s+${PART})?`, ({ weekday, part }) => ({
    ...weekdayOf(weekday),
    ...partOf(part),
  })),
  finder(`on\\s+the\\s+${ORDINAL}`, ({ day }) => ({ day: { kind: "date", day: Number(day) } })),
  // at 3pm, 8:30 am, at 15:30, at noon, at 8 in the evening
  finder(
    "(?<pointed>(?:at|around|about|by)\\s+)?(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))?\\s*(?<half>[ap])\\.?m\\b\\.?",
    ({ hour, minute, half, pointed }) =>
      clock(hour, minute, {
        part: half === "a" ? "morning" : "afternoon",
        isPointed: pointed !== undefined,
      }),
  ),
  finder(
    `at\\s+(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))?(?!\\d|\\s*%)(?:\\s*o'?clock)?${AFTER_HOUR}`,
    ({ hour, minute, part }) => clock(hour, minute, { part: PARTS[part ?? ""], isPointed: true }),
  ),
  finder(
    `(?<![\\d:.])(?<hour>\\d{1,2}):(?<minute>\\d{2})(?![\\d:])${AFTER_HOUR}`,
    ({ hour, minute, part }) => clock(hour, minute, { part: PARTS[part ?? ""], isPointed: false }),
  ),
  finder("(?<pointed>at\\s+)?(?:noon|midday)", ({ pointed }) => ({
    clocks: [{ hour: 12, minute: 0, isExact: true, isPointed: pointed !== undefined }],
  })),
  finder("(?<pointed>at\\s+)?midnight", ({ pointed }) => ({
    clocks: [
      { hour: 0, minute: 0, isExact: true, isPointed: pointed !== undefined, isMidnight: true },
    ],
  })),
  finder(`(?:in\\s+the\\s+${PART}|at\\s+night)`, ({ part }) => partOf(part ?? "night")),
];

/** "1/5" is a day in January or in May; "12/24" can only be one. */
function slashed(groups: Readonly<Record<string, string | undefined>>): Partial<Said> | undefined {
  const [one, other] = [Number(groups["month"]), Number(groups["day"])];
  const year = groups["year"] === undefined ? {} : { year: Number(groups["year"]) };
  if (Math.min(one, other) < 1 || Math.min(one, other) > 12 || Math.max(one, other) > 31)
    return undefined;
  const isEitherWay = one <= 12 && other <= 12 && one !== other;
  const [month, day] = one <= 12 ? [one, other] : [other, one];
  return { day: { kind: "date", month, day, ...year, ...(isEitherWay ? { isEitherWay } : {}) } };
}

/** A finder of English words; what its groups hold comes in lower case. */
export function finder(source: string, read: Finder["read"]): Finder {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu");
  return {
    pattern,
    read: (groups) =>
      read(
        Object.fromEntries(Object.entries(groups).map(([key, text]) => [key, text?.toLowerCase()])),
      ),
  };
}

/** The hour that was said; `undefined` for one that no clock shows. */
export function clock(
  hourText: string | undefined,
  minuteText: string | undefined,
  parts: { readonly part: DayPart | undefined; readonly isPointed: boolean },
): { readonly clocks: readonly SaidClock[] } | undefined {
  const hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  if (hour > 24 || minute > 59) return undefined;
  const isExact =
    hour === 0 || hour > 12 || (minuteText !== undefined && hourText?.startsWith("0") === true);
  const part = parts.part === undefined ? {} : { part: parts.part };
  return { clocks: [{ hour, minute, isExact, isPointed: parts.isPointed, ...part }] };
}

/** A weekly repetition on weekdays by their names, or on "weekdays" or "weekends". */
export function weekly(
  names: string | undefined,
  interval?: number,
): { readonly cycle: SaidCycle } | undefined {
  const every = interval === undefined ? {} : { interval };
  if (names === undefined) return { cycle: { repeat: "weekly", ...every } };
  const words = names.split(/[^a-z]+/).filter((word) => word !== "" && word !== "and");
  const weekdays = parseWeekdays(
    words.map((word) => (word.startsWith("week") ? word : word.slice(0, 3))),
  );
  return weekdays === undefined ? undefined : { cycle: { repeat: "weekly", weekdays, ...every } };
}

function monthly(day: string | undefined, last: string | undefined): { readonly cycle: SaidCycle } {
  const on =
    last !== undefined ? ({ day: "last" } as const) : day === undefined ? {} : { day: Number(day) };
  return { cycle: { repeat: "monthly", ...on } };
}

function yearly(month: string | undefined, day: string | undefined): { readonly cycle: SaidCycle } {
  const on = month === undefined ? {} : { month: monthNumber(month), day: Number(day) };
  return { cycle: { repeat: "yearly", ...on } };
}

function weekdayOf(name: string | undefined, weeks?: "next"): Partial<Said> | undefined {
  const [weekday] = parseWeekdays([(name ?? "").slice(0, 3)]) ?? [];
  if (weekday === undefined) return undefined;
  return { day: { kind: "weekday", weekday, ...(weeks === undefined ? {} : { weeks }) } };
}

function dateOf(groups: Readonly<Record<string, string | undefined>>): Partial<Said> {
  const ahead = groups["ahead"] === undefined ? {} : { yearsAhead: 1 };
  const year = groups["year"] === undefined ? ahead : { year: Number(groups["year"]) };
  const month = monthNumber(groups["month"]);
  return { day: { kind: "date", month, day: Number(groups["day"]), ...year } };
}

/** 1 for January. */
export function monthNumber(name: string | undefined): number {
  return MONTH_NAMES.indexOf((name ?? "").slice(0, 3)) + 1;
}

function partOf(name: string | undefined): { readonly part?: DayPart } {
  const part = PARTS[name ?? ""];
  return part === undefined ? {} : { part };
}

/** The number that an English word or digits say; one where nothing is said. */
export function numberOf(text: string | undefined): number {
  return NUMBERS[text ?? "one"] ?? Number(text);
}
