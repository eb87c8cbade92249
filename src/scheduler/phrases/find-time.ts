import {
  dateOfDayNumber,
  dayNumber,
  instantOf,
  isoDate,
  isoMinute,
  localTimeOf,
  padded,
} from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { timingWords } from "../ledger/describe.ts";
import { daysInMonth } from "../timing/clock-text.ts";
import type { TimingContext, TimingInput } from "../timing/timing-reading.ts";
import { ENGLISH_FINDERS } from "./english.ts";
import { ENGLISH_REPEATS } from "./english-repeats.ts";
import { KOREAN_FINDERS } from "./korean.ts";
import { KOREAN_REPEATS } from "./korean-repeats.ts";
import { type HourReading, hourly, stepsOf, timingOf } from "./repeats.ts";
import {
  type DayPart,
  gather,
  type Limit,
  type Nth,
  type Said,
  type SaidClock,
  type SaidCycle,
  type SaidDay,
} from "./said.ts";
import { ZONE_FINDERS } from "./zones.ts";

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

/** Where words of time are read. */
export interface SaidContext extends TimingContext {
  /** True where the message is known to be about something to be told later: a day, a part of the day or an hour alone then is its time. Default false. */
  readonly isTold?: boolean;
}

/** What is missing is asked for; `candidates` are then proposals. */
interface Meaning {
  readonly candidates: readonly TimingInput[];
  readonly missing?: Missing;
}

/** Limits that are no matter of time by themselves: something else must be said about it. */
const BESIDE_A_TIME: ReadonlySet<Limit> = new Set(["holidays", "lunar", "end", "random"] as const);

/** What wants words said back: with a day and no hour it is asked when. */
const TELLING =
  /(?:라고|다고)\s*(?:좀\s*)?(?:알려|말해|얘기|상기|일러)|^\s*(?:다시\s*)?(?:알려|깨워|상기)|리마인드|리마인더|깨워|\bremind\s+(?:me|us)\b|\bwake\s+me\b|\breminder\b|(?:알림|알람)(?:을|를)?\s*(?:좀\s*)?(?:줘|주|맞춰|설정|예약|보내|해|걸어|울려|부탁)/iu;

const MINUTE_MS = 60_000;

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
export function findTime(message: string, context: SaidContext): When | undefined {
  const read = readMeaning(message, context);
  if (read === undefined) return undefined;
  const { meaning, rest, isUnread } = read;
  const language = /[가-힣]/.test(message) ? "ko" : "en";
  const candidates = unique(meaning.candidates);
  const [timing, second] = candidates;
  if (meaning.missing !== undefined) {
    const whole = meaning.missing === "several" || isUnread ? message : rest;
    return { rest: whole, ambiguity: QUESTIONS[meaning.missing][language], candidates };
  }
  if (timing === undefined) return { rest, ambiguity: QUESTIONS.past[language], candidates };
  if (second === undefined) return { timing, rest, candidates };
  return { rest, ambiguity: whichOf(candidates, context, language), candidates };
}

/** True where an hour is all that a message lacks: it names none, or one that can be read in several ways. */
export function lacksHour(message: string, context: TimingContext): boolean {
  const meaning = readMeaning(message, context)?.meaning;
  if (meaning === undefined) return false;
  if (meaning.missing !== undefined) return ["time", "times"].includes(meaning.missing);
  return unique(meaning.candidates).length > 1;
}

/** The words of time in a message, and the message without them. */
export function wordsOfTime(message: string): { readonly said: Said; readonly rest: string } {
  return gather(message, FINDERS, spelled);
}

function readMeaning(message: string, context: SaidContext) {
  if (message.length > LONGEST_MESSAGE) return undefined;
  const { said, rest } = wordsOfTime(message);
  const found = meaningIn(said, rest, context);
  const isUnread = found !== undefined && found.missing === undefined && isHalfRead(said, rest);
  const meaning: Meaning | undefined = isUnread ? { missing: "unread", candidates: [] } : found;
  return meaning === undefined ? undefined : { meaning, rest, isUnread };
}

const FINDERS = [
  ...ZONE_FINDERS,
  ...KOREAN_REPEATS,
  ...ENGLISH_REPEATS,
  ...KOREAN_FINDERS,
  ...ENGLISH_FINDERS,
];

/** What words of time are read in: the clock that they mean, and the day on which the person says them. */
interface Frame extends SaidContext {
  readonly today: number;
}

/** What was said by the clock of another zone: one time is told by the person's own, a repetition keeps the zone it was said in. */
function meaningIn(said: Said, rest: string, context: SaidContext): Meaning | undefined {
  const { zone = context.zone } = said;
  const today = dayNumber(localTimeOf(context.nowMs, context.zone));
  const isTold = context.isTold === true || TELLING.test(rest);
  const meaning = meaningOf(said, { ...context, zone, today, isTold });
  if (meaning === undefined || zone === context.zone) return meaning;
  const candidates = meaning.candidates.map((candidate): TimingInput => {
    const { at } = candidate;
    if (typeof at === "string") return { at: inZone(at, zone, context.zone) };
    const isElapsed = candidate["every"] !== undefined || candidate["after"] !== undefined;
    return isElapsed ? candidate : { ...candidate, timezone: zone };
  });
  return { ...meaning, candidates };
}

/** What the wall clock of one zone shows when that of another shows `at` (YYYY-MM-DDTHH:MM). */
function inZone(at: string, from: string, to: string): string {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = at.split(/[-T:]/u).map(Number);
  return isoMinute(instantOf({ year, month, day, hour, minute, second: 0 }, from), to);
}

function meaningOf(given: Said, context: Frame): Meaning | undefined {
  const said = withCycleDate(given);
  const limit = limitOf(said);
  if (limit !== undefined) return { missing: limit, candidates: [] };
  if (isSeveral(said)) return { missing: "several", candidates: [] };
  if (said.every !== undefined) return stepped(said, said.every);
  if (said.after !== undefined) return { candidates: [{ after: said.after }] };
  if (said.cycle !== undefined) return repeated(said, said.cycle, context);
  const [clock = said.window?.from] = said.clocks;
  if (said.lunar !== undefined) return onLunarDay(said.lunar, said, clock);
  if (clock !== undefined) return once(said, clock, context);
  if (context.isTold !== true) return undefined;
  if (said.day !== undefined) return onDay(said, said.day, context);
  return said.part === undefined ? undefined : inPart(said, context);
}

/** Proposals for a part of the day that was named without its day: the next one. */
function inPart(said: Said, context: Frame): Meaning {
  const today = onDay(said, { kind: "offset", days: 0 }, context);
  return today.candidates.length > 0 ? today : onDay(said, { kind: "offset", days: 1 }, context);
}

/** "Every year" with a date beside it comes on that date. */
function withCycleDate(said: Said): Said {
  const { cycle, day, ...rest } = said;
  const isDated = day?.kind === "date" && day.month !== undefined && day.isEitherWay !== true;
  if (cycle?.repeat !== "yearly" || cycle.day !== undefined || !isDated) return said;
  return { ...rest, cycle: { ...cycle, month: day.month ?? 1, day: day.day } };
}

function limitOf(said: Said): Limit | undefined {
  const { limit } = said;
  if (limit === "vague" && (said.clocks.length > 0 || said.after !== undefined)) return undefined;
  if (limit === undefined || !BESIDE_A_TIME.has(limit)) return limit;
  const isTimed =
    said.cycle !== undefined ||
    said.every !== undefined ||
    said.clocks.some((one) => one.isPointed);
  return isTimed ? limit : undefined;
}

function isSeveral(said: Said): boolean {
  const kinds = [said.every ?? said.cycle, said.after].filter((kind) => kind !== undefined);
  const isSpan = said.every !== undefined || said.after !== undefined;
  const mostClocks = isSpan ? 0 : said.cycle === undefined ? 1 : said.clocks.length;
  const isDatedCycle = said.cycle !== undefined && said.day !== undefined;
  return kinds.length > 1 || said.clocks.length > mostClocks || isDatedCycle;
}

/** Every so many minutes or hours: as elapsed time where nothing else is said, else by the clock. */
function stepped(said: Said, every: string): Meaning {
  const { cycle, window } = said;
  if (/^[1-9]s$/.test(every)) return { missing: "often", candidates: [] };
  if (said.minuteOfHour !== undefined) return onMinute(said, said.minuteOfHour);
  const isPlain = window === undefined && (cycle === undefined || cycle.repeat === "daily");
  if (isPlain && cycle?.interval === undefined) return { candidates: [{ every }] };
  if (cycle?.repeat === "weekly" && cycle.weekdays === undefined)
    return { missing: "weekday", candidates: [] };
  const spans = window === undefined ? [undefined] : spansOf(window, said.part);
  const candidates = spans.flatMap((span) => stepsOf(every, cycle, span));
  return candidates.length === 0 ? { missing: "window", candidates } : { candidates };
}

/** At a minute of every hour. */
function onMinute({ cycle, window, part }: Said, minute: number): Meaning {
  const spans = window === undefined ? [undefined] : spansOf(window, part);
  const candidates = spans.flatMap((span) => hourly(minute, cycle, span));
  return candidates.length === 0 ? { missing: "window", candidates } : { candidates };
}

/** Proposals for a day that was named without an hour. */
function onDay(said: Said, day: SaidDay, context: Frame): Meaning {
  const candidates = USUAL_TIMES[said.part ?? "midday"].flatMap((time) => {
    return dated(daysNamed(day, context.today), 1, [hourReading(time)], context).candidates;
  });
  const isNowhere = candidates.length === 0 && daysNamed(day, context.today).length === 0;
  return { missing: isNowhere ? "nowhere" : "time", candidates };
}

/** A day of the lunar calendar: at the hour that was said, or at one to choose. */
function onLunarDay(
  { day, isYearly }: NonNullable<Said["lunar"]>,
  { part }: Said,
  clock: SaidClock | undefined,
): Meaning {
  const hours =
    clock === undefined
      ? USUAL_TIMES[part ?? "midday"].map(hourReading)
      : readingsOf(clock, part).filter(({ shift }) => shift === 0);
  const candidates = hours.map(({ hour, minute }) => ({
    lunar: day,
    time: `${padded(hour)}:${padded(minute)}`,
    ...(isYearly ? {} : { repeat: "none" }),
  }));
  return clock === undefined ? { missing: "time", candidates } : { candidates };
}

function once(said: Said, clock: SaidClock, context: Frame): Meaning | undefined {
  const readings = readingsOf(clock, said.part);
  const { today } = context;
  if (said.day !== undefined) {
    const { day } = said;
    const days = daysNamed(day, today);
    if (days.length === 0) return { missing: "nowhere", candidates: [] };
    const isEither =
      (day.kind === "weekday" && day.weeks === "next") ||
      (day.kind === "date" && day.isEitherWay === true);
    return dated(days, isEither ? 2 : 1, readings, context, said.leadMinutes);
  }
  const isTimed = clock.isPointed || said.leadMinutes !== undefined || context.isTold === true;
  return isTimed
    ? dated([today - 1, today, today + 1], 1, readings, context, said.leadMinutes)
    : undefined;
}

function repeated(said: Said, cycle: SaidCycle, context: Frame): Meaning {
  const clocks = said.clocks.length === 0 && said.window ? [said.window.from] : said.clocks;
  const missing = missingOf(said, cycle, clocks.length);
  if (missing !== undefined) return { missing, candidates: [] };
  const startDate = startOf(said.start, context);
  const at = (one: SaidCycle, hours: readonly HourReading[]): readonly TimingInput[] =>
    timingOf(one, hours, startDate);
  if (clocks.length === 0) {
    const hours = USUAL_TIMES[said.part ?? "midday"].map(hourReading);
    return { missing: "time", candidates: hours.flatMap((hour) => at(cycle, [hour])) };
  }
  const cycles = cycle.either === undefined ? [cycle] : [cycle, cycle.either];
  const candidates = cycles.flatMap((one) =>
    hoursTogether(clocks, said.part).flatMap((hours) => [
      ...at(one, hours),
      ...dayAfter(one, hours).flatMap((moved) => at(moved, hours)),
    ]),
  );
  return candidates.length === 0 ? { missing: "several", candidates } : { candidates };
}

/** What a repetition lacks besides its hour. */
function missingOf(said: Said, cycle: SaidCycle, clockCount: number): Missing | undefined {
  const { repeat, weekdays, day, days, nths } = cycle;
  if (repeat === "weekly" && weekdays === undefined) return "weekday";
  const hasDay = day !== undefined || days !== undefined || nths !== undefined;
  if ((repeat === "monthly" || repeat === "yearly") && !hasDay) return "day";
  return said.timesADay !== undefined && clockCount < 2 ? "times" : undefined;
}

function hourReading(time: string): HourReading {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { hour, minute, shift: 0 };
}

/** What several hours that were said together may mean: all the earlier readings, or all the later ones. */
function hoursTogether(
  clocks: readonly SaidClock[],
  loosePart: DayPart | undefined,
): readonly (readonly HourReading[])[] {
  const first = clocks[0]?.part ?? loosePart;
  const all = clocks.map((clock) => readingsOf(clock, clocks.length > 1 ? first : loosePart));
  const most = Math.max(...all.map((readings) => readings.length));
  return Array.from({ length: most }, (_, index) =>
    all.flatMap((readings) => readings[index] ?? readings[0] ?? []),
  );
}

/** "Saturday at midnight" may be the one that ends the day. */
function dayAfter(cycle: SaidCycle, hours: readonly HourReading[]): readonly SaidCycle[] {
  const [hour, second] = hours;
  if (hour === undefined || second !== undefined || hour.shift === 0) return [];
  if (cycle.repeat !== "weekly") return [];
  return [{ ...cycle, weekdays: (cycle.weekdays ?? []).map((day) => (day + hour.shift) % 7) }];
}

/** The first day of a repetition as YYYY-MM-DD. */
function startOf(start: SaidDay | undefined, { today }: Frame): string | undefined {
  if (start === undefined) return undefined;
  const [day] = daysNamed(start, today);
  return day === undefined || day <= today ? undefined : isoDate(dateOfDayNumber(day));
}

/** The readings that still lie ahead, soonest first: of each, the first `most` days that come, `leadMinutes` earlier than was said. */
function dated(
  days: readonly number[],
  most: number,
  readings: readonly HourReading[],
  context: TimingContext,
  leadMinutes = 0,
): Meaning {
  const found = readings.flatMap(({ hour, minute, shift }) => {
    const instants = days.map((day) => {
      const date = dateOfDayNumber(day + shift);
      const saidMs = instantOf({ ...date, hour, minute }, context.zone);
      if (leadMinutes === 0)
        return { at: `${isoDate(date)}T${padded(hour)}:${padded(minute)}`, atMs: saidMs };
      const atMs = saidMs - leadMinutes * MINUTE_MS;
      return { at: isoMinute(atMs, context.zone), atMs };
    });
    return instants.filter(({ atMs }) => atMs > context.nowMs).slice(0, most);
  });
  const inOrder = found.sort((left, right) => left.atMs - right.atMs);
  return { candidates: inOrder.map(({ at }) => ({ at })) };
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
  const texts = candidates.flatMap(
    (candidate) => timingWords(candidate, context, language)?.words ?? [],
  );
  return language === "ko"
    ? `어느 때인가요? ${texts.join(" / ")}`
    : `Which do you mean? ${texts.join(" / ")}`;
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
    case "month":
      return [
        dayOfMonth(
          monthAfter(today, day.months),
          day.day === "same" ? dateOfDayNumber(today).day : day.day,
        ),
      ];
    case "nth":
      return [nthOfMonth(monthAfter(today, day.months), day)];
  }
}

function datesNamed(day: SaidDay & { readonly kind: "date" }, today: number): readonly number[] {
  const { month: said, isEitherWay, ...rest } = day;
  if (isEitherWay === true && said !== undefined)
    return [said, day.day]
      .flatMap(
        (month) => datesNamed({ ...rest, month, day: said + day.day - month }, today)[0] ?? [],
      )
      .sort((one, other) => one - other);
  const now = dateOfDayNumber(today);
  const named = day.yearsAhead === undefined ? day.year : now.year + day.yearsAhead;
  const years =
    named === undefined
      ? Array.from({ length: YEARS_AHEAD }, (_, index) => now.year + index)
      : [named];
  const months = said === undefined ? Array.from({ length: 12 }, (_, index) => index + 1) : [said];
  return years
    .flatMap((year) => months.map((month) => dayNumber({ year, month, day: day.day })))
    .filter((number) => number >= today && dateOfDayNumber(number).day === day.day);
}

/** 29 February may be as far away, round the end of a century that has none. */
const YEARS_AHEAD = 9;

interface Month {
  readonly year: number;
  readonly month: number;
}

function monthAfter(today: number, months: number): Month {
  const { year, month } = dateOfDayNumber(today);
  const count = year * 12 + month - 1 + months;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

/** A day that a month lacks is its last. */
function dayOfMonth({ year, month }: Month, day: number | "last"): number {
  const longest = daysInMonth(year, month);
  return dayNumber({ year, month, day: day === "last" ? longest : Math.min(day, longest) });
}

/** The fifth of a weekday where there are four is the last one. */
function nthOfMonth(
  of: Month,
  { nth, weekday }: { readonly nth: Nth; readonly weekday: number },
): number {
  const first = dayOfMonth(of, 1);
  const last = dayOfMonth(of, "last");
  const found = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    // 1970-01-01, day 0, was a Thursday.
    (day) => (day + 3) % 7 === weekday,
  );
  return (nth === "last" ? found.at(-1) : (found[nth - 1] ?? found.at(-1))) ?? last;
}

/** What an hour that was said may mean, earliest first; `loosePart` is the part of the day that stands elsewhere in the message. */
function readingsOf(clock: SaidClock, loosePart: DayPart | undefined): readonly HourReading[] {
  return hoursOf(clock, clock.part ?? loosePart).map((hour) => ({
    hour: hour % 24,
    minute: clock.minute,
    shift: Math.floor(hour / 24),
  }));
}

/** What a span of a day that was said may mean: it ends at the next time that its second hour can mean. */
function spansOf(
  { from, to }: { readonly from: SaidClock; readonly to: SaidClock },
  loosePart: DayPart | undefined,
): readonly { readonly from: HourReading; readonly to: HourReading }[] {
  const minutesOf = ({ hour, minute }: HourReading): number => hour * 60 + minute;
  const both = to.isExact || to.part !== undefined ? [] : [{ ...to, part: "afternoon" } as const];
  const ends = [to, ...both]
    .flatMap((end) => readingsOf(end, undefined))
    .sort((one, other) => minutesOf(one) - minutesOf(other));
  return readingsOf(from, loosePart).flatMap((begin) => {
    const end = ends.find((reading) => minutesOf(reading) > minutesOf(begin));
    return begin.shift > 0 || end === undefined ? [] : [{ from: begin, to: end }];
  });
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

/** Words of a repetition that nothing has read: what was read beside them is only half of it. */
const REPEATS_LEFT =
  /(?<![가-힣])매\s?(?:일|주|월|달|년|시간?)(?![가-힣])|(?:[일주달년분날]|시간|요일|아침|저녁)마다(?![가-힣])|(?<![가-힣])격[주일월](?![가-힣])|에\s*한\s*번|(?:홀수|짝수)\s*(?:날|일|주|달|해)?(?=\s|$)|\b(?:every|each|alternate)\s+(?:\d|other|second|third|few|couple|odd|even|leap|day|week|month|year|hour|min|morning|afternoon|evening|night|noon|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|\bfrom\s+(?:now|today|tomorrow)\b/iu;

/** A day that is named by another one, or that is over. */
const DAY_LEFT =
  /(?<=\S\s?)전날|(?<![가-힣])(?:어제|그저께|그제|엊그제)(?![가-힣])|\b(?:day|night|morning|evening)s?\s+(?:before|after)\b|\byesterday\b/iu;

/** A length of time that counts from a day ("a week from Monday"). */
const LENGTH_LEFT =
  /\b(?:an?|one|two|three|four|\d{1,2})\s+(?:day|week|month)s?\s*(?:from\b|after\b|$)/iu;

/** A second length of time from now. */
const AFTER_LEFT = /(?:분|시간)\s*(?:뒤|후)|\bin\s+\d+\s*(?:min|h)/iu;

/** The hours of a span. */
const SPAN_LEFT = /\d\s*(?:[ap]m\s*)?(?:to|-|~|–)\s*\d/iu;

/** True where words of time are left in `rest` without which the others say something else. */
function isHalfRead(said: Said, rest: string): boolean {
  const { after, cycle, day, every, leadMinutes, window } = said;
  if (REPEATS_LEFT.test(rest)) return true;
  if (leadMinutes !== undefined && (cycle ?? every ?? after) !== undefined) return true;
  if (after !== undefined) return AFTER_LEFT.test(rest);
  if (every !== undefined) return window === undefined && SPAN_LEFT.test(rest);
  if (LENGTH_LEFT.test(rest) && countsFrom(said, rest)) return true;
  return cycle === undefined && day === undefined && DAY_LEFT.test(rest);
}

/** True where a length of time has a day beside it to count from. */
function countsFrom({ day, start }: Said, rest: string): boolean {
  return day?.kind === "weekday" || start !== undefined || /\bfrom\b/iu.test(rest);
}

/** What keeps words of time from being a schedule. */
type Missing =
  | "time"
  | "times"
  | "weekday"
  | "day"
  | "past"
  | "nowhere"
  | "unread"
  | "several"
  | Limit;

/** What is asked or told then, in the message's language. */
const QUESTIONS: Readonly<Record<Missing, Readonly<Record<Language, string>>>> = {
  time: { ko: "몇 시인지 말해 주세요.", en: "At what time?" },
  weekday: { ko: "무슨 요일인지 말해 주세요.", en: "On which day of the week?" },
  day: { ko: "며칠인지 말해 주세요.", en: "On which day?" },
  past: { ko: "그 시각은 이미 지났어요.", en: "That time has already passed." },
  gone: { ko: "그 시각은 이미 지났어요.", en: "That time has already passed." },
  nowhere: { ko: "달력에 없는 날이에요.", en: "There is no such day in the calendar." },
  unread: {
    ko: "언제인지 다 알아듣지 못했어요. 다르게 말해 주세요. 예: 매주 월·수 오후 7시에",
    en: "I did not understand all of that time. Please say it in another way, such as: every Monday and Wednesday at 7pm",
  },
  several: {
    ko: "때를 나타내는 말이 둘 이상이에요. 하나씩 말해 주세요.",
    en: "There is more than one time in this. Please say them one by one.",
  },
  times: {
    ko: "몇 시 몇 시인지 모두 말해 주세요. 예: 매일 8시와 20시에",
    en: "At what times? Name them all, such as: every day at 8am and 8pm",
  },
  vague: { ko: "언제인지 말해 주세요. 예: 20분 뒤에", en: "When? Say it like: in 20 minutes" },
  holidays: {
    ko: "알림은 공휴일을 알지 못해서 뺄 수 없어요. 요일이나 날짜로 말해 주세요.",
    en: "Reminders know no public holidays, so they cannot leave them out. Please say it by weekdays or dates.",
  },
  sun: {
    ko: "알림은 해 뜨고 지는 때를 따라갈 수 없어요. 시각으로 말해 주세요.",
    en: "Reminders cannot follow the sun. Please name a time of day.",
  },
  lunar: {
    ko: "음력은 월과 일로 말해 주세요. 예: 매년 음력 5월 3일 오전 9시에",
    en: "Please say a lunar date by its month and day, such as: every year on lunar May 3 at 9am",
  },
  end: {
    ko: "되풀이하는 알림에 끝나는 날을 정할 수 없어요. 끝나는 날 없이 말해 주시고, 다 쓰면 알림 목록에서 꺼 주세요.",
    en: "A repeating reminder cannot have a last day. Say it without one, and turn it off in your reminders when it is over.",
  },
  months: {
    ko: "두 달, 석 달, 몇 년마다 되풀이하는 알림은 만들 수 없어요. 매월이나 매년으로 말해 주세요.",
    en: "Reminders cannot come every so many months or years. Please say every month or every year.",
  },
  "working-day": {
    ko: "알림은 영업일을 알지 못해요. 날짜나 몇째 무슨 요일인지로 말해 주세요.",
    en: "Reminders know no working days. Please name a date, or which weekday of the month.",
  },
  random: {
    ko: "알림은 정해진 때에만 와요. 시각을 말해 주세요.",
    en: "Reminders come at set times only. Please name them.",
  },
  window: {
    ko: "그 간격은 그 시간 안에서 고르게 나뉘지 않아요. 30분이나 1시간처럼 나누어떨어지는 간격으로, 정시부터 정시까지로 말해 주세요.",
    en: "That interval does not divide the time evenly. Please say one that does, such as 30 minutes or an hour, between full hours.",
  },
  "no-hour": {
    ko: "그런 시각은 없어요. 0시부터 24시까지, 0분부터 59분까지로 말해 주세요.",
    en: "No clock shows that time. Please name one from 0:00 to 24:00.",
  },
  often: {
    ko: "10초에 한 번보다 자주 오는 알림은 만들 수 없어요.",
    en: "Reminders cannot come more often than every 10 seconds.",
  },
};

/** Short forms and slips in words of time, with how they are usually written. None of them is a word of anything else where it stands. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<![가-힣])([월화수목금토일])욜/gu, "$1요일"],
  [
    /(?<![가-힣])([월화수목금토일])\s+요\s*일|(?<![가-힣])([월화수목금토일])요\s+일(?![가-힣])/gu,
    "$1$2요일",
  ],
  [/(?<![가-힣])매\s+(?=[주월달년](?![가-힣]))/gu, "매"],
  [/(?<![가-힣])매\s+(?=일(?:\s|$))/gu, "매"],
  [/(?<![가-힣])(?:담|차)\s*주(?=\s|$|에|부터)/gu, "다음 주"],
  [/(?<![가-힣])금주(?=\s+[월화수목금토일]요일)/gu, "이번 주"],
  [/(?<![가-힣])요번\s*주/gu, "이번 주"],
  [/(?<![가-힣])담\s*달(?=\s|$|에|부터)/gu, "다음 달"],
  [/(?<![가-힣])낼\s*모레/gu, "내일모레"],
  [
    /(?<![가-힣])낼(?=\s+(?:새벽|아침|오전|낮|점심|오후|저녁|밤|정오|자정|[\d한두세네다여일아열]))/gu,
    "내일",
  ],
  [/(요일)날(?![가-힣]*[짜씨])/gu, "$1"],
  [/\b(?:evr[ey]y?|ev[e]?ery|evey|evrery|eveyr)\b/giu, "every"],
  [/\b(?:tom+or+ow|tomorow|tmrw|tmr|tmw|2moro|tommorow)\b/giu, "tomorrow"],
  [/\b(?:tonite|2nite)\b/giu, "tonight"],
  [/\b(?:wensday|wendesday|wednsday|wedensday)(s?)\b/giu, "wednesday$1"],
  [/\b(?:thurday|thrusday|thursay)(s?)\b/giu, "thursday$1"],
  [/\b(?:tuseday|teusday|tusday)(s?)\b/giu, "tuesday$1"],
  [/\b(?:saterday|satuday)(s?)\b/giu, "saturday$1"],
  [/\b(?:minuts?|mintues?|minuets)\b/giu, "minutes"],
  [/\bfebuary\b/giu, "february"],
  [
    /\b(alarm|wake[- ]?up(?:\s+call)?)\s+(?:for\s+)?(?=\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?)?\s*$)/giu,
    "$1 at ",
  ],
  [/\b(\d{1,3})[\s-]*(min(?:ute)?|hour|hr)s?\s+timer\b/giu, "timer in $1 $2"],
  [/\btimer\s+(?:for|of)\s+(?=\d)/giu, "timer in "],
  [/(\d\s*(?:분|시간))\s*(?:짜리\s*)?(?=타이머)/gu, "$1 뒤에 "],
  [/(?<=타이머\s?)(\d{1,3}\s*(?:분|시간))(?!\s*(?:뒤|후|있다))/gu, "$1 뒤에"],
  [/\bMWF\b/gu, "Monday, Wednesday and Friday"],
  [/\bT(?:u|ue)?\/?Th\b/gu, "Tuesday and Thursday"],
];

/** The same text with words of time as they are usually written. */
function spelled(text: string): string {
  return SPELLINGS.reduce((written, [slip, usual]) => written.replace(slip, usual), text);
}
