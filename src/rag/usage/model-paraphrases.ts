import { z } from "zod";
import { createRandom } from "../encoders/intent-model.ts";
import type { StoredExample } from "../store/example-store.ts";
import { actionsIn } from "../text/called-actions.ts";
import { valuesOf } from "../text/features.ts";
import type { UsageExamples } from "./usage-examples.ts";

/** Puts one question to a language model. Rejects where it cannot be asked, or may not for its price. */
export type AskModel = (
  question: { readonly instruction: string; readonly text: string },
  signal: AbortSignal,
) => Promise<string>;

/** How far the asking is: questions asked, questions in all, paraphrases kept. */
export interface ParaphraseProgress {
  readonly asked: number;
  readonly questions: number;
  readonly kept: number;
}

/** What came of the asking. `stopped` is why it ended before all questions were asked. */
export interface Paraphrased extends ParaphraseProgress {
  /** Paraphrases that were left out, by the reason. */
  readonly dropped: Readonly<Record<DropReason, number>>;
  readonly stopped?: unknown;
}

/** Why a paraphrase was not kept: too long or short, known already, without a value of its program, a program that does not plan, or words that do not find its actions. */
export type DropReason = "length" | "known" | "value" | "program" | "unfound" | "unasked";

const PROGRAMS_A_QUESTION = 8;
const WAYS_A_PROGRAM = 4;
const SHOWN_INTENTS = 3;
const SHORTEST = 4;
const LONGEST = 160;
const SEED = 20_261_122;

const INSTRUCTION = `Each numbered item is a program and how people ask for it. Write ${WAYS_A_PROGRAM} other ways in which people would really ask for exactly the same, as in a chat: short, indirect, polite, with other words, half in Korean and half in English. Keep every quoted value of the program as it stands. Answer with JSON alone: [{"n": 1, "ways": ["…"]}].`;

const ANSWER = z.array(z.object({ n: z.number().int(), ways: z.array(z.string()) }));

/**
 * Has a model say what there is in other words and keeps what holds: a paraphrase names all values of its program that the examples
 * name, is none that is there, its program plans, and searching for it finds its actions. At most `questions` are asked, each about
 * eight programs, those with the fewest ways first; the same store is asked about in the same order. What a model refuses or answers badly
 * ends it with what was kept until then.
 */
export async function paraphraseByModel(
  examples: UsageExamples,
  options: {
    readonly ask: AskModel;
    /** Named in each paraphrase's tags. */
    readonly model: string;
    readonly questions: number;
    readonly onProgress: (progress: ParaphraseProgress) => void;
    readonly signal: AbortSignal;
  },
): Promise<Paraphrased> {
  const batches = batchesOf(examples).slice(0, options.questions);
  const dropped = { length: 0, known: 0, value: 0, program: 0, unfound: 0, unasked: 0 };
  let kept = 0;
  for (const [asked, batch] of batches.entries()) {
    options.onProgress({ asked, questions: batches.length, kept });
    try {
      const text = batch.map(itemText).join("\n\n");
      const answer = await options.ask({ instruction: INSTRUCTION, text }, options.signal);
      for (const { n, ways } of ANSWER.parse(JSON.parse(jsonIn(answer))))
        for (const way of ways.slice(0, WAYS_A_PROGRAM)) {
          const reason = await keep(examples, batch[n - 1], way.trim(), options);
          if (reason === undefined) kept += 1;
          else dropped[reason] += 1;
        }
    } catch (stopped) {
      options.signal.throwIfAborted();
      return { asked, questions: batches.length, kept, dropped, stopped };
    }
  }
  return { asked: batches.length, questions: batches.length, kept, dropped };
}

interface Item {
  readonly code: string;
  readonly intents: readonly string[];
}

/** Everybody's programs, those with the fewest phrasings first, those with as many in an order that is the same each time. */
function batchesOf({ store }: UsageExamples): readonly (readonly Item[])[] {
  const byCode = new Map<string, string[]>();
  for (const { code, intent, personId } of allOf(store)) {
    if (personId !== undefined) continue;
    byCode.set(code, [...(byCode.get(code) ?? []), intent]);
  }
  const random = createRandom(SEED);
  const items = [...byCode]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([code, intents]) => ({ code, intents, order: random() }))
    .sort((left, right) => left.intents.length - right.intents.length || left.order - right.order);
  const count = Math.ceil(items.length / PROGRAMS_A_QUESTION);
  return Array.from({ length: count }, (_unused, at) =>
    items.slice(at * PROGRAMS_A_QUESTION, (at + 1) * PROGRAMS_A_QUESTION),
  );
}

function* allOf(store: UsageExamples["store"]): Generator<StoredExample> {
  const limit = 500;
  for (let after = 0; ; ) {
    const page = store.list({}, { after, limit });
    yield* page;
    if (page.length < limit) return;
    after = page.at(-1)?.id ?? 0;
  }
}

function itemText({ code, intents }: Item, index: number): string {
  const asked = intents.slice(0, SHOWN_INTENTS).map((intent) => `- ${intent}`);
  return [`${index + 1}. ${code}`, ...asked].join("\n");
}

/** The array in an answer, which may stand in a code fence or between words. */
function jsonIn(answer: string): string {
  return answer.slice(answer.indexOf("["), answer.lastIndexOf("]") + 1);
}

/** Keeps a paraphrase, or says why not. */
async function keep(
  examples: UsageExamples,
  item: Item | undefined,
  intent: string,
  { model, signal }: { readonly model: string; readonly signal: AbortSignal },
): Promise<DropReason | undefined> {
  if (item === undefined) return "unasked";
  const { code, intents } = item;
  if (intent.length < SHORTEST || intent.length > LONGEST || intent.includes("\n")) return "length";
  if (examples.store.withIntent(intent).length > 0) return "known";
  if (!namedIn(code, intents).every((value) => holds(intent, value))) return "value";
  if (examples.programDigest(code) === undefined) return "program";
  const hits = await examples.search(intent, { limit: 5, signal });
  const found = new Set(hits.flatMap(({ example }) => actionsIn(example.code)));
  if (!actionsIn(code).every((action) => found.has(action))) return "unfound";
  await examples.add({ intent, code, source: "synthetic_v3", tags: `model:${model}` });
  return undefined;
}

/** The values of a program that its phrasings name. */
function namedIn(code: string, intents: readonly string[]): readonly string[] {
  return valuesOf(code).filter((value) => intents.every((intent) => holds(intent, value)));
}

function holds(text: string, value: string): boolean {
  return text.toLowerCase().includes(value.toLowerCase());
}
