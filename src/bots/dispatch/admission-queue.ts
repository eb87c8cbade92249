import { setImmediate as nextRound } from "node:timers/promises";
import { LoopScheduler } from "../../base/loop-scheduler.ts";

interface Waiting {
  readonly begun: Promise<void>;
  readonly begin: () => void;
}

/**
 * Lets one piece of work begin in each round of the event loop. The beginning of a turn is some milliseconds of work in one piece; where many
 * come at once, what arrives and what is pressed meanwhile is taken in between them, not after them all.
 */
export class AdmissionQueue {
  readonly #rounds: LoopScheduler;
  readonly #waiting = new Map<string, Waiting>();

  constructor(rounds = new LoopScheduler()) {
    this.#rounds = rounds;
  }

  /** Resolves when it is one's turn, in the order of asking, or when somebody is not to wait for it any longer. */
  async pass(chatKey: string): Promise<void> {
    const waiting = this.#wait();
    this.#waiting.set(chatKey, waiting);
    await waiting.begun;
    if (this.#waiting.get(chatKey) === waiting) this.#waiting.delete(chatKey);
  }

  /** Lets what waits in a chat begin, and resolves when it has; at once where nothing waits. */
  async begunIn(chatKey: string): Promise<void> {
    const waiting = this.#waiting.get(chatKey);
    if (waiting === undefined) return;
    waiting.begin();
    await waiting.begun;
    await nextRound();
  }

  #wait(): Waiting {
    let begin = (): void => undefined;
    const hurried = new Promise<void>((resolve) => {
      begin = resolve;
    });
    return { begun: Promise.race([this.#rounds.pass(), hurried]), begin };
  }
}
