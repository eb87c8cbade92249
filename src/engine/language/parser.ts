import { type Diagnostic, diagnose, type Warning } from "./diagnostics.ts";
import { Lexer } from "./lexer.ts";
import type { Cell, RawStatement } from "./parse-cells.ts";
import { runGrammar } from "./parse-grammar.ts";
import { UnexpectedToken } from "./parse-reading.ts";
import { buildProgram } from "./parse-tree.ts";
import { warningsOf } from "./parse-warnings.ts";
import { asTyped, type Prepared, prepare } from "./repairs.ts";
import { type Edit, EXAMPLES, SyntaxProblem } from "./syntax-errors.ts";
import type { Program } from "./tree.ts";

/** Longest program, in bytes of UTF-8. */
const MAX_PROGRAM_BYTES = 64 * 1024;

/** Longest corrected program shown as a hint, and offered as a correction, in UTF-16 units. */
const MAX_HINT_LENGTH = 300;
const MAX_CORRECTION_LENGTH = 4000;

/** A program with what was repaired in it, or the one reason why there is none. */
export type ParseResult =
  | { readonly ok: true; readonly program: Program; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly error: Diagnostic };

/**
 * Reads a program: at most 64 KiB, 40,000 tokens, 32 brackets deep. Never throws for what the text is, and takes time linear in
 * its length. The error's `hint` is a program that parses: the person's own with one change where one change mends it.
 */
export function parse(source: string): ParseResult {
  const attempt = tryParse(source);
  if (attempt.ok) return attempt;
  const { problem, prepared } = attempt;
  const start = prepared.toOriginal(problem.span.start);
  const end = Math.max(start, prepared.toOriginal(problem.span.end));
  const { code, words } = problem;
  const help = mend(prepared.text, problem);
  return { ok: false, error: diagnose(source, { start, end }, { code, words, ...help }) };
}

type Attempt =
  | { readonly ok: true; readonly program: Program; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly problem: SyntaxProblem; readonly prepared: Prepared };

function tryParse(source: string): Attempt {
  let prepared = asTyped(source);
  try {
    guardLength(source);
    prepared = prepare(source);
    const lexer = new Lexer(prepared.text);
    const program = buildProgram(readStatements(lexer), prepared.toOriginal);
    return { ok: true, program, warnings: warningsOf(prepared, lexer.notes(), source) };
  } catch (thrown) {
    if (!(thrown instanceof SyntaxProblem)) throw thrown;
    return { ok: false, problem: thrown, prepared };
  }
}

function readStatements(lexer: Lexer): Cell<RawStatement> {
  try {
    return runGrammar<Cell<RawStatement>>("program", lexer);
  } catch (thrown) {
    throw thrown instanceof UnexpectedToken ? lexer.unexpected() : thrown;
  }
}

function guardLength(source: string): void {
  if (source.length * 3 <= MAX_PROGRAM_BYTES) return;
  const over = offsetOfByte(source, MAX_PROGRAM_BYTES);
  if (over === undefined) return;
  const message = {
    en: `A program may be at most ${MAX_PROGRAM_BYTES / 1024} KiB long; this one is longer.`,
    ko: `프로그램은 ${MAX_PROGRAM_BYTES / 1024} KiB까지인데, 이 프로그램은 그보다 깁니다.`,
  };
  throw new SyntaxProblem("too-long", { start: over, end: over + 1 }, message);
}

/** The first offset whose character reaches past `limit` bytes of UTF-8, undefined where the text ends before. */
function offsetOfByte(source: string, limit: number): number | undefined {
  let bytes = 0;
  for (let offset = 0; offset < source.length; offset += 1) {
    const code = source.charCodeAt(offset);
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    bytes += code < 0x80 ? 1 : code < 0x800 || isSurrogate ? 2 : 3;
    if (bytes > limit) return offset;
  }
  return undefined;
}

/** The hint for a problem, and the corrected program itself where no other reading is likely. */
function mend(
  text: string,
  { code, fix, example }: SyntaxProblem,
): { readonly hint: string; readonly correction?: string } {
  const shown = { hint: example ?? EXAMPLES[code] };
  if (text.length > MAX_CORRECTION_LENGTH) return shown;
  const mended = fix === undefined ? withoutProse(text, code) : applyEdit(text, fix);
  if (mended === undefined || !tryParse(mended).ok) return shown;
  const hint = mended.length <= MAX_HINT_LENGTH ? { hint: mended } : shown;
  return fix?.sure === true ? { ...hint, correction: mended } : hint;
}

/** What stands from the first to the last bracket of a text with words around it. */
function withoutProse(text: string, code: string): string | undefined {
  if (code !== "expected-call" && code !== "trailing-text") return undefined;
  const start = text.indexOf("[");
  const end = Math.max(text.lastIndexOf("]"), text.lastIndexOf(")"), text.lastIndexOf("}"));
  if (start < 0 || end < start) return undefined;
  const around = `${text.slice(0, start)}\n${text.slice(end + 1)}`;
  return PART_OF_PROGRAM.test(around) ? undefined : text.slice(start, end + 1);
}

/** What is no mere word: a name, an assignment or an operator would be lost with it. */
const PART_OF_PROGRAM = /[$=&]|>>|\?\?/;

function applyEdit(text: string, { start, end, text: inserted }: Edit): string {
  return `${text.slice(0, start)}${inserted}${text.slice(end)}`.trim();
}
