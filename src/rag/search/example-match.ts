import { composed, letterGroups, readWords, syllablePairs, type Word } from "../text/normalize.ts";

/** What is compared: a text, and marks that count like words (the kinds of values that were taken out of the text). */
export interface MatchDocument {
  readonly text: string;
  readonly marks?: readonly string[];
}

/** One example that resembles the query. `index` is its place in the list the matcher was made from. */
export interface ExampleMatch {
  readonly index: number;
  /** Cosine of the weighted features, in [0, 1]: 1 for the same words, near 0 for an unrelated text whatever else is stored. */
  readonly score: number;
  /** Share of the example's own weight that the query holds, in [0, 1]: high when the query has the example's words and more. */
  readonly coverage: number;
}

/** Finds examples by what they share with a text. */
export interface ExampleMatcher {
  /** At most `limit` examples that share a feature and that `accept` (default: all) lets through, best `score` first, ties in stored order. */
  search(query: MatchDocument, limit: number, options?: SearchOptions): readonly ExampleMatch[];
}

/** How a search ranks and what it may return. */
export interface SearchOptions {
  readonly accept?: (index: number) => boolean;
  /** `score` (default) for texts of the same kind; `coverage` when the query holds values that no example can know; `either` gives the best `limit` of both, those of `score` first. */
  readonly rankBy?: "score" | "coverage" | "either";
}

const WORD_WEIGHT = 1;
const FUNCTION_WEIGHT = 0.15;
const PAIR_WEIGHT = 0.3;
const LETTERS_WEIGHT = 0.2;

interface Posting {
  readonly index: number;
  readonly weight: number;
}

/** Examples counted or put into the index between two pauses. */
const AT_ONCE = 16;

/** Builds the index over `examples`, in memory and in small pieces: words (concepts and stems), Korean syllable pairs and letter groups, weighted by how rare they are. */
export function* buildExampleMatcher(
  examples: readonly MatchDocument[],
): Generator<void, ExampleMatcher, void> {
  const counted: ReadonlyMap<string, number>[] = [];
  for (const example of examples) if (counted.push(featuresOf(example)) % AT_ONCE === 0) yield;
  const rarity = rarityIn(counted);
  const postings = new Map<string, Posting[]>();
  const lengths: number[] = [];
  for (const [index, features] of counted.entries()) {
    if (index % AT_ONCE === 0) yield;
    lengths.push(post(postings, weighted(features, rarity), index));
  }
  return {
    search(query, limit, options = {}) {
      const weights = weighted(featuresOf(query), rarity);
      const matches = matchesOf(weights, postings, lengths, options);
      const { rankBy = "score" } = options;
      const orders = rankBy === "either" ? (["score", "coverage"] as const) : [rankBy];
      const best = orders.flatMap((order) => bestBy(matches, order, limit));
      return orders.length === 1 ? best : [...new Set(best)];
    },
  };
}

interface Weight {
  readonly name: string;
  readonly weight: number;
}

function weighted(
  features: ReadonlyMap<string, number>,
  rarity: (name: string) => number,
): readonly Weight[] {
  return [...features].map(([name, count]) => ({ name, weight: count * rarity(name) }));
}

/** How rare a feature is among the documents counted. */
function rarityIn(counted: readonly ReadonlyMap<string, number>[]): (name: string) => number {
  const documentCounts = new Map<string, number>();
  for (const features of counted)
    for (const name of features.keys())
      documentCounts.set(name, (documentCounts.get(name) ?? 0) + 1);
  return (name) => Math.log(1 + counted.length / (documentCounts.get(name) ?? 1));
}

/** Puts one document into the index; returns its length. */
function post(postings: Map<string, Posting[]>, weights: readonly Weight[], index: number): number {
  let square = 0;
  for (const { name, weight } of weights) {
    square += weight * weight;
    const list = postings.get(name);
    if (list === undefined) postings.set(name, [{ index, weight }]);
    else list.push({ index, weight });
  }
  return Math.sqrt(square);
}

function matchesOf(
  query: readonly Weight[],
  postings: ReadonlyMap<string, readonly Posting[]>,
  lengths: readonly number[],
  options: SearchOptions,
): readonly ExampleMatch[] {
  const accept = options.accept ?? (() => true);
  const products = new Map<number, { dot: number; own: number }>();
  let square = 0;
  for (const { name, weight } of query) {
    square += weight * weight;
    for (const posting of postings.get(name) ?? []) {
      const sum = products.get(posting.index) ?? { dot: 0, own: 0 };
      sum.dot += weight * posting.weight;
      sum.own += posting.weight * posting.weight;
      products.set(posting.index, sum);
    }
  }
  const length = Math.sqrt(square);
  const matches: ExampleMatch[] = [];
  for (const [index, { dot, own }] of products) {
    const exampleLength = lengths[index] ?? 0;
    if (exampleLength === 0 || length === 0 || !accept(index)) continue;
    matches.push({
      index,
      score: Math.min(1, dot / (length * exampleLength)),
      coverage: Math.min(1, own / (exampleLength * exampleLength)),
    });
  }
  return matches;
}

function bestBy(
  matches: readonly ExampleMatch[],
  order: "score" | "coverage",
  limit: number,
): readonly ExampleMatch[] {
  return matches
    .toSorted((a, b) => b[order] - a[order] || b.score - a.score || a.index - b.index)
    .slice(0, Math.max(0, limit));
}

function featuresOf(document: MatchDocument): ReadonlyMap<string, number> {
  const text = composed(document.text);
  const features = new Map<string, number>();
  const count = (name: string, weight: number): void => {
    features.set(name, Math.max(features.get(name) ?? 0, weight));
  };
  for (const mark of document.marks ?? []) count(`m:${mark}`, WORD_WEIGHT);
  for (const word of readWords(text)) countWord(word, text, count);
  return features;
}

function countWord(word: Word, text: string, count: (name: string, weight: number) => void): void {
  if (word.part !== "content") {
    count(`w:${word.key}`, FUNCTION_WEIGHT);
    return;
  }
  count(`w:${word.key}`, WORD_WEIGHT);
  const body = text.slice(word.start, word.bodyEnd).toLowerCase();
  for (const pair of syllablePairs(body)) count(`p:${pair}`, PAIR_WEIGHT);
  for (const group of letterGroups(body)) count(`l:${group}`, LETTERS_WEIGHT);
}
