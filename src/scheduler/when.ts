import type { JsonObject } from "../base/json.ts";
import type { Language } from "../base/words.ts";
import { timingText } from "./describe.ts";
import { parseTiming } from "./timing.ts";
import type { TimingContext, TimingInput } from "./timing-reading.ts";
import { ENGLISH_FINDERS } from "./when-english.ts";
import { KOREAN_FINDERS } from "./when-korean.ts";
import {
  type DayPart,
  gather,
  type Said,
  type SaidClock,
  type SaidCycle,
  type SaidDay,
} from "./when-said.ts";
import { dateOfDayNumber, dayNumber, instantOf, isoDate, localTimeOf, padded } from "./zone.ts";

/** What a message says about time. */
export interface When {
  /** Ready for `parseTiming`; missing when `ambiguity` is there. */
  readonly timing?: TimingInput;
  /** The message without the words of time. */
  readonly rest: string;
  /** A question in the message's language: what has to be said more clearly. */
  readonly ambiguity?: string;
  /** The timings that the words allow, or proposals where the hour is missing; each is ready for `parseTiming`. */
  readonly candidates: readonly TimingInput[];
}

type Missing = "time" | "weekday" | "day" | "past" | "several";

/** What is missing is asked for; `candidates` are then proposals. */
interface Meaning {
  readonly candidates: readonly TimingInput[];
  readonly missing?: Missing;
}

/** An hour of a day; `shift` days later than the day that was named ("tonight at 12"). */
interface HourReading {
  readonly time: string;
  readonly shift: number;
}

const QUESTIONS: Readonly<Record<Missing, Readonly<Record<Language, string>>>> = {
  time: { ko: "몇 시인지 말씀해 주세요.", en: "At what time?" },
  weekday: { ko: "무슨 요일인지 말씀해 주세요.", en: "On which day of the week?" },
  day: { ko: "며칠인지 말씀해 주세요.", en: "On which day?" },
  past: { ko: "그 시각은 이미 지났습니다.", en: "That time has already passed." },
  several: {
    ko: "때를 나타내는 말이 둘 이상입니다. 하나씩 말씀해 주세요.",
    en: "There is more than one time in this. Please say them one by one.",
  },
};

/** In UTF-16 units; a longer text is a document, not a request. */
const LONGEST_MESSAGE = 1000;

/** Proposals where a repetition names no hour. */
const USUAL_TIMES: Readonly<Record<DayPart, readonly string[]>> = {
  dawn: ["05:00", "05:30", "06:00"],
  morning: ["07:00", "08:00", "09:00"],
  midday: ["08:00", "12:00", "18:00"],
  afternoon: ["13:00", "15:00", "17:00"],
  evening: ["18:00", "19:00", "20:00"],
  night: ["21:00", "22:00", "23:00"],
};

/**
 * Finds when something is to happen in a Korean or English message; undefined when it does not say. A day alone ("내일 날씨") is
 * no time. What can be read in two ways is returned as a question: a bare hour from 1 to 6 may be early or late, from 7 to 11 it is
 * the morning and 12 is noon. Quoted text is not read.
 */
export function findWhen(message: string, context: TimingContext): When | undefined {
  if (message.length > LONGEST_MESSAGE) return undefined;
  const { said, rest } = gather(message, [...KOREAN_FINDERS, ...ENGLISH_FINDERS]);
  const meaning = meaningOf(said, context);
  if (meaning === undefined) return undefined;
  const language = /[가-힣]/.test(message) ? "ko" : "en";
  const candidates = unique(meaning.candidates);
  const [timing, second] = candidates;
  if (meaning.missing !== undefined) {
    const whole = meaning.missing === "several" ? message : rest;
    return { rest: whole, ambiguity: QUESTIONS[meaning.missing][language], candidates };
  }
  if (timing === undefined) return { rest, ambiguity: QUESTIONS.past[language], candidates };
  if (second === undefined) return { timing, rest, candidates };
  return { rest, ambiguity: whichOf(candidates, context, language), candidates };
}

function meaningOf(said: Said, context: TimingContext): Meaning | undefined {
  if (isSeveral(said)) return { missing: "several", candidates: [] };
  if (said.every !== undefined) return { candidates: [{ every: said.every }] };
  if (said.after !== undefined) return { candidates: [{ after: said.after }] };
  const [clock] = said.clocks;
  if (said.cycle !== undefined) return repeated(said, said.cycle, clock);
  return clock === undefined ? undefined : once(said, clock, context);
}

function isSeveral(said: Said): boolean {
  const kinds = [said.every, said.after, said.cycle].filter((kind) => kind !== undefined);
  const isSpan = said.every !== undefined || said.after !== undefined;
  const isDatedCycle = said.cycle !== undefined && said.day !== undefined;
  return kinds.length > 1 || said.clocks.length > (isSpan ? 0 : 1) || isDatedCycle;
}

function once(said: Said, clock: SaidClock, context: TimingContext): Meaning | undefined {
  const readings = readingsOf(clock, said.part);
  const today = dayNumber(localTimeOf(context.nowMs, context.zone));
  if (said.day !== undefined) {
    const isEither = said.day.kind === "weekday" && said.day.weeks === "next";
    return dated(daysNamed(said.day, today), isEither ? 2 : 1, readings, context);
  }
  return clock.isPointed ? dated([today, today + 1], 1, readings, context) : undefined;
}

function repeated(said: Said, cycle: SaidCycle, clock: SaidClock | undefined): Meaning {
  if (cycle.repeat === "weekly" && cycle.weekdays === undefined)
    return { missing: "weekday", candidates: [] };
  const needsDay = cycle.repeat === "monthly" || cycle.repeat === "yearly";
  if (needsDay && cycle.day === undefined) return { missing: "day", candidates: [] };
  if (clock === undefined) {
    const times = USUAL_TIMES[said.part ?? "midday"];
    return { missing: "time", candidates: times.map((time) => ({ ...cycle, time })) };
  }
  const input: JsonObject = { ...cycle };
  const weekdays = cycle.weekdays ?? [];
  return {
    candidates: readingsOf(clock, said.part).flatMap(({ time, shift }) => {
      const named = { ...input, time };
      if (shift === 0 || cycle.repeat !== "weekly") return [named];
      return [named, { ...named, weekdays: weekdays.map((weekday) => (weekday + shift) % 7) }];
    }),
  };
}

/** The readings that still lie ahead, soonest first: of each, the first `most` days that come. */
function dated(
  days: readonly number[],
  most: number,
  readings: readonly HourReading[],
  context: TimingContext,
): Meaning {
  const found = readings.flatMap(({ time, shift }) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    const instants = days.map((day) => {
      const date = dateOfDayNumber(day + shift);
      const atMs = instantOf({ ...date, hour, minute }, context.zone);
      return { at: `${isoDate(date)}T${time}`, atMs };
    });
    return instants.filter(({ atMs }) => atMs > context.nowMs).slice(0, most);
  });
  const inOrder = found.sort((left, right) => left.atMs - right.atMs);
  return { candidates: inOrder.map(({ at }) => ({ at })) };
}

/** The days a word may mean, soonest first. "Next Monday" said before Monday may mean either of two. */
function daysNamed(day: SaidDay, today: number): readonly number[] {
  switch (day.kind) {
    case "offset":
      return [today + day.days];
    case "weekday": {
      // 1970-01-01, day 0, was a Thursday.
      const monday = today - ((today + 3) % 7);
      if (typeof day.weeks === "number") return [monday + 7 * day.weeks + day.weekday];
      const inThisWeek = monday + day.weekday;
      const isAhead = inThisWeek > today;
      if (day.weeks === "next") return isAhead ? [inThisWeek, inThisWeek + 7] : [inThisWeek + 7];
      return [inThisWeek, inThisWeek + 7];
    }
    case "date":
      return datesNamed(day, today);
  }
}

function datesNamed(day: SaidDay & { readonly kind: "date" }, today: number): readonly number[] {
  const now = dateOfDayNumber(today);
  const years = day.year === undefined ? [now.year, now.year + 1] : [day.year];
  const months =
    day.month === undefined ? Array.from({ length: 12 }, (_, index) => index + 1) : [day.month];
  return years
    .flatMap((year) => months.map((month) => dayNumber({ year, month, day: day.day })))
    .filter((number) => number >= today && dateOfDayNumber(number).day === day.day);
}

function readingsOf(clock: SaidClock, loosePart: DayPart | undefined): readonly HourReading[] {
  return hoursOf(clock, clock.part ?? loosePart).map((hour) => ({
    time: `${padded(hour % 24)}:${padded(clock.minute)}`,
    shift: Math.floor(hour / 24),
  }));
}

/** Hours from the beginning of the day that was named; 24 and more lie on the next day. */
function hoursOf(clock: SaidClock, part: DayPart | undefined): readonly number[] {
  const { hour } = clock;
  if (clock.isMidnight === true) return [0, 24];
  if (clock.isExact) return [hour];
  switch (part) {
    case undefined:
      return hour <= 6 ? [hour, hour + 12] : [hour];
    case "dawn":
    case "morning":
      return [hour % 12];
    case "midday":
      return [hour >= 10 ? hour : hour + 12];
    case "afternoon":
      return [(hour % 12) + 12];
    case "evening":
      return [hour + 12];
    case "night":
      // "밤 1시" and "tonight at 12" come after the midnight that ends the day.
      return [hour <= 5 ? hour + 24 : hour + 12];
  }
}

function unique(candidates: readonly TimingInput[]): readonly TimingInput[] {
  return [
    ...new Map(candidates.map((candidate) => [JSON.stringify(candidate), candidate])).values(),
  ];
}

function whichOf(
  candidates: readonly TimingInput[],
  context: TimingContext,
  language: Language,
): string {
  const texts = candidates.flatMap((candidate) => {
    const parsed = parseTiming(candidate, context);
    return parsed.ok ? [timingText(parsed.timing, context.zone, language)] : [];
  });
  return language === "ko"
    ? `어느 때인가요? ${texts.join(" / ")}`
    : `Which do you mean? ${texts.join(" / ")}`;
}
