import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { digestOf } from "../base/digest.ts";
import { codeOf } from "../base/errors.ts";

/** Longest JSON of an outcome that stays in its journal row, in bytes of UTF-8. */
const MAX_ROW_BYTES = 256 * 1024;

/** What a journal row holds in the place of a large value. */
export interface LargeValueReference {
  readonly spilled: { readonly file: string; readonly sizeBytes: number; readonly digest: string };
}

/** Files beside the database for values too large for a row: a folder a run, mode 0700, a file a value, mode 0600. No program can name them. */
export class LargeValueFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Writes JSON that is too large for a row, and gives what the row holds instead; `undefined` for JSON that fits. The file is on disk, whole, when this returns. */
  write(runId: string, name: string, json: string): LargeValueReference | undefined {
    const sizeBytes = Buffer.byteLength(json);
    if (sizeBytes <= MAX_ROW_BYTES) return undefined;
    const folder = this.#folder(runId);
    const file = `${encodeURIComponent(name)}.json`;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const part = join(folder, `${file}.part`);
    rmSync(part, { force: true });
    writeFileSync(part, json, { mode: 0o600, flush: true });
    renameSync(part, join(folder, file));
    flushFolder(folder);
    return { spilled: { file, sizeBytes, digest: digestOf(json) } };
  }

  /** The JSON that a reference stands for; `undefined` when its file is missing or not what was written. */
  read(runId: string, { spilled }: LargeValueReference): string | undefined {
    try {
      const json = readFileSync(join(this.#folder(runId), spilled.file), "utf8");
      return digestOf(json) === spilled.digest ? json : undefined;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Removes all values of a run. */
  remove(runId: string): void {
    rmSync(this.#folder(runId), { recursive: true, force: true });
  }

  /** Removes the values of every run that is not to be kept. */
  sweep(isKept: (runId: string) => boolean): void {
    for (const runId of this.#runs()) if (!isKept(runId)) this.remove(runId);
  }

  #runs(): readonly string[] {
    try {
      return readdirSync(this.#path).map((name) => decodeURIComponent(name));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    }
  }

  #folder(runId: string): string {
    return join(this.#path, encodeURIComponent(runId));
  }
}

/** True for what stands in a row in the place of a large value. */
export function isLargeValueReference(value: object): value is LargeValueReference {
  return "spilled" in value;
}

/** A name in a folder outlives a power cut only when the folder itself was written. */
function flushFolder(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
