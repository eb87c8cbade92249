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
