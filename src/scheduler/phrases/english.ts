import { once } from "../../base/clock.ts";
import { parseWeekdays } from "../timing/clock-text.ts";
import {
  ENGLISH_COUNT,
  ENGLISH_LENGTH,
  englishNumber,
  lengthMinutes,
  lengthText,
} from "./lengths.ts";
import type { DayPart, Finder, Said, SaidClock, SaidCycle, SaidEnd } from "./said.ts";

/** English names of the parts of a day. */
const PARTS: Readonly<Record<string, DayPart>> = {
  morning: "morning",
  afternoon: "afternoon",
  evening: "evening",
  night: "night",
  tonight: "night",
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
export const COUNT = `(?<count>${ENGLISH_COUNT}|other|second|third|fourth|fifth)`;
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
/** Hours in words. */
const HOUR_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
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

/** What a week night may be besides Monday to Friday. */
const SUNDAY_TO_THURSDAY: SaidCycle = { repeat: "weekly", weekdays: [0, 1, 2, 3, 6] };

function isRepeated({ cycle, every }: Said): boolean {
  return (cycle ?? every) !== undefined;
}

const LEAVES_OUT =
  "(?:except|but\\s+not|other\\s+than|excluding|apart\\s+from|skipping|(?<=every\\s*day\\s*,?\\s*)but)(?:\\s+(?:on|for|the))*";

const FOR_SO_LONG = `for\\s+(?:the\\s+)?(?:next\\s+)?(?<count>${ENGLISH_COUNT})?\\s*(?<unit>days?|weeks?|months?|fortnights?|years?)(?:\\s+only)?`;

function soLong({ count = "1", unit = "" }: Groups): SaidEnd {
  const each = { d: 1, w: 7, m: 30, f: 14, y: 365 }[unit.charAt(0)] ?? 1;
  return { kind: "days", days: each * englishNumber(count) };
}

const ENGLISH_ENDS: readonly Finder[] = [
  finder(
    `(?:until|till?|'til|through|up\\s+to|ending)\\s+(?:on\\s+)?(?<words>(?:the\\s+)?end\\s+of\\s+(?:the\\s+|this\\s+|next\\s+)?(?:week|month|year|${MONTH.replace("<month>", "<month2>")})|(?:this|next)\\s+(?:week|month)|(?:(?:this|next)\\s+)?${WEEKDAY}|(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}(?:\\s+\\d{4})?|${MONTH.replace("<month>", "<month3>")}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|\\d{1,2}(?::\\d\\d)?\\s*[ap]m(?:\\s+(?:today|tomorrow))?|tomorrow|noon|midnight|christmas|easter)`,
    ({ words = "" }) => ({ end: { kind: "words", words } }),
  ),
  finder(FOR_SO_LONG, (groups) => ({ end: soLong(groups) })),
  finder(`for\\s+(?:the\\s+)?(?:next\\s+)?(?:${ENGLISH_LENGTH}|(?<bare>hour))`, ({ length }) => ({
    end: { kind: "minutes", minutes: length === undefined ? 60 : lengthMinutes(length) },
  })),
  finder(
    "(?:until|till?|'til|through|up\\s+to)\\s+\\S+|for\\s+(?:a\\s+)?few\\s+(?:hours|days|weeks|months)",
    () => ({
      limit: "end",
    }),
  ),
  {
    ...finder(
      `(?:(?<twice>twice)|(?<thrice>thrice)|(?<count>${ENGLISH_COUNT})\\s+times)(?:\\s+only)?(?!\\s+(?:a|per|each|every\\s+(?:day|week|month))\\b)`,
      ({ twice, thrice, count }) => ({
        end: { kind: "count", count: twice ? 2 : thrice ? 3 : englishNumber(count) },
      }),
    ),
  },
];

/** What ends a repetition, or what it leaves out: nothing of these is one by itself. */
const ENGLISH_LIMITS: readonly Finder[] = [
  {
    ...finder("(?:except|excluding|skipping)\\s+\\S+", () => ({ limit: "except" })),
    beside: isRepeated,
  },
  ...ENGLISH_ENDS.map((each) => ({ ...each, beside: isRepeated })),
];

/** English words of time, the longer readings first. */
export const ENGLISH_FINDERS: readonly Finder[] = [
  // every day except Wednesday
  finder(
    `${LEAVES_OUT}\\s+(?:(?<group>weekends?|weekdays?)|${WEEKDAYS})`,
    ({ group, weekdays }) => {
      const exceptDays = weekly(group === undefined ? weekdays : `${group.replace(/s$/u, "")}s`)
        ?.cycle.weekdays;
      return exceptDays === undefined ? undefined : { exceptDays };
    },
  ),
  // every 30 minutes, every half hour, hourly
  finder(`every\\s+${ENGLISH_LENGTH}`, ({ length }) => ({ every: lengthText(length) })),
  finder(`(?:at|in)\\s+${ENGLISH_LENGTH.replace("ENGLISH", "")}\\s+intervals`, ({ length }) => ({
    every: lengthText(length),
  })),
  finder("every\\s+(?<unit>minute|min|hour|hr)|hourly", ({ unit = "hour" }) => ({
    every: unit.startsWith("m") ? "1m" : "1h",
  })),
  // in 20 minutes, in half an hour, 2 hours from now
  finder(
    `(?:in|after)\\s+${ENGLISH_LENGTH}|${ENGLISH_LENGTH.replace("<length>", "<length2>")}\\s+(?:from\\s+now|later|hence)`,
    ({ length, length2 }) => ({
      after: lengthText(length ?? length2),
    }),
  ),
  // 30 minutes before the meeting tomorrow at 3pm
  finder(
    `${ENGLISH_LENGTH}\\s+(?:before(?:hand)?|prior\\s+to|ahead\\s+of|earlier|in\\s+advance|ahead)`,
    ({ length }) => ({
      leadMinutes: lengthMinutes(length),
    }),
  ),
  finder(
    "(?:at\\s+)?(?:the\\s+)?(?:same|this)\\s+time(?:\\s+as\\s+(?:now|today))?(?:\\s+(?:(?<week>next\\s+week)|(?<tomorrow>tomorrow)))?(?:\\s+again)?",
    ({ week, tomorrow }) => ({
      isSameHour: true,
      ...(week === undefined ? {} : ({ day: { kind: "offset", days: 7 } } as const)),
      ...(tomorrow === undefined ? {} : ({ day: { kind: "offset", days: 1 } } as const)),
    }),
  ),
  finder(`${COUNT}\\s+months?\\s+from\\s+(?:now|today)`, ({ count }) => ({
    day: { kind: "month", months: englishNumber(count), day: "same" },
  })),
  finder(`in\\s+${COUNT}\\s+months?`, ({ count }) => ({
    day: { kind: "month", months: englishNumber(count), day: "same" },
  })),
  finder(`in\\s+${COUNT}\\s+(?<unit>days?|weeks?)`, ({ count, unit }) => ({
    day: { kind: "offset", days: englishNumber(count) * (unit?.startsWith("w") === true ? 7 : 1) },
  })),
  // a week on Friday, Monday fortnight, a week today, the Wednesday after next
  finder(
    `(?<!every\\s+)(?:(?<count>a|${ENGLISH_COUNT})\\s+weeks?|(?:a\\s+)?(?<fortnight>fortnight))\\s+(?:(?:on|from)\\s+)?(?:(?<near>today|tomorrow)|(?<weekday>${WEEKDAY}))`,
    ({ count, near, weekday }) => {
      const days = count === undefined ? 14 : 7 * englishNumber(count);
      if (near !== undefined)
        return { day: { kind: "offset", days: days + (near === "today" ? 0 : 1) } };
      return weekdayOf(weekday, undefined, days);
    },
  ),
  finder(
    `(?:on\\s+)?(?:(?<near>today|tomorrow)|(?<weekday>${WEEKDAY}))\\s+(?<unit>week|fortnight)(?![a-z])`,
    ({ near, weekday, unit }) => {
      const days = unit === "week" ? 7 : 14;
      if (near !== undefined)
        return { day: { kind: "offset", days: days + (near === "today" ? 0 : 1) } };
      return weekdayOf(weekday, undefined, days);
    },
  ),
  finder(
    `(?:on\\s+)?(?:the\\s+)?(?:(?<weekday>${WEEKDAY})|weekend)\\s+after\\s+next(?:\\s*,?\\s+(?:on\\s+)?(?<other>${WEEKDAY}))?`,
    ({ weekday, other }) => weekdayOf(weekday ?? other ?? "sat", "next", 7),
  ),
  // every other Friday, every 2 weeks on Friday, weekdays, Mondays, every month on the 1st
  finder(`every\\s+${COUNT}\\s+${WEEKDAYS}`, ({ count, weekdays }) =>
    weekly(weekdays, englishNumber(count)),
  ),
  finder(
    `(?:every\\s+${COUNT}\\s+weeks?|every\\s+fortnight|biweekly|fortnightly)(?:\\s+on\\s+(?:an?\\s+)?${WEEKDAYS})?`,
    ({ count, weekdays }) => weekly(weekdays, count === undefined ? 2 : englishNumber(count)),
  ),
  finder(`every\\s+${COUNT}\\s+days?`, ({ count }) => ({
    cycle: { repeat: "daily", interval: englishNumber(count) },
  })),
  finder(
    "(?:(?:every|each|on)\\s+)?weekdays?|(?:from\\s+)?m(?:on(?:day)?)?\\s*(?:to|-|–|through)\\s*f(?:ri(?:day)?)?",
    () => weekly("weekdays"),
  ),
  finder(
    "(?:this|next|the|on\\s+the)\\s+(?<next>(?<=next\\s+))?weekend(?!\\s+after)(?:\\s*,?\\s+(?:on\\s+)?(?<sunday>sunday)|\\s*,?\\s+(?:on\\s+)?saturday)?",
    ({ next, sunday }) => ({
      day: {
        kind: "weekday",
        weekday: sunday === undefined ? 5 : 6,
        ...(next === undefined ? {} : { weeks: 1 }),
      },
    }),
  ),
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
    `(?:on\\s+)?(?<weekdays>${WEEKDAY}(?:(?:\\s*(?:,|/|and|&|,\\s*and)\\s*|\\s+)${WEEKDAY}(?![a-z]))+)`,
    ({ weekdays }) => weekly(weekdays),
  ),
  finder(`(?:every|each)\\s+weeknights?|(?:on\\s+)?weeknights`, () => ({
    cycle: { ...weekly("weekdays")?.cycle, repeat: "weekly", either: SUNDAY_TO_THURSDAY },
    part: "night",
  })),
  finder(
    "every\\s*day|each\\s+day|daily|(?<=^\\s*|\\uE000\\s*|,\\s*)(?:in\\s+the\\s+)?(?<part>morning|evening)s",
    ({ part }) => ({
      cycle: { repeat: "daily" },
      ...partOf(part),
    }),
  ),
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
  ...ENGLISH_LIMITS,
  // tonight, tomorrow morning, next Monday, December 25
  finder(`(?:this\\s+${PART}|tonight)`, ({ part }) => ({
    day: { kind: "offset", days: 0 },
    ...partOf(part ?? "night"),
  })),
  finder("(?:the\\s+)?day\\s+after\\s+tomorrow", () => ({ day: { kind: "offset", days: 2 } })),
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
  finder(
    `on\\s+the\\s+(?:${ORDINAL}|(?<word>${Object.keys(DAY_WORDS).join("|")}))`,
    ({ day, word }) => ({
      day: { kind: "date", day: DAY_WORDS[word ?? ""] ?? Number(day) },
    }),
  ),
  finder(
    "(?:at\\s+)?(?:the\\s+)?(?:end\\s+of\\s+(?:this|the)\\s+month|last\\s+day\\s+of\\s+(?:this|the)\\s+month|month[\\s-]?end)",
    () => ({ day: { kind: "month", months: 0, day: "last" } }),
  ),
  // half past seven, twenty to nine, half eight, five past midnight
  finder(
    `(?<pointed>(?:at|by)\\s+)?(?:(?<rest>half|(?:a\\s+)?quarter|five|ten|twenty|twenty[\\s-]five|(?:${ENGLISH_COUNT})\\s+minutes?)\\s+(?<way>past|after|to|till|before)|(?<bare>half))\\s+(?<hour>\\d{1,2}|${HOUR_WORDS}|noon|midday|midnight)(?![\\d:%a-z])(?:\\s*o'?clock)?(?:\\s+(?:in\\s+the\\s+|at\\s+)?(?:${PART}|(?<night>tonight))|\\s*(?<half>[ap])\\.?m\\b\\.?)?`,
    pastOf,
  ),
  finder(
    `(?<pointed>at\\s+|by\\s+)?(?<hour>${HOUR_WORDS})(?:\\s+o'?clock)?\\s*(?:(?:in\\s+the|at)\\s+${PART}|(?<half>[ap])\\.?m\\b\\.?|(?<=o'?clock\\s*))`,
    ({ hour, part, half }) =>
      clock(String(englishNumber(hour)), undefined, {
        part: halfPart(half) ?? PARTS[part ?? ""],
        isPointed: true,
      }),
  ),
  finder(`at\\s+(?<hour>${HOUR_WORDS})`, ({ hour }) =>
    clock(String(englishNumber(hour)), undefined, { part: undefined, isPointed: true }),
  ),
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
  finder(`(?<hour>\\d{1,2})\\s*o'?clock${AFTER_HOUR}`, ({ hour, part }) =>
    clock(hour, undefined, { part: PARTS[part ?? ""], isPointed: true }),
  ),
  finder(
    "(?<=\\uE000[\\s,]*)(?<hour>[01]?\\d|2[0-3])(?<minute>[0-5]\\d)(?!\\d)",
    ({ hour, minute }) => clock(hour, minute, { part: undefined, isPointed: true }),
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
  // at 8pm for 10 days
  finder(
    `(?<=\\uE000\\s*)${FOR_SO_LONG}|${FOR_SO_LONG.replace("<count>", "<count2>").replace("<unit>", "<unit2>")}(?=\\s*\\uE000)`,
    ({ count, unit, count2, unit2 }) => ({
      cycle: { repeat: "daily" },
      end: soLong({ count: count ?? count2, unit: unit ?? unit2 }),
    }),
  ),
  {
    ...finder("(?:starting|beginning)(?=\\s*\\uE000)", () => ({})),
    beside: ({ every, end }) => every !== undefined && end !== undefined,
  },
];

function halfPart(half: string | undefined): DayPart | undefined {
  if (half === undefined) return undefined;
  return half === "a" ? "morning" : "afternoon";
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Minutes before or after an hour, or half an hour after it. */
function pastOf(groups: Groups): Partial<Said> | undefined {
  const { pointed, rest = "half", way = "past", hour = "", half, part, night } = groups;
  const isBefore = /^(?:to|till|before)$/u.test(way) && rest !== "half";
  const named = NAMED_HOURS[hour];
  const after = minutesIn(rest);
  const at = (named ?? englishNumber(hour)) * 60 + (isBefore ? -after : after);
  const minutes = named === undefined && at < 60 ? at + 12 * 60 : at % (24 * 60);
  const isPointed = pointed !== undefined || named !== undefined;
  const saidPart = halfPart(half) ?? PARTS[night ?? part ?? ""];
  const facts = { part: named === undefined ? saidPart : undefined, isPointed };
  const said = clock(`${Math.floor(minutes / 60)}`, `${minutes % 60}`, facts);
  return named === undefined
    ? said
    : said && { clocks: said.clocks.map((one) => ({ ...one, isExact: true })) };
}

const NAMED_HOURS: Readonly<Record<string, number>> = { noon: 12, midday: 12, midnight: 24 };

function minutesIn(words: string): number {
  if (words === "half") return 30;
  return words.endsWith("quarter") ? 15 : englishNumber(words.replace(/\s*minutes?$/u, ""));
}

/** "1/5" is a day in January or in May; "12/24" can only be one. */
function slashed(groups: Groups): Partial<Said> | undefined {
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
  return {
    pattern: once(() => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu")),
    read: (groups) =>
      read(
        Object.fromEntries(Object.entries(groups).map(([key, text]) => [key, text?.toLowerCase()])),
      ),
  };
}

/** The hour that was said; `undefined` for one that no clock shows. */
function clock(
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

function weekdayOf(name: string | undefined, weeks?: "next", shift = 0): Partial<Said> | undefined {
  const [weekday] = parseWeekdays([(name ?? "").slice(0, 3)]) ?? [];
  if (weekday === undefined) return undefined;
  return {
    day: {
      kind: "weekday",
      weekday,
      ...(weeks === undefined ? {} : { weeks }),
      ...(shift === 0 ? {} : { shift }),
    },
  };
}

function dateOf(groups: Groups): Partial<Said> {
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
