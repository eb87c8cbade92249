import type { EmbeddedEncoder } from "../encoders/embedded.ts";
import type { Encoder } from "../encoders/encoder.ts";
import type { StoredExample, UsageStore } from "../store/example-store.ts";
import { termsOf } from "../text/features.ts";
import { isGeneralised } from "../text/generalise.ts";
import { isPlea } from "../text/mood.ts";
import { composed, readWords } from "../text/normalize.ts";
import { type Breathe, createYield, runInSlices } from "../text/time-slices.ts";
import type { ExampleIndex, IndexedExample } from "./example-index.ts";

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
  readonly embedder: Encoder;
  /** Tells what asks for something from what does not. */
  readonly embedded: EmbeddedEncoder;
}

const USUAL_LIMIT = 3;
const MOST_HITS = 5;
const ALPHA = 0.7;
const MIN_SCORE = 0.25;

/** A plea is at least so sure to ask for something that the service does, in [0, 1]. Chosen on `tune`. */
const PLEA_ASKS = 0.5;

/** A text that is not sure to ask for something counts for less than it is sure. Chosen on all labelled sets but the last. */
const DOUBT = 1.4;

/** Where the best example is as alike in words as this, a text is said in words that requests are said in; what is less is less sure to be one. */
const WORDS_OF_REQUESTS = 0.82;

/** Among fewer examples than this no word is rare, and bm25 tells nothing. */
const FEW_EXAMPLES = 200;

/** Candidates from each side. */
const CANDIDATES = 60;

/** Examples that the full-text index looks through at once: a few ms. */
const ROWS_AT_ONCE = 2500;

/** What is rare among many examples has a bm25 that grows with the logarithm of their number: so much of it counts half. */
const HALF_BM25_SHARE = 0.3;

/** What a text in the very words of a taught example scores at least. */
const SAME_WORDS = 0.95;

/** Words, and UTF-16 units, beyond this are a document's, not a request's. */
const MOST_WORDS = 60;
const LONGEST_REQUEST = 1000;

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
  const hasRareWords = alpha < 1 && searched.index.size >= FEW_EXAMPLES;
  const asks = asksBy(searched, asked) * (hasRareWords ? wordsShare(candidates) : 1);
  const scored = candidates
    .map(({ example, meaning, words }) => {
      const score = alpha * meaning + (1 - alpha) * words;
      const taught = example.isTaught ? taughtScore(searched, asked, example, score) : 0;
      return { example, meaning, words, score: Math.max(score * asks, taught) };
    })
    .filter(({ score }) => score >= minScore)
    .sort((left, right) => right.score - left.score || left.example.id - right.example.id);
  const limit = Math.min(options.limit ?? USUAL_LIMIT, MOST_HITS);
  return differing(searched.store, scored, limit);
}

/** How sure it is that a text asks for something, in [0, 1], by how it is said. */
function asksBy({ embedded }: Searched, text: string): number {
  return Math.max(isPlea(text) ? PLEA_ASKS : 0, embedded.asks(text)) ** DOUBT;
}

/** How much the words of the examples are those of the text, in [0, 1]. */
function wordsShare(candidates: readonly Candidate[]): number {
  const best = candidates.reduce((most, { words }) => Math.max(most, words), 0);
  return Math.min(1, best / WORDS_OF_REQUESTS);
}

/** The part of a text that can be a request: the text itself, or what stands before or after a document in it; `undefined` for none. Pure. */
function requestIn(text: string): string | undefined {
  const whole = composed(text).trim();
  const parts = [whole, whole.split(/[:：\n]/u)[0] ?? "", whole.split("\n").at(-1) ?? ""];
  return parts
    .map((part) => part.trim())
    .find((part) => {
      if (part.length > LONGEST_REQUEST) return false;
      const words = readWords(part);
      return words.length <= MOST_WORDS && words.some((word) => word.part === "content");
    });
}

/** What was learned is not shown again where it fails more than it succeeds, or where its own values are gone. */
function isDoubted(example: StoredExample): boolean {
  const { source, successCount, failCount } = example;
  return source === "auto_log" && (failCount > successCount || isGeneralised(example));
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
  searched: Searched,
  text: string,
  alpha: number,
  options: SearchOptions,
): Promise<readonly Candidate[]> {
  const { index, embedder } = searched;
  const { personId, accept = () => true, signal } = options;
  const isMeant = (example: IndexedExample): boolean =>
    (example.personId === undefined || example.personId === personId) &&
    example.actions.every(accept);
  const breathe = createYield();
  const words = alpha === 1 ? new Map() : await wordsOf(searched, text, isMeant, options, breathe);
  await breathe(signal);
  const [embedding] = await embedder.embed([{ text }], signal);
  if (embedding === undefined) return [];
  await breathe(signal);
  const near = await index.nearest(embedding, {
    limit: alpha === 0 ? 0 : CANDIDATES,
    accept: isMeant,
    also: new Set(words.keys()),
    breathe,
    ...(signal === undefined ? {} : { signal }),
  });
  return near.map(({ example, cosine }) => ({
    example,
    meaning: Math.max(0, (cosine - embedder.baseline) / (1 - embedder.baseline)),
    words: words.get(example.id) ?? 0,
  }));
}

/** How alike in words those are that are most alike, by id. */
async function wordsOf(
  { store, index }: Searched,
  text: string,
  isMeant: (example: IndexedExample) => boolean,
  { personId, signal }: SearchOptions,
  breathe: Breathe,
): Promise<ReadonlyMap<number, number>> {
  const accept = (id: number): boolean => {
    const example = index.get(id);
    return example !== undefined && isMeant(example);
  };
  const own = store.ownHits(text, personId);
  const looking = store.keywordHits(text, CANDIDATES * 3, {
    ranges: index.idRanges(ROWS_AT_ONCE),
    accept,
  });
  const shared = await runInSlices(looking, {
    breathe,
    ...(signal === undefined ? {} : { signal }),
  });
  const hits = [...shared, ...own.filter(({ id }) => accept(id))];
  const half = HALF_BM25_SHARE * Math.log(1 + index.size);
  return new Map(hits.map(({ id, score }) => [id, score / (score + half)]));
}

/** The best that each bring an action which those before do not. */
function differing(
  store: UsageStore,
  found: readonly (Omit<SearchHit, "example"> & { readonly example: IndexedExample })[],
  limit: number,
): readonly SearchHit[] {
  const covered = new Set<string>();
  const hits: SearchHit[] = [];
  for (const { example, ...scores } of found) {
    if (hits.length === limit) break;
    if (example.actions.every((action) => covered.has(action))) continue;
    const stored = store.get(example.id);
    if (stored === undefined || isDoubted(stored)) continue;
    for (const action of example.actions) covered.add(action);
    hits.push({ ...scores, example: stored });
  }
  return hits;
}
