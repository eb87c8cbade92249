import { messageOf } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { renamedApart, type TableKeeping } from "../../store/retention.ts";
import { nextDue } from "../timing/cron.ts";
import { followersOf } from "./chain.ts";
import { atRest, type ClaimPlan, planClaim, scheduleAfter } from "./claim-due.ts";
import { createFirings, type Firings, type LedgerTables, STILL_RUNNING } from "./fire-event.ts";
import { type Decision, ON_TIME_MS } from "./misfire-policy.ts";
import type { Occurrence, OccurrenceResult, OccurrenceTable } from "./occurrence-table.ts";
import type { Schedule, ScheduleTable } from "./schedule-table.ts";

/** A due time that is this process's to run. */
export interface ClaimedOccurrence {
  readonly id: string;
  /** `occurrence:<id>`, and `/again` with a number when it is tried again after a failure; the same after a restart: the first part of the keys under which its effects happen at most once. */
  readonly effectScope: string;
  readonly schedule: Schedule;
  readonly dueMs: number;
  /** `time`, or why it runs besides: `now` for a person's wish, `event:` and the event's key. */
  readonly cause: string;
  /** What came with its event. */
  readonly input?: JsonObject;
  /** True when it is the last time that it is tried, so that a failure is to be told. */
  readonly isLastTry: boolean;
  /** From 1; more after a process died while running it. */
  readonly attempt: number;
  /** True when it is more than a minute late. */
  readonly isCatchUp: boolean;
  /** Due times that had begun and in whose place this one comes: what of them still runs in this process is to be stopped. */
  readonly replaces: readonly Occurrence[];
  /** Earlier due times that were left out in its favour, by the schedule's policy. */
  readonly skippedCount: number;
}

/** Due times of one schedule that were not run and that its owner has not been told of. */
export interface MissedDues {
  readonly schedule: Schedule;
  readonly count: number;
  readonly firstDueMs: number;
  readonly lastDueMs: number;
  /** When the service was not there, where that is why. */
  readonly down?: Downtime;
}

/** The record of due times and events: each has one row, is claimed once and ends in one state. */
export interface Ledger extends Firings {
  /** The service is there now: to be called at least once a minute, before `claimDue`. */
  beat(nowMs: number): void;
  /** Writes a row for every due time up to `nowMs` and hands out those to run now, in order. Behind by very much, it does a part at a time: call again while `hasDue`. */
  claimDue(nowMs: number): readonly ClaimedOccurrence[];
  hasDue(nowMs: number): boolean;
  /** Ends an occurrence, or notes that it waits for a person. What only reads and failed is tried again at most three times; schedules that wait for its end are set off. */
  finish(occurrenceId: string, result: OccurrenceResult): Finished;
  /** True while a due time of a schedule is about to run or runs. */
  isRunning(scheduleId: string): boolean;
  /** From now on `listener` is told of each due time that had begun and is replaced, in the transaction in which its place is claimed. What it throws takes the claim back. */
  whenReplaced(listener: (replaced: Occurrence) => void): void;
  /** The row of a due time or event, whosever it is. */
  occurrence(id: string): Occurrence | undefined;
  /** Notes the platform's message id, once; false when one was noted before. */
  deliveredAs(occurrenceId: string, platformMessageId: string): boolean;
  /** What another process claimed and never finished, taken over under the same ids. Only for the process that holds HOME, at its start. */
  unfinished(): readonly ClaimedOccurrence[];
  missedToTell(): readonly MissedDues[];
  /** Ends the missed due times of a schedule up to one, as `missedToTell` names them. */
  told(missed: { readonly schedule: Pick<Schedule, "id">; readonly lastDueMs: number }): void;
  /** What became of a person's due times, latest first; at most `limit`, default 20. */
  history(
    personId: string,
    options?: { readonly scheduleId?: string; readonly limit?: number },
  ): readonly Occurrence[];
  /** The schedule to whose due time an effect key or a run's origin belongs; `undefined` for any other. */
  jobOf(effectKey: string): string | undefined;
}

/** Schedules looked at in one transaction. */
const SCHEDULES_AT_ONCE = 200;

/** The ledger on the tables of an open database; `processId` tells this process's claims from those of a dead one. */
export function createLedger(
  parts: LedgerTables & { readonly database: Database; readonly processId: string },
): Ledger {
  const { database, schedules, occurrences, clock } = parts;
  const claimed = (row: Occurrence, nowMs: number): readonly ClaimedOccurrence[] => {
    const schedule = schedules.byId(row.scheduleId);
    return schedule === undefined ? [] : [claimedOf(row, schedule, nowMs, 0)];
  };
  const hasDue = (nowMs: number): boolean =>
    schedules.hasDue(nowMs) || occurrences.hasWaiting(nowMs);
  const uptime = createUptime(database);
  const replacing = new Set<(replaced: Occurrence) => void>();
  return {
    ...createFirings(parts),
    beat: (nowMs) => uptime.beat(nowMs),
    claimDue(nowMs) {
      const aheadMs = nowMs + ON_TIME_MS;
      if (!hasDue(nowMs) && !occurrences.hasAhead(aheadMs)) return [];
      return inTransaction(database, () => {
        reopen(schedules, occurrences.forgetAhead(aheadMs), nowMs);
        const waiting = occurrences.claimWaiting(parts.processId, nowMs);
        const due = schedules.due(nowMs, SCHEDULES_AT_ONCE);
        const taken = takingPlaces(parts, nowMs, [
          ...waiting.flatMap((row) => claimed(row, nowMs)),
          ...due.flatMap((schedule) => claimOne(parts, schedule, nowMs)),
        ]);
        for (const replaced of taken.flatMap(({ replaces }) => replaces))
          for (const listener of replacing) listener(replaced);
        return taken;
      });
    },
    whenReplaced: (listener) => void replacing.add(listener),
    hasDue,
    finish: (id, result) => inTransaction(database, () => endOccurrence(parts, id, result)),
    occurrence: (id) => occurrences.get(id),
    isRunning: (scheduleId) => occurrences.isRunning(scheduleId),
    deliveredAs: (id, messageId) => occurrences.deliver(id, messageId, clock.now()),
    unfinished() {
      const nowMs = clock.now();
      return occurrences.takeOver(parts.processId, nowMs).flatMap((row) => claimed(row, nowMs));
    },
    missedToTell: () =>
      occurrences.missed().flatMap(({ scheduleId, ...span }) => {
        const schedule = schedules.byId(scheduleId);
        const down = uptime.downBetween(span.firstDueMs, span.lastDueMs);
        if (schedule === undefined) return [];
        return [{ schedule, ...span, ...(down === undefined ? {} : { down }) }];
      }),
    told: (missed) => occurrences.tell(missed.schedule.id, missed.lastDueMs, clock.now()),
    history: (personId, options = {}) =>
      occurrences.history(personId, options.scheduleId ?? null, options.limit ?? 20),
    jobOf(effectKey) {
      const id = /^occurrence:([^/]+)/.exec(effectKey)?.[1];
      return id === undefined ? undefined : occurrences.get(id)?.scheduleId;
    },
  };
}

function claimOne(
  parts: Parameters<typeof createLedger>[0],
  schedule: Schedule,
  nowMs: number,
): readonly ClaimedOccurrence[] {
  const plan = planOrGiveUp(schedule, nowMs);
  const claimed: ClaimedOccurrence[] = [];
  const isBusy =
    schedule.overlap === "skip" ? parts.occurrences.openCount(schedule.id) > 0 : undefined;
  let skippedCount = 0;
  for (const { dueMs, fate, because } of withoutOverlap(plan.decisions, isBusy)) {
    const row = {
      id: parts.newId("occ"),
      scheduleId: schedule.id,
      personId: schedule.personId,
      dueMs,
      cause: "time",
      claimedBy: fate === "run" ? parts.processId : null,
      nowMs,
      summary: because ?? plan.problem,
    };
    const isNew = parts.occurrences.insert({ ...row, state: fate === "run" ? "claimed" : fate });
    if (isNew && fate === "run") {
      claimed.push(claimedOf({ ...row, attempt: 1, retries: 0 }, plan.after, nowMs, skippedCount));
    }
    skippedCount = fate === "skipped" ? skippedCount + 1 : 0;
  }
  parts.schedules.save(plan.after);
  return claimed;
}

/** Where due times replace one another, the latest of each schedule comes in the place of all that are open. */
function takingPlaces(
  { occurrences }: Parameters<typeof createLedger>[0],
  nowMs: number,
  claimed: readonly ClaimedOccurrence[],
): readonly ClaimedOccurrence[] {
  const latest = new Map<string, ClaimedOccurrence>();
  for (const occurrence of claimed) {
    const { id, overlap } = occurrence.schedule;
    const before = latest.get(id);
    if (overlap === "replace" && (before === undefined || before.dueMs <= occurrence.dueMs))
      latest.set(id, occurrence);
  }
  return claimed.flatMap((occurrence) => {
    const last = latest.get(occurrence.schedule.id);
    if (last === undefined) return [occurrence];
    if (last !== occurrence) return [];
    const replaces = occurrences.supersede(occurrence.schedule.id, occurrence.id, nowMs);
    return [{ ...occurrence, replaces }];
  });
}

/** Leaves out what would come while the one before is not over; everything stays where overlaps are queued (`isBusy` undefined). */
function withoutOverlap(
  decisions: readonly Decision[],
  isBusy: boolean | undefined,
): readonly (Decision & { readonly because?: string })[] {
  if (isBusy === undefined) return decisions;
  let isTaken = isBusy;
  return decisions.map((decision) => {
    if (decision.fate !== "run") return decision;
    const wasTaken = isTaken;
    isTaken = true;
    return wasTaken ? { ...decision, fate: "skipped", because: STILL_RUNNING } : decision;
  });
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

function claimedOf(
  row: Pick<Occurrence, "id" | "dueMs" | "cause" | "attempt" | "retries" | "input">,
  schedule: Schedule,
  nowMs: number,
  skippedCount: number,
): ClaimedOccurrence {
  return {
    id: row.id,
    effectScope: `occurrence:${row.id}${row.retries === 0 ? "" : `/again${row.retries}`}`,
    schedule,
    dueMs: row.dueMs,
    cause: row.cause,
    attempt: row.attempt,
    ...(row.input === undefined ? {} : { input: row.input }),
    replaces: [],
    isLastTry: row.retries >= MOST_RETRIES,
    isCatchUp: nowMs - row.dueMs > ON_TIME_MS && row.retries === 0,
    skippedCount,
  };
}

/** A time in which nothing could run: the service was not there, or its machine slept. */
interface Downtime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** When the service was there. */
interface Uptime {
  /** It is there now. After more than a minute without a beat, the time between is on record. */
  beat(nowMs: number): void;
  /** The time in which it was not there and which a due time in that span fell into, as one; `undefined` where it was there all along. */
  downBetween(fromMs: number, untilMs: number): Downtime | undefined;
}

/** A beat costs a write to the disk, so not every one of them is written. */
const WRITE_EVERY_MS = 15_000;

/** How long it is known when the service was not there; what was missed has been told by then. */
const KEPT_MS = 90 * 86_400_000;

/** Owner of the tables heartbeats and downtimes. */
function createUptime(database: Database): Uptime {
  const last = database.prepare<[], { readonly beat_ms: number }>("SELECT beat_ms FROM heartbeats");
  const write = database.prepare<[number]>(
    "INSERT INTO heartbeats (id, beat_ms) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET beat_ms = excluded.beat_ms",
  );
  const note = database.prepare<[number, number]>(
    "INSERT INTO downtimes (from_ms, to_ms) VALUES (?, ?) ON CONFLICT (from_ms) DO UPDATE SET to_ms = excluded.to_ms",
  );
  const forget = database.prepare<[number]>("DELETE FROM downtimes WHERE to_ms < ?");
  const down = database.prepare<[number, number], { readonly fromMs: number | null; toMs: number }>(
    "SELECT min(from_ms) AS fromMs, max(to_ms) AS toMs FROM downtimes WHERE to_ms >= ? AND from_ms <= ?",
  );
  return {
    beat(nowMs) {
      const lastMs = last.get()?.beat_ms;
      const passedMs = lastMs === undefined ? Number.POSITIVE_INFINITY : nowMs - lastMs;
      if (passedMs >= 0 && passedMs < WRITE_EVERY_MS) return;
      write.run(nowMs);
      if (lastMs === undefined || passedMs <= ON_TIME_MS + WRITE_EVERY_MS) return;
      note.run(lastMs, nowMs);
      forget.run(nowMs - KEPT_MS);
    },
    downBetween(fromMs, untilMs) {
      const found = down.get(fromMs, untilMs);
      if (found === undefined || found.fromMs === null) return undefined;
      return { fromMs: found.fromMs, toMs: found.toMs };
    },
  };
}

/** What `finish` changed. */
interface Finished {
  /** False when the occurrence had already ended. */
  readonly isApplied: boolean;
  /** True when it failed and is tried again later. */
  readonly isRetried?: boolean;
  /** The schedule, when this failure was one too many in a row and it is now `failing`: its owner has to know. */
  readonly disabled?: Schedule;
}

/** How long after a failure a program that only reads is tried again; a person waits for it, so not for long. */
const RETRY_AFTER_MS: readonly number[] = [30_000, 120_000, 300_000];

/** How often what only reads is tried again after a failure. */
const MOST_RETRIES = RETRY_AFTER_MS.length;

/** Failures in a row that disable a schedule. */
const MOST_FAILURES = 5;

const PATIENCE_MS = 3_600_000;

/** Ends an occurrence, notes that it waits for a person, or puts it back in line; inside the caller's transaction. */
function endOccurrence(parts: LedgerTables, id: string, result: OccurrenceResult): Finished {
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

/** The scheduler room's tables in time: past due times go, then schedules that are over and have none left. */
export const SCHEDULER_KEEPING: readonly TableKeeping[] = [
  {
    table: "occurrences",
    owned: "person_id = @person",
    names: ["id"],
    open: "SELECT 'occurrence:' || id FROM occurrences WHERE state IN ('due', 'claimed', 'waiting', 'missed')",
    expires: {
      after: "done",
      when: `state IN ('ran', 'failed', 'skipped', 'told') AND due_ms < @before
        AND COALESCE(finished_at_ms, due_ms) < @before`,
      oldest: "due_ms",
    },
  },
  {
    table: "schedules",
    owned: "person_id = @person",
    joined: renamedApart("schedules", "' (' || substr(id, -4) || ')'", "other.state <> 'removed'"),
    names: ["id"],
    // Who has the secret of a webhook can set it off.
    children: [
      { table: "webhook_secrets", key: "schedule_id", exported: { none: true } },
      { table: "webhook_requests", key: "schedule_id", exported: { none: true } },
    ],
    expires: {
      after: "done",
      when: `state IN ('done', 'removed') AND created_at_ms < @before
        AND NOT EXISTS (SELECT 1 FROM occurrences WHERE schedule_id = schedules.id)`,
      oldest: "created_at_ms",
    },
  },
  { table: "downtimes", because: "It says when the service was not there, and nothing of people." },
  {
    table: "heartbeats",
    because: "It says when the service was last there, and nothing of people.",
  },
];
