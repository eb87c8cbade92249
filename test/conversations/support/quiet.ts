import { setTimeout as pause } from "node:timers/promises";
import { Sqlite } from "../../../src/store/sqlite.ts";

/** How long something may take on a busy machine. */
const PATIENCE_MS = 60_000;

/** Between two looks. */
const LOOK_EVERY_MS = 2;

/** Nothing is written for so many looks in a row where nothing more comes. */
const CALM_LOOKS = 3;

/** What a service has to do now and has not done, in the words of its tables. */
const OPEN = `
  SELECT 'update ' || update_id AS what FROM updates WHERE state = 'received'
  UNION ALL SELECT 'message ' || key FROM outbox WHERE state = 'sending'
    OR (state = 'pending' AND next_attempt_ms <= @now AND coalesce(held_until_ms, 0) <= @now)
  UNION ALL SELECT 'run ' || id FROM runs WHERE state = 'running'
  UNION ALL SELECT 'errand ' || id FROM errands WHERE state <> 'reported'
  UNION ALL SELECT 'approval ' || id FROM approvals WHERE (state = 'pending' AND expires_at_ms <= @now)
    OR (state IN ('approved', 'denied', 'answered', 'expired') AND outcome_text IS NULL
      AND id NOT IN (SELECT parent_id FROM approvals WHERE parent_id IS NOT NULL AND state = 'pending'))
  UNION ALL SELECT 'schedule ' || id FROM schedules WHERE state = 'active' AND next_due_ms <= @now
  UNION ALL SELECT 'occurrence ' || id FROM occurrences WHERE state = 'claimed'
    OR (state = 'due' AND coalesce(not_before_ms, 0) <= @now)`;

/** Looks at the database of a running service from outside. The caller closes it. */
export function watchDatabase(path: string, now: () => number) {
  const database = new Sqlite(path, { readonly: true, fileMustExist: true });
  const open = database.prepare<{ now: number }, string>(OPEN).pluck();
  const due = database
    .prepare<[], number | null>(
      `SELECT min(at) FROM (SELECT next_due_ms AS at FROM schedules WHERE state = 'active'
         UNION ALL SELECT not_before_ms FROM occurrences WHERE state = 'due')`,
    )
    .pluck();
  const number = (sql: string) => {
    const statement = database.prepare<[], number | null>(sql).pluck();
    return (): number => statement.get() ?? 0;
  };
  return {
    /** Everything that was ever received, counted. */
    received: number("SELECT max(rowid) FROM updates"),
    /** When the scheduler looked last. */
    beat: number("SELECT beat_ms FROM heartbeats"),
    /** When the last whole cleaning ended: with the first the start has. */
    cleaned: number("SELECT at_ms FROM marks WHERE name = 'cleaned'"),
    /** When the scheduler has something to do next; infinity where it has nothing. */
    due: (): number => due.get() ?? Number.POSITIVE_INFINITY,
    /** Resolves when nothing is to be done, nothing more is written and `isTaken` holds. */
    async quiet(isTaken: () => boolean): Promise<void> {
      const left = (): readonly string[] => open.all({ now: now() });
      const sinceMs = performance.now();
      let before: unknown;
      for (let calm = 0; calm < CALM_LOOKS || left().length > 0; ) {
        await pause(LOOK_EVERY_MS);
        const version = database.pragma("data_version", { simple: true });
        calm = version === before && isTaken() ? calm + 1 : 0;
        before = version;
        if (performance.now() - sinceMs > PATIENCE_MS)
          throw new Error(`It is not quiet: ${left().join(", ")}.`);
      }
    },
    close: () => database.close(),
  };
}

/** Resolves when `isSo` holds. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const since = performance.now();
  while (!isSo()) {
    await pause(LOOK_EVERY_MS);
    if (performance.now() - since > PATIENCE_MS) throw new Error(`It never came: ${what}.`);
  }
}
