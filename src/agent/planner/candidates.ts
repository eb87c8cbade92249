import { buildExampleMatcher, type ExampleMatcher } from "../../rag/search/example-match.ts";
import type { Phrasing } from "../../rag/store/example-files.ts";
import { isNegated, type Mood } from "../../rag/text/mood.ts";
import { type Alignment, align, bestPossible, fillCode, readValues } from "./align.ts";
import {
  isRequestLike,
  leastFit,
  type MessageReading,
  MOOD_SHARES,
  moodOf,
  readMessage,
} from "./message.ts";
import type { PlannerWorkflow, PlanOptions, PlanProposal } from "./result.ts";
import { compileTemplates, type Slot, type Template } from "./template.ts";
import type { Token } from "./tokens.ts";
import { isQuestion, readForbidding } from "./wording/said-limits.ts";
import { createLikeness, createWeights, type Likeness, type Weights } from "./words.ts";
import { workflowName } from "./workflow.ts";

/** What fits less than this is not even offered. */
const LEAST_SCORE = 0.52;
const CANDIDATES = 80;
/** Agreement below this much weight proves little, however well it fits. */
const ENOUGH_EVIDENCE = 0.55;

/** What agreement with a phrasing of light words only is worth, unless a quoted value stands in it. */
const VAGUE_SHARE = 0.5;
const NAMING_WORKFLOWS = new Set(
  "system:run system:run_pipeline system:get_workflow system:delete_workflow system:enable system:disable".split(
    " ",
  ),
);
const FRONTED_SHARE = 0.97;
/** Of programs that fit alike, the one that explains more of the message comes first. */
const EVIDENCE_BONUS = 0.04;
/** The most that a program scores whose value names nothing. */
const HOLLOW_SCORE = 0.74;
const LONGEST_EMPTY_NAME = 2; // pieces
/** Templates laid out before others get their turn. */
const TRIALS_A_STEP = 4;

/** A program found for a text, with what ranking needs. */
export interface Candidate extends PlanProposal {
  readonly rank: number;
  readonly calls: readonly string[];
  /** Where values in the person's own words, not set apart by quotes, stand in the text: UTF-16 units, start and end. */
  readonly spans: readonly (readonly [number, number])[];
}

/** Examples ready to be compared with texts. */
export interface KnownExamples {
  readonly templates: readonly Template[];
  readonly weights: Weights;
  readonly matcher: ExampleMatcher;
}

/** Work that is done in small pieces: others may get their turn wherever it yields. */
export type Pieces<Result> = Generator<void, Result, void>;

/** Prepares examples; `nodes` leaves out those that use any other node. */
export function* knowExamples(
  examples: readonly Phrasing[],
  nodes: readonly string[] | undefined,
): Pieces<KnownExamples> {
  const compiled = yield* compileTemplates(examples);
  const templates = compiled.filter((template) => usesOnly(template, nodes));
  const matcher = yield* buildExampleMatcher(
    templates.map((template) => ({
      text: template.phrasing,
      marks: template.slots.map((slot) => slot.kind),
    })),
  );
  return {
    templates,
    weights: createWeights(templates),
    matcher,
  };
}

/** How a part of a message is read. */
interface PartOptions extends PlanOptions {
  /** What is known of its mood from the whole message. Default: as it reads by itself. */
  readonly mood?: Mood;
  /** True for what follows on another step. Default false. */
  readonly isStep?: boolean;
}

/** The programs that a text may mean by one example each, best first, each once. */
export function* findCandidates(
  text: string,
  options: PartOptions,
  known: KnownExamples,
): Pieces<readonly Candidate[]> {
  const readings = readMessage(text).filter((reading) => isRequestLike(reading.tokens));
  const [first] = readings;
  if (first === undefined) return [];
  const least = leastFit(first.request, first.tokens, options.isStep === true);
  const likeness = createLikeness(known.weights);
  const mood = options.mood ?? moodOf(first.request, first.tokens);
  const workflows = options.workflows ?? [];
  yield;
  const trials = similarTemplates(first, options, known).map((template): Trial => {
    const share = template.mood === mood ? 1 : MOOD_SHARES[mood];
    const isStep = options.isStep === true;
    return {
      template,
      weights: known.weights,
      likeness,
      share,
      least,
      workflows,
      said: text,
      isStep,
    };
  });
  const candidates: Candidate[] = [];
  for (const [index, trial] of trials.entries()) {
    if (index % TRIALS_A_STEP === 0) yield;
    if (bestPossible({ ...trial, tokens: first.tokens }) * trial.share < LEAST_SCORE) continue;
    for (const reading of readings) candidates.push(...(tryTemplate(reading, trial) ?? []));
  }
  return bestOfEach(candidates);
}

/**
 * Templates that share words or kinds of values with a message, deny what it denies unless it asks for something all the same, and use only nodes that are allowed. Korean is
 * mixed with English words, English hardly with Korean ones.
 */
function similarTemplates(
  reading: MessageReading,
  options: PlanOptions,
  known: KnownExamples,
): readonly Template[] {
  const mayDeny = isNegated(reading.request);
  const mayAssert =
    !mayDeny || (readForbidding(reading.request) === undefined && !isQuestion(reading.request));
  const isLatin = !/\p{Script=Hangul}/u.test(reading.request);
  const accept = (index: number): boolean => {
    const template = known.templates[index];
    if (template === undefined || (isLatin && template.language === "ko")) return false;
    if (!(template.isNegated ? mayDeny : mayAssert)) return false;
    return usesOnly(template, options.allowedNodes);
  };
  const query = { text: reading.plainText, marks: reading.marks };
  return known.matcher
    .search(query, CANDIDATES, { rankBy: "coverage", accept })
    .flatMap(({ index }) => known.templates[index] ?? []);
}

interface Trial {
  readonly said: string;
  readonly isStep: boolean;
  readonly template: Template;
  readonly weights: Weights;
  readonly likeness: Likeness;
  /** How much the message sounds like a request. */
  readonly share: number;
  /** How well the template must fit, in [0, 1]. */
  readonly least: number;
  readonly workflows: readonly PlannerWorkflow[];
}

function tryTemplate(reading: MessageReading, trial: Trial): readonly [Candidate] | undefined {
  const { template, share } = trial;
  const best = bestAlignment(reading, trial);
  if (best === undefined || best.alignment.score < trial.least) return undefined;
  const { alignment, tokens } = best;
  if (sendsToQuote(best, template)) return undefined;
  const isQuoted = [...alignment.fills.values()].some(([first]) => tokens[first]?.kind === "quote");
  const proof =
    template.isVague && !isQuoted ? VAGUE_SHARE : Math.min(1, alignment.evidence / ENOUGH_EVIDENCE);
  const score = alignment.score * proof * share;
  if (score < LEAST_SCORE) return undefined;
  const values = readValues(reading.text, tokens, template, alignment)?.map((value) =>
    named(value, trial),
  );
  if (values === undefined || values.some(isTime)) return undefined;
  if (template.code.calls.length > 1 && values.some(namesResult)) return undefined;
  return [candidateOf(best, trial, values, score)];
}

/** What stands in quotes is what is said, not to whom, where only one of both does. */
function sendsToQuote({ alignment, tokens }: Aligned, { slots, code }: Template): boolean {
  const isQuote = slots.map((_slot, index) => {
    const [first = -1] = alignment.fills.get(index) ?? [];
    return tokens[first]?.kind === "quote";
  });
  const to = slots.findIndex(({ literals: [first = -1] }) => code.literals[first]?.key === "to");
  return to >= 0 && isQuote[to] === true && isQuote.includes(false);
}

function candidateOf(
  { alignment, tokens }: Aligned,
  trial: Trial,
  values: readonly string[],
  score: number,
): Candidate {
  const { template, weights, said, isStep } = trial;
  const code = fillCode(template, values);
  const isHollow = template.slots.some((slot, index) =>
    isEmptyName(slot, tokensOf(alignment.fills.get(index), tokens), weights),
  );
  const slots = template.slots.map(({ kind }, index) => ({
    kind,
    value: values[index] ?? "",
  }));
  const sure = isHollow ? Math.min(score, HOLLOW_SCORE) : score;
  const rounded = Math.round(sure * 1000) / 1000;
  return {
    code,
    score: rounded,
    rank: sure + EVIDENCE_BONUS * alignment.evidence,
    calls: template.code.calls,
    intent: code,
    spans: freeSpans(alignment, tokens),
    from: [{ code, score: rounded, said, example: template.example.intent, isStep, slots }],
  };
}

function tokensOf(
  fill: readonly [number, number] | undefined,
  tokens: readonly Token[],
): readonly Token[] {
  return fill === undefined ? [] : tokens.slice(fill[0], fill[1] + 1);
}

/** True for a free value that only says what requests are made of (파일, 웹, try): it names nothing. */
function isEmptyName({ kind, role }: Slot, value: readonly Token[], weights: Weights): boolean {
  return (
    kind === "text" &&
    role !== "recipient" &&
    value.length <= LONGEST_EMPTY_NAME &&
    value.every(
      (token) =>
        token.kind === "word" &&
        (token.part !== "content" || weights.isContext(token) || weights.isCommand(token)),
    )
  );
}

function freeSpans(
  { fills }: Alignment,
  tokens: readonly Token[],
): readonly (readonly [number, number])[] {
  return [...fills.values()].flatMap(([from, to]) => {
    const [first, last] = [tokens[from], tokens[to]];
    const isFree = first !== undefined && last !== undefined && first.kind !== "quote";
    return isFree ? [[first.start, last.end] as const] : [];
  });
}

/** Text that a program of several steps would read as the step before; the language has no way to write it as text. */
export function namesResult(value: string): boolean {
  return /\$(?:prev|_prev_result)/u.test(value);
}

const TIME_WORDS =
  /^(?:(?:오늘|내일|모레|어제|그제|이번|다음|지난|주말|주|달|월|해|아침|점심|저녁|밤|낮|새벽|오전|오후|지금|요즘|today|tomorrow|yesterday|tonight|this|next|last|weekend|week|month|year|morning|evening|afternoon|now)(?:에|엔|은|는)?(?:\s+|$))+$/iu;

/** A value of words of time alone: it says when, and names nothing. */
function isTime(value: string): boolean {
  return TIME_WORDS.test(value);
}

/** Workflows and their schedules go by name in programs, by title in what people say. */
function named(value: string, { template, workflows }: Trial): string {
  if (!template.code.calls.some((call) => NAMING_WORKFLOWS.has(call))) return value;
  return workflowName(value, workflows);
}

interface Aligned {
  readonly alignment: Alignment;
  readonly tokens: readonly Token[];
}

/** In the order in which it was said, or with the one file, address or place first on both sides, a little less sure then. */
function bestAlignment({ tokens, frontTokens }: MessageReading, trial: Trial): Aligned | undefined {
  const inOrder = align({ ...trial, tokens });
  const plain = inOrder === undefined ? undefined : { alignment: inOrder, tokens };
  const elements = trial.template.frontElements;
  if (frontTokens === undefined || elements === undefined) return plain;
  const template = { ...trial.template, elements };
  const fronted = align({ ...trial, template, tokens: frontTokens });
  if (fronted === undefined || fronted.score * FRONTED_SHARE <= (inOrder?.score ?? 0)) return plain;
  return {
    alignment: { ...fronted, score: fronted.score * FRONTED_SHARE },
    tokens: frontTokens,
  };
}

/** One candidate for each program, best first. */
function bestOfEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const sorted = [...candidates].sort((a, b) => b.rank - a.rank || a.code.length - b.code.length);
  const best = new Map<string, Candidate>();
  for (const candidate of sorted)
    if (!best.has(candidate.code)) best.set(candidate.code, candidate);
  return [...best.values()];
}

function usesOnly(template: Template, nodes: readonly string[] | undefined): boolean {
  return (
    nodes === undefined ||
    template.code.calls.every((call) => nodes.includes(call.slice(0, call.indexOf(":"))))
  );
}
