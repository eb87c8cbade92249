import { parentPort, Worker, workerData } from "node:worker_threads";
import { messageOf } from "./errors.ts";

/** What a thread that does one thing posts: what it has to tell on the way, and, once, what came out or why nothing did. */
type Word<Told, Result> =
  | { readonly kind: "told"; readonly told: Told }
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly problem: string };

/**
 * Starts a module of the program in a thread of its own; whoever starts it terminates it. Name it beside the caller, as
 * `new URL("./it.ts", import.meta.url)`: in the built program, where all lies in one folder, the built file of that name is
 * started, so scripts/bundle.mjs must have it among its entries. `data` reaches it as `workerData`. It sees no environment variable. `heapMib` ends it where its heap grows beyond.
 */
export function startWorker(
  file: URL,
  data: unknown,
  { heapMib }: { readonly heapMib?: number } = {},
): Worker {
  const limits =
    heapMib === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMib } };
  const options = { workerData: data, env: {}, execArgv: [], ...limits };
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(new URL(file.href.replace(/\.ts$/u, ".mjs")), options);
  // A thread of Node 20 does not take over the loader of its process (tsx documentation, "tsx/esm/api").
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const entry = `import(${loader}).then(({ register }) => (register(), import(${JSON.stringify(file.href)})));`;
  return new Worker(entry, { ...options, eval: true });
}

/** Has one thing done by a module that calls `doInWorker`, in a thread that ends with it. Rejects with what went wrong there, or with the signal's reason. */
export async function askWorker<Told, Result>(
  file: URL,
  order: unknown,
  options: {
    readonly onTold?: (told: Told) => void;
    readonly signal?: AbortSignal;
    readonly heapMib?: number;
  } = {},
): Promise<Result> {
  const { onTold, signal } = options;
  signal?.throwIfAborted();
  const worker = startWorker(file, order, options);
  try {
    return await new Promise<Result>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true }); // whoever aborts gives an error
      worker.on("message", (word: Word<Told, Result>) => {
        if (word.kind === "told") onTold?.(word.told);
        else if (word.kind === "done") resolve(word.result);
        else reject(new Error(word.problem));
      });
      worker.once("error", reject);
      worker.once("exit", (code) => reject(new Error(`The thread ended with code ${code}.`)));
    });
  } finally {
    await worker.terminate();
  }
}

/** Does what `askWorker` asked for; nothing where the module was not started as a worker. */
export function doInWorker<Order, Told, Result>(
  work: (order: Order, tell: (told: Told) => void) => Promise<Result>,
): void {
  const port = parentPort;
  if (port === null) return;
  const post = (word: Word<Told, Result>): void => port.postMessage(word);
  work(workerData as Order, (told) => post({ kind: "told", told })) // the caller names the module and gives the order that it takes
    .then((result) => post({ kind: "done", result }))
    .catch((error: unknown) => post({ kind: "failed", problem: messageOf(error) }));
}
