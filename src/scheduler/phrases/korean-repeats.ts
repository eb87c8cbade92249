import { parseWeekdays } from "../timing/clock-text.ts";
import { parseLunarDay } from "../timing/lunar.ts";
import {
  clock,
  END,
  finder,
  NEAR_DAYS,
  PART,
  PARTS,
  WEEKDAYS,
  WEEKS_AHEAD,
  weekly,
} from "./korean.ts";
import { COUNTED, koreanNumber, NUMBERED } from "./lengths.ts";
import { daysBetween, otherDays } from "./repeats.ts";
import type { Finder, Limit, Nth, Said } from "./said.ts";

const NTH: Readonly<Record<string, Nth>> = {
  첫째: 1,
  "첫 번째": 1,
  첫번째: 1,
  첫: 1,
  둘째: 2,
  "두 번째": 2,
  두번째: 2,
  셋째: 3,
  "세 번째": 3,
  세번째: 3,
  넷째: 4,
  "네 번째": 4,
  네번째: 4,
  다섯째: 5,
  마지막: "last",
};

const ONE_NTH = Object.keys(NTH).join("|");
const ORDINAL = `(?<nth>${ONE_NTH})\\s*(?:주\\s*)?(?<weekday>[월화수목금토일])요일`;
/** Several of a weekday in a month: "첫째 셋째 토요일". */
const ORDINALS = `(?<nths>(?:${ONE_NTH})(?:(?:\\s*(?:주\\s*)?(?:,|·|와|과|하고|이랑)?\\s*)(?:${ONE_NTH}))+)\\s*(?:주\\s*)?(?<weekday>[월화수목금토일])요일`;
const HOUR = COUNTED;
const EVERY_MONTH = "(?:매월|매달|달마다|한\\s*달에\\s*한\\s*번)";
const EVERY_DAY = "(?:\\s*(?:매일|날마다))?";
const LEFT_OUT = "(?:은|는|을|를|에는)?\\s*(?:빼고|제외하고|제외한|제외|말고)";

/** A request to be told something later on. */
const REMINDING = "(?=.*(?:[라다]고\\s*(?:좀\\s*)?(?:알려|말해|얘기|해)|깨워|상기|리마인드))";

/** Korean words of repetitions that are more than a day or a week, and of what no schedule can do; to be looked for before all others. */
export const KOREAN_REPEATS: readonly Finder[] = [
  limit(
    "holidays",
    "(?:공휴일|휴일|빨간\\s*날)(?:은|는|에는|을)?\\s*(?:빼고|제외하고|제외한|제외|말고|쉬고)",
  ),
  limit(
    "sun",
    "해\\s*(?:뜰|질)\\s*(?:때|무렵)(?:에|마다)?|(?:일출|일몰)(?:마다|\\s*(?:때|시각에|시간에|직전에))",
  ),
  // 매년 음력 5월 3일, 음력 윤6월 15일, 설날 아침 8시
  finder(
    `(?<every>매년|해마다)?\\s*음력\\s*(?:으로\\s*)?(?<leap>윤달?\\s*)?(?<month>${NUMBERED})\\s*월\\s*(?<day>${NUMBERED})\\s*일(?<each>마다)?(?:에는|에)?(?:\\s*,?\\s*(?<after>매년|해마다))?`,
    ({ month, day, leap, every, each, after }) => {
      const text = `${leap === undefined ? "" : "leap "}${koreanNumber(month)}-${koreanNumber(day)}`;
      if (parseLunarDay(text) === undefined) return undefined;
      return { lunar: { day: text, isYearly: (every ?? each ?? after) !== undefined } };
    },
  ),
  limit("lunar", "음력"),
  limit(
    "no-hour",
    "(?<![\\d:])(?:2[5-9]|[3-9]\\d)\\s*시(?=에|\\s*\\d{1,2}\\s*분)|\\d\\s*시\\s*(?:[6-9]\\d)\\s*분(?=에|\\s|$)",
  ),
  limit(
    "months",
    "(?:두|세|네|여섯|\\d{1,2})\\s*(?:달|개월|년)\\s*(?:마다|에\\s*한\\s*번)|격월(?:로)?|(?:매\\s*)?분기\\s*(?:마다|에\\s*한\\s*번)|매\\s*분기|반년마다",
  ),
  finder(
    "(?:(?:매월|매달|달마다)\\s*)?(?<which>마지막|첫)\\s*(?:영업일|근무일|평일)(?:에|마다)?",
    ({ which }) => ({
      cycle: { repeat: "monthly", workday: which === "첫" ? 1 : "last" },
    }),
  ),
  finder(
    "(?:매\\s*)?분기(?:의|마다)?\\s*(?:(?<last>마지막\\s*날|말일|말)|첫\\s*날)(?:마다|에)?",
    ({ last }) => ({
      cycle: {
        repeat: "monthly",
        months: last === undefined ? [1, 4, 7, 10] : [3, 6, 9, 12],
        day: last === undefined ? 1 : "last",
      },
    }),
  ),
  limit(
    "gone",
    `(?:어제|그저께|그제|엊그제)(?=\\s*(?:${PART}\\s*)?(?:${HOUR})\\s*시(?:\\s*\\d{1,2}\\s*분|\\s*반)?에\\s*(?:알려|말해|깨워|상기|.*라고\\s))`,
  ),
  limit("random", "아무\\s*때나|무작위로|랜덤(?:하게|으로)"),
  limit(
    "vague",
    "(?:나중에|이따가?|(?:조금|잠시|좀)\\s*(?:있다가|이따가?|뒤에|후에))(?=.*(?:알려|말해|깨워|상기))",
  ),
  limit(
    "vague",
    `(?:(?<![가-힣])(?:밥|아침|점심|저녁|식사)\\s*(?:먹고(?:\\s*나서)?|먹은\\s*(?:뒤|후)에?|(?:식사\\s*)?후에?|하고\\s*나서)|식후에?|(?<![가-힣])(?:자기|잠들기|출근하기|퇴근하기|나가기|외출하기)\\s*전에)${REMINDING}`,
  ),
  limit(
    "vague",
    `(?<![가-힣])(?:두어|두세|서너|몇)\\s*(?:분|시간)\\s*(?:뒤|후|있다가|이따)에?${REMINDING}|(?<![가-힣])(?:두어|두세|서너|몇)\\s*(?:분|시간)\\s*(?:뒤|후)에?(?=\\s*(?:다시\\s*)?(?:알려|깨워|말해))`,
  ),
  // 평일 9시부터 18시까지 30분마다
  finder(
    `(?:${PART}\\s*)?(?<hour>${HOUR})\\s*시(?:\\s*(?<minute>\\d{1,2})\\s*분|\\s*(?<half>반))?\\s*(?:부터|에서|~|-)\\s*(?:(?<part2>${Object.keys(PARTS).join("|")})\\s*)?(?<hour2>${HOUR})\\s*시(?:\\s*(?<minute2>\\d{1,2})\\s*분|\\s*(?<half2>반))?(?:\\s*(?:까지|사이에?))?`,
    windowOf,
  ),
  limit(
    "vague",
    "(?:출근|퇴근|점심|저녁|등교|하교|취침)\\s*무렵(?:에)?|(?:점심|저녁)\\s*때(?:에|쯤)?(?![가-힣])|(?:출근|퇴근|점심|저녁|등교|하교|취침)\\s*(?:시간|때|길)(?:에|마다)(?=.*(?:알려|말해|깨워|상기|보내))|반나절\\s*(?:뒤|후)(?:에)?",
  ),
  // 매시 정각, 매시간 30분에
  finder(
    "(?:매\\s*시(?:간)?(?:마다)?|한\\s*시간마다|1시간마다)\\s*(?:정각|(?<minute>\\d{1,2})\\s*분)(?:에|마다)?|(?<![가-힣])정각마다",
    ({ minute = "0" }) =>
      Number(minute) > 59 ? undefined : { every: "1h", minuteOfHour: Number(minute) },
  ),
  finder("(?<word>정오|자정)마다", ({ word }) => ({
    cycle: { repeat: "daily" },
    clocks: [{ hour: word === "정오" ? 12 : 0, minute: 0, isExact: true, isPointed: true }],
  })),
  finder("아침\\s*저녁으로", () => ({ cycle: { repeat: "daily" }, timesADay: 2 })),
  finder("하루(?:에)?\\s*(?<count>한|두|세|네|다섯|\\d)\\s*번(?:씩)?", ({ count }) => {
    const times = koreanNumber(count);
    return { cycle: { repeat: "daily" }, ...(times > 1 ? { timesADay: times } : {}) };
  }),
  finder(
    `(?<!\\d\\s?)(?:일주일|한\\s*주|주)에\\s*(?:한|두|세|네|\\d)\\s*번(?:씩)?(?:\\s*,?\\s*${WEEKDAYS}${END})?`,
    ({ weekdays }) => weekly(weekdays),
  ),
  // 주말 빼고 매일, 매일 (일요일 제외)
  finder(`(?:매일\\s*\\(?\\s*)?(?<group>평일|주말)${LEFT_OUT}\\)?${EVERY_DAY}`, ({ group }) =>
    weekly(group === "주말" ? "평일" : "주말"),
  ),
  finder(`매일\\s*\\(?\\s*${WEEKDAYS}${LEFT_OUT}\\)?`, ({ weekdays }) => without(weekdays)),
  finder(`(?<![가-힣])${WEEKDAYS}${LEFT_OUT}\\s*(?:매일|날마다)`, ({ weekdays }) =>
    without(weekdays),
  ),
  finder("(?<count>\\d{1,3})\\s*초\\s*(?:마다|에\\s*한\\s*번씩?|간격으로)", ({ count }) => ({
    every: `${count}s`,
  })),
  // 월수금 7시에
  finder(
    `(?:매주\\s*)?(?<![가-힣])(?<weekdays>[월화수목금토일]{2,7})(?:\\s*요일)?(?:마다|에)?(?=\\s+(?:${Object.keys(PARTS).join("|")})?\\s*\\d{1,2}(?:\\s*시|:\\d))`,
    ({ weekdays = "" }) => (isInOrder(weekdays) ? weekly(weekdays) : undefined),
  ),
  // 월요일부터 금요일까지, 월~금
  finder(
    `(?:매주\\s*)?(?<![가-힣])(?<first>[월화수목금토일])(?:요일)?\\s*(?:부터|~|-|–|에서)\\s*(?<last>[월화수목금토일])(?:요일)?(?:까지)?(?:\\s*(?:매일|매주))?${END}`,
    ({ first, last }) =>
      weekly(
        daysBetween(first, last)
          .map((day) => LETTERS[day])
          .join(""),
      ),
  ),
  finder(`(?:${EVERY_MONTH}\\s*)?${ORDINALS}(?:마다|에는|에)?`, ({ nths = "", weekday }) => {
    const day = dayOf(weekday);
    if (day === undefined) return undefined;
    const all = [...nths.matchAll(new RegExp(ONE_NTH, "gu"))].map(([name]) => NTH[name] ?? 1);
    return { cycle: { repeat: "monthly", weekdays: [day], nths: all } };
  }),
  // 매월 첫째 월요일, 마지막 금요일마다; 다음 달 둘째 목요일
  finder(
    `(?<which>이번|다음|다다음)\\s*달\\s*${ORDINAL}(?:에는|에)?`,
    ({ which, nth, weekday }) => {
      const day = dayOf(weekday);
      if (day === undefined) return undefined;
      const months = WEEKS_AHEAD[which ?? ""] ?? 0;
      return { day: { kind: "nth", months, nth: NTH[nth ?? ""] ?? 1, weekday: day } };
    },
  ),
  finder(`(?:${EVERY_MONTH}\\s*)?${ORDINAL}(?:마다|에는|에)?(?:\\s*매월|\\s*매달)?`, nthOf),
  // 다음 달 3일, 이번 달 말일
  finder(
    "(?<which>이번|다음|다다음)\\s*달\\s*(?:(?<day>\\d{1,2})\\s*일|(?<last>말일|마지막\\s*날|말))(?:에는|에)?(?!부터)",
    ({ which, day, last }) => ({
      day: {
        kind: "month",
        months: WEEKS_AHEAD[which ?? ""] ?? 0,
        day: last === undefined ? Number(day) : "last",
      },
    }),
  ),
  // 매월 1일과 15일
  finder(
    `${EVERY_MONTH}\\s*(?<days>(?:\\d{1,2}\\s*일|말일)(?:\\s*(?:,|·|와|과|하고|이랑)?\\s*(?:\\d{1,2}\\s*일|말일))+)(?:마다|에는|에)?`,
    ({ days = "" }) => ({
      cycle: {
        repeat: "monthly",
        days: [...days.matchAll(/(\d{1,2})|말일/gu)].map(([text, number]) =>
          number === undefined || text === "말일" ? "last" : Number(number),
        ),
      },
    }),
  ),
  finder("한\\s*달에\\s*(?:한|두|세)\\s*번(?:씩)?", () => ({ cycle: { repeat: "monthly" } })),
  // 내일부터, 다음 주부터, 12월 1일부터, 월요일부터
  finder("(?<word>오늘|내일|모레|글피)부터(?:\\s*시작(?:해서|해|으로))?", ({ word }) => ({
    start: { kind: "offset", days: NEAR_DAYS[word ?? ""] ?? 0 },
  })),
  finder(
    "(?<which>다음|다다음)\\s*주(?:\\s*(?<weekday>[월화수목금토일])요일)?부터",
    ({ which, weekday }) => ({
      start: {
        kind: "weekday",
        weekday: dayOf(weekday) ?? 0,
        weeks: WEEKS_AHEAD[which ?? ""] ?? 1,
      },
    }),
  ),
  finder("(?<which>다음|다다음)\\s*달(?:\\s*(?<day>\\d{1,2})일)?부터", ({ which, day }) => ({
    start: { kind: "month", months: WEEKS_AHEAD[which ?? ""] ?? 1, day: Number(day ?? 1) },
  })),
  finder("(?<month>\\d{1,2})\\s*월(?:\\s*(?<day>\\d{1,2})\\s*일)?부터", ({ month, day }) => ({
    start: { kind: "date", month: Number(month), day: Number(day ?? 1) },
  })),
];

/** Weekdays by their number, Monday first. */
const LETTERS = ["월", "화", "수", "목", "금", "토", "일"] as const;

/** Letters that follow each other as the days of a week do are weekdays; others are words. */
function isInOrder(letters: string): boolean {
  const days = [...letters].map((letter) => dayOf(letter) ?? -1);
  return days.every((day, index) => index === 0 || day > (days[index - 1] ?? 7));
}

function limit(kind: Limit, source: string): Finder {
  return finder(source, () => ({ limit: kind }));
}

function windowOf(groups: Readonly<Record<string, string | undefined>>): Partial<Said> | undefined {
  const { hour, minute, half, part, hour2, minute2, half2, part2 } = groups;
  const [from] =
    clock(hour, half === undefined ? minute : "30", { part, pointed: "" })?.clocks ?? [];
  const [to] =
    clock(hour2, half2 === undefined ? minute2 : "30", { part: part2, pointed: "" })?.clocks ?? [];
  return from === undefined || to === undefined ? undefined : { window: { from, to } };
}

function nthOf({
  nth,
  weekday,
}: Readonly<Record<string, string | undefined>>): Partial<Said> | undefined {
  const day = dayOf(weekday);
  if (day === undefined) return undefined;
  return { cycle: { repeat: "monthly", weekdays: [day], nths: [NTH[nth ?? ""] ?? 1] } };
}

function without(names = ""): Partial<Said> | undefined {
  const left = otherDays(weekly(names)?.cycle.weekdays ?? []);
  return left.length === 0 ? undefined : { cycle: { repeat: "weekly", weekdays: left } };
}

function dayOf(name: string | undefined): number | undefined {
  return parseWeekdays([name ?? ""])?.[0];
}
