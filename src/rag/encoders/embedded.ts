import { actionsIn } from "../text/called-actions.ts";
import { exampleFeatures, type Features, featuresOf } from "../text/features.ts";
import type { EmbeddedText, Encoder } from "./encoder.ts";
import { DIMENSIONS, normalised } from "./encoder.ts";
import type { IntentModel } from "./intent-model.ts";

/** Share of what a text is about in its embedding; the rest is what stands in it. */
const ABOUT_SHARE = 0.7;

/** How much of an example's place is what its program does; the rest is what its words sound like. */
const PROGRAM_SHARE = 0.9;

/** At most so many numbers say what a text is about. */
const MOST_LABELS = 512;

/** What asks for nothing. */
export const NOTHING = "-";

/** The embedder that is always there: it needs no download and takes well under a millisecond a text. */
export interface EmbeddedEncoder extends Encoder {
  /** One text, at once; `features` are those of an example where they were read before. */
  embedNow(text: EmbeddedText, features?: Features): Float32Array;
  /** How sure it is that a text asks for something the service does, in [0, 1]. */
  asks(text: string): number;
}

/**
 * The embedder over a learned model. Its first numbers say what a text is about: the square root of each label's share, so that the
 * product of two is 1 for the same shares and 0 for shares with nothing in common. The others are the text's features, hashed.
 */
export function createEmbeddedEncoder(model: IntentModel, id: string): EmbeddedEncoder {
  const places = new Map(model.labels.slice(0, MOST_LABELS).map((label, place) => [label, place]));
  const nothing = places.get(NOTHING);
  let last: Reading | undefined;
  const readingOf = (text: string): Reading => {
    if (last?.text !== text) last = { text, ...readingIn(model, featuresOf(text)) };
    return last;
  };
  const embedNow = ({ text, code }: EmbeddedText, read?: Features): Float32Array => {
    const { features, about } =
      code === undefined ? readingOf(text) : readingIn(model, read ?? exampleFeatures(text, code));
    if (code !== undefined) towardsProgram(about, code, places);
    const vector = new Float32Array(DIMENSIONS);
    for (let place = 0; place < places.size; place += 1)
      vector[place] = Math.sqrt(ABOUT_SHARE * (about[place] ?? 0));
    return normalised(addHashed(vector, features, places.size));
  };
  return {
    id,
    baseline: 0,
    isRemote: false,
    close: async () => undefined,
    embedNow,
    embed: (texts) => Promise.resolve(texts.map((text) => embedNow(text))),
    asks: (text) => (nothing === undefined ? 1 : 1 - (readingOf(text).about[nothing] ?? 0)),
  };
}

/** What the model makes of a text: a search asks for it twice. */
interface Reading {
  readonly text: string;
  readonly features: Features;
  /** Shares in the order of the labels. */
  readonly about: Float64Array;
}

function readingIn(model: IntentModel, features: Features): Omit<Reading, "text"> {
  return { features, about: model.predict(features) };
}

function towardsProgram(
  about: Float64Array,
  code: string,
  places: ReadonlyMap<string, number>,
): void {
  const known = [...new Set(actionsIn(code))].flatMap((action) => places.get(action) ?? []);
  if (known.length === 0) return;
  for (let place = 0; place < about.length; place += 1)
    about[place] = (about[place] ?? 0) * (1 - PROGRAM_SHARE);
  for (const place of known) about[place] = (about[place] ?? 0) + PROGRAM_SHARE / known.length;
}

/** Features of these kinds are too many to share few places: pairs of ideas and letter groups tell by what was learned from them. */
const LEARNED_FROM_ALONE = /^[&l]:/u;

/** Adds the features from place `from` on, two signed places each, at the length that is left to them. */
function addHashed(vector: Float32Array, features: Features, from: number): Float32Array {
  const room = DIMENSIONS - from;
  let square = 0;
  const hashed = new Float32Array(room);
  for (const [name, weight] of features) {
    if (LEARNED_FROM_ALONE.test(name)) continue;
    const code = hashOf(name);
    hashed[code % room] = (hashed[code % room] ?? 0) + ((code >>> 30) & 1 ? weight : -weight);
  }
  for (const value of hashed) square += value * value;
  const scale = square === 0 ? 0 : Math.sqrt((1 - ABOUT_SHARE) / square);
  for (let place = 0; place < room; place += 1) vector[from + place] = (hashed[place] ?? 0) * scale;
  return vector;
}

/** FNV-1a over UTF-16 units, mixed once more; 31 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & 0x7fffffff;
}
