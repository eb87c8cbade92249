/** How long work goes on before others get their turn, in ms. */
const SLICE_MS = 4;

/** Lets others work when the slice is over; call it often. Rejects with the signal's reason when it has aborted. */
export type Breathe = (signal?: AbortSignal) => Promise<void> | undefined;

/** Works of the process that wait for their next slice, in the order in which they came. */
const waiting: (() => void)[] = [];

/** Cuts long work into slices of about 4 ms: make one for each work. However many works there are, one of them goes on in each round of the event loop. */
export function createYield(): Breathe {
  let startedMs = performance.now();
  return (signal) => {
    if (performance.now() - startedMs < SLICE_MS) return undefined;
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(goOn);
      waiting.push(() => {
        startedMs = performance.now();
        if (signal?.aborted === true) reject(signal.reason);
        else resolve();
      });
    });
  };
}

/** Node runs what is set here in the next round, not in this one (its documentation, setImmediate). */
function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Drives a generator to its end in slices; gives what it yields to `onStep`. */
export async function runInSlices<Step, Result>(
  work: Generator<Step, Result, void>,
  options: {
    readonly onStep?: (step: Step) => void;
    readonly signal?: AbortSignal;
    /** That of the work it belongs to. Default: one of its own. */
    readonly breathe?: Breathe;
  } = {},
): Promise<Result> {
  const { breathe = createYield() } = options;
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
    options.onStep?.(next.value);
    const pause = breathe(options.signal);
    if (pause !== undefined) await pause;
  }
}

/** Work in small pieces whose result is wanted once: made ahead of time in slices, or what is left of it at once when it is asked for. */
export class Gradual<Result> {
  readonly #work: Generator<void, Result, void>;
  #result: { readonly value: Result } | undefined;

  constructor(work: Generator<void, Result, void>) {
    this.#work = work;
  }

  /** The result, at once. */
  get(): Result {
    for (;;) {
      const result = this.#step();
      if (result !== undefined) return result.value;
    }
  }

  /** Resolves when the result is there. */
  async ready(): Promise<void> {
    const breathe = createYield();
    while (this.#step() === undefined) {
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
  }

  #step(): { readonly value: Result } | undefined {
    if (this.#result !== undefined) return this.#result;
    const next = this.#work.next();
    if (next.done === true) this.#result = { value: next.value };
    return this.#result;
  }
}
