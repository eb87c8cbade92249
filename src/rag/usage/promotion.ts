import { digestOf } from "../../base/digest.ts";
import { AppError } from "../../base/errors.ts";
import type { StoredExample } from "../store/example-store.ts";
import { actionsIn } from "../text/called-actions.ts";
import { termsOf } from "../text/features.ts";
import {
  type GeneralisedExample,
  generalise,
  isGeneralised,
  isPoisoned,
  saysItsValues,
  withoutPrivate,
  wordsForAll,
} from "../text/generalise.ts";
import { corrects } from "../text/mood.ts";
import type { UsageExamples } from "./usage-examples.ts";

/** A run that has ended, as far as learning from it goes. */
export interface EndedRun {
  readonly runId: string;
  readonly personId: string;
  /** What the person said. */
  readonly userInput: string;
  /** The program as it ran. */
  readonly code: string;
  readonly isSuccess: boolean;
  /** False where somebody else's words came into it: what was read outside, forwarded, or asked by another agent. */
  readonly isOwn: boolean;
}

/** What became of a run: an example of the person's, one more proof of one that was there, an example of everybody's, or nothing. */
export type Promotion = "learned" | "confirmed" | "shared" | "none";

const SHORTEST_INPUT = 6;
const LONGEST_INPUT = 200;
const LONGEST_CODE = 500;
const MOST_JOINS = 5;

/** People who must have done it, each on their own, before everybody sees it. */
const SHARED_FROM = 2;

/** Examples that were learned and failed so often, and more often than not, are dropped. */
const MOST_FAILURES = 2;

/**
 * Learns from a run. A success becomes an example of the person's, as it was said; the same words with the same program from another person
 * make it everybody's where they hold no values of theirs, without the numbers and names in the words; a failure counts against those who taught the same.
 */
export async function promote(examples: UsageExamples, run: EndedRun): Promise<Promotion> {
  const plain = { intent: run.userInput.trim(), code: run.code.trim() };
  const isOwnAlone = holdsValues(plain);
  if (isOwnAlone && !mayKeepValues(plain)) return "none";
  const same = sameExamples(examples, plain);
  const visible = same.filter(
    ({ personId }) => personId === undefined || personId === run.personId,
  );
  for (const { id, source } of visible)
    if (source === "auto_log") examples.store.count(id, run.isSuccess);
  if (!run.isSuccess || !isWorthLearning(run, plain.code)) return "none";
  if (visible.length > 0) return "confirmed";
  const others = same.filter(({ source }) => source === "auto_log");
  const people = new Set(others.map(({ personId }) => personId));
  if (!isOwnAlone && people.size + 1 >= SHARED_FROM) return share(examples, others, run);
  if (examples.store.withIntent(plain.intent, run.personId).length > 0) return "none";
  return learn(examples, plain, run);
}

/** Words or a program with values in them are their person's alone: others would be told them. */
function holdsValues({ intent, code }: GeneralisedExample): boolean {
  const general = generalise(intent, code);
  return general.code !== code || withoutPrivate(general.intent) !== intent;
}

/** What is asked to be remembered is kept in one place alone, where it can be forgotten; and a value that was not said would run for a request that never named it. */
function mayKeepValues(plain: GeneralisedExample): boolean {
  return saysItsValues(plain) && !actionsIn(plain.code).includes("source:save_memory");
}

/** Drops learned examples that fail more than they succeed, those whose own values are gone, those whose programs do not plan today, and those that speak to a model. Returns how many. */
export async function weedOut(examples: UsageExamples): Promise<number> {
  const byRuns = { source: "auto_log" } as const;
  const learned = examples.store.list(byRuns, { limit: 100_000 });
  const failing = learned.filter(
    ({ successCount, failCount }) => failCount >= MOST_FAILURES && failCount > successCount,
  );
  const poisoned = learned.filter(({ intent, code }) => isPoisoned(`${intent}\n${code}`));
  const dropped = [
    ...failing,
    ...learned.filter(isGeneralised),
    ...poisoned,
    ...(await examples.broken(byRuns)),
  ];
  const ids = [...new Set(dropped.map(({ id }) => id))];
  if (ids.length > 0) await examples.remove(ids);
  return ids.length;
}

function isWorthLearning({ isOwn, userInput }: EndedRun, code: string): boolean {
  const said = userInput.trim().length;
  const joins = code.split(">>").length - 1;
  const actions = actionsIn(code);
  return (
    isOwn &&
    !isPoisoned(`${userInput}\n${code}`) &&
    !corrects(userInput) &&
    said >= SHORTEST_INPUT &&
    said <= LONGEST_INPUT &&
    code.length <= LONGEST_CODE &&
    joins <= MOST_JOINS &&
    actions.length > 0 &&
    !actions.includes("system:discover")
  );
}

/** Examples of the same program for the same words, however they are ordered, whosever they are. */
function sameExamples(
  examples: UsageExamples,
  { intent, code }: GeneralisedExample,
): readonly StoredExample[] {
  const words = wordsOf(intent);
  const digest = examples.programDigest(code);
  if (digest === undefined) return [];
  return examples.store.withDigest(digest).filter((other) => wordsOf(other.intent) === words);
}

function wordsOf(intent: string): string {
  return digestOf([...termsOf(intent)].sort());
}

async function share(
  examples: UsageExamples,
  others: readonly StoredExample[],
  run: EndedRun,
): Promise<Promotion> {
  const [first, ...rest] = others;
  if (first === undefined) return "none";
  const origins = [...first.origins, run.runId];
  const said = { intent: run.userInput.trim(), code: run.code.trim() };
  const intent = wordsForAll(first.intent);
  if (intent !== first.intent || wordsForAll(said.intent) !== said.intent)
    return shareMasked(examples, { said, run }, { intent, code: first.code, origins });
  examples.share(first.id, origins);
  examples.store.count(first.id, true);
  await examples.remove(rest.map(({ id }) => id));
  return "shared";
}

/** What those who said it learned stays theirs, as they said it; everybody gets it without numbers and names. */
async function shareMasked(
  examples: UsageExamples,
  own: { readonly said: GeneralisedExample; readonly run: EndedRun },
  masked: GeneralisedExample & Pick<StoredExample, "origins">,
): Promise<Promotion> {
  await learn(examples, own.said, own.run);
  try {
    const { id } = await examples.add({ ...masked, source: "auto_log" });
    examples.store.count(id, true);
    return "shared";
  } catch (error) {
    if (error instanceof AppError) return "learned"; // everybody has it
    throw error;
  }
}

async function learn(
  examples: UsageExamples,
  plain: GeneralisedExample,
  run: EndedRun,
): Promise<Promotion> {
  try {
    const { id } = await examples.add({
      ...plain,
      source: "auto_log",
      personId: run.personId,
      origins: [run.runId],
    });
    examples.store.count(id, true);
    return "learned";
  } catch (error) {
    if (error instanceof AppError) return "none"; // it does not plan, or it is known
    throw error;
  }
}
