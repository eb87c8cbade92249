/** The only source of time. Milliseconds since the Unix epoch inside, ISO text at the edges. */
export interface Clock {
  /** Now, in Unix milliseconds. */
  now(): number;
  /** Resolves after `delayMs`; rejects with the signal's reason when it aborts first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Node fires a timer of more than 2^31-1 ms at once (Node.js documentation, `setTimeout`), so longer waits are chained. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(delayMs, signal) {
    let leftMs = delayMs;
    do {
      const partMs = Math.min(Math.max(leftMs, 0), LONGEST_TIMER_MS);
      await timer(partMs, signal);
      leftMs -= partMs;
    } while (leftMs > 0);
  },
};

function timer(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(handle);
      reject(signal?.reason);
    };
    const handle = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** What `make` gives, made when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
