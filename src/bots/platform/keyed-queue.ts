/** Runs jobs in order for each key, and jobs of different keys concurrently. A key without jobs takes no memory. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs `job` after all jobs added earlier under this key, even if they failed. Settles as the job does. */
  add<T>(key: string, job: () => Promise<T>): Promise<T> {
    const mine = (this.#tails.get(key) ?? Promise.resolve()).then(job);
    const ended = (): void => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    };
    const tail = mine.then(ended, ended);
    this.#tails.set(key, tail);
    return mine;
  }

  /** Runs `job` while it holds all of these keys. Keys are taken in sorted order, so no two jobs deadlock. */
  addToAll<T>(keys: readonly string[], job: () => Promise<T>): Promise<T> {
    const [first, ...rest] = [...new Set(keys)].sort();
    return first === undefined ? job() : this.add(first, () => this.addToAll(rest, job));
  }

  /** Resolves when no job is left under any key. */
  async drained(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }
}
