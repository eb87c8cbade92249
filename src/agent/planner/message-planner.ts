import { dayNumber, localTimeOf } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { SearchHit, SearchOptions } from "../../rag/search/example-search.ts";
import { composed } from "../../rag/text/normalize.ts";
import type { Gradual } from "../../rag/text/time-slices.ts";
import { spelled } from "../../scheduler/phrases/spelling.ts";
import { type Admission, admissionOf, type SaidMessage } from "./admission.ts";
import type { AskingWords } from "./asking-words.ts";
import { leftOutIn } from "./briefing.ts";
import { quoteIbl, readCode } from "./code.ts";
import { followUp } from "./frames/follow-up.ts";
import { type Framing, frameMessage } from "./frames/frame-planner.ts";
import { judgeFrames, namesResult } from "./frames/judge-frames.ts";
import { planAlert } from "./lookups/alert.ts";
import { planEveryday } from "./lookups/everyday.ts";
import { planLookup } from "./lookups/lookup.ts";
import { otherPrice } from "./lookups/other-price.ts";
import { planQuestion } from "./lookups/question.ts";
import { planToolRequest } from "./lookups/tool-request.ts";
import { isDocument, isLongText, looksLikeProgram, WHAT_WITH_TEXT } from "./message.ts";
import { createProgramFacts } from "./program-facts.ts";
import { admitPlan } from "./proposal-gate.ts";
import { requestAlone } from "./request-alone.ts";
import { type PlannerResult, type PlanOptions, type PlanProposal, withEach } from "./result.ts";
import { planAgenda, planTimedTelling } from "./schedule.ts";
import { type Hits, type Searching, withoutSearch, withSearch } from "./searching.ts";
import { planTelling, tellAlso } from "./tell.ts";
import { planTimed } from "./timed-request.ts";
import { readTokens, type Token } from "./tokens.ts";
import { nameFile, withFileName } from "./unnamed-file.ts";
import { mended, type Reach } from "./wording/mending.ts";
import { withNearNames } from "./wording/near-names.ts";
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
  /** What becomes of a program that was made of a message, whatever made it. */
  admitted(said: SaidMessage, code: string, options: PlanOptions): Admission;
  /** The one sentence of a message that asks for something, where the others only tell; else the message. */
  alone(message: string): string;
  /** True for an action that there is. */
  hasAction(action: string): boolean;
  /** What a program does, as the label of a button. */
  label(code: string, language: Language): string;
}

/** Hits down to this score are heard: what resembles nothing must be told from what resembles a little. */
const LEAST_HEARD = 0.02;
const MOST_HEARD = 5;

const NOTHING: PlannerResult = { kind: "none" };

/** Plans by the values and words of a message and by a search of usage examples, which answers `undefined` while they are still being made; `onError` is told what kept it from answering. */
export function createMessagePlanner(parts: {
  readonly words: () => Gradual<AskingWords>;
  readonly catalogue: () => Catalogue;
  readonly search: (text: string, options: SearchOptions) => Promise<Hits | undefined>;
  readonly onError: (error: unknown) => void;
}): MessagePlanner {
  const facts = createProgramFacts(parts.catalogue);
  const workOf = (message: string, options: PlanOptions) =>
    planWords(withoutUrging(message), options, {
      ...parts.words().get(),
      facts,
      catalogue: parts.catalogue(),
    });
  return {
    label: facts.label,
    mended: (message, reach) => mended(message, parts.words().get().cues.spellings, reach),
    admitted: (said, code, options) =>
      admissionOf(said, code, {
        ...parts.words().get(),
        ...surroundings(options),
        language: options.language,
        hasEffect: facts.hasEffect,
      }),
    alone: (message) => requestAlone(message, parts.words().get().cues),
    hasAction: (action) => parts.catalogue().actions.has(action),
    followUp: (message, last, options) => {
      const code = followed(message, last, options, parts.words().get().cues);
      return code && withNearNames(code);
    },
    planNow: (message, options) => withKnownNames(withoutSearch(workOf(message, options))),
    async plan(message, options, asker) {
      await parts.words().ready();
      const hear = hearFor(options, { ...asker, ...parts });
      return withKnownNames(await withSearch(workOf(message, options), hear));
    },
  };
}

function withKnownNames(planned: PlannerResult): PlannerResult {
  return withEach(planned, (one) => ({ ...one, code: withNearNames(one.code) }));
}

/** What a message is planned by. */
interface Knowledge extends AskingWords {
  readonly facts: ReturnType<typeof createProgramFacts>;
  readonly catalogue: Catalogue;
}

/** The order of what is asked: what the words alone say, what a person taught, when it is to be done, what its values and words fill, and what it resembles. */
function* planWords(said: string, options: PlanOptions, by: Knowledge): Searching<PlannerResult> {
  const admitted = (planned: PlannerResult) =>
    admitPlan(said, planned, { options, known: { ...by.facts, vocabulary: by.vocabulary } });
  const known = plannedAtOnce(askedInstead(said) ?? said, options);
  if (known !== undefined) return admitted(known);
  const text = composed(said).trim();
  if (text === "" || looksLikeProgram(text)) return NOTHING;
  const whole = yield* planText(text, options, { ...by, admitted });
  const isOpen =
    whole.kind === "none" && whole.question === undefined && whole.answer === undefined;
  if (!isOpen) return whole;
  if (isLongText(text)) return { kind: "none", question: WHAT_WITH_TEXT[options.language] };
  return planQuestion(said, options) ?? whole;
}

/** What is asked for in the place of what is forbidden; what a briefing leaves out is no such thing. */
function wishIn(text: string): string {
  return leftOutIn(text) === undefined ? (askedInstead(text) ?? text) : text;
}

function* planText(
  text: string,
  options: PlanOptions,
  by: Knowledge & { readonly admitted: (planned: PlannerResult) => PlannerResult },
): Searching<PlannerResult> {
  const { admitted } = by;
  const hits = yield text;
  const taught = taughtIn(hits);
  if (taught !== undefined) return admitted(taught);
  if (isDocument(text)) return NOTHING;
  const part = (words: string) => planFrames(words, options, by);
  const asked = wishIn(text);
  const timed = yield* planTimed(asked, options, part);
  if (timed !== undefined && (timed.kind === "sure" || isTimed(timed))) return admitted(timed);
  const tool = yield* planToolRequest(asked, by.catalogue);
  if (tool !== undefined) return admitted(tool);
  const framed = admitted(yield* part(asked));
  const looked = admitted(planLookup(asked, options) ?? NOTHING);
  const isForm =
    looked.kind === "sure" &&
    BY_FORM.test(looked.code) &&
    !(framed.kind === "sure" && framed.code.startsWith(looked.code));
  const sure = [...(isForm ? [looked] : []), framed, looked].find(({ kind }) => kind === "sure");
  if (sure !== undefined) return sure;
  return together(framed, admitted(timed ?? offeredBy(text, hits, by, options.language)));
}

/** Of the weather, of past prices and of exchange rates the form of a message says more than the words in it. */
const BY_FORM = /^\[source:(?:weather\]|price_history\]|price\]\("[^"\n]*=X"\))/u;

/** What the values and words of a message fill, whatever example it resembles; a file that is to be written and has no name gets one. */
function* planFrames(
  words: string,
  options: PlanOptions,
  { cues, facts, catalogue }: Knowledge,
): Searching<PlannerResult> {
  const withName = withFileName(words);
  const alone = (text: string): string | undefined => {
    const looked = planLookup(text, options);
    return looked?.kind === "sure" ? looked.code : undefined;
  };
  const framed = yield* frameMessage(withName ?? words, { ...surroundings(options), cues, alone });
  const { allowedNodes: nodes } = options;
  const found = framed.filter(({ code }) =>
    readCode(code).calls.every(
      (call) =>
        !READ_ELSEWHERE.has(call) &&
        nodes?.includes(nodeOf(call)) !== false &&
        isOfNamedScreen(call, words, catalogue),
    ),
  );
  const effectOf = (action: string) => catalogue.actions.get(action)?.effect;
  const judged = judgeFrames(found, effectOf);
  const named = withName === undefined ? judged : nameFile(judged, dayOf(options));
  return withEach(named, (one) => ({ ...one, intent: facts.label(one.code, options.language) }));
}

/** Actions whose words are read by rules of their own. */
const READ_ELSEWHERE = new Set(["system:change_briefing"]);

/** What the screen of this computer is called: "open the windows" is no request to look at it. */
const SCREEN =
  /컴퓨터|데스크[톱탑]|노트북|마우스|커서|\bpc|computer|desktop|laptop|mouse|cursor|pointer/iu;

/** False for an action on this computer's screen where the message does not name it. */
function isOfNamedScreen(call: string, message: string, catalogue: Catalogue): boolean {
  const requires = catalogue.actions.get(call)?.requires ?? [];
  return SCREEN.test(message) || !requires.some(({ kind }) => kind === "desktop");
}

/** The person's own day, such as 2026-07-15. */
function dayOf({ nowMs, zone }: PlanOptions): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(nowMs);
}

/** Programs that the message's values fill come first, then what else could be meant; of the latter nothing runs. */
function together(framed: PlannerResult, others: PlannerResult): PlannerResult {
  if (framed.kind !== "unsure") return others;
  const rest = others.kind === "unsure" ? others.proposals : [];
  const codes = new Set(framed.proposals.map(({ code }) => code));
  const proposals = [...framed.proposals, ...rest.filter(({ code }) => !codes.has(code))];
  return { kind: "unsure", proposals: proposals.slice(0, MOST_PROPOSALS) };
}

/** Searches a person's examples while one message is planned: each text once. */
function hearFor(
  { allowedNodes: nodes }: PlanOptions,
  by: Parameters<MessagePlanner["plan"]>[2] &
    Pick<Parameters<typeof createMessagePlanner>[0], "search" | "onError">,
): (text: string) => Promise<Hits> {
  const { personId, signal, search, onError } = by;
  const wanted: SearchOptions = {
    personId,
    limit: MOST_HEARD,
    minScore: LEAST_HEARD,
    ...(nodes === undefined ? {} : { accept: (action) => nodes.includes(nodeOf(action)) }),
    ...(signal === undefined ? {} : { signal }),
  };
  const heard = new Map<string, Promise<Hits>>();
  const hear = async (text: string): Promise<Hits> => {
    try {
      return (await search(text, wanted)) ?? [];
    } catch (error) {
      signal?.throwIfAborted();
      onError(error);
      return [];
    }
  };
  return (text) => {
    const hits = heard.get(text) ?? hear(text);
    heard.set(text, hits);
    return hits;
  };
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

/** A day and nothing else, as it is asked about after another: 모레는?, 금요일엔, "and on friday?". */
const DAY_ALONE =
  /^(?:(?:그럼|그러면|그리고|아|and|then|what\s+about|how\s+about)[\s,]+)*(?:on\s+|for\s+)?(?<day>today|tomorrow|(?:this|next)\s+week(?:end)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|오늘|내일|모레|글피|(?:이번|다음)\s?주말?|주말|(?:다음\s?주\s?)?[월화수목금토일]요일)(?:은|는|엔|에는|에|날은|도)?(?:요)?(?:\s*(?:어때|어떨까|어떤데)\S*)?[\s?？.!]*$/iu;

/** What is there on another day, or how the weather is, after a day or the weather was asked about. */
function otherDay(message: string, last: string, options: PlanOptions): string | undefined {
  const day = DAY_ALONE.exec(spelled(message.normalize("NFC").trim()))?.groups?.["day"];
  const { call, place } = OF_A_DAY.exec(last)?.groups ?? {};
  if (day === undefined || call === undefined) return undefined;
  const isKorean = /\p{Script=Hangul}/u.test(day);
  const [ofPlace, inPlace] = place === undefined ? ["", ""] : [`${place} `, ` in ${place}`];
  const planned =
    call === "source:weather"
      ? planLookup(isKorean ? `${ofPlace}${day} 날씨` : `weather${inPlace} ${day}`, options)
      : planAgenda(isKorean ? `${day} 일정` : `what's on ${day}`, options);
  return planned?.kind === "sure" ? planned.code : undefined;
}

/** What was asked of a day. */
const OF_A_DAY =
  /^\[(?<call>system:list_events|source:weather)\](?:\("(?<place>[^"\\]*)"\))?[^>&?]*$/u;

/** The program before with what a message changes of it, which says nothing by itself. */
function followed(
  message: string,
  last: string,
  options: PlanOptions,
  cues: Framing["cues"],
): string | undefined {
  const whole = withoutUrging(message);
  const also = tellAlso(whole, last, options);
  if (also !== undefined) return also;
  const isWhole = (plannedAtOnce(whole, options) ?? planLookup(whole, options)) !== undefined;
  if (isWhole) return undefined;
  return (
    otherDay(whole, last, options) ??
    otherPrice(whole, last, options) ??
    followUp(message, last, { ...surroundings(options), cues })
  );
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

function nodeOf(action: string): string {
  return action.slice(0, action.indexOf(":"));
}

/** What an example must score for its program to be offered by itself. */
const OFFERED_SCORE = 0.5;
/** A taught example in the message's own words scores this much. */
const SAME_WORDS = 0.95;
const MOST_PROPOSALS = 3;

/** A person's own taught words mean what was taught. */
function taughtIn(hits: Hits): PlannerResult | undefined {
  const taught = hits.find(
    ({ example, score }) => example.source === "manual" && score >= SAME_WORDS,
  );
  if (taught === undefined) return undefined;
  const { intent, code } = taught.example;
  return { kind: "sure", code, intent, score: rounded(taught.score) };
}

/** What the examples that resemble a message look up, with its own values; that is offered, and never run. An effect is not even offered for what it resembles. */
function offeredBy(
  message: string,
  hits: Hits,
  { facts, catalogue }: Knowledge,
  language: Language,
): PlannerResult {
  const isRead = (call: string): boolean => catalogue.actions.get(call)?.effect === "read";
  const proposals = hits
    .filter(({ example }) => {
      const { calls } = readCode(example.code);
      return calls.every((call) => isRead(call) && isOfNamedScreen(call, message, catalogue));
    })
    .flatMap((hit) => fromExample(message, hit, (code) => facts.label(code, language)));
  return proposals.length === 0
    ? NOTHING
    : { kind: "unsure", proposals: proposals.slice(0, MOST_PROPOSALS) };
}

/** The program of an example with the message's files, addresses, numbers and quoted texts in the place of its own; none where one is wanting or left over. */
function fromExample(
  message: string,
  { example, score }: SearchHit,
  label: (code: string) => string,
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
  if (namesResult(code)) return [];
  const slots = [...values.values()].map((value) => ({ kind: "text", value }));
  const part = {
    code,
    score: rounded(score),
    said: message,
    example: example.intent,
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
