import { dayNumber, localTimeOf } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { SearchHit, SearchOptions } from "../../rag/search/example-search.ts";
import { quoteIbl, readCode } from "./code.ts";
import type { Cues } from "./frames/cues.ts";
import { followUp } from "./frames/follow-up.ts";
import { type Framing, frameMessage, type Proposed } from "./frames/frame-planner.ts";
import { judgeFrames } from "./frames/judge-frames.ts";
import { planAlert } from "./lookups/alert.ts";
import { planEveryday } from "./lookups/everyday.ts";
import { planLookup } from "./lookups/lookup.ts";
import { planQuestion } from "./lookups/question.ts";
import type { Planner } from "./planner.ts";
import { createProgramFacts } from "./program-facts.ts";
import { admitPlan } from "./proposal-gate.ts";
import {
  type PlannedPart,
  type PlannerResult,
  type PlanOptions,
  type PlanProposal,
  withEach,
} from "./result.ts";
import { planAgenda, planTimedTelling } from "./schedule.ts";
import { planTelling } from "./tell.ts";
import { readTokens, type Token } from "./tokens.ts";
import { mended, type Reach } from "./wording/mending.ts";
import { askedInstead, withoutUrging } from "./wording/said-limits.ts";

/** What a message means, by the planner and the usage examples together. */
export interface MessagePlanner {
  /** Takes some milliseconds at a time and lets others work in between. */
  plan(
    message: string,
    options: PlanOptions,
    asker: { readonly personId: string; readonly signal?: AbortSignal },
  ): Promise<PlannerResult>;
  /** What the planner alone makes of it, at once: to tell what a short message lacks. */
  planNow(message: string, options: PlanOptions): PlannerResult;
  /** The program of the turn before with what a message changes of it; `undefined` for one that stands by itself. */
  followUp(message: string, last: string, options: PlanOptions): string | undefined;
  /** A message with what is misspelt in it mended, so far as `reach` goes. */
  mended(message: string, reach: Reach): string;
  /** True for an action that there is. */
  hasAction(action: string): boolean;
  /** What a program does, as the label of a button. */
  label(code: string, language: Language): string;
}

/** Hits down to this score are heard: what resembles nothing must be told from what resembles a little. */
const LEAST_HEARD = 0.02;
const MOST_HEARD = 5;

type ExampleSearch = (
  text: string,
  options: SearchOptions,
) => Promise<readonly SearchHit[] | undefined>;

/** Joins the planner with a search of usage examples, which answers `undefined` while they are still being made; `onError` is told what kept it from answering. */
export function createMessagePlanner(parts: {
  readonly planner: () => Planner;
  readonly catalogue: () => Catalogue;
  readonly search: ExampleSearch;
  readonly onError: (error: unknown) => void;
}): MessagePlanner {
  const facts = createProgramFacts(parts.catalogue);
  const admitted = (message: string, planned: PlannerResult, options: PlanOptions) => {
    const known = { ...facts, vocabulary: parts.planner().vocabulary() };
    return admitPlan(message, planned, { options, known });
  };
  const looked = (message: string, options: PlanOptions) => {
    const found = planLookup(message, options);
    const result = found && admitted(message, found, options);
    return result?.kind === "sure" ? result : undefined;
  };
  const weighed = async (message: string, options: PlanOptions, hearing: Hearing) => {
    const planned = await parts.planner().planInSlices(message, options, hearing.signal);
    return rerankPlan(message, planned, {
      resembling: hearing.resembling,
      label: (code) => facts.label(code, options.language),
    });
  };
  const framed = async (message: string, options: PlanOptions, hearing: Hearing) => {
    const by = { hearing, cues: parts.planner().cues(), facts, catalogue: parts.catalogue() };
    return framesOf(message, options, by);
  };
  return {
    label: facts.label,
    mended: (message, reach) => mended(message, parts.planner().cues().spellings, reach),
    hasAction: (action) => parts.catalogue().actions.has(action),
    followUp: (message, last, options) => followed(message, last, options, parts.planner().cues()),
    planNow(message, options) {
      const said = withoutUrging(message);
      const instead = askedInstead(said);
      const known = plannedAtOnce(instead ?? said, options) ?? planLookup(said, options);
      if (known !== undefined) return admitted(said, known, options);
      const planned = (text: string) =>
        admitted(said, parts.planner().plan(text, options), options);
      const whole = planned(said);
      if (whole.kind === "sure") return whole;
      const best = instead === undefined ? whole : better(planned(instead), whole);
      return orSearched(best, said, options);
    },
    async plan(message, options, asker) {
      const said = withoutUrging(message);
      const instead = askedInstead(said);
      const asked = instead ?? said;
      const known = plannedAtOnce(asked, options);
      if (known !== undefined) return admitted(said, known, options);
      const hearing = hearFor(options, { ...asker, ...parts });
      const resembled = await weighed(said, options, hearing);
      const whole = admitted(said, resembled, options);
      if (isTimed(resembled)) return orSearched(whole, said, options);
      const read = admitted(said, await framed(asked, options, hearing), options);
      const found = read.kind === "sure" ? read : looked(asked, options);
      if (found !== undefined) return found;
      const vouched = together(said, read, whole, parts.planner().cues());
      if (instead === undefined || vouched.kind === "sure")
        return orSearched(vouched, said, options);
      const beside = admitted(said, await weighed(instead, options, hearing), options);
      return orSearched(better(beside, vouched), said, options);
    },
  };
}

/** What the values and words of a message make, whatever example it resembles. */
async function framesOf(
  message: string,
  options: PlanOptions,
  by: {
    readonly hearing: Hearing;
    readonly cues: Cues;
    readonly facts: ReturnType<typeof createProgramFacts>;
    readonly catalogue: Catalogue;
  },
): Promise<PlannerResult> {
  const found = await frameMessage(message, {
    ...surroundings(options),
    cues: by.cues,
    resembling: async (text) => actionsIn((await by.hearing.resembling(text)) ?? []),
  });
  const effectOf = (action: string) => by.catalogue.actions.get(action)?.effect;
  return withEach(judgeFrames(found, effectOf), (one) => ({
    ...one,
    intent: by.facts.label(one.code, options.language),
  }));
}

/** What is read of a message before what resembles it; what only resembles, though messages are known to ask for it otherwise, is no more than offered. */
function together(
  said: string,
  read: PlannerResult,
  whole: PlannerResult,
  { signatures }: Cues,
): PlannerResult {
  const isKnown = (call: string): boolean => {
    const { names = [], parameters = [] } = signatures.get(call) ?? {};
    return names.length > 0 && parameters.length > 0;
  };
  const own = read.kind === "unsure" ? read.proposals : [];
  if (whole.kind === "sure") {
    const { calls } = readCode(whole.code);
    const isAgreed = own.some(({ code }) => readCode(code).calls.join() === calls.join());
    const hasValue = readCode(whole.code).literals.some(({ value }) => said.includes(value));
    if (isAgreed || !hasValue || !calls.every(isKnown)) return whole;
  }
  if (own.length === 0 && whole.kind === "none") return whole;
  const others = whole.kind === "none" ? [] : whole.kind === "sure" ? [whole] : whole.proposals;
  const codes = new Set(own.map(({ code }) => code));
  const proposals = [...own, ...others.filter(({ code }) => !codes.has(code))];
  return { kind: "unsure", proposals: proposals.slice(0, MOST_PROPOSALS) };
}

/** What a person's search of examples answers while one message is planned: each text is searched for once. */
interface Hearing extends Pick<ExampleEvidence, "resembling"> {
  readonly signal?: AbortSignal;
}

function hearFor(
  { allowedNodes: nodes }: PlanOptions,
  by: Parameters<MessagePlanner["plan"]>[2] &
    Pick<Parameters<typeof createMessagePlanner>[0], "search" | "onError">,
): Hearing {
  const { personId, signal, search, onError } = by;
  const abort = signal === undefined ? {} : { signal };
  const wanted: SearchOptions = {
    personId,
    limit: MOST_HEARD,
    minScore: LEAST_HEARD,
    ...(nodes === undefined ? {} : { accept: (action) => nodes.includes(nodeOf(action)) }),
    ...abort,
  };
  const heard = new Map<string, Promise<readonly SearchHit[] | undefined>>();
  return {
    ...abort,
    resembling(text) {
      const hits =
        heard.get(text) ??
        search(text, wanted).catch((error: unknown) => {
          signal?.throwIfAborted();
          onError(error);
          return undefined;
        });
      heard.set(text, hits);
      return hits;
    },
  };
}

/** The actions of examples of one call, or of several of one action, with how much these resemble. */
function actionsIn(hits: readonly SearchHit[]): readonly Proposed[] {
  return hits.flatMap(({ example, score }) => {
    const [action, ...others] = new Set(readCode(example.code).calls);
    return action === undefined || others.length > 0 ? [] : [{ action, score }];
  });
}

/** True of what the time words of a message make. */
function isTimed(planned: PlannerResult): boolean {
  if (planned.kind === "none")
    return planned.question !== undefined || planned.answer !== undefined;
  const code = planned.kind === "sure" ? planned.code : (planned.proposals[0]?.code ?? "");
  return /\[system:(?:schedule|create|update|save_event|enable|disable|delete_event|change_briefing|run_now|undo)\]/u.test(
    code,
  );
}

/** What a person has that messages name, and which day of the week it is for them. */
function surroundings(options: PlanOptions): Pick<Framing, "known" | "weekday"> {
  const { files = [], folders = [], people = [], nowMs, zone } = options;
  const weekday = ((dayNumber(localTimeOf(nowMs, zone)) + 3) % 7) + 1; // day 0 was a Thursday
  return { known: { files, folders, people }, weekday };
}

/** The program before with what a message changes of it, which says nothing by itself. */
function followed(
  message: string,
  last: string,
  options: PlanOptions,
  cues: Framing["cues"],
): string | undefined {
  const whole = withoutUrging(message);
  const isWhole = (plannedAtOnce(whole, options) ?? planLookup(whole, options)) !== undefined;
  return isWhole ? undefined : followUp(message, last, { ...surroundings(options), cues });
}

/** What is known from the words alone, whatever the examples say. */
function plannedAtOnce(said: string, options: PlanOptions): PlannerResult | undefined {
  return (
    planLink(said, options) ??
    planAgenda(said, options) ??
    planAlert(said, options) ??
    planTelling(said, options) ??
    planTimedTelling(said, options) ??
    planEveryday(said, options)
  );
}

/** An address and nothing else: what stands there is summed up. */
function planLink(text: string, { allowedNodes }: PlanOptions): PlannerResult | undefined {
  const url = text.trim();
  const isLink = /^https?:\/\/[^\s"\\]+$/u.test(url) && URL.canParse(url);
  if (!isLink || allowedNodes?.includes("source") === false) return undefined;
  const code = `[source:crawl](${quoteIbl(url)}) >> [system:summarize]`;
  return { kind: "sure", code, intent: url, score: 1 };
}

/** A question of fact of which nothing is made is searched for on the web. */
function orSearched(planned: PlannerResult, said: string, options: PlanOptions): PlannerResult {
  const isOpen =
    planned.kind === "none" && planned.question === undefined && planned.answer === undefined;
  return (isOpen ? planQuestion(said, options) : undefined) ?? planned;
}

/** What is asked for beside what is forbidden, where something was made of it. */
function better(instead: PlannerResult, whole: PlannerResult): PlannerResult {
  return instead.kind === "none" ? whole : instead;
}

function nodeOf(action: string): string {
  return action.slice(0, action.indexOf(":"));
}

/** What is heard beside a plan. */
export interface ExampleEvidence {
  /** The usage examples that resemble a text, best first, down to a very low score; `undefined` while they are still being made. */
  readonly resembling: (text: string) => Promise<readonly SearchHit[] | undefined>;
  /** What a program does, in the reader's words. */
  readonly label: (code: string) => string;
}

/** Below this the best example says that a text asks for nothing that is done here. */
const ASKS_NOTHING = 0.2;
/** A program is backed by examples that score at least this share of the best one. */
const BACKED_SHARE = 0.72;
/** What is only offered needs no more than this share. */
const OFFERED_SHARE = 0.3;
/** What an example must score for its program to be offered by itself. */
const OFFERED_SCORE = 0.5;
/** A taught example in the message's own words scores this much. */
const SAME_WORDS = 0.95;
/** The most that a program scores which the examples do not back. */
const UNBACKED_SCORE = 0.7;
const MOST_PROPOSALS = 3;

/**
 * What is left of a plan when the examples that mean the same have been heard: the planner goes by words and their order, the search
 * by meaning. Where they disagree nothing is run: what both could mean is offered. What resembles no example asks for nothing. A
 * person's own taught words mean what was taught.
 */
export async function rerankPlan(
  message: string,
  planned: PlannerResult,
  hearing: ExampleEvidence,
): Promise<PlannerResult> {
  const hits = await hearing.resembling(message);
  if (hits === undefined) return planned;
  const taught = hits.find(
    ({ example, score }) => example.source === "manual" && score >= SAME_WORDS,
  );
  if (taught !== undefined) {
    const { intent, code } = taught.example;
    return { kind: "sure", code, intent, score: rounded(taught.score) };
  }
  switch (planned.kind) {
    case "sure":
      return weighSure(message, planned, hits, hearing);
    case "unsure":
      return offer(
        message,
        planned.proposals.filter((one) => isBackedBy(hits, one)),
        { hits, hearing },
      );
    case "none":
      return planned.question === undefined ? offer(message, [], { hits, hearing }) : planned;
  }
}

async function weighSure(
  message: string,
  planned: Extract<PlannerResult, { kind: "sure" }>,
  hits: readonly SearchHit[],
  hearing: ExampleEvidence,
): Promise<PlannerResult> {
  const parts = (planned.from ?? []).filter(({ isStep }) => !isStep);
  for (const part of parts) {
    const ofPart = part.said === message ? hits : await hearing.resembling(part.said);
    if (ofPart === undefined || isBacked(ofPart, part)) continue;
    if (bestOf(ofPart) < ASKS_NOTHING && parts.length === 1) return { kind: "none" };
    const { code, intent, from } = planned;
    const score = Math.min(planned.score, UNBACKED_SCORE);
    const own = { code, intent, score, ...(from === undefined ? {} : { from }) };
    return offer(message, [own], { hits, hearing });
  }
  return planned;
}

function isBackedBy(hits: readonly SearchHit[], { from }: PlanProposal): boolean {
  const [first] = from ?? [];
  return first === undefined || first.isStep || isBacked(hits, first, OFFERED_SHARE);
}

/** True where every action of a part stands in an example that is not far behind the best. */
function isBacked(
  hits: readonly SearchHit[],
  { code }: Pick<PlannedPart, "code">,
  share = BACKED_SHARE,
): boolean {
  const least = Math.max(ASKS_NOTHING, share * bestOf(hits));
  return readCode(code).calls.every((call) =>
    hits.some(({ example, score }) => score >= least && example.code.includes(`[${call}]`)),
  );
}

function bestOf(hits: readonly SearchHit[]): number {
  return hits[0]?.score ?? 0;
}

/** The proposals, and what the best examples do with the message's own values; where no example comes near, only what was made from none. */
function offer(
  message: string,
  proposals: readonly PlanProposal[],
  { hits, hearing }: { readonly hits: readonly SearchHit[]; readonly hearing: ExampleEvidence },
): PlannerResult {
  const isNear = bestOf(hits) >= ASKS_NOTHING;
  const own = proposals.filter(({ from }) => isNear || from === undefined);
  const known = new Set(own.map(({ code }) => code));
  const others = hits
    .flatMap((hit) => fromExample(message, hit, hearing))
    .filter(({ code }) => !known.has(code));
  const all = [...own, ...others].sort((left, right) => right.score - left.score);
  return all.length === 0
    ? { kind: "none" }
    : { kind: "unsure", proposals: all.slice(0, MOST_PROPOSALS) };
}

/** The program of an example with the message's files, addresses, numbers and quoted texts in the place of its own; none where one is wanting or left over. */
function fromExample(
  message: string,
  { example, score }: SearchHit,
  { label }: ExampleEvidence,
): readonly PlanProposal[] {
  if (score < OFFERED_SCORE) return [];
  const { literals, calls, render } = readCode(example.code);
  const left = readTokens(message).filter((token) => VALUE_KINDS.has(token.kind));
  const values = new Map<number, string>();
  for (const [index, literal] of literals.entries()) {
    const at = left.findIndex((one) => fits(one, literal.value, literal.kind));
    const [token] = at < 0 ? [] : left.splice(at, 1);
    if (token === undefined) return [];
    values.set(index, token.value);
  }
  if (left.length > 0 || calls.length === 0) return [];
  const code = render(values);
  const slots = [...values.values()].map((value) => ({ kind: "text", value }));
  const part = {
    code,
    score: rounded(score),
    said: message,
    example: example.intent,
    isStep: false,
  };
  return [{ code, score: rounded(score), intent: label(code), from: [{ ...part, slots }] }];
}

const VALUE_KINDS: ReadonlySet<Token["kind"]> = new Set([
  "file",
  "url",
  "quote",
  "number",
  "glob",
] as const);

function fits(token: Token, value: string, kind: "string" | "number" | "numbers"): boolean {
  const [own] = readTokens(value);
  const wanted =
    kind === "number" ? "number" : own?.kind === "file" || own?.kind === "url" ? own.kind : "quote";
  return kind !== "numbers" && token.kind === wanted;
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
