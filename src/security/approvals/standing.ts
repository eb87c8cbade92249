import type { Clock } from "../../base/clock.ts";
import type { Database } from "../../store/database.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";

/** Days that a standing approval holds from the press that gave it. */
export const STANDING_DAYS = 90;

/** The same in milliseconds. */
export const STANDING_MS = STANDING_DAYS * 24 * 60 * 60 * 1000;

/** Why a standing approval holds no more. */
export type StandingEnd = "withdrawn" | "replaced" | "expired" | "role" | "restored";

/** What the press that made a schedule allows of its runs. */
export interface StandingApproval {
  readonly id: string;
  /** Whose schedule it is. */
  readonly personId: string;
  readonly scheduleId: string;
  /** Digest of everything that must still be as it was: program, plan, times, chat, recipients. */
  readonly binding: string;
  /** Recipients, files and commands, for people. */
  readonly targets: readonly string[];
  /** Runs of one day at most. */
  readonly mostADay: number;
  /** Whose presses gave it. */
  readonly givers: readonly string[];
  /** The card it was given on. */
  readonly approvalId: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly endedAtMs?: number;
  readonly endedBecause?: StandingEnd;
}

/** A due time for which a standing approval stood; `day` counts days by the schedule's clock. */
export interface StandingUse {
  readonly standingId: string;
  readonly occurrenceId: string;
  readonly runId: string;
  readonly day: number;
}

const COLUMNS: Columns<StandingApproval> = {
  id: plain(),
  personId: plain(),
  scheduleId: plain(),
  binding: plain(),
  targets: json("targets_json"),
  mostADay: plain(),
  givers: json("givers_json"),
  approvalId: plain(),
  createdAtMs: plain(),
  expiresAtMs: plain(),
  endedAtMs: plain(),
  endedBecause: plain(),
};

const USE_COLUMNS: Columns<StandingUse> = {
  standingId: plain(),
  occurrenceId: plain(),
  runId: plain(),
  day: plain(),
};

/** Owner of the tables standing_approvals and standing_uses. A schedule has one in force at most. */
export class StandingApprovals {
  readonly #clock: Clock;
  readonly #newId: (prefix: string) => string;
  readonly #rows: Table<StandingApproval>;
  readonly #uses: Table<StandingUse>;

  constructor({
    database,
    clock,
    newId,
  }: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
  }) {
    this.#clock = clock;
    this.#newId = newId;
    this.#rows = new Table(database, "standing_approvals", COLUMNS);
    this.#uses = new Table(database, "standing_uses", USE_COLUMNS);
  }

  /** Writes down what a press allows, in the place of what stood for the schedule before; gives its id. For the transaction in which the schedule is made. */
  give(wanted: Omit<StandingApproval, "id" | "createdAtMs" | "expiresAtMs">): string {
    const nowMs = this.#clock.now();
    const id = this.#newId("stand");
    this.#end("schedule_id", wanted.scheduleId, "replaced");
    this.#rows.insert({
      ...wanted,
      id,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + STANDING_MS,
    });
    return id;
  }

  /** The one with an id, in force or not. */
  get(id: string): StandingApproval | undefined {
    return this.#rows.one("SELECT * FROM standing_approvals WHERE id = ?", id);
  }

  /** What holds for a schedule now. One past its time is ended for good; before the moment it was given by the clock, nothing holds. */
  of(scheduleId: string): StandingApproval | undefined {
    const nowMs = this.#clock.now();
    const found = this.#rows.one(
      "SELECT * FROM standing_approvals WHERE schedule_id = ? AND ended_at_ms IS NULL",
      scheduleId,
    );
    if (found === undefined || found.createdAtMs > nowMs) return undefined;
    if (found.expiresAtMs > nowMs) return found;
    this.#end("id", found.id, "expired");
    return undefined;
  }

  /** What held for a schedule until its time was over; nothing where it was ended otherwise, or something holds. */
  lastExpired(scheduleId: string): StandingApproval | undefined {
    if (this.of(scheduleId) !== undefined) return undefined;
    const last = this.#rows.one(
      "SELECT * FROM standing_approvals WHERE schedule_id = ? ORDER BY created_at_ms DESC, rowid DESC LIMIT 1",
      scheduleId,
    );
    return last?.endedBecause === "expired" ? last : undefined;
  }

  /** What has not ended, oldest first; of one person, or of everybody. */
  inForce(personId?: string): readonly StandingApproval[] {
    return this.#rows.many(
      `SELECT * FROM standing_approvals WHERE (@personId IS NULL OR person_id = @personId)
       AND ended_at_ms IS NULL AND expires_at_ms > @nowMs ORDER BY created_at_ms, rowid`,
      { personId, nowMs: this.#clock.now() },
    );
  }

  /** Whether it may stand for a due time: for one that it stood for before, or while its day has room. What was used on a later day counts too, so that a clock set back makes no room. */
  hasRoom(
    { id, mostADay }: StandingApproval,
    use: Pick<StandingUse, "occurrenceId" | "day">,
  ): boolean {
    const { occurrenceId, day } = use;
    const isCounted = this.#uses.has(
      "SELECT 1 FROM standing_uses WHERE standing_id = ? AND occurrence_id = ?",
      id,
      occurrenceId,
    );
    if (isCounted) return true;
    const used = this.#uses.many(
      "SELECT * FROM standing_uses WHERE standing_id = ? AND day >= ? LIMIT ?",
      id,
      day,
      mostADay,
    );
    return used.length < mostADay;
  }

  /** Counts a due time, once. Belongs into the transaction that goes on with its run. */
  count(use: StandingUse): void {
    this.#uses.insert(use, { used_at_ms: this.#clock.now() }, { isNewOnly: true });
  }

  /** Ends one; false when it had ended before. */
  withdraw(id: string): boolean {
    return this.#end("id", id, "withdrawn") > 0;
  }

  /** Ends all that stands for a person's schedules. */
  endAllOf(personId: string, because: StandingEnd): void {
    this.#end("person_id", personId, because);
  }

  /** Ends everything that stands. */
  endAll(because: StandingEnd): void {
    this.#rows.run(
      "UPDATE standing_approvals SET ended_at_ms = ?, ended_because = ? WHERE ended_at_ms IS NULL",
      this.#clock.now(),
      because,
    );
  }

  #end(column: "id" | "schedule_id" | "person_id", value: string, because: StandingEnd): number {
    return this.#rows.run(
      `UPDATE standing_approvals SET ended_at_ms = ?, ended_because = ? WHERE ${column} = ? AND ended_at_ms IS NULL`,
      this.#clock.now(),
      because,
      value,
    );
  }
}
