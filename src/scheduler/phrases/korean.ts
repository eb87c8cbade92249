import { daysInMonth, parseWeekdays } from "../timing/clock-text.ts";
import type { DayPart, Finder, SaidClock, SaidCycle } from "./said.ts";

/** Korean names of the parts of a day. */
export const PARTS: Readonly<Record<string, DayPart>> = {
  새벽: "dawn",
  아침: "morning",
  오전: "morning",
  낮: "midday",
  점심: "midday",
  오후: "afternoon",
  저녁: "evening",
  밤: "night",
};

const NUMBERS: Readonly<Record<string, number>> = {
  한: 1,
  두: 2,
  세: 3,
  석: 3,
  네: 4,
  넉: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
  열: 10,
  열한: 11,
  열두: 12,
  일: 1,
  오: 5,
  십: 10,
  십오: 15,
  이십: 20,
  삼십: 30,
  사십: 40,
  오십: 50,
};

/** Words for a number of days. */
const DAY_COUNTS: Readonly<Record<string, number>> = {
  하루: 1,
  이틀: 2,
  사흘: 3,
  나흘: 4,
  닷새: 5,
  엿새: 6,
  이레: 7,
  여드레: 8,
  아흐레: 9,
  열흘: 10,
  보름: 15,
};
/** Two days and more, each by its word. */
const SOME_DAYS = `(?<word>${Object.keys(DAY_COUNTS)
  .filter((name) => name !== "하루")
  .join("|")})`;
/** Days that have a name. */
const NAMED_DAYS: Readonly<Record<string, { readonly month: number; readonly day: number }>> = {
  "크리스마스 이브": { month: 12, day: 24 },
  크리스마스이브: { month: 12, day: 24 },
  크리스마스: { month: 12, day: 25 },
  성탄절: { month: 12, day: 25 },
  신정: { month: 1, day: 1 },
  "새해 첫": { month: 1, day: 1 },
  삼일절: { month: 3, day: 1 },
  어린이날: { month: 5, day: 5 },
  어버이날: { month: 5, day: 8 },
  광복절: { month: 8, day: 15 },
  한글날: { month: 10, day: 9 },
};
/** How many days ahead a word says. */
export const NEAR_DAYS: Readonly<Record<string, number>> = {
  오늘: 0,
  내일: 1,
  내일모레: 2,
  모레: 2,
  글피: 3,
};
/** How many weeks ahead a word says. */
export const WEEKS_AHEAD: Readonly<Record<string, number>> = { 이번: 0, 다음: 1, 다다음: 2 };

const YEARS_AHEAD: Readonly<Record<string, number>> = { 올해: 0, 내년: 1, 후년: 2 };

/** One of them, as group `part`. */
export const PART = `(?<part>${Object.keys(PARTS).join("|")})`;
const HOUR = `(?<hour>\\d{1,2}|(?:(?<![가-힣])|(?<=${Object.keys(PARTS).join("|")}))(?:열한|열두|열|한|두|세|네|다섯|여섯|일곱|여덟|아홉))`;
/** A half ends the hour: "10시 반상회" is no half past ten. */
const MINUTE =
  "(?:\\s*(?<minute>\\d{1,2}|십오|오십|사십|삼십|이십|십|오)\\s*분|\\s*(?<half>반)(?![가-힣])|\\s*(?<half2>반)(?=에|쯤|경|마다|부터|까지|으로|정도|이랑|하고))?";
const COUNT = "(?<count>\\d{1,3}|한|두|세|네|다섯|여섯|열|십|이십|삼십)";
/** The end of a length of time that passes first. */
const LATER = "(?:만\\s*)?(?:(?:뒤|후)(?:에)?|있다가|이따가?|있다(?!고|는|면|가)|지나서|지나면)";
const WEEKDAY = "[월화수목금토일](?:요일)?";
/** Names of weekdays with joining words between, as group `weekdays`. */
export const WEEKDAYS = `(?<weekdays>${WEEKDAY}(?:\\s*[,·/]?\\s*(?:와|과|랑|하고)?\\s*${WEEKDAY})*)`;
/** A word may end in a particle but must end: "매주 금융 뉴스" names no Friday. */
export const END = "(?:에는|에|마다)?(?![가-힣])";

/** Korean words of time, the longer readings first. */
export const KOREAN_FINDERS: readonly Finder[] = [
  // 30분마다, 2시간에 한 번씩, 1시간 30분마다
  finder(
    `(?<!시\\s*|\\d)(?:${COUNT}\\s*시간\\s*)?(?<minutes>\\d{1,3}|십오|이십|삼십|사십|오십|십|오)\\s*분\\s*(?:마다|에\\s*한\\s*번씩?|간격으로)`,
    ({ count, minutes }) => ({ every: `${hoursText(count)}${numberOf(minutes)}m` }),
  ),
  finder(`${COUNT}\\s*시간\\s*(?:마다|에\\s*한\\s*번씩?|간격으로)`, ({ count }) => ({
    every: hoursText(count),
  })),
  finder("매\\s*시간(?:마다)?|(?<![가-힣\\d])시간마다", () => ({ every: "1h" })),
  // 1.5시간 뒤에, 반시간 후
  finder(`(?<![\\d.])(?<count>\\d{1,2})[.]5\\s*시간\\s*${LATER}`, ({ count }) => ({
    after: `${count === "0" ? "" : `${count}h`}30m`,
  })),
  finder(`(?<![가-힣\\d])반\\s*시간\\s*${LATER}`, () => ({ after: "30m" })),
  // 10분 뒤에, 1시간 30분 후, 한 시간 반 있다가
  finder(
    `(?<![\\d.])(?:${COUNT}\\s*시간\\s*)?(?<minutes>\\d{1,3}|십오|이십|삼십|십|오)\\s*분\\s*${LATER}`,
    ({ count, minutes }) => ({ after: `${hoursText(count)}${numberOf(minutes)}m` }),
  ),
  finder(`(?<![\\d.])${COUNT}\\s*시간\\s*(?<half>반)?\\s*${LATER}`, ({ count, half }) => ({
    after: `${hoursText(count)}${half === undefined ? "" : "30m"}`,
  })),
  finder("(?<count>\\d{1,3})\\s*초\\s*(?:뒤|후)(?:에)?", ({ count }) => ({ after: `${count}s` })),
  finder(
    `(?:(?<count>\\d{1,3})\\s*일|(?<word>${Object.keys(DAY_COUNTS).join("|")}))\\s*(?:뒤|후)(?:에)?`,
    ({ count, word }) => ({ day: { kind: "offset", days: dayCount(count, word) } }),
  ),
  finder("(?:(?<count>\\d{1,2})\\s*주일?|일주일)\\s*(?:뒤|후)(?:에)?", ({ count }) => ({
    day: { kind: "offset", days: 7 * Number(count ?? 1) },
  })),
  finder(
    "(?<![가-힣])(?<count>\\d{1,2}|한|두|세|석|네|넉|여섯)\\s*(?:달|개월)\\s*(?:뒤|후)(?:에)?",
    ({ count }) => ({
      day: { kind: "month", months: numberOf(count), day: "same" },
    }),
  ),
  // 매일, 이틀마다, 평일, 격주 금요일, 매주 월·수, 매월 1일, 매년 3월 1일
  finder(
    `(?:(?<count>\\d{1,3})\\s*일|${SOME_DAYS})(?:마다|\\s*에\\s*한\\s*번씩?)|격일(?:로|마다)?|하루\\s*걸러(?:서)?(?:\\s*한\\s*번씩?)?`,
    ({ count, word }) => ({
      cycle: { repeat: "daily", interval: (count ?? word) ? dayCount(count, word) : 2 },
    }),
  ),
  finder(
    "(?<group>평일|주중|주말)(?:에|에는|에만)?\\s*매일|매일\\s*(?<group2>평일|주중|주말)(?:에만|에)",
    ({ group, group2 }) => weekly((group ?? group2) === "주말" ? "주말" : "평일"),
  ),
  finder("매일(?:마다)?(?:\\s*매일)?|날마다", () => ({ cycle: { repeat: "daily" } })),
  finder("(?:매주\\s*)?(?:평일|주중)(?:마다|에는|에만|에)?", () => weekly("평일")),
  finder("(?<which>이번|다음)\\s*주말(?:에는|에)?", ({ which }) =>
    weekdayOf("토", which === "다음" ? 1 : undefined),
  ),
  finder("(?<!이번\\s?|다음\\s?|지난\\s?)(?:매주\\s*)?주말(?:마다|에는|에만|에)?", () =>
    weekly("주말"),
  ),
  finder(
    `(?:격주(?:로|마다)?|(?<count>\\d{1,2})\\s*주\\s*(?:마다|에\\s*한\\s*번))(?:\\s*${WEEKDAYS}${END})?`,
    ({ count, weekdays }) => weekly(weekdays, Number(count ?? 2)),
  ),
  finder(`매주(?:\\s*${WEEKDAYS}${END})?`, ({ weekdays }) => weekly(weekdays)),
  finder("(?<weekdays>[월화수목금토일](?:[,·/\\s]*[월화수목금토일])*)요일마다", ({ weekdays }) =>
    weekly(weekdays),
  ),
  finder(
    "(?:매월|매달|달마다)(?:\\s*(?:(?<day>\\d{1,2})\\s*일|(?<last>말일|마지막\\s*날))(?:마다|에는|에)?)?",
    ({ day, last }) => ({
      cycle: { repeat: "monthly", ...(last === undefined ? optionalDay(day) : { day: "last" }) },
    }),
  ),
  finder(
    "(?:매년|해마다)(?:\\s*(?<month>\\d{1,2})\\s*월\\s*(?:(?<day>\\d{1,2})\\s*일|(?<last>말일|마지막\\s*날))(?:마다|에는|에)?)?",
    ({ month, day, last }) => ({
      cycle: {
        repeat: "yearly",
        ...(month === undefined ? {} : { month: Number(month) }),
        ...optionalDay(last === undefined ? day : String(daysInMonth(undefined, Number(month)))),
      },
    }),
  ),
  // 내일, 다음 주 월요일, 12월 25일, 25일, 금요일
  finder("(?<word>내일모레|오늘|내일|모레|글피)(?:에는|에)?(?!의)", ({ word }) => ({
    day: { kind: "offset", days: NEAR_DAYS[word ?? ""] ?? 0 },
  })),
  finder(
    "(?<which>이번|다음|다다음)\\s*주\\s*(?<weekday>[월화수목금토일])요일(?:에는|에)?",
    ({ which, weekday }) => weekdayOf(weekday, WEEKS_AHEAD[which ?? ""]),
  ),
  finder(
    "(?:(?:(?<year>\\d{4})\\s*년|(?<ahead>올해|내년|후년))\\s*)?(?<month>\\d{1,2})\\s*월\\s*(?<day>\\d{1,2})\\s*일(?:에는|에)?",
    ({ year, ahead, month, day }) => ({
      day: {
        kind: "date",
        month: Number(month),
        day: Number(day),
        ...(year === undefined ? {} : { year: Number(year) }),
        ...(ahead === undefined ? {} : { yearsAhead: YEARS_AHEAD[ahead] ?? 0 }),
      },
    }),
  ),
  finder("(?<![가-힣])(?<weekday>[월화수목금토일])요일(?:에는|에)?(?![가-힣])", ({ weekday }) =>
    weekdayOf(weekday),
  ),
  finder("(?<![\\d년월])(?<day>\\d{1,2})일(?:에는|에)?(?=\\s|$)", ({ day }) => ({
    day: { kind: "date", day: Number(day) },
  })),
  // 오후 3시 30분에, 여덟 시 반, 15:30에, 정오에, 자정
  finder(
    `(?:${PART}(?:에)?\\s*)?${HOUR}\\s*시(?=$|[^가-힣]|에|쯤|경|정각|반|마다|로|와|과|하고|이?랑)${MINUTE}\\s*(?:정각)?\\s*(?:쯤|경)?(?<pointed>에는|에|마다|로)?`,
    ({ part, hour, minute, half, half2, pointed }) =>
      clock(hour, (half ?? half2) === undefined ? minute : "30", { part, pointed }),
  ),
  finder(
    `(?:${PART}(?:에)?\\s*)?(?<hour>\\d{1,2}):(?<minute>\\d{2})(?<pointed>에는|에)`,
    ({ part, hour, minute, pointed }) =>
      clock(hour, minute, { part, pointed, isWritten: /^0|^1[3-9]|^2/.test(hour ?? "") }),
  ),
  // 크리스마스 저녁 6시에
  finder(
    `(?<![가-힣])(?<name>${Object.keys(NAMED_DAYS).join("|")})(?:에는|에|날)?(?=\\s*\\uE000)`,
    ({ name }) => ({ day: { kind: "date", ...(NAMED_DAYS[name ?? ""] ?? { month: 1, day: 1 }) } }),
  ),
  // 2026.12.24 18시에, 26-12-24 18시에
  finder(
    "(?<![\\d/.:-])(?<year>(?:20)?\\d{2})\\s?[/.-]\\s?(?<month>\\d{1,2})\\s?[/.-]\\s?(?<day>\\d{1,2})[.]?\\s*(?:\\([월화수목금토일]\\))?(?:에는|에)?(?=\\s*\\uE000)",
    ({ year = "", month, day }) =>
      Number(month) > 12 || Number(day) > 31
        ? undefined
        : {
            day: {
              kind: "date",
              year: Number(year.length === 2 ? `20${year}` : year),
              month: Number(month),
              day: Number(day),
            },
          },
  ),
  // 12/24 18시에
  finder(
    `(?<![\\d/.:])(?<month>\\d{1,2})\\s?[/.]\\s?(?<day>\\d{1,2})(?:일)?\\s*(?:\\([월화수목금토일]\\))?(?:에는|에)?(?=\\s*\\uE000)`,
    ({ month, day }) =>
      Number(month) > 12 || Number(day) > 31
        ? undefined
        : { day: { kind: "date", month: Number(month), day: Number(day) } },
  ),
  finder("정오(?<pointed>에)?", ({ pointed }) => ({
    clocks: [{ hour: 12, minute: 0, isExact: true, isPointed: pointed !== undefined }],
  })),
  finder("자정(?<pointed>에)?", ({ pointed }) => ({
    clocks: [
      { hour: 0, minute: 0, isExact: true, isPointed: pointed !== undefined, isMidnight: true },
    ],
  })),
  finder(`(?<![가-힣])${PART}(?:마다|에는|에)?(?=\\s|$)`, ({ part }) => {
    const found = PARTS[part ?? ""];
    return found === undefined ? undefined : { part: found };
  }),
];

/** A finder of Korean words. */
export function finder(source: string, read: Finder["read"]): Finder {
  return { pattern: new RegExp(source, "u"), read };
}

/** The hour that was said; `undefined` for one that no clock shows. */
export function clock(
  hourText: string | undefined,
  minuteText: string | undefined,
  parts: {
    readonly part: string | undefined;
    readonly pointed: string | undefined;
    readonly isWritten?: boolean;
  },
): { readonly clocks: readonly SaidClock[] } | undefined {
  const hour = numberOf(hourText);
  const minute = minuteText === undefined ? 0 : numberOf(minuteText);
  if (hour > 24 || minute > 59) return undefined;
  const part = PARTS[parts.part ?? ""];
  return {
    clocks: [
      {
        hour,
        minute,
        isExact: hour === 0 || hour > 12 || parts.isWritten === true,
        isPointed: parts.pointed !== undefined,
        ...(part === undefined ? {} : { part }),
      },
    ],
  };
}

/** A weekly repetition on weekdays that are written by their Korean letters, or on a group of them. */
export function weekly(
  names: string | undefined,
  interval?: number,
): { readonly cycle: SaidCycle } | undefined {
  const every = interval === undefined ? {} : { interval };
  if (names === undefined) return { cycle: { repeat: "weekly", ...every } };
  const isGroup = names === "평일" || names === "주말";
  const weekdays = parseWeekdays(
    isGroup ? [names] : [...names.replaceAll("요일", "").replace(/[^월화수목금토일]/g, "")],
  );
  return weekdays === undefined ? undefined : { cycle: { repeat: "weekly", weekdays, ...every } };
}

function weekdayOf(name: string | undefined, weeks?: number): ReturnType<Finder["read"]> {
  const [weekday] = parseWeekdays([name ?? ""]) ?? [];
  if (weekday === undefined) return undefined;
  return { day: { kind: "weekday", weekday, ...(weeks === undefined ? {} : { weeks }) } };
}

function optionalDay(day: string | undefined): { readonly day?: number } {
  return day === undefined ? {} : { day: Number(day) };
}

function hoursText(count: string | undefined): string {
  return count === undefined ? "" : `${numberOf(count)}h`;
}

function dayCount(count: string | undefined, word: string | undefined): number {
  return count === undefined ? (DAY_COUNTS[word ?? ""] ?? 1) : Number(count);
}

/** The number that a Korean word or digits say. */
export function numberOf(text: string | undefined): number {
  return NUMBERS[text ?? ""] ?? Number(text ?? 0);
}
