import { once } from "../../base/clock.ts";
import { daysInMonth, parseWeekdays } from "../timing/clock-text.ts";
import {
  COUNTED,
  DAY_COUNTS,
  KOREAN_LENGTH,
  koreanNumber,
  lengthMinutes,
  lengthText,
  NUMBERED,
} from "./lengths.ts";
import type { DayPart, Finder, Said, SaidClock, SaidCycle, SaidEnd } from "./said.ts";

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

/** Two days and more, each by its word. */
const SOME_DAYS = `(?<word>${Object.keys(DAY_COUNTS)
  .filter((name) => name !== "하루")
  .join("|")})`;
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
const HOUR = `(?<hour>\\d{1,2}|(?:(?<![가-힣])|(?<=${Object.keys(PARTS).join("|")}))${COUNTED})`;
/** Says that an hour is when something is: 3시야. */
const IS = "(?:이?야|이에요|예요|이거든|거든)(?:요)?(?![가-힣?？])";

/** A half ends the hour: "10시 반상회" is no half past ten. */
const MINUTE = `(?:\\s*(?<minute>${NUMBERED})\\s*분(?!\\s*전)|\\s*(?<half>반)(?![가-힣])|\\s*(?<half2>반)(?=에|쯤|경|마다|부터|까지|으로|정도|이랑|하고|${IS}))?`;
/** The end of a length of time that passes first. */
const LATER =
  "(?:쯤|정도)?\\s*(?:만\\s*)?(?:(?:뒤|후)(?:쯤)?(?:에)?|있다가|이따가?|있다(?!고|는|면|가)|지나서|지나면)";
const WEEKDAY = "[월화수목금토일](?:요일)?";
/** Names of weekdays with joining words between, as group `weekdays`. */
export const WEEKDAYS = `(?<weekdays>${WEEKDAY}(?:\\s*[,·/]?\\s*(?:와|과|랑|하고)?\\s*${WEEKDAY})*)`;
/** A word may end in a particle but must end: "매주 금융 뉴스" names no Friday. */
export const END = "(?:에는|에|마다)?(?![가-힣])";

const LEFT_OUT = "(?:은|는|을|를|에는|에|만)?\\s*(?:빼고|빼|제외하고|제외한|제외|말고)";
function isRepeated({ cycle, every }: Said): boolean {
  return (cycle ?? every) !== undefined;
}

const FOR_SO_LONG = `(?<!(?:지난|최근)\\s*)(?:(?<count>${NUMBERED}|${COUNTED})\\s*(?<unit>일|주일?|달|개월|년)|(?<word>일주일|${Object.keys(DAY_COUNTS).join("|")}))\\s*(?:동안|간)(?:만)?(?![가-힣])`;

function soLong({
  count,
  unit = "일",
  word,
}: Readonly<Record<string, string | undefined>>): SaidEnd {
  const each = { 일: 1, 주: 7, 달: 30, 개: 30, 년: 365 }[unit.charAt(0)] ?? 1;
  return { kind: "days", days: word === "일주일" ? 7 : each * dayCount(count, word) };
}

const KOREAN_ENDS: readonly Finder[] = [
  finder(`(?<month>${NUMBERED})\\s*월\\s*(?:한\\s*달\\s*)?(?:동안|내내)(?:만)?`, ({ month }) => ({
    end: { kind: "month", month: koreanNumber(month) },
  })),
  finder(FOR_SO_LONG, (groups) => ({ end: soLong(groups) })),
  finder(`${KOREAN_LENGTH}\\s*동안(?:만)?`, ({ length }) => ({
    end: { kind: "minutes", minutes: lengthMinutes(length) },
  })),
  finder(
    "(?<words>(?:이번|다음|다다음)\\s*(?:주|달)(?:\\s*(?:말|[월화수목금토일]요일))?|월말|연말|말일|올해(?:\\s*말)?|내일|모레|오늘|[월화수목금토일]요일|(?:\\d{4}년\\s*)?\\d{1,2}월(?:\\s*(?:\\d{1,2}일|말))?|\\d{1,2}일|(?:(?:오늘|내일)\\s*)?(?:오전|오후|저녁|밤|아침)?\\s*\\d{1,2}시)까지(?:만)?",
    ({ words = "" }) => ({ end: { kind: "words", words } }),
  ),
  finder("(?:방학|학기\\s*말|\\S+\\s*끝날\\s*때)까지(?:만)?", () => ({ limit: "end" })),
  finder(
    `(?<![가-힣\\d])(?<count>${COUNTED})\\s*번(?:만)?(?!\\s*(?:더|째)|[가-힣])`,
    ({ count }) => ({
      end: { kind: "count", count: koreanNumber(count) },
    }),
  ),
];

/** Read before the days of a repetition where one was said before, and behind them in one message. */
const LEFT_OUT_DAYS: readonly Finder[] = [
  { ...finder(`${WEEKDAYS}${LEFT_OUT}`, ({ weekdays }) => leftOut(weekdays)), beside: isRepeated },
  {
    ...finder(`(?<weekdays>주말|평일)${LEFT_OUT}`, ({ weekdays }) => leftOut(weekdays)),
    beside: isRepeated,
  },
];

/** What ends a repetition, or what it leaves out: nothing of these is one by itself. */
const KOREAN_LIMITS: readonly Finder[] = [
  ...LEFT_OUT_DAYS,
  { ...finder(`\\S+${LEFT_OUT}(?![가-힣])`, () => ({ limit: "except" })), beside: isRepeated },
  ...KOREAN_ENDS.map((each) => ({ ...each, beside: isRepeated })),
];

function leftOut(names: string | undefined): Partial<Said> | undefined {
  const exceptDays = weekly(names)?.cycle.weekdays;
  return exceptDays === undefined ? undefined : { exceptDays };
}

/** Korean words of time, the longer readings first. */
export const KOREAN_FINDERS: readonly Finder[] = [
  ...LEFT_OUT_DAYS,
  // 30분마다, 2시간에 한 번씩, 1시간 30분마다
  finder(
    `(?<!시\\s*)${KOREAN_LENGTH}\\s*(?:마다|에\\s*한\\s*번씩?|(?:의\\s*)?간격(?:으로)?)`,
    ({ length }) => ({
      every: lengthText(length),
    }),
  ),
  finder("매\\s*시간(?:마다)?|(?<![가-힣\\d])시간마다", () => ({ every: "1h" })),
  // 10분 뒤에, 1시간 30분 후, 한 시간 반 있다가
  finder(`${KOREAN_LENGTH}\\s*${LATER}`, ({ length }) => ({ after: lengthText(length) })),
  // 내일 3시 회의 30분 전에
  {
    ...finder(`${KOREAN_LENGTH}\\s*전(?:에|쯤)?(?![가-힣])`, ({ length }) => ({
      leadMinutes: lengthMinutes(length),
    })),
  },
  finder(
    `(?:(?<count>${NUMBERED})\\s*주일?|(?<word>일주일|한\\s*주|두\\s*주|세\\s*주))\\s*(?:뒤|후)\\s*(?<weekday>[월화수목금토일])요일(?:에는|에)?`,
    ({ count, word, weekday }) => weekdayOf(weekday, weekCount(count, word)),
  ),
  finder(
    `(?:(?<count>${NUMBERED})\\s*일|(?<word>${Object.keys(DAY_COUNTS).join("|")}))\\s*(?:뒤|후)(?:에)?`,
    ({ count, word }) => ({ day: { kind: "offset", days: dayCount(count, word) } }),
  ),
  finder(
    `(?:(?<count>${NUMBERED})\\s*주일?|(?<word>일주일|한\\s*주|두\\s*주|세\\s*주))\\s*(?:뒤|후)(?:에)?(?:\\s*같은\\s*요일)?`,
    ({ count, word }) => ({ day: { kind: "offset", days: 7 * weekCount(count, word) } }),
  ),
  finder(
    `(?<![가-힣])(?<count>${COUNTED}|${NUMBERED})\\s*(?:달|개월)\\s*(?:뒤|후)(?:에)?`,
    ({ count }) => ({ day: { kind: "month", months: koreanNumber(count), day: "same" } }),
  ),
  // 매일, 이틀마다, 평일, 격주 금요일, 매주 월·수, 매월 1일, 매년 3월 1일
  finder(
    `(?:(?<count>${NUMBERED})\\s*일|${SOME_DAYS})(?:마다|\\s*에\\s*한\\s*번씩?)|격일(?:로|마다)?|하루\\s*걸러(?:서)?(?:\\s*한\\s*번씩?)?`,
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
  ...KOREAN_LIMITS,
  // 내일, 다음 주 월요일, 12월 25일, 25일, 금요일
  finder(
    "(?<week>다음\\s*주\\s*)?(?:지금\\s*)?(?:(?:이|같은)\\s*(?:시간|시각)|이맘때|이\\s*때)(?:쯤)?(?:에)?(?![가-힣])",
    ({ week }) => ({
      isSameHour: true,
      ...(week === undefined ? {} : ({ day: { kind: "offset", days: 7 } } as const)),
    }),
  ),
  finder("(?<word>내일모레|오늘|내일|모레|글피)(?:에는|에)?(?!의)", ({ word }) => ({
    day: { kind: "offset", days: NEAR_DAYS[word ?? ""] ?? 0 },
  })),
  finder(
    "(?<which>이번|다음|다다음)\\s*주\\s*(?<weekday>[월화수목금토일])요일(?:에는|에)?",
    ({ which, weekday }) => weekdayOf(weekday, WEEKS_AHEAD[which ?? ""]),
  ),
  finder(
    `(?:(?:(?<year>\\d{4})\\s*년|(?<ahead>올해|내년|후년))\\s*)?(?<month>${NUMBERED})\\s*월\\s*(?<day>${NUMBERED})\\s*일(?:에는|에)?(?![가-힣])`,
    ({ year, ahead, month, day }) => ({
      day: {
        kind: "date",
        month: koreanNumber(month),
        day: koreanNumber(day),
        ...(year === undefined ? {} : { year: Number(year) }),
        ...(ahead === undefined ? {} : { yearsAhead: YEARS_AHEAD[ahead] ?? 0 }),
      },
    }),
  ),
  finder("(?<![가-힣])(?:말일|월말|이번\\s*달\\s*말)(?:에는|에)?(?![가-힣])", () => ({
    day: { kind: "month", months: 0, day: "last" },
  })),
  finder(
    "(?:돌아오는|오는|다가오는)\\s*(?<weekday>[월화수목금토일])요일(?:에는|에)?",
    ({ weekday }) => weekdayOf(weekday),
  ),
  finder(
    `(?<weekdays>[월화수목금토일]요일(?:[\\s,·/]*(?:와|과|랑|하고)?\\s*[월화수목금토일]요일)+)${END}`,
    ({ weekdays }) => weekly(weekdays),
  ),
  finder("(?<![가-힣])(?<weekday>[월화수목금토일])요일(?:에는|에)?(?![가-힣])", ({ weekday }) =>
    weekdayOf(weekday),
  ),
  finder(
    "(?<![\\d년월])(?<day>\\d{1,2})일(?:에는|에)?(?=\\s|$)(?!\\s*(?:동안|내내|이내|안에|전|뒤|후))",
    ({ day }) => ({
      day: { kind: "date", day: Number(day) },
    }),
  ),
  // 오후 3시 30분에, 여덟 시 반, 15:30에, 정오에, 자정
  finder(
    `(?:${PART}(?:에)?\\s*)?${HOUR}\\s*시(?=$|[^가-힣]|${NUMBERED}\\s*분|에|쯤|경|정각|반|마다|로|와|과|하고|이?랑|${IS})${MINUTE}(?:\\s*정각)?(?:\\s*쯤|경|\\s+경(?=\\s|에|부터|까지|$))?(?:${IS})?(?<pointed>에는|에|마다|로|(?:가)?\\s*되면)?`,
    ({ part, hour, minute, half, half2, pointed }) =>
      clock(hour, (half ?? half2) === undefined ? minute : "30", { part, pointed }),
  ),
  finder(
    `(?:${PART}(?:에)?\\s*)?(?<hour>\\d{1,2}):(?<minute>\\d{2})(?<pointed>에는|에)`,
    ({ part, hour, minute, pointed }) =>
      clock(hour, minute, { part, pointed, isWritten: /^0|^1[3-9]|^2/.test(hour ?? "") }),
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
  finder("정오(?<pointed>에|(?:가)?\\s*되면)?", ({ pointed }) => ({
    clocks: [{ hour: 12, minute: 0, isExact: true, isPointed: pointed !== undefined }],
  })),
  finder(
    `자정(?:\\s*(?:을\\s*)?(?:넘어서?|지나서?)\\s*(?<minute>${NUMBERED})\\s*분)?(?<pointed>에)?`,
    ({ minute = "0", pointed }) => ({
      clocks: [
        {
          hour: 0,
          minute: koreanNumber(minute),
          isExact: true,
          isPointed: pointed !== undefined,
          isMidnight: true,
        },
      ],
    }),
  ),
  finder(
    "(?<what>올해|이번\\s*달|오늘)(?:이|가)?\\s*끝나기(?=\\s*\\uE000|\\s*직?전)",
    ({ what = "" }) => ({
      day: what.startsWith("오")
        ? { kind: "offset", days: 0 }
        : what.startsWith("이")
          ? { kind: "month", months: 0, day: "last" }
          : { kind: "date", month: 12, day: 31 },
      clocks: [{ hour: 24, minute: 0, isExact: true, isPointed: true }],
    }),
  ),
  finder(`(?<![가-힣])${PART}(?:마다|에는|에)?(?=\\s|$)`, ({ part }) => {
    const found = PARTS[part ?? ""];
    return found === undefined ? undefined : { part: found };
  }),
  // 열흘 동안 저녁 8시에
  finder(`${FOR_SO_LONG}(?=\\s*\\uE000)`, (groups) => ({
    cycle: { repeat: "daily" },
    end: soLong(groups),
  })),
  {
    ...finder("(?<=\\uE000\\s*)부터", () => ({})),
    beside: ({ every, end }) => every !== undefined && end !== undefined,
  },
];

/** A finder of Korean words. */
export function finder(source: string, read: Finder["read"]): Finder {
  return { pattern: once(() => new RegExp(source, "u")), read };
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
  const hour = koreanNumber(hourText);
  const minute = minuteText === undefined ? 0 : koreanNumber(minuteText);
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

function dayCount(count: string | undefined, word: string | undefined): number {
  return count === undefined ? (DAY_COUNTS[word ?? ""] ?? 1) : koreanNumber(count);
}

function weekCount(count: string | undefined, word: string | undefined): number {
  if (count !== undefined) return koreanNumber(count);
  return /^(?:일|한)/u.test(word ?? "") ? 1 : word?.startsWith("두") === true ? 2 : 3;
}
