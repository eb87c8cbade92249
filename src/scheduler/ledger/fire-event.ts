import type { Clock } from "../../base/clock.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import type { TimingGroup } from "../timing/timing-kinds.ts";
import type { OccurrenceTable } from "./occurrence-table.ts";
import type { Schedule, ScheduleTable } from "./schedule-table.ts";

/** Something that happened and sets a schedule off. */
export interface Firing {
  /** Names the event: a schedule is set off by it once, also after a restart. */
  readonly key: string;
  readonly atMs: number;
  /** What came with it, from outside; `text` is what a reader sees of it. */
  readonly input: JsonObject;
}

/** The way in for events. */
export interface Firings {
  /** Active schedules that something of a group sets off, the oldest first. */
  listening(group: TimingGroup): readonly Schedule[];
  /** Writes the row of an event, to run at the next tick; false where it had one, or where the schedule is not active. */
  fire(scheduleId: string, firing: Firing): boolean;
  /** Notes what a schedule remembers from now on; nothing where it is not active. */
  remember(scheduleId: string, memory: Json): void;
  /** Calls `listener` after every firing from now on, until the function it gives is called. */
  onFired(listener: () => void): () => void;
  /** What came with the occurrence to which an effect key belongs; `undefined` where nothing did. */
  inputOf(effectKey: string): JsonObject | undefined;
  /** Notes what came with an occurrence. */
  setInput(occurrenceId: string, input: JsonObject): void;
}

/** Why a due time was left out under `overlap: "skip"`. */
export const STILL_RUNNING = "The one before was not over.";

/** A storm of events must not fill the disk: as many of one schedule wait or run at a time, and the rest are on record as skipped. */
const MOST_OPEN = 20;

const TOO_MANY = `${MOST_OPEN} events before it were not over.`;

/** The tables of the ledger, and what their rows are made with. */
export interface LedgerTables {
  readonly schedules: ScheduleTable;
  readonly occurrences: OccurrenceTable;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

/** The way in for events, over the tables of the ledger. */
export function createFirings(parts: LedgerTables & { readonly database: Database }): Firings {
  const { database, schedules, occurrences } = parts;
  const listeners = new Set<() => void>();
  return {
    listening: (group) => schedules.active(group),
    fire(scheduleId, firing) {
      const isFired = inTransaction(database, () => {
        const schedule = schedules.byId(scheduleId);
        return schedule?.state === "active" && fired(parts, schedule, firing);
      });
      if (isFired) for (const listener of listeners) listener();
      return isFired;
    },
    onFired(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    remember: (scheduleId, memory) =>
      inTransaction(database, () => {
        const schedule = schedules.byId(scheduleId);
        if (schedule?.state === "active") schedules.save({ ...schedule, memory });
      }),
    inputOf(effectKey) {
      const id = /^occurrence:([^/]+)/.exec(effectKey)?.[1];
      return id === undefined ? undefined : occurrences.get(id)?.input;
    },
    setInput: (id, input) => occurrences.setInput(id, input),
  };
}

function fired(parts: LedgerTables, schedule: Schedule, firing: Firing): boolean {
  const { occurrences, clock, newId } = parts;
  const reason = reasonToSkip(schedule, occurrences.openCount(schedule.id));
  const isNew = occurrences.insert({
    id: newId("occ"),
    scheduleId: schedule.id,
    personId: schedule.personId,
    dueMs: firing.atMs,
    cause: `event:${firing.key}`,
    state: reason === null ? "due" : "skipped",
    claimedBy: null,
    nowMs: clock.now(),
    summary: reason,
    // What runs nothing needs no more than its line in the record.
    ...(reason === null ? { input: firing.input } : {}),
  });
  return isNew && reason === null;
}

/** Why an event is on record and runs nothing; `null` where it runs. */
export function reasonToSkip(
  schedule: Pick<Schedule, "overlap">,
  openCount: number,
): string | null {
  if (schedule.overlap === "skip" && openCount > 0) return STILL_RUNNING;
  return openCount >= MOST_OPEN ? TOO_MANY : null;
}
