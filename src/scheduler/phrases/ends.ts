import {
  dateOfDayNumber,
  dayNumber,
  isoDate,
  isoMinute,
  localTimeOf,
} from "../../base/format-time.ts";
import { dueBetween, nextDue } from "../timing/cron.ts";
import { parseTiming } from "../timing/timing.ts";
import type { TimingContext, TimingInput } from "../timing/timing-reading.ts";
import { dayOfMonth, daysNamed, monthAfter } from "./days.ts";
import { monthNumber } from "./english.ts";
import type { SaidDay, SaidEnd } from "./said.ts";

const MINUTE_MS = 60_000;

/** What the words of an end are read in. */
interface EndContext extends TimingContext {
  readonly today: number;
  /** The day that words name. */
  readonly dayOf: (words: string) => SaidDay | undefined;
  /** The next moment that words with an hour name, as `at`. */
  readonly momentOf: (words: string) => TimingInput | undefined;
}

/** What ends a repetition, ready for `parseTiming` beside it: `until`, and of one that keeps to a month also the first `date`. `undefined` where the end cannot be read. Pure. */
export function endOf(
  end: SaidEnd,
  timing: TimingInput,
  context: EndContext,
): TimingInput | undefined {
  const { nowMs, zone, today } = context;
  switch (end.kind) {
    case "count":
      return lastOf(timing, end.count, context);
    case "minutes":
      return {
        until: isoMinute((firstOf(timing, context) ?? nowMs) + end.minutes * MINUTE_MS, zone),
      };
    case "days": {
      const first = firstOf(timing, context);
      const day = first === undefined ? today : dayNumber(localTimeOf(first, zone));
      return untilDay(day + end.days - 1);
    }
    case "month":
      return inMonth(end.month, timing, today);
    case "words":
      return atWords(end.words, context);
  }
}

function untilDay(day: number): TimingInput {
  return { until: isoDate(dateOfDayNumber(day)) };
}

/** The first time of a repetition; of one that counts from now there is none yet. */
function firstOf(timing: TimingInput, context: TimingContext): number | undefined {
  if (timing["every"] !== undefined && timing["time"] === undefined) return undefined;
  const parsed = parseTiming(timing, context);
  return parsed.ok ? nextDue(parsed.timing, context.zone, context.nowMs) : undefined;
}

/** So many times: what counts from now gets its first time too, however late it is approved. */
function lastOf(
  timing: TimingInput,
  count: number,
  context: TimingContext,
): TimingInput | undefined {
  const parsed = parseTiming(timing, context);
  if (!parsed.ok || count < 1) return undefined;
  const { nowMs, zone } = context;
  const dues = dueBetween(parsed.timing, zone, nowMs, Number.POSITIVE_INFINITY, count);
  const [first, last] = [dues[0], dues.at(-1)].map((dueMs) => isoMinute(dueMs ?? nowMs, zone));
  const until = last ?? "";
  if (timing["every"] === undefined || timing["time"] !== undefined) return { until };
  const [date = "", time = ""] = (first ?? "").split("T");
  return { date, time, until };
}

/** The days of one month, from its first on where it is not this one. */
function inMonth(month: number, timing: TimingInput, today: number): TimingInput | undefined {
  const months = monthsUntil(month, today);
  const until = untilDay(dayOfMonth(monthAfter(today, months), "last"));
  if (months === 0) return until;
  if (timing["cron"] !== undefined) return undefined;
  return { date: isoDate(dateOfDayNumber(dayOfMonth(monthAfter(today, months), 1))), ...until };
}

function monthsUntil(month: number, today: number): number {
  return (month - dateOfDayNumber(today).month + 12) % 12;
}

const WEEK = /(?<next>다음|\bnext\b)?(?:이번|\bthis\b|\bthe\b)?\s*(?:주(?:\s*말)?|week)$/iu;
const MONTH =
  /^(?:(?<next>다음|\bnext\b)|이번|\bthis\b|\bthe\b)?\s*(?:달(?:\s*말)?|월말|말일|month)$/iu;
const YEAR = /^(?:(?<next>내년|\bnext\b)|올해|\bthis\b|\bthe\b)?\s*(?:말|연말|year)?$/iu;
const NAMED_MONTH = /^(?<number>\d{1,2})\s*월(?:\s*말)?$|^(?<name>[a-z]{3,9})$/iu;

/** The last day of a week, a month or a year that words name, or the day or the moment that they do. */
function atWords(given: string, context: EndContext): TimingInput | undefined {
  const { today } = context;
  const words = given.trim().replace(/\s+/gu, " ");
  const closing = /^(?:the )?end of /iu;
  const period = words.replace(closing, "");
  const isLater = (form: RegExp): number => (form.exec(period)?.groups?.["next"] ? 1 : 0);
  if (WEEK.test(period))
    // 1970-01-01, day 0, was a Thursday.
    return untilDay(today - ((today + 3) % 7) + 6 + 7 * isLater(WEEK));
  if (MONTH.test(period)) return untilDay(dayOfMonth(monthAfter(today, isLater(MONTH)), "last"));
  if (YEAR.test(period)) {
    const { year } = dateOfDayNumber(today);
    return untilDay(dayNumber({ year: year + isLater(YEAR), month: 12, day: 31 }));
  }
  const { number, name } = NAMED_MONTH.exec(period)?.groups ?? {};
  const month = Number(number ?? (closing.test(words) ? monthNumber(name) : 0));
  if (month > 0) return untilDay(dayOfMonth(monthAfter(today, monthsUntil(month, today)), "last"));
  const moment = context.momentOf(words);
  if (moment !== undefined) return { until: moment["at"] ?? "" };
  const day = context.dayOf(words);
  const first = day && daysNamed(day, context).find((one) => one >= today);
  return first === undefined ? undefined : untilDay(first);
}
