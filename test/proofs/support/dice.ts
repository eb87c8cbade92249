import { createHash } from "node:crypto";

/** Choices that are the same for the same seed. */
export class Dice {
  readonly #seed: string;
  #count = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number {
    this.#count += 1;
    const digest = createHash("sha256").update(`${this.#seed}:${this.#count}`).digest();
    return Math.floor((digest.readUInt32LE(0) / 2 ** 32) * limit);
  }

  /** True in `share` of all cases, from 0 to 1. */
  chance(share: number): boolean {
    return this.below(10_000) < share * 10_000;
  }

  /** One of several. */
  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error("There is nothing to choose from.");
    return choice;
  }

  /** The same in another order. */
  shuffled<T>(list: readonly T[]): readonly T[] {
    const rest = [...list];
    return list.map(() => {
      const [next] = rest.splice(this.below(rest.length), 1);
      return next as T; // one is taken out for each that was put in
    });
  }
}

/** A number in [0, 1) that a text stands for. */
export function shareOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32LE(0) / 2 ** 32;
}
