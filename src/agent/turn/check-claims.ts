import type { Language, Localized } from "../../base/localized.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import { accountText, type StepFact, summarizeRun } from "../../runs/run-summary.ts";
import type { Claim, ClaimKind } from "./claim-kinds.ts";
import { englishClaims } from "./claims-english.ts";
import { koreanClaims } from "./claims-korean.ts";

/** What is wrong with an answer: what the model is told of it, and what the person is told where the model insists. */
export interface AnswerFault {
  readonly nudge: string;
  readonly note: string;
}

/** The journal that answers are held against. */
export interface JournalFacts {
  /** Calls of the turn. */
  readonly turn: readonly StepFact[];
  /** Calls in this chat before it. */
  readonly before: readonly StepFact[];
  readonly catalogue: Catalogue;
}

/** Holds what an answer says was done against the journal; `undefined` where all of it is true. The journal is read where something is claimed. */
export function faultOfAnswer(
  text: string,
  readJournal: () => JournalFacts,
  language: Language,
): AnswerFault | undefined {
  const claims = claimsIn(text);
  if (claims.length === 0) return undefined;
  const journal = readJournal();
  const wrong = unfounded(claims, factsOf(journal));
  if (wrong.length === 0) return undefined;
  return { nudge: nudgeText(wrong, journal), note: noteText(wrong, language) };
}

/** What a reader of the list of schedules, memories or files has seen to be there: it was done before. */
const SHOWN: readonly (readonly [RegExp, ClaimKind])[] = [
  [/^system:(?:list_events|manage_events)$/, "scheduled"],
  [
    /^source:(?:search_memory|recent)$|^system:(?:list|find|read|grep|todo|list_workflows)$/,
    "saved",
  ],
];

function factsOf({ turn, before, catalogue }: JournalFacts): ClaimFacts {
  const inTurn = finished(turn);
  const shown = inTurn.flatMap((step) =>
    SHOWN.flatMap(([names, kind]) => (names.test(`${step.node}:${step.action}`) ? [kind] : [])),
  );
  return {
    turn: new Set(inTurn.flatMap((step) => kindsOf(step, catalogue))),
    before: new Set([...shown, ...finished(before).flatMap((step) => kindsOf(step, catalogue))]),
  };
}

function finished(steps: readonly StepFact[]): readonly StepFact[] {
  return steps.filter((step) => step.state === "done");
}

/** What a finished call can bear out. Programs and colleagues may have done anything. */
function kindsOf(step: StepFact, catalogue: Catalogue): readonly ClaimKind[] {
  const name = `${step.node}:${step.action}`;
  const definition = catalogue.actions.get(name);
  const effect = definition?.effect ?? "execute";
  if (effect === "execute" || effect === "device" || /delegate|agent_ask/.test(name))
    return ["sent", "saved", "deleted", "scheduled", "done"];
  const words = JSON.stringify(step.params).toLowerCase();
  const isRemoval = /delete|remove|clear|forget|cancel|disable|move|edit|todo|manage/.test(name);
  const isTimed = /schedul|event|alarm|remind|calendar|enable|book/.test(`${name} ${words}`);
  return [
    "done",
    ...(effect === "send" ? (["sent"] as const) : []),
    ...(effect === "write" || effect === "spend" ? (["saved"] as const) : []),
    ...(effect === "write" && isRemoval ? (["deleted"] as const) : []),
    ...(effect !== "read" && (isTimed || effect === "spend") ? (["scheduled"] as const) : []),
  ];
}

const WHAT: Readonly<Record<ClaimKind, Localized>> = {
  sent: { ko: "보낸 것", en: "sent" },
  saved: { ko: "저장하거나 바꾼 것", en: "saved or changed" },
  deleted: { ko: "지운 것", en: "deleted" },
  scheduled: { ko: "예약한 것", en: "scheduled" },
  done: { ko: "실행한 것", en: "done" },
};

function kindsIn(claims: readonly Claim[]): readonly ClaimKind[] {
  return [...new Set(claims.map(({ kind }) => kind))];
}

function nudgeText(claims: readonly Claim[], { turn, catalogue }: JournalFacts): string {
  const kinds = kindsIn(claims).map((kind) => WHAT[kind].en);
  const account = accountText(summarizeRun(turn, catalogue), "en");
  const facts = account === "" ? "No program ran for this message." : account;
  const quotes = claims.map(({ sentence }) => `- ${sentence}`).join("\n");
  return `(Your answer says that something was ${kinds.join(" and ")}, and the journal does not show it:\n${quotes}\nWhat the journal has for this message:\n${facts}\nIf it should be done, call execute_ibl now. If not, answer again and say only what was done.)`;
}

/** The correction for a person, on a line of its own. */
function noteText(claims: readonly Claim[], language: Language): string {
  const kinds = kindsIn(claims);
  if (language === "ko")
    return `⚠️ 바로잡아요: 이 요청으로 실제로 ${kinds.map((kind) => WHAT[kind].ko).join(", ")}은 없어요.`;
  return `⚠️ Note: nothing was ${kinds.map((kind) => WHAT[kind].en).join(" or ")} for this message.`;
}

/** What really happened, by the journal. */
interface ClaimFacts {
  /** Kinds of finished effects of this turn. */
  readonly turn: ReadonlySet<ClaimKind>;
  /** Kinds of finished effects of the conversation before. */
  readonly before: ReadonlySet<ClaimKind>;
}

/** Every sentence of a reply that says, in Korean or English, that the one who speaks did something. Quotes, code, questions, offers, negations and what others did are none. Pure. */
export function claimsIn(text: string): readonly Claim[] {
  const showsText = /\n\s*\S/u.test(text.trim());
  return sentencesOf(withoutQuotes(text))
    .filter((sentence) => !/[?？]\s*$/u.test(sentence))
    .flatMap((sentence) => [...englishClaims(sentence), ...koreanClaims(sentence)])
    .filter(({ isOfText }) => isOfText !== true || !showsText);
}

/** The claims that the journal does not bear out. Pure. */
export function unfounded(claims: readonly Claim[], facts: ClaimFacts): readonly Claim[] {
  return claims.filter(({ kind, or = [], time }) => {
    if ([kind, ...or].some((each) => facts.turn.has(each))) return false;
    if (time === "state") return !facts.turn.has("done") && !facts.before.has(kind);
    return time === "now" || !facts.before.has(kind);
  });
}

/** Without code, quoted words and quoted lines: they are somebody's, and a claim of nobody. */
function withoutQuotes(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/gu, "\n")
    .replace(/`[^`\n]*`/gu, "x.md")
    .replace(/^[^\S\n]*>.*$/gmu, "")
    .replace(
      /"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|‘[^’\n]*’|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu,
      '""',
    )
    .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{2,3}/gu, "");
}

/** What is longer is no sentence that anybody speaks, in UTF-16 units. */
const LONGEST_SENTENCE = 500;

/** Sentences with their closing mark; a dot inside a name ends none. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?。？！])(?=\s|$)|\n|;\s/u)
    .map((sentence) =>
      sentence.replace(/^(?:\s|\p{Extended_Pictographic}|\u{fe0f}|[✓✔•–—*#-])+/u, "").trim(),
    )
    .filter((sentence) => sentence !== "")
    .map((sentence) => sentence.slice(0, LONGEST_SENTENCE));
}
