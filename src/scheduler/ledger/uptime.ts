import type { Database } from "../../store/database.ts";
import { ON_TIME_MS } from "./misfire-policy.ts";

/** A time in which nothing could run: the service was not there, or its machine slept. */
export interface Downtime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** When the service was there. */
export interface Uptime {
  /** It is there now. After more than a minute without a beat, the time between is on record. */
  beat(nowMs: number): void;
  /** The time in which it was not there and which a due time in that span fell into, as one; `undefined` where it was there all along. */
  downBetween(fromMs: number, untilMs: number): Downtime | undefined;
}

/** A beat costs a write to the disk, so not every one of them is written. */
const WRITE_EVERY_MS = 15_000;

/** How long it is known when the service was not there; what was missed has been told by then. */
const KEPT_MS = 90 * 86_400_000;

/** Owner of the tables heartbeats and downtimes. */
export function createUptime(database: Database): Uptime {
  const last = database.prepare<[], { readonly beat_ms: number }>("SELECT beat_ms FROM heartbeats");
  const write = database.prepare<[number]>(
    "INSERT INTO heartbeats (id, beat_ms) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET beat_ms = excluded.beat_ms",
  );
  const note = database.prepare<[number, number]>(
    "INSERT INTO downtimes (from_ms, to_ms) VALUES (?, ?) ON CONFLICT (from_ms) DO UPDATE SET to_ms = excluded.to_ms",
  );
  const forget = database.prepare<[number]>("DELETE FROM downtimes WHERE to_ms < ?");
  const down = database.prepare<[number, number], { readonly fromMs: number | null; toMs: number }>(
    "SELECT min(from_ms) AS fromMs, max(to_ms) AS toMs FROM downtimes WHERE to_ms >= ? AND from_ms <= ?",
  );
  return {
    beat(nowMs) {
      const lastMs = last.get()?.beat_ms;
      const passedMs = lastMs === undefined ? Number.POSITIVE_INFINITY : nowMs - lastMs;
      if (passedMs >= 0 && passedMs < WRITE_EVERY_MS) return;
      write.run(nowMs);
      if (lastMs === undefined || passedMs <= ON_TIME_MS + WRITE_EVERY_MS) return;
      note.run(lastMs, nowMs);
      forget.run(nowMs - KEPT_MS);
    },
    downBetween(fromMs, untilMs) {
      const found = down.get(fromMs, untilMs);
      if (found === undefined || found.fromMs === null) return undefined;
      return { fromMs: found.fromMs, toMs: found.toMs };
    },
  };
}
