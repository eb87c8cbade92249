import { valuesOf } from "./features.ts";

/** A request with its program, the person's own values taken out of both. */
export interface GeneralisedExample {
  readonly intent: string;
  readonly code: string;
}

/**
 * Puts general values in the place of a program's own texts, in the program and where they stand in the request: what remains is how a
 * thing is asked for and done, not what about or for whom. Names of files keep their ending. Pure.
 */
export function generalise(intent: string, code: string): GeneralisedExample {
  const isKorean = /\p{Script=Hangul}/u.test(intent);
  let [words, program] = [intent, code];
  const choices = choicesIn(code);
  const used = new Map<string, string>();
  for (const value of valuesOf(code)) {
    if (choices.has(value) || /[<>=$]/u.test(value)) continue;
    const kind = generalOf(value, isKorean);
    const count = [...used.values()].filter((other) => other.startsWith(kind.stem)).length;
    const general = count === 0 ? kind.whole : `${kind.stem}${count + 1}${kind.ending}`;
    used.set(value, general);
    program = program.replaceAll(value, general);
    words = replaceWord(words, value, general);
  }
  return { intent: withoutTraces(words), code: program };
}

/** True where every text and number of a program stands in the request itself, and every address and account of the request in the program, so that another request of the kind brings its own. Pure. */
export function saysItsValues({ intent, code }: GeneralisedExample): boolean {
  const said = intent.normalize("NFC").toLowerCase();
  const choices = choicesIn(code);
  const numbers =
    code.replace(/"(?:[^"\\]|\\.)*"/gu, "").match(/(?<![\p{L}\p{N}_])\d+(?:\.\d+)?/gu) ?? [];
  const texts = valuesOf(code).filter((value) => !choices.has(value));
  const isSaid = [...texts, ...numbers].every((value) =>
    said.includes(value.normalize("NFC").toLowerCase()),
  );
  return isSaid && (intent.match(TRACES) ?? []).every((trace) => code.includes(trace));
}

/** True for an example with general values in its program, or in the place of an address: it says nothing about what they stand for. Pure. */
export function isGeneralised({ intent, code }: GeneralisedExample): boolean {
  return valuesOf(code).some((value) => GENERAL_VALUE.test(value)) || GENERAL_MAIL.test(intent);
}

const GENERAL_VALUE =
  /^(?:(?:something|무엇)\d*|example\d*\.[A-Za-z0-9]{1,5}|https:\/\/example\.com(?:\/\d*)?)$/u;
const GENERAL_MAIL = /\bname@example\.com\b/u;

const CHOICES = [
  /\b(?:type|kind|format|output_format|order|from|as|by|repeat|unit|mode|action|country|language|encoding)\s*[:=]\s*"([^"]*)"/gu,
  /\bto\s*[:=]\s*"([a-z]{2})"/gu,
  /\[system:(?:sort|select|filter|dedup|merge)\]\s*\(\s*"([^"]*)"/gu,
];

/** Fields and choices of the language itself are no one's. */
function choicesIn(code: string): ReadonlySet<string> {
  return new Set(
    CHOICES.flatMap((pattern) => [...code.matchAll(pattern)].map(([, value]) => value ?? "")),
  );
}

function generalOf(
  value: string,
  isKorean: boolean,
): { readonly whole: string; readonly stem: string; readonly ending: string } {
  if (/^https?:\/\//u.test(value))
    return { whole: "https://example.com", stem: "https://example.com/", ending: "" };
  const ending = /\.[A-Za-z0-9]{1,5}$/u.exec(value)?.[0];
  if (ending !== undefined && !/\s/u.test(value))
    return { whole: `example${ending}`, stem: "example", ending };
  if (/^[\d\s.,:+-]+$/u.test(value)) return { whole: value, stem: value, ending: "" };
  const stem = isKorean ? "무엇" : "something";
  return { whole: stem, stem, ending: "" };
}

function replaceWord(text: string, value: string, general: string): string {
  const at = text.toLowerCase().indexOf(value.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + general + text.slice(at + value.length);
}

/** Numbers of people and accounts, addresses of mail and pages that no value of the program was. */
function withoutTraces(text: string): string {
  return text
    .replace(/https?:\/\/(?!example\.com)\S+/gu, "https://example.com")
    .replace(/[\w.+-]+@[\w-]+\.[\w.]+/gu, "name@example.com")
    .replace(/\+?\d[\d -]{6,}\d/gu, "0");
}

const TRACES = /https?:\/\/\S+|[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d -]{6,}\d/gu;

/** What names nobody and nothing in particular. */
const GENERAL = { ko: "무엇", en: "something" } as const;

const QUOTED =
  /"[^"\n]*"|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|『[^』\n]*』|`[^`\n]*`|(?<!\p{L})'[^'\n]*'/gu;
const ADDRESS = /\b[a-z][a-z0-9+.-]{0,30}:\/\/\S+/giu;
const MAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const HANDLE = /(?<![\w@])@[\w.]{2,}/gu;
const PATH = /(?<!\S)(?:~|\.{1,2})?\/(?:[^\s/]+\/)*[^\s/]*/gu;
const FILE = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(\.[A-Za-z][A-Za-z0-9]{0,4})(?![\p{L}\p{N}])/gu;
const NUMBER = /\+?\d(?:[\d\s().-]*\d){5,}/gu;

/** A request as it may leave this machine: quoted words, addresses, accounts, files and long numbers are general, and how it is asked stays. Pure. */
export function withoutPrivate(text: string): string {
  const general = /\p{Script=Hangul}/u.test(text) ? GENERAL.ko : GENERAL.en;
  return text
    .replace(ADDRESS, "https://example.com")
    .replace(MAIL, "name@example.com")
    .replace(QUOTED, general)
    .replace(PATH, general)
    .replace(FILE, (name, ending: string) => (name === "example.com" ? name : `example${ending}`))
    .replace(HANDLE, "@name")
    .replace(NUMBER, "0");
}

/** Who is told, asked or meant, before a Korean ending for people. */
const KOREAN_NAME =
  /(?<!\p{L})(?!(?:나|저|너|내|제|우리|모두|누구|사람들?)(?:한테|에게|께|님|씨))[\p{Script=Hangul}]{2,6}(?=(?:한테|에게|께서|께|님|씨)(?:[\p{Script=Hangul}]{0,2})(?!\p{L}))/gu;
/** A word with a capital inside a sentence. */
const CAPITAL = /(?<=[^.!?\n\s]\s+)(?!I\b)\p{Lu}[\p{L}’'-]*/gu;
/** Who is told or asked, whatever its letters. */
const ADDRESSEE =
  /(?<=\b(?:tell|ask|text|message|email|ping|remind|call|write to|send (?:it|this|that|them) to)\s+)(?!(?:me|us|you|him|her|them|it|this|that|these|those|my|our|the|a|an|all|every\w*|any\w*|some\w*|who\w*|wh\w*|about|if|to|for|and|or|in|on|at)\b)\p{L}[\p{L}’'-]*/giu;
const DIGITS = /\d+(?:[.,:]\d+)*/gu;

/** A request as everybody may read it: without numbers, and without what may name somebody. Pure. */
export function wordsForAll(text: string): string {
  const general = /\p{Script=Hangul}/u.test(text) ? GENERAL.ko : GENERAL.en;
  return withoutPrivate(text)
    .replace(KOREAN_NAME, general)
    .replace(ADDRESSEE, general)
    .replace(CAPITAL, general)
    .replace(DIGITS, "0");
}

/** An example's words as they may leave this machine: those of one person without that program's own values too. Pure. */
export function intentToSend(example: {
  readonly intent: string;
  readonly code: string;
  readonly personId?: string;
}): string {
  const { intent, code, personId } = example;
  return withoutPrivate(personId === undefined ? intent : generalise(intent, code).intent);
}

/** Words that speak to a model instead of asking for something, and signs that hide or close what stands around them. */
const POISON: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:previous|prior|earlier|above|all|any|your|system)\b.{0,30}\b(?:instructions?|rules?|prompts?|messages?|guidelines?|policy|policies)\b/isu,
  /\b(?:system|developer)\s+(?:prompt|message)\b|\bjailbreak\b|\byou\s+are\s+now\b|\bfrom\s+now\s+on,?\s+you\b/iu,
  /\b(?:without|never|don['’]?t|do\s+not)\s+(?:asking|ask|telling|tell|warn|warning|wait\w*)\b.{0,40}\b(?:user|owner|approval|permission|confirmation|anyone|anybody)\b/iu,
  /(?:이전|앞선|위의?|기존|모든)\s*(?:의\s*)?(?:지시|지침|명령|규칙|프롬프트)\S*\s*(?:은|는|을|를)?\s*(?:모두\s*|전부\s*)?(?:무시|잊)/u,
  /시스템\s*(?:프롬프트|메시지)|지금부터\s*(?:너는|넌|당신은)|(?:승인|허락|확인)\s*없이|(?:사용자|주인)(?:에게|한테)\s*(?:말하지|알리지|묻지)/u,
  /<\/?\s*(?:system|assistant|user|human|instructions?|tool\w*|ibl\w*|examples?)\b[^>]*>/iu,
  /(?:^|\n)[^\S\n]*(?:system|assistant|developer)\s*:/iu,
  /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u,
];

/** True for a text that tries to tell a model what to do: no example is made or kept of it. Pure. */
export function isPoisoned(text: string): boolean {
  return POISON.some((pattern) => pattern.test(text));
}
