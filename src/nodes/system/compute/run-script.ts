import { linkSignals } from "../../../base/linked-signal.ts";
import { askWorker } from "../../../base/worker.ts";
import type { ScriptAnswer, ScriptOrder } from "./sandbox.ts";

/** How long a script may run. */
export const LIMIT_MS = 2000;

/** The interpreter ends a script at its limit, but not inside one long step of its own; then its thread is ended after so long. */
const GRACE_MS = 500;

/** The heap of the thread beside the memory of the interpreter, in MiB: room for the inputs and what the helpers make of them. */
const HEAP_MIB = 192;

/** Scripts that run at the same time; the others wait. */
const AT_ONCE = 2;

const WORKER = new URL("./script-worker.ts", import.meta.url);

/** Runs a script in a thread that ends with it. Rejects with the signal's reason when aborted. */
export async function runScript(
  order: Omit<ScriptOrder, "limitMs">,
  signal: AbortSignal,
): Promise<ScriptAnswer> {
  const leave = await places.enter(signal);
  const limit = new AbortController();
  const either = linkSignals([signal, limit.signal]);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await askWorker<"begun", ScriptAnswer>(
      WORKER,
      { ...order, limitMs: LIMIT_MS },
      {
        heapMib: HEAP_MIB,
        signal: either.signal,
        onTold() {
          timer = setTimeout(() => limit.abort(), LIMIT_MS + GRACE_MS);
        },
      },
    );
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted) return { why: "slow" };
    if (isOutOfMemory(error)) return { why: "memory" };
    throw error;
  } finally {
    clearTimeout(timer);
    either.release();
    leave();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** So many at a time; who waits goes in the order of coming. */
class Places {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place; gives what leaves it. Rejects with the signal's reason when aborted. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise<void>((resolve, reject) => {
        const come = (): void => {
          signal.removeEventListener("abort", go);
          resolve();
        };
        const go = (): void => {
          this.#waiting = this.#waiting.filter((one) => one !== come);
          reject(signal.reason as Error); // whoever aborts gives an error
        };
        signal.addEventListener("abort", go, { once: true });
        this.#waiting.push(come);
      });
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }
}

const places = new Places(AT_ONCE);
