import { inBoth, type Localized } from "../../base/localized.ts";
import { dueBetween, nextDue } from "../timing/cron.ts";
import { isClockTiming, type Timing } from "../timing/timing-kinds.ts";
import { describeTiming } from "./describe.ts";
import type { Schedule } from "./schedule-table.ts";

/** Coming times that are told of a schedule. */
const TIMES_TOLD = 3;

/** When something comes, as a card tells it before it is kept. */
export interface Coming {
  /** What sets it off, in words with its zone; absent where its one time says it. */
  readonly rule?: Localized;
  /** Its next three times, in Unix milliseconds, as far as they are known. */
  readonly comingMs: readonly number[];
}

/** By which rule and when something comes from now on. */
export function comingOf(timing: Timing, zone: string, nowMs: number): Coming {
  const comingMs = timesAfter(timing, zone, nowMs);
  if (timing.kind === "at") return { comingMs };
  return { rule: inBoth((language) => describeTiming(timing, zone, language)), comingMs };
}

/** The next three times at which something comes, in order, in Unix milliseconds: none of what waits for something else than the clock; of a condition they would be when it is looked at. */
export function timesAfter(timing: Timing, zone: string, nowMs: number): readonly number[] {
  if (!isClockTiming(timing)) return [];
  return dueBetween(timing, zone, nowMs, Number.POSITIVE_INFINITY, TIMES_TOLD);
}

/** The next three times of a schedule that is active, the first as it stands in its row: a snooze may have moved it. None of a condition. */
export function comingTimes(
  { nextDueMs, timing, zone }: Pick<Schedule, "nextDueMs" | "timing" | "zone">,
  nowMs: number,
): readonly number[] {
  if (timing.kind === "condition") return [];
  const times: number[] = [];
  let dueMs = nextDueMs;
  while (dueMs !== undefined && times.length < TIMES_TOLD) {
    times.push(dueMs);
    dueMs = nextDue(timing, zone, Math.max(dueMs, nowMs));
  }
  return times;
}
