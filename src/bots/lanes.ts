/** Work in order inside a lane, lanes side by side. No lane outlives its work. */
export class Lanes {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs `job` after everything added to this lane before it, whatever became of that. The promise is the job's own. */
  add<T>(lane: string, job: () => Promise<T>): Promise<T> {
    const mine = (this.#tails.get(lane) ?? Promise.resolve()).then(job);
    const ended = (): void => {
      if (this.#tails.get(lane) === tail) this.#tails.delete(lane);
    };
    const tail = mine.then(ended, ended);
    this.#tails.set(lane, tail);
    return mine;
  }

  /** Resolves when every lane is empty. */
  async drained(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }
}
