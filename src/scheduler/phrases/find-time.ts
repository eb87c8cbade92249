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
import { parseDuration } from "../timing/clock-text.ts";
import type { TimingContext, TimingInput } from "../timing/timing-reading.ts";
import { daysNamed } from "./days.ts";
import { endOf } from "./ends.ts";
import { ENGLISH_FINDERS } from "./english.ts";
import { ENGLISH_REPEATS } from "./english-repeats.ts";
import { KOREAN_FINDERS } from "./korean.ts";
import { KOREAN_REPEATS } from "./korean-repeats.ts";
import { NAMED_DAYS, NAMED_WEEKDAYS } from "./named-days.ts";
import { type Missing, QUESTIONS } from "./questions.ts";
import { type HourReading, hourly, otherDays, stepsOf, timingOf } from "./repeats.ts";
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
const BESIDE_A_TIME: ReadonlySet<Limit> = new Set([
  "holidays",
  "lunar",
  "end",
  "count",
  "except",
  "random",
] as const);

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

/** The words of time in a message, and the message without them; `around` is what was said of time before. */
export function wordsOfTime(message: string, around?: Said): ReturnType<typeof gather> {
  return gather(message, FINDERS, spelled, around);
}

/** What may stand beside the words that change a time. */
const BESIDE_A_CHANGE =
  /^(?:(?:만|도|으?로|은|는|하고|그리고|에|해|하자|할게|(?:해\s?)?줘|and|also|too|but|only|just|on|for|at|to)[\s,.!~]*)*$/iu;
const ONLY = /(?<=^|\s|요일)만(?![가-힣])|\b(?:only|just)\b/iu;
const ADDS = /도(?![가-힣])|\b(?:also|too|as\s+well|add)\b/iu;

/** The times that words may make of another, which `present` says: each value in the place of one of its kind, so that "only weekdays" keeps the hour and "every week" the day. None where they say anything else. */
export function changedTime(
  words: string,
  present: string,
  context: TimingContext,
): readonly TimingInput[] {
  const before = wordsOfTime(present).said;
  const { said, rest } = wordsOfTime(words, before);
  const isSaid = said.clocks.length > 0 || Object.keys(said).length > 1;
  if (!isSaid || !BESIDE_A_CHANGE.test(rest)) return [];
  const isAdded = ADDS.test(words);
  const merged = inPlace(before, asCycle(said, before, isAdded || ONLY.test(words)), isAdded);
  return unique(meaningIn(merged, "", { ...context, isTold: true })?.candidates ?? []);
}

/** A day that is added to a repetition, or is all that is left of it, comes every week. */
function asCycle(said: Said, { cycle }: Said, isOfCycle: boolean): Said {
  const { day, ...others } = said;
  const isPlain = day?.kind === "weekday" && day.weeks === undefined;
  if (!isPlain || cycle === undefined || !isOfCycle) return said;
  return { ...others, cycle: { repeat: "weekly", weekdays: [day.weekday] } };
}

function inPlace(before: Said, said: Said, isAdded: boolean): Said {
  const { clocks, part, window, ...kinds } = before;
  const hours = said.clocks.length > 0 ? { clocks: said.clocks } : { clocks, part, window };
  const isOtherDay = [said.day, said.cycle, said.every, said.lunar].some(
    (each) => each !== undefined,
  );
  const { cycle, day, every, lunar, start, ...others } = kinds;
  const days = isOtherDay ? {} : { cycle, day, every, lunar, start };
  const defined = Object.entries({ ...others, ...days, ...hours, ...withoutClocks(said) }).filter(
    ([, value]) => value !== undefined,
  );
  // Every entry is one of `Said` under its own name.
  const merged = Object.fromEntries(defined) as unknown as Said;
  return said.cycle === undefined
    ? merged
    : { ...merged, cycle: cycleOn(said.cycle, before, isAdded) };
}

function withoutClocks({ clocks: _clocks, ...others }: Said): Omit<Said, "clocks"> {
  return others;
}

/** A repetition that names no day comes on the day that there was, or on its own days too. */
function cycleOn(cycle: SaidCycle, { cycle: old, day }: Said, isAdded: boolean): SaidCycle {
  const { repeat, weekdays } = cycle;
  if (isAdded && weekdays !== undefined && old?.repeat === "weekly")
    return { ...cycle, weekdays: [...new Set([...(old.weekdays ?? []), ...weekdays])].sort() };
  if (day?.kind !== "date" || weekdays !== undefined || cycle.day !== undefined) return cycle;
  const { year = 0, month = 1, day: date } = day;
  // 1970-01-01, day 0, was a Thursday.
  if (repeat === "weekly")
    return { ...cycle, weekdays: [(dayNumber({ year, month, day: date }) + 3) % 7] };
  if (repeat === "monthly") return { ...cycle, day: date };
  return repeat === "yearly" ? { ...cycle, month, day: date } : cycle;
}

function readMeaning(message: string, context: SaidContext) {
  if (message.length > LONGEST_MESSAGE) return undefined;
  const { said, rest, beside } = wordsOfTime(message);
  const found = meaningIn(said, rest, context);
  const isUnread =
    found !== undefined &&
    found.missing === undefined &&
    (isHalfRead(said, rest) || STRANDED.test(beside));
  const meaning: Meaning | undefined = isUnread ? { missing: "unread", candidates: [] } : found;
  return meaning === undefined ? undefined : { meaning, rest, isUnread };
}

const FINDERS = [
  ...ZONE_FINDERS,
  ...NAMED_WEEKDAYS,
  ...KOREAN_REPEATS,
  ...ENGLISH_REPEATS,
  ...KOREAN_FINDERS,
  ...ENGLISH_FINDERS,
  ...NAMED_DAYS,
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
  const said = withLeftOut(withSameHour(withCycleDate(given, context), context));
  const limit = limitOf(said);
  if (limit !== undefined) return { missing: limit, candidates: [] };
  if (isSeveral(said)) return { missing: "several", candidates: [] };
  if (said.every !== undefined)
    return ended(seriesFrom(said, said.every, context) ?? stepped(said, said.every), said, context);
  if (said.after !== undefined) return { candidates: [{ after: said.after }] };
  if (said.cycle !== undefined) return ended(repeated(said, said.cycle, context), said, context);
  const [clock = said.window?.from] = said.clocks;
  if (said.lunar !== undefined) return onLunarDay(said.lunar, said, clock);
  if (clock !== undefined) return once(said, clock, context);
  if (context.isTold !== true) return undefined;
  if (said.day !== undefined) return onDay(said, said.day, context);
  return said.part === undefined ? undefined : inPart(said, context);
}

/** What comes every so many minutes in some hours of one day, or with an end and from a moment on; `undefined` where neither is said. */
function seriesFrom(said: Said, every: string, context: Frame): Meaning | undefined {
  const { day, window } = said;
  if (day !== undefined && window !== undefined) {
    const [date] = daysNamed(day, context).map((one) => isoDate(dateOfDayNumber(one)));
    if (date === undefined) return { missing: "nowhere", candidates: [] };
    const candidates = spansOf(window, said.part).map(({ from, to }): TimingInput => {
      return { every, date, time: clockText(from), until: `${date}T${clockText(to)}` };
    });
    return { candidates };
  }
  const first = said.end === undefined ? undefined : startOfSeries(said, context);
  if (first === undefined) return day && { missing: "count", candidates: [] };
  const candidates = first.candidates.map(({ at }) => {
    const [date = "", time = ""] = String(at).split("T");
    return { every, date, time };
  });
  return { ...first, candidates };
}

function startOfSeries(said: Said, context: Frame): Meaning | undefined {
  const [clock] = said.clocks;
  if (said.after !== undefined) return afterNow(said.after, context);
  return clock && once(said, clock, context);
}

function afterNow(after: string, { nowMs, zone }: Frame): Meaning {
  const ms = parseDuration(after) ?? 0;
  return { candidates: [{ at: isoMinute(nowMs + ms, zone) }] };
}

function clockText({ hour, minute }: HourReading): string {
  return `${padded(hour)}:${padded(minute)}`;
}

/** A repetition with its end, where one was said. */
function ended(meaning: Meaning, { end }: Said, context: Frame): Meaning {
  if (end === undefined) return meaning;
  const nextOf = (words: string): Meaning | undefined => {
    const { said } = wordsOfTime(words);
    const [clock] = said.clocks;
    return clock === undefined ? undefined : once(said, { ...clock, isPointed: true }, context);
  };
  const dayOf = (words: string): SaidDay | undefined => wordsOfTime(words).said.day;
  const candidates = meaning.candidates.flatMap((candidate) => {
    const bounds = endOf(end, candidate, {
      ...context,
      dayOf,
      momentOf: (words) => nextOf(words)?.candidates[0],
    });
    return bounds === undefined ? [] : [{ ...candidate, ...bounds }];
  });
  if (meaning.missing === undefined && candidates.length === 0)
    return { missing: "end", candidates };
  return { ...meaning, candidates };
}

/** Proposals for a part of the day that was named without its day: the next one. */
function inPart(said: Said, context: Frame): Meaning {
  const today = onDay(said, { kind: "offset", days: 0 }, context);
  return today.candidates.length > 0 ? today : onDay(said, { kind: "offset", days: 1 }, context);
}

/** A repetition with the day that stands beside it: "every year" with a date, "every week" with a weekday, "every month" with its last day. */
function withCycleDate(said: Said, { zone }: Frame): Said {
  const { cycle, day, lunar, ...rest } = said;
  if (cycle === undefined || cycle.day !== undefined) return said;
  if (cycle.repeat === "yearly" && lunar !== undefined)
    return { ...rest, lunar: { ...lunar, isYearly: true } };
  const on = day === undefined ? undefined : dayOfCycle(cycle, day, zone);
  if (on === undefined) return said;
  return { ...rest, ...(lunar === undefined ? {} : { lunar }), cycle: { ...cycle, ...on } };
}

/** What a day says of a repetition that lacks one; nothing where they do not go together. */
function dayOfCycle(
  { repeat, weekdays }: SaidCycle,
  day: SaidDay,
  zone: string,
): Partial<SaidCycle> | undefined {
  if (repeat === "yearly") return dateOfYear(day, zone);
  if (repeat === "weekly" && weekdays === undefined && day.kind === "weekday")
    return { weekdays: [day.weekday] };
  const isOfMonth = repeat === "monthly" && day.kind === "month" && day.months === 0;
  return isOfMonth && day.day !== "same" ? { day: day.day } : undefined;
}

function dateOfYear(day: SaidDay, zone: string): Partial<SaidCycle> | undefined {
  if (day.kind === "date" && day.month !== undefined && day.isEitherWay !== true)
    return { month: day.month, day: day.day };
  const on = day.kind === "named" && day.shift === 0 ? day.on(zone) : undefined;
  if (on === undefined || !("date" in on)) return undefined;
  const [month = 1, date = 1] = on.date.split("-").map(Number);
  // A leap day comes in leap years alone.
  if (on.date === "2-29") return { repeat: "monthly", months: [month], day: date };
  return { month, day: date };
}

/** "At this time" is the hour that it is. */
function withSameHour(said: Said, { nowMs, zone }: Frame): Said {
  if (said.isSameHour !== true || said.clocks.length > 0) return said;
  const { hour, minute } = localTimeOf(nowMs, zone);
  return { ...said, clocks: [{ hour, minute, isExact: true, isPointed: true }] };
}

/** A repetition without the weekdays that are left out of it. */
function withLeftOut(said: Said): Said {
  const { cycle, exceptDays, ...rest } = said;
  if (cycle === undefined || exceptDays === undefined) return said;
  const isEveryDay = cycle.repeat === "daily" && cycle.interval === undefined;
  if (!isEveryDay && cycle.weekdays === undefined) return { ...said, limit: "except" };
  const days = (isEveryDay ? otherDays([]) : (cycle.weekdays ?? [])).filter(
    (day) => !exceptDays.includes(day),
  );
  const { either: _either, ...plain } = cycle;
  return days.length === 0
    ? said
    : { ...rest, cycle: { ...plain, repeat: "weekly", weekdays: days } };
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
  const isSeries = said.every !== undefined && said.end !== undefined;
  if (isSeries) return said.clocks.length + (said.after === undefined ? 0 : 1) > 1;
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
    return dated(daysNamed(day, context), 1, [hourReading(time)], context).candidates;
  });
  const isNowhere = candidates.length === 0 && daysNamed(day, context).length === 0;
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
  if (said.day !== undefined) {
    const { day } = said;
    const days = daysNamed(day, context);
    if (days.length === 0) return { missing: "nowhere", candidates: [] };
    const isEither =
      (day.kind === "weekday" && day.weeks === "next") ||
      (day.kind === "date" && day.isEitherWay === true);
    return dated(days, isEither ? 2 : 1, readings, context, said.leadMinutes);
  }
  const isTimed = clock.isPointed || said.leadMinutes !== undefined || context.isTold === true;
  return isTimed
    ? dated(
        [context.today - 1, context.today, context.today + 1],
        1,
        readings,
        context,
        said.leadMinutes,
      )
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
  const { repeat, weekdays, day, days, nths, workday } = cycle;
  if (repeat === "weekly" && weekdays === undefined) return "weekday";
  const hasDay = [day, days, nths, workday].some((each) => each !== undefined);
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
function startOf(start: SaidDay | undefined, context: Frame): string | undefined {
  if (start === undefined) return undefined;
  const [day] = daysNamed(start, context);
  return day === undefined || day <= context.today ? undefined : isoDate(dateOfDayNumber(day));
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

/** Words that were cut off from a time: one of the day that was not read, or how far from it. */
const STRANDED =
  /[가-힣](?:절|연휴|명절|전날|당일|날)\s*\uE000|\uE000\s*(?:전에|뒤에|후에|이후|무렵|무렵에|넘어서|지나서)(?=\s|$)|\b(?:before|after|past|till|until|except)\s*\uE000|\b(?:day|eve|holiday)\s*\uE000/iu;

/** The week of days that would come every week. */
const WEEK_LEFT = /(?<![가-힣])(?:이번|다음|다다음)\s?주(?![가-힣])|\b(?:this|next)\s+week\b/iu;

/** A length of time that counts from a day ("a week from Monday"). */
const LENGTH_LEFT =
  /\b(?:an?|one|two|three|four|\d{1,2})\s+(?:day|week|month)s?\s*(?:from\b|after\b|$)/iu;

/** A second length of time from now. */
const AFTER_LEFT = /(?:분|시간)\s*(?:뒤|후)|\bin\s+\d+\s*(?:min|h)/iu;

/** The hours of a span. */
const SPAN_LEFT = /\d\s*(?:[ap]m\s*)?(?:to|-|~|–)\s*\d/iu;

/** True where words of time are left in `rest` without which the others say something else. */
function isHalfRead(said: Said, rest: string): boolean {
  const { after, cycle, day, every, window } = said;
  if (REPEATS_LEFT.test(rest) || (cycle !== undefined && WEEK_LEFT.test(rest))) return true;
  if (isOddPair(said)) return true;
  if (after !== undefined) return AFTER_LEFT.test(rest);
  if (every !== undefined) return window === undefined && SPAN_LEFT.test(rest);
  if (LENGTH_LEFT.test(rest) && countsFrom(said, rest)) return true;
  return cycle === undefined && day === undefined && DAY_LEFT.test(rest);
}

/** True where days are left out of no repetition, or something is told before what comes again and again. */
function isOddPair({ after, cycle, every, exceptDays, leadMinutes }: Said): boolean {
  if (leadMinutes !== undefined && (cycle ?? every ?? after) !== undefined) return true;
  return exceptDays !== undefined && cycle === undefined;
}

/** True where a length of time has a day beside it to count from. */
function countsFrom({ day, start }: Said, rest: string): boolean {
  return day?.kind === "weekday" || start !== undefined || /\bfrom\b/iu.test(rest);
}
