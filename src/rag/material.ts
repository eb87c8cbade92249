import { digestOf } from "../base/digest.ts";
import type { Catalogue } from "../engine/catalogue.ts";
import { type ExampleShelf, phrasingsOf } from "./example-files.ts";
import { generateExamples } from "./generator.ts";
import type { MaterialExample } from "./material-example.ts";
import { generateSmallTalk } from "./small-talk.ts";

/** All that data/ gives to learn from, each once; the same data gives the same digest. */
export interface UsageMaterial {
  readonly digest: string;
  readonly examples: readonly MaterialExample[];
  readonly smallTalk: readonly string[];
}

/** Changes whenever the same data is read, generated or embedded in another way. */
const MAKING = 1;

/** The hand-written examples of a catalogue and its shelf, and what the generator makes of them. */
export function materialOf(catalogue: Catalogue, shelf: ExampleShelf): UsageMaterial {
  const written = phrasingsOf(catalogue, [...shelf.whole, ...shelf.hints]).map(
    ({ intent, code }): MaterialExample => ({ intent, code, source: "shipped" }),
  );
  const examples = distinct([...written, ...generateExamples(catalogue, written)]);
  const smallTalk = [...new Set([...shelf.smallTalk, ...generateSmallTalk()])];
  return { digest: digestOf({ making: MAKING, examples, smallTalk }), examples, smallTalk };
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
