import { conceptForms, conceptNouns, conceptVerbs, partOf } from "./concepts.ts";
import { englishStem } from "./english.ts";
import { bareParticle, createKoreanReader, jamoOf, type ParticleRole } from "./korean.ts";

/** One word of a text, as both sides of a comparison see it. Offsets are UTF-16 units into the text that was read. */
export interface Word {
  readonly start: number;
  readonly end: number;
  /** Where the word ends without its Korean particle; equals `end` when there is none. */
  readonly bodyEnd: number;
  /** The concept's id with `c:` before it, or the stem in lower case. */
  readonly key: string;
  readonly part: "function" | "polite" | "content";
  readonly particle?: ParticleRole;
  /** True for a Korean verb form that the concept table knows, or a noun with 하다. */
  readonly verb: boolean;
  readonly past: boolean;
}

/** Text in the one composed form in which everything here is compared. */
export function composed(text: string): string {
  return text.normalize("NFC");
}

const WORD =
  /\p{Script=Hangul}+|[\p{Script=Latin}\p{M}]+(?:['’-][\p{Script=Latin}]+)*|\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+/gu;
const LONGEST_FORM = 4;

/** The words of a composed text in order; words that only count together (할 일, to do) are joined. Never throws; punctuation and pictures give nothing. */
export function readWords(text: string): readonly Word[] {
  return joinForms(readSingleWords(text), text);
}

interface SingleWord extends Omit<Word, "key" | "part"> {
  readonly stem: string;
}

const readKorean = createKoreanReader(conceptVerbs(), conceptNouns());
const FORMS: ReadonlyMap<string, string> = new Map(
  conceptForms().map(({ id, form }) => [
    readSingleWords(form)
      .map((word) => word.stem)
      .join(" "),
    `c:${id}`,
  ]),
);

function readSingleWords(text: string): readonly SingleWord[] {
  const words: SingleWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = singleWord(match[0], match.index);
    const before = words.at(-1);
    const particle = bareParticle(match[0]);
    if (
      before !== undefined &&
      before.end === word.start &&
      particle !== undefined &&
      !isHangul(text.slice(before.start, before.end))
    ) {
      words[words.length - 1] = { ...before, end: word.end, particle };
      continue;
    }
    words.push(word);
  }
  return words;
}

function singleWord(text: string, start: number): SingleWord {
  const end = start + text.length;
  if (!isHangul(text)) {
    const folded = text.normalize("NFKC").toLowerCase();
    return {
      start,
      end,
      bodyEnd: end,
      stem: /^[a-z]/u.test(folded) ? englishStem(folded) : folded,
      verb: false,
      past: false,
    };
  }
  const read = readKorean(text);
  return {
    start,
    end,
    bodyEnd: start + read.bodyLength,
    stem: read.stem,
    verb: read.verb,
    past: read.past,
    ...(read.particle === undefined ? {} : { particle: read.particle }),
  };
}

function isHangul(text: string): boolean {
  return /^\p{Script=Hangul}/u.test(text);
}

function joinForms(singles: readonly SingleWord[], text: string): readonly Word[] {
  const words: Word[] = [];
  let index = 0;
  while (index < singles.length) {
    const length = longestForm(singles, index, text);
    const word = joined(singles.slice(index, index + length), text);
    if (word !== undefined) words.push(word);
    index += length;
  }
  return words;
}

/** How many words from `from` on stand together for one concept; 1 when the first stands alone. */
function longestForm(singles: readonly SingleWord[], from: number, text: string): number {
  for (let length = Math.min(LONGEST_FORM, singles.length - from); length > 1; length -= 1) {
    if (conceptOf(singles.slice(from, from + length), text) !== undefined) return length;
  }
  return 1;
}

/** By the stems, or, because Korean may be spaced anywhere, by what the words give when written as one. */
function conceptOf(singles: readonly SingleWord[], text: string): string | undefined {
  const byStems = FORMS.get(singles.map((word) => word.stem).join(" "));
  if (byStems !== undefined || singles.length !== 2) return byStems;
  const surface = singles.map((word) => text.slice(word.start, word.end)).join("");
  if (/(?:할|한|하는|했던)$/u.test(surface)) return undefined;
  return isHangul(surface) ? FORMS.get(readKorean(surface).stem) : undefined;
}

function joined(singles: readonly SingleWord[], text: string): Word | undefined {
  const first = singles[0];
  const last = singles.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const concept = conceptOf(singles, text);
  const key = concept ?? singles.map((word) => word.stem).join(" ");
  return {
    start: first.start,
    end: last.end,
    bodyEnd: last.bodyEnd,
    key,
    part: partOf(key),
    verb: last.verb,
    past: last.past,
    ...(last.particle === undefined ? {} : { particle: last.particle }),
  };
}

/** Cuts a Korean word that was written without spaces where a known word of two syllables or more begins (뉴스찾아줘); one piece when there is none. */
export function splitCompound(text: string, word: Word): readonly Word[] {
  const surface = text.slice(word.start, word.end);
  if (
    word.key.startsWith("c:") ||
    surface.length < 3 ||
    surface.length > 24 ||
    !/^\p{Script=Hangul}+$/u.test(surface)
  )
    return [word];
  for (let cut = 1; cut <= surface.length - 2; cut += 1) {
    const [tail] = readWords(surface.slice(cut));
    if (tail === undefined || !tail.key.startsWith("c:") || splitsCausative(surface, cut)) continue;
    const head = readWords(surface.slice(0, cut)).map((part) => moved(part, word.start));
    return [...head.flatMap((part) => splitCompound(text, part)), moved(tail, word.start + cut)];
  }
  return [word];
}

/** 시켜 is one word: 켜다 is not in it. */
function splitsCausative(surface: string, cut: number): boolean {
  return surface.slice(cut - 1).startsWith("시켜");
}

function moved(word: Word, by: number): Word {
  return { ...word, start: word.start + by, end: word.end + by, bodyEnd: word.bodyEnd + by };
}

/** Letter groups of a word for near matches: three letters at a time, Korean by its jamo, with the word's edges marked. */
export function letterGroups(word: string): readonly string[] {
  const letters = [...`^${jamoOf(word)}$`];
  const groups: string[] = [];
  for (let index = 0; index + 3 <= letters.length; index += 1)
    groups.push(letters.slice(index, index + 3).join(""));
  return groups;
}

/** Pairs of neighbouring syllables of a Korean word; none for other scripts. */
export function syllablePairs(word: string): readonly string[] {
  if (!isHangul(word)) return [];
  const pairs: string[] = [];
  for (let index = 0; index + 2 <= word.length; index += 1)
    pairs.push(word.slice(index, index + 2));
  return pairs;
}
