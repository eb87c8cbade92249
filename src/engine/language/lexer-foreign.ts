import { parseFormula } from "./formula.ts";
import type { LexerState } from "./lexer-state.ts";
import { isComment, isSpace, scanString, skipGap } from "./lexer-text.ts";

/** A text and where it ends. */
interface Read {
  readonly value: string;
  readonly end: number;
}

/** A quote behind an `f`, as Python writes texts with values in them. Sticky. */
const F_STRING = /[fF](?=["'])/y;
/** What makes words an expression: a variable, a call of a function, a text, or an operator with blanks around it. */
const IS_EXPRESSION = /[$("']|\s(?:[-+*/%<>?]|[=!<>]=)\s/;

/** `f"Hello {name}"`, read as `"Hello ${name}"`; `undefined` where none starts. */
export function readFString(state: LexerState, start: number): Read | undefined {
  RAW_STRING.lastIndex = start;
  if (RAW_STRING.test(state.text)) return readRawString(state, start);
  F_STRING.lastIndex = start;
  if (!F_STRING.test(state.text)) return undefined;
  const { value, end } = state.readString(start + 1, "{");
  state.note("f-string", start);
  return { value: withBraces(value), end };
}

/** A quote behind an `r`, `b` or `u`, as Python writes other texts. Sticky. */
const RAW_STRING = /(?:[rRbBuU])(?=["'])/y;

/** `r"C:\dir"`: its backslashes are themselves. */
function readRawString(state: LexerState, start: number): Read {
  const { value, end } = state.readString(start + 1);
  state.note("f-string", start);
  const isRaw = /[rR]/.test(state.text.charAt(start));
  return { value: isRaw ? state.text.slice(start + 2, end - 1) : value, end };
}

/** Single braces stand for values, doubled ones for themselves. */
function withBraces(text: string): string {
  return text.replace(/\{\{|\}\}|(\$?)\{([^{}]*)\}/g, (all, _dollar, inner: string | undefined) =>
    inner === undefined ? all.charAt(0) : `\${${inner}}`,
  );
}

/** An expression that stands without `${…}` where a value is wanted, as `${…}`; `undefined` for what is none. */
export function readExpression(state: LexerState, start: number): Read | undefined {
  const { text } = state;
  const end = expressionEnd(text, start);
  const written = text.slice(start, end).trimEnd();
  if (!IS_EXPRESSION.test(written) || !parseFormula(written).ok) return undefined;
  state.note("bare-expression", start);
  return { value: `\${${written}}`, end: start + written.length };
}

/** A text that goes on with `+`, as one expression; `undefined` for one that does not. */
export function readJoinedText(state: LexerState, start: number, end: number): Read | undefined {
  let at = end;
  while (isSpace(state.text.charCodeAt(at))) at += 1;
  return state.text.charAt(at) === "+" ? readExpression(state, start) : undefined;
}

/** The call that starts at a `[` with what stands in its brackets; where one of them never closes, the end of the text. */
export function callEnd(text: string, start: number): number {
  const name = text.indexOf("]", start) + 1;
  const target = skipGap(text, name);
  const afterTarget = text.charAt(target) === "(" ? bracketEnd(text, target) : name;
  const params = skipGap(text, afterTarget);
  return text.charAt(params) === "{" ? bracketEnd(text, params) : afterTarget;
}

/** Past the bracket that closes the one at `open`; the end of the text where none does. */
export function bracketEnd(text: string, open: number): number {
  return Math.min(text.length, scanTo(text, open + 1, () => false) + 1);
}

/** Where an expression that starts here may end: before the end of its line, its statement or its bracket. */
function expressionEnd(text: string, start: number): number {
  return scanTo(text, start, (at, depth) => {
    return text.charAt(at) === "\n" || (depth === 0 && endsExpression(text, at));
  });
}

/** The first place that closes a bracket which was open before, or that is an end; strings are passed over. */
function scanTo(
  text: string,
  start: number,
  isEnd: (at: number, depth: number) => boolean,
): number {
  let depth = 0;
  let here = start;
  while (here < text.length) {
    const found = text.charAt(here);
    if ("([{".includes(found)) depth += 1;
    if (")]}".includes(found)) depth -= 1;
    if (depth < 0 || isEnd(here, depth)) return here;
    const string = /["'`“]/.test(found) ? scanString(text, here) : undefined;
    here = string?.end ?? here + 1;
  }
  return here;
}

function endsExpression(text: string, at: number): boolean {
  const found = text.charAt(at);
  if (found === ";" || found === ",") return true;
  if (found === ">" || found === "&") return text.charAt(at + 1) === found && found === ">";
  return isComment(text, at) && isSpace(text.charCodeAt(at - 1));
}
