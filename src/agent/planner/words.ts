import { conceptForms } from "../../rag/text/concepts.ts";
import { jamoOf } from "../../rag/text/korean.ts";
import { readCode } from "./code.ts";

/** A phrasing of an example. */
export interface ReadPhrasing {
  readonly code: string;
  /** Every `node:action` of its program. */
  readonly calls: readonly string[];
  /** The keys of its content words that stand in no value of its program. */
  readonly keys: readonly string[];
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
export function createVocabulary(phrasings: readonly ReadPhrasing[]): Vocabulary {
  const known = new Map<
    string,
    { readonly does: ReadonlySet<string>; readonly keys: Set<string> }
  >();
  for (const { code, keys } of phrasings) {
    const does = doings(code);
    const name = [...does].sort().join("\n");
    const entry = known.get(name) ?? { does, keys: new Set<string>() };
    known.set(name, entry);
    for (const key of keys) entry.keys.add(key);
  }
  return {
    of: (code) => {
      const done = doings(code);
      const parts = [...known.values()].filter(({ does }) => isWithin(does, done));
      return new Set(parts.flatMap(({ keys }) => [...keys]));
    },
  };
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
