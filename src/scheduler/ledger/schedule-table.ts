import type { Json } from "../../base/json.ts";
import type { Database } from "../../store/database.ts";
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
  /** Failures in a row. */
  readonly failCount: number;
  readonly createdAtMs: number;
}

/** Reads and writes the table `schedules`; nothing else does. */
export interface ScheduleTable {
  insert(schedule: Schedule): void;
  /** Writes everything but the id, the owner and the time of creation. */
  save(schedule: Schedule): void;
  byId(id: string): Schedule | undefined;
  /** By id or name, never a removed one; ids go first. */
  find(idOrName: string, personId: string): Schedule | undefined;
  /** Not removed, by name; everyone's without a person. */
  list(personId?: string): readonly Schedule[];
  /** Active ones whose due time has come, the longest due first. */
  due(nowMs: number, limit: number): readonly Schedule[];
  hasDue(nowMs: number): boolean;
  /** Active ones of a group, the oldest first. */
  active(group: TimingGroup): readonly Schedule[];
}

interface ScheduleRow {
  readonly id: string;
  readonly person_id: string;
  readonly chat_id: string;
  readonly name: string;
  readonly spec: string;
  readonly zone: string;
  readonly program: string;
  readonly workflow: string | null;
  readonly plan_digest: string;
  readonly missed_policy: string;
  readonly state: ScheduleState;
  readonly next_due_ms: number | null;
  readonly snoozed_until_ms: number | null;
  readonly fail_count: number;
  readonly tainted: number;
  readonly held: number;
  readonly agents_json: string | null;
  readonly created_at_ms: number;
  readonly kind: TimingGroup;
  readonly memory_json: string | null;
  readonly overlap: Overlap;
  readonly zone_named: number;
  readonly nodes_json: string | null;
  readonly paused_because: string | null;
}

/** The table on an open database. */
export function createScheduleTable(database: Database): ScheduleTable {
  const insert = database.prepare<ScheduleRow>(
    `INSERT INTO schedules (id, person_id, chat_id, name, kind, spec, zone, program, workflow, plan_digest, missed_policy,
       state, next_due_ms, snoozed_until_ms, fail_count, tainted, held, agents_json, created_at_ms,
       memory_json, overlap, zone_named, nodes_json, paused_because)
     VALUES (@id, @person_id, @chat_id, @name, @kind, @spec, @zone, @program, @workflow, @plan_digest, @missed_policy,
       @state, @next_due_ms, @snoozed_until_ms, @fail_count, @tainted, @held, @agents_json, @created_at_ms,
       @memory_json, @overlap, @zone_named, @nodes_json, @paused_because)`,
  );
  const save = database.prepare<ScheduleRow>(
    `UPDATE schedules SET chat_id = @chat_id, name = @name, kind = @kind, spec = @spec, zone = @zone, program = @program,
       workflow = @workflow, plan_digest = @plan_digest, missed_policy = @missed_policy, state = @state,
       next_due_ms = @next_due_ms, snoozed_until_ms = @snoozed_until_ms, fail_count = @fail_count, tainted = @tainted, held = @held, agents_json = @agents_json,
       memory_json = @memory_json, overlap = @overlap, zone_named = @zone_named, nodes_json = @nodes_json, paused_because = @paused_because
     WHERE id = @id`,
  );
  const byId = database.prepare<[string], ScheduleRow>("SELECT * FROM schedules WHERE id = ?");
  const find = database.prepare<{ key: string; personId: string }, ScheduleRow>(
    `SELECT * FROM schedules WHERE person_id = @personId AND state <> 'removed' AND (id = @key OR name = @key)
     ORDER BY id = @key DESC LIMIT 1`,
  );
  const list = database.prepare<{ personId: string | null }, ScheduleRow>(
    `SELECT * FROM schedules WHERE state <> 'removed' AND (@personId IS NULL OR person_id = @personId)
     ORDER BY name, id`,
  );
  const due = database.prepare<{ nowMs: number; limit: number }, ScheduleRow>(
    `SELECT * FROM schedules WHERE state = 'active' AND next_due_ms <= @nowMs
     ORDER BY next_due_ms, id LIMIT @limit`,
  );
  const hasDue = database.prepare<[number]>(
    "SELECT 1 FROM schedules WHERE state = 'active' AND next_due_ms <= ? LIMIT 1",
  );
  const active = database.prepare<[TimingGroup], ScheduleRow>(
    "SELECT * FROM schedules WHERE state = 'active' AND kind = ? ORDER BY created_at_ms, id",
  );
  return {
    insert: (schedule) => void insert.run(rowOf(schedule)),
    save: (schedule) => void save.run(rowOf(schedule)),
    byId: (id) => optional(byId.get(id)),
    find: (key, personId) => optional(find.get({ key, personId })),
    list: (personId) => list.all({ personId: personId ?? null }).map(scheduleOf),
    due: (nowMs, limit) => due.all({ nowMs, limit }).map(scheduleOf),
    hasDue: (nowMs) => hasDue.get(nowMs) !== undefined,
    active: (group) => active.all(group).map(scheduleOf),
  };
}

function optional(row: ScheduleRow | undefined): Schedule | undefined {
  return row === undefined ? undefined : scheduleOf(row);
}

function scheduleOf(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    personId: row.person_id,
    chatId: row.chat_id,
    name: row.name,
    // `rowOf` is the only writer of these two columns and wrote them from the same types.
    timing: JSON.parse(row.spec) as Timing,
    missed: JSON.parse(row.missed_policy) as MissedPolicy,
    zone: row.zone,
    isZoneNamed: row.zone_named === 1,
    overlap: row.overlap,
    program: row.program,
    planDigest: row.plan_digest,
    state: row.state,
    failCount: row.fail_count,
    isTainted: row.tainted === 1,
    isHeld: row.held === 1,
    createdAtMs: row.created_at_ms,
    ...(row.workflow === null ? {} : { workflow: row.workflow }),
    ...(row.agents_json === null ? {} : { agents: JSON.parse(row.agents_json) as string[] }), // written by rowOf only
    // These two are written by rowOf only.
    ...(row.nodes_json === null ? {} : { nodes: JSON.parse(row.nodes_json) as string[] }),
    ...(row.memory_json === null ? {} : { memory: JSON.parse(row.memory_json) as Json }),
    ...(row.paused_because === null ? {} : { pausedBecause: row.paused_because }),
    ...(row.next_due_ms === null ? {} : { nextDueMs: row.next_due_ms }),
    ...(row.snoozed_until_ms === null ? {} : { snoozedUntilMs: row.snoozed_until_ms }),
  };
}

function rowOf(schedule: Schedule): ScheduleRow {
  return {
    id: schedule.id,
    person_id: schedule.personId,
    chat_id: schedule.chatId,
    name: schedule.name,
    spec: JSON.stringify(schedule.timing),
    zone: schedule.zone,
    program: schedule.program,
    workflow: schedule.workflow ?? null,
    plan_digest: schedule.planDigest,
    missed_policy: JSON.stringify(schedule.missed),
    state: schedule.state,
    next_due_ms: schedule.nextDueMs ?? null,
    snoozed_until_ms: schedule.snoozedUntilMs ?? null,
    fail_count: schedule.failCount,
    tainted: schedule.isTainted ? 1 : 0,
    held: schedule.isHeld ? 1 : 0,
    agents_json: schedule.agents === undefined ? null : JSON.stringify(schedule.agents),
    created_at_ms: schedule.createdAtMs,
    kind: groupOf(schedule.timing),
    memory_json: schedule.memory === undefined ? null : JSON.stringify(schedule.memory),
    overlap: schedule.overlap,
    zone_named: schedule.isZoneNamed ? 1 : 0,
    nodes_json: schedule.nodes === undefined ? null : JSON.stringify(schedule.nodes),
    paused_because: schedule.pausedBecause ?? null,
  };
}
