import type { Json, JsonObject } from "../../base/json.ts";
import type { Database } from "../../store/database.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";

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

const COLUMNS: Columns<Occurrence> = {
  id: plain(),
  scheduleId: plain(),
  personId: plain(),
  dueMs: plain(),
  cause: plain(),
  state: plain(),
  attempt: plain(),
  retries: plain(),
  input: json("input_json"),
  finishedAtMs: plain(),
  summary: plain(),
  runId: plain(),
  deliveredAs: plain(),
  deliveredAtMs: plain(),
};

/** Why a due time that had begun has no end of its own. */
const REPLACED = "The next one took its place.";

const IS_AHEAD = "due_ms > ? AND state IN ('skipped', 'missed', 'told')";

/** Reads and writes the table `occurrences`; nothing else does. */
export class OccurrenceTable {
  readonly #table: Table<Occurrence>;

  constructor(database: Database) {
    this.#table = new Table(database, "occurrences", COLUMNS);
  }

  /** False when the schedule already has a row for this due time and cause, or for this event. */
  insert({ claimedBy, nowMs, summary, ...row }: NewOccurrence): boolean {
    const rowId = this.#table.insert(
      row,
      {
        attempt: row.state === "claimed" ? 1 : 0,
        claimed_by: claimedBy,
        claimed_at_ms: nowMs,
        summary,
      },
      { isNewOnly: true },
    );
    return rowId !== undefined;
  }

  /** Takes the rows in state `due`, but those that wait to be tried again later. */
  claimWaiting(claimedBy: string, nowMs: number): readonly Occurrence[] {
    const isDue = "state = 'due' AND coalesce(not_before_ms, 0) <= @nowMs";
    return this.#claim(isDue, { claimedBy, nowMs });
  }

  /** Takes over the rows that other processes claimed and never finished. */
  takeOver(claimedBy: string, nowMs: number): readonly Occurrence[] {
    return this.#claim("state = 'claimed' AND claimed_by <> @claimedBy", { claimedBy, nowMs });
  }

  #claim(
    condition: string,
    by: { readonly claimedBy: string; readonly nowMs: number },
  ): readonly Occurrence[] {
    return inOrder(
      this.#table.many(
        `UPDATE occurrences SET state = 'claimed', attempt = attempt + 1, claimed_by = @claimedBy, claimed_at_ms = @nowMs
         WHERE ${condition} RETURNING *`,
        { ...by },
      ),
    );
  }

  /** The row after the change; undefined when it was not running or waiting. */
  finish(id: string, result: OccurrenceResult, nowMs: number): Occurrence | undefined {
    return this.#table.one(
      `UPDATE occurrences SET state = ?, summary = ?, run_id = coalesce(?, run_id), finished_at_ms = ?
       WHERE id = ? AND state IN ('claimed', 'waiting') RETURNING *`,
      result.state,
      result.summary,
      result.runId,
      result.state === "waiting" ? undefined : nowMs,
      id,
    );
  }

  /** Ends what is due, runs or waits of a schedule, but for one row; gives those rows. */
  supersede(scheduleId: string, exceptId: string, nowMs: number): readonly Occurrence[] {
    return inOrder(
      this.#table.many(
        `UPDATE occurrences SET state = 'skipped', summary = ?, finished_at_ms = ?
         WHERE schedule_id = ? AND id <> ? AND state IN ('due', 'claimed', 'waiting') RETURNING *`,
        REPLACED,
        nowMs,
        scheduleId,
        exceptId,
      ),
    );
  }

  /** Puts a running row back to `due`, not before `notBeforeMs`. */
  retry(id: string, summary: string, notBeforeMs: number): void {
    this.#table.run(
      `UPDATE occurrences SET state = 'due', retries = retries + 1, summary = ?, not_before_ms = ?, claimed_by = NULL
       WHERE id = ? AND state = 'claimed'`,
      summary,
      notBeforeMs,
      id,
    );
  }

  /** Of the looks in a row that found nothing new, keeps this one only. */
  keepLook(id: string): void {
    this.#table.run("UPDATE occurrences SET cause = 'look' WHERE id = ?", id);
    this.#table.run(
      `DELETE FROM occurrences WHERE cause = 'look' AND id <> @id AND state = 'ran'
       AND schedule_id = (SELECT schedule_id FROM occurrences WHERE id = @id)`,
      { id },
    );
  }

  /** Notes what came with it. */
  setInput(id: string, input: JsonObject): void {
    this.#table.run(
      "UPDATE occurrences SET input_json = ? WHERE id = ?",
      JSON.stringify(input),
      id,
    );
  }

  deliver(id: string, platformMessageId: string, nowMs: number): boolean {
    const changes = this.#table.run(
      "UPDATE occurrences SET delivered_as = ?, delivered_at_ms = ? WHERE id = ? AND delivered_as IS NULL",
      platformMessageId,
      nowMs,
      id,
    );
    return changes === 1;
  }

  /** True while a row in state `due` may be claimed. */
  hasWaiting(nowMs: number): boolean {
    return this.#table.has(
      "SELECT 1 FROM occurrences WHERE state = 'due' AND coalesce(not_before_ms, 0) <= ? LIMIT 1",
      nowMs,
    );
  }

  /** How many rows of a schedule wait, run, or wait for a person. */
  openCount(scheduleId: string): number {
    const [row] = this.#table.rows<{ readonly count: number }>(
      "SELECT count(*) AS count FROM occurrences WHERE schedule_id = ? AND state IN ('due', 'claimed', 'waiting')",
      scheduleId,
    );
    return row?.count ?? 0;
  }

  /** True while a row of a schedule is due or runs. */
  isRunning(scheduleId: string): boolean {
    return this.#table.has(
      "SELECT 1 FROM occurrences WHERE schedule_id = ? AND state IN ('due', 'claimed') LIMIT 1",
      scheduleId,
    );
  }

  get(id: string): Occurrence | undefined {
    return this.#table.one("SELECT * FROM occurrences WHERE id = ?", id);
  }

  missed(): readonly MissedSpan[] {
    return this.#table.rows(
      `SELECT schedule_id AS scheduleId, count(*) AS count, min(due_ms) AS firstDueMs, max(due_ms) AS lastDueMs
       FROM occurrences WHERE state = 'missed' GROUP BY schedule_id ORDER BY firstDueMs`,
    );
  }

  tell(scheduleId: string, untilDueMs: number, nowMs: number): void {
    this.#table.run(
      `UPDATE occurrences SET state = 'told', finished_at_ms = ?
       WHERE schedule_id = ? AND state = 'missed' AND due_ms <= ?`,
      nowMs,
      scheduleId,
      untilDueMs,
    );
  }

  /** True when a row that was never started is due after `afterMs`. */
  hasAhead(afterMs: number): boolean {
    return this.#table.has(`SELECT 1 FROM occurrences WHERE ${IS_AHEAD} LIMIT 1`, afterMs);
  }

  /** Deletes those rows; gives the schedules they belong to. */
  forgetAhead(afterMs: number): readonly string[] {
    const sql = `DELETE FROM occurrences WHERE ${IS_AHEAD} RETURNING *`;
    return [...new Set(this.#table.many(sql, afterMs).map(({ scheduleId }) => scheduleId))];
  }

  history(personId: string, scheduleId: string | null, limit: number): readonly Occurrence[] {
    return this.#table.many(
      `SELECT * FROM occurrences WHERE person_id = @personId AND (@scheduleId IS NULL OR schedule_id = @scheduleId)
       ORDER BY due_ms DESC, id LIMIT @limit`,
      { personId, scheduleId, limit },
    );
  }
}

/** `RETURNING` promises no order. */
function inOrder(rows: Occurrence[]): readonly Occurrence[] {
  return rows.sort((left, right) => left.dueMs - right.dueMs);
}
