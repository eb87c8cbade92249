import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { startWorker } from "../base/worker.ts";
import type { Database } from "./database.ts";

/** What the thread is asked to look after. */
export interface CheckpointOrder {
  readonly paths: readonly string[];
  readonly everyMs: number;
}

/** What the thread tells when it is something else than before: how many pages of the log of a database are in that, too, or why they cannot be. */
export type CheckpointWord =
  | { readonly kind: "moved"; readonly path: string; readonly pages: number }
  | { readonly kind: "failed"; readonly path: string; readonly problem: string };

/** Checkpoints that go on. */
export interface Checkpoints {
  /** Resolves when the thread has closed its connections; writers make their own checkpoints again. */
  stop(): Promise<void>;
}

/** A thread takes a tenth of a second of a processor to begin: what begins with the service goes first. */
const BEGIN_AFTER_MS = 3000;
const EVERY_MS = 2000;

/** A log of 64 MiB, in pages of 4 KiB: from there on writers help, since the thread does not keep up. */
const HELP_FROM_PAGES = 16_384;
/** SQLite's own default (its documentation, PRAGMA wal_autocheckpoint). */
const USUAL_PAGES = 1000;

/** How long the end of the thread is waited for. */
const STOP_MS = 5000;

/**
 * Moves what was committed from the logs of databases into them, in a thread every two seconds. A checkpoint waits for the disk twice, a tenth of a
 * second each where that is busy, and without the thread the commit that fills the log waits for it, and all that arrives meanwhile. What fails
 * (a full disk) is told once, and tried again; writers help when the log grows long.
 * `database` is the one that is written all the time, `others` are paths of files that may come later.
 */
export function startCheckpoints(
  database: Database,
  parts: {
    readonly others?: readonly string[];
    readonly log: Pick<Log, "warn">;
    /** Default 3,000 ms. */
    readonly beginAfterMs?: number;
    /** Default 2,000 ms. */
    readonly everyMs?: number;
    readonly onWord?: (word: CheckpointWord) => void;
  },
): Checkpoints {
  const { others = [], beginAfterMs = BEGIN_AFTER_MS, everyMs = EVERY_MS } = parts;
  const order: CheckpointOrder = { paths: [database.name, ...others], everyMs };
  let thread: { readonly end: () => Promise<void> } | undefined;
  const beginning = setTimeout(() => {
    thread = startThread(database, order, parts);
  }, beginAfterMs).unref();
  return {
    async stop() {
      clearTimeout(beginning);
      await thread?.end();
    },
  };
}

function startThread(
  database: Database,
  order: CheckpointOrder,
  {
    log,
    onWord = () => undefined,
  }: { readonly log: Pick<Log, "warn">; readonly onWord?: (word: CheckpointWord) => void },
): { readonly end: () => Promise<void> } {
  const leaveTo = (pages: number): void => {
    if (database.open) database.pragma(`wal_autocheckpoint = ${pages}`);
  };
  const worker = startWorker(new URL("./checkpoint-worker.ts", import.meta.url), order);
  worker.unref();
  leaveTo(HELP_FROM_PAGES);
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      leaveTo(USUAL_PAGES);
      resolve();
    });
  });
  worker.on("message", (word: CheckpointWord) => {
    if (word.kind === "failed")
      log.warn({ ...word }, "A log could not be moved into its database.");
    onWord(word);
  });
  worker.on("error", (error) =>
    log.warn({ problem: messageOf(error) }, "Checkpoints are made by the writers from now on."),
  );
  return {
    async end() {
      worker.postMessage("stop");
      const late = setTimeout(() => worker.terminate(), STOP_MS);
      await ended;
      clearTimeout(late);
    },
  };
}
