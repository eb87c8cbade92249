import { LEXICON } from "./lexicon.ts";
import { isNegated, isPlea, sentenceType } from "./mood.ts";
import { composed, letterGroups, readWords, splitCompound, syllablePairs } from "./normalize.ts";
import { inPlainSpelling } from "./spelling.ts";
import { themesOf } from "./themes.ts";

/** What a text is compared by: names of features with their weights in (0, 1]. */
export type Features = ReadonlyMap<string, number>;

/** Longest text that is read, in UTF-16 units; what is longer says what it asks for at one of its ends. */
const LONGEST_TEXT = 600;

/** A text of more UTF-16 units is long for a request. */
const LONG_TELLING = 110;

const WEIGHTS = {
  content: 1,
  function: 0.35,
  polite: 0.2,
  mark: 0.7,
  pair: 0.5,
  syllables: 0.4,
  letters: 0.25,
  role: 0.4,
  ending: 0.3,
  opening: 0.5,
  mood: 0.7,
  question: 0.3,
  theme: 0.7,
  together: 0.5,
} as const;

/** Kinds of values by their form. What they say is nobody's request, so the value itself is left out. */
const VALUES: readonly (readonly [string, RegExp])[] = [
  ["url", /https?:\/\/\S+|\b[a-z0-9-]+\.(?:com|net|org|kr|io|co|dev|jp)\b\S*/giu],
  [
    "file",
    /[\p{L}\p{N}_./-]*\.(?:md|txt|pdf|csv|tsv|png|jpe?g|gif|log|xlsx?|docx?|json|html|ya?ml|zip|mp3|hwp|pptx?|py|js)\b/giu,
  ],
  ["glob", /\*\.\w+/gu],
  ["ticker", /\b[A-Z]{3,5}(?:[-/][A-Z]{3})?\b|(?<!\d)\d{6}(?!\d)/gu],
  ["clock", /(?<!\d)\d{1,2}\s?(?:시(?!간)|:\d\d|[ap]m\b)/giu],
  ["number", /\d+(?:[.,:]\d+)*/gu],
];

/** The features of a text. `values` are texts of a program that stand in it as values: they count by their kind alone. Pure; never throws. */
export function featuresOf(text: string, values: readonly string[] = []): Features {
  const features = new Map<string, number>();
  const put: Put = (name, weight) => {
    features.set(name, Math.max(features.get(name) ?? 0, weight));
  };
  const whole = composed(text).slice(0, LONGEST_TEXT).trim();
  const said = inPlainSpelling(withoutTold(whole, put));
  putForm(said, put);
  const bare = withoutValues(said, values.map(inPlainSpelling), put);
  putWords(bare, put);
  for (const theme of themesOf(bare)) put(`t:${theme}`, WEIGHTS.theme);
  putPairs(features, put);
  return features;
}

type Put = (name: string, weight: number) => void;

/** Ideas, themes and signs of a text two by two, however they are ordered: what is done, with what. */
function putPairs(features: Features, put: Put): void {
  const ideas = [...features.keys()].filter((name) => /^(?:w:c|x|t):/u.test(name)).sort();
  for (const [at, first] of ideas.entries())
    for (const second of ideas.slice(at + 1)) put(`&:${first} ${second}`, WEIGHTS.together);
}

/** How the sentence begins and ends tells a request from what only mentions the same things. */
function putForm(text: string, put: Put): void {
  if (/[?？]\s*$/u.test(text)) put("q:?", WEIGHTS.question);
  const mood = sentenceType(text);
  if (mood !== "request") put(`f:${mood}`, WEIGHTS.mood);
  if (isNegated(text)) put("f:negated", WEIGHTS.mood);
  if (isPlea(text)) put("f:plea", WEIGHTS.mood);
  if (text.length > LONG_TELLING) put("f:long", WEIGHTS.mood);
  const opening = /^[a-z']+/iu.exec(text)?.[0].toLowerCase();
  if (opening !== undefined) put(`s:${opening}`, WEIGHTS.opening);
  for (const [name, pattern] of LEXICON) if (pattern.test(text)) put(`x:${name}`, WEIGHTS.mark);
  putEnding(text, put);
}

/** The last syllables of a Korean sentence. */
function putEnding(text: string, put: Put): void {
  const bare = text.replace(/[^\p{L}\p{N}]+$/gu, "");
  const last = /\p{Script=Hangul}{1,3}$/u.exec(bare)?.[0] ?? "";
  for (let length = 1; length <= last.length; length += 1)
    put(`e:${last.slice(-length)}`, WEIGHTS.ending);
}

const QUOTED_TEXT = /"[^"]{2,}"|“[^”]{2,}”|‘[^’]{2,}’|「[^」]{2,}」|『[^』]{2,}』/gu;

/** What is said about other words, without those words: what stands in quotes, or after a colon, may sound like anything. */
function withoutTold(text: string, put: Put): string {
  const bare = text.replace(QUOTED_TEXT, () => {
    put("m:quote", WEIGHTS.mark);
    return ` ${GAP} `;
  });
  const colon = /^(.*?[\p{L}\p{N}])\s?[:：](?!\/\/)\s+\S/su.exec(bare)?.[1];
  if (colon === undefined) return bare;
  put("m:tail", WEIGHTS.mark);
  return colon;
}

/** The text with a blank in the place of each value, and a mark for its kind. */
function withoutValues(text: string, values: readonly string[], put: Put): string {
  let rest = text;
  for (const [kind, pattern] of VALUES)
    rest = rest.replace(pattern, () => {
      put(`m:${kind}`, WEIGHTS.mark);
      return ` ${GAP} `;
    });
  for (const value of values) {
    const at = rest.toLowerCase().indexOf(value.toLowerCase());
    if (at >= 0) rest = `${rest.slice(0, at)} ${GAP} ${rest.slice(at + value.length)}`;
  }
  return rest;
}

/** Stands where a value was; no letter, so no word is made of it. */
const GAP = "\u0001";

function putWords(text: string, put: Put): void {
  let before = "^";
  for (const word of readWords(text).flatMap((one) => splitCompound(text, one))) {
    if (word.particle !== undefined) put(`r:${word.particle}`, WEIGHTS.role);
    put(`w:${word.key}`, WEIGHTS[word.part]);
    if (word.part !== "content") continue;
    put(`b:${before} ${word.key}`, WEIGHTS.pair);
    before = word.key;
    const body = text.slice(word.start, word.bodyEnd).toLowerCase();
    for (const pair of syllablePairs(body)) put(`p:${pair}`, WEIGHTS.syllables);
    for (const group of letterGroups(body)) put(`l:${group}`, WEIGHTS.letters);
  }
  put(`b:${before} $`, WEIGHTS.pair);
}

const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gsu;

/** The texts in a program that may stand as values in what people say, longest first; those inside quoted programs too. */
export function valuesOf(code: string): readonly string[] {
  const found = new Set<string>();
  for (const match of code.matchAll(QUOTED)) {
    const text = (match[1] ?? match[2] ?? "").replace(/\\(["'\\])/gu, "$1");
    if (/\[\w+:\w+\]/u.test(text)) for (const inner of valuesOf(text)) found.add(inner);
    else if (text.length > 1) found.add(text.replace(/^\*|\*$/gu, ""));
  }
  return [...found].sort((left, right) => right.length - left.length);
}

/** The words by which a text is found: concepts and stems that say something, each once. */
export function termsOf(text: string): readonly string[] {
  const whole = inPlainSpelling(composed(text).slice(0, LONGEST_TEXT));
  const words = readWords(whole).flatMap((word) => splitCompound(whole, word));
  const telling = words.filter((word) => word.part === "content");
  return [...new Set(telling.flatMap(({ key }) => key.split(" ")))];
}
