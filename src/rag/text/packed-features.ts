import type { Features } from "./features.ts";

/** Features of a text in a `FeatureTable`: a tenth of the memory of their names. */
export interface PackedFeatures {
  readonly places: Int32Array;
  readonly weights: Float64Array;
}

/** Names of the features of many texts, each once. */
export class FeatureTable {
  readonly #places = new Map<string, number>();

  /** By place. */
  get names(): readonly string[] {
    return [...this.#places.keys()];
  }

  /** The same features by the places of their names, which are added. */
  pack(features: Features): PackedFeatures {
    const places = Int32Array.from(features.keys(), (name) => {
      const place = this.#places.get(name) ?? this.#places.size;
      this.#places.set(name, place);
      return place;
    });
    return { places, weights: Float64Array.from(features.values()) };
  }
}

/** The features that were packed, by the names of their table. */
export function unpacked({ places, weights }: PackedFeatures, names: readonly string[]): Features {
  const features = new Map<string, number>();
  for (const [at, place] of places.entries()) features.set(names[place] ?? "", weights[at] ?? 0);
  return features;
}
