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

/** Fewer letters make too many words near each other. */
const LEAST_LETTERS = 4;

function isOneSlip(left: string, right: string): boolean {
  return Math.min(left.length, right.length) >= LEAST_LETTERS && slipOf(left, right) !== undefined;
}

/** How two words differ by one slip of the finger: by a letter put in, left out or changed, or by two that changed places; `undefined` for equal words and for any other difference. Pure. */
export function slipOf(said: string, usual: string): "letter" | "turned" | undefined {
  if (Math.abs(said.length - usual.length) > 1 || said === usual) return undefined;
  let at = 0;
  while (at < usual.length && said[at] === usual[at]) at += 1;
  const [rest, own] = [said.slice(at), usual.slice(at)];
  if (rest[0] === own[1] && rest[1] === own[0] && rest.slice(2) === own.slice(2)) return "turned";
  const isLetter = rest.slice(1) === own.slice(1) || rest.slice(1) === own || rest === own.slice(1);
  return isLetter ? "letter" : undefined;
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
