import { NOTHING } from "../encoders/embedded.ts";
import { createRandom, type LabelledFeatures } from "../encoders/intent-model.ts";
import type { MaterialExample } from "../store/example-store.ts";
import { actionsIn } from "../text/called-actions.ts";
import { featuresOf, valuesOf } from "../text/features.ts";

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
): Generator<number, readonly LabelledFeatures[], void> {
  const texts: LabelledFeatures[] = [];
  const total = examples.length + smallTalk.length;
  const random = createRandom(VALUE_SEED);
  for (const [read, example] of examples.entries()) {
    const { intent, code } = example;
    const labels = [...new Set(actionsIn(code))];
    texts.push({ features: featuresOf(intent, valuesOf(code)), labels });
    for (const text of withValues(example, smallTalk, random))
      texts.push({ features: featuresOf(text), labels });
    yield read / total;
  }
  for (const [read, text] of smallTalk.entries()) {
    texts.push({ features: featuresOf(text), labels: [NOTHING] });
    yield (examples.length + read) / total;
  }
  return texts;
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
