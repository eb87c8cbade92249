import type { Clock } from "../../src/base/clock.ts";

/** A clock for waits between tries. */
export interface WaitingClock extends Clock {
  /** Every wait that was short enough to pass at once, in milliseconds. */
  readonly waits: readonly number[];
  /** Ends every longer wait, as if its time had come. */
  expire(): void;
}

/** Waits up to 60 s pass at once and are kept; longer ones, such as time limits, last until `expire` or their signal. */
export function createWaitingClock(): WaitingClock {
  const waits: number[] = [];
  const pending = new Set<() => void>();
  let nowMs = Date.parse("2026-11-21T00:00:00Z");
  return {
    waits,
    now: () => nowMs,
    sleep(delayMs, signal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason);
      if (delayMs <= 60_000) {
        waits.push(delayMs);
        nowMs += delayMs;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        pending.add(resolve);
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    },
    expire() {
      for (const resolve of pending) resolve();
      pending.clear();
    },
  };
}
