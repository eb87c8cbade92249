/** What a worker is to load. */
export interface ModelOrder {
  /** A folder of this machine, or a model's name on the Hub. */
  readonly model: string;
  readonly isLocal: boolean;
  /** A branch, tag or commit of the Hub. Default: its main branch. */
  readonly revision?: string;
  /** Where models from the Hub are kept. */
  readonly cachePath: string;
  /** Another Hub. */
  readonly hubUrl?: string;
}

/** Texts to embed; what comes back has the same number. Or the thread is to end after what it computes. */
export type ToWorker = { readonly id: number; readonly texts: readonly string[] } | "end";

/** Why a model could not be loaded. */
export interface WorkerProblem {
  /** The package is not there, the model is not, its files cannot be used, or the Hub cannot be reached. */
  readonly kind: "package" | "missing" | "broken" | "unreachable";
  readonly detail: string;
}

/** What a worker posts. */
export type FromWorker =
  | {
      readonly kind: "progress";
      readonly file: string;
      readonly loadedBytes: number;
      readonly totalBytes: number;
    }
  /** The fingerprint is that of the files. */
  | { readonly kind: "ready"; readonly fingerprint: string }
  | { readonly kind: "failed"; readonly problem: WorkerProblem }
  /** Vectors one after the other, `width` numbers each. */
  | {
      readonly kind: "embedded";
      readonly id: number;
      readonly numbers: Float32Array<ArrayBuffer>;
      readonly width: number;
    }
  | { readonly kind: "not-embedded"; readonly id: number; readonly detail: string };
