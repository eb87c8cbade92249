import type { Clock } from "../../src/base/clock.ts";

/** Real time plus a shift that a test moves: sleepers whose time has come by a move wake at once. */
export class ShiftedClock implements Clock {
  #shiftMs = 0;
  readonly #sleepers = new Set<() => void>();

  now(): number {
    return Date.now() + this.#shiftMs;
  }

  /** How many sleep now. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Moves the clock, forward or back. */
  shift(byMs: number): void {
    this.#shiftMs += byMs;
    for (const look of [...this.#sleepers]) look();
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    const untilMs = this.now() + delayMs;
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      let timer: NodeJS.Timeout | undefined;
      const end = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(look);
        signal?.removeEventListener("abort", onAbort);
      };
      const onAbort = (): void => {
        end();
        reject(signal?.reason);
      };
      const look = (): void => {
        clearTimeout(timer);
        const leftMs = untilMs - this.now();
        if (leftMs > 0) {
          timer = setTimeout(look, Math.min(leftMs, 2 ** 31 - 1));
          return;
        }
        end();
        resolve();
      };
      this.#sleepers.add(look);
      signal?.addEventListener("abort", onAbort, { once: true });
      look();
    });
  }
}
