import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { FeatureExtractionPipeline } from "@huggingface/transformers";
import { EMBEDDED_AT_ONCE } from "./encoder.ts";
import { createHubFetch } from "./hub-fetch.ts";
import { folderOf, missingIn, weightsIn } from "./model-files.ts";
import type { FromWorker, ModelOrder, ToWorker, WorkerProblem } from "./transformers-wire.ts";

type Transformers = typeof import("@huggingface/transformers");

/** Files besides the weights without which no vector is the same. */
const SETTINGS = ["config.json", "tokenizer.json", "tokenizer_config.json"] as const;

if (parentPort !== null) serve(workerData as ModelOrder); // transformers-encoder.ts starts this module, with an order

/** Loads the model, then embeds what is asked for, one message after the other. */
function serve(order: ModelOrder): void {
  const post = (word: FromWorker, moved: readonly ArrayBuffer[] = []): void =>
    parentPort?.postMessage(word, moved);
  const loading = load(order, post);
  loading.then(
    ({ fingerprint }) => post({ kind: "ready", fingerprint }),
    (error: unknown) => post({ kind: "failed", problem: problemOf(error) }),
  );
  let before: Promise<unknown> = loading;
  let isEnding = false;
  parentPort?.on("message", (word: ToWorker) => {
    if (word === "end") {
      isEnding = true;
      void before.finally(() => process.exit());
      return;
    }
    const { id, texts } = word;
    before = before
      .then(async () => {
        const { extract } = await loading;
        if (isEnding) return;
        const { numbers, width } = await vectorsOf(extract, texts);
        post({ kind: "embedded", id, numbers, width }, [numbers.buffer]);
      })
      .catch((error: unknown) => post({ kind: "not-embedded", id, detail: detailOf(error) }));
  });
}

/** What keeps a model from being loaded. */
class LoadError extends Error {
  readonly kind: WorkerProblem["kind"];

  constructor(kind: WorkerProblem["kind"], detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** Rejects with a `LoadError`, or where the files that are there cannot be used with whatever that was. */
async function load(
  order: ModelOrder,
  post: (word: FromWorker) => void,
): Promise<{ readonly extract: FeatureExtractionPipeline; readonly fingerprint: string }> {
  const transformers = await import("@huggingface/transformers").catch((error: unknown) => {
    throw new LoadError("package", detailOf(error));
  });
  const folder = folderOf(order);
  const missing = missingIn(folder);
  if (missing !== undefined && order.isLocal) throw new LoadError("missing", missing);
  setUp(transformers, order, missing === undefined);
  try {
    const source = missing === undefined ? folder : order.model;
    const extract = await transformers.pipeline("feature-extraction", source, {
      dtype: "fp32",
      device: "cpu",
      local_files_only: missing === undefined,
      subfolder: weightsIn(folder) ?? "onnx",
      // One processor is left to everybody else.
      session_options: {
        logSeverityLevel: 4,
        intraOpNumThreads: Math.max(1, availableParallelism() - 1),
      },
      ...(order.revision === undefined ? {} : { revision: order.revision }),
      progress_callback: (progress) => {
        if (progress.status !== "progress") return;
        const { file, loaded, total } = progress;
        post({ kind: "progress", file, loadedBytes: loaded, totalBytes: total });
      },
    });
    return { extract, fingerprint: await fingerprintOf(folder) };
  } catch (error) {
    throw missing === undefined ? error : fetchingError(detailOf(error));
  }
}

/** Models come from a folder, or from the Hub into HOME: never a part from each. Nothing is printed. */
function setUp({ env, LogLevel }: Transformers, order: ModelOrder, isOnMachine: boolean): void {
  env.logLevel = LogLevel.NONE;
  env.cacheDir = order.cachePath;
  env.allowLocalModels = isOnMachine;
  env.allowRemoteModels = !isOnMachine;
  const hubUrl = order.hubUrl ?? env.remoteHost;
  env.remoteHost = `${hubUrl.replace(/\/+$/u, "")}/`;
  env.fetch = createHubFetch(hubUrl);
}

/** A digest of all files that a vector hangs on, 16 letters. */
async function fingerprintOf(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const weights = weightsIn(folder) ?? "";
  const names = [
    ...SETTINGS.filter((name) => existsSync(join(folder, name))),
    ...readdirSync(join(folder, weights))
      .filter((name) => name.startsWith("model.onnx"))
      .sort()
      .map((name) => join(weights, name)),
  ];
  for (const name of names) {
    hash.update(name);
    for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk as Buffer); // without an encoding, chunks are bytes
  }
  return hash.digest("hex").slice(0, 16);
}

/** Mean over the tokens that are no padding, at unit length, 64 texts at once. */
async function vectorsOf(
  extract: FeatureExtractionPipeline,
  texts: readonly string[],
): Promise<{ readonly numbers: Float32Array<ArrayBuffer>; readonly width: number }> {
  const parts: Float32Array[] = [];
  let width = 0;
  for (let from = 0; from < texts.length; from += EMBEDDED_AT_ONCE) {
    const some = texts.slice(from, from + EMBEDDED_AT_ONCE);
    const tensor = await extract([...some], { pooling: "mean", normalize: true });
    width = tensor.dims.at(-1) ?? 0;
    parts.push(Float32Array.from(tensor.data as Float32Array)); // the model's floats; a copy, since it is sent away
    tensor.dispose();
  }
  const numbers = new Float32Array(texts.length * width);
  for (const [at, part] of parts.entries()) numbers.set(part, at * EMBEDDED_AT_ONCE * width);
  return { numbers, width };
}

function problemOf(error: unknown): WorkerProblem {
  const kind = error instanceof LoadError ? error.kind : "broken";
  return { kind, detail: detailOf(error) };
}

/** What went wrong while files were fetched, by the words of transformers.js (its src/utils/hub/constants.js) and of fetch. */
function fetchingError(detail: string): LoadError {
  if (/could not locate file|not found|unauthorized|forbidden/iu.test(detail))
    return new LoadError("missing", detail);
  if (/fetch failed|terminated|while trying to load file|error \(\d{3}\)/iu.test(detail))
    return new LoadError("unreachable", detail);
  return new LoadError("broken", detail);
}

function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
