import { setTimeout as delay, setImmediate as nextRound } from "node:timers/promises";

/** So many may wait without a pause between them. */
const FEW = 3;
/** Longest pause before a piece of work. */
const LONGEST_PAUSE_MS = 8;

/**
 * Deals out the rounds of the event loop: what is urgent runs in the round it comes in, before one piece of long work. Where more than a
 * few pieces wait, the loop is left to others before each for as long as the one before took, 8 ms at most: what arrives needs several
 * rounds until it is there, and so does what is answered.
 */
export class Rounds {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #begunAtMs = Number.NEGATIVE_INFINITY;
  #urgent: (() => void)[] = [];

  /** Runs `work`, which does not throw, when what this round brings is there. */
  soon(work: () => void): void {
    this.#urgent.push(work);
    setImmediate(() => this.#runUrgent());
  }

  /** Resolves when it is one's turn to begin a piece of long work, in the order of asking. */
  pass(): Promise<void> {
    this.#waiting += 1;
    this.#last = this.#last.then(() => this.#next());
    return this.#last;
  }

  async #next(): Promise<void> {
    await nextRound();
    const tookMs = performance.now() - this.#begunAtMs;
    if (this.#waiting > FEW) await delay(Math.min(tookMs, LONGEST_PAUSE_MS));
    while (this.#runUrgent()) await nextRound();
    this.#waiting -= 1;
    this.#begunAtMs = performance.now();
  }

  /** True when there was something. */
  #runUrgent(): boolean {
    const urgent = this.#urgent;
    this.#urgent = [];
    for (const work of urgent) work();
    return urgent.length > 0;
  }
}
