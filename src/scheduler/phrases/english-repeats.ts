import { parseWeekdays } from "../timing/clock-text.ts";
import { parseLunarDay } from "../timing/lunar.ts";
import { COUNT, DAY, finder, MONTH, monthNumber, WEEKDAY, WEEKDAYS, weekly } from "./english.ts";
import { englishNumber } from "./lengths.ts";
import { daysBetween } from "./repeats.ts";
import type { Finder, Limit, Nth, Said, SaidClock, SaidCycle } from "./said.ts";

const NTH: Readonly<Record<string, Nth>> = {
  first: 1,
  "1st": 1,
  second: 2,
  "2nd": 2,
  third: 3,
  "3rd": 3,
  fourth: 4,
  "4th": 4,
  fifth: 5,
  "5th": 5,
  last: "last",
};

const ONE_NTH = Object.keys(NTH).join("|");
const NTH_DAY = `(?<nth>${Object.keys(NTH).join("|")})\\s+(?<weekday>${WEEKDAY})`;
const HOUR_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const ORDINALS =
  "(?<days>\\d{1,2}(?:st|nd|rd|th)(?:\\s*(?:,|and|&|,\\s*and)\\s*(?:the\\s+)?(?:\\d{1,2}(?:st|nd|rd|th)|last\\s+day))+)";
const AHEAD: Readonly<Record<string, number>> = { this: 0, next: 1 };

/** How far a request's verb may stand from its time, in UTF-16 units: without a bound a long text takes the square of its length. */
const NEAR = 160;
const ASKED_BEFORE = `(?<=\\b(?:remind|wake|ping|tell)\\s+me\\b.{0,${NEAR}})`;
const PART_OF_DAY =
  "(?:(?:after|before)\\s+(?:breakfast|lunch|dinner|supper|work|school|class|bed(?:time)?)|at\\s+(?:lunch|dinner|bed)\\s*time|at\\s+(?:the\\s+)?end\\s+of\\s+(?:the\\s+)?day)";

/** English words of repetitions that are more than a day or a week, and of what no schedule can do; to be looked for before all others. */
export const ENGLISH_REPEATS: readonly Finder[] = [
  limit(
    "holidays",
    "(?:except|but\\s+not|excluding|skipping)\\s+(?:on\\s+)?(?:public\\s+|bank\\s+)?holidays",
  ),
  limit("sun", "(?:at|before|after)\\s+(?:sunrise|sunset|dawn|dusk)"),
  // every year on lunar May 3, the 15th day of the 8th lunar month
  finder(
    `(?:(?<every>every\\s+year|yearly)\\s+)?(?:on\\s+)?(?:the\\s+)?(?:lunar\\s+${MONTH}\\s+${DAY}|${DAY.replace("<day>", "<day2>")}(?:\\s+day)?\\s+of\\s+the\\s+(?<leap>leap\\s+)?${DAY.replace("<day>", "<month2>")}\\s+lunar\\s+month)(?:\\s*,?\\s+(?<each>every\\s+year|yearly))?`,
    ({ month, day, month2, day2, leap, every, each }) => {
      const number = month === undefined ? month2 : monthNumber(month);
      const text = `${leap === undefined ? "" : "leap "}${number}-${day ?? day2}`;
      if (parseLunarDay(text) === undefined) return undefined;
      return { lunar: { day: text, isYearly: (every ?? each) !== undefined } };
    },
  ),
  limit("lunar", "lunar\\s+calendar"),
  limit("no-hour", "at\\s+(?:(?:2[5-9]|[3-9]\\d):\\d{2}|\\d{1,2}:[6-9]\\d)"),
  limit(
    "months",
    `every\\s+${COUNT}\\s+(?:months?|years?)|quarterly|every\\s+quarter(?!\\s+of)|bimonthly`,
  ),
  finder(
    "(?:on\\s+)?(?:the\\s+)?(?<which>first|last)\\s+(?:working|business|week)\\s*day\\s+(?:of\\s+)?(?:every|each|the|a)\\s+month",
    ({ which }) => ({ cycle: { repeat: "monthly", workday: which === "first" ? 1 : "last" } }),
  ),
  limit(
    "working-day",
    "(?:first|last)\\s+(?:working|business)\\s+day|(?:every|each)\\s+(?:working|business|work)\\s*days?",
  ),
  limit(
    "gone",
    `yesterday(?=\\s+at\\s.{0,${NEAR}}\\b(?:remind|wake|ping|tell)\\b)|${ASKED_BEFORE}yesterday\\s+at`,
  ),
  limit("random", "at\\s+(?:a\\s+)?random(?:\\s+times?)?|randomly"),
  limit("vague", `${ASKED_BEFORE}(?:later|soon|in\\s+a\\s+(?:bit|while|moment))`),
  limit(
    "vague",
    "in\\s+a\\s+(?:few|couple(?:\\s+of)?)\\s+(?:minutes|mins|hours|days)|sometime(?:s)?",
  ),
  limit("vague", `${ASKED_BEFORE}${PART_OF_DAY}`),
  limit("vague", `${PART_OF_DAY}(?=.{0,${NEAR}}\\b(?:remind|wake|ping)\\s+me\\b)`),
  // every 30 minutes between 9am and 6pm
  finder(
    `(?:between|from|block(?:\\s+out)?|book)\\s+(?<hour>\\d{1,2}|${HOUR_WORDS}|noon|midday)(?::(?<minute>\\d{2}))?\\s*(?<half>[ap]m)?\\s*(?:and|to|until|till?|-|–)\\s*(?<hour2>\\d{1,2}|${HOUR_WORDS}|noon|midnight)(?::(?<minute2>\\d{2}))?\\s*(?<half2>[ap]m)?(?![a-z])|(?:at\\s+)?(?<noon>noon)\\s*(?:to|until|till?|-|–)\\s*(?<hour3>\\d{1,2})\\s*(?:pm)?`,
    windowOf,
  ),
  finder(
    `(?<count>once|twice|(?:${COUNT.slice(9, -1)})\\s+times)\\s+(?:a|per|each|every)\\s+day|(?<twice>twice)\\s+daily`,
    ({ count = "twice" }) => {
      const times =
        count === "once" ? 1 : count === "twice" ? 2 : englishNumber(count.split(" ")[0]);
      return { cycle: { repeat: "daily" }, ...(times > 1 ? { timesADay: times } : {}) };
    },
  ),
  finder(
    `(?:once|twice|\\w+\\s+times)\\s+(?:a|per|each|every)\\s+week(?:\\s*,?\\s+on\\s+${WEEKDAYS})?`,
    ({ weekdays }) => weekly(weekdays),
  ),
  finder(
    "(?:every|each)\\s+morning\\s+and\\s+(?:evening|night)|mornings\\s+and\\s+evenings",
    () => ({
      cycle: { repeat: "daily" },
      timesADay: 2,
    }),
  ),
  // every hour on the hour, every hour at 30
  finder(
    "(?:every\\s+hour|hourly)\\s*,?\\s+(?:on\\s+the\\s+(?:(?<half>half)[\\s-]+)?hour|at\\s+(?:minute\\s+)?:?(?<minute>[0-5]\\d)(?!\\s*[ap]m|:)(?:\\s+past)?)|(?:at|on)\\s+the\\s+top\\s+of\\s+(?:every|each)\\s+hour",
    ({ half, minute = half === undefined ? "0" : "30" }) => ({
      every: "1h",
      minuteOfHour: Number(minute),
    }),
  ),
  finder(`(?:every\\s+|on\\s+)?alternate\\s+${WEEKDAYS}`, ({ weekdays }) => weekly(weekdays, 2)),
  finder("(?:once|twice|\\w+\\s+times)\\s+(?:a|per|each|every)\\s+month", () => ({
    cycle: { repeat: "monthly" },
  })),
  finder(
    `(?:every\\s+|on\\s+)?(?:from\\s+)?(?<first>${WEEKDAY})s?\\s*(?:to|-|–|through|thru|till?|until)\\s*(?<last>${WEEKDAY})s?`,
    ({ first = "", last = "" }) => ({
      cycle: { repeat: "weekly", weekdays: daysBetween(first.slice(0, 3), last.slice(0, 3)) },
    }),
  ),
  // the first and third Monday of the month
  finder(
    `(?:on\\s+)?(?:the\\s+|every\\s+)?(?<nths>(?:${ONE_NTH})(?:\\s*(?:,|and|&|,\\s*and)\\s*(?:the\\s+)?(?:${ONE_NTH}))+)\\s+(?<weekday>${WEEKDAY})s?(?:\\s+(?:of\\s+)?(?:every|each|the|a)\\s+month)?`,
    ({ nths = "", weekday }) => {
      const day = dayOf(weekday);
      if (day === undefined) return undefined;
      const all = [...nths.matchAll(new RegExp(ONE_NTH, "gu"))].map(([name]) => NTH[name] ?? 1);
      return { cycle: { repeat: "monthly", weekdays: [day], nths: all } };
    },
  ),
  // the first Monday of every month; the second Thursday of next month; every second Tuesday
  finder(
    `(?:on\\s+)?the\\s+${NTH_DAY}\\s+of\\s+(?<which>this|next)\\s+month`,
    ({ nth, weekday, which }) => {
      const day = dayOf(weekday);
      if (day === undefined) return undefined;
      return {
        day: {
          kind: "nth",
          months: AHEAD[which ?? ""] ?? 0,
          nth: NTH[nth ?? ""] ?? 1,
          weekday: day,
        },
      };
    },
  ),
  finder(
    `(?:on\\s+)?(?:the\\s+|every\\s+)?${NTH_DAY}\\s+(?:of\\s+)?(?:every|each|the|a)\\s+month|(?:monthly|every\\s+month)\\s+on\\s+the\\s+(?<nth2>${Object.keys(NTH).join("|")})\\s+(?<weekday2>${WEEKDAY})`,
    ({ nth, weekday, nth2, weekday2 }) => nthOf(nth ?? nth2, weekday ?? weekday2),
  ),
  finder(`every\\s+${NTH_DAY}`, ({ nth, weekday }) => everyNth(nth, weekday)),
  finder(
    `(?:on\\s+)?the\\s+(?:${DAY}|(?<last>last\\s+day))\\s+(?:of\\s+)?(?<which>this|next)\\s+month|(?<which2>this|next)\\s+month\\s+on\\s+the\\s+(?:${DAY.replace("<day>", "<day2>")}|(?<last2>last\\s+day))`,
    ({ day, day2, last, last2, which, which2 }) =>
      onDayOf(which ?? which2, day ?? day2, last ?? last2),
  ),
  finder(`(?:on\\s+)?(?:the\\s+)?${ORDINALS}\\s+(?:of\\s+)?(?:every|each|the)\\s+month`, daysOf),
  finder(
    `(?:every|each)\\s+month\\s+on\\s+(?:the\\s+)?${ORDINALS}|monthly\\s+on\\s+the\\s+${ORDINALS.replace("days", "days2")}`,
    daysOf,
  ),
  finder(`on\\s+the\\s+${ORDINALS}(?!\\s+(?:of|${MONTH}))`, daysOf),
  // Tuesday next week, a week from Friday
  finder(
    `(?:on\\s+)?(?<weekday>${WEEKDAY})\\s+(?:of\\s+)?next\\s+week|next\\s+week\\s+(?:on\\s+)?(?<weekday2>${WEEKDAY})`,
    ({ weekday, weekday2 }) => {
      const day = dayOf(weekday ?? weekday2);
      return day === undefined ? undefined : { day: { kind: "weekday", weekday: day, weeks: 1 } };
    },
  ),
  // a week from tomorrow
  finder(
    `(?:${COUNT}\\s+(?<unit>days?|weeks?)|(?:a\\s+)?(?<fortnight>fortnight))\\s+from\\s+(?<from>now|today|tomorrow)`,
    ({ count, unit, fortnight, from }) => {
      const days =
        fortnight === undefined
          ? englishNumber(count) * (unit?.startsWith("w") === true ? 7 : 1)
          : 14;
      return { day: { kind: "offset", days: days + (from === "tomorrow" ? 1 : 0) } };
    },
  ),
  // starting tomorrow, from next Monday on, beginning December 1
  finder(
    `(?:starting|beginning|from)\\s+(?:on\\s+)?(?:(?<near>today|tomorrow)|(?<week>next\\s+week)|(?<weekend>this\\s+weekend)|(?:next\\s+)?(?<weekday>${WEEKDAY})|${MONTH}\\s+${DAY})(?:\\s+on(?:wards?)?)?(?!\\s*(?:to|until|-))`,
    startOf,
  ),
  finder(`(?:starting|beginning)\\s+(?:in\\s+)?${MONTH}(?!\\s*\\d)`, ({ month }) => ({
    start: { kind: "date", month: monthNumber(month), day: 1 },
  })),
];

function limit(kind: Limit, source: string): Finder {
  return finder(source, () => ({ limit: kind }));
}

type Groups = Readonly<Record<string, string | undefined>>;

function windowOf(groups: Groups): Partial<Said> {
  const { noon, hour = noon, minute, half, hour3, hour2 = hour3, minute2, half2 } = groups;
  return {
    window: {
      from: hourOf(hourNumber(hour), Number(minute ?? 0), half),
      to: hourOf(hourNumber(hour2), Number(minute2 ?? 0), half2),
    },
  };
}

function hourNumber(name: string | undefined): number {
  if (name === "noon" || name === "midday") return 12;
  return name === "midnight" ? 24 : englishNumber(name);
}

function hourOf(hour: number, minute: number, half: string | undefined): SaidClock {
  const part =
    half === undefined ? {} : ({ part: half.startsWith("a") ? "morning" : "afternoon" } as const);
  return {
    hour,
    minute,
    isExact: half === undefined && (hour > 12 || hour === 0),
    isPointed: true,
    ...part,
  };
}

function nthOf(nth: string | undefined, weekday: string | undefined): Partial<Said> | undefined {
  const day = dayOf(weekday);
  if (day === undefined) return undefined;
  return { cycle: { repeat: "monthly", weekdays: [day], nths: [NTH[nth ?? ""] ?? 1] } };
}

/** "Every second Tuesday" is every other one, or the second of each month; the first and the last can only be of a month. */
function everyNth(nth: string | undefined, weekday: string | undefined): Partial<Said> | undefined {
  const found = nthOf(nth, weekday);
  const which = found?.cycle?.nths?.[0];
  if (found?.cycle === undefined || which === 1 || typeof which !== "number") return found;
  const { weekdays = [] } = found.cycle;
  const either: SaidCycle = found.cycle;
  return { cycle: { repeat: "weekly", interval: which, weekdays, either } };
}

function onDayOf(
  which: string | undefined,
  day: string | undefined,
  last: string | undefined,
): Partial<Said> {
  const months = AHEAD[which ?? ""] ?? 0;
  return { day: { kind: "month", months, day: last === undefined ? Number(day) : "last" } };
}

function daysOf({ days, days2 }: Groups): Partial<Said> {
  const texts = [...(days ?? days2 ?? "").matchAll(/(\d{1,2})|last/gu)];
  return {
    cycle: {
      repeat: "monthly",
      days: texts.map(([, number]) => (number === undefined ? "last" : Number(number))),
    },
  };
}

function startOf({ near, week, weekend, weekday, month, day }: Groups): Partial<Said> {
  if (weekend !== undefined) return { start: { kind: "weekday", weekday: 5 } };
  if (near !== undefined) return { start: { kind: "offset", days: near === "today" ? 0 : 1 } };
  if (week !== undefined) return { start: { kind: "weekday", weekday: 0, weeks: 1 } };
  if (weekday !== undefined) return { start: { kind: "weekday", weekday: dayOf(weekday) ?? 0 } };
  return { start: { kind: "date", month: monthNumber(month), day: Number(day) } };
}

function dayOf(name: string | undefined): number | undefined {
  return parseWeekdays([(name ?? "").slice(0, 3)])?.[0];
}
