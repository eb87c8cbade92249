import type { Clock } from "../../base/clock.ts";
import { nextDue } from "../timing/cron.ts";
import { followersOf } from "./chain.ts";
import { atRest } from "./claim-due.ts";
import type { OccurrenceResult, OccurrenceTable } from "./occurrence-table.ts";
import type { Schedule, ScheduleTable } from "./schedule-table.ts";

/** What `finish` changed. */
export interface Finished {
  /** False when the occurrence had already ended. */
  readonly isApplied: boolean;
  /** True when it failed and is tried again later. */
  readonly isRetried?: boolean;
  /** The schedule, when this failure was one too many in a row and it is now `failing`: its owner has to know. */
  readonly disabled?: Schedule;
}

interface EndingParts {
  readonly schedules: ScheduleTable;
  readonly occurrences: OccurrenceTable;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

/** How long after a failure a program that only reads is tried again; a person waits for it, so not for long. */
const RETRY_AFTER_MS: readonly number[] = [30_000, 120_000, 300_000];

/** How often what only reads is tried again after a failure. */
export const MOST_RETRIES = RETRY_AFTER_MS.length;

/** Failures in a row that disable a schedule. */
const MOST_FAILURES = 5;

const PATIENCE_MS = 3_600_000;

/** Ends an occurrence, notes that it waits for a person, or puts it back in line; inside the caller's transaction. */
export function endOccurrence(parts: EndingParts, id: string, result: OccurrenceResult): Finished {
  const { schedules, occurrences, clock } = parts;
  const nowMs = clock.now();
  const retried = retryOf(occurrences, id, result, nowMs);
  if (retried !== undefined) return retried;
  const row = occurrences.finish(id, result, nowMs);
  if (row === undefined) return { isApplied: false };
  if (result.isQuiet === true) occurrences.keepLook(id);
  const disabled = settle(schedules, row.scheduleId, { result, nowMs });
  if (result.isQuiet !== true)
    for (const follower of followersOf(parts, row)) occurrences.insert(follower);
  return { isApplied: true, ...(disabled === undefined ? {} : { disabled }) };
}

/** Puts what failed and may be tried again back in line; `undefined` where it has ended. */
function retryOf(
  occurrences: OccurrenceTable,
  id: string,
  result: OccurrenceResult,
  nowMs: number,
): Finished | undefined {
  const row = occurrences.get(id);
  if (row?.state !== "claimed" || result.state !== "failed" || result.isRetryable !== true)
    return undefined;
  const afterMs = RETRY_AFTER_MS[row.retries];
  if (afterMs === undefined) return undefined;
  occurrences.retry(id, result.summary, nowMs + afterMs);
  return { isApplied: true, isRetried: true };
}

/** Counts failures in a row and keeps what the schedule remembers. The schedule, where this failure was one too many. */
function settle(
  schedules: ScheduleTable,
  scheduleId: string,
  { result, nowMs }: { readonly result: OccurrenceResult; readonly nowMs: number },
): Schedule | undefined {
  const found = schedules.byId(scheduleId);
  if (found === undefined) return undefined;
  const schedule = result.memory === undefined ? found : { ...found, memory: result.memory };
  if (result.state === "waiting") {
    if (schedule !== found) schedules.save(schedule);
    return undefined;
  }
  const failCount = result.state === "failed" ? schedule.failCount + 1 : 0;
  const counted = { ...schedule, failCount };
  const isOneTooMany = failCount >= mostFailures(schedule, nowMs) && schedule.state === "active";
  const after = isOneTooMany ? atRest(counted, "failing") : counted;
  schedules.save(after);
  return isOneTooMany ? after : undefined;
}

/** A condition that is looked at often is given an hour, so that a site may be away for a while. */
function mostFailures({ timing, zone }: Schedule, nowMs: number): number {
  if (timing.kind !== "condition") return MOST_FAILURES;
  const firstMs = nextDue(timing, zone, nowMs) ?? nowMs;
  const stepMs = (nextDue(timing, zone, firstMs) ?? Number.POSITIVE_INFINITY) - firstMs;
  return Math.max(MOST_FAILURES, Math.ceil(PATIENCE_MS / stepMs));
}
