import type { Json } from "../../base/json.ts";
import type { Database } from "../../store/database.ts";
import { type Columns, flag, json, plain, Table } from "../../store/table.ts";
import { groupOf, type Timing, type TimingGroup } from "../timing/timing-kinds.ts";
import type { MissedPolicy } from "./misfire-policy.ts";

/** `active` comes due; `disabled` by a person; `failing` disabled after failures in a row; `done` has no due time left; `removed` is kept for its history only. */
export type ScheduleState = "active" | "disabled" | "failing" | "done" | "removed";

/** What becomes of a due time that comes while the one before still runs or waits: it comes after it, is skipped, or takes its place. */
export const OVERLAPS = ["queue", "skip", "replace"] as const;

/** One of the three. */
export type Overlap = (typeof OVERLAPS)[number];

/** A program that runs at its due times for the person who owns it. */
export interface Schedule {
  readonly id: string;
  readonly personId: string;
  /** Where results go. */
  readonly chatId: string;
  /** Unique among the person's schedules. */
  readonly name: string;
  readonly timing: Timing;
  /** IANA zone in which the timing is read. */
  readonly zone: string;
  /** True where the person named the zone; otherwise the schedule follows theirs. */
  readonly isZoneNamed: boolean;
  /** IBL text; empty for an entry of the calendar. */
  readonly program: string;
  /** The stored workflow the program came from. */
  readonly workflow?: string;
  /** Digest of the plan that was approved when the schedule was made or last changed. */
  readonly planDigest: string;
  readonly missed: MissedPolicy;
  readonly overlap: Overlap;
  readonly state: ScheduleState;
  /** Why it is `disabled` though nobody switched it off: its program cannot be planned any more. */
  readonly pausedBecause?: string;
  /** Nodes besides `system` that its makers could reach when it was made, beyond which it never goes; absent: all. */
  readonly nodes?: readonly string[];
  /** What it keeps from one look to the next. */
  readonly memory?: Json;
  /** The agents that made it, under whose rights it runs; absent: the system agent alone. */
  readonly agents?: readonly string[];
  /** True for a program from outside. */
  readonly isTainted: boolean;
  /** True until an owner has looked at it: it stays `disabled`. */
  readonly isHeld: boolean;
  /** There while `active`. */
  readonly nextDueMs?: number;
  readonly snoozedUntilMs?: number;
  /** When its person said last that it is done. */
  readonly doneAtMs?: number;
  /** Failures in a row. */
  readonly failCount: number;
  readonly createdAtMs: number;
}

const COLUMNS: Columns<Schedule> = {
  id: plain(),
  personId: plain(),
  chatId: plain(),
  name: plain(),
  timing: json("spec"),
  zone: plain(),
  isZoneNamed: flag("zone_named"),
  program: plain(),
  workflow: plain(),
  planDigest: plain(),
  missed: json("missed_policy"),
  overlap: plain(),
  state: plain(),
  pausedBecause: plain(),
  nodes: json("nodes_json"),
  memory: json("memory_json"),
  agents: json("agents_json"),
  isTainted: flag("tainted"),
  isHeld: flag("held"),
  nextDueMs: plain(),
  snoozedUntilMs: plain(),
  doneAtMs: plain(),
  failCount: plain(),
  createdAtMs: plain(),
};

/** Reads and writes the table `schedules`; nothing else does. */
export class ScheduleTable {
  readonly #table: Table<Schedule>;

  constructor(database: Database) {
    this.#table = new Table(database, "schedules", COLUMNS);
  }

  insert(schedule: Schedule): void {
    this.#table.insert(schedule, { kind: groupOf(schedule.timing) });
  }

  /** Writes a changed schedule over its row. */
  save(schedule: Schedule): void {
    this.#table.save(schedule, { kind: groupOf(schedule.timing) });
  }

  byId(id: string): Schedule | undefined {
    return this.#table.one("SELECT * FROM schedules WHERE id = ?", id);
  }

  /** By id, name, or the name of the workflow that it runs, never a removed one; ids go first, names of workflows last. */
  find(idOrName: string, personId: string): Schedule | undefined {
    return this.#table.one(
      `SELECT * FROM schedules WHERE person_id = @personId AND state <> 'removed' AND (id = @key OR name = @key OR workflow = @key)
       ORDER BY id = @key DESC, name = @key DESC LIMIT 1`,
      { key: idOrName, personId },
    );
  }

  /** Not removed, by name; everyone's without a person. */
  list(personId?: string): readonly Schedule[] {
    return this.#table.many(
      "SELECT * FROM schedules WHERE state <> 'removed' AND (@personId IS NULL OR person_id = @personId) ORDER BY name, id",
      { personId },
    );
  }

  /** Active ones whose due time has come, the longest due first. */
  due(nowMs: number, limit: number): readonly Schedule[] {
    return this.#table.many(
      "SELECT * FROM schedules WHERE state = 'active' AND next_due_ms <= ? ORDER BY next_due_ms, id LIMIT ?",
      nowMs,
      limit,
    );
  }

  hasDue(nowMs: number): boolean {
    return this.#table.has(
      "SELECT 1 FROM schedules WHERE state = 'active' AND next_due_ms <= ? LIMIT 1",
      nowMs,
    );
  }

  /** Active ones of a group, the oldest first. */
  active(group: TimingGroup): readonly Schedule[] {
    return this.#table.many(
      "SELECT * FROM schedules WHERE state = 'active' AND kind = ? ORDER BY created_at_ms, id",
      group,
    );
  }
}
