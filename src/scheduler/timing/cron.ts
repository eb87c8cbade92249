import { Cron } from "croner";
import { messageOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { lunarYearOf, solarDayOf } from "./lunar.ts";
import { repeated } from "./repeated.ts";
import type { CronTiming, EntryTiming, LunarTiming, Rhythm, Timing } from "./timing-kinds.ts";
import { dateOfDayNumber, dayNumber, instantOf, localTimeOf } from "./zone.ts";

/** A parsed pattern takes about 84 KB of heap (measured, croner 11.0.1), so this cache stays near 20 MB at most. */
const MAX_PATTERNS = 256;

/** How often a rhythm may pass over a due time that falls into a left-out day before it counts as never due. */
const MAX_RHYTHM_STEPS = 500;

interface CachedPattern {
  readonly cron: Cron;
  /** The last question and its answer: jobs that share a pattern ask the same one in the same tick. */
  lastAfterMs: number;
  lastDueMs: number | undefined;
}

const DAY_MS = 86_400_000;

/** More than any clock change moves a day that is counted by the wall clock. */
const CLOCK_CHANGE_MS = 3 * 3_600_000;

const patterns = new Map<string, CachedPattern>();

/** The first due time after `afterMs` (never equal to it), or undefined when there is none. Throws for an expression that `cronProblem` refuses. */
export function nextDue(timing: Timing, zone: string, afterMs: number): number | undefined {
  switch (timing.kind) {
    case "at":
      return timing.atMs > afterMs ? timing.atMs : undefined;
    case "every": {
      const passed = Math.floor((afterMs - timing.anchorMs) / timing.everyMs) + 1;
      return timing.anchorMs + Math.max(0, passed) * timing.everyMs;
    }
    case "cron":
      return nextByClock(timing, zone, afterMs);
    case "lunar":
      return nextOfLunar(timing, zone, afterMs);
    case "condition":
      return nextDue(timing.look, zone, afterMs);
    case "entry":
      return nextOfEntry(timing, zone, afterMs);
    case "message":
    case "webhook":
    case "file":
    case "run":
      return undefined;
  }
}

/** The instant `beforeMs` before another, whole days of it by the wall clock. */
export function earlierBy(beforeMs: number, instantMs: number, zone: string): number {
  const days = Math.floor(beforeMs / DAY_MS);
  if (days === 0) return instantMs - beforeMs;
  const local = localTimeOf(instantMs, zone);
  const date = dateOfDayNumber(dayNumber(local) - days);
  const { hour, minute, second } = local;
  return instantOf({ ...date, hour, minute, second }, zone) - (beforeMs - days * DAY_MS);
}

/** The lunar year around an instant may have had its day already; the one after it has not. */
function nextOfLunar(timing: LunarTiming, zone: string, afterMs: number): number | undefined {
  const { hour, minute } = timing;
  const year = lunarYearOf(dayNumber(localTimeOf(afterMs, zone)));
  const dues = [year, year + 1].flatMap((one) => {
    const day = solarDayOf(timing, one);
    return day === undefined
      ? []
      : [instantOf({ ...dateOfDayNumber(day), hour, minute, second: 0 }, zone)];
  });
  return dues.find((dueMs) => dueMs > afterMs);
}

/** An entry is due when its person is to be told, or on its day. */
function nextOfEntry(entry: EntryTiming, zone: string, afterMs: number): number | undefined {
  const { day, beforeMs = 0 } = entry;
  let dayMs = nextDue(day, zone, afterMs + Math.max(0, beforeMs - CLOCK_CHANGE_MS));
  while (dayMs !== undefined) {
    const dueMs = earlierBy(beforeMs, dayMs, zone);
    if (dueMs > afterMs) return dueMs;
    dayMs = nextDue(day, zone, dayMs);
  }
  return undefined;
}

/** The due times after `afterMs` up to and including `untilMs`, in order, at most `limit` of them. */
export function dueBetween(
  timing: Timing,
  zone: string,
  afterMs: number,
  untilMs: number,
  limit: number,
): readonly number[] {
  return duesFrom(nextDue(timing, zone, afterMs), timing, zone, untilMs, limit).duesMs;
}

/** The same from a due time that is already known; `nextMs` is the one that follows those found. */
export function duesFrom(
  firstMs: number | undefined,
  timing: Timing,
  zone: string,
  untilMs: number,
  limit: number,
): { readonly duesMs: readonly number[]; readonly nextMs: number | undefined } {
  const duesMs: number[] = [];
  let nextMs = firstMs;
  while (nextMs !== undefined && nextMs <= untilMs && duesMs.length < limit) {
    duesMs.push(nextMs);
    nextMs = nextDue(timing, zone, nextMs);
  }
  return { duesMs, nextMs };
}

/** A sentence saying what is wrong with a cron expression, or undefined when it holds and comes due at least once after `nowMs`. */
export function cronProblem(
  expression: string,
  zone: string,
  nowMs: number,
): Localized | undefined {
  for (const pattern of patternsOf(expression)) {
    const problem = patternProblem(pattern, zone, nowMs);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function patternProblem(given: string, zone: string, nowMs: number): Localized | undefined {
  const pattern = repeated(given);
  const fieldCount = given === "" ? 0 : given.split(/\s+/).length;
  const isNamed = /^@[a-z]+$/i.test(given);
  if (!isNamed && fieldCount !== 5 && fieldCount !== 6) return countProblem(pattern, fieldCount);
  const wrong = isNamed ? undefined : fieldProblem(given);
  if (wrong !== undefined)
    return {
      en: `The cron expression "${pattern}" does not hold. ${wrong.en}`,
      ko: korean`크론식 "${pattern}"을(를) 읽을 수 없습니다. ${wrong.ko}`,
    };
  try {
    if (nextOfPattern(given, zone, nowMs) !== undefined) return undefined;
    return {
      en: `The cron expression "${pattern}" never comes due.`,
      ko: `크론식 "${pattern}"에 맞는 때는 오지 않습니다.`,
    };
  } catch (error) {
    if (isNamed) return nameProblem(pattern);
    const reason = repeated(messageOf(error))
      .replace(/^CronPattern: /, "")
      .replace(/\.$/, "");
    return {
      en: `The cron expression "${pattern}" does not hold: ${reason}. An example that does: "0 8 * * 1-5".`,
      ko: korean`크론식 "${pattern}"을(를) 읽을 수 없습니다 (${reason}). 바른 예: "0 8 * * 1-5".`,
    };
  }
}

function nameProblem(pattern: string): Localized {
  const names = "@yearly @monthly @weekly @daily @hourly";
  return {
    en: `There is no "${pattern}" here. The names are ${names}.`,
    ko: korean`"${pattern}"은(는) 쓸 수 없습니다. 쓸 수 있는 이름: ${names}`,
  };
}

function countProblem(pattern: string, count: number): Localized {
  return {
    en: `The cron expression "${pattern}" needs five fields (minute hour day month weekday), or six with seconds first, such as "0 8 * * 1-5"; fields found: ${count}.`,
    ko: korean`크론식 "${pattern}"은(는) "0 8 * * 1-5"처럼 다섯 칸(분 시 일 월 요일)이거나 맨 앞에 초를 더한 여섯 칸이어야 하는데, ${count}칸입니다.`,
  };
}

/** The single patterns of an expression joined by " | "; at least one. */
export function patternsOf(expression: string): readonly string[] {
  return expression.split("|").map((pattern) => pattern.trim());
}

/** How many parsed patterns are kept, at most 256: one for each distinct pattern and zone in use. */
export function cachedPatternCount(): number {
  return patterns.size;
}

function nextByClock(timing: CronTiming, zone: string, afterMs: number): number | undefined {
  let fromMs = timing.fromMs === undefined ? afterMs : Math.max(afterMs, timing.fromMs - 1);
  for (let step = 0; step < MAX_RHYTHM_STEPS; step += 1) {
    const dueMs = earliestOf(timing.expression, zone, fromMs);
    if (dueMs === undefined || timing.rhythm === undefined) return dueMs;
    const resumeMs = leftOutUntil(timing.rhythm, zone, dueMs);
    if (resumeMs === undefined) return dueMs;
    fromMs = resumeMs - 1;
  }
  return undefined;
}

function earliestOf(expression: string, zone: string, afterMs: number): number | undefined {
  let earliestMs: number | undefined;
  for (const pattern of patternsOf(expression)) {
    const dueMs = nextOfPattern(pattern, zone, afterMs);
    if (dueMs !== undefined && (earliestMs === undefined || dueMs < earliestMs)) earliestMs = dueMs;
  }
  return earliestMs;
}

function nextOfPattern(pattern: string, zone: string, afterMs: number): number | undefined {
  const cached = cachedPattern(pattern, zone);
  if (cached.lastAfterMs !== afterMs) {
    cached.lastDueMs = cached.cron.nextRun(new Date(afterMs))?.getTime();
    cached.lastAfterMs = afterMs;
  }
  return cached.lastDueMs;
}

function cachedPattern(pattern: string, zone: string): CachedPattern {
  const key = `${zone} ${pattern}`;
  const known = patterns.get(key);
  if (known !== undefined) {
    // Moved to the end, so the first entry is always the one not asked for the longest.
    patterns.delete(key);
    patterns.set(key, known);
    return known;
  }
  // "no-wildcard": a list of hours ("30 2,14 * * *") keeps its promise on the day of a clock change just as a single one does.
  const options = { timezone: zone, mode: "5-or-6-parts", fixedTimeRule: "no-wildcard" } as const;
  const cron = new Cron(pattern, options);
  const made = { cron, lastAfterMs: Number.NaN, lastDueMs: undefined };
  const [oldest] = patterns.keys();
  if (patterns.size >= MAX_PATTERNS && oldest !== undefined) patterns.delete(oldest);
  patterns.set(key, made);
  return made;
}

/** For an instant on a left-out day: the midnight that begins the next day kept. Undefined for an instant on a day that is kept. */
function leftOutUntil(rhythm: Rhythm, zone: string, instantMs: number): number | undefined {
  const today = dayNumber(localTimeOf(instantMs, zone));
  const [year = 0, month = 0, day = 0] = rhythm.anchorDate.split("-").map(Number);
  const anchor = dayNumber({ year, month, day });
  const unitDays = rhythm.unit === "week" ? 7 : 1;
  // 1970-01-01 was a Thursday: three days more make Mondays divisible by seven.
  const blockOf = (number: number): number =>
    Math.floor((number + (unitDays === 7 ? 3 : 0)) / unitDays);
  const passed = blockOf(today) - blockOf(anchor);
  const over = ((passed % rhythm.count) + rhythm.count) % rhythm.count;
  if (over === 0) return undefined;
  const nextBlock = blockOf(today) - over + rhythm.count;
  const nextDay = nextBlock * unitDays - (unitDays === 7 ? 3 : 0);
  return instantOf(dateOfDayNumber(nextDay), zone);
}

/** One field of a cron pattern: what it is called, and what may stand in it. */
interface Field {
  readonly name: Localized;
  readonly least: number;
  readonly most: number;
  /** Words for its values; the first stands for `least`. */
  readonly words?: readonly string[];
}

const SECOND: Field = { name: { en: "second", ko: "초" }, least: 0, most: 59 };

const FIELDS: readonly Field[] = [
  { name: { en: "minute", ko: "분" }, least: 0, most: 59 },
  { name: { en: "hour", ko: "시" }, least: 0, most: 23 },
  { name: { en: "day", ko: "일" }, least: 1, most: 31 },
  {
    name: { en: "month", ko: "월" },
    least: 1,
    most: 12,
    words: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  {
    name: { en: "weekday", ko: "요일" },
    least: 0,
    most: 7,
    words: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
  },
];

/** A value, a range or everything, with a step or without. Other signs (`L`, `#`, `W`) are for the library to judge. */
const PART = /^(?:(\*)|([\p{L}\p{N}]+)(?:-([\p{L}\p{N}]+))?)(?:\/(\d+))?$/u;

/** The first field of a pattern of five or six in which something stands that cannot: which, why, and what can. Undefined where none is found. */
function fieldProblem(pattern: string): Localized | undefined {
  const texts = pattern.split(/\s+/);
  const fields = texts.length === 6 ? [SECOND, ...FIELDS] : FIELDS;
  for (const [index, field] of fields.entries()) {
    const text = texts[index] ?? "";
    for (const part of text.split(",")) {
      const problem = partProblem(part, field);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function partProblem(part: string, field: Field): Localized | undefined {
  const match = PART.exec(part);
  if (match === null) return part === "" ? emptyWords(field) : undefined;
  const [, all, first, last = first, step] = match;
  if (step !== undefined && Number(step) === 0) return stepWords(part, field);
  if (all !== undefined || first === undefined || last === undefined) return undefined;
  const [from, to] = [numberOf(first, field), numberOf(last, field)];
  if (from === undefined) return valueWords(first, field);
  if (to === undefined) return valueWords(last, field);
  if (from > to) return orderWords({ part, first, last }, field);
  return step !== undefined && match[3] === undefined
    ? endWords(part, { first, step }, field)
    : undefined;
}

/** "5/15" is another dialect's: a step goes through everything or through a range. */
function endWords(
  part: string,
  { first, step }: { readonly first: string; readonly step: string },
  { name, most }: Field,
): Localized {
  const range = `${first}-${most}/${step}`;
  return {
    en: `The ${name.en} "${repeated(part)}" has a step without an end. Write "${repeated(range)}".`,
    ko: `${name.ko} "${repeated(part)}"에는 간격이 끝나는 값이 없습니다. "${repeated(range)}"처럼 쓰세요.`,
  };
}

/** A value as a number; undefined for one that cannot stand here. `L` and its kin count as a value that the library judges. */
function numberOf(text: string, { least, most, words = [] }: Field): number | undefined {
  if (/^\d+$/.test(text)) {
    const value = Number(text);
    return value >= least && value <= most ? value : undefined;
  }
  const index = words.indexOf(text.toLowerCase());
  if (index >= 0) return least + index;
  return /^(?:L|LW|\d+[LW])$/i.test(text) ? least : undefined;
}

function valueWords(value: string, field: Field): Localized {
  const { name, least, most, words } = field;
  const near = words?.find((word) => value.toLowerCase().startsWith(word));
  if (near !== undefined)
    return {
      en: `The ${name.en} "${repeated(value)}" is written "${near}".`,
      ko: korean`${name.ko} "${repeated(value)}"은(는) "${near}"(으)로 씁니다.`,
    };
  const orWords =
    words === undefined
      ? { en: "", ko: "" }
      : { en: ` or ${words[0]} to ${words.at(-1)}`, ko: ` 또는 ${words[0]}–${words.at(-1)}` };
  return {
    en: `The ${name.en} "${repeated(value)}" does not exist: it goes from ${least} to ${most}${orWords.en}.`,
    ko: korean`${name.ko} "${repeated(value)}"은(는) 없습니다. ${least}–${most}${orWords.ko}만 쓸 수 있습니다.`,
  };
}

function orderWords(
  { part, first, last }: { readonly part: string; readonly first: string; readonly last: string },
  field: Field,
): Localized {
  const { name, least, most, words } = field;
  const isWord = words !== undefined && !/^\d+$/.test(first);
  const [bottom, top] = isWord ? [words[0], words.at(-1)] : [least, most];
  const rest = numberOf(last, field) === least;
  const ranges = `${first}-${top},${rest ? bottom : `${bottom}-${last}`}`;
  return {
    en: `The ${name.en} "${repeated(part)}" runs backwards. Write "${repeated(ranges)}".`,
    ko: `${name.ko} "${repeated(part)}"의 앞뒤가 바뀌었습니다. "${repeated(ranges)}"처럼 나눠 쓰세요.`,
  };
}

function stepWords(part: string, { name }: Field): Localized {
  return {
    en: `The ${name.en} "${repeated(part)}" has a step of 0; it is 1 at least.`,
    ko: `${name.ko} "${repeated(part)}"의 간격이 0입니다. 1 이상이어야 합니다.`,
  };
}

function emptyWords({ name }: Field): Localized {
  return {
    en: `The ${name.en} has a comma with nothing beside it.`,
    ko: `${name.ko} 칸의 쉼표 옆이 비어 있습니다.`,
  };
}
