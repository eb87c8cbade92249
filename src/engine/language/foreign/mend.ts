import { lineEnd } from "../lexer-text.ts";
import type { Edit, SyntaxProblem } from "../syntax-errors.ts";
import {
  bodyWithoutBraces,
  FOREIGN_BLOCKS,
  withBraces,
  withCountedLoop,
  withSum,
} from "./blocks.ts";
import { FOREIGN_CALLS, FOREIGN_PARAMS, type Habit } from "./calls.ts";
import { habitAt } from "./habits.ts";
import { foreignProgram } from "./programs.ts";
import {
  FILE_BEHIND_PIPE,
  FOREIGN_NAMES,
  FOREIGN_SIGNS_BETWEEN,
  foreignCondition,
} from "./statements.ts";
import { callInText } from "./texts.ts";

/** Most corrections of corrections, and most that are tried for one mistake. */
const MAX_ROUNDS = 10;
const MAX_TRIED = 12;

/** A text that does not parse, and why. */
export interface Refused {
  readonly text: string;
  readonly problem: SyntaxProblem;
}

/** The person's own program with its mistakes mended; `isSure` where no other reading is likely. */
export interface Mended {
  readonly text: string;
  readonly isSure: boolean;
}

/** A text as it reads: `undefined` for a program, else what is wrong with it. */
export type ReadText = (text: string) => Refused | undefined;

/**
 * Mends a program one mistake after the other, each time by the first change that makes it parse, or else by the first that brings the
 * next mistake nearer to the end. `undefined` where a mistake is left that nothing mends. Pure.
 */
export function mendProgram(refused: Refused, read: ReadText): Mended | undefined {
  const { text: written } = refused;
  const braced = withBraces(written);
  const whole = [
    withCountedLoop(braced ?? written),
    withSum(written),
    foreignProgram(written),
    braced,
  ];
  for (const text of whole) {
    if (text === undefined) continue;
    const next = read(text);
    const mended = next === undefined ? { text, isSure: true } : mendPlaces(next, read);
    if (mended !== undefined) return mended;
  }
  return mendPlaces(refused, read);
}

function mendPlaces(refused: Refused, read: ReadText): Mended | undefined {
  let at: Step = { ...refused, isSure: true };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = nextStep(at, read);
    if (next === undefined || !("problem" in next)) return next;
    at = next;
  }
  return undefined;
}

type Step = Refused & { readonly isSure: boolean };

/** The program where a change mends it, else what the first change gives that leads on. */
function nextStep(at: Step, read: ReadText): Mended | Step | undefined {
  const { text, problem } = at;
  let nearer: Step | undefined;
  for (const edit of editsFor(text, problem).slice(0, MAX_TRIED)) {
    const mended = applyEdit(text, edit);
    if (mended === text) continue;
    const next = read(mended);
    const isSure = at.isSure && edit.sure === true;
    if (next === undefined) return { text: mended, isSure };
    if (nearer === undefined && left(next) < left(at)) nearer = { ...next, isSure };
  }
  return nearer;
}

/** The text with a change in it. */
export function applyEdit(text: string, { start, end, text: inserted }: Edit): string {
  return `${text.slice(0, start)}${inserted}${text.slice(end)}`.trim();
}

/** How much of a text stands behind its mistake. */
function left({ text, problem }: Refused): number {
  return text.length - problem.span.start;
}

/** Changes that may mend a mistake, the likeliest first. */
function editsFor(text: string, problem: SyntaxProblem): readonly Edit[] {
  const { code, span, fix } = problem;
  const at = span.start;
  const line = lineStart(text, at);
  const habit = habitAt(text, problem);
  const found: (Edit | undefined)[] = [
    habit === undefined ? undefined : { ...habit, sure: true },
    ...(code === "bad-condition" ? [foreignCondition(text, headStart(text, at))] : []),
    ...(code === "expected-body" ? [bodyWithoutBraces(text, at)] : []),
    ...tried(FOREIGN_NAMES, text, line),
    ...tried(FOREIGN_BLOCKS, text, line, at, headStart(text, at)),
    ...(isBehindCall(text, at)
      ? tried([...FOREIGN_SIGNS_BETWEEN, ...FOREIGN_PARAMS], text, at)
      : []),
    ...(/>>\s*$/.test(text.slice(0, at)) ? [FILE_BEHIND_PIPE(text, at)] : []),
    ...tried(FOREIGN_CALLS, text, at, /[(<{]/.test(text.charAt(at - 1)) ? at - 1 : at),
    callInText(text, at),
    ...inBraces(text, at),
    ...quotes(text, problem),
    ...closers(text, problem),
    fix,
    withoutProse(text, problem),
  ];
  return found.filter((edit) => edit !== undefined);
}

function tried(
  habits: readonly Habit[],
  text: string,
  ...places: readonly number[]
): readonly Edit[] {
  return [...new Set(places)].flatMap((at) => habits.flatMap((habit) => habit(text, at) ?? []));
}

/** Where the statement's line begins, blanks passed over. */
function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return start + (/^[^\S\n]*/.exec(text.slice(start))?.[0].length ?? 0);
}

/** Where the head of a block begins that `at` stands in. */
function headStart(text: string, at: number): number {
  const before = text.slice(0, at + 1);
  const found = /\[\s*(?:if|else\s+if|each|for|foreach|on_error)\b[^\n]*$/iu.exec(before);
  return found?.index ?? at;
}

function isBehindCall(text: string, at: number): boolean {
  return /[\])}]\s*$/.test(text.slice(0, at));
}

/** Entries of an object and a list, written otherwise. */
function inBraces(text: string, at: number): readonly Edit[] {
  const found = text.charAt(at);
  const line = lineStart(text, at);
  const end = lineEnd(text, at);
  const written = text.slice(line, end);
  const changed = [
    // {k: 1; l: 2}   {$k: 1}   {k: 1,, l: 2}
    found === ";" ? replaced(at, 1, ",") : undefined,
    found === "$" || found === "," ? replaced(at, 1, "") : undefined,
    // ("x" "y")
    /["']/.test(found) && /["']\s*$/.test(text.slice(line, at)) ? replaced(at, 0, ", ") : undefined,
    // {_prev_result: "$prev"}
    /^["']?_prev/.test(text.slice(at, at + 6))
      ? changedLine(
          line,
          written,
          /\s*\{\s*["']?_prev(?:_result)?["']?\s*[:=]\s*["']?(?:\$prev|\{\{_prev_result\}\})["']?\s*\}/u,
          "",
        )
      : undefined,
    // ("a" if $x > 1 else "b")
    changedLine(
      line,
      written,
      /([(:]\s*)"([^"'\n]*)"\s+if\s+([^"\n]+?)\s+else\s+"([^"'\n]*)"(\s*[)},])/u,
      `$1"$${"{"}'$2' if $3 else '$4'}"$5`,
    ),
    // {k: ("a", "b")}
    changedLine(
      line,
      written,
      /([:=]\s*)\((\s*(?:"[^"\n]*"|'[^'\n]*'|-?\d+)(?:\s*,\s*(?:"[^"\n]*"|'[^'\n]*'|-?\d+))*\s*,?\s*)\)/u,
      "$1[$2]",
    ),
    // ("x",)
    changedLine(line, written, /,(\s*\))/u, "$1"),
    // "Hi " . $n   "Hi {}".format($n)   "Hi %s" % $n
    changedLine(line, written, /("[^"\n]*")\s+\.\s+(?=[$"])/u, "$1 + "),
    changedLine(line, written, /"([^"\n]*)\{\}([^"\n]*)"\.format\((\$[^(),\n]+)\)/u, '"$1$3$2"'),
    changedLine(line, written, /"([^"\n]*)%[sd]([^"\n]*)"\s*%\s*(\$[\p{L}\p{N}_.]+)/u, '"$1$3$2"'),
    // ["a:b"]("x") {"y"}
    changedLine(line, written, /\)\s*\{\s*("[^"\n]*")\s*\}/u, ", $1)"),
    // [each: …, limit: 5]
    changedLine(
      line,
      written,
      /(\[\s*each\b.*,\s*)(?:limit|count|take|maximum|top)\s*[:=]\s*(?=\d)/iu,
      "$1max: ",
    ),
  ];
  return changed.filter((edit) => edit !== undefined);
}

function replaced(start: number, length: number, text: string): Edit {
  return { start, end: start + length, text, sure: true };
}

function changedLine(
  start: number,
  line: string,
  written: RegExp,
  meant: string,
): Edit | undefined {
  const text = line.replace(written, meant);
  return text === line ? undefined : { start, end: start + line.length, text, sure: true };
}

/** A quote that is missing, or one that stands inside a text. */
function quotes(text: string, { code, span }: SyntaxProblem): readonly Edit[] {
  const quote = text.charAt(span.start);
  if (code === "unterminated" && /["'“]/.test(quote)) {
    const end = lineEnd(text, span.start);
    const tail = /["'”“]?([)\]}\s;,]*)$/.exec(text.slice(span.start + 1, end));
    if (tail === null) return [];
    const start = end - tail[0].length;
    return [{ start, end, text: `${quote === "“" ? "”" : quote}${tail[1] ?? ""}`, sure: true }];
  }
  const isInText = code === "expected-colon" || code === "bad-target" || code === "bad-key";
  return isInText && !/[({.%]/.test(quote) ? innerQuotes(text, span.start) : [];
}

/** Backslashes before the quotes between the one that opened a text and the one that ends it. */
function innerQuotes(text: string, at: number): readonly Edit[] {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(line, at);
  const opening = [...before.matchAll(/[(:=,[]\s*(")/g)].at(-1);
  if (opening === undefined) return [];
  const start = line + opening.index + opening[0].length;
  const rest = text.slice(at, lineEnd(text, at));
  const closing =
    /"(?=\s*(?:[)}\]]|,\s*(?:["']?[\p{L}_][\p{L}\p{N}_]*["']?\s*[:=]|["'\d[{$])))/u.exec(rest);
  if (closing === null) return [];
  const end = at + closing.index;
  const escaped = text.slice(start, end).replace(/(?<!\\)"/g, '\\"');
  return [{ start, end, text: escaped, sure: true }];
}

const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** A bracket that is missing at the end of its line, or before what follows it. */
function closers(text: string, { code, span, fix }: SyntaxProblem): readonly Edit[] {
  const { start } = span;
  if (code === "mismatched-bracket" && fix !== undefined && fix.text !== "")
    return [fix, { ...fix, end: start + 1 }];
  if (code === "bad-target" && text.charAt(start) === "{")
    return [{ start, end: start, text: ") " }];
  const closer = CLOSER[text.charAt(start)];
  if (closer === undefined || code !== "unterminated") return [];
  const end = lineEnd(text, start);
  const line = text.slice(start, end);
  const next = /\s*(?:>>|&(?!&)|\?\?|;|#|\/\/)/.exec(line)?.index ?? line.length;
  const places = [start + next, end, text.length];
  return [...new Set(places)].map((at) => ({ start: at, end: at, text: closer }));
}

/** What stands from the first to the last bracket of a text with words around it. */
function withoutProse(text: string, { code }: SyntaxProblem): Edit | undefined {
  if (code !== "expected-call" && code !== "trailing-text") return undefined;
  const start = text.indexOf("[");
  const end = Math.max(text.lastIndexOf("]"), text.lastIndexOf(")"), text.lastIndexOf("}"));
  if (start < 0 || end < start) return undefined;
  const around = `${text.slice(0, start)}\n${text.slice(end + 1)}`;
  return PART_OF_PROGRAM.test(around)
    ? undefined
    : { start: 0, end: text.length, text: text.slice(start, end + 1) };
}

/** What is no mere word: a name, an assignment or an operator would be lost with it. */
const PART_OF_PROGRAM =
  /[$=&{}]|>>|\?\?|\b\w+\s*\(|\b(?:while|until|def|function|class|return|if|for|each)\b/;
