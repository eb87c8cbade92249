import { setImmediate as nextRound } from "node:timers/promises";
import type { Clock } from "../../src/base/clock.ts";

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #nowMs: number;
  #sleepers: readonly Sleeper[] = [];

  /** Starts at an ISO instant. */
  constructor(iso = "2026-11-23T00:00:00Z") {
    this.#nowMs = Date.parse(iso);
  }

  now(): number {
    return this.#nowMs;
  }

  /** How many sleep now. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Moves time without waking anyone, also back. */
  set(iso: string): void {
    this.#nowMs = Date.parse(iso);
  }

  /** Moves time forward. Sleepers wake in the order of their times, each at its own time and with what it does done before the next. */
  async advance(byMs: number): Promise<void> {
    await settled(); // what has begun already is asleep before time moves
    const untilMs = this.#nowMs + byMs;
    for (let next = this.#due(untilMs); next !== undefined; next = this.#due(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.untilMs);
      next.wake();
      await settled();
    }
    this.#nowMs = untilMs;
    await settled();
  }

  /** Moves time forward at once, as when a machine was asleep: whoever is due wakes, late, and only once. */
  async jump(byMs: number): Promise<void> {
    this.#nowMs += byMs;
    await this.advance(0);
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const end = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        signal?.removeEventListener("abort", onAbort);
      };
      const onAbort = (): void => {
        end();
        reject(signal?.reason);
      };
      const wake = (): void => {
        end();
        resolve();
      };
      const sleeper = { untilMs: this.#nowMs + delayMs, wake };
      this.#sleepers = [...this.#sleepers, sleeper];
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  #due(untilMs: number): Sleeper | undefined {
    return this.#sleepers
      .filter((sleeper) => sleeper.untilMs <= untilMs)
      .reduce<Sleeper | undefined>(
        (first, other) => (first === undefined || other.untilMs < first.untilMs ? other : first),
        undefined,
      );
  }
}

/** Work that is begun in a round of the event loop of its own lies at most this many rounds ahead. */
const ROUNDS = 5;

/** Resolves when every promise that can settle without time passing has settled, those that wait for the disk among them. */
export async function settled(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await nextRound();
    if (isDiskBusy()) round = 0;
  }
}

function isDiskBusy(): boolean {
  return process.getActiveResourcesInfo().includes("FSReqCallback");
}
