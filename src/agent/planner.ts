import type { Language } from "../base/words.ts";
import type { Phrasing } from "../rag/example-files.ts";
import { createExampleMatcher, type ExampleMatcher } from "../rag/example-match.ts";
import { isNegated } from "../rag/mood.ts";
import { composed } from "../rag/normalize.ts";
import { type Alignment, align, bestPossible } from "./planner-align.ts";
import { planBriefing } from "./planner-briefing.ts";
import { quoteIbl } from "./planner-code.ts";
import {
  isDocument,
  isRequestLike,
  leastFit,
  looksLikeProgram,
  MOOD_SHARES,
  moodOf,
} from "./planner-gate.ts";
import { type MessageReading, readMessage } from "./planner-message.ts";
import type {
  PlannerResult,
  PlannerWorkflow,
  PlanOptions,
  PlanProposal,
} from "./planner-result.ts";
import { planSchedule } from "./planner-schedule.ts";
import { compileTemplates, type Template } from "./planner-template.ts";
import type { Token } from "./planner-token.ts";
import { fillCode, fillPhrasing, readValues, type SlotValue } from "./planner-values.ts";
import { createLikeness, createWeights, type Likeness, type Weights } from "./planner-words.ts";
import { workflowName, workflowToRun } from "./planner-workflow.ts";
import { readTokens } from "./slots.ts";

/** Turns messages into programs by examples, without a model. */
export interface Planner {
  plan(message: string, options: PlanOptions): PlannerResult;
}

/** From this score on a program is taken for what was meant, provided no other comes near it. */
const SURE_SCORE = 0.78;
const LEAST_SCORE = 0.52;
const MOST_PROPOSALS = 3;
const CANDIDATES = 80;
/** How far behind another program must stay for the first to be sure. */
const CLEAR_LEAD = 0.035;
/** Agreement below this much weight proves little, however well it fits. */
const ENOUGH_EVIDENCE = 0.55;

/** What agreement with a phrasing of light words only is worth, unless a quoted value stands in it. */
const VAGUE_SHARE = 0.5;
const WORKFLOW_SCORE = 0.95;
const NAMING_WORKFLOWS = new Set(
  "system:run system:run_pipeline system:get_workflow system:delete_workflow system:enable system:disable".split(
    " ",
  ),
);
const FRONTED_SHARE = 0.97;
/** Of programs that fit alike, the one that explains more of the message comes first. */
const EVIDENCE_BONUS = 0.04;

/** Builds a planner over examples; `nodes` leaves out those that use any other node. Pure: the same message and options give the same result. */
export function createPlanner(parts: {
  readonly examples: readonly Phrasing[];
  readonly nodes?: readonly string[];
}): Planner {
  const templates = compileTemplates(parts.examples).filter((template) =>
    usesOnly(template, parts.nodes),
  );
  const weights = createWeights(templates);
  const matcher = createExampleMatcher(
    templates.map((template) => ({
      text: template.phrasing,
      marks: template.slots.map((slot) => slot.kind),
    })),
  );
  const known: Known = { templates, weights, matcher };
  return { plan: (message, options) => planMessage(message, options, known) };
}

interface Known {
  readonly templates: readonly Template[];
  readonly weights: Weights;
  readonly matcher: ExampleMatcher;
}

/** A program found for a message, with what ranking needs. */
export interface Candidate extends PlanProposal {
  readonly rank: number;
  readonly calls: readonly string[];
  readonly language: Language;
}

function planMessage(message: string, options: PlanOptions, known: Known): PlannerResult {
  const text = composed(message).trim();
  if (text === "" || isDocument(text) || looksLikeProgram(text)) return { kind: "none" };
  const find = (part: string): readonly Candidate[] => findCandidates(part, options, known);
  const scheduled = planSchedule(text, options, (part) => judge(find(part)));
  return scheduled ?? planBriefing(text, options) ?? planRun(text, options) ?? judge(find(text));
}

/** A workflow called by its name or title. */
function planRun(text: string, options: PlanOptions): PlannerResult | undefined {
  if (
    options.allowedNodes?.includes("system") === false ||
    isNegated(text) ||
    moodOf(text, readTokens(text)) !== "request"
  )
    return undefined;
  const workflow = workflowToRun(text, options.workflows ?? []);
  if (workflow === undefined) return undefined;
  return {
    kind: "sure",
    code: `[system:run_pipeline](${quoteIbl(workflow.name)})`,
    score: WORKFLOW_SCORE,
    intent: workflow.title,
  };
}

function findCandidates(text: string, options: PlanOptions, known: Known): readonly Candidate[] {
  const readings = readMessage(text).filter((reading) => isRequestLike(reading.tokens));
  const [first] = readings;
  if (first === undefined) return [];
  const least = leastFit(first.request, first.tokens);
  const likeness = createLikeness(known.weights);
  const mood = moodOf(first.request, first.tokens);
  const trials = similarTemplates(first, options, known).map((template): Trial => {
    const workflows = options.workflows ?? [];
    const share = template.mood === mood ? 1 : MOOD_SHARES[mood];
    return { template, weights: known.weights, likeness, share, least, workflows };
  });
  const candidates = trials
    .filter(
      (trial) => bestPossible({ ...trial, tokens: first.tokens }) * trial.share >= LEAST_SCORE,
    )
    .flatMap((trial) => readings.map((reading) => tryTemplate(reading, trial)))
    .filter((candidate) => candidate !== undefined);
  return bestOfEach(candidates, options.language);
}

/**
 * Templates that share words or kinds of values with a message, deny what it denies, and use only nodes that are allowed. Korean is
 * mixed with English words, English hardly with Korean ones.
 */
function similarTemplates(
  reading: MessageReading,
  options: PlanOptions,
  known: Known,
): readonly Template[] {
  const negated = isNegated(reading.request);
  const isLatin = !/\p{Script=Hangul}/u.test(reading.request);
  const accept = (index: number): boolean => {
    const template = known.templates[index];
    if (template === undefined || (isLatin && template.language === "ko")) return false;
    return template.isNegated === negated && usesOnly(template, options.allowedNodes);
  };
  const query = { text: reading.plainText, marks: reading.marks };
  return known.matcher
    .search(query, CANDIDATES, { rankBy: "coverage", accept })
    .flatMap(({ index }) => known.templates[index] ?? []);
}

interface Trial {
  readonly template: Template;
  readonly weights: Weights;
  readonly likeness: Likeness;
  /** How much the message sounds like a request. */
  readonly share: number;
  /** How well the template must fit, in [0, 1]. */
  readonly least: number;
  readonly workflows: readonly PlannerWorkflow[];
}

function tryTemplate(reading: MessageReading, trial: Trial): Candidate | undefined {
  const { template, share } = trial;
  const best = bestAlignment(reading, trial);
  if (best === undefined || best.alignment.score < trial.least) return undefined;
  const { alignment, tokens } = best;
  const isQuoted = [...alignment.fills.values()].some(([first]) => tokens[first]?.kind === "quote");
  const proof =
    template.isVague && !isQuoted ? VAGUE_SHARE : Math.min(1, alignment.evidence / ENOUGH_EVIDENCE);
  const score = alignment.score * proof * share;
  if (score < LEAST_SCORE) return undefined;
  const values = readValues(reading.text, tokens, template, alignment)?.map((value) =>
    named(value, trial),
  );
  if (values === undefined || (template.code.calls.length > 1 && values.some(namesResult))) {
    return undefined;
  }
  return {
    code: fillCode(template, values),
    score: Math.round(score * 1000) / 1000,
    intent: fillPhrasing(template, values),
    rank: score + EVIDENCE_BONUS * alignment.evidence,
    calls: template.code.calls,
    language: template.language,
  };
}

/** Text that a program of several steps would read as the step before; the language has no way to write it as text. */
function namesResult({ value }: SlotValue): boolean {
  return /\$(?:prev|_prev_result)/u.test(value);
}

/** Workflows and their schedules go by name in programs, by title in what people say. */
function named(value: SlotValue, { template, workflows }: Trial): SlotValue {
  if (!template.code.calls.some((call) => NAMING_WORKFLOWS.has(call))) return value;
  return { ...value, value: workflowName(value.value, workflows) };
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

/** One candidate for each program, best first; among equal ones the phrasing in the person's language. */
function bestOfEach(candidates: readonly Candidate[], language: Language): readonly Candidate[] {
  const sorted = [...candidates].sort((a, b) => b.rank - a.rank || a.code.length - b.code.length);
  const best = new Map<string, Candidate>();
  for (const candidate of sorted) {
    const known = best.get(candidate.code);
    if (known === undefined) best.set(candidate.code, candidate);
    else if (known.language !== language && candidate.language === language) {
      best.set(candidate.code, { ...known, intent: candidate.intent, language });
    }
  }
  return [...best.values()];
}

function judge(candidates: readonly Candidate[]): PlannerResult {
  const [first] = candidates;
  if (first === undefined) return { kind: "none" };
  const rival = candidates.find((candidate) => candidate.calls.join() !== first.calls.join());
  const isClear = rival === undefined || first.rank - rival.rank >= CLEAR_LEAD;
  if (first.score >= SURE_SCORE && isClear) return { kind: "sure", ...proposalOf(first) };
  return { kind: "unsure", proposals: candidates.slice(0, MOST_PROPOSALS).map(proposalOf) };
}

function proposalOf(candidate: Candidate): PlanProposal {
  return { code: candidate.code, score: candidate.score, intent: candidate.intent };
}

function usesOnly(template: Template | undefined, nodes: readonly string[] | undefined): boolean {
  if (template === undefined) return false;
  return (
    nodes === undefined ||
    template.code.calls.every((call) => nodes.includes(call.slice(0, call.indexOf(":"))))
  );
}
