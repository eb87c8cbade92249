import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { atRest, type ClaimPlan, planClaim, scheduleAfter } from "./claim.ts";
import { ON_TIME_MS } from "./missed.ts";
import type { Occurrence, OccurrenceResult, OccurrenceTable } from "./occurrence-table.ts";
import type { Schedule, ScheduleTable } from "./schedule-table.ts";

/** A due time that is this process's to run. */
export interface ClaimedOccurrence {
  readonly id: string;
  /** `occurrence:<id>`, the same after a restart: the first part of the keys under which its effects happen at most once. */
  readonly effectScope: string;
  readonly schedule: Schedule;
  readonly dueMs: number;
  /** `time`, or why it runs besides: `now` for a person's wish. */
  readonly cause: string;
  /** From 1; more after a process died while running it. */
  readonly attempt: number;
  /** True when it is more than a minute late. */
  readonly isCatchUp: boolean;
  /** Earlier due times that were left out in its favour, by the schedule's policy. */
  readonly skippedCount: number;
}

/** Due times of one schedule that were not run and that its owner has not been told of. */
export interface MissedDues {
  readonly schedule: Schedule;
  readonly count: number;
  readonly firstDueMs: number;
  readonly lastDueMs: number;
}

/** What `finish` changed. */
export interface Finished {
  /** False when the occurrence had already ended. */
  readonly isApplied: boolean;
  /** The schedule, when this failure was one too many in a row and it is now `failing`: its owner has to know. */
  readonly disabled?: Schedule;
}

/** The record of due times: each has one row, is claimed once and ends in one state. */
export interface Ledger {
  /** Writes a row for every due time up to `nowMs` and hands out those to run now, in order. Behind by very much, it does a part at a time: call again while `hasDue`. */
  claimDue(nowMs: number): readonly ClaimedOccurrence[];
  hasDue(nowMs: number): boolean;
  finish(occurrenceId: string, result: OccurrenceResult): Finished;
  /** Notes the platform's message id, once; false when one was noted before. */
  deliveredAs(occurrenceId: string, platformMessageId: string): boolean;
  /** What another process claimed and never finished, taken over under the same ids. Only for the process that holds HOME, at its start. */
  unfinished(): readonly ClaimedOccurrence[];
  missedToTell(): readonly MissedDues[];
  /** Ends the missed due times of one entry of `missedToTell`. */
  told(missed: MissedDues): void;
  /** What became of a person's due times, latest first; at most `limit`, default 20. */
  history(
    personId: string,
    options?: { readonly scheduleId?: string; readonly limit?: number },
  ): readonly Occurrence[];
  /** The schedule to whose due time an effect key or a run's origin belongs; `undefined` for any other. */
  jobOf(effectKey: string): string | undefined;
}

/** Hands for the ledger; `processId` tells this process's claims from those of a dead one. */
export interface LedgerParts {
  readonly database: Database;
  readonly schedules: ScheduleTable;
  readonly occurrences: OccurrenceTable;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly processId: string;
}

/** Failures in a row that disable a schedule. */
const MOST_FAILURES = 5;

/** Schedules looked at in one transaction. */
const SCHEDULES_AT_ONCE = 200;

/** The ledger on the tables of an open database. */
export function createLedger(parts: LedgerParts): Ledger {
  const { database, schedules, occurrences, clock } = parts;
  const claimed = (row: Occurrence, nowMs: number): readonly ClaimedOccurrence[] => {
    const schedule = schedules.byId(row.scheduleId);
    return schedule === undefined ? [] : [claimedOf(row, schedule, nowMs, 0)];
  };
  const hasDue = (nowMs: number): boolean => schedules.hasDue(nowMs) || occurrences.hasWaiting();
  return {
    claimDue(nowMs) {
      const aheadMs = nowMs + ON_TIME_MS;
      if (!hasDue(nowMs) && !occurrences.hasAhead(aheadMs)) return [];
      return inTransaction(database, () => {
        reopen(schedules, occurrences.forgetAhead(aheadMs), nowMs);
        const waiting = occurrences.claimWaiting(parts.processId, nowMs);
        const due = schedules.due(nowMs, SCHEDULES_AT_ONCE);
        return [
          ...waiting.flatMap((row) => claimed(row, nowMs)),
          ...due.flatMap((schedule) => claimOne(parts, schedule, nowMs)),
        ];
      });
    },
    hasDue,
    finish: (id, result) =>
      inTransaction(database, () => {
        const row = occurrences.finish(id, result, clock.now());
        if (row === undefined) return { isApplied: false };
        const disabled = countFailures(schedules, row.scheduleId, result);
        return { isApplied: true, ...(disabled === undefined ? {} : { disabled }) };
      }),
    deliveredAs: (id, messageId) => occurrences.deliver(id, messageId, clock.now()),
    unfinished() {
      const nowMs = clock.now();
      return occurrences.takeOver(parts.processId, nowMs).flatMap((row) => claimed(row, nowMs));
    },
    missedToTell: () =>
      occurrences.missed().flatMap(({ scheduleId, ...span }) => {
        const schedule = schedules.byId(scheduleId);
        return schedule === undefined ? [] : [{ schedule, ...span }];
      }),
    told: (missed) => occurrences.tell(missed.schedule.id, missed.lastDueMs, clock.now()),
    history: (personId, options = {}) =>
      occurrences.history(personId, options.scheduleId ?? null, options.limit ?? 20),
    jobOf(effectKey) {
      const id = /^occurrence:([^/]+)/.exec(effectKey)?.[1];
      return id === undefined ? undefined : occurrences.scheduleOf(id);
    },
  };
}

function claimOne(
  parts: LedgerParts,
  schedule: Schedule,
  nowMs: number,
): readonly ClaimedOccurrence[] {
  const plan = planOrGiveUp(schedule, nowMs);
  const claimed: ClaimedOccurrence[] = [];
  let skippedCount = 0;
  for (const { dueMs, fate } of plan.decisions) {
    const row = {
      id: parts.newId("occ"),
      scheduleId: schedule.id,
      personId: schedule.personId,
      dueMs,
      cause: "time",
      claimedBy: fate === "run" ? parts.processId : null,
      nowMs,
      summary: plan.problem,
    };
    const isNew = parts.occurrences.insert({ ...row, state: fate === "run" ? "claimed" : fate });
    if (isNew && fate === "run") {
      claimed.push(claimedOf({ ...row, attempt: 1 }, plan.after, nowMs, skippedCount));
    }
    skippedCount = fate === "skipped" ? skippedCount + 1 : 0;
  }
  parts.schedules.save(plan.after);
  return claimed;
}

/** A timing that can no longer be read (a zone that was dropped, a library that grew stricter) must not stop the others: its due time counts as missed, so the owner hears of it. */
function planOrGiveUp(
  schedule: Schedule,
  nowMs: number,
): ClaimPlan & { readonly problem: string | null } {
  try {
    return { ...planClaim(schedule, nowMs), problem: null };
  } catch (error) {
    const dueMs = schedule.nextDueMs ?? nowMs;
    const after = atRest(schedule, "failing");
    return { decisions: [{ dueMs, fate: "missed" }], after, problem: messageOf(error) };
  }
}

/**
 * When the clock was far ahead for a while and has been set back, due times that still lie ahead had rows saying they were
 * skipped or missed, and their schedules wait beyond them. Those rows are gone now, and the schedules look again; what ran stays.
 */
function reopen(schedules: ScheduleTable, scheduleIds: readonly string[], nowMs: number): void {
  for (const scheduleId of scheduleIds) {
    const schedule = schedules.byId(scheduleId);
    if (schedule?.state === "active" || schedule?.state === "done") {
      schedules.save(scheduleAfter(schedule, nowMs));
    }
  }
}

function countFailures(
  schedules: ScheduleTable,
  scheduleId: string,
  result: OccurrenceResult,
): Schedule | undefined {
  const schedule = schedules.byId(scheduleId);
  if (schedule === undefined || result.state === "waiting") return undefined;
  const failCount = result.state === "failed" ? schedule.failCount + 1 : 0;
  const counted = { ...schedule, failCount };
  const isOneTooMany = failCount >= MOST_FAILURES && schedule.state === "active";
  const after = isOneTooMany ? atRest(counted, "failing") : counted;
  schedules.save(after);
  return isOneTooMany ? after : undefined;
}

function claimedOf(
  row: Pick<Occurrence, "id" | "dueMs" | "cause" | "attempt">,
  schedule: Schedule,
  nowMs: number,
  skippedCount: number,
): ClaimedOccurrence {
  return {
    id: row.id,
    effectScope: `occurrence:${row.id}`,
    schedule,
    dueMs: row.dueMs,
    cause: row.cause,
    attempt: row.attempt,
    isCatchUp: nowMs - row.dueMs > ON_TIME_MS,
    skippedCount,
  };
}
