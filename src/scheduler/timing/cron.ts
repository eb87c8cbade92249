import { Cron } from "croner";
import { dateOfDayNumber, dayNumber, instantOf, localTimeOf } from "../../base/format-time.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { lunarYearOf, solarDayOf } from "./lunar.ts";
import { repeated } from "./repeated.ts";
import type {
  CronTiming,
  EntryTiming,
  EveryTiming,
  LunarTiming,
  Rhythm,
  Timing,
} from "./timing-kinds.ts";

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

/** "no-wildcard": a list of hours ("30 2,14 * * *") keeps its promise on the day of a clock change just as a single one does. */
const OPTIONS = { mode: "5-or-6-parts", fixedTimeRule: "no-wildcard" } as const;

const patterns = new Map<string, CachedPattern>();

/** The first due time after `afterMs` (never equal to it), or undefined when there is none. Throws for an expression that `cronProblem` refuses. */
export function nextDue(timing: Timing, zone: string, afterMs: number): number | undefined {
  switch (timing.kind) {
    case "at":
      return timing.atMs > afterMs ? timing.atMs : undefined;
    case "every": {
      const passed = Math.floor((afterMs - timing.anchorMs) / timing.everyMs) + 1;
      return notAfter(timing, timing.anchorMs + Math.max(0, passed) * timing.everyMs);
    }
    case "cron":
      return notAfter(timing, nextByClock(timing, zone, afterMs));
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

function notAfter(
  { untilMs = Number.POSITIVE_INFINITY }: CronTiming | EveryTiming,
  dueMs: number | undefined,
): number | undefined {
  return dueMs !== undefined && dueMs <= untilMs ? dueMs : undefined;
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
  try {
    if (nextOfPattern(given, zone, nowMs) !== undefined) return undefined;
  } catch {
    return isNamed ? nameProblem(pattern) : fieldProblem(given);
  }
  return {
    en: `The cron expression "${pattern}" never comes due.`,
    ko: `크론식 "${pattern}"에 맞는 때는 오지 않아요.`,
  };
}

function nameProblem(pattern: string): Localized {
  const names = "@yearly @monthly @weekly @daily @hourly";
  return {
    en: `There is no "${pattern}" here. The names are ${names}.`,
    ko: korean`"${pattern}"은(는) 쓸 수 없어요. 쓸 수 있는 이름: ${names}`,
  };
}

function countProblem(pattern: string, count: number): Localized {
  return {
    en: `The cron expression "${pattern}" needs five fields (minute hour day month weekday), or six with seconds first, such as "0 8 * * 1-5"; fields found: ${count}.`,
    ko: korean`크론식 "${pattern}"은(는) "0 8 * * 1-5"처럼 다섯 칸(분 시 일 월 요일)이거나 맨 앞에 초를 더한 여섯 칸이어야 하는데, ${count}칸이에요.`,
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
  const cron = new Cron(pattern, { ...OPTIONS, timezone: zone });
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
  readonly values: string;
  readonly words?: string;
}

const SECOND: Field = { name: { en: "second", ko: "초" }, values: "0-59" };

const FIELDS: readonly Field[] = [
  { name: { en: "minute", ko: "분" }, values: "0-59" },
  { name: { en: "hour", ko: "시" }, values: "0-23" },
  { name: { en: "day", ko: "일" }, values: "1-31" },
  { name: { en: "month", ko: "월" }, values: "1-12", words: "jan-dec" },
  { name: { en: "weekday", ko: "요일" }, values: "0-7", words: "sun-sat" },
];

/** Which field of a pattern that croner refuses it refuses also alone, and what can stand there. */
function fieldProblem(pattern: string): Localized {
  const texts = pattern.split(/\s+/);
  const fields = texts.length === 6 ? [SECOND, ...FIELDS] : FIELDS;
  const wrong = fields.findIndex((_, index) => {
    const alone = texts.map((each, at) => (at === index ? each : "*"));
    return !isReadable(alone.join(" "));
  });
  const [field, text] = [fields[wrong], repeated(texts[wrong] ?? "")];
  const whole = repeated(pattern);
  if (field === undefined)
    return {
      en: `The cron expression "${whole}" does not hold. An example that does: "0 8 * * 1-5".`,
      ko: korean`크론식 "${whole}"을(를) 읽을 수 없어요. 바른 예: "0 8 * * 1-5".`,
    };
  const { name, values, words } = field;
  return {
    en: `The cron expression "${whole}" does not hold. The ${name.en} "${text}" cannot be read: it takes "*", ${values}${words === undefined ? "" : ` or ${words}`}, lists (1,3), ranges upwards (1-3) and steps of "*" or a range (*/2, 1-9/2).`,
    ko: korean`크론식 "${whole}"을(를) 읽을 수 없어요. ${name.ko} "${text}"에는 "*", ${values}${words === undefined ? "" : ` 또는 ${words}`}, 목록(1,3), 커지는 범위(1-3), "*"나 범위의 간격(*/2, 1-9/2)을 쓸 수 있어요.`,
  };
}

function isReadable(pattern: string): boolean {
  try {
    return new Cron(pattern, OPTIONS) !== undefined;
  } catch {
    return false;
  }
}
