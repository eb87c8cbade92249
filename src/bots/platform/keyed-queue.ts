/** Work in order inside a lane, lanes side by side. No lane outlives its work. */
export class KeyedQueue {
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

  /** Runs `job` while it has all of these lanes. Whoever takes several takes them in the same order, so nobody waits for each other. */
  addToAll<T>(chatQueue: readonly string[], job: () => Promise<T>): Promise<T> {
    const [first, ...rest] = [...new Set(chatQueue)].sort();
    return first === undefined ? job() : this.add(first, () => this.addToAll(rest, job));
  }

  /** Resolves when every lane is empty. */
  async drained(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }
}
