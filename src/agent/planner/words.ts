import type { Phrasing } from "../../rag/store/example-files.ts";
import {
  conceptForms,
  isCommandConcept,
  isLightConcept,
  relatedness,
} from "../../rag/text/concepts.ts";
import { jamoOf } from "../../rag/text/korean.ts";
import { readCode } from "./code.ts";
import type { Template } from "./template.ts";
import { readTokens, type Token } from "./tokens.ts";

/** What words are worth, by how rare they are among the examples. */
export interface Weights {
  /** Of a word of a template, in [0, 1]. */
  readonly ofKey: (key: string, part: Token["part"]) => number;
  /** Of a piece of the message that nothing explains, in [0, 1]. */
  readonly ofToken: (token: Token) => number;
  /** True for words that ask for something (찾다, delete), which no value should hold. */
  readonly isCommand: (token: Token) => boolean;
  /** True for an idea that some example is asked for with. */
  readonly isContext: (token: Token) => boolean;
  /** How near a misspelt piece is to a word of a template, in [0, 1]. */
  readonly nearness: (token: Token, key: string) => number;
}

/** How much a piece of the message and a word of a template mean the same, in [0, 1]. */
export type Likeness = (token: Token, key: string) => number;

/** Compares pieces with words and remembers the answers; make one for each message. */
export function createLikeness(weights: Weights): Likeness {
  const known = new Map<Token, Map<string, number>>();
  return (token, key) => {
    const ofToken = known.get(token) ?? new Map<string, number>();
    known.set(token, ofToken);
    const found = ofToken.get(key) ?? likenessOf(token, key, weights);
    ofToken.set(key, found);
    return found;
  };
}

function likenessOf(token: Token, key: string, weights: Weights): number {
  if (token.key === key || `${token.kind}:${token.value}` === key) return 1;
  if (token.kind !== "word") return 0;
  const isConcept = token.key.startsWith("c:");
  if (isConcept && key.startsWith("c:")) return relatedness(token.key.slice(2), key.slice(2));
  return isConcept ? 0 : weights.nearness(token, key);
}

const FUNCTION_WEIGHT = 0.05;
const LIGHT_WEIGHT = 0.15;
const VALUE_WEIGHT = 0.4;
const LEAST_WORD_WEIGHT = 0.25;

/** Learns from the templates what each word is worth: the fewer programs it is said for, the more. */
export function createWeights(templates: readonly Template[]): Weights {
  const programs = new Map<string, Set<string>>();
  for (const template of templates) {
    for (const element of template.elements) {
      if (element.kind !== "word") continue;
      const said = programs.get(element.key) ?? new Set();
      programs.set(element.key, said.add(template.code.calls.join(" ")));
    }
  }
  const total = new Set(templates.map((template) => template.code.calls.join(" "))).size;
  const scale = Math.log(Math.max(total, 8));
  const rarity = (key: string): number => {
    const count = programs.get(key)?.size ?? 1;
    const share = Math.max(0, Math.log(Math.max(total, 8) / count) / scale);
    return LEAST_WORD_WEIGHT + (1 - LEAST_WORD_WEIGHT) * share;
  };
  const ofContent = new Map<string, number>();
  return {
    ofKey: (key, part) => {
      if (part !== "content") return part === "polite" ? 0 : FUNCTION_WEIGHT;
      if (key.includes(":") && !key.startsWith("c:")) return VALUE_WEIGHT;
      const weight =
        ofContent.get(key) ?? (isLightConcept(key.slice(2)) ? LIGHT_WEIGHT : rarity(key));
      ofContent.set(key, weight);
      return weight;
    },
    ofToken: unexplained,
    isCommand: (token) => token.key.startsWith("c:") && isCommandConcept(token.key.slice(2)),
    isContext: (token) => token.key.startsWith("c:") && programs.has(token.key),
    nearness: createNearness([...programs.keys()]),
  };
}

const UNEXPLAINED: Readonly<Record<Token["kind"], number>> = {
  word: 0.7,
  quote: 0.8,
  url: 0.8,
  file: 0.8,
  path: 0.8,
  glob: 0.8,
  number: 0.45,
  place: 0.6,
  slot: 0,
};

function unexplained(token: Token): number {
  if (token.part === "polite") return 0;
  if (token.part === "function") return 0.04;
  return isLightConcept(token.key.slice(2)) ? LIGHT_WEIGHT : UNEXPLAINED[token.kind];
}

/** Share of letters that agree when a word is one slip of the finger away from a written form of a key, else 0; known words are never corrected. */
function createNearness(keys: readonly string[]): Weights["nearness"] {
  const known = new Set(keys);
  const formsOfKey = new Map<string, string[]>(
    keys.filter((key) => !key.includes(":")).map((key) => [key, [jamoOf(key)]]),
  );
  for (const { id, form } of conceptForms()) {
    const letters = jamoOf(form.endsWith("다") ? form.slice(0, -1) : form);
    const forms = formsOfKey.get(`c:${id}`);
    if (forms === undefined) formsOfKey.set(`c:${id}`, [letters]);
    else forms.push(letters);
  }
  return (token, key) => {
    if (token.part !== "content" || known.has(token.key)) return 0;
    const written = [jamoOf(token.value.toLowerCase()), jamoOf(token.key)];
    const forms = formsOfKey.get(key) ?? [];
    const length = Math.max(
      0,
      ...written
        .filter((word) => forms.some((form) => isOneSlip(word, form)))
        .map((word) => word.length),
    );
    return length === 0 ? 0 : 1 - 1 / length;
  };
}

/** True for a word that nobody knows and that is one slip of the finger away from a written form of one of the keys. */
export function isMisspelling(written: string, keys: ReadonlySet<string>): boolean {
  const letters = jamoOf(written.toLowerCase());
  const plain = [...keys].filter((key) => !key.includes(":"));
  const forms = conceptForms().flatMap(({ id, form }) => (keys.has(`c:${id}`) ? [form] : []));
  return [...plain, ...forms].some((form) => isOneSlip(letters, jamoOf(form)));
}

/** True when two words of four letters or more differ by one letter put in, left out or changed, or by two that changed places. */
function isOneSlip(left: string, right: string): boolean {
  const difference = left.length - right.length;
  if (Math.min(left.length, right.length) < 4 || Math.abs(difference) > 1 || left === right)
    return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  if (difference > 0) return left.slice(start + 1) === right.slice(start);
  if (difference < 0) return left.slice(start) === right.slice(start + 1);
  const isSwap = left[start] === right[start + 1] && left[start + 1] === right[start];
  return (
    left.slice(start + 1) === right.slice(start + 1) ||
    (isSwap && left.slice(start + 2) === right.slice(start + 2))
  );
}

/** The words that programs are asked for with. */
export interface Vocabulary {
  /** The keys of words and concepts with which examples ask for what a program does, all of it or a part. */
  readonly of: (code: string) => ReadonlySet<string>;
}

/** Learns words from examples: those of a phrasing that are no value of its program. */
export function createVocabulary(examples: readonly Phrasing[]): Vocabulary {
  const known = new Map<
    string,
    { readonly does: ReadonlySet<string>; readonly keys: Set<string> }
  >();
  for (const { intent, code } of examples) {
    const does = doings(code);
    const name = [...does].sort().join("\n");
    const entry = known.get(name) ?? { does, keys: new Set<string>() };
    known.set(name, entry);
    for (const key of keysOf(intent, code)) entry.keys.add(key);
  }
  return {
    of: (code) => {
      const done = doings(code);
      const parts = [...known.values()].filter(({ does }) => isWithin(does, done));
      return new Set(parts.flatMap(({ keys }) => [...keys]));
    },
  };
}

/** The words of a phrasing that stand in no value of its program. */
function keysOf(intent: string, code: string): readonly string[] {
  const values = readCode(code)
    .literals.map(({ value }) => value.toLowerCase())
    .join("\n");
  return readTokens(intent)
    .filter(
      ({ kind, part, value }) =>
        kind === "word" && part === "content" && !values.includes(value.toLowerCase()),
    )
    .map(({ key }) => key);
}

/** Parameters of one action that make it do quite different things. */
const DECIDING = /[{,]\s*(done|remove|todos)\s*:/gu;

/** What a program does: its actions, and the parameters that decide what one of them does. */
function doings(code: string): ReadonlySet<string> {
  const calls = readCode(code).calls;
  const deciding = [...code.matchAll(DECIDING)].map(([, name = ""]) => `.${name}`);
  return new Set([...calls, ...deciding]);
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((one) => all.has(one));
}
