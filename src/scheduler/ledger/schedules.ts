import type { Clock } from "../../base/clock.ts";
import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { nextDue } from "../timing/cron.ts";
import { isEventTrigger } from "../timing/timing-kinds.ts";
import { parseZone } from "../timing/zone.ts";
import { atRest, scheduleAfter } from "./claim-due.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { CATCH_UP_ONCE, type MissedPolicy } from "./misfire-policy.ts";
import { type NewOccurrence, OccurrenceTable } from "./occurrence-table.ts";
import { type Schedule, ScheduleTable } from "./schedule-table.ts";

/** What a person wants run, and when. `missed` is by default caught up once within four hours. */
export type NewSchedule = Pick<
  Schedule,
  | "personId"
  | "chatId"
  | "name"
  | "timing"
  | "zone"
  | "program"
  | "workflow"
  | "planDigest"
  | "agents"
  | "nodes"
> & {
  readonly missed?: MissedPolicy;
  /** Default: queue. */
  readonly overlap?: Schedule["overlap"];
  /** True where the person named the zone: the schedule stays in it. Default false. */
  readonly isZoneNamed?: boolean;
  /** For a program from outside. Default false. */
  readonly isTainted?: boolean;
  /** It waits for an owner's look: nothing makes it run before `release`. Default false. */
  readonly isHeld?: boolean;
};

/** Parts to replace. A new program forgets the workflow it came from unless one is named with it, and needs no look unless `isHeld` says so. */
export type ScheduleChanges = Partial<Omit<NewSchedule, "personId">>;

/**
 * The schedules and the record of their due times. A person reaches their own by id or name. The methods that change one throw
 * `AppError`: `schedule-unknown`, `schedule-name-taken`, `schedule-over` (it would never come due), `schedule-off`, `schedule-held` (it waits for an owner's look), `schedule-zone`, `schedule-policy`, `schedule-event` (an event cannot be put off).
 */
export interface Schedules extends Ledger {
  /** `alongside` is done with it, or not at all. */
  add(schedule: NewSchedule, alongside?: (id: string) => void): Schedule;
  get(idOrName: string, personId: string): Schedule | undefined;
  /** By its id, whosever it is. */
  byId(id: string): Schedule | undefined;
  /** By name; everyone's when no person is given. */
  list(personId?: string): readonly Schedule[];
  /** Active from now on: due times and events while it was disabled are not made up for. Forgets past failures, a snooze, and what it remembers. */
  enable(idOrName: string, personId: string): Schedule;
  disable(idOrName: string, personId: string): Schedule;
  /** An owner has looked at it: it is held no more, and active from now on. */
  release(idOrName: string, personId: string): Schedule;
  /** A new timing or zone holds from now on. `alongside` is done with it, or not at all. */
  update(
    idOrName: string,
    personId: string,
    changes: ScheduleChanges,
    alongside?: (id: string) => void,
  ): Schedule;
  /** The record of its past due times stays. */
  remove(idOrName: string, personId: string): Schedule;
  /** Skips every due time before `untilMs` and comes again then; also brings back one that was due only once. */
  snooze(idOrName: string, personId: string, untilMs: number): Schedule;
  /** Its person says that what it told last is done. */
  settle(idOrName: string, personId: string): Schedule;
  /** Takes a snooze back: it comes at its own next time, if it has one. */
  wake(idOrName: string, personId: string): Schedule;
  /** Runs it at the next tick besides its due times, also while disabled; for the same `wish` once. */
  runNow(idOrName: string, personId: string, wish?: string): Schedule;
  /** The person lives by another clock now: schedules whose zone nobody named follow. Gives those that changed. */
  moveZone(personId: string, zone: string): readonly Schedule[];
  /** What was delivered to one chat goes to another. */
  moveChat(personId: string, from: string, to: string): void;
  /** Switches an active one off because its program cannot be planned any more; `undefined` where it is not active. */
  pause(id: string, because: string): Schedule | undefined;
}

/** Hands for the schedules; the database stays the caller's to close. */
export interface SchedulesParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

/** The schedules of an open database. */
export function createSchedules(parts: SchedulesParts): Schedules {
  const schedules = new ScheduleTable(parts.database);
  const occurrences = new OccurrenceTable(parts.database);
  const processId = parts.newId("process");
  return {
    ...createRegistry(parts, schedules, occurrences),
    ...createWholesale(parts, schedules),
    byId: (id) => schedules.byId(id),
    ...createLedger({ ...parts, schedules, occurrences, processId }),
  };
}

function createRegistry(
  parts: SchedulesParts,
  table: ScheduleTable,
  occurrences: OccurrenceTable,
): Omit<Schedules, keyof Ledger | keyof Wholesale | "byId"> {
  const { clock, database, newId } = parts;
  const change = (
    idOrName: string,
    personId: string,
    alter: (schedule: Schedule) => Schedule,
  ): Schedule =>
    inTransaction(database, () => {
      const schedule = table.find(idOrName, personId);
      if (schedule === undefined) throw unknownSchedule(table, idOrName, personId);
      const altered = alter(schedule);
      table.save(altered);
      return altered;
    });
  return {
    add(wanted, alongside) {
      const schedule = newSchedule(wanted, newId("sched"), clock.now());
      inTransaction(database, () => {
        refuseTakenName(table, schedule);
        table.insert(schedule);
        alongside?.(schedule.id);
      });
      return schedule;
    },
    get: (idOrName, personId) => table.find(idOrName, personId),
    list: (personId) => table.list(personId),
    enable: (idOrName, personId) =>
      change(idOrName, personId, (schedule) => enabled(schedule, clock.now())),
    disable: (idOrName, personId) =>
      change(idOrName, personId, (schedule) => atRest(schedule, "disabled")),
    release: (idOrName, personId) =>
      change(idOrName, personId, (held) => activated({ ...held, isHeld: false }, clock.now())),
    update: (idOrName, personId, changes, alongside) =>
      inTransaction(database, () => {
        const altered = change(idOrName, personId, (schedule) => {
          const changed = changedSchedule(schedule, changes, clock.now());
          refuseTakenName(table, changed);
          return changed;
        });
        alongside?.(altered.id);
        return altered;
      }),
    remove: (idOrName, personId) =>
      change(idOrName, personId, (schedule) => atRest(schedule, "removed")),
    snooze: (idOrName, personId, untilMs) =>
      change(idOrName, personId, (schedule) => snoozed(schedule, untilMs, clock.now())),
    settle: (idOrName, personId) =>
      change(idOrName, personId, (schedule) => ({ ...schedule, doneAtMs: clock.now() })),
    wake: (idOrName, personId) =>
      change(idOrName, personId, (schedule) => woken(schedule, clock.now())),
    runNow: (idOrName, personId, wish) =>
      change(idOrName, personId, (schedule) => {
        refuseHeld(schedule);
        occurrences.insert(wishedRun(schedule, newId("occ"), { nowMs: clock.now(), wish }));
        return schedule;
      }),
  };
}

/** The row of a run that its person wished for; a named wish has one, as an event has. */
function wishedRun(
  { id: scheduleId, personId }: Schedule,
  id: string,
  { nowMs, wish }: { readonly nowMs: number; readonly wish: string | undefined },
): NewOccurrence {
  const cause = wish === undefined ? "now" : `event:wish:${wish}`;
  const row = { id, scheduleId, personId, dueMs: nowMs, nowMs, cause };
  return { ...row, state: "due", claimedBy: null, summary: null };
}

type Wholesale = Pick<Schedules, "moveZone" | "moveChat" | "pause">;

function createWholesale({ clock, database }: SchedulesParts, table: ScheduleTable): Wholesale {
  return {
    moveChat: (personId, from, to) =>
      inTransaction(database, () => {
        for (const schedule of table.list(personId))
          if (schedule.chatId === from) table.save({ ...schedule, chatId: to });
      }),
    moveZone: (personId, zone) =>
      inTransaction(database, () => {
        const following = table
          .list(personId)
          .filter((schedule) => !schedule.isZoneNamed && schedule.zone !== zone);
        return following.map((schedule) => {
          const nowMs = clock.now();
          const there = { ...schedule, zone: knownZone(zone) };
          // A due time that the next tick has yet to claim stays due.
          const isAhead = schedule.nextDueMs !== undefined && schedule.nextDueMs > nowMs;
          const moved = isAhead ? scheduleAfter(there, nowMs) : there;
          table.save(moved);
          return moved;
        });
      }),
    pause: (id, because) =>
      inTransaction(database, () => {
        const schedule = table.byId(id);
        if (schedule?.state !== "active") return undefined;
        const paused = { ...atRest(schedule, "disabled"), pausedBecause: because };
        table.save(paused);
        return paused;
      }),
  };
}

function newSchedule(wanted: NewSchedule, id: string, nowMs: number): Schedule {
  const { missed = CATCH_UP_ONCE, isTainted = false, isHeld = false, ...rest } = wanted;
  const schedule: Schedule = {
    overlap: "queue",
    isZoneNamed: false,
    ...rest,
    missed,
    isTainted,
    isHeld,
    id,
    zone: knownZone(wanted.zone),
    state: "active",
    failCount: 0,
    createdAtMs: nowMs,
  };
  const active = activated(checkedPolicy(schedule), nowMs);
  return isHeld ? atRest(active, "disabled") : active;
}

function changedSchedule(schedule: Schedule, changes: ScheduleChanges, nowMs: number): Schedule {
  const { workflow, ...rest } = schedule;
  const keepsWorkflow = changes.program === undefined && workflow !== undefined;
  const zone = knownZone(changes.zone ?? schedule.zone);
  const isNew = changes.program !== undefined;
  const marks = isNew ? { isTainted: false, isHeld: false } : {};
  const changed = checkedPolicy({
    ...rest,
    ...(keepsWorkflow ? { workflow } : {}),
    ...marks,
    ...changes,
    zone,
  });
  if (changed.isHeld) return atRest(changed, "disabled");
  const isMended = isNew && schedule.pausedBecause !== undefined;
  if (schedule.isHeld || isMended) return activated(changed, nowMs);
  const isRetimed = changes.timing !== undefined || zone !== schedule.zone;
  const isRunning = schedule.state === "active" || schedule.state === "done";
  return isRetimed && isRunning ? activated(changed, nowMs) : changed;
}

function enabled(schedule: Schedule, nowMs: number): Schedule {
  refuseHeld(schedule);
  // A due time that the next tick has yet to claim stays due.
  const isBehind = schedule.nextDueMs !== undefined && schedule.nextDueMs <= nowMs;
  return isBehind ? schedule : activated(schedule, nowMs);
}

function activated(schedule: Schedule, nowMs: number): Schedule {
  const { memory, ...fresh } = atRest(schedule, "active");
  const next = scheduleAfter({ ...fresh, failCount: 0 }, nowMs);
  if (next.state === "active") return next;
  throw new AppError("schedule-over", {
    en: `"${schedule.name}" would never come due: its time has passed. Give it a new time.`,
    ko: `알림 "${schedule.name}"의 때가 이미 지나 다시 오지 않아요. 새 시간을 정해 주세요.`,
  });
}

function snoozed(schedule: Schedule, untilMs: number, nowMs: number): Schedule {
  if (untilMs <= nowMs) {
    throw new AppError("schedule-over", {
      en: `"${schedule.name}" can only be put off to a later time.`,
      ko: korean`알림 "${schedule.name}"은(는) 지금보다 뒤로만 미룰 수 있어요.`,
    });
  }
  if (isEventTrigger(schedule.timing)) {
    throw new AppError("schedule-event", {
      en: `"${schedule.name}" waits for an event, which cannot be put off. Switch it off instead.`,
      ko: korean`"${schedule.name}"은(는) 일이 생길 때 실행되어 미룰 수 없어요. 대신 꺼 주세요.`,
    });
  }
  if (schedule.state === "disabled" || schedule.state === "failing") {
    throw new AppError("schedule-off", {
      en: `"${schedule.name}" is switched off. Switch it on first.`,
      ko: korean`알림 "${schedule.name}"이(가) 꺼져 있어요. 먼저 켜 주세요.`,
    });
  }
  // Due times before the end of the snooze keep their place: they are recorded as skipped when they come.
  const { timing, zone, snoozedUntilMs, nextDueMs: presentMs = untilMs } = schedule;
  const regularMs = snoozedUntilMs === undefined ? presentMs : nextDue(timing, zone, presentMs - 1);
  const nextDueMs = Math.min(regularMs ?? untilMs, untilMs);
  return { ...schedule, state: "active", snoozedUntilMs: untilMs, nextDueMs };
}

function woken(schedule: Schedule, nowMs: number): Schedule {
  if (schedule.state !== "active" || schedule.snoozedUntilMs === undefined) return schedule;
  const { snoozedUntilMs, ...awake } = schedule;
  return scheduleAfter(awake, nowMs);
}

function knownZone(text: string): string {
  const parsed = parseZone(text);
  if (parsed.ok) return parsed.zone;
  throw new AppError("schedule-zone", parsed.problem);
}

function checkedPolicy(schedule: Schedule): Schedule {
  const { max, windowMs } = schedule.missed;
  if (Number.isInteger(max) && max >= 1 && max <= 50 && windowMs >= 0) return schedule;
  throw new AppError("schedule-policy", {
    en: `At most 50 missed runs can be caught up; "${schedule.name}" asks for ${max} within ${windowMs} ms.`,
    ko: korean`놓친 실행은 50번까지만 뒤늦게 할 수 있는데, "${schedule.name}"은(는) ${windowMs} ms 안에 ${max}번을 요청해요.`,
  });
}

function refuseHeld(schedule: Schedule): void {
  if (!schedule.isHeld) return;
  throw new AppError("schedule-held", {
    en: `"${schedule.name}" holds text from outside and waits for an owner's look. Say it anew in your own words, or ask for a review once more.`,
    ko: `"${schedule.name}"에는 밖에서 온 글이 들어 있어 주인의 확인을 기다려요. 직접 다시 만들거나 확인을 다시 부탁해 주세요.`,
  });
}

function refuseTakenName(table: ScheduleTable, schedule: Schedule): void {
  const other = table.find(schedule.name, schedule.personId);
  if (other === undefined || other.id === schedule.id || other.name !== schedule.name) return;
  throw new AppError("schedule-name-taken", nameTaken(schedule.name));
}

/** Says that a schedule of a name is there already. */
export function nameTaken(name: string): Localized {
  return {
    en: `There is already a reminder named "${name}". Choose another name, or change that one.`,
    ko: korean`"${name}"(이)라는 알림이 이미 있어요. 다른 이름을 고르거나 그 알림을 고쳐 주세요.`,
  };
}

function unknownSchedule(table: ScheduleTable, idOrName: string, personId: string): AppError {
  const names = table.list(personId).map((schedule) => `"${schedule.name}"`);
  const known =
    names.length === 0
      ? { en: "You have none yet.", ko: "아직 알림이 없어요." }
      : { en: `Yours are ${names.join(", ")}.`, ko: `있는 알림: ${names.join(", ")}.` };
  return new AppError("schedule-unknown", {
    en: `There is no reminder "${idOrName}". ${known.en}`,
    ko: korean`"${idOrName}"(이)라는 알림은 없어요. ${known.ko}`,
  });
}
