import type { Clock } from "../../base/clock.ts";

/** Lets many wait for a time or for the next change, whichever comes first. */
export class WakeSignal {
  readonly #clock: Clock;
  readonly #wakers = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Everyone who waits goes on. */
  wake(): void {
    for (const waker of [...this.#wakers]) waker();
  }

  /** Resolves at the next `wake`, or after `delayMs`. */
  async change(delayMs: number): Promise<void> {
    const wakeSignal = new AbortController();
    const waker = (): void => wakeSignal.abort();
    this.#wakers.add(waker);
    try {
      await this.#clock.sleep(delayMs, wakeSignal.signal);
    } catch (error) {
      if (!wakeSignal.signal.aborted) throw error;
    } finally {
      this.#wakers.delete(waker);
    }
  }
}
