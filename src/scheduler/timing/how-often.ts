import { dayNumber, localTimeOf } from "../../base/format-time.ts";
import { dueBetween, nextDue, patternsOf } from "./cron.ts";
import { type ClockTiming, type CronTiming, isClockTiming, type Timing } from "./timing-kinds.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days looked ahead for the fullest one. */
const DAYS_AHEAD = 15;

/** What comes more often in a day is nothing that a person can know the extent of. */
const MOST_KNOWN = 50;

/** How often an event may set something off in a day, where nothing of its own bounds it. */
const EVENTS_A_DAY = 10;

/** How often something comes: once, in every so long, or in no such rhythm. */
export type Often = "once" | "day" | "week" | "month" | "year" | "any";

/** How many times a day something comes at most, by the clock of its zone; of an event how often it may. `undefined` where that is more than 50, or never. */
export function mostADay(timing: Timing, zone: string, nowMs: number): number | undefined {
  if (timing.kind === "entry") return undefined;
  if (timing.kind === "condition") {
    const times = Math.ceil(DAY_MS / timing.coolDownMs);
    return times <= MOST_KNOWN ? times : undefined;
  }
  return isClockTiming(timing) ? mostByClock(timing, zone, nowMs) : EVENTS_A_DAY;
}

function mostByClock(timing: ClockTiming, zone: string, nowMs: number): number | undefined {
  const firstMs = nextDue(timing, zone, nowMs);
  if (firstMs === undefined) return undefined;
  const limit = DAYS_AHEAD * MOST_KNOWN + 1;
  const dues = dueBetween(timing, zone, firstMs - 1, firstMs + DAYS_AHEAD * DAY_MS, limit);
  const days = new Map<number, number>();
  for (const dueMs of dues) {
    const day = dayNumber(localTimeOf(dueMs, zone));
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const most = Math.max(...days.values());
  return most <= MOST_KNOWN ? most : undefined;
}

/** In which rhythm something comes. Pure. */
export function recurrenceOf(timing: Timing): Often {
  switch (timing.kind) {
    case "at":
      return "once";
    case "lunar":
      return "year";
    case "cron":
      return ofCron(timing);
    default:
      return "any";
  }
}

function ofCron({ expression, rhythm }: CronTiming): Often {
  if (rhythm !== undefined) return "any";
  const each = new Set(patternsOf(expression).map(ofPattern));
  const [only = "any"] = each;
  return each.size === 1 ? only : "any";
}

/** Days of a pattern: day of the month, month and day of the week are its last three fields. */
function ofPattern(pattern: string): Often {
  const [day, month, weekday] = pattern.trim().split(/\s+/).slice(-3);
  if (month !== "*") return day !== "*" && weekday === "*" ? "year" : "any";
  if (day !== "*") return weekday === "*" ? "month" : "any";
  if (weekday === "*") return "day";
  return /^[^,\-/#]+$/.test(weekday ?? "") ? "week" : "any";
}
