import { AppError } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";

/** Numbers in an embedding: those of the Korean sentence encoders that this table is made for (jhgan/ko-sroberta-multitask, config.json, hidden_size). */
export const DIMENSIONS = 768;

/** A text to embed; with the program that answers it when it is an example's. */
export interface EmbeddedText {
  readonly text: string;
  readonly code?: string;
}

/** Turns texts into vectors that lie near each other when the texts mean the same; loaded and ready. Whoever opened it closes it. */
export interface Encoder {
  /** Names what makes the vectors: those of different names are never compared. */
  readonly id: string;
  /** The cosine that texts with nothing in common have, in [0, 1): it counts as none. */
  readonly baseline: number;
  /** True where texts leave this machine: what is private in them is masked first. */
  readonly isRemote: boolean;
  /** One vector of 768 numbers and unit length for each text, in their order. Rejects with `EmbedderError`, or on abort. */
  embed(texts: readonly EmbeddedText[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** How far the loading of an encoder is: the file that comes in, or `undefined` once all are there. */
export interface LoadProgress {
  readonly file?: string;
  readonly loadedBytes: number;
  /** 0 where it is not known. */
  readonly totalBytes: number;
}

/** An encoder that is set, and not loaded before it is needed. */
export interface EncoderSource {
  /** As people know it: its kind and its model, such as `google/gemini-embedding-001`. */
  readonly name: string;
  /** Loads it. Rejects with `EmbedderError`, or on abort. */
  open(signal: AbortSignal, onProgress: (progress: LoadProgress) => void): Promise<Encoder>;
}

/** What keeps an encoder from being used. */
export type EmbedderProblem =
  | "embedder-package"
  | "embedder-missing"
  | "embedder-broken"
  | "embedder-dimension"
  | "embedder-crashed"
  | "embedder-unreachable"
  | "embedder-refused"
  | "embedder-slow";

/** Why an encoder cannot be used, and what to do. The embedded embedder answers meanwhile. */
export class EmbedderError extends AppError {
  override readonly code: EmbedderProblem;
  /** True where it may work again by itself. */
  readonly isPassing: boolean;

  constructor(
    code: EmbedderProblem,
    words: Localized,
    options: { readonly isPassing?: boolean; readonly cause?: unknown } = {},
  ) {
    super(code, words, { cause: options.cause });
    this.name = "EmbedderError";
    this.code = code;
    this.isPassing = options.isPassing === true;
  }
}

/** Texts that have nothing to do with each other: how near they lie for an encoder is its zero. */
export const UNRELATED: readonly EmbeddedText[] = [
  "고양이가 창가에서 잔다",
  "환율이 어제보다 올랐다",
  "이 나사는 왼쪽으로 돌려야 풀린다",
  "첫눈이 오면 만나기로 했다",
  "데이터베이스를 백업해 줘",
  "the recipe needs two eggs",
  "our train leaves from platform nine",
  "please mute the living room speaker",
  "she paints ships in oil",
  "the printer is out of paper",
].map((text) => ({ text }));

/** A text longer than this is no request, and cut before it is encoded; in UTF-16 units. */
export const LONGEST_TEXT = 2000;

/** The mean cosine of these vectors with each other, in [0, 0.95]. */
export function baselineOf(vectors: readonly Float32Array[]): number {
  let sum = 0;
  let pairs = 0;
  for (const [at, left] of vectors.entries())
    for (const right of vectors.slice(at + 1)) {
      sum += left.reduce((total, value, place) => total + value * (right[place] ?? 0), 0);
      pairs += 1;
    }
  return pairs === 0 ? 0 : Math.min(0.95, Math.max(0, sum / pairs));
}

/** The same vectors at unit length. Throws `EmbedderError` `embedder-dimension` where one has not 768 numbers, `embedder-broken` where one holds none or something else. */
export function checkedVectors(
  vectors: readonly Float32Array[],
  name: string,
): readonly Float32Array[] {
  for (const vector of vectors) {
    if (vector.length !== DIMENSIONS) throw wrongDimension(name, vector.length);
    if (!vector.every(Number.isFinite) || vector.every((value) => value === 0))
      throw new EmbedderError("embedder-broken", {
        en: `The embeddings of "${name}" are no numbers. Choose another model with IBL_EMBEDDER_MODEL.`,
        ko: `"${name}"의 임베딩이 숫자가 아니에요. IBL_EMBEDDER_MODEL로 다른 모델을 골라 주세요.`,
      });
  }
  return vectors.map(normalised);
}

function wrongDimension(name: string, length: number): EmbedderError {
  return new EmbedderError("embedder-dimension", {
    en: `The embeddings of "${name}" have ${length} numbers, and ${DIMENSIONS} are needed. Choose a model with ${DIMENSIONS} dimensions in IBL_EMBEDDER_MODEL.`,
    ko: `"${name}"의 임베딩은 ${length}차원인데 ${DIMENSIONS}차원이어야 해요. IBL_EMBEDDER_MODEL로 ${DIMENSIONS}차원 모델을 골라 주세요.`,
  });
}

/** Brings a vector to unit length in place; one of zeros stays. */
export function normalised(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (length > 0)
    for (let index = 0; index < vector.length; index += 1)
      vector[index] = (vector[index] ?? 0) / length;
  return vector;
}

/** Texts that are embedded in one go. */
export const EMBEDDED_AT_ONCE = 64;
