import { duesFrom, nextDue } from "../timing/cron.ts";
import { isEventTrigger } from "../timing/timing-kinds.ts";
import { type Decision, decideFates } from "./misfire-policy.ts";
import type { Schedule } from "./schedule-table.ts";

/** What one look at a due schedule decides: a row for each due time, and where the schedule stands afterwards. */
export interface ClaimPlan {
  readonly decisions: readonly Decision[];
  readonly after: Schedule;
}

/** A schedule far behind is worked off in several looks, so that one look stays short. */
const MOST_AT_ONCE = 1000;

/** Decides over every due time of an active schedule up to `nowMs`. Throws when its timing cannot be read. */
export function planClaim(schedule: Schedule, nowMs: number): ClaimPlan {
  const { timing, zone, snoozedUntilMs } = schedule;
  const { duesMs: regular, nextMs } = duesFrom(
    firstDue(schedule),
    timing,
    zone,
    nowMs,
    MOST_AT_ONCE,
  );
  const hasMore = nextMs !== undefined && nextMs <= nowMs;
  const reachedMs = hasMore ? (regular.at(-1) ?? nowMs) : nowMs;
  const duesMs = withSnooze(regular, snoozedUntilMs, reachedMs);
  const asleep = duesMs.filter((dueMs) => snoozedUntilMs !== undefined && dueMs < snoozedUntilMs);
  const decisions: readonly Decision[] = [
    ...asleep.map((dueMs): Decision => ({ dueMs, fate: "skipped" })),
    ...decideFates(duesMs.slice(asleep.length), nowMs, schedule.missed, hasMore),
  ];
  const decidedMs = decisions.at(-1)?.dueMs ?? reachedMs;
  const after = hasMore ? scheduleAfter(schedule, decidedMs) : waiting(schedule, nextMs, nowMs);
  return { decisions, after };
}

/** The same schedule waiting for its first due time after `afterMs`, or for the end of its snooze, or for its event; `done` when there is none of them. */
export function scheduleAfter(schedule: Schedule, afterMs: number): Schedule {
  return waiting(schedule, nextDue(schedule.timing, schedule.zone, afterMs), afterMs);
}

/** `nextDueMs` is a regular due time, or, while snoozed, perhaps the end of the snooze. */
function firstDue(schedule: Schedule): number | undefined {
  const { nextDueMs, snoozedUntilMs, timing, zone } = schedule;
  if (nextDueMs === undefined || snoozedUntilMs === undefined) return nextDueMs;
  return nextDue(timing, zone, nextDueMs - 1);
}

function waiting(schedule: Schedule, regularMs: number | undefined, afterMs: number): Schedule {
  const snoozedUntilMs = schedule.snoozedUntilMs ?? 0;
  const isSnoozed = snoozedUntilMs > afterMs;
  const nextDueMs = isSnoozed ? Math.min(regularMs ?? snoozedUntilMs, snoozedUntilMs) : regularMs;
  const resting = atRest(schedule, "done");
  if (isEventTrigger(schedule.timing)) return { ...resting, state: "active" };
  if (nextDueMs === undefined) return resting;
  return { ...resting, state: "active", nextDueMs, ...(isSnoozed ? { snoozedUntilMs } : {}) };
}

/** The same schedule with no due time ahead, and no longer paused. */
export function atRest(schedule: Schedule, state: Schedule["state"]): Schedule {
  const { nextDueMs, snoozedUntilMs, pausedBecause, ...rest } = schedule;
  return { ...rest, state };
}

/** The end of a snooze is a due time of its own: the schedule comes again then. */
function withSnooze(
  duesMs: readonly number[],
  snoozedUntilMs: number | undefined,
  reachedMs: number,
): readonly number[] {
  if (snoozedUntilMs === undefined || snoozedUntilMs > reachedMs) return duesMs;
  return [...new Set([...duesMs, snoozedUntilMs])].sort((left, right) => left - right);
}
