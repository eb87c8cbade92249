import type { Clock } from "../../src/base/clock.ts";
import type { ClaimedOccurrence } from "../../src/scheduler/ledger/ledger.ts";
import {
  createSchedules,
  type NewSchedule,
  type Schedules,
} from "../../src/scheduler/ledger/schedules.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";

/** A clock that a test sets; its sleeps end only by their signal. */
export interface ManualClock extends Clock {
  set(iso: string): void;
}

/** A clock standing at an ISO instant. */
function manualClock(iso: string): ManualClock {
  let nowMs = Date.parse(iso);
  return {
    now: () => nowMs,
    set(next) {
      nowMs = Date.parse(next);
    },
    sleep: (_delayMs, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  };
}

/** Zones whose clocks change on days of their own, in both hemispheres, by an hour and by half of one, or never. */
export const ZONES = [
  "Asia/Seoul",
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "America/St_Johns",
  "Pacific/Chatham",
  "UTC",
];

/** A schedule "news" every day at 08:00 in Seoul, unless a test says otherwise. */
export const DAILY: NewSchedule = {
  personId: "anna",
  chatId: "console:local",
  name: "news",
  timing: { kind: "cron", expression: "0 8 * * *" },
  zone: "Asia/Seoul",
  program: '[source:search_news]("AI")',
  planDigest: "digest",
};

/** A database, the schedules in it and their clock; `again` gives the schedules as a new process has them. */
export interface House {
  readonly database: Database;
  readonly schedules: Schedules;
  readonly clock: ManualClock;
  again(): Schedules;
}

let lastId = 0;

/** Schedules over a database file (default: in memory) at an ISO instant. */
export function openHouse(iso: string, path = ":memory:"): House {
  const database = openDatabase(path);
  const clock = manualClock(iso);
  const newId = (prefix: string): string => {
    lastId += 1;
    return `${prefix}_${lastId}`;
  };
  const again = (): Schedules => createSchedules({ database, clock, newId });
  return { database, clock, schedules: again(), again };
}

/** Claims at an ISO instant; the due times that are to run, as ISO text in UTC. */
export function claimAt(house: House, iso: string): readonly string[] {
  return claimedAt(house, iso).map((occurrence) => isoOf(occurrence.dueMs));
}

/** Claims at an ISO instant. */
export function claimedAt(house: House, iso: string): readonly ClaimedOccurrence[] {
  house.clock.set(iso);
  return house.schedules.claimDue(house.clock.now());
}

/** State by due time of a person's occurrences, oldest first. */
export function statesOf(house: House, personId = "anna"): readonly string[] {
  const rows = house.schedules.history(personId, { limit: 10_000 });
  return [...rows].reverse().map((row) => `${isoOf(row.dueMs)} ${row.state}`);
}

/** `2026-11-23T08:00` for whole minutes, in UTC. */
export function isoOf(instantMs: number): string {
  return new Date(instantMs).toISOString().replace(/(:00)?\.000Z$/, "Z");
}
