import type { Language, Localized } from "../../base/localized.ts";
import { escapeMarkup } from "../../base/visible-text.ts";
import { readCode } from "./code.ts";
import { isRemark } from "./frames/asking.ts";
import { requestIn } from "./message.ts";
import type { PlannerResult, PlanOptions, PlanProposal } from "./result.ts";
import { readTokens, type Token } from "./tokens.ts";
import { asksSomething } from "./wording/reminder-title.ts";
import { isReport } from "./wording/reports.ts";
import {
  conditionIn,
  deniesCommand,
  type Forbidding,
  isQuestion,
  isSetAside,
  readForbidding,
  saysSomething,
  takesBack,
} from "./wording/said-limits.ts";
import { strayIn } from "./wording/sound-values.ts";
import { isMisspelling, type Vocabulary } from "./words.ts";

/** What the gate knows of programs. */
interface GateKnowledge {
  /** True for a program that changes, sends or runs something. */
  readonly hasEffect: (code: string) => boolean;
  /** True where an action of the program could name what it is about, and does not. */
  readonly lacksSubject: (code: string) => boolean;
  readonly vocabulary: Vocabulary;
}

/**
 * The one way out of the planner: what it makes of a message, less every program that the message does not ask for. Nothing with an
 * effect is run or offered that the message forbids or takes back, makes hang on a condition, only asks about, or whose program leaves a word of
 * the message unexplained; nothing is read of a default where a subject was said. What is left out is asked about. Pure.
 */
export function admitPlan(
  message: string,
  planned: PlannerResult,
  { options, known }: { readonly options: PlanOptions; readonly known: GateKnowledge },
): PlannerResult {
  const { language } = options;
  const said = readSaid(message, options);
  if (takesBack(said.request) || isSetAside(message))
    return { kind: "none", answer: NOTHING_DONE[language] };
  if (planned.kind === "none") return unplanned(planned, said, language);
  const programs =
    planned.kind === "sure" ? [planned, ...(planned.others ?? [])] : planned.proposals;
  if (onlyForbids(said, programs)) return { kind: "none", answer: NOTHING_DONE[language] };
  const refusals = programs.map((program) =>
    tellsUnasked(program, said) || asksItself(program) || AWAITS_EVENT.test(program.code)
      ? UNASKED
      : (strayValue(program, message, options) ?? refusalOf(program, said, known)),
  );
  const left = programs.filter((_program, index) => refusals[index] === undefined);
  if (planned.kind === "sure" && left[0] === planned) return withOthers(planned, left.slice(1));
  const isAsked = left.length === 0 || (planned.kind === "sure" && known.hasEffect(planned.code));
  return isAsked ? refused(refusals, language) : { kind: "unsure", proposals: left };
}

function unplanned(
  planned: Extract<PlannerResult, { kind: "none" }>,
  said: Said,
  language: Language,
): PlannerResult {
  const isDenial =
    planned.question === undefined &&
    said.forbidding !== undefined &&
    deniesCommand(said.forbidding);
  return isDenial ? { kind: "none", answer: NOTHING_DONE[language] } : planned;
}

function withOthers(
  { others: _before, ...first }: Extract<PlannerResult, { kind: "sure" }>,
  others: readonly PlanProposal[],
): PlannerResult {
  return others.length === 0 ? first : { ...first, others };
}

function onlyForbids({ forbidding }: Said, programs: readonly PlanProposal[]): boolean {
  if (forbidding === undefined || saysSomething(forbidding.rest)) return false;
  return !programs.some(({ code }) => POLICY.test(code));
}

const NOTHING_DONE: Localized = {
  ko: "하지 않을게요. 바꾼 것은 없어요.",
  en: "I won't. Nothing has changed.",
};

/** Why a program is not what a message asks for. */
type Refusal =
  | { readonly kind: "forbidden" | "question" | "unasked" }
  | { readonly kind: "condition" | "unread" | "unknown"; readonly words: string };

interface Said {
  /** Without quoted texts and what a colon sets apart. */
  readonly request: string;
  /** What people call the workflows and schedules that programs name otherwise. */
  readonly titles: readonly (readonly [name: string, title: string])[];
  /** The words of what is forbidden: the message has said all that there is to say about them. */
  readonly forbidden: ReadonlySet<string>;
  readonly schedules?: readonly string[];
  readonly people: readonly string[];
  readonly forbidding?: Forbidding;
  readonly condition?: NonNullable<ReturnType<typeof conditionIn>>;
  /** True where it asks whether or what, or only says what others want or do. */
  readonly asksNothing: boolean;
  readonly isRemark: boolean;
}

function readSaid(message: string, { workflows = [], schedules, people = [] }: PlanOptions): Said {
  const text = message.normalize("NFC").trim();
  const request = requestIn(text);
  const forbidding = readForbidding(request);
  const condition = conditionIn(request);
  return {
    request,
    people,
    titles: workflows.flatMap(({ name, title, titles = [] }) =>
      [title, ...titles].map((each) => [name, each] as const),
    ),
    forbidden: new Set(
      (forbidding?.clauses ?? []).flatMap((clause) => readTokens(clause).map(({ key }) => key)),
    ),
    ...(schedules === undefined ? {} : { schedules }),
    ...(forbidding === undefined ? {} : { forbidding }),
    ...(condition === undefined ? {} : { condition }),
    isRemark: isRemark(request),
    asksNothing: isQuestion(request) || isReport(request),
  };
}

/** A value that is not of the kind for which it is taken: no place, no name, nothing at all. */
function strayValue(
  { code }: PlanProposal,
  message: string,
  { files, people }: PlanOptions,
): Refusal | undefined {
  const words = strayIn(code, message, { files, people });
  return words === undefined ? undefined : { kind: "unread", words };
}

function refusalOf(proposal: PlanProposal, said: Said, known: GateKnowledge): Refusal | undefined {
  const { code } = proposal;
  const keys = known.vocabulary.of(code);
  if (!known.hasEffect(code)) return refusalOfRead(proposal, keys, { said, known });
  if (said.asksNothing) return { kind: "question" };
  if (POLICY.test(code)) return undefined;
  const isMade = proposal.from !== undefined;
  if (isMade && !asksFor(said.request, keys)) return { kind: "unasked" };
  if (said.forbidding !== undefined && forbids(said.forbidding, keys, isMade))
    return { kind: "forbidden" };
  if (said.condition !== undefined && !keepsCondition(code, said.condition, said.request))
    return { kind: "condition", words: said.condition.said };
  return unknownName(code, said) ?? unread(unexplained(proposal, keys, said));
}

/** What is read of a default where a subject was said, or of what is no name; a remark wants nothing looked up. */
function refusalOfRead(
  proposal: PlanProposal,
  keys: ReadonlySet<string>,
  { said, known }: { readonly said: Said; readonly known: GateKnowledge },
): Refusal | undefined {
  if (said.isRemark) return UNASKED;
  if (!known.lacksSubject(proposal.code)) return hollowValue(proposal);
  return unread(unexplained(proposal, keys, said).filter(isSubject));
}

/** All that somebody ever told, secrets too, is shown to nobody who wants something written, brought back or deleted. */
const LISTS_MEMORIES = /\[source:recent\]/u;
/** What an event brought is there only for a program that one set off. */
const AWAITS_EVENT = /^\[system:event\]/u;
const UNASKED: Refusal = { kind: "unasked" };
const PUTS =
  /적어(?!\s?(?:놨|놓|둔|뒀|두))|써\s?(?:줘|놔|둬)|저장해|복구|복원|되살|추가|남겨|넣어|지워|삭제|\b(?:write|jot|append|add|restore|recover|delete|save)\b/iu;

/** What is told at once is no question that its person asks. */
function asksItself({ code }: PlanProposal): boolean {
  const told = /^\[system:(?:notify_user|send_notify)\]\("(?<what>[^"\\]*)"/u.exec(code)?.groups?.[
    "what"
  ];
  return told !== undefined && asksSomething(told);
}

function tellsUnasked({ code }: PlanProposal, { request }: Said): boolean {
  return LISTS_MEMORIES.test(code) && PUTS.test(request);
}

/** A recipient that is no name, and a schedule to be stopped that there is not. */
function unknownName(code: string, { schedules, titles, people }: Said): Refusal | undefined {
  const to = RECIPIENT.exec(code)?.groups?.["to"];
  if (to !== undefined && !people.includes(to) && !isName(to)) return { kind: "unread", words: to };
  const stopped = STOPPED.exec(code)?.groups?.["name"];
  if (stopped === undefined || schedules === undefined || /^sched_/u.test(stopped))
    return undefined;
  const called = titles.flatMap(([name, title]) => (name === stopped ? [title] : []));
  const isKnown = [stopped, ...called].some((name) => isLike(name, schedules));
  return isKnown ? undefined : { kind: "unknown", words: stopped };
}

/** Of a message that is sent at once, or by a schedule. */
const RECIPIENT = /\[messenger:send\].*?\bto: \\?"(?<to>[^"\\]*)/su;
const STOPPED = /^\[system:(?:disable|delete_event|run_now)\]\("(?<name>[^"\\]*)"\)$/u;

/** False for a phrase: function words stand before a name at most, and adverbs and pronouns for nobody. */
function isName(text: string): boolean {
  const words = readTokens(text);
  const first = words.findIndex(mayName);
  return (
    first !== -1 &&
    words.slice(first).every((word) => mayName(word) && !NOBODY.test(word.value)) &&
    words.slice(0, first).every(({ part }) => part === "function")
  );
}

/** A word of content, or with a capital what only looks like the form of a function word: Ines. */
function mayName({ part, key, value }: Token): boolean {
  return part === "content" || (/^\p{Lu}/u.test(value) && key !== value.toLowerCase());
}

const NOBODY =
  /^(?:절대로?|만약에?|누가|누구|아무나?|누군가|whoever|whomever|anyone|anybody|someone|somebody|nobody|everyone|everybody|but|except|if|unless|never)$/iu;

/** True where a stored name has a word of this one. */
function isLike(name: string, stored: readonly string[]): boolean {
  const words = readTokens(name.replaceAll("_", " ")).filter(({ part }) => part === "content");
  const things = words.filter(({ key }) => !key.startsWith("c:"));
  const named = (things.length === 0 ? words : things).map(({ value }) => squeezed(value));
  return stored.some((each) => named.some((word) => squeezed(each).includes(word)));
}

/** A read of something whose name is no name: the "gonna be" of "how is the weather gonna be". */
function hollowValue({ from = [] }: PlanProposal): Refusal | undefined {
  const texts = from.flatMap(({ slots }) => slots.filter(({ kind }) => kind === "text"));
  const hollow = texts.find(({ value }) =>
    piecesOf(value).every(
      ({ kind, part, written }) => kind === "word" && (part !== "content" || COMMON.test(written)),
    ),
  );
  return hollow === undefined ? undefined : { kind: "unread", words: hollow.value };
}

function unread(pieces: readonly Unexplained[]): Refusal | undefined {
  return pieces.length === 0 ? undefined : { kind: "unread", words: wordsOf(pieces) };
}

/** True where what is left of the message does not ask for the program, or the word that is denied asks for it. */
function forbids(
  { denied, rest }: Forbidding,
  keys: ReadonlySet<string>,
  isMade: boolean,
): boolean {
  if (isMade && !asksFor(rest, keys)) return true;
  return denied.some((part) => keys.has(deniedWord(part)?.key ?? ""));
}

function asksFor(text: string, keys: ReadonlySet<string>): boolean {
  return contentWords(text).some(({ key, value }) => keys.has(key) || isMisspelling(value, keys));
}

/** The verb of what is denied: the last word in Korean, the first in English. */
function deniedWord(part: string): Token | undefined {
  const words = contentWords(part);
  return /\p{Script=Hangul}/u.test(part) ? words.at(-1) : words[0];
}

function contentWords(text: string): readonly Token[] {
  return readTokens(text).filter(({ kind, part }) => kind === "word" && part === "content");
}

/** How a schedule is to run says itself what is not to be done: skip what was missed. */
const POLICY = /^\[system:(?:update|schedule)\].*\b(?:overlap|missed): "/su;

/** Actions that wait for something by themselves, or keep words in which a condition may stand. */
const WAITING = /\[system:(?:create|update|change_briefing|save_workflow)\]/u;
const KEEPING =
  /\[(?:system:(?:todo|write|file|edit|schedule)|source:save_memory|messenger:send|system:agent_ask\w*|system:delegate\w*)\]/u;

/** True where the program waits for the condition, or it is a part of words that are kept or sent and does not begin them. */
function keepsCondition(
  code: string,
  { said, start }: NonNullable<Said["condition"]>,
  request: string,
): boolean {
  if (WAITING.test(code)) return true;
  if (code.includes(" ?? ") || !KEEPING.test(code)) return code.includes(" ?? ");
  const isTitle = ({ key }: { readonly key?: string }): boolean =>
    key === undefined && code.startsWith("[system:schedule]");
  const value = readCode(code).literals.find(
    (literal) => !isTitle(literal) && squeezed(literal.value).includes(squeezed(said)),
  );
  if (value === undefined) return false;
  const before = request.slice(0, start).trim();
  if (before === "" || ABOUT_ASKING.test(said) || /,(?:\s*only)?$/iu.test(before)) return false;
  const begins = squeezed(value.value).startsWith(squeezed(said));
  return !begins || /\p{Script=Hangul}/u.test(said) || /(?:\bthat|[:"“])$/iu.test(before);
}

/** A condition that is about the asking itself, not about what is kept or sent. */
const ABOUT_ASKING =
  /^(?:if|when|once|unless|as\s+soon\s+as)\s+(?:you\s+(?:must|have\s+to|need\s+to|really)|i\s+(?:say|tell|ask|agree|approve|confirm|allow))\b/iu;

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[\s"'.,]+/gu, "");
}

interface Unexplained extends Token {
  /** As the person wrote it, without its particle. */
  readonly written: string;
  /** The word before it, in lower case; empty for the first. */
  readonly before: string;
}

/** The pieces of the words behind a program that neither its values nor the words that it is asked for with explain. */
function unexplained(
  { code, from = [] }: PlanProposal,
  keys: ReadonlySet<string>,
  { forbidden, titles }: Said,
): readonly Unexplained[] {
  const named = titles.flatMap(([name, title]) => (code.includes(name) ? [title] : []));
  const given = readCode(code).literals.map(({ value }) => value);
  const values = squeezed([...given, ...named].join("\n"));
  const isGiven = ({ written, value }: Unexplained): boolean =>
    values.includes(squeezed(written)) || values.includes(squeezed(value));
  const isAsking = ({ key, written }: Unexplained): boolean =>
    keys.has(key) || keys.has(verbKey(written)) || isMisspelling(written, keys);
  return from
    .flatMap(({ said }) => piecesOf(said))
    .filter(
      ({ part, written, key }) =>
        part === "content" && !COMMON.test(written) && !forbidden.has(key),
    )
    .filter((piece) => !isGiven(piece) && !isAsking(piece));
}

/** The key of a Korean verb of which only a form before an ending stands there: the 지워 of 지워도. */
function verbKey(written: string): string {
  return /\p{Script=Hangul}$/u.test(written) ? (readTokens(`${written}줘`)[0]?.key ?? "") : "";
}

function piecesOf(text: string): readonly Unexplained[] {
  return readTokens(text).map((token, index, all) => {
    const before = all[index - 1];
    return {
      ...token,
      written: text.slice(token.start, token.bodyEnd),
      before: before === undefined ? "" : text.slice(before.start, before.end).toLowerCase(),
    };
  });
}

/** True for a piece that names what is asked about: a place, a quoted text, an address, or what stands behind a preposition. */
function isSubject({ kind, before }: Unexplained): boolean {
  return kind === "word" ? PREPOSITION.test(before) : kind !== "number";
}

const PREPOSITION = /^(?:in|at|for|of|about|near|on)$/u;

/** Words of talk and of time, which name nothing that a program is about. */
const COMMON =
  /^(?:있는|인|돼|되나|알아[보봐]\S*|표시\S*|그냥|그거|이거|저거|아니|이제|일단|방금|아까|지금|오늘|내일|모레|주말|이번|다음|주|정도|진짜|정말|꼭|다시|먼저|죄송\S*|미안\S*|실례\S*|그리고|근데|그런데|sorry|actually|just|really|again|first|still|maybe|today|tomorrow|tonight|now|weekend|week|this|next|right|back|\S*(?:달|년|개월|주일|분기)치?|months?|years?|quarter|going|gonna|be)$/iu;

function wordsOf(pieces: readonly Unexplained[]): string {
  return pieces
    .slice(0, MOST_NAMED)
    .map(({ written }) => written)
    .join(", ");
}

const MOST_NAMED = 3;

function refused(refusals: readonly (Refusal | undefined)[], language: Language): PlannerResult {
  const first = refusals.find((refusal) => refusal !== undefined);
  if (first === undefined || !("words" in first)) return { kind: "none" };
  return { kind: "none", question: askedAbout(first.kind, first.words, language) };
}

/** What is said of words that no program is run for. */
export function askedAbout(
  kind: keyof typeof QUESTIONS,
  words: string,
  language: Language,
): string {
  return QUESTIONS[kind][language].replace("{words}", () => escapeMarkup(words));
}

const QUESTIONS: Readonly<Record<"condition" | "unread" | "unknown", Localized>> = {
  unknown: {
    ko: "그런 알림은 없어요: **{words}**. “내 알림”이라고 하면 목록을 보여 드려요.",
    en: "There's no reminder called **{words}**. Say “my reminders” to see them.",
  },
  condition: {
    ko: "**{words}**: 이 조건은 지켜볼 수 없어서 아무것도 안 했어요. 지금 할까요, 아니면 언제 할까요?",
    en: "I can't wait for **{words}**, so I have done nothing. Do you want it now, or at what time?",
  },
  unread: {
    ko: "**{words}**: 무슨 뜻인지 모르겠어요. 조금 다르게 말해 줄래요?",
    en: "I didn't get **{words}**. Could you put it differently?",
  },
};
