import { setImmediate as nextRound } from "node:timers/promises";

/**
 * Lets one piece of work begin in each round of the event loop. The beginning of a turn is some milliseconds of work in one piece; where many
 * come at once, what arrives and what is pressed meanwhile is taken in between them, not after them all.
 */
export class Turnstile {
  #last: Promise<void> = Promise.resolve();
  readonly #waiting = new Map<string, Promise<void>>();

  /** Resolves when it is one's turn, in the order of asking. */
  async pass(chatKey: string): Promise<void> {
    const mine = this.#last.then(() => nextRound());
    this.#last = mine;
    this.#waiting.set(chatKey, mine);
    await mine;
    if (this.#waiting.get(chatKey) === mine) this.#waiting.delete(chatKey);
  }

  /** Resolves when what waits in a chat has begun; at once where nothing does. */
  async hasBegun(chatKey: string): Promise<void> {
    const waiting = this.#waiting.get(chatKey);
    if (waiting === undefined) return;
    await waiting;
    await nextRound();
  }
}
