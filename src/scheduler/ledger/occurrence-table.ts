import type { Json, JsonObject } from "../../base/json.ts";
import type { Database } from "../../store/database.ts";

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

/** One due time of a schedule (`cause` "time"; "look" once a look at its condition found nothing new), or one other reason to run it ("now" for a person's wish, `event:` and the event's key), with what became of it. */
export interface Occurrence {
  readonly id: string;
  readonly scheduleId: string;
  readonly personId: string;
  readonly dueMs: number;
  readonly cause: string;
  readonly state: OccurrenceState;
  /** How often it was started. */
  readonly attempt: number;
  /** How often it was tried again after a failure. */
  readonly retries: number;
  /** What came with its event, or what its condition was true of. */
  readonly input?: JsonObject;
  readonly finishedAtMs?: number;
  readonly summary?: string;
  readonly runId?: string;
  /** The platform's message id: there once the result was really delivered. */
  readonly deliveredAs?: string;
  /** When it was. */
  readonly deliveredAtMs?: number;
}

/** How a run ended, or that it waits for a person. */
export interface OccurrenceResult {
  readonly state: "ran" | "failed" | "waiting";
  /** One sentence for the list of past runs. */
  readonly summary: string;
  readonly runId?: string;
  /** What its schedule remembers from now on. Default: what it remembers already. */
  readonly memory?: Json;
  /** True for a look that found nothing new: of those in a row only the last is kept. Default false. */
  readonly isQuiet?: boolean;
  /** True for a failure of a program that only reads, which may work later. Default false. */
  readonly isRetryable?: boolean;
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
  /** Default: nothing came with it. */
  readonly input?: JsonObject;
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
  /** False when the schedule already has a row for this due time and cause, or for this event. */
  insert(occurrence: NewOccurrence): boolean;
  /** Takes the rows in state `due`, but those that wait to be tried again later. */
  claimWaiting(claimedBy: string, nowMs: number): readonly Occurrence[];
  /** Takes over the rows that other processes claimed and never finished. */
  takeOver(claimedBy: string, nowMs: number): readonly Occurrence[];
  /** The row after the change; undefined when it was not running or waiting. */
  finish(id: string, result: OccurrenceResult, nowMs: number): Occurrence | undefined;
  /** Ends what is due, runs or waits of a schedule, but for one row; gives those rows. */
  supersede(scheduleId: string, exceptId: string, nowMs: number): readonly Occurrence[];
  /** Puts a running row back to `due`, not before `notBeforeMs`. */
  retry(id: string, summary: string, notBeforeMs: number): void;
  /** Of the looks in a row that found nothing new, keeps this one only. */
  keepLook(id: string): void;
  /** Notes what came with it. */
  setInput(id: string, input: JsonObject): void;
  deliver(id: string, platformMessageId: string, nowMs: number): boolean;
  /** True while a row in state `due` may be claimed. */
  hasWaiting(nowMs: number): boolean;
  /** How many rows of a schedule wait, run, or wait for a person. */
  openCount(scheduleId: string): number;
  /** True while a row of a schedule is due or runs. */
  isRunning(scheduleId: string): boolean;
  get(id: string): Occurrence | undefined;
  missed(): readonly MissedSpan[];
  tell(scheduleId: string, untilDueMs: number, nowMs: number): void;
  /** True when a row that was never started is due after `afterMs`. */
  hasAhead(afterMs: number): boolean;
  /** Deletes those rows; gives the schedules they belong to. */
  forgetAhead(afterMs: number): readonly string[];
  history(personId: string, scheduleId: string | null, limit: number): readonly Occurrence[];
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
  readonly delivered_at_ms: number | null;
  readonly retries: number;
  readonly input_json: string | null;
}

type QueryNames =
  | "missed"
  | "history"
  | "forgetAhead"
  | "hasAhead"
  | "hasWaiting"
  | "openCount"
  | "isRunning"
  | "get";

/** Why a due time that had begun has no end of its own. */
const REPLACED = "The next one took its place.";

const IS_AHEAD = "due_ms > ? AND state IN ('skipped', 'missed', 'told')";

/** The table on an open database. */
export function createOccurrenceTable(database: Database): OccurrenceTable {
  return { ...createChanges(database), ...createQueries(database) };
}

function createChanges(database: Database): Omit<OccurrenceTable, QueryNames> {
  const insert = database.prepare<object>(
    `INSERT INTO occurrences (id, schedule_id, person_id, due_ms, cause, state, attempt, claimed_by, claimed_at_ms, summary, input_json)
     VALUES (@id, @scheduleId, @personId, @dueMs, @cause, @state, @attempt, @claimedBy, @nowMs, @summary, @inputJson)
     ON CONFLICT DO NOTHING`,
  );
  const claim = (condition: string) =>
    database.prepare<{ claimedBy: string; nowMs: number }, OccurrenceRow>(
      `UPDATE occurrences SET state = 'claimed', attempt = attempt + 1, claimed_by = @claimedBy, claimed_at_ms = @nowMs
       WHERE ${condition} RETURNING *`,
    );
  const claimWaiting = claim("state = 'due' AND coalesce(not_before_ms, 0) <= @nowMs");
  const takeOver = claim("state = 'claimed' AND claimed_by <> @claimedBy");
  const finish = database.prepare<object, OccurrenceRow>(
    `UPDATE occurrences SET state = @state, summary = @summary, run_id = coalesce(@runId, run_id), finished_at_ms = @finishedAtMs
     WHERE id = @id AND state IN ('claimed', 'waiting') RETURNING *`,
  );
  const retry = database.prepare<{ id: string; summary: string; notBeforeMs: number }>(
    `UPDATE occurrences SET state = 'due', retries = retries + 1, summary = @summary, not_before_ms = @notBeforeMs, claimed_by = NULL
     WHERE id = @id AND state = 'claimed'`,
  );
  const deliver = database.prepare<{ id: string; messageId: string; nowMs: number }>(
    `UPDATE occurrences SET delivered_as = @messageId, delivered_at_ms = @nowMs
     WHERE id = @id AND delivered_as IS NULL`,
  );
  const tell = database.prepare<{ scheduleId: string; untilDueMs: number; nowMs: number }>(
    `UPDATE occurrences SET state = 'told', finished_at_ms = @nowMs
     WHERE schedule_id = @scheduleId AND state = 'missed' AND due_ms <= @untilDueMs`,
  );
  const supersede = database.prepare<object, OccurrenceRow>(
    `UPDATE occurrences SET state = 'skipped', summary = @summary, finished_at_ms = @nowMs
     WHERE schedule_id = @scheduleId AND id <> @exceptId AND state IN ('due', 'claimed', 'waiting') RETURNING *`,
  );
  return {
    ...createNotes(database),
    supersede: (scheduleId, exceptId, nowMs) =>
      inOrder(supersede.all({ scheduleId, exceptId, nowMs, summary: REPLACED })),
    insert({ input, ...row }) {
      const inputJson = input === undefined ? null : JSON.stringify(input);
      const attempt = row.state === "claimed" ? 1 : 0;
      return insert.run({ ...row, attempt, inputJson }).changes === 1;
    },
    retry: (id, summary, notBeforeMs) => void retry.run({ id, summary, notBeforeMs }),
    claimWaiting: (claimedBy, nowMs) => inOrder(claimWaiting.all({ claimedBy, nowMs })),
    takeOver: (claimedBy, nowMs) => inOrder(takeOver.all({ claimedBy, nowMs })),
    finish(id, result, nowMs) {
      const finishedAtMs = result.state === "waiting" ? null : nowMs;
      const { state, summary, runId = null } = result;
      const row = finish.get({ id, state, summary, runId, finishedAtMs });
      return row === undefined ? undefined : occurrenceOf(row);
    },
    deliver: (id, messageId, nowMs) => deliver.run({ id, messageId, nowMs }).changes === 1,
    tell: (scheduleId, untilDueMs, nowMs) => void tell.run({ scheduleId, untilDueMs, nowMs }),
  };
}

function createNotes(database: Database): Pick<OccurrenceTable, "setInput" | "keepLook"> {
  const setInput = database.prepare<{ id: string; inputJson: string }>(
    "UPDATE occurrences SET input_json = @inputJson WHERE id = @id",
  );
  const mark = database.prepare<[string]>("UPDATE occurrences SET cause = 'look' WHERE id = ?");
  const drop = database.prepare<{ id: string }>(
    `DELETE FROM occurrences WHERE cause = 'look' AND id <> @id AND state = 'ran'
     AND schedule_id = (SELECT schedule_id FROM occurrences WHERE id = @id)`,
  );
  return {
    setInput: (id, input) => void setInput.run({ id, inputJson: JSON.stringify(input) }),
    keepLook(id) {
      mark.run(id);
      drop.run({ id });
    },
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
  const byId = database.prepare<[string], OccurrenceRow>("SELECT * FROM occurrences WHERE id = ?");
  const waiting = database.prepare<[number]>(
    "SELECT 1 FROM occurrences WHERE state = 'due' AND coalesce(not_before_ms, 0) <= ? LIMIT 1",
  );
  const running = database.prepare<[string], { readonly id: string }>(
    "SELECT id FROM occurrences WHERE schedule_id = ? AND state IN ('due', 'claimed') LIMIT 1",
  );
  const open = database.prepare<[string], { readonly count: number }>(
    "SELECT count(*) AS count FROM occurrences WHERE schedule_id = ? AND state IN ('due', 'claimed', 'waiting')",
  );
  return {
    get(id) {
      const row = byId.get(id);
      return row === undefined ? undefined : occurrenceOf(row);
    },
    hasWaiting: (nowMs) => waiting.get(nowMs) !== undefined,
    isRunning: (scheduleId) => running.get(scheduleId) !== undefined,
    openCount: (scheduleId) => open.get(scheduleId)?.count ?? 0,
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
    retries: row.retries,
    ...(row.input_json === null ? {} : { input: JSON.parse(row.input_json) as JsonObject }), // written by insert and setInput only
    ...(row.finished_at_ms === null ? {} : { finishedAtMs: row.finished_at_ms }),
    ...(row.summary === null ? {} : { summary: row.summary }),
    ...(row.run_id === null ? {} : { runId: row.run_id }),
    ...(row.delivered_as === null ? {} : { deliveredAs: row.delivered_as }),
    ...(row.delivered_at_ms === null ? {} : { deliveredAtMs: row.delivered_at_ms }),
  };
}
