import { digestOf } from "../../base/digest.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import { type ExampleShelf, phrasingsOf } from "../store/example-files.ts";
import type { MaterialExample } from "../store/example-store.ts";
import { generateExamples } from "./generator.ts";
import { generateSmallTalk } from "./small-talk.ts";

/** All that data/ gives to learn from, each once. */
export interface UsageMaterial {
  /** Of the data it was read from, and of how. */
  readonly digest: string;
  readonly examples: readonly MaterialExample[];
  readonly smallTalk: readonly string[];
}

/** Another number whenever the same data is generated, learned or embedded in another way: what was made before is made anew then. */
const MAKING = 7;

/** The digest of what is made of data files with these names and digests. */
export function makingOf(files: readonly (readonly [string, string])[]): string {
  return digestOf({ making: MAKING, files });
}

/** The hand-written examples of a catalogue and its shelf, and what the generator makes of them; takes some 30 ms. */
export function materialOf(
  catalogue: Catalogue,
  shelf: ExampleShelf,
  digest: string,
): UsageMaterial {
  const written = phrasingsOf(catalogue, [...shelf.whole, ...shelf.hints]).map(
    ({ intent, code }): MaterialExample => ({ intent, code, source: "shipped" }),
  );
  const examples = distinct([...written, ...generateExamples(catalogue, written)]);
  const smallTalk = [...new Set([...shelf.smallTalk, ...generateSmallTalk()])];
  return { digest, examples, smallTalk };
}

function distinct(examples: readonly MaterialExample[]): readonly MaterialExample[] {
  const known = new Set<string>();
  return examples.filter(({ intent, code }) => {
    const key = `${intent.toLowerCase()}\n${code}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
