import { setTimeout as delay, setImmediate as nextRound } from "node:timers/promises";

/** So many may wait without a pause between them. */
const FEW = 3;
/** Longest pause before a piece of work. */
const LONGEST_PAUSE_MS = 8;
/** A burst is over when nothing came for so long: a platform that is polled brings the rest with its next answer. */
const CALM_MS = 30;
/** A burst holds work up for so long at most. */
const LONGEST_BURST_MS = 120;

/**
 * Deals out the rounds of the event loop: what is urgent runs in the round it comes in, before one piece of long work. Where a
 * burst makes more than a few pieces wait, they begin when it is over. As long as more than a few wait, the loop is left to others before
 * each for as long as the one before took, 8 ms at most: what arrives needs several rounds until it is there, and so does what is answered.
 */
export class LoopScheduler {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #begunAtMs = Number.NEGATIVE_INFINITY;
  #urgentAtMs = Number.NEGATIVE_INFINITY;
  #crowdedAtMs = Number.NEGATIVE_INFINITY;
  #urgent: (() => void)[] = [];

  /** Runs `work`, which does not throw, when what this round brings is there. */
  soon(work: () => void): void {
    this.#urgent.push(work);
    this.#urgentAtMs = performance.now();
    setImmediate(() => this.#runUrgent());
  }

  /** Resolves when it is one's turn to begin a piece of long work, in the order of asking. */
  pass(): Promise<void> {
    this.#waiting += 1;
    if (this.#waiting === FEW + 1) this.#crowdedAtMs = performance.now();
    this.#last = this.#last.then(() => this.#next());
    return this.#last;
  }

  async #next(): Promise<void> {
    await nextRound();
    const tookMs = performance.now() - this.#begunAtMs;
    if (this.#waiting > FEW) {
      await delay(Math.min(tookMs, LONGEST_PAUSE_MS));
      await this.#calm();
    }
    while (this.#runUrgent()) await nextRound();
    this.#waiting -= 1;
    this.#begunAtMs = performance.now();
  }

  /** Resolves when the burst that made so many wait is over. */
  async #calm(): Promise<void> {
    for (;;) {
      const calmMs = Math.min(this.#urgentAtMs + CALM_MS, this.#crowdedAtMs + LONGEST_BURST_MS);
      const leftMs = calmMs - performance.now();
      if (leftMs <= 0) return;
      await delay(leftMs);
    }
  }

  /** True when there was something. */
  #runUrgent(): boolean {
    const urgent = this.#urgent;
    this.#urgent = [];
    for (const work of urgent) work();
    return urgent.length > 0;
  }
}
