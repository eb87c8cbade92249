import type { Language } from "../../base/localized.ts";
import { timingWords } from "../ledger/timing-words.ts";
import type { TimingContext, TimingInput } from "../timing/timing-reading.ts";
import {
  dateOfDayNumber,
  dayNumber,
  instantOf,
  isoDate,
  isoInZone,
  localTimeOf,
  padded,
} from "../timing/zone.ts";
import { daysNamed } from "./days.ts";
import { ENGLISH_FINDERS } from "./english.ts";
import { ENGLISH_REPEATS } from "./english-repeats.ts";
import { readingsOf, spansOf } from "./hours.ts";
import { KOREAN_FINDERS } from "./korean.ts";
import { KOREAN_REPEATS } from "./korean-repeats.ts";
import { isHalfRead } from "./leftovers.ts";
import { type Missing, QUESTIONS } from "./questions.ts";
import { type HourReading, hourly, stepsOf, timingOf } from "./repeats.ts";
import {
  type DayPart,
  gather,
  type Limit,
  type Said,
  type SaidClock,
  type SaidCycle,
  type SaidDay,
} from "./said.ts";
import { spelled } from "./spelling.ts";
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

/** What is missing is asked for; `candidates` are then proposals. */
interface Meaning {
  readonly candidates: readonly TimingInput[];
  readonly missing?: Missing;
}

/** Limits that are no matter of time by themselves: something else must be said about it. */
const BESIDE_A_TIME: ReadonlySet<Limit> = new Set(["holidays", "lunar", "end", "random"] as const);

/** What wants words said back: with a day and no hour it is asked when. */
const TELLING =
  /(?:라고|다고)\s*(?:좀\s*)?(?:알려|말해|얘기|상기|일러)|^\s*(?:다시\s*)?(?:알려|깨워|상기)|리마인드|리마인더|깨워|\bremind\s+me\b|\bwake\s+me\b|\breminder\b|(?:알림|알람)(?:을|를)?\s*(?:좀\s*)?(?:줘|주|맞춰|설정|예약|보내|해|걸어|울려|부탁)/iu;

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
export function findTime(message: string, context: TimingContext): When | undefined {
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

function readMeaning(message: string, context: TimingContext) {
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
interface Frame extends TimingContext {
  readonly today: number;
}

/** What was said by the clock of another zone: one time is told by the person's own, a repetition keeps the zone it was said in. */
function meaningIn(said: Said, rest: string, context: TimingContext): Meaning | undefined {
  const { zone = context.zone } = said;
  const today = dayNumber(localTimeOf(context.nowMs, context.zone));
  const meaning = meaningOf(said, rest, { ...context, zone, today });
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
  return wallClock(instantOf({ year, month, day, hour, minute, second: 0 }, from), to);
}

function meaningOf(said: Said, rest: string, context: Frame): Meaning | undefined {
  const limit = limitOf(said);
  if (limit !== undefined) return { missing: limit, candidates: [] };
  if (isSeveral(said)) return { missing: "several", candidates: [] };
  if (said.every !== undefined) return stepped(said, said.every);
  if (said.after !== undefined) return { candidates: [{ after: said.after }] };
  if (said.cycle !== undefined) return repeated(said, said.cycle, context);
  const [clock = said.window?.from] = said.clocks;
  if (said.lunar !== undefined) return onLunarDay(said.lunar, said, clock);
  if (clock !== undefined) return once(said, clock, context);
  return said.day !== undefined && TELLING.test(rest) ? onDay(said, said.day, context) : undefined;
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
  const isTimed = clock.isPointed || said.leadMinutes !== undefined;
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
      return { at: wallClock(atMs, context.zone), atMs };
    });
    return instants.filter(({ atMs }) => atMs > context.nowMs).slice(0, most);
  });
  const inOrder = found.sort((left, right) => left.atMs - right.atMs);
  return { candidates: inOrder.map(({ at }) => ({ at })) };
}

/** What a wall clock shows, as YYYY-MM-DDTHH:MM. */
function wallClock(instantMs: number, zone: string): string {
  return isoInZone(instantMs, zone).slice(0, "YYYY-MM-DDTHH:MM".length);
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
