import { isLightConcept } from "../../rag/text/concepts.ts";
import { composed, readWords } from "../../rag/text/normalize.ts";

/** One sentence of a text, with the keys of its telling words. */
interface Sentence {
  readonly text: string;
  readonly keys: readonly string[];
  /** What its place and shape make of its score. */
  readonly share: number;
}

/** Sentences longer than this are left out where there are others, in UTF-16 units. */
const LONGEST_SENTENCE = 400;

/** A word that the headings have counts this many times. */
const HEADING_GAIN = 2;
/** What a word still counts after a chosen sentence has it: keeps the choice from saying one thing twice. */
const SAID_SHARE = 0.3;
/** The first sentences of a text tell most often what it is about. */
const EARLY_GAINS: readonly number[] = [2, 1.4, 1.2];
/** Entries of lists and captions have no end of a sentence and tell less. */
const FRAGMENT_SHARE = 0.5;
/** Shorter sentences seldom stand by themselves; counted in telling words. */
const FEW_WORDS = 4;
const SHORT_SHARE = 0.7;

/** The sentences of a text that hold most of what it says, at most `count`, in their order. Headings, addresses and marks of lists are left out; a text of fewer sentences comes back whole. Time grows linearly with the text. */
export function chooseSentences(text: string, count: number): readonly string[] {
  const { headings, all } = readText(text);
  if (all.length <= count) return all.map((sentence) => sentence.text);
  const telling = all.filter(isTelling);
  const sentences = telling.length >= count ? telling : all;
  const weights = weightsOf(headings, sentences);
  const left = new Map(sentences.entries());
  for (let turn = 0; turn < count; turn += 1) {
    const best = bestOf(left, weights);
    for (const key of left.get(best)?.keys ?? [])
      weights.set(key, (weights.get(key) ?? 0) * SAID_SHARE);
    left.delete(best);
  }
  return sentences.filter((_, index) => !left.has(index)).map((sentence) => sentence.text);
}

/** The place of the sentence that says most; the earlier one where two say as much. */
function bestOf(left: ReadonlyMap<number, Sentence>, weights: ReadonlyMap<string, number>): number {
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [index, sentence] of left) {
    const score = scoreOf(sentence, weights);
    if (score > bestScore) [best, bestScore] = [index, score];
  }
  return best;
}

function readText(text: string): {
  readonly headings: readonly string[];
  readonly all: readonly Sentence[];
} {
  const headings: string[] = [];
  const bodies: string[] = [];
  for (const line of composed(text)
    .split("\n")
    .map((part) => part.trim())) {
    if (line === "" || /^https?:\/\/\S+$/.test(line) || /^[|=\-*_ ]+$/.test(line)) continue;
    const heading = /^#{1,6}\s+(.+)$/.exec(line)?.[1];
    if (heading !== undefined) headings.push(heading);
    else bodies.push(line.replace(/^(?:[-*•·]|\d{1,3}[.)])\s+/, ""));
  }
  return { headings, all: sentencesOf(bodies) };
}

function sentencesOf(lines: readonly string[]): readonly Sentence[] {
  let whole = 0;
  return lines.flatMap(sentencesOfLine).map((text) => {
    const keys = keysOf(text);
    const isFragment = !/[.!?。！？…]["'”’」』)\]]*$/u.test(text);
    const gain = isFragment ? FRAGMENT_SHARE : (EARLY_GAINS[whole] ?? 1);
    if (!isFragment) whole += 1;
    return { text, keys, share: gain * (keys.length < FEW_WORDS ? SHORT_SHARE : 1) };
  });
}

function isTelling({ keys, text }: Sentence): boolean {
  return keys.length >= 2 && text.length <= LONGEST_SENTENCE;
}

/** Where a sentence may end; the closing quotes and brackets behind belong to it. */
const END = /[.!?。！？…]+["'”’」』)\]]*/gu;
/** English words with a full stop that ends no sentence. */
const ABBREVIATED =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs|etc|e\.g|i\.e|Inc|Co|Corp|Ltd|Jr|Sr|Fig|approx|[A-Z](?:\.[A-Z])*)$/;

function sentencesOfLine(line: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of line.matchAll(END)) {
    const end = match.index + match[0].length;
    if (!endsSentence(line, match.index, end)) continue;
    sentences.push(line.slice(from, end).trim());
    from = end;
  }
  const rest = line.slice(from).trim();
  return rest === "" ? sentences : [...sentences, rest];
}

/** A full stop inside a number or after an abbreviation ends nothing; Korean sentences may follow one another without a space. */
function endsSentence(line: string, start: number, end: number): boolean {
  const after = line.slice(end, end + 2);
  if (after === "") return true;
  const before = line.slice(Math.max(0, start - 12), start);
  if (!/^\s/.test(after))
    return /\p{Script=Hangul}$/u.test(before) && /^[\p{Script=Hangul}"“‘]/u.test(after);
  if (line.charAt(start) !== ".") return true;
  return !ABBREVIATED.test(before) && !/^\s[a-z]/.test(after);
}

/** Verbs and words that any sentence may hold tell little of what a text is about. */
function keysOf(sentence: string): readonly string[] {
  const keys = readWords(sentence)
    .filter((word) => word.part === "content" && !word.verb && !isLightConcept(word.key.slice(2)))
    .map((word) => word.key);
  return [...new Set(keys)];
}

/** A word counts by the number of sentences that have it; one that stands in a single sentence hardly does. */
function weightsOf(
  headings: readonly string[],
  sentences: readonly Sentence[],
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { keys } of sentences)
    for (const key of keys) weights.set(key, (weights.get(key) ?? 0) + 1);
  for (const [key, count] of weights) weights.set(key, count === 1 ? 0.2 : Math.log2(1 + count));
  for (const key of headings.flatMap(keysOf)) {
    const weight = weights.get(key);
    if (weight !== undefined) weights.set(key, weight * HEADING_GAIN);
  }
  return weights;
}

function scoreOf({ keys, share }: Sentence, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const key of keys) sum += weights.get(key) ?? 0;
  return (sum / Math.sqrt(keys.length + 3)) * share;
}
