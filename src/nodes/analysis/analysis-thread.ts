import type { Worker } from "node:worker_threads";
import type { JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { startWorker } from "../../base/worker.ts";

/** What an analysis is given: results and inputs by name, and the settings of its definition. */
export interface AnalysisOrder {
  readonly analysis: string;
  readonly input: JsonObject;
  readonly settings: JsonObject;
  readonly language: Language;
  readonly nowMs: number;
}

/** What came of it: output with words for a reader, or why there is none in the reader's language. */
export type AnalysisAnswer =
  | { readonly output: JsonObject; readonly text: string }
  | { readonly code: string; readonly problem: string };

/** How long the thread is kept after its last work: analyses come one after another. */
const IDLE_MS = 2000;

/** The heap of the thread, in MiB: 5,000 reviews with their morphemes take some 200. */
const HEAP_MIB = 1024;

const WORKER = new URL("./analysis-worker.ts", import.meta.url);

/** Does analyses one after another in a thread beside the service, which begins with the first and ends when nothing comes. */
export class AnalysisThread {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** Rejects with the signal's reason when aborted: the thread is ended then. */
  run(order: AnalysisOrder, signal: AbortSignal): Promise<AnalysisAnswer> {
    const work = this.#last.then(() => this.#one(order, signal));
    this.#last = work.catch(() => undefined);
    return work;
  }

  async #one(order: AnalysisOrder, signal: AbortSignal): Promise<AnalysisAnswer> {
    signal.throwIfAborted();
    clearTimeout(this.#timer);
    this.#worker ??= startWorker(WORKER, undefined, { heapMib: HEAP_MIB });
    const worker = this.#worker;
    worker.ref();
    let stop = (): void => undefined;
    try {
      return await new Promise<AnalysisAnswer>((resolve, reject) => {
        const gone = (): void => reject(new Error("The thread of analyses has ended."));
        const onAbort = (): void => reject(signal.reason as Error); // whoever aborts gives an error
        signal.addEventListener("abort", onAbort, { once: true });
        worker.once("message", resolve).once("error", reject).once("exit", gone);
        stop = () => {
          signal.removeEventListener("abort", onAbort);
          worker.off("message", resolve).off("error", reject).off("exit", gone);
        };
        worker.postMessage(order);
      });
    } catch (error) {
      this.#worker = undefined;
      await worker.terminate();
      throw error;
    } finally {
      stop();
      this.#rest();
    }
  }

  #rest(): void {
    this.#worker?.unref();
    this.#timer = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      void worker?.terminate();
    }, IDLE_MS);
    this.#timer.unref();
  }
}
