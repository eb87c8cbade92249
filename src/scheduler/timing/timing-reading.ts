import type { LocalTime } from "../../base/format-time.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { type ClockTime, parseClockTime, parseDate } from "./clock-text.ts";

/**
 * What the schedule actions pass. One of:
 * `cron` (five or six fields) · `every` ("30m", "2h", "1d") · `after` ("10m") · `at` ("2026-11-22T15:00", with or without offset, or "15:00") ·
 * `repeat` ("daily", "weekly", "monthly", "yearly", "interval", "none") with `time` ("08:00"), `date` ("YYYY-MM-DD"),
 * `weekdays` (0 = Monday … 6, or names), `day` (1–31 or "last"), `month` (1–12), `interval` (every n-th day or week), `interval_hours`.
 * or `lunar` ("8-15", "leap 6-15") with `time`, every lunar year, and with `repeat` "none" once.
 * `every` with `time`, and perhaps `date`, counts from there. A repetition may end `until` a day or a moment ("2026-12-24", "2026-12-24T18:00").
 * Other keys are not looked at.
 */
export type TimingInput = JsonObject;

/** The instant and the zone in which words such as "15:00" are meant. */
export interface TimingContext {
  readonly nowMs: number;
  readonly zone: string;
}

/** An input while it is read; what is wrong with it gathers in `problems`. */
export interface Reading {
  readonly input: TimingInput;
  readonly context: TimingContext;
  readonly problems: Localized[];
}

/** `time` as hour and minute; missing or unreadable is a problem. */
export function timeOf(reading: Reading): ClockTime | undefined {
  const given = reading.input["time"];
  const time = typeof given === "string" ? parseClockTime(given) : undefined;
  if (time !== undefined) return time;
  const state =
    given === undefined
      ? { en: "is missing", ko: "이 없어요" }
      : { en: `is ${JSON.stringify(given)}`, ko: korean`이 ${JSON.stringify(given)}이에요(예요)` };
  return refuse(reading, {
    en: `"time" ${state.en}; it is a time of day such as "08:00" or "15:30".`,
    ko: `"time"${state.ko}. "08:00"이나 "15:30" 같은 시각을 써 주세요.`,
  });
}

/** `date` as midnight of a day that exists; undefined when it is not given, a problem when it is unreadable. */
export function dateOf(reading: Reading): LocalTime | undefined {
  const given = reading.input["date"];
  if (given === undefined) return undefined;
  const date = typeof given === "string" ? parseDate(given) : undefined;
  return (
    date ??
    refuse(reading, {
      en: `"date" is ${JSON.stringify(given)}; it is a day that exists, as "YYYY-MM-DD".`,
      ko: korean`"date"의 ${JSON.stringify(given)}은(는) "YYYY-MM-DD" 꼴의, 있는 날짜가 아니에요.`,
    })
  );
}

/** A text that is there and not blank; anything else is a problem. */
export function textOf(reading: Reading, key: string): string | undefined {
  const given = reading.input[key];
  if (typeof given === "string" && given.trim() !== "") return given.trim();
  return refuse(reading, {
    en: `"${key}" is ${JSON.stringify(given)}; it is a text.`,
    ko: korean`"${key}" 값은 글이어야 하는데 ${JSON.stringify(given)}이에요(예요).`,
  });
}

/** A whole number, or its digits as text; undefined when it is not given, a problem when it is outside the range. */
export function wholeOf(
  reading: Reading,
  key: string,
  least: number,
  most: number,
): number | undefined {
  const given = reading.input[key];
  if (given === undefined) return undefined;
  const value = typeof given === "string" ? Number(given) : given;
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most)
    return value;
  return refuse(reading, {
    en: `"${key}" is ${JSON.stringify(given)}; it is a whole number from ${least} to ${most}.`,
    ko: korean`"${key}" 값은 ${least}에서 ${most} 사이의 정수여야 하는데 ${JSON.stringify(given)}이에요(예요).`,
  });
}

/** The entries of an array, a single number, or a text with commas or spaces between; anything else is empty. */
export function listOf(given: Json | undefined): readonly (string | number)[] {
  if (typeof given === "string") return given.split(/[\s,·]+/).filter((part) => part !== "");
  if (typeof given === "number") return [given];
  if (!Array.isArray(given)) return [];
  return given.map((entry: Json) => (typeof entry === "number" ? entry : String(entry)));
}

/** Notes a problem; the value is undefined for the caller to hand on. */
export function refuse(reading: Reading, sentence: Localized): undefined {
  reading.problems.push(sentence);
  return undefined;
}
