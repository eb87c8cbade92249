import type { Language } from "../../base/localized.ts";
import { currencyOf } from "../../rag/text/currencies.ts";
import { hangulNameOf, symbolOfName } from "../../rag/text/listed-names.ts";
import { zoneOfPlace } from "../../scheduler/timing/place-zones.ts";
import type { AskingWords } from "./asking-words.ts";
import { type CodeTemplate, readCode } from "./code.ts";
import { findMentions, type Known, NOTHING_KNOWN, type ValueKind } from "./frames/mentions.ts";
import { askedAbout } from "./proposal-gate.ts";
import { readTokens } from "./tokens.ts";
import { mended } from "./wording/mending.ts";
import { readForbidding } from "./wording/said-limits.ts";
import { strayIn } from "./wording/sound-values.ts";

/** What becomes of a program that was made of a message: it runs, it is offered, or nothing is done and the words that it does not account for are asked about. */
export type Admission =
  | { readonly kind: "run" | "offer" }
  | { readonly kind: "ask"; readonly question: string };

/** A message, and how it stood before what was misspelt in it was mended. */
export interface SaidMessage {
  readonly text: string;
  readonly typed: string;
}

/** What a program is judged by. */
export interface Accounting extends AskingWords {
  readonly known: Known;
  readonly language: Language;
  /** True for a program that changes, sends or runs something. */
  readonly hasEffect: (code: string) => boolean;
}

/**
 * The one gate for all ways in which a program is made of a message. A value that cannot be what it is taken for, and an effect that leaves out what the
 * message names, are asked about; a read that leaves such out, or looks up a name that may be mistyped, is offered. Pure.
 */
export function admissionOf(said: SaidMessage, code: string, by: Accounting): Admission {
  const { text } = said;
  const { files, people } = by.known;
  const asked = (words: string): Admission => ({
    kind: "ask",
    question: askedAbout("unread", words, by.language),
  });
  const stray = strayIn(code, text, { files, people });
  if (stray !== undefined) return asked(stray);
  const isEffect = by.hasEffect(code);
  const named = leftOut(text, code, by.known);
  const left = named.length > 0 || !isEffect ? named : otherAction(text, code, by);
  if (left.length > 0) return isEffect ? asked(left.join(", ")) : { kind: "offer" };
  const program = readCode(code);
  const isDoubtful =
    asksElsewhere(text, program) ||
    isMistyped(said.typed, program, by) ||
    isNamedOtherwise(program, by);
  return !isEffect && isDoubtful ? { kind: "offer" } : { kind: "run" };
}

/** Says that something of the person's own, or what was talked about, is meant. */
const OWN =
  /\b(?:i['’]?ve|i\s+have|i\s+(?:told|said|saved|sent|wrote)|we\s+(?:talked|spoke|said|discussed|had))\b|지난번|저번|아까|예전에|(?:얘기|이야기|말)했(?:던|었)|내가\s/iu;

/** The web is searched for what only the person's own things hold, or for a question about what is traded. */
function asksElsewhere(message: string, { literals }: CodeTemplate): boolean {
  const sought = literals.filter(
    ({ call }) => call === "source:web_search" || call === "source:search_news",
  );
  if (sought.some(({ value }) => OWN.test(message.replace(value, " ")))) return true;
  return sought.some(
    ({ call, value }) =>
      call === "source:web_search" &&
      message.trim().startsWith(value) &&
      findMentions(value, NOTHING_KNOWN).some(({ kind }) => kind === "instrument"),
  );
}

/** Values whose form says that somebody, or something of the person's, is meant. */
const NAMED: ReadonlySet<ValueKind> = new Set([
  "person",
  "file",
  "picture",
  "url",
  "quote",
] as const);

/** What a message names by its form and a program does not hold. */
function leftOut(message: string, code: string, known: Known): readonly string[] {
  const text = readForbidding(message)?.rest ?? message;
  const held = squeezed(code);
  const isHeld = (value: unknown): boolean =>
    held.includes(squeezed(String(value)).replace(NAME_ENDING, ""));
  const named = findMentions(text, known).filter(
    ({ kind, value }) => NAMED.has(kind) && !isHeld(value),
  );
  return named.map(({ start, bodyEnd }) => text.slice(start, bodyEnd));
}

/** What is asked for beside an effect most, by words that mean nothing else. */
const ASKED_BESIDE = ["system:todo", "source:search_news"];

/** Words that name another action than those of an effect, and stand in none of its values: the second of two requests. */
function otherAction(
  message: string,
  code: string,
  { cues, vocabulary }: Accounting,
): readonly string[] {
  const text = readForbidding(message)?.rest ?? message;
  const { calls } = readCode(code);
  const keys = vocabulary.of(code);
  const held = squeezed(code);
  const others = ASKED_BESIDE.filter((action) => !calls.includes(action));
  return readTokens(text)
    .filter(
      (token) =>
        token.kind === "word" &&
        !token.verb &&
        !keys.has(token.key) &&
        !held.includes(squeezed(token.value)) &&
        !calls.some((call) => cues.has(call, token)) &&
        others.some((action) => cues.names(action, token)),
    )
    .map(({ start, bodyEnd }) => text.slice(start, bodyEnd));
}

/** What a Korean name has behind it in speech. */
const NAME_ENDING = /(?<=[가-힣]{2})(?:이|님|씨)$/u;

/** How a name of each kind is known. */
const LISTS: Readonly<Record<string, (name: string) => boolean>> = {
  "source:weather": (name) => zoneOfPlace(name) !== undefined,
  "system:time": (name) => zoneOfPlace(name) !== undefined,
  "source:price": isTraded,
  "source:prices": isTraded,
  "source:price_history": isTraded,
};

function isTraded(name: string): boolean {
  const listed = symbolOfName(name) ?? hangulNameOf(name.toUpperCase()) ?? currencyOf(name);
  return listed !== undefined || /^[\^A-Z\d.=-]+$/u.test(name);
}

/** True where a name that no list holds stands beside a word with a slip of the finger. */
function isMistyped(message: string, { literals }: CodeTemplate, { cues }: Accounting): boolean {
  const isUnknown = literals.some(
    ({ call = "", key, kind, value }) =>
      kind === "string" &&
      (key === undefined || key === "symbol") &&
      LISTS[call]?.(value) === false,
  );
  return isUnknown && mended(message, cues.spellings, "near") !== message;
}

/** A name that no list holds and in which a word names another action: the price of a flat is no share's. */
function isNamedOtherwise({ literals }: CodeTemplate, { cues }: Accounting): boolean {
  return literals.some(
    ({ call = "", value }) =>
      LISTS[call]?.(value) === false &&
      readTokens(value).some((token) => !cues.names(call, token) && cues.namesFew(token)),
  );
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[\s"'\\.,]+/gu, "");
}
