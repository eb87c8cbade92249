import type { JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";

/** Dates are `YYYY-MM-DD`; `from` is today where it is absent. */
export interface DateQuestion {
  readonly from?: string;
  readonly to?: string;
  readonly days?: number;
  readonly months?: number;
}

/** The answer as data and in words, or why there is none. */
export type DateAnswer =
  | { readonly ok: true; readonly data: JsonObject; readonly words: Localized }
  | { readonly ok: false; readonly words: Localized };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The days from one date to another, or the date so many months and then days after one. Pure. */
export function dateAnswer(
  question: DateQuestion,
  now: { readonly nowMs: number; readonly zone: string },
): DateAnswer {
  const { to, days = 0, months = 0 } = question;
  const from = question.from ?? todayIn(now.zone, now.nowMs);
  const wrong = [from, ...(to === undefined ? [] : [to])].find((date) => dayOf(date) === undefined);
  if (wrong !== undefined) return { ok: false, words: noSuchDate(wrong) };
  if (to !== undefined && (days !== 0 || months !== 0)) return { ok: false, words: EITHER_OR };
  return to === undefined ? shifted(from, { days, months }) : between(from, to);
}

function between(from: string, to: string): DateAnswer {
  const days = ((dayOf(to) ?? 0) - (dayOf(from) ?? 0)) / DAY_MS;
  const weekday = weekdayOf(to, "en");
  const count = Math.abs(days);
  return {
    ok: true,
    data: { from, to, days, weekday },
    words: {
      ko: `${from}부터 ${to}(${weekdayOf(to, "ko")})까지 ${days}일`,
      en: `From ${from} to ${to} (${weekday}): ${days < 0 ? "−" : ""}${count} day${count === 1 ? "" : "s"}`,
    },
  };
}

function shifted(
  from: string,
  { days, months }: { readonly days: number; readonly months: number },
): DateAnswer {
  const date = dateOf(addMonths(from, months) + days * DAY_MS);
  if (date === undefined)
    return {
      ok: false,
      words: {
        en: "That date lies beyond the years 0001 to 9999.",
        ko: "그 날짜는 1년에서 9999년까지를 벗어납니다.",
      },
    };
  return {
    ok: true,
    data: { from, date, weekday: weekdayOf(date, "en") },
    words: {
      ko: `${date} (${weekdayOf(date, "ko")})`,
      en: `${date} (${weekdayOf(date, "en")})`,
    },
  };
}

/** The same day of another month, or its last one where it is shorter. */
function addMonths(date: string, months: number): number {
  const start = new Date(dayOf(date) ?? 0);
  const day = start.getUTCDate();
  const first = new Date(start);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return first.setUTCDate(Math.min(day, next.getUTCDate()));
}

/** Midnight of a date in Unix ms; `undefined` for one that the calendar does not have. */
function dayOf(date: string): number | undefined {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(atMs) && dateOf(atMs) === date ? atMs : undefined;
}

function dateOf(atMs: number): string | undefined {
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return /^\d{4}-/.test(text) && !text.startsWith("0000") ? text.slice(0, 10) : undefined;
}

function todayIn(zone: string, nowMs: number): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(nowMs);
  const part = (type: string): string => parts.find((entry) => entry.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

function weekdayOf(date: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return format.format(dayOf(date));
}

function noSuchDate(date: string): Localized {
  return {
    en: `There is no date "${date}". Dates are written like 2027-01-31.`,
    ko: korean`"${date}"(이)라는 날짜는 없습니다. 날짜는 2027-01-31처럼 씁니다.`,
  };
}

const EITHER_OR: Localized = {
  en: 'Give either "to", for the days between, or "days" and "months", for another date.',
  ko: '사이의 날수는 "to"로, 다른 날짜는 "days"와 "months"로 묻습니다. 둘을 함께 쓸 수 없습니다.',
};
