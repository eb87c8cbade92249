import { setImmediate as nextRound } from "node:timers/promises";

/**
 * Lets one piece of work begin in each round of the event loop. The beginning of a turn is some milliseconds of work in one piece; where many
 * come at once, what arrives and what is pressed meanwhile is taken in between them, not after them all.
 */
export class Turnstile {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is one's turn, in the order of asking. */
  pass(): Promise<void> {
    const mine = this.#last.then(() => nextRound());
    this.#last = mine;
    return mine;
  }
}
