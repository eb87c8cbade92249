import {
  dayAndTime,
  instantOf,
  isoDate,
  type LocalTime,
  localTimeOf,
  padded,
} from "../../base/format-time.ts";
import { korean } from "../../base/korean-particles.ts";
import { inBoth, type Localized } from "../../base/localized.ts";
import {
  daysInMonth,
  parseCalendarStep,
  parseClockTime,
  parseDate,
  parseDuration,
  parseInstant,
  parseWeekdays,
} from "./clock-text.ts";
import { cronProblem, dueBetween, nextDue } from "./cron.ts";
import { parseLunarDay } from "./lunar.ts";
import { repeated } from "./repeated.ts";
import type { ClockTiming, CronTiming, Rhythm } from "./timing-kinds.ts";
import {
  dateOf,
  listOf,
  type Reading,
  refuse,
  type TimingContext,
  type TimingInput,
  textOf,
  timeOf,
  wholeOf,
} from "./timing-reading.ts";
import { parseZone } from "./zone.ts";

/** `time` on `date`, or else the next time the clock shows it. */
function readOnce(reading: Reading): ClockTiming | undefined {
  const time = timeOf(reading);
  const hasDate = reading.input["date"] !== undefined;
  const date = dateOf(reading);
  if (time === undefined || (hasDate && date === undefined)) return undefined;
  const { nowMs, zone } = reading.context;
  if (date !== undefined) return once(reading, instantOf({ ...date, ...time, second: 0 }, zone));
  const expression = `${time.minute} ${time.hour} * * *`;
  return { kind: "at", atMs: nextDue({ kind: "cron", expression }, zone, nowMs) ?? nowMs };
}

/** Due at one instant, which must lie ahead. */
function once(reading: Reading, atMs: number): ClockTiming | undefined {
  const { nowMs, zone } = reading.context;
  if (atMs > nowMs) return { kind: "at", atMs };
  const asked = inBoth((language) => dayAndTime(atMs, { language, zone }, { nowMs }));
  const present = inBoth((language) => dayAndTime(nowMs, { language, zone }));
  return refuse(reading, {
    en: `${asked.en} has already passed; it is ${present.en} now.`,
    ko: korean`${asked.ko}은(는) 이미 지났어요. 지금은 ${present.ko}이에요(예요).`,
  });
}

/** `repeat` and the keys that go with it. */
function readRepeat(reading: Reading): ClockTiming | undefined {
  const repeat = textOf(reading, "repeat")?.toLowerCase();
  switch (repeat) {
    case undefined:
      return undefined;
    case "none":
      return readOnce(reading);
    case "interval":
      return readHours(reading);
    case "daily":
    case "weekly":
    case "monthly":
    case "yearly":
      return readCalendar(reading, repeat);
    default:
      return refuse(reading, {
        en: `"repeat" is "${repeat}"; it is one of "daily", "weekly", "monthly", "yearly", "interval" and "none".`,
        ko: korean`"repeat" 값은 "daily", "weekly", "monthly", "yearly", "interval", "none" 가운데 하나여야 하는데 "${repeat}"이에요(예요).`,
      });
  }
}

function readHours(reading: Reading): ClockTiming | undefined {
  const given = reading.input["interval_hours"];
  const hours = typeof given === "string" ? Number(given) : given;
  if (typeof hours !== "number" || !(hours >= 1 / 60 && hours <= 366 * 24)) {
    return refuse(reading, {
      en: '"interval_hours" is a number of hours from 1/60 to 8784, such as 2.',
      ko: '"interval_hours" 값은 2처럼 1/60에서 8784 사이의 시간 수여야 해요.',
    });
  }
  return everyFrom(reading, Math.round(hours * 3_600_000));
}

/** Counted from `time` of `date` or of today, or else from now. */
function everyFrom(reading: Reading, everyMs: number): ClockTiming | undefined {
  const { nowMs, zone } = reading.context;
  if (reading.input["time"] === undefined) return { kind: "every", everyMs, anchorMs: nowMs };
  const time = timeOf(reading);
  const date = dateOf(reading) ?? localTimeOf(nowMs, zone);
  if (time === undefined) return undefined;
  return { kind: "every", everyMs, anchorMs: instantOf({ ...date, ...time, second: 0 }, zone) };
}

function readCalendar(
  reading: Reading,
  repeat: "daily" | "weekly" | "monthly" | "yearly",
): ClockTiming | undefined {
  const time = timeOf(reading);
  const date = dateOf(reading);
  const days = daysOf(reading, repeat, date);
  const interval = wholeOf(reading, "interval", 1, 366) ?? 1;
  if (interval > 1 && (repeat === "monthly" || repeat === "yearly")) {
    return refuse(reading, {
      en: `"interval" goes with "daily" and "weekly", not with "${repeat}".`,
      ko: `"interval"은 "daily"와 "weekly"에만 쓸 수 있고 "${repeat}"에는 쓸 수 없어요.`,
    });
  }
  if (time === undefined || days === undefined || reading.problems.length > 0) return undefined;
  const expression = days.map((fields) => `${time.minute} ${time.hour} ${fields}`).join(" | ");
  return withStart({ kind: "cron", expression }, reading, { repeat, interval, date });
}

/** The day, month and weekday fields, one entry a pattern. */
function daysOf(
  reading: Reading,
  repeat: "daily" | "weekly" | "monthly" | "yearly",
  date: LocalTime | undefined,
): readonly string[] | undefined {
  switch (repeat) {
    case "daily":
      return ["* * *"];
    case "weekly":
      return weeklyFields(reading, date);
    case "monthly":
      return monthlyFields(reading, date);
    case "yearly":
      return yearlyFields(reading, date);
  }
}

function weeklyFields(
  reading: Reading,
  date: LocalTime | undefined,
): readonly string[] | undefined {
  const given = reading.input["weekdays"];
  if (given === undefined && date !== undefined) {
    return [`* * ${new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay()}`];
  }
  const weekdays = parseWeekdays(listOf(given));
  if (weekdays === undefined) {
    return refuse(reading, {
      en: '"weekdays" lists the days of the week: 0 (Monday) to 6 (Sunday), or names such as "mon".',
      ko: '"weekdays"에는 요일을 0(월요일)에서 6(일요일)까지의 수나 "mon" 같은 이름으로 써 주세요.',
    });
  }
  // Cron counts from Sunday.
  const fields = weekdays.map((weekday) => (weekday + 1) % 7).sort((left, right) => left - right);
  if (fields.length === 7) return ["* * *"];
  return [`* * ${fields.join(",") === "1,2,3,4,5" ? "1-5" : fields.join(",")}`];
}

function monthlyFields(
  reading: Reading,
  date: LocalTime | undefined,
): readonly string[] | undefined {
  if (reading.input["day"] === "last") return ["L * *"];
  const problemCount = reading.problems.length;
  const day = wholeOf(reading, "day", 1, 31) ?? date?.day;
  if (reading.problems.length > problemCount) return undefined;
  if (day === undefined) {
    return refuse(reading, {
      en: '"day" is missing: a day of the month from 1 to 31, or "last".',
      ko: '"day"가 없어요. 1에서 31까지의 날이나 "last"를 써 주세요.',
    });
  }
  if (day === 31) return ["L * *"];
  return day <= 28 ? [`${day} * *`] : [`${day} 1,3-12 *`, "L 2 *"];
}

function yearlyFields(
  reading: Reading,
  date: LocalTime | undefined,
): readonly string[] | undefined {
  const problemCount = reading.problems.length;
  const month = wholeOf(reading, "month", 1, 12) ?? date?.month;
  const day = wholeOf(reading, "day", 1, 31) ?? date?.day;
  if (reading.problems.length > problemCount) return undefined;
  if (month === undefined || day === undefined) {
    return refuse(reading, {
      en: 'A yearly repetition needs "month" and "day", or a "date".',
      ko: '해마다 되풀이하려면 "month"와 "day", 또는 "date"가 필요해요.',
    });
  }
  const longest = daysInMonth(undefined, month);
  if (day > longest)
    return refuse(reading, {
      en: `Month ${month} has ${longest} days, so there is no day ${day}.`,
      ko: `${month}월은 ${longest}일까지여서 ${day}일이 없어요.`,
    });
  return [month === 2 && day === 29 ? "L 2 *" : `${day} ${month} *`];
}

function withStart(
  timing: CronTiming,
  reading: Reading,
  parts: {
    readonly repeat: string;
    readonly interval: number;
    readonly date: LocalTime | undefined;
  },
): CronTiming {
  const { nowMs, zone } = reading.context;
  const startMs = parts.date === undefined ? undefined : instantOf(parts.date, zone);
  const start = startMs === undefined || startMs <= nowMs ? {} : { fromMs: startMs };
  const from: CronTiming = { ...timing, ...start };
  if (parts.interval === 1) return from;
  const anchorDate = isoDate(parts.date ?? localTimeOf(nextDue(from, zone, nowMs) ?? nowMs, zone));
  const unit: Rhythm["unit"] = parts.repeat === "weekly" ? "week" : "day";
  return { ...from, rhythm: { unit, count: parts.interval, anchorDate } };
}

/** A timing, or every problem of the input as a full sentence. */
export type ParsedTiming =
  | { readonly ok: true; readonly timing: ClockTiming }
  | { readonly ok: false; readonly problems: readonly Localized[] };

/** The heartbeat looks every 5 s, so nothing is promised more often than this. */
const SHORTEST_EVERY_MS = 10_000;
const LONGEST_WAIT_MS = 366 * 86_400_000;
const MAIN_KEYS = ["cron", "every", "after", "at", "lunar", "repeat"] as const;
const EXAMPLES =
  '{cron: "0 8 * * 1-5"}, {every: "30m"}, {after: "10m"}, {repeat: "daily", time: "08:00"}';

/**
 * Reads a timing. Whole days and weeks ("every 1d") keep the wall-clock time over a clock change; shorter steps and `after` count elapsed time.
 * Month ends: monthly on day 29, 30 or 31 is due on the last day of a month that is shorter; yearly on 29 February on 28 February of other years.
 * `lunar` is a day of the Korean lunar calendar; one that a month lacks is its last, and a leap month that a year lacks is the ordinary one.
 * A `date` beside a repetition is its first day and fills in weekday, day and month.
 */
export function parseTiming(input: TimingInput, context: TimingContext): ParsedTiming {
  const zone = parseZone(context.zone);
  if (!zone.ok) return { ok: false, problems: [zone.problem] };
  const given = Object.entries(input).filter(([, value]) => value !== null);
  const reading: Reading = {
    input: Object.fromEntries(given),
    context: { ...context, zone: zone.zone },
    problems: [],
  };
  const timing = withEnd(readTiming(reading), reading);
  if (timing === undefined || reading.problems.length > 0) {
    return { ok: false, problems: reading.problems };
  }
  return { ok: true, timing };
}

/** `until` is the last moment, or the last day, of a repetition. */
function withEnd(timing: ClockTiming | undefined, reading: Reading): ClockTiming | undefined {
  const given = reading.input["until"];
  if (timing === undefined || given === undefined) return timing;
  const { nowMs, zone } = reading.context;
  const text = textOf(reading, "until") ?? "";
  const day = parseDate(text);
  const untilMs =
    day === undefined
      ? parseInstant(text, zone)
      : instantOf({ ...day, hour: 23, minute: 59, second: 59 }, zone);
  if (untilMs === undefined)
    return refuse(reading, {
      en: `"until" is ${JSON.stringify(given)}; it is a day or a time such as "2026-12-24" or "2026-12-24T18:00".`,
      ko: korean`"until"의 ${JSON.stringify(given)}은(는) "2026-12-24"나 "2026-12-24T18:00" 같은 날이나 시각이 아니에요.`,
    });
  if (timing.kind !== "cron" && timing.kind !== "every")
    return refuse(reading, {
      en: '"until" ends what comes again and again by the clock, and nothing else.',
      ko: '"until"은 시각에 따라 되풀이하는 예약에만 쓸 수 있어요.',
    });
  const ended = { ...timing, untilMs };
  if (nextDue(ended, zone, nowMs) !== undefined) return ended;
  return refuse(reading, {
    en: `It would be over before it comes: "until" is ${JSON.stringify(given)}.`,
    ko: korean`한 번도 오기 전에 끝나요. "until"이 ${JSON.stringify(given)}이에요(예요).`,
  });
}

function readTiming(reading: Reading): ClockTiming | undefined {
  const { input } = reading;
  const given = MAIN_KEYS.filter((key) => input[key] !== undefined && !isOfLunar(key, input));
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    return refuse(reading, {
      en: `"${first}" and "${second}" both say when; keep one of them.`,
      ko: korean`"${first}"와(과) "${second}"이(가) 둘 다 때를 말해요. 하나만 남겨 주세요.`,
    });
  }
  if (first !== undefined) return READERS[first](reading);
  // Days of the week without a date come every week.
  if (input["weekdays"] !== undefined && input["date"] === undefined)
    return readCalendar(reading, "weekly");
  if (input["time"] !== undefined || input["date"] !== undefined) return readOnce(reading);
  return refuse(reading, {
    en: `It is not said when. Examples: ${EXAMPLES}.`,
    ko: `언제인지 없어요. 예: ${EXAMPLES}.`,
  });
}

/** "yearly" and "none" say how often a lunar day comes; any other repetition is none of it. */
function isOfLunar(key: string, { lunar, repeat }: TimingInput): boolean {
  return key === "repeat" && lunar !== undefined && (repeat === "yearly" || repeat === "none");
}

const READERS = {
  cron: readCron,
  every: readEvery,
  after: readAfter,
  at: readAt,
  lunar: readLunar,
  repeat: readRepeat,
} satisfies Record<(typeof MAIN_KEYS)[number], (reading: Reading) => ClockTiming | undefined>;

function readCron(reading: Reading): ClockTiming | undefined {
  const expression = textOf(reading, "cron")?.replace(/\s+/g, " ");
  if (expression === undefined) return undefined;
  const { nowMs, zone } = reading.context;
  const problem = cronProblem(expression, zone, nowMs);
  if (problem !== undefined) return refuse(reading, problem);
  const timing: ClockTiming = { kind: "cron", expression };
  const dues = dueBetween(timing, zone, nowMs, Number.POSITIVE_INFINITY, 12);
  const isTooOften = dues.some(
    (dueMs, index) => dueMs - (dues[index - 1] ?? Number.NEGATIVE_INFINITY) < SHORTEST_EVERY_MS,
  );
  if (!isTooOften) return timing;
  return refuse(reading, {
    en: `The cron expression "${repeated(expression)}" comes due more than once in 10 seconds.`,
    ko: korean`크론식 "${repeated(expression)}"은(는) 10초에 두 번 넘게 실행돼요.`,
  });
}

function readEvery(reading: Reading): ClockTiming | undefined {
  const text = textOf(reading, "every");
  if (text === undefined) return undefined;
  const step = parseCalendarStep(text);
  if (step !== undefined) return readCalendarStep(reading, step);
  const everyMs = parseDuration(text);
  if (everyMs === undefined) {
    return refuse(reading, {
      en: `"every" is "${repeated(text)}"; it is a length of time such as "30m", "2h" or "1d".`,
      ko: korean`"every"의 "${repeated(text)}"은(는) "30m", "2h", "1d" 같은 시간 길이가 아니에요.`,
    });
  }
  if (everyMs < SHORTEST_EVERY_MS || everyMs > LONGEST_WAIT_MS) {
    return refuse(reading, {
      en: `"every" is "${repeated(text)}"; it may lie between 10 seconds and 366 days.`,
      ko: korean`"every"는 10초에서 366일 사이여야 하는데 "${repeated(text)}"이에요(예요).`,
    });
  }
  return everyFrom(reading, everyMs);
}

/** Every n days or weeks, counted from today unless weekdays are named, at `time` or else at the present time of day. */
function readCalendarStep(
  reading: Reading,
  step: { readonly unit: "day" | "week"; readonly count: number },
): ClockTiming | undefined {
  const { nowMs, zone } = reading.context;
  const now = localTimeOf(nowMs, zone);
  const start = reading.input["weekdays"] === undefined ? { date: isoDate(now) } : {};
  const input = {
    time: `${padded(now.hour)}:${padded(now.minute)}`,
    ...start,
    ...reading.input,
    repeat: step.unit === "day" ? "daily" : "weekly",
    interval: step.count,
  };
  return readRepeat({ ...reading, input });
}

function readAfter(reading: Reading): ClockTiming | undefined {
  const text = textOf(reading, "after");
  if (text === undefined) return undefined;
  const waitMs = parseDuration(text);
  if (waitMs === undefined || waitMs > LONGEST_WAIT_MS) {
    return refuse(reading, {
      en: `"after" is "${repeated(text)}"; it is a length of time of at most 366 days, such as "10m" or "2h".`,
      ko: korean`"after"의 "${repeated(text)}"은(는) "10m"이나 "2h" 같은, 366일까지의 시간 길이가 아니에요.`,
    });
  }
  return { kind: "at", atMs: reading.context.nowMs + waitMs };
}

/** Every lunar year, or with `repeat` "none" the next time alone. */
function readLunar(reading: Reading): ClockTiming | undefined {
  const text = textOf(reading, "lunar");
  const day = text === undefined ? undefined : parseLunarDay(text);
  const time = timeOf(reading);
  if (text !== undefined && day === undefined)
    return refuse(reading, {
      en: `"lunar" is "${repeated(text)}"; it is a month and a day of the lunar calendar, such as "8-15", or "leap 6-15" in a leap month.`,
      ko: korean`"lunar"의 "${repeated(text)}"은(는) "8-15"나 윤달의 "윤6-15" 같은 음력 월일이 아니에요.`,
    });
  if (day === undefined || time === undefined) return undefined;
  const { nowMs, zone } = reading.context;
  const timing: ClockTiming = { kind: "lunar", ...day, ...time };
  if (reading.input["repeat"] !== "none") return timing;
  return { kind: "at", atMs: nextDue(timing, zone, nowMs) ?? nowMs };
}

/** A weekday that some mean of this week and some of the next. */
const EITHER_WEEK = /\bnext\s+(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|다음\s?[월화수목금토일]요일/iu;

function readAt(reading: Reading): ClockTiming | undefined {
  const text = textOf(reading, "at");
  if (text === undefined) return undefined;
  if (parseClockTime(text) !== undefined || parseDate(text) !== undefined) {
    const key = parseDate(text) === undefined ? "time" : "date";
    return readOnce({ ...reading, input: { ...reading.input, [key]: text } });
  }
  const atMs = parseInstant(text, reading.context.zone);
  if (atMs === undefined && EITHER_WEEK.test(text)) {
    return refuse(reading, {
      en: `"at" is "${repeated(text)}", which may be this week's day or the next one's: write "friday 15:00" for the coming one, or a date such as "2026-12-04 15:00".`,
      ko: korean`"at"의 "${repeated(text)}"은(는) 이번 주인지 다음 주인지 알 수 없어요. 곧 오는 날은 "금요일 15:00", 그다음 주는 "다음 주 금요일 15:00"처럼 써 주세요.`,
    });
  }
  if (atMs === undefined) {
    return refuse(reading, {
      en: `"at" is "${repeated(text)}"; it is a time such as "2026-11-22T15:00" or "15:00".`,
      ko: korean`"at"의 "${repeated(text)}"은(는) "2026-11-22T15:00"이나 "15:00" 같은 시각이 아니에요.`,
    });
  }
  return once(reading, atMs);
}
