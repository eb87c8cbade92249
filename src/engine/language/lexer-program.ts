import { nextHead } from "./lexer-heads.ts";
import type { LexerState } from "./lexer-state.ts";
import { isComment, lineEnd, skipSpaces } from "./lexer-text.ts";
import { SyntaxProblem } from "./syntax-errors.ts";
import type { SeedTool, Token } from "./token.ts";

const ASSIGN = /\$([\p{L}_][\p{L}\p{M}\p{N}_]*)[^\S\n]*=(?![=>])/uy;
const SEED_TOOL = /(?:ibl_info|ibl_store|ibl_exec)(?=[^\S\n]*\()/iy;
const ELSE = /\[\s*else\s*(?:\]|if\s*:)/iy;
/** A run of characters that people write between calls; only `>>`, `&` and `??` are operators. */
const OPERATOR = /[>&?|<=+*~^%!→⇒≫＞＆？»,-]+/y;
const TEXT = /[^\s[\](){};]+/y;

interface Gap {
  readonly at: number;
  /** Offset of the first newline crossed, or -1. */
  readonly newline: number;
  /** Offset of the first `;` crossed, or -1. */
  readonly semicolon: number;
}

/** The next token outside of targets, objects and arrays: heads, operators, groups, bodies and separators. */
export function nextInProgram(state: LexerState): Token {
  const { text, frame } = state;
  const gap = crossGap(text, state.at);
  if (frame.kind === "group" && gap.semicolon >= 0) throw semicolonInGroup(state, gap.semicolon);
  if (separates(state, gap)) return separator(state, gap);
  const at = gap.at;
  switch (text.charAt(at)) {
    case "":
      return atEnd(state, at);
    case "[":
      return nextHead(state, at);
    case "(":
      return state.open(opensTarget(state, gap) ? "target" : "group", at);
    case "{":
      return state.open(opensBody(state) ? "body" : "object", at);
    case ")":
    case "}":
    case "]":
      return closeBracket(state, at);
    case "$":
      return nextAssign(state, at);
    default:
      return nextOperator(state, at);
  }
}

function crossGap(text: string, from: number): Gap {
  const first = { "\n": -1, ";": -1 };
  let at = skipSpaces(text, from);
  for (;;) {
    const found = text.charAt(at);
    if (found === "\n" || found === ";") {
      if (first[found] < 0) first[found] = at;
      at = skipSpaces(text, at + 1);
    } else if (isComment(text, at)) at = lineEnd(text, at);
    else return { at, newline: first["\n"], semicolon: first[";"] };
  }
}

/** sep = NEWLINE | ";" ; true where one ends a statement, as do the end of the program and of a body. */
function separates(state: LexerState, gap: Gap): boolean {
  const { last, text, frame } = state;
  if (last === null || last.type === "body" || last.type === "separator") return false;
  const next = text.charAt(gap.at);
  if (next === "") return frame.kind === "top";
  if (next === "}" && frame.kind === "body") return true;
  if (gap.semicolon >= 0) return true;
  if (gap.newline < 0 || frame.kind === "group") return false;
  return !awaitsMore(last) && !continues(text, gap.at);
}

function separator(state: LexerState, { at, newline, semicolon }: Gap): Token {
  const start = semicolon >= 0 ? semicolon : newline >= 0 ? newline : at;
  state.frame.joinedBy = undefined;
  const end = Math.min(start + 1, at);
  const token = state.emit({ type: "separator", value: "", start, end, data: null });
  state.at = at;
  return token;
}

/** True after an operator, `=` and `[on_error:]`: a newline there ends nothing. */
function awaitsMore(last: Token): boolean {
  return last.type === "operator" || last.type === "assign" || last.type === "on_error";
}

/** True before a line that starts with `>>`, `&`, `??`, `{`, `[else]` or `[else if:`. */
function continues(text: string, at: number): boolean {
  const first = text.charAt(at);
  if (first === "{" || first === "&") return true;
  if (text.startsWith(">>", at) || text.startsWith("??", at)) return true;
  ELSE.lastIndex = at;
  return first === "[" && ELSE.test(text);
}

/** The target's `(` stands on the call's line; any other one opens a group. */
function opensTarget(state: LexerState, gap: Gap): boolean {
  const type = state.last?.type;
  return (type === "call" || type === "seed_tool") && gap.newline < 0;
}

function opensBody(state: LexerState): boolean {
  switch (state.last?.type) {
    case "if_head":
    case "else_if_head":
    case "else_head":
    case "each_head":
      return true;
    default:
      return false;
  }
}

function atEnd(state: LexerState, at: number): Token {
  if (state.frame.kind !== "top") throw state.unterminated();
  return state.emit({ type: "end", value: "", start: at, end: at, data: null }, 0);
}

function closeBracket(state: LexerState, at: number): Token {
  const found = state.text.charAt(at);
  const { kind } = state.frame;
  const fits = (kind === "group" && found === ")") || (kind === "body" && found === "}");
  if (!fits) throw state.mismatched(at);
  return state.close(at);
}

function nextAssign(state: LexerState, start: number): Token {
  ASSIGN.lastIndex = start;
  const match = ASSIGN.exec(state.text);
  if (match === null) return nextText(state, start);
  const end = ASSIGN.lastIndex;
  return state.emit({ type: "assign", value: "", start, end, data: match[1] ?? "" }, 3);
}

function nextOperator(state: LexerState, start: number): Token {
  OPERATOR.lastIndex = start;
  if (!OPERATOR.test(state.text)) return nextSeedTool(state, start);
  const end = OPERATOR.lastIndex;
  const value = state.text.slice(start, end);
  const isKnown = value === ">>" || value === "&" || value === "??";
  if (!isKnown) return state.emit({ type: "unknown_operator", value, start, end, data: null });
  noteMixing(state, value, start);
  return state.emit({ type: "operator", value, start, end, data: null });
}

/** `&` and `??` side by side in one step are read by precedence, and that is told. */
function noteMixing(state: LexerState, operator: ">>" | "&" | "??", start: number): void {
  const { frame } = state;
  if (operator === ">>") frame.joinedBy = undefined;
  else if (frame.joinedBy === undefined) frame.joinedBy = operator;
  else if (frame.joinedBy !== operator) state.note("mixed-operators", start);
}

function nextSeedTool(state: LexerState, start: number): Token {
  SEED_TOOL.lastIndex = start;
  if (!SEED_TOOL.test(state.text)) return nextText(state, start);
  const end = SEED_TOOL.lastIndex;
  state.note("tool-call-wrapper", start);
  const data = seedTool(state.text.slice(start, end).toLowerCase());
  return state.emit({ type: "seed_tool", value: "", start, end, data });
}

function seedTool(name: string): SeedTool {
  if (name === "ibl_info" || name === "ibl_store") return name;
  return "ibl_exec";
}

/** Anything else: a token that no rule takes, so that the parse ends here with a reason. */
function nextText(state: LexerState, start: number): Token {
  TEXT.lastIndex = start;
  const end = TEXT.test(state.text) ? TEXT.lastIndex : start + 1;
  const value = state.text.slice(start, end);
  return state.emit({ type: "text", value, start, end, data: null });
}

function semicolonInGroup(state: LexerState, at: number): SyntaxProblem {
  const message = {
    en: 'The group is not closed with ")" before this ";": a group holds one statement.',
    ko: '이 ";" 앞에서 묶음을 ")"로 닫지 않았습니다. 묶음에는 문장이 하나만 들어갑니다.',
  };
  const fix = { start: at, end: at, text: ")" };
  return new SyntaxProblem(
    "unclosed-group",
    { start: state.frame.open, end: state.frame.open + 1 },
    message,
    { fix },
  );
}
