import type { Language } from "../../base/localized.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import {
  type ExampleShelf,
  type Phrasing,
  phrasingsOf,
  stepPhrasings,
} from "../../rag/store/example-files.ts";
import { isNegated } from "../../rag/text/mood.ts";
import { composed } from "../../rag/text/normalize.ts";
import { Gradual, runInSlices } from "../../rag/text/time-slices.ts";
import { planBriefing } from "./briefing.ts";
import {
  type Candidate,
  findCandidates,
  type KnownExamples,
  knowExamples,
  type Pieces,
} from "./candidates.ts";
import { quoteIbl } from "./code.ts";
import { composeCandidates, type PartFinder } from "./compose.ts";
import { addToFiles, finishPlan, nameFile, withFileName } from "./finish.ts";
import { type Cues, learnCues } from "./frames/cues.ts";
import { type Signatures, signaturesOf } from "./frames/signatures.ts";
import { isDocument, isLongText, looksLikeProgram, moodOf, WHAT_WITH_TEXT } from "./message.ts";
import { planPolicy, planWithPolicies } from "./policy.ts";
import { createProgramFacts } from "./program-facts.ts";
import { type PlannerResult, type PlanOptions, type PlanProposal, withEach } from "./result.ts";
import { planSchedule } from "./schedule.ts";
import { readTokens } from "./tokens.ts";
import { planUndo } from "./wording/said-limits.ts";
import { createVocabulary, type Vocabulary } from "./words.ts";
import { workflowToRun } from "./workflow.ts";

/** Turns messages into programs by examples, without a model. */
export interface Planner {
  /** At once: for a short message some milliseconds, for one of many steps more. */
  plan(message: string, options: PlanOptions): PlannerResult;
  /** The same in slices of a few milliseconds, between which others get their turn. */
  planInSlices(message: string, options: PlanOptions, signal?: AbortSignal): Promise<PlannerResult>;
  /** The words that programs are asked for with. */
  vocabulary(): Vocabulary;
  /** The words that each action is asked for with. */
  cues(): Cues;
  /** Resolves when the examples are prepared; a plan before that prepares the rest of them first. */
  ready(): Promise<void>;
}

/** From this score on a program is taken for what was meant, provided no other comes near it. */
const SURE_SCORE = 0.78;
const MOST_PROPOSALS = 3;
/** How far behind another program must stay for the first to be sure. */
const CLEAR_LEAD = 0.035;
const WORKFLOW_SCORE = 0.95;

/** Builds a planner over all that data/ holds. */
export function plannerFor(catalogue: Catalogue, shelf: ExampleShelf): Planner {
  return createPlanner({
    examples: phrasingsOf(catalogue, shelf.whole),
    steps: stepPhrasings(shelf),
    reads: (call) => catalogue.actions.get(call)?.effect === "read",
    label: createProgramFacts(() => catalogue).label,
    signatures: signaturesOf(catalogue.actions),
  });
}

/** Builds a planner over examples. Pure: the same message and options give the same result. */
export function createPlanner(parts: {
  readonly examples: readonly Phrasing[];
  /** What is said of the result of a step before. Default: nothing is. */
  readonly steps?: readonly Phrasing[];
  /** How messages fill actions. Default: none is filled. */
  readonly signatures?: Signatures;
  /** Leaves out examples that use any other node. Default: all nodes. */
  readonly nodes?: readonly string[];
  /** True for an action that changes nothing. Default: none does. */
  readonly reads?: (call: string) => boolean;
  /** What a program does, in words of a language. Default: its code. */
  readonly label?: (code: string, language: Language) => string;
}): Planner {
  const known = new Gradual(know(parts));
  let vocabulary: Vocabulary | undefined;
  let cues: Cues | undefined;
  return {
    plan: (message, options) => new Gradual(planMessage(message, options, known.get())).get(),
    async planInSlices(message, options, signal) {
      await known.ready();
      const work = planMessage(message, options, known.get());
      return runInSlices(work, signal === undefined ? {} : { signal });
    },
    vocabulary() {
      vocabulary ??= createVocabulary([...parts.examples, ...(parts.steps ?? [])]);
      return vocabulary;
    },
    cues() {
      cues ??= learnCues(parts.signatures ?? new Map(), known.get().requests.templates);
      return cues;
    },
    ready: () => known.ready(),
  };
}

interface Known {
  readonly requests: KnownExamples;
  readonly steps: KnownExamples;
  readonly reads: (call: string) => boolean;
  readonly label: (code: string, language: Language) => string;
}

function* know(parts: Parameters<typeof createPlanner>[0]): Pieces<Known> {
  return {
    requests: yield* knowExamples(parts.examples, parts.nodes),
    steps: yield* knowExamples(parts.steps ?? [], parts.nodes),
    reads: parts.reads ?? (() => false),
    label: parts.label ?? ((code) => code),
  };
}

function* planMessage(message: string, options: PlanOptions, known: Known): Pieces<PlannerResult> {
  const text = composed(message).trim();
  if (text === "" || looksLikeProgram(text)) return { kind: "none" };
  const planned: PlannerResult = isDocument(text)
    ? { kind: "none" }
    : yield* planRequest(text, options, known);
  if (planned.kind !== "none" || planned.question !== undefined || !isLongText(text))
    return planned;
  return { kind: "none", question: WHAT_WITH_TEXT[options.language] };
}

function* planRequest(text: string, options: PlanOptions, known: Known): Pieces<PlannerResult> {
  const plan = function* (part: string, day: string): Pieces<PlannerResult> {
    const withName = withFileName(part);
    const said = withName ?? part;
    const candidates = yield* composeCandidates(said, partFinder(said, options, known));
    const planned = addToFiles(finishPlan(said, judge(candidates)), said);
    const named = withName === undefined ? planned : nameFile(planned, day);
    return withEach(named, (proposal) => ({
      ...proposal,
      intent: known.label(proposal.code, options.language),
    }));
  };
  const schedule = (said: string) => planSchedule(said, options, (part) => plan(part, ""));
  const withPolicies = isLongText(text)
    ? undefined
    : yield* planWithPolicies(text, options, schedule);
  const scheduled = withPolicies ?? (yield* schedule(text));
  const isAsked = scheduled?.kind === "none" && scheduled.question !== undefined;
  const policy = scheduled === undefined || isAsked ? planPolicy(text, options) : undefined;
  if (policy !== undefined) return policy;
  if (scheduled !== undefined) return (isAsked ? planRun(text, options) : undefined) ?? scheduled;
  return (
    planUndo(text) ??
    planBriefing(text, options) ??
    planRun(text, options) ??
    (yield* plan(text, dayOf(options)))
  );
}

/** The person's own day, such as 2026-07-15. */
function dayOf({ nowMs, zone }: PlanOptions): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(nowMs);
}

/** Parts of a message are in its mood, whatever their own ending says. */
function partFinder(whole: string, options: PlanOptions, known: Known): PartFinder {
  const mood = moodOf(whole, readTokens(whole));
  return {
    request: (text) =>
      findCandidates(text, text === whole ? options : { ...options, mood }, known.requests),
    step: (text) => findCandidates(text, { ...options, mood, isStep: true }, known.steps),
    isClear: (candidates) => judge(candidates).kind === "sure",
    reads: known.reads,
  };
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

function judge(candidates: readonly Candidate[]): PlannerResult {
  const [first] = candidates;
  if (first === undefined) return { kind: "none" };
  const rival = candidates.find((candidate) => candidate.calls.join() !== first.calls.join());
  const isClear = rival === undefined || first.rank - rival.rank >= CLEAR_LEAD;
  if (first.score >= SURE_SCORE && isClear) {
    const others = candidates.slice(1, MOST_PROPOSALS).map(proposalOf);
    return { kind: "sure", ...proposalOf(first), ...(others.length === 0 ? {} : { others }) };
  }
  return { kind: "unsure", proposals: candidates.slice(0, MOST_PROPOSALS).map(proposalOf) };
}

function proposalOf({ code, score, intent, from }: Candidate): PlanProposal {
  return { code, score, intent, ...(from === undefined ? {} : { from }) };
}
