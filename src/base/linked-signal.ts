import { setMaxListeners } from "node:events";

/** A signal that other signals and a time limit abort. */
export interface LinkedSignal {
  /** Aborts with the reason of the first source that does, or with a `TimeoutError` when the time is up. */
  readonly signal: AbortSignal;
  /** True if the time limit aborted it, before any source did. */
  isTimeUp(): boolean;
  /** Removes the timer and the listeners. Must be called when the work has ended; the signal aborts no more then. */
  release(): void;
}

/** Node fires a longer timer at once (Node.js documentation, `setTimeout`). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Links signals and, where given, a time limit, taken between 1 ms and 24 days. The timer and the listeners hold the signal until
 * `release`. What `AbortSignal` itself offers for both may be garbage collected on Node 20 and then never fires.
 */
export function linkSignals(
  sources: readonly (AbortSignal | undefined)[],
  timeoutMs?: number,
): LinkedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let isTimeUp = false;
  const onTime = (): void => {
    if (signal.aborted) return;
    isTimeUp = true;
    controller.abort(new DOMException(`${timeoutMs} ms are over.`, "TimeoutError"));
  };
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(onTime, Math.min(Math.max(timeoutMs, 1), LONGEST_TIMER_MS));
  const undo: (() => void)[] = [];
  const release = (): void => {
    clearTimeout(timer);
    for (const step of undo.splice(0)) step();
  };
  for (const source of sources) {
    if (source === undefined) continue;
    const onAbort = (): void => {
      controller.abort(source.reason);
      release();
    };
    setMaxListeners(0, source); // any number of pieces of work hang on the signal of one run
    source.addEventListener("abort", onAbort, { once: true });
    undo.push(() => source.removeEventListener("abort", onAbort));
    if (source.aborted) onAbort();
  }
  return { signal, isTimeUp: () => isTimeUp, release };
}
