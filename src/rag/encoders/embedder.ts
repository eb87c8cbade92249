/** Numbers in an embedding: those of the Korean sentence encoders that this table is made for (jhgan/ko-sroberta-multitask, config.json, hidden_size). */
export const DIMENSIONS = 768;

/** A text to embed; with the program that answers it when it is an example's. */
export interface EmbeddedText {
  readonly text: string;
  readonly code?: string;
}

/** Turns texts into vectors that lie near each other when the texts mean the same. */
export interface Embedder {
  /** Names what makes the vectors: those of different names are never compared. */
  readonly id: string;
  /** The cosine that texts with nothing in common have, in [0, 1): it counts as none. */
  readonly baseline: number;
  /** One vector of 768 numbers and unit length for each text, in their order. Rejects with `AppError` `embedder-…`, or on abort. */
  embed(texts: readonly EmbeddedText[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
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
