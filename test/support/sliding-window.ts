/** Counts what came in the last `perMs`, under many names. */
export class SlidingWindow {
  readonly #most: number;
  readonly #perMs: number;
  readonly #times = new Map<string, number[]>();

  /** At most `most` of one name in any `perMs`. */
  constructor({ most, perMs }: { readonly most: number; readonly perMs: number }) {
    this.#most = most;
    this.#perMs = perMs;
  }

  /** How long one more has to wait, in milliseconds; 0 where there is room. */
  waitMs(name: string, nowMs: number): number {
    const times = (this.#times.get(name) ?? []).filter((time) => time > nowMs - this.#perMs);
    this.#times.set(name, times);
    const oldest = times.at(-this.#most);
    return oldest === undefined ? 0 : oldest + this.#perMs - nowMs;
  }

  /** Counts one more. */
  add(name: string, nowMs: number): void {
    this.#times.set(name, [...(this.#times.get(name) ?? []), nowMs]);
  }
}
