import { askWorker } from "../../base/worker.ts";
import type { BuildProgress } from "../../rag/usage/build.ts";

/** What a thread is asked to make, and from what. */
export interface UsageOrder {
  /** The data folders; later ones cover earlier ones. */
  readonly roots: readonly string[];
  /** The database with the workflows that examples may run. */
  readonly databasePath: string;
  /** The usage database that is made. */
  readonly usagePath: string;
  /** The id of its first example. Default 1. */
  readonly firstId?: number;
}

/** What came out: the digest of the data that was read, and the programs that do not plan. */
export interface MadeUsage {
  readonly digest: string;
  readonly broken: readonly string[];
}

/** Makes the examples of a usage database in a thread of its own. Rejects with what went wrong, or the signal's reason; what was begun is taken up by the next making. */
export function makeUsage(
  order: UsageOrder,
  options: {
    readonly onProgress?: (progress: BuildProgress) => void;
    readonly signal?: AbortSignal;
  } = {},
): Promise<MadeUsage> {
  const { onProgress, signal } = options;
  return askWorker<BuildProgress, MadeUsage>(new URL("./usage-worker.ts", import.meta.url), order, {
    ...(onProgress === undefined ? {} : { onTold: onProgress }),
    ...(signal === undefined ? {} : { signal }),
  });
}
