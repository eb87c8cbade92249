import type { EmbeddedEmbedder } from "./embedded.ts";
import type { Embedder } from "./embedder.ts";
import type { ExampleIndex, IndexedExample } from "./example-index.ts";
import { termsOf } from "./features.ts";
import { composed, readWords } from "./normalize.ts";
import type { StoredExample, UsageStore } from "./usage-store.ts";

/** How a search is made. */
export interface SearchOptions {
  /** Hits at most; default 3, most 5. */
  readonly limit?: number;
  /** Share of meaning against words, in [0, 1]; default 0.7. */
  readonly alpha?: number;
  /** Hits below this score are left out; default 0.25. */
  readonly minScore?: number;
  /** Whose examples are found besides everybody's. Default: nobody's. */
  readonly personId?: string;
  /** An example is found when it lets every action of its program through. Default: all. */
  readonly accept?: (action: string) => boolean;
  readonly signal?: AbortSignal;
}

/** An example that resembles a text; `score` is in [0, 1], and compares between texts. */
export interface SearchHit {
  readonly example: StoredExample;
  readonly score: number;
  /** How alike in meaning, and how alike in words, each in [0, 1]. */
  readonly meaning: number;
  readonly words: number;
}

/** What is searched. */
export interface Searched {
  readonly store: UsageStore;
  readonly index: ExampleIndex;
  /** Made the embeddings of the index. */
  readonly embedder: Embedder;
  /** Tells what asks for something from what does not. */
  readonly embedded: EmbeddedEmbedder;
}

const USUAL_LIMIT = 3;
const MOST_HITS = 5;
const ALPHA = 0.7;
const MIN_SCORE = 0.25;

/** Candidates from each side. */
const CANDIDATES = 60;

/** A bm25 of this much counts half. */
const HALF_BM25 = 4;

/** What a text in the very words of a taught example scores at least. */
const SAME_WORDS = 0.95;

/** Words beyond this are a document's, not a request's. */
const MOST_WORDS = 60;

/** The best hits for a text, best first; each brings an action that the ones before it do not. None for greetings, thanks and other small talk, for text without a meaning word, and for documents. */
export async function searchExamples(
  searched: Searched,
  text: string,
  options: SearchOptions = {},
): Promise<readonly SearchHit[]> {
  const asked = requestIn(text);
  if (asked === undefined) return [];
  const alpha = options.alpha ?? ALPHA;
  const minScore = options.minScore ?? MIN_SCORE;
  const candidates = await candidatesFor(searched, asked, alpha, options);
  const asks = searched.embedded.asks(asked);
  const scored = candidates
    .map(({ example, meaning, words }) => {
      const score = alpha * meaning + (1 - alpha) * words;
      const taught = example.isTaught ? taughtScore(searched, asked, example, score) : 0;
      return { example, meaning, words, score: Math.max(score * asks, taught) };
    })
    .filter(({ score }) => score >= minScore)
    .sort((left, right) => right.score - left.score || left.example.id - right.example.id);
  const limit = Math.min(options.limit ?? USUAL_LIMIT, MOST_HITS);
  return differing(scored, limit).flatMap(({ example, ...scores }) => {
    const stored = searched.store.get(example.id);
    return stored === undefined || isDoubted(stored) ? [] : [{ ...scores, example: stored }];
  });
}

/** The part of a text that can be a request: the text itself, or what stands before or after a document in it; `undefined` for none. Pure. */
export function requestIn(text: string): string | undefined {
  const whole = composed(text).trim();
  const parts = [whole, whole.split(/[:：\n]/u)[0] ?? "", whole.split("\n").at(-1) ?? ""];
  return parts
    .map((part) => part.trim())
    .find((part) => {
      const words = readWords(part.slice(0, 4000));
      return words.length <= MOST_WORDS && words.some((word) => word.part === "content");
    });
}

/** What was learned and fails more than it succeeds is not shown again. */
function isDoubted({ source, successCount, failCount }: StoredExample): boolean {
  return source === "auto_log" && failCount > successCount;
}

/** What people and runs added was not learned from, so its own words tell whether a text asks for it. */
function taughtScore(
  { store }: Searched,
  text: string,
  { id }: IndexedExample,
  score: number,
): number {
  const [own, other] = [termsOf(text), termsOf(store.get(id)?.intent ?? "")].map(
    (terms) => new Set(terms),
  );
  if (own === undefined || other === undefined || own.size === 0) return 0;
  const shared = [...own].filter((term) => other.has(term)).length;
  const overlap = shared / new Set([...own, ...other]).size;
  return overlap === 1 ? Math.max(score, SAME_WORDS) : score * overlap;
}

interface Candidate {
  readonly example: IndexedExample;
  readonly meaning: number;
  readonly words: number;
}

async function candidatesFor(
  { store, index, embedder }: Searched,
  text: string,
  alpha: number,
  options: SearchOptions,
): Promise<readonly Candidate[]> {
  const { personId, accept = () => true, signal } = options;
  const keywords = alpha === 1 ? [] : store.keywordHits(text, CANDIDATES * 3);
  const words = new Map(keywords.map(({ id, score }) => [id, score / (score + HALF_BM25)]));
  const [embedding] = await embedder.embed([{ text }], signal);
  if (embedding === undefined) return [];
  const near = await index.nearest(embedding, {
    limit: alpha === 0 ? 0 : CANDIDATES,
    accept: (example) =>
      (example.personId === undefined || example.personId === personId) &&
      example.actions.every(accept),
    also: new Set(words.keys()),
    ...(signal === undefined ? {} : { signal }),
  });
  return near.map(({ example, cosine }) => ({
    example,
    meaning: Math.max(0, (cosine - embedder.baseline) / (1 - embedder.baseline)),
    words: words.get(example.id) ?? 0,
  }));
}

function differing<Found extends { readonly example: IndexedExample }>(
  found: readonly Found[],
  limit: number,
): readonly Found[] {
  const covered = new Set<string>();
  const hits: Found[] = [];
  for (const hit of found) {
    if (hits.length === limit) break;
    if (hit.example.actions.every((action) => covered.has(action))) continue;
    for (const action of hit.example.actions) covered.add(action);
    hits.push(hit);
  }
  return hits;
}
