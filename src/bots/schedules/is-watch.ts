import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { nextDue } from "../../scheduler/timing/cron.ts";

/** What comes more often is a watch: nobody waits for it, and it waits for nobody. */
const WATCH_MS = 30 * 60_000;

/** True for reminders for one time, events and what comes every few minutes: they stand by themselves. */
export function isWatch({ timing, zone, nextDueMs }: Schedule, nowMs: number): boolean {
  if (timing.kind !== "cron" && timing.kind !== "every") return true;
  const firstMs = nextDueMs ?? nextDue(timing, zone, nowMs) ?? nowMs;
  const secondMs = nextDue(timing, zone, firstMs);
  return secondMs !== undefined && secondMs - firstMs < WATCH_MS;
}
