import {
  dateOfDayNumber,
  dayNumber,
  instantOf,
  isoDate,
  isoInZone,
  type LocalTime,
  localTimeOf,
  padded,
} from "../../base/format-time.ts";
import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { FormulaFault, show } from "./value-relations.ts";

/** When a run began, and in which zone its person reads the clock. */
export interface Moment {
  readonly nowMs: number;
  /** IANA name. */
  readonly zone: string;
}

/** A date as a text says it, by the clock of the person's zone. */
interface DateValue {
  readonly local: LocalTime;
  /** True where the text names a day and no time. */
  readonly isDay: boolean;
}

/** Functions of dates: ISO texts in, ISO texts out, by the clock of the person's zone. */
export const dateFunctions = {
  now: (_values: readonly Json[], moment: Moment | undefined): Json => {
    const { nowMs, zone } = known(moment);
    return isoInZone(nowMs, zone);
  },
  today: (_values: readonly Json[], moment: Moment | undefined): Json => {
    const { nowMs, zone } = known(moment);
    return isoDate(localTimeOf(nowMs, zone));
  },
  date: ([value = null]: readonly Json[], moment: Moment | undefined): Json =>
    isoDate(dateIn(value, moment).local),
  add: ([value = null, amount = null]: readonly Json[], moment: Moment | undefined): Json =>
    written(moved(dateIn(value, moment), amountIn(amount)), moment),
  days_between: ([from = null, to = null]: readonly Json[], moment: Moment | undefined): Json =>
    dayNumber(dateIn(to, moment).local) - dayNumber(dateIn(from, moment).local),
  weekday: ([value = null]: readonly Json[], moment: Moment | undefined): Json =>
    WEEKDAYS[weekdayOf(dateIn(value, moment).local)] ?? "",
  format: ([value = null, pattern]: readonly Json[], moment: Moment | undefined): Json =>
    typeof value === "number"
      ? numberFormat(value, pattern)
      : dateFormat(dateIn(value, moment).local, pattern),
};

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const KOREAN_WEEKDAYS = ["일", "월", "화", "수", "목", "금", "토"];

function weekdayOf(local: LocalTime): number {
  return (((dayNumber(local) + 4) % 7) + 7) % 7; // 1970-01-01 was a Thursday
}

function known(moment: Moment | undefined): Moment {
  if (moment !== undefined) return moment;
  throw new FormulaFault("undefined-variable", {
    en: "The time is not known here.",
    ko: "여기서는 지금 시각을 알 수 없어요.",
  });
}

const DATE =
  /^(\d{4})(?:-|\.\s?|\/|년 ?)(\d{1,2})(?:-|\.\s?|\/|월 ?)(\d{1,2})(?:일|\.)?(?:(?:T|\s)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/u;
/** Fri, 20 Nov 2026 06:30:00 GMT (RFC 5322, 3.3). */
const MAIL_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{5,8} (?:GMT|UTC|[+-]\d{4})$/;

function dateIn(value: Json, moment: Moment | undefined): DateValue {
  const text = typeof value === "string" && value.length <= 60 ? value.trim() : "";
  if (MAIL_DATE.test(text)) return atInstant(Date.parse(text), moment);
  const [, year, month, day, hour = "0", minute = "0", second = "0", zone] = DATE.exec(text) ?? [];
  const [atYear, atMonth, atDay] = [Number(year), Number(month), Number(day)];
  const [atHour, atMinute, atSecond] = [Number(hour), Number(minute), Number(second)];
  const date = { year: atYear, month: atMonth, day: atDay };
  const local = { ...date, hour: atHour, minute: atMinute, second: atSecond };
  const isDate = year !== undefined && isoDate(dateOfDayNumber(dayNumber(date))) === isoDate(date);
  if (!isDate || atYear < 1 || atHour > 23 || atMinute > 59 || atSecond > 59) return noDate(value);
  if (zone === undefined) return { local, isDay: !/\d:\d/.test(text) };
  const iso = `${isoDate(date)}T${[atHour, atMinute, atSecond].map(padded).join(":")}`;
  return atInstant(Date.parse(`${iso}${zone.replace(/(\d{2})(\d{2})$/, "$1:$2")}`), moment);
}

function atInstant(atMs: number, moment: Moment | undefined): DateValue {
  if (!Number.isFinite(atMs)) return noDate(null);
  return { local: localTimeOf(atMs, known(moment).zone), isDay: false };
}

function noDate(value: Json): never {
  const shown = show(value);
  throw new FormulaFault("type-mismatch", {
    en: `${shown} is not a date. Dates look like "2026-11-23" or "2026-11-23T09:30".`,
    ko: korean`${shown}은(는) 날짜가 아니에요. 날짜는 "2026-11-23"이나 "2026-11-23T09:30"처럼 써요.`,
  });
}

/** Units in words: days and months by the calendar, the others by the clock. */
const UNITS = [
  { unit: "month", size: 12, words: /^(?:years?|년)$/ },
  { unit: "month", size: 1, words: /^(?:months?|개월|달)$/ },
  { unit: "day", size: 7, words: /^(?:weeks?|주|주일)$/ },
  { unit: "day", size: 1, words: /^(?:days?|일)$/ },
  { unit: "second", size: 3600, words: /^(?:hours?|h|시간)$/ },
  { unit: "second", size: 60, words: /^(?:minutes?|min|분)$/ },
  { unit: "second", size: 1, words: /^(?:seconds?|s|초)$/ },
] as const;

interface Amount {
  readonly unit: "month" | "day" | "second";
  readonly count: number;
}

/** "3 days", "-2 weeks", "1개월"; a number counts days. */
function amountIn(value: Json): Amount {
  if (typeof value === "number" && Number.isSafeInteger(value))
    return { unit: "day", count: value };
  const match = /^([+-]?\d{1,9})\s*(\p{L}+)$/u.exec(typeof value === "string" ? value.trim() : "");
  const found = UNITS.find(({ words }) => words.test((match?.[2] ?? "").toLowerCase()));
  if (found !== undefined) return { unit: found.unit, count: Number(match?.[1]) * found.size };
  const shown = show(value);
  throw new FormulaFault("type-mismatch", {
    en: `${shown} is not a span of time. Spans look like "3 days", "-2 weeks", "1 month" or "90 minutes".`,
    ko: korean`${shown}은(는) 기간이 아니에요. 기간은 "3일", "-2주", "1개월", "90분"처럼 써요.`,
  });
}

/** A day that its month does not have becomes the last one; hours added to a day make a time of it. */
function moved({ local, isDay }: DateValue, { unit, count }: Amount): DateValue {
  if (unit === "day") return { local: onDay(dayNumber(local) + count, local), isDay };
  if (unit === "month") {
    const months = local.year * 12 + local.month - 1 + count;
    const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return {
      local: onDay(dayNumber({ year, month, day: Math.min(local.day, last) }), local),
      isDay,
    };
  }
  const seconds = local.hour * 3600 + local.minute * 60 + local.second + count;
  const day = dayNumber(local) + Math.floor(seconds / 86_400);
  const rest = ((seconds % 86_400) + 86_400) % 86_400;
  const time = { hour: Math.floor(rest / 3600), minute: Math.floor((rest % 3600) / 60) };
  return { local: onDay(day, { ...local, ...time, second: rest % 60 }), isDay: false };
}

function onDay(day: number, { hour, minute, second }: LocalTime): LocalTime {
  const date = dateOfDayNumber(day);
  if (date.year >= 1 && date.year <= 9999) return { ...date, hour, minute, second };
  throw new FormulaFault("type-mismatch", {
    en: "The date lies outside of the years 1 to 9999.",
    ko: "날짜가 1년부터 9999년 사이를 벗어나요.",
  });
}

function written({ local, isDay }: DateValue, moment: Moment | undefined): string {
  if (isDay) return isoDate(local);
  const { zone } = known(moment);
  return isoInZone(instantOf(local, zone), zone);
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Signs of other languages, and ours for them. */
const STRFTIME: Readonly<Record<string, string>> = {
  "%Y": "YYYY",
  "%y": "YY",
  "%m": "MM",
  "%d": "DD",
  "%H": "HH",
  "%I": "hh",
  "%M": "mm",
  "%S": "ss",
  "%p": "A",
  "%A": "dddd",
  "%a": "ddd",
  "%B": "MMMM",
  "%b": "MMM",
};

/** `YYYY` `MM` `M` `DD` `D` `HH` `H` `mm` `ss`, `hh` `h` and `A` for 12 hours, `MMM` for Dec and `MMMM` for December, `ddd` for Mon and `dddd` for Monday, `요일` for 월요일, and what strftime has for them; all else stays. Default: `YYYY-MM-DD`. */
function dateFormat(local: LocalTime, pattern: Json | undefined): string {
  const weekday = weekdayOf(local);
  const pieces: Readonly<Record<string, string>> = {
    YYYY: String(local.year).padStart(4, "0"),
    YY: padded(local.year % 100),
    MMMM: MONTHS[local.month - 1] ?? "",
    MMM: (MONTHS[local.month - 1] ?? "").slice(0, 3),
    MM: padded(local.month),
    M: String(local.month),
    DD: padded(local.day),
    D: String(local.day),
    HH: padded(local.hour),
    H: String(local.hour),
    hh: padded(local.hour % 12 || 12),
    h: String(local.hour % 12 || 12),
    A: local.hour < 12 ? "AM" : "PM",
    mm: padded(local.minute),
    ss: padded(local.second),
    dddd: WEEKDAYS[weekday] ?? "",
    ddd: (WEEKDAYS[weekday] ?? "").slice(0, 3),
    요일: `${KOREAN_WEEKDAYS[weekday] ?? ""}요일`,
  };
  const wanted = typeof pattern === "string" ? pattern.slice(0, 200) : "YYYY-MM-DD";
  const iso = wanted
    .replace(/%[a-zA-Z]/g, (sign) => STRFTIME[sign] ?? sign)
    .replace(/yyyy/g, "YYYY")
    .replace(/(?<!d)dd(?!d)/g, "DD");
  return iso.replace(
    /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h(?=:mm)|mm|ss|dddd|ddd|(?<=mm\s?)A|요일/g,
    (piece) => pieces[piece] ?? piece,
  );
}

/** Commas between thousands; `pattern` is the number of digits behind the point, or shows them (`0.00`). Default: as many as there are. */
function numberFormat(value: number, pattern: Json | undefined): string {
  const shown = typeof pattern === "string" ? (pattern.split(".")[1]?.length ?? 0) : pattern;
  const digits = typeof shown === "number" && Number.isInteger(shown) ? shown : undefined;
  const size = digits === undefined ? undefined : Math.max(0, Math.min(15, digits));
  return new Intl.NumberFormat("en", {
    ...(size === undefined ? { maximumFractionDigits: 15 } : {}),
    ...(size === undefined ? {} : { minimumFractionDigits: size, maximumFractionDigits: size }),
  }).format(value);
}
