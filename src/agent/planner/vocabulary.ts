import type { Phrasing } from "../../rag/store/example-files.ts";
import { readCode } from "./code.ts";
import { readTokens } from "./slots.ts";

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
