import { dateOfDayNumber, dayNumber } from "../../base/format-time.ts";
import { daysInMonth } from "../timing/clock-text.ts";
import { parseLunarDay, solarDayOf } from "../timing/lunar.ts";
import { finder as englishFinder } from "./english.ts";
import { finder as koreanFinder } from "./korean.ts";
import { DAY_COUNTS, ENGLISH_COUNT, englishNumber, koreanNumber, NUMBERED } from "./lengths.ts";
import type { Finder, Nth, Said, YearDay } from "./said.ts";

/** Where a day lies, by the zone of the person where countries differ; nothing where the zone's country has none that is known. */
type Where = YearDay | ((zone: string) => YearDay | undefined);

const MONDAY = 0;
const THURSDAY = 3;
const SUNDAY = 6;

const BRITISH = /^Europe\/(?:London|Dublin|Belfast|Jersey|Guernsey|Isle_of_Man)$/u;
const AUSTRALIAN = /^Australia\/|^Pacific\/Auckland$/u;

function date(monthAndDay: string): YearDay {
  return { date: monthAndDay };
}

function nth(month: number, which: Nth, weekday: number, plus = 0): YearDay {
  return { month, nth: which, weekday, plus };
}

/** Days of a year that have a name, as patterns, the longer ones first. */
const KOREAN: readonly (readonly [string, Where])[] = [
  ["신정|새해\\s*(?:첫\\s*날)?", date("1-1")],
  ["정월\\s*대보름", { lunar: "1-15" }],
  ["설날|구정", { lunar: "1-1" }],
  ["밸런타인\\s*데이|발렌타인\\s*데이", date("2-14")],
  ["삼일절|3[.·]1절", date("3-1")],
  ["화이트\\s*데이", date("3-14")],
  ["만우절", date("4-1")],
  ["식목일", date("4-5")],
  ["근로자의\\s*날|노동절", date("5-1")],
  ["어린이날", date("5-5")],
  ["어버이날", date("5-8")],
  ["스승의\\s*날", date("5-15")],
  ["부처님\\s*오신\\s*날|석가탄신일|초파일", { lunar: "4-8" }],
  ["단오", { lunar: "5-5" }],
  ["현충일", date("6-6")],
  ["제헌절", date("7-17")],
  ["광복절", date("8-15")],
  ["추석|한가위", { lunar: "8-15" }],
  ["개천절", date("10-3")],
  ["한글날", date("10-9")],
  ["핼러윈|할로윈", date("10-31")],
  ["빼빼로\\s*데이", date("11-11")],
  ["크리스마스\\s*이브|성탄\\s*전야", date("12-24")],
  ["크리스마스|성탄절", date("12-25")],
];

const ENGLISH: readonly (readonly [string, Where])[] = [
  ["new\\s+year['’]?s?\\s+eve", date("12-31")],
  ["new\\s+year['’]?s?(?:\\s+day)?", date("1-1")],
  ["lunar\\s+new\\s+year", { lunar: "1-1" }],
  ["(?:mlk|martin\\s+luther\\s+king)(?:\\s+jr)?\\s+day", nth(1, 3, MONDAY)],
  ["groundhog\\s+day", date("2-2")],
  ["valentine['’]?s?(?:\\s+day)?", date("2-14")],
  ["presidents?['’]?s?['’]?\\s+day", nth(2, 3, MONDAY)],
  ["leap\\s+day", date("2-29")],
  ["(?:st|saint)[.]?\\s+patrick['’]?s?\\s+day", date("3-17")],
  ["(?:shrove\\s+tuesday|pancake\\s+(?:day|tuesday))", { easter: -47 }],
  ["ash\\s+wednesday", { easter: -46 }],
  ["palm\\s+sunday", { easter: -7 }],
  ["good\\s+friday", { easter: -2 }],
  ["easter\\s+monday", { easter: 1 }],
  ["easter(?:\\s+sunday)?", { easter: 0 }],
  ["april\\s+fool['’]?s?['’]?(?:\\s+day)?", date("4-1")],
  ["earth\\s+day", date("4-22")],
  ["anzac\\s+day", date("4-25")],
  ["cinco\\s+de\\s+mayo", date("5-5")],
  [
    "mother['’]?s['’]?\\s+day|mothering\\s+sunday",
    (zone) => (BRITISH.test(zone) ? { easter: -21 } : nth(5, 2, SUNDAY)),
  ],
  ["memorial\\s+day", nth(5, "last", MONDAY)],
  ["juneteenth", date("6-19")],
  [
    "father['’]?s['’]?\\s+day",
    (zone) => nth(AUSTRALIAN.test(zone) ? 9 : 6, AUSTRALIAN.test(zone) ? 1 : 3, SUNDAY),
  ],
  ["canada\\s+day", date("7-1")],
  ["independence\\s+day", (zone) => date(/Kolkata|Calcutta/u.test(zone) ? "8-15" : "7-4")],
  ["bastille\\s+day", date("7-14")],
  [
    "august\\s+bank\\s+holiday(?:\\s+monday)?",
    (zone) =>
      BRITISH.test(zone) ? nth(8, zone === "Europe/Dublin" ? 1 : "last", MONDAY) : undefined,
  ],
  [
    "(?:early\\s+)?may\\s+bank\\s+holiday(?:\\s+monday)?",
    (zone) => (BRITISH.test(zone) ? nth(5, 1, MONDAY) : undefined),
  ],
  ["labou?r\\s+day", (zone) => (/^America\//u.test(zone) ? nth(9, 1, MONDAY) : date("5-1"))],
  ["columbus\\s+day", nth(10, 2, MONDAY)],
  ["halloween", date("10-31")],
  ["(?:guy\\s+fawkes|bonfire)\\s+night", date("11-5")],
  [
    "election\\s+day",
    (zone) => (/^(?:America|Pacific\/Honolulu)/u.test(zone) ? nth(11, 1, MONDAY, 1) : undefined),
  ],
  ["(?:veterans?|armistice|remembrance)['’]?s?['’]?\\s+day", date("11-11")],
  [
    "thanksgiving(?:\\s+day)?",
    (zone) =>
      /Toronto|Vancouver|Montreal|Edmonton|Winnipeg|Halifax/u.test(zone)
        ? nth(10, 2, MONDAY)
        : nth(11, 4, THURSDAY),
  ],
  ["black\\s+friday", nth(11, 4, THURSDAY, 1)],
  ["cyber\\s+monday", nth(11, 4, THURSDAY, 4)],
  ["giving\\s+tuesday", nth(11, 4, THURSDAY, 5)],
  ["christmas\\s+eve", date("12-24")],
  ["boxing\\s+day", date("12-26")],
  ["(?:christmas|xmas)(?:\\s+day)?", date("12-25")],
  ["republic\\s+day", (zone) => (/Kolkata|Calcutta/u.test(zone) ? date("1-26") : undefined)],
  ["australia\\s+day", date("1-26")],
];

const KOREAN_SHIFT = `(?:\\s*(?:당일|날))?(?:\\s*(?:(?<eve>전날|전야)|(?<next>다음\\s*날)|(?:(?<count>${NUMBERED})\\s*(?<unit>일|주일?)|(?<word>일주일|${Object.keys(DAY_COUNTS).join("|")}))\\s*(?<way>전|뒤|후)))?(?:에는|에)?(?![가-힣])`;
const ENGLISH_SHIFT = `(?:(?:the\\s+)?(?<count>(?:${ENGLISH_COUNT}|a|the|two)\\s+)?(?<unit>day|night|week)s?\\s+(?<way>before|after)\\s+)?`;

const FINDERS: readonly (Finder & { readonly holdsWeekday: boolean })[] = [
  ...KOREAN.map(([name, where]) => ({
    holdsWeekday: false,
    ...koreanFinder(
      `(?<ahead>내년\\s*)?(?<![가-힣])(?:${name})(?<each>마다)?${KOREAN_SHIFT}`,
      (groups) => namedDay(where, groups, koreanShift(groups)),
    ),
  })),
  ...ENGLISH.map(([name, where]) => ({
    holdsWeekday: /(?:mon|tues|wednes|fri|sun)day/u.test(name),
    ...englishFinder(
      `(?<each>(?:every|each)\\s+)?(?:on\\s+)?${ENGLISH_SHIFT}(?:${name})(?:\\s+(?<ahead>next\\s+year))?`,
      (groups) => namedDay(where, groups, englishShift(groups)),
    ),
  })),
];

/** Days with a name that holds the one of a weekday: to be looked for before weekdays. */
export const NAMED_WEEKDAYS: readonly Finder[] = FINDERS.filter(({ holdsWeekday }) => holdsWeekday);

/** Other days with a name, where no other day is said. */
export const NAMED_DAYS: readonly Finder[] = FINDERS.filter(
  ({ holdsWeekday }) => !holdsWeekday,
).map((finder) => ({ ...finder, beside: isUndated }));

/** True where a name may say the day: no other day or repetition is there but "every year". */
function isUndated({ day, lunar, cycle, every, after }: Said): boolean {
  const isEveryYear = cycle?.repeat === "yearly" && cycle.day === undefined;
  return (day ?? lunar ?? every ?? after) === undefined && (cycle === undefined || isEveryYear);
}

type Groups = Readonly<Record<string, string | undefined>>;

function koreanShift({ eve, next, count, unit, word, way }: Groups): number {
  if (eve !== undefined) return -1;
  if (next !== undefined) return 1;
  if (way === undefined) return 0;
  const days =
    word === "일주일"
      ? 7
      : (DAY_COUNTS[word ?? ""] ?? koreanNumber(count) * (unit === "일" ? 1 : 7));
  return way === "전" ? -days : days;
}

function englishShift({ count = "a", unit, way }: Groups): number {
  if (way === undefined) return 0;
  const number = count.trim() === "the" ? 1 : englishNumber(count.trim());
  return number * (unit === "week" ? 7 : 1) * (way === "before" ? -1 : 1);
}

/** A day of the lunar calendar stays one; any other is read when the year and the zone are known. */
function namedDay(where: Where, { each, ahead }: Groups, shift: number): Partial<Said> | undefined {
  const cycle = each === undefined ? {} : ({ cycle: { repeat: "yearly" } } as const);
  const isMoved = shift !== 0 || ahead !== undefined;
  if (typeof where !== "function" && "lunar" in where && !isMoved)
    return { lunar: { day: where.lunar, isYearly: false }, ...cycle };
  const on = typeof where === "function" ? where : () => where;
  const year = ahead === undefined ? {} : { yearsAhead: 1 };
  return { day: { kind: "named", on, shift, ...year }, ...cycle };
}

/** Day number of such a day in a year; nothing in a year that has none. */
export function dayInYear(on: YearDay, year: number): number | undefined {
  if ("easter" in on) return easterOf(year) + on.easter;
  if ("lunar" in on) {
    const lunar = parseLunarDay(on.lunar);
    return lunar && solarDayOf(lunar, year);
  }
  if ("date" in on) {
    const [month = 1, day = 1] = on.date.split("-").map(Number);
    const number = dayNumber({ year, month, day });
    return dateOfDayNumber(number).day === day ? number : undefined;
  }
  return nthDay({ year, month: on.month }, on) + (on.plus ?? 0);
}

/** The fifth of a weekday where there are four is the last one. */
export function nthDay(
  { year, month }: { readonly year: number; readonly month: number },
  { nth: which, weekday }: { readonly nth: Nth; readonly weekday: number },
): number {
  const first = dayNumber({ year, month, day: 1 });
  const last = first + daysInMonth(year, month) - 1;
  // 1970-01-01, day 0, was a Thursday.
  const earliest = first + ((weekday - ((first + 3) % 7) + 7) % 7);
  const latest = earliest + 7 * Math.floor((last - earliest) / 7);
  return which === "last" ? latest : Math.min(earliest + 7 * (which - 1), latest);
}

/** Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const [century, ofCentury] = [Math.floor(year / 100), year % 100];
  const cycle = year % 19;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * cycle + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((cycle + 11 * moon + 22 * weekday) / 451);
  const sum = moon + weekday - 7 * late + 114;
  return dayNumber({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}
