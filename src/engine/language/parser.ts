// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import { joined, type Localized } from "../../base/localized.ts";
import { type Diagnostic, diagnose, locate, type Warning } from "./diagnostics.ts";
import { withCountedLoop } from "./foreign/blocks.ts";
import { habitAt } from "./foreign/habits.ts";
import { exitPlace, loopExit } from "./foreign/loop-exits.ts";
import { applyEdit, mendProgram } from "./foreign/mend.ts";
import { FOREIGN_SIGNS } from "./formula.ts";
import { nextInProgram } from "./lexer-program.ts";
import { LexerState, type Note } from "./lexer-state.ts";
import { nextInArray, nextInObject, nextInTarget } from "./lexer-values.ts";
import type { Cell, RawStatement } from "./parse-cells.ts";
import { runGrammar, UnexpectedToken } from "./parse-grammar.ts";
import { buildProgram } from "./parse-tree.ts";
import { asTyped, type Prepared, prepare } from "./repairs.ts";
import { explainToken, SyntaxProblem } from "./syntax-errors.ts";
import type { Token } from "./token.ts";
import type { Program, Statement } from "./tree.ts";

/** Longest program, in bytes of UTF-8. */
const MAX_PROGRAM_BYTES = 64 * 1024;

/** Longest program that is corrected, in UTF-16 units. */
const MAX_CORRECTION_LENGTH = 4000;

/** A program with what was repaired in it, or the one reason why there is none. */
export type ParseResult =
  | {
      readonly ok: true;
      readonly program: Program;
      readonly warnings: readonly Warning[];
      /** The text as it was read, in which places count, where another language's words in it were read as IBL. */
      readonly source?: string;
    }
  | { readonly ok: false; readonly error: Diagnostic };

/**
 * Reads a program: at most 64 KiB, 40,000 tokens, 32 brackets deep. Never throws for what the text is, and takes time linear in
 * its length. The error's `hint`, where there is one, is the person's own program mended: it parses.
 */
export function parse(source: string): ParseResult {
  const attempt = tryParse(source);
  if (attempt.ok) return attempt;
  const understood = readHabits(attempt);
  if (understood !== undefined) return understood;
  const { problem, prepared } = attempt;
  const start = prepared.toOriginal(problem.span.start);
  const end = Math.max(start, prepared.toOriginal(problem.span.end));
  const { code, words } = problem;
  const help = helpFor(prepared.text, problem);
  return { ok: false, error: diagnose(source, { start, end }, { code, words, ...help }) };
}

/** Most places at which another language's words are read: each is a parse of its own. */
const MAX_HABITS = 12;

/** The program with all that other languages write in it read as IBL, where nothing else is wrong with it. */
function readHabits(failed: Extract<Attempt, { ok: false }>): ParseResult | undefined {
  let { text } = failed.prepared;
  let { problem } = failed;
  if (text.length > MAX_CORRECTION_LENGTH) return undefined;
  const codes = new Set<string>();
  for (let count = 0; count < MAX_HABITS; count += 1) {
    const habit = habitAt(text, problem);
    if (habit?.readAs === undefined) return undefined;
    codes.add(habit.readAs);
    text = applyEdit(text, habit);
    const attempt = tryParse(text);
    if (attempt.ok) {
      const told = [...codes].map((code) => warningOf({ code, start: 0, count: 1 }, text, 0));
      return { ...attempt, warnings: [...told, ...attempt.warnings], source: text };
    }
    ({ problem } = attempt);
  }
  return undefined;
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
    const program = buildProgram(readStatements(lexer), prepared);
    guardReturns(program, lexer.returns(), prepared);
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

/** `return` ends nothing, so it is understood only where nothing comes after it. */
function guardReturns(program: Program, returns: readonly number[], prepared: Prepared): void {
  if (returns.length === 0) return;
  const last = new Set(lastStatements(program.statements).map(({ span }) => span.start));
  const early = returns.find((start) => !last.has(prepared.toOriginal(start)));
  if (early === undefined) return;
  const message = {
    en: '"return" ends nothing here: the value of a program is that of its last statement. Put what follows into [else].',
    ko: '"return"은 아무것도 끝내지 않아요. 프로그램의 값은 마지막 문장의 값이에요. 뒤에 오는 것은 [else]에 넣으세요.',
  };
  throw new SyntaxProblem("trailing-text", { start: early, end: early + 6 }, message);
}

/** The statements that nothing comes after: the last one, that of each way through an `[if:]` there, and that of the body of an `[each:]`. */
function lastStatements(statements: readonly Statement[]): readonly Statement[] {
  const last = statements.at(-1);
  if (last === undefined) return [];
  const { body } = last;
  if (body.kind === "each") return [last, ...body.body.slice(-1)];
  if (body.kind !== "if") return [last];
  const bodies = [...body.branches.map((branch) => branch.body), body.otherwise ?? []];
  return [last, ...bodies.flatMap(lastStatements)];
}

function guardLength(source: string): void {
  if (source.length * 3 <= MAX_PROGRAM_BYTES) return;
  const over = offsetOfByte(source, MAX_PROGRAM_BYTES);
  if (over === undefined) return;
  const message = {
    en: `A program may be at most ${MAX_PROGRAM_BYTES / 1024} KiB long; this one is longer.`,
    ko: `프로그램은 ${MAX_PROGRAM_BYTES / 1024} KiB까지인데, 이 프로그램은 그보다 길어요.`,
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

/** The corrected program, where one mends it; as a `correction` where no other reading is likely. */
function helpFor(
  text: string,
  problem: SyntaxProblem,
): { readonly hint?: string; readonly correction?: string; readonly form?: string } {
  const { form } = problem;
  const formed = form === undefined ? {} : { form };
  const isShort = text.length <= MAX_CORRECTION_LENGTH;
  const meant = isShort ? withoutForeignWord(text, form !== undefined) : undefined;
  if (meant !== undefined && tryParse(meant).ok) return { hint: meant, correction: meant };
  if (form !== undefined && meant === undefined) return formed;
  if (!isShort) return {};
  const mended = mendProgram({ text, problem }, (changed) => {
    const attempt = tryParse(changed);
    return attempt.ok ? undefined : { text: attempt.prepared.text, problem: attempt.problem };
  });
  if (mended === undefined) return formed;
  return mended.isSure ? { hint: mended.text, correction: mended.text } : { hint: mended.text };
}

/** Of the words that do not exist here, those of a counted loop and of leaving one say what is said otherwise. */
function withoutForeignWord(text: string, isWord: boolean): string | undefined {
  const at = exitPlace(text);
  const exit = at < 0 ? undefined : loopExit(text, at);
  const counted = isWord ? withCountedLoop(text) : undefined;
  return counted ?? (exit === undefined ? undefined : applyEdit(text, exit));
}

/** Gives the tokens of a prepared program one by one: a pushdown over the contexts top, group, body, target, object and array. */
class Lexer {
  private readonly state: LexerState;

  constructor(text: string) {
    this.state = new LexerState(text);
  }

  /** The next token, `end` being the last; undefined after it. Throws a `SyntaxProblem` where none can be read. */
  next(): Token | undefined {
    const { state } = this;
    if (state.last?.type === "end") return undefined;
    switch (state.frame.kind) {
      case "object":
        return nextInObject(state);
      case "array":
        return nextInArray(state);
      case "target":
        return nextInTarget(state);
      default:
        return nextInProgram(state);
    }
  }

  /** Why the last token handed out was not taken by the grammar. */
  unexpected(): SyntaxProblem {
    const { previous, last, text } = this.state;
    const end = {
      start: text.length,
      end: text.length,
      data: null,
      value: "",
      type: "end",
    } as const;
    return explainToken(previous, last ?? end);
  }

  /** Where `return` was read. */
  returns(): readonly number[] {
    return this.state.returns;
  }

  /** What was repaired so far, in order of place, one note a kind. */
  notes(): readonly Note[] {
    const { notes } = this.state;
    if (notes.size === 0) return [];
    return [...notes.values()].sort((one, other) => one.start - other.start);
  }
}

/** What each repair tells the person: what was read, and how to write it next time. */
const TEXTS: Readonly<Record<string, Localized>> = {
  "code-fence": {
    en: "The code fence around the program was taken off.",
    ko: "프로그램을 둘러싼 코드 블록 표시를 떼어 냈어요.",
  },
  "tool-call-wrapper": {
    en: "A tool call was read as the program it stands for.",
    ko: "도구 호출을 그것이 뜻하는 프로그램으로 읽었어요.",
  },
  "inline-params": {
    en: 'Parameters stand after the target: [node:action]("target") {name: value}.',
    ko: '매개변수는 대상 뒤에 써요: [node:action]("target") {name: value}.',
  },
  "named-argument": {
    en: 'Named arguments were read as parameters: write {name: value} after the ")".',
    ko: '이름 붙은 인자를 매개변수로 읽었어요. ")" 뒤에 {name: value}로 쓰세요.',
  },
  "unknown-escape": {
    en: 'An unknown escape kept its backslash: write "\\\\" for a backslash.',
    ko: '모르는 이스케이프라서 역슬래시를 그대로 두었어요. 역슬래시는 "\\\\"로 써요.',
  },
  "missing-comma": {
    en: "A comma is missing between two entries.",
    ko: "두 항목 사이에 쉼표가 빠졌어요.",
  },
  "duplicate-key": {
    en: "A key stands twice; the later value was taken.",
    ko: "같은 이름이 두 번 나와서 나중 값을 썼어요.",
  },
  "smart-quotes": {
    en: "Typographic quotes were read as quotes.",
    ko: "둥근 따옴표를 따옴표로 읽었어요.",
  },
  "foreign-signs": FOREIGN_SIGNS,
  "other-language": {
    en: "What other languages write was read as IBL: [if: …] {…} [else if: …] {…} [else] {…}, [each: $x in $list] {…}, $x = ….",
    ko: "다른 언어의 표현을 IBL로 읽었어요: [if: …] {…} [else if: …] {…} [else] {…}, [each: $x in $list] {…}, $x = ….",
  },
  "nested-call": {
    en: 'A call in the place of a value was read as a statement before: $x = [a:b], then "$x".',
    ko: '값 자리의 호출을 앞 문장으로 읽었어요: $x = [a:b] 다음에 "$x".',
  },
  "nested-quotes": {
    en: "Quotes inside the braces of a text were read as part of it: \"${$p['price']}\".",
    ko: "글의 중괄호 안 따옴표를 글의 일부로 읽었어요: \"${$p['price']}\".",
  },
  "bare-expression": {
    en: "An expression without braces was read as ${…}.",
    ko: "중괄호 없는 식을 ${…}로 읽었어요.",
  },
  "f-string": {
    en: 'f"{x}" was read as "${x}".',
    ko: 'f"{x}"를 "${x}"로 읽었어요.',
  },
  return: {
    en: '"return" was read as the last value: $result = ….',
    ko: '"return"을 마지막 값으로 읽었어요: $result = ….',
  },
  "equals-for-colon": { en: '"=" was read as ":".', ko: '"="을 ":"으로 읽었어요.' },
  "mixed-operators": {
    en: '"&" and "??" are mixed: "??" binds tighter. Parentheses make it plain: [a:b] & ([a:c] ?? [a:d]).',
    ko: '"&"와 "??"를 섞어 썼어요. "??"가 먼저 묶여요. 괄호를 쓰면 분명해져요: [a:b] & ([a:c] ?? [a:d]).',
  },
};

/** What was taken off a program and what was repaired in it, as warnings, one a kind, each at its first place. */
function warningsOf(
  prepared: Prepared,
  notes: readonly Note[],
  source: string,
): readonly Warning[] {
  if (prepared.notes.length + notes.length === 0) return [];
  return [
    ...prepared.notes.map((note) => warningOf(note, source, note.start)),
    ...notes.map((note) => warningOf(note, source, prepared.toOriginal(note.start))),
  ];
}

function warningOf({ code, count }: Note, source: string, start: number): Warning {
  const more = count > 1 ? { en: ` (${count} places)`, ko: ` (${count}곳)` } : "";
  const words = joined(TEXTS[code] ?? code, more);
  return { code, message: words.en, words, ...locate(source, start) };
}
