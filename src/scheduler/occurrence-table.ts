import type { Database } from "../store/database.ts";

/**
 * `due` waits for the next tick; `claimed` runs; `waiting` for a person. Terminal: `ran`, `failed`, `skipped` by policy or while
 * snoozed, `told` (missed, and the person knows). `missed` is on its way to `told`.
 */
export type OccurrenceState =
  | "due"
  | "claimed"
  | "waiting"
  | "ran"
  | "failed"
  | "skipped"
  | "missed"
  | "told";

/** One due time of a schedule (`cause` "time"), or one other reason to run it, with what became of it. */
export interface Occurrence {
  readonly id: string;
  readonly scheduleId: string;
  readonly personId: string;
  readonly dueMs: number;
  readonly cause: string;
  readonly state: OccurrenceState;
  /** How often it was started. */
  readonly attempt: number;
  readonly finishedAtMs?: number;
  readonly summary?: string;
  readonly runId?: string;
  /** The platform's message id: there once the result was really delivered. */
  readonly deliveredAs?: string;
}

/** How a run ended, or that it waits for a person. */
export interface OccurrenceResult {
  readonly state: "ran" | "failed" | "waiting";
  /** One sentence for the list of past runs. */
  readonly summary: string;
  readonly runId?: string;
}

/** A new row: `claimed` counts as its first attempt. */
export interface NewOccurrence {
  readonly id: string;
  readonly scheduleId: string;
  readonly personId: string;
  readonly dueMs: number;
  readonly cause: string;
  readonly state: "due" | "claimed" | "skipped" | "missed";
  readonly claimedBy: string | null;
  readonly nowMs: number;
  /** Why it will not run, where that is not the schedule's policy. */
  readonly summary: string | null;
}

/** All missed due times of one schedule that nobody has been told of. */
export interface MissedSpan {
  readonly scheduleId: string;
  readonly count: number;
  readonly firstDueMs: number;
  readonly lastDueMs: number;
}

/** Reads and writes the table `occurrences`; nothing else does. */
export interface OccurrenceTable {
  /** False when the schedule already has a row for this due time and cause. */
  insert(occurrence: NewOccurrence): boolean;
  /** Takes the rows in state `due`. */
  claimWaiting(claimedBy: string, nowMs: number): readonly Occurrence[];
  /** Takes over the rows that other processes claimed and never finished. */
  takeOver(claimedBy: string, nowMs: number): readonly Occurrence[];
  /** The row after the change; undefined when it was not running or waiting. */
  finish(id: string, result: OccurrenceResult, nowMs: number): Occurrence | undefined;
  deliver(id: string, platformMessageId: string, nowMs: number): boolean;
  /** True while a row in state `due` waits to be claimed. */
  hasWaiting(): boolean;
  missed(): readonly MissedSpan[];
  tell(scheduleId: string, untilDueMs: number, nowMs: number): void;
  /** True when a row that was never started is due after `afterMs`. */
  hasAhead(afterMs: number): boolean;
  /** Deletes those rows; gives the schedules they belong to. */
  forgetAhead(afterMs: number): readonly string[];
  history(personId: string, scheduleId: string | null, limit: number): readonly Occurrence[];
  scheduleOf(id: string): string | undefined;
}

interface OccurrenceRow {
  readonly id: string;
  readonly schedule_id: string;
  readonly person_id: string;
  readonly due_ms: number;
  readonly cause: string;
  readonly state: OccurrenceState;
  readonly attempt: number;
  readonly finished_at_ms: number | null;
  readonly summary: string | null;
  readonly run_id: string | null;
  readonly delivered_as: string | null;
}

type QueryNames = "missed" | "history" | "forgetAhead" | "hasAhead" | "hasWaiting" | "scheduleOf";

const IS_AHEAD = "due_ms > ? AND state IN ('skipped', 'missed', 'told')";

/** The table on an open database. */
export function createOccurrenceTable(database: Database): OccurrenceTable {
  return { ...createChanges(database), ...createQueries(database) };
}

function createChanges(database: Database): Omit<OccurrenceTable, QueryNames> {
  const insert = database.prepare<NewOccurrence & { attempt: number }>(
    `INSERT INTO occurrences (id, schedule_id, person_id, due_ms, cause, state, attempt, claimed_by, claimed_at_ms, summary)
     VALUES (@id, @scheduleId, @personId, @dueMs, @cause, @state, @attempt, @claimedBy, @nowMs, @summary)
     ON CONFLICT (schedule_id, due_ms, cause) DO NOTHING`,
  );
  const claim = (condition: string) =>
    database.prepare<{ claimedBy: string; nowMs: number }, OccurrenceRow>(
      `UPDATE occurrences SET state = 'claimed', attempt = attempt + 1, claimed_by = @claimedBy, claimed_at_ms = @nowMs
       WHERE ${condition} RETURNING *`,
    );
  const claimWaiting = claim("state = 'due'");
  const takeOver = claim("state = 'claimed' AND claimed_by <> @claimedBy");
  const finish = database.prepare<object, OccurrenceRow>(
    `UPDATE occurrences SET state = @state, summary = @summary, run_id = coalesce(@runId, run_id), finished_at_ms = @finishedAtMs
     WHERE id = @id AND state IN ('claimed', 'waiting') RETURNING *`,
  );
  const deliver = database.prepare<{ id: string; messageId: string; nowMs: number }>(
    `UPDATE occurrences SET delivered_as = @messageId, delivered_at_ms = @nowMs
     WHERE id = @id AND delivered_as IS NULL`,
  );
  const tell = database.prepare<{ scheduleId: string; untilDueMs: number; nowMs: number }>(
    `UPDATE occurrences SET state = 'told', finished_at_ms = @nowMs
     WHERE schedule_id = @scheduleId AND state = 'missed' AND due_ms <= @untilDueMs`,
  );
  return {
    insert: (row) => insert.run({ ...row, attempt: row.state === "claimed" ? 1 : 0 }).changes === 1,
    claimWaiting: (claimedBy, nowMs) => inOrder(claimWaiting.all({ claimedBy, nowMs })),
    takeOver: (claimedBy, nowMs) => inOrder(takeOver.all({ claimedBy, nowMs })),
    finish(id, result, nowMs) {
      const finishedAtMs = result.state === "waiting" ? null : nowMs;
      const row = finish.get({ id, ...result, runId: result.runId ?? null, finishedAtMs });
      return row === undefined ? undefined : occurrenceOf(row);
    },
    deliver: (id, messageId, nowMs) => deliver.run({ id, messageId, nowMs }).changes === 1,
    tell: (scheduleId, untilDueMs, nowMs) => void tell.run({ scheduleId, untilDueMs, nowMs }),
  };
}

function createQueries(database: Database): Pick<OccurrenceTable, QueryNames> {
  const missed = database.prepare<[], MissedSpan>(
    `SELECT schedule_id AS scheduleId, count(*) AS count, min(due_ms) AS firstDueMs, max(due_ms) AS lastDueMs
     FROM occurrences WHERE state = 'missed' GROUP BY schedule_id ORDER BY firstDueMs`,
  );
  const isAhead = database.prepare<[number]>(`SELECT 1 FROM occurrences WHERE ${IS_AHEAD} LIMIT 1`);
  const forget = database.prepare<[number], { readonly schedule_id: string }>(
    `DELETE FROM occurrences WHERE ${IS_AHEAD} RETURNING schedule_id`,
  );
  const history = database.prepare<
    { personId: string; scheduleId: string | null; limit: number },
    OccurrenceRow
  >(
    `SELECT * FROM occurrences WHERE person_id = @personId AND (@scheduleId IS NULL OR schedule_id = @scheduleId)
     ORDER BY due_ms DESC, id LIMIT @limit`,
  );
  const schedule = database.prepare<[string], { readonly schedule_id: string }>(
    "SELECT schedule_id FROM occurrences WHERE id = ?",
  );
  const waiting = database.prepare("SELECT 1 FROM occurrences WHERE state = 'due' LIMIT 1");
  return {
    scheduleOf: (id) => schedule.get(id)?.schedule_id,
    hasWaiting: () => waiting.get() !== undefined,
    missed: () => missed.all(),
    hasAhead: (afterMs) => isAhead.get(afterMs) !== undefined,
    forgetAhead: (afterMs) => [...new Set(forget.all(afterMs).map((row) => row.schedule_id))],
    history: (personId, scheduleId, limit) =>
      history.all({ personId, scheduleId, limit }).map(occurrenceOf),
  };
}

/** `RETURNING` promises no order. */
function inOrder(rows: OccurrenceRow[]): readonly Occurrence[] {
  return rows.map(occurrenceOf).sort((left, right) => left.dueMs - right.dueMs);
}

function occurrenceOf(row: OccurrenceRow): Occurrence {
  return {
    id: row.id,
    scheduleId: row.schedule_id,
    personId: row.person_id,
    dueMs: row.due_ms,
    cause: row.cause,
    state: row.state,
    attempt: row.attempt,
    ...(row.finished_at_ms === null ? {} : { finishedAtMs: row.finished_at_ms }),
    ...(row.summary === null ? {} : { summary: row.summary }),
    ...(row.run_id === null ? {} : { runId: row.run_id }),
    ...(row.delivered_as === null ? {} : { deliveredAs: row.delivered_as }),
  };
}
