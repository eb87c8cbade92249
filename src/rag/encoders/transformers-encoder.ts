import { once } from "node:events";
import { basename } from "node:path";
import type { Worker } from "node:worker_threads";
import { messageOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { startWorker } from "../../base/worker.ts";
import type { EmbeddedText } from "./encoder.ts";
import {
  baselineOf,
  checkedVectors,
  EmbedderError,
  type Encoder,
  type EncoderSource,
  LONGEST_TEXT,
  type LoadProgress,
  UNRELATED,
} from "./encoder.ts";
import type { FromWorker, ModelOrder, ToWorker, WorkerProblem } from "./transformers-wire.ts";

/** A Korean sentence encoder of 768 dimensions (huggingface.co/jhgan/ko-sroberta-multitask). */
export const DEFAULT_TRANSFORMERS_MODEL = "jhgan/ko-sroberta-multitask";

/** How people add the package, in the folder of the product: package.json names its version. */
export const ADD_PACKAGE = "npm install --include=dev";

/** True where the package is installed; it is not loaded. */
export function hasTransformers(): boolean {
  try {
    return import.meta.resolve("@huggingface/transformers") !== "";
  } catch {
    return false;
  }
}

/**
 * A sentence encoder that runs on this machine with transformers.js: mean over the tokens, unit length. It works in a thread of its
 * own, and nothing of it is loaded before it is opened. The name of its vectors hangs on the files of the model.
 */
export function createTransformersEncoder(order: ModelOrder): EncoderSource {
  const name = nameOf(order);
  return {
    name,
    async open(signal, onProgress) {
      signal.throwIfAborted();
      const thread = new EncoderThread(order, name);
      const stop = (): void => void thread.close();
      signal.addEventListener("abort", stop, { once: true });
      try {
        const fingerprint = await thread.loaded(onProgress);
        const vectors = await thread.embed(UNRELATED);
        const id = `transformers/${basename(order.model)}#${fingerprint}`;
        return encoderOf(thread, { id, baseline: baselineOf(vectors) });
      } catch (error) {
        await thread.close();
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
}

function nameOf({ model, isLocal, revision }: ModelOrder): string {
  if (isLocal) return `transformers:${model}`;
  return revision === undefined ? `transformers/${model}` : `transformers/${model}@${revision}`;
}

function encoderOf(
  thread: EncoderThread,
  known: { readonly id: string; readonly baseline: number },
): Encoder {
  return {
    ...known,
    isRemote: false,
    embed: (texts, signal) => thread.embed(texts, signal),
    close: () => thread.close(),
  };
}

interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: EmbedderError) => void;
}

/** A thread with a model; whoever made it closes it. */
class EncoderThread {
  readonly #worker: Worker;
  readonly #order: ModelOrder;
  readonly #name: string;
  readonly #waiting = new Map<number, Waiting>();
  #loading: Waiting | undefined;
  #onProgress: (progress: LoadProgress) => void = () => undefined;
  #fingerprint = "";
  #lastId = 0;
  #dead: EmbedderError | undefined;

  constructor(order: ModelOrder, name: string) {
    this.#order = order;
    this.#name = name;
    this.#worker = startWorker(new URL("./transformers-worker.ts", import.meta.url), order);
    this.#worker.unref();
    this.#worker.on("message", (word: FromWorker) => this.#hear(word));
    this.#worker.on("error", (error: unknown) => this.#die(crashed(this.#name, messageOf(error))));
    this.#worker.on("exit", (code) => this.#die(crashed(this.#name, `code ${code}`)));
  }

  /** Resolves to the fingerprint of the model's files. Rejects with `EmbedderError`. */
  async loaded(onProgress: (progress: LoadProgress) => void): Promise<string> {
    this.#onProgress = onProgress;
    await new Promise<readonly Float32Array[]>((resolve, reject) => {
      this.#loading = { resolve, reject };
      if (this.#dead !== undefined) reject(this.#dead);
    });
    return this.#fingerprint;
  }

  /** Vectors of unit length. Rejects with `EmbedderError`, or the signal's reason; the thread goes on then. */
  async embed(
    texts: readonly EmbeddedText[],
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    if (this.#dead !== undefined) throw this.#dead;
    if (texts.length === 0) return [];
    this.#lastId += 1;
    const id = this.#lastId;
    let abort: (() => void) | undefined;
    try {
      return await new Promise<readonly Float32Array[]>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        abort = () => reject(signal?.reason);
        signal?.addEventListener("abort", abort, { once: true });
        const order: ToWorker = { id, texts: texts.map(({ text }) => text.slice(0, LONGEST_TEXT)) };
        this.#worker.postMessage(order);
      });
    } finally {
      this.#waiting.delete(id);
      if (abort !== undefined) signal?.removeEventListener("abort", abort);
    }
  }

  async close(): Promise<void> {
    const isLoading = this.#fingerprint === "";
    this.#die(crashed(this.#name, "closed"));
    // The runtime aborts the whole process when its thread is ended amid a computation: that is waited for.
    if (!isLoading && this.#worker.threadId > 0) {
      this.#worker.ref();
      const ended = once(this.#worker, "exit");
      this.#worker.postMessage("end" satisfies ToWorker);
      await ended;
    } else await this.#worker.terminate();
  }

  #hear(word: FromWorker): void {
    switch (word.kind) {
      case "progress":
        this.#onProgress(word);
        return;
      case "ready":
        this.#fingerprint = word.fingerprint;
        this.#loading?.resolve([]);
        return;
      case "failed":
        this.#die(loadError(word.problem, this.#order, this.#name));
        return;
      case "embedded":
        this.#answer(word.id, word);
        return;
      case "not-embedded":
        this.#waiting.get(word.id)?.reject(crashed(this.#name, word.detail));
    }
  }

  #answer(id: number, { numbers, width }: Extract<FromWorker, { kind: "embedded" }>): void {
    const waiting = this.#waiting.get(id);
    const count = width === 0 ? 0 : numbers.length / width;
    const vectors = Array.from({ length: count }, (_, at) =>
      numbers.slice(at * width, (at + 1) * width),
    );
    try {
      waiting?.resolve(checkedVectors(vectors, this.#name));
    } catch (error) {
      waiting?.reject(error as EmbedderError); // checkedVectors throws nothing else
    }
  }

  #die(error: EmbedderError): void {
    this.#dead ??= error;
    this.#loading?.reject(this.#dead);
    for (const { reject } of this.#waiting.values()) reject(this.#dead);
  }
}

function crashed(name: string, detail: string): EmbedderError {
  return new EmbedderError(
    "embedder-crashed",
    {
      en: `The thread of the encoder "${name}" failed (${detail}). It is started again by itself; where that goes on, see that there is enough memory, or set IBL_EMBEDDER=embedded.`,
      ko: `"${name}" 임베딩 스레드가 실패했어요 (${detail}). 저절로 다시 시작해요. 계속되면 메모리가 넉넉한지 보거나 IBL_EMBEDDER=embedded로 바꿔 주세요.`,
    },
    { isPassing: true },
  );
}

function loadError(problem: WorkerProblem, order: ModelOrder, name: string): EmbedderError {
  const { kind, detail } = problem;
  switch (kind) {
    case "package":
      return new EmbedderError("embedder-package", {
        en: `The package @huggingface/transformers cannot be loaded (${detail}). Add it with "${ADD_PACKAGE}" in the folder of ibl-bot, or set IBL_EMBEDDER=embedded.`,
        ko: `@huggingface/transformers 패키지를 불러올 수 없어요 (${detail}). ibl-bot 폴더에서 "${ADD_PACKAGE}"로 더하거나 IBL_EMBEDDER=embedded로 바꿔 주세요.`,
      });
    case "missing":
      return new EmbedderError(
        "embedder-missing",
        order.isLocal ? notThere(detail) : notOnHub(order, detail),
      );
    case "unreachable":
      return new EmbedderError(
        "embedder-unreachable",
        {
          en: `The model "${order.model}" could not be fetched (${detail}). Check the network, or fetch it elsewhere and name its folder in IBL_EMBEDDER_MODEL.`,
          ko: `"${order.model}" 모델을 받지 못했어요 (${detail}). 네트워크를 확인하거나, 다른 곳에서 받아 IBL_EMBEDDER_MODEL에 그 폴더를 적어 주세요.`,
        },
        { isPassing: true },
      );
    case "broken":
      return new EmbedderError("embedder-broken", {
        en: `The files of the encoder "${name}" cannot be used (${detail}). ${fetchAgain(order).en}`,
        ko: `"${name}" 임베딩 모델의 파일을 쓸 수 없어요 (${detail}). ${fetchAgain(order).ko}`,
      });
  }
}

function notThere(path: string) {
  return {
    en: `"${path}" is not there. IBL_EMBEDDER_MODEL must name a folder with config.json, tokenizer.json and onnx/model.onnx.`,
    ko: korean`"${path}"이(가) 없어요. IBL_EMBEDDER_MODEL은 config.json, tokenizer.json, onnx/model.onnx가 있는 폴더여야 해요.`,
  };
}

function notOnHub({ model }: ModelOrder, detail: string) {
  return {
    en: `The Hub gives no ONNX files of the model "${model}" (${detail}). Choose a model that has onnx/model.onnx, or export this one and name its folder in IBL_EMBEDDER_MODEL (docs/examples.md).`,
    ko: `허브에서 "${model}" 모델의 ONNX 파일을 주지 않아요 (${detail}). onnx/model.onnx가 있는 모델을 고르거나, 이 모델을 변환해 IBL_EMBEDDER_MODEL에 폴더를 적어 주세요 (docs/examples.md).`,
  };
}

function fetchAgain({ isLocal, model, cachePath }: ModelOrder) {
  return isLocal
    ? {
        en: `Copy the model to "${model}" again.`,
        ko: `모델을 "${model}"에 다시 복사해 주세요.`,
      }
    : {
        en: `Delete "${cachePath}" and start again: it is fetched anew.`,
        ko: `"${cachePath}" 폴더를 지우고 다시 시작하면 새로 받아요.`,
      };
}
