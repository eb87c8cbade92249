import { digestOf } from "../../base/digest.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import { NOTHING } from "../encoders/embedded.ts";
import {
  createRandom,
  type LabelledFeatures,
  type TrainingTexts,
} from "../encoders/intent-model.ts";
import { type ExampleShelf, phrasingsOf } from "../store/example-files.ts";
import type { MaterialExample } from "../store/example-store.ts";
import { actionsIn } from "../text/called-actions.ts";
import { exampleFeatures, featuresOf, valuesOf } from "../text/features.ts";
import { FeatureTable, type PackedFeatures } from "../text/packed-features.ts";
import { generateExamples } from "./generator.ts";

/** All that data/ gives to learn from, each once. */
export interface UsageMaterial {
  /** Of the data it was read from, and of how. */
  readonly digest: string;
  readonly examples: readonly MaterialExample[];
  readonly smallTalk: readonly string[];
}

/** Another number whenever the same data is generated, learned or embedded in another way: what was made before is made anew then. */
const MAKING = 10;

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
  const smallTalk = [...new Set(shelf.smallTalk)];
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

/** Same seed, same texts. */
const VALUE_SEED = 77;

/** Longer small talk is not what people hand on. */
const LONGEST_SAID = 40;

/** What is handed on in these may be said in any words. */
const SAYS_ANYTHING =
  /\[(?:messenger:send|source:save_memory|system:(?:translate|notify_user|send_notify|todo|write|ask_user))\]/u;

/** Stands in a program for what its words leave open; the value that they do say is another one then. */
const OPEN = "…";

/**
 * What the intent model learns from: each example without its values and, since nobody tells values apart before a request is
 * understood, with them and with small talk in their place; and small talk. Yields the share that is read, in [0, 1].
 */
export function* readTrainingTexts(
  examples: readonly MaterialExample[],
  smallTalk: readonly string[],
): Generator<number, ReadExamples, void> {
  const texts: LabelledFeatures[] = [];
  const own: PackedFeatures[] = [];
  const table = new FeatureTable();
  const total = examples.length + smallTalk.length;
  const random = createRandom(VALUE_SEED);
  for (const [read, example] of examples.entries()) {
    const { intent, code } = example;
    const labels = [...new Set(actionsIn(code))];
    const features = table.pack(exampleFeatures(intent, code));
    own.push(features);
    texts.push({ features, labels });
    for (const text of withValues(example, smallTalk, random))
      texts.push({ features: table.pack(featuresOf(text)), labels });
    yield read / total;
  }
  for (const [read, text] of smallTalk.entries()) {
    texts.push({ features: table.pack(featuresOf(text)), labels: [NOTHING] });
    yield (examples.length + read) / total;
  }
  return { texts, own, names: table.names };
}

/** The texts to learn from, and the features of each example without its values, in their order. */
export interface ReadExamples extends TrainingTexts {
  readonly own: readonly PackedFeatures[];
}

/** The request with its longest value as it stands, and with small talk there where anything may be said: what people write to each other, remember and translate asks for nothing by itself. Empty where no value is plain words. */
function withValues(
  { intent, code }: MaterialExample,
  smallTalk: readonly string[],
  random: () => number,
): readonly string[] {
  const value = valuesOf(code).find(
    (text) => /^[\p{L}\p{N}][\p{L}\p{N} ]*$/u.test(text) && intent.includes(text),
  );
  if (value === undefined) return [];
  if (!SAYS_ANYTHING.test(code) || code.includes(OPEN)) return [intent];
  const other = smallTalk[Math.floor(random() * smallTalk.length)];
  if (other === undefined || other.length > LONGEST_SAID) return [intent];
  return [intent, intent.replace(value, () => other)];
}

/** Examples that each action, and each operator of the language, must have at least. */
const LEAST_EXAMPLES = { action: 8, operator: 20 } as const;

/** Ways to join calls, by how they stand in a program outside its texts. */
const OPERATORS: readonly (readonly [string, RegExp])[] = [
  [">>", />>/],
  ["&", /&/],
  ["??", /\?\?/],
  ["[if:]", /\[if:/],
  ["[each:]", /\[each:/],
  ["$x =", /\$\w+\s*=(?!=)/],
];

/** Something that has too few examples. */
export interface Gap {
  /** An action, or an operator. */
  readonly name: string;
  readonly count: number;
  readonly least: number;
}

/** The actions of a catalogue and the operators of the language with too few examples, in either language together; empty when all have enough. Pure. */
export function gapsIn(
  { actions }: Catalogue,
  examples: readonly MaterialExample[],
): readonly Gap[] {
  const texts = examples.map(({ code }) => ({ code, bare: withoutTexts(code) }));
  const called = texts.flatMap(({ code }) => [...new Set(actionsIn(code))]);
  const ofActions = [...actions.values()]
    .filter(({ tool }) => tool === undefined)
    .map(({ node, action }): Gap => {
      const name = `${node}:${action}`;
      const count = called.filter((other) => other === name).length;
      return { name, count, least: LEAST_EXAMPLES.action };
    });
  const ofOperators = OPERATORS.map(([name, pattern]): Gap => {
    const count = texts.filter(({ bare }) => pattern.test(bare)).length;
    return { name, count, least: LEAST_EXAMPLES.operator };
  });
  return [...ofActions, ...ofOperators].filter(({ count, least }) => count < least);
}

function withoutTexts(code: string): string {
  return code.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gsu, '""');
}
