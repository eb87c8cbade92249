import { AGENT_KEEPING } from "../../agent/turn/retention.ts";
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { BOTS_KEEPING } from "../../bots/inbox/retention.ts";
import type { Config } from "../../config/config.ts";
import { NODES_KEEPING } from "../../nodes/retention.ts";
import { SCHEDULER_KEEPING } from "../../scheduler/ledger/ledger.ts";
import { nextDue } from "../../scheduler/timing/cron.ts";
import { SECURITY_KEEPING } from "../../security/access/retention.ts";
import type { Database } from "../../store/database.ts";
import { type Marks, STORE_KEEPING } from "../../store/marks.ts";
import type { TableKeeping } from "../../store/retention.ts";
import { deleteExpired, type KeptSince } from "../../store/retention-sweep.ts";

/** Every table of the product, in the order in which rows can be deleted: what refers to others goes before them. */
export const KEEPING: readonly TableKeeping[] = [
  ...BOTS_KEEPING,
  ...AGENT_KEEPING,
  ...SCHEDULER_KEEPING,
  ...NODES_KEEPING,
  ...STORE_KEEPING,
  ...SECURITY_KEEPING,
];

/** The mark of the last whole cleaning. */
export const CLEANED_MARK = "cleaned";

const DAY_MS = 24 * 60 * 60 * 1000;

/** When the cleaner comes, in the time zone of the service. */
const NIGHTLY = "30 3 * * *";

/** Most rows deleted at a start, where people wait for answers, and in one night. */
const ROWS_AT_START = 5_000;
const ROWS_IN_A_NIGHT = 5_000_000;

/** Deletes what is past its time: a little at the start, all of it every night. Stops when `signal` aborts. Never rejects. */
export async function keepClean(
  parts: {
    readonly database: Database;
    readonly marks: Marks;
    readonly clock: Clock;
    readonly log: Log;
    readonly config: Pick<Config, "keepDays" | "zone">;
    /** What else is past its time besides rows. */
    readonly alsoAtNight: () => Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  let mostRows = ROWS_AT_START;
  while (!signal.aborted) {
    await cleanOnce(parts, signal, mostRows);
    mostRows = ROWS_IN_A_NIGHT;
    const nowMs = parts.clock.now();
    const timing = { kind: "cron", expression: NIGHTLY } as const;
    const nextMs = nextDue(timing, parts.config.zone, nowMs) ?? nowMs + DAY_MS;
    await parts.clock.sleep(nextMs - nowMs, signal).catch(() => undefined); // it aborts when the service ends
  }
}

async function cleanOnce(
  parts: Parameters<typeof keepClean>[0],
  signal: AbortSignal,
  mostRows: number,
): Promise<void> {
  const { database, clock, log, marks } = parts;
  try {
    const since = keptSince(parts.config, clock.now());
    const nowMs = (): number => performance.now();
    const deleted = await deleteExpired(database, KEEPING, { since, mostRows, signal, nowMs });
    if (signal.aborted) return;
    await parts.alsoAtNight();
    marks.set(CLEANED_MARK, clock.now());
    if (Object.keys(deleted).length > 0) log.info(deleted, "Rows past their time were deleted.");
  } catch (error) {
    if (signal.aborted) return; // the next start goes on with it
    log.error({ problem: messageOf(error) }, "What is past its time could not be deleted.");
  }
}

/** From when on rows of each class are kept. */
export function keptSince({ keepDays }: Pick<Config, "keepDays">, nowMs: number): KeptSince {
  return Object.fromEntries(
    Object.entries(keepDays).map(([kind, days]) => [kind, nowMs - days * DAY_MS]),
  );
}
