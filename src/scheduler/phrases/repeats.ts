import { padded } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import { parseWeekdays } from "../timing/clock-text.ts";
import type { Nth, SaidCycle } from "./said.ts";

const MINUTES_OF_HOUR = 60;
const HOURS_OF_DAY = 24;

/** As many times a day as are written out one by one. */
const MOST_STEPS = 16;

/** A reading of the clock; `shift` days later than the day that was named. */
export interface HourReading {
  readonly hour: number;
  readonly minute: number;
  readonly shift: number;
}

/** The weekdays from one name to another (0 = Monday), round the end of the week where the second comes first; empty for names of no weekday. */
export function daysBetween(
  first: string | undefined,
  last: string | undefined,
): readonly number[] {
  const [from] = parseWeekdays([first ?? ""]) ?? [];
  const [to] = parseWeekdays([last ?? ""]) ?? [];
  if (from === undefined || to === undefined) return [];
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (from + index) % 7).sort((a, b) => a - b);
}

/** The weekdays that are not among these. */
export function otherDays(weekdays: readonly number[]): readonly number[] {
  return [0, 1, 2, 3, 4, 5, 6].filter((day) => !weekdays.includes(day));
}

/** Ready for `parseTiming`: a repetition on its days at one or more hours; nothing where no schedule can say it. The hours lie on the days that were named. */
export function timingOf(
  cycle: SaidCycle,
  hours: readonly HourReading[],
  startDate: string | undefined,
): readonly JsonObject[] {
  const [first, second] = hours;
  if (first === undefined) return [];
  const { nths, days, either: _either, ...plain } = cycle;
  const isPlain = [nths, days, cycle.months, cycle.workday].every((each) => each === undefined);
  const date = startDate === undefined ? {} : { date: startDate };
  if (isPlain && second === undefined) return [{ ...plain, ...date, time: clockText(first) }];
  if (startDate !== undefined || cycle.interval !== undefined) return [];
  const fields = fieldsOf(cycle);
  if (fields === undefined) return [];
  const patterns = minutesAndHours(hours).flatMap((times) =>
    fields.map((one) => `${times} ${one}`),
  );
  return [{ cron: patterns.join(" | ") }];
}

/** Every hour at a minute of it, on the days of a cycle, in a part of the day or all of it. */
export function hourly(
  minute: number,
  cycle: SaidCycle | undefined,
  window: { readonly from: HourReading; readonly to: HourReading } | undefined,
): readonly JsonObject[] {
  const [day] = fieldsOf(cycle ?? { repeat: "daily" }) ?? [];
  if (day === undefined || cycle?.interval !== undefined) return [];
  if (window === undefined) return [{ cron: `${minute} * ${day}` }];
  const { from, to } = window;
  const first = from.minute <= minute ? from.hour : from.hour + 1;
  const last = to.minute >= minute ? to.hour : to.hour - 1;
  return last < first ? [] : [{ cron: `${minute} ${first}-${last} ${day}` }];
}

/** Every so many minutes or hours (`every`, as "30m" or "2h") on the days of a cycle, in a part of the day or all of it; nothing where no schedule can say it. */
export function stepsOf(
  every: string,
  cycle: SaidCycle | undefined,
  window: { readonly from: HourReading; readonly to: HourReading } | undefined,
): readonly JsonObject[] {
  const [day] = fieldsOf(cycle ?? { repeat: "daily" }) ?? [];
  const stepMinutes = minutesOf(every);
  if (day === undefined || cycle?.interval !== undefined || stepMinutes < 1) return [];
  if (window === undefined)
    return isEven(stepMinutes) ? [{ cron: `${wholeDay(stepMinutes)} ${day}` }] : [];
  const { from, to } = window;
  const isWhole = from.minute === 0 && to.minute === 0 && MINUTES_OF_HOUR % stepMinutes === 0;
  if (isWhole && stepMinutes < MINUTES_OF_HOUR)
    return [{ cron: `*/${stepMinutes} ${from.hour}-${to.hour - 1} ${day} | 0 ${to.hour} ${day}` }];
  const times = minutesAndHours(stepsBetween(from, to, stepMinutes));
  return times.length === 0 ? [] : [{ cron: times.map((one) => `${one} ${day}`).join(" | ") }];
}

/** The times from one to another, each so many minutes after the one before; none where they are too many to be said one by one. */
function stepsBetween(
  from: HourReading,
  to: HourReading,
  stepMinutes: number,
): readonly HourReading[] {
  const first = from.hour * MINUTES_OF_HOUR + from.minute;
  const last = to.hour * MINUTES_OF_HOUR + to.minute;
  const count = Math.floor((last - first) / stepMinutes) + 1;
  return Array.from({ length: count > MOST_STEPS ? 0 : Math.max(0, count) }, (_, index) => {
    const at = first + index * stepMinutes;
    return { hour: Math.floor(at / MINUTES_OF_HOUR), minute: at % MINUTES_OF_HOUR, shift: 0 };
  });
}

/** In minutes. */
function minutesOf(every: string): number {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?$/.exec(every);
  return Number(match?.[1] ?? 0) * MINUTES_OF_HOUR + Number(match?.[2] ?? 0);
}

/** Only what divides an hour or a day comes at the same times every day. */
function isEven(minutes: number): boolean {
  return minutes < MINUTES_OF_HOUR
    ? MINUTES_OF_HOUR % minutes === 0
    : (HOURS_OF_DAY * MINUTES_OF_HOUR) % minutes === 0 && minutes % MINUTES_OF_HOUR === 0;
}

function wholeDay(stepMinutes: number): string {
  if (stepMinutes < MINUTES_OF_HOUR) return `*/${stepMinutes} *`;
  const step = stepMinutes / MINUTES_OF_HOUR;
  return step === 1 ? "0 *" : `0 */${step}`;
}

/** The day, month and weekday fields of cron, one entry a pattern. */
function fieldsOf(cycle: SaidCycle): readonly string[] | undefined {
  const { repeat, weekdays = [], nths } = cycle;
  if (repeat === "daily") return ["* * *"];
  if (repeat === "weekly") return weekdays.length === 0 ? undefined : [`* * ${cronDays(weekdays)}`];
  if (nths !== undefined)
    return nths.flatMap((nth) => weekdays.map((day) => `* * ${(day + 1) % 7}#${nthText(nth)}`));
  return repeat === "monthly" ? fieldsOfMonth(cycle) : undefined;
}

function fieldsOfMonth({ day, days, months, workday }: SaidCycle): readonly string[] | undefined {
  if (workday !== undefined) return [`${workday === "last" ? "L" : "1"}W * *`];
  if (months !== undefined) return [`${day === "last" ? "L" : day} ${months.join(",")} *`];
  const chosen = days ?? (day === undefined ? [] : [day]);
  return chosen.length > 0 ? monthFields(chosen) : undefined;
}

/** Days that every month has stand in one pattern; the last one, and those that some months lack, each in its own. */
function monthFields(days: readonly (number | "last")[]): readonly string[] {
  const common = days.filter((day): day is number => typeof day === "number" && day <= 28);
  const hasLast = days.some((day) => day === "last" || day === 31);
  const rare = days.filter((day) => day === 29 || day === 30);
  return [
    ...(common.length === 0 ? [] : [`${[...common].sort((a, b) => a - b).join(",")} * *`]),
    ...rare.map((day) => `${day} 1,3-12 *`),
    ...(rare.length === 0 || hasLast ? [] : ["L 2 *"]),
    ...(hasLast ? ["L * *"] : []),
  ];
}

/** Hours that share their minute stand in one pattern. */
function minutesAndHours(hours: readonly HourReading[]): readonly string[] {
  const byMinute = new Map<number, number[]>();
  for (const { hour, minute } of hours)
    byMinute.set(minute, [...(byMinute.get(minute) ?? []), hour]);
  return [...byMinute].map(
    ([minute, all]) => `${minute} ${[...new Set(all)].sort((a, b) => a - b).join(",")}`,
  );
}

/** From 0 = Monday to cron's 0 = Sunday. */
function cronDays(weekdays: readonly number[]): string {
  const days = weekdays.map((weekday) => (weekday + 1) % 7).sort((a, b) => a - b);
  if (days.length === 7) return "*";
  return days.join(",") === "1,2,3,4,5" ? "1-5" : days.join(",");
}

function nthText(nth: Nth): string {
  return nth === "last" ? "L" : String(nth);
}

function clockText({ hour, minute }: HourReading): string {
  return `${padded(hour)}:${padded(minute)}`;
}
