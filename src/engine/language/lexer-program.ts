import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Span } from "./diagnostics.ts";
import { parseCondition } from "./formula.ts";
import { readExpression, readFString, readJoinedText } from "./lexer-foreign.ts";
import { type LexerState, startsStatement } from "./lexer-state.ts";
import {
  isComment,
  isSpace,
  lineEnd,
  nameEnd,
  opensString,
  skipGap,
  skipSpaces,
  templateEnd,
  typedBare,
} from "./lexer-text.ts";
import { variableEnd } from "./reference.ts";
import { foreignBlock, SyntaxProblem } from "./syntax-errors.ts";
import type { EachTail, SeedTool, Token } from "./token.ts";

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
  if (frame.kind === "head" && /[,\]]/.test(text.charAt(at))) return eachTail(state, at);
  const value = nextValue(state, at);
  if (value !== undefined) return value;
  switch (text.charAt(at)) {
    case "":
      return atEnd(state, at);
    case "[":
      return nextHead(state, at);
    case "(":
      return state.open(opensTarget(state, gap) ? "target" : "group", at);
    case "{":
      return state.open(opensBody(state.last) ? "body" : "object", at);
    case ")":
    case "}":
    case "]":
      return closeBracket(state, at);
    case "$":
      return nextAssign(state, at);
    default:
      return nextReturn(state, at) ?? nextOperator(state, at);
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
  if (gap.newline < 0 || frame.kind === "group" || frame.kind === "head") return false;
  return !awaitsMore(last) && !(next === "{" ? takesBraces(state, last) : continues(text, gap.at));
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

/** True where braces on the next line are a call's or a block's; elsewhere they are an object of their own. A call's second braces are one only in a body, where nothing can follow them. */
function takesBraces({ frame }: LexerState, last: Token): boolean {
  if (last.data === "object") return frame.kind === "top";
  return last.type === "call" || last.data === "target" || opensBody(last);
}

/** True before a line that starts with `>>`, `&`, `??`, `[else]` or `[else if:`. */
function continues(text: string, at: number): boolean {
  const first = text.charAt(at);
  if (first === "&") return true;
  if (text.startsWith(">>", at) || text.startsWith("??", at)) return true;
  ELSE.lastIndex = at;
  return first === "[" && ELSE.test(text);
}

/** The target's `(` stands on the call's line; any other one opens a group. */
function opensTarget(state: LexerState, gap: Gap): boolean {
  const type = state.last?.type;
  return (type === "call" || type === "seed_tool") && gap.newline < 0;
}

function opensBody(last: Token | null): boolean {
  switch (last?.type) {
    case "if_head":
    case "else_if_head":
    case "else_head":
    case "each_tail":
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

/** A list, as no call or block begins: the bracket and what follows it. */
const LIST = /\[\s*(?:["'`“‘\d\]{$[-]|(?:true|false|null)\s*[,\]])/uy;
/** A number, a truth value or nothing. */
const SIMPLE = /(?:-?\d[\d.eE+-]*|true|false|null|True|False|None)(?![\p{L}\p{N}_])/uy;
/** A variable with signs that touch it, which is a text. */
const GLUED = /\$[\p{L}_][\p{L}\p{M}\p{N}_.[\]-]*/uy;
/** What stands behind a value: the end of its statement or of a head, or an operator. */
const BEHIND_VALUE = /[^\S\n]*(?:[\n;},\]]|>>|&(?!&)|#|\/\/|$)/uy;
/** A whole number or a variable, ".." and another one. */
const RANGE =
  /(-?\d{1,9}|\$[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*|\.\d+|\[-?\d{1,9}\])*)\s*\.\.\s*(-?\d{1,9}|\$[\p{L}_][\p{L}\p{M}\p{N}_.]*)/uy;

/** A value at `start`, where one may stand: after `$name =` and `??`, in the head of an `each`, before the first `>>` of a statement, as a statement of its own at the top level, and as the last of a body. */
function nextValue(state: LexerState, start: number): Token | undefined {
  switch (state.last?.type) {
    case "each_head":
      return nextRange(state, start) ?? nextAssigned(state, start);
    case "assign":
      return nextAssigned(state, start);
    case "operator":
      return state.last.value === "??" ? nextOption(state, start) : undefined;
    case undefined:
    case "separator":
    case "body":
    case "group":
    case "on_error":
      return nextPiped(state, start) ?? nextLast(state, start);
    default:
      return undefined;
  }
}

/** What stands after `$name =` and is no call: a list, a text, `${…}`, a variable, a number, a truth value or nothing. */
function nextAssigned(state: LexerState, start: number): Token | undefined {
  const { text } = state;
  if (matches(LIST, text, start)) return state.open("array", start);
  if (opensString(text, start)) return readText(state, start);
  const read =
    readFString(state, start) ??
    valueAt(state, start) ??
    (startsCall(text, start) ? undefined : readExpression(state, start));
  if (read === undefined) return undefined;
  const { value, end } = read;
  return state.emit({ type: "scalar", value: "", start, end, data: value });
}

/** `${…}`, `{{…}}`, a variable, a number, a truth value or nothing, with nothing behind it that would belong to it. */
function valueAt(
  state: LexerState,
  start: number,
): { readonly value: Json; readonly end: number } | undefined {
  const { text, last } = state;
  const glued = last?.type === "assign" ? endOf(GLUED, text, start) : start;
  const simple = Math.max(endOf(SIMPLE, text, start), variableEnd(text, start), glued);
  const isSimple = simple > start && matches(BEHIND_VALUE, text, simple);
  const end = Math.max(templateEnd(text, start), isSimple ? simple : start);
  if (end === start || !matches(BEHIND_VALUE, text, end)) return undefined;
  const value = typedBare(text.slice(start, end));
  return typeof value === "string" && !/^[${]/.test(value) ? undefined : { value, end };
}

/** Whether a call, a block or a group of them starts here, and so no expression. */
function startsCall(text: string, start: number): boolean {
  return /^(?:\(\s*)*\[\s*[\p{L}_]/u.test(text.slice(start, start + 80));
}

/** A text, `${…}` or a variable that is handed on by `>>`. */
function nextPiped(state: LexerState, start: number): Token | undefined {
  const { text } = state;
  if (!/["'`“‘＂＇${]/.test(text.charAt(start))) return undefined;
  const end = opensString(text, start)
    ? state.stringEnd(start)
    : Math.max(templateEnd(text, start), variableEnd(text, start));
  if (end === undefined || end === start) return undefined;
  const sign = skipGap(text, end);
  if (!text.startsWith(">>", sign) || text.charAt(sign + 2) === ">") return undefined;
  if (opensString(text, start)) return readText(state, start);
  return state.emit({ type: "scalar", value: "", start, end, data: text.slice(start, end) });
}

/** What stands behind `??` in the place of a call, such as a text. */
function nextOption(state: LexerState, start: number): Token | undefined {
  const { text } = state;
  if (matches(LIST, text, start)) return state.open("array", start);
  if (opensString(text, start)) return readText(state, start);
  const simple = Math.max(endOf(SIMPLE, text, start), variableEnd(text, start));
  const end = Math.max(templateEnd(text, start), simple);
  if (end === start || !matches(BEHIND_OPTION, text, end)) return undefined;
  const value = typedBare(text.slice(start, end));
  return state.emit({ type: "scalar", value: "", start, end, data: value });
}

/** What stands behind the last option: the end of its statement or group, or an operator. */
const BEHIND_OPTION = /[^\S\n]*(?:[\n;})]|>>|&(?!&)|\?\?|#|\/\/|$)/uy;

/** A value that is a statement of its own: the last of a body, with nothing but its end behind it, or a text or variable at the top level. */
function nextLast(state: LexerState, start: number): Token | undefined {
  const { text, frame } = state;
  if (frame.kind === "top")
    return /["'“‘＂＇${]/.test(text.charAt(start)) ? nextTold(state, start) : undefined;
  if (frame.kind !== "body") return undefined;
  return matches(LIST, text, start) ? state.open("array", start) : nextTold(state, start);
}

/** A value that is the whole of its statement. */
function nextTold(state: LexerState, start: number): Token | undefined {
  const { text, frame } = state;
  if (opensString(text, start)) {
    const end = state.stringEnd(start);
    if (end === undefined) return undefined;
    if (frame.kind === "top" && QUOTED_PROGRAM.test(text.slice(start, end))) return undefined;
    const isWhole = endsValue(state, end) || text.charAt(crossGap(text, end).at) === "+";
    return isWhole ? readText(state, start) : undefined;
  }
  const read = valueAt(state, start);
  if (read === undefined || !endsValue(state, read.end)) return undefined;
  return state.emit({ type: "scalar", value: "", start, end: read.end, data: read.value });
}

/** A program that somebody put between quotes. */
const QUOTED_PROGRAM = /^["'“‘＂＇]{1,3}\s*\[\s*[\p{L}_]+\s*:/u;

/** Whether a value that ends at `end` is the whole of a statement. */
function endsValue({ text, frame }: LexerState, end: number): boolean {
  const gap = crossGap(text, end);
  if (frame.kind === "body") return text.charAt(gap.at) === "}";
  if (text.charAt(gap.at) === "" || gap.semicolon >= 0) return true;
  return gap.newline >= 0 && !continues(text, gap.at);
}

function readText(state: LexerState, start: number): Token {
  const read = state.readString(start);
  const { value, end } = readJoinedText(state, start, read.end) ?? read;
  return state.emit({ type: "scalar", value: "", start, end, data: value });
}

function nextRange(state: LexerState, start: number): Token | undefined {
  RANGE.lastIndex = start;
  const match = RANGE.exec(state.text);
  if (match === null) return undefined;
  const [from, to] = [match[1] ?? "", match[2] ?? ""].map((side) => {
    return side.startsWith("$") ? side : Number(side);
  });
  const data = { from: from ?? 0, to: to ?? 0 };
  return state.emit({ type: "range", value: "", start, end: RANGE.lastIndex, data }, 3);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** `return` and what it returns, on one line. Sticky. */
const RETURN = /return(?=[^\S\n]+[^\s;}])/y;

/** The name that `return` is read as. */
const RETURNED = "result";

/** `return $x` at the end of a program or a body is its last value. */
function nextReturn(state: LexerState, start: number): Token | undefined {
  if (!startsStatement(state.last) || !matches(RETURN, state.text, start)) return undefined;
  state.note("return", start);
  state.returns.push(start);
  const end = start + "return".length;
  return state.emit({ type: "assign", value: "", start, end, data: RETURNED }, 3);
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
    ko: '이 ";" 앞에서 묶음을 ")"로 닫지 않았어요. 묶음에는 문장이 하나만 들어가요.',
  };
  const fix = { start: at, end: at, text: ")" };
  return new SyntaxProblem(
    "unclosed-group",
    { start: state.frame.open, end: state.frame.open + 1 },
    message,
    { fix },
  );
}

/** `$item in`, `$item, $number in`. */
const EACH_HEAD =
  /\s*\$([\p{L}_][\p{L}\p{M}\p{N}_]*)(?:\s*,\s*\$([\p{L}_][\p{L}\p{M}\p{N}_]*))?\s+in(?![\p{L}\p{N}_])/iuy;
const EACH_OPTION = /\s*,\s*([\p{L}_]+)\s*[:=]\s*([\p{L}\p{N}_.+-]+)/uy;

/** Items that an `each` may go through when its head says how many. */
const EACH_MOST = 100;

/** Words that cannot name a node: the blocks there are, and those kept for later. */
const RESERVED_WORDS: ReadonlySet<string> = new Set([
  "if",
  "else",
  "case",
  "goal",
  "repeat",
  "each",
  "try",
  "catch",
  "finally",
  "on_error",
]);

/** "[" NAME ":" NAME "]" and the heads of blocks: the token for the bracket at `start`. */
function nextHead(state: LexerState, start: number): Token {
  const { text } = state;
  const nodeSpan = nameAt(text, headGap(text, start + 1));
  const node = text.slice(nodeSpan.start, nodeSpan.end).toLowerCase();
  if (nodeSpan.end === nodeSpan.start) throw wrongHead(state, start, nodeSpan.end);
  if (RESERVED_WORDS.has(node)) return blockHead(state, start, node, nodeSpan);
  const foreign = foreignBlock(node, nodeSpan);
  if (foreign !== undefined) throw foreign;
  const colon = headGap(text, nodeSpan.end);
  if (text.charAt(colon) !== ":") throw wrongHead(state, start, colon);
  const actionSpan = nameAt(text, headGap(text, colon + 1));
  const close = headGap(text, actionSpan.end);
  if (actionSpan.end === actionSpan.start) throw wrongHead(state, start, actionSpan.end);
  if (text.charAt(close) !== "]") throw wrongHead(state, start, close);
  const action = text.slice(actionSpan.start, actionSpan.end).toLowerCase();
  const data = { node, action, nodeSpan, actionSpan };
  return state.emit({ type: "call", value: "", start, end: close + 1, data }, 5);
}

function blockHead(state: LexerState, start: number, word: string, wordSpan: Span): Token {
  switch (word) {
    case "if":
      return conditionHead(state, "if_head", start, wordSpan.end);
    case "else":
      return elseHead(state, start, wordSpan.end);
    case "each":
      return eachHead(state, start, wordSpan.end);
    case "on_error":
      return onErrorHead(state, start, wordSpan.end);
    default: {
      const message = {
        en: `"${word}" is a reserved word and cannot name a node.`,
        ko: korean`"${word}"은(는) 예약어라서 노드 이름이 될 수 없어요.`,
      };
      throw new SyntaxProblem("reserved-word", wordSpan, message);
    }
  }
}

function elseHead(state: LexerState, start: number, wordEnd: number): Token {
  const { text } = state;
  const next = headGap(text, wordEnd);
  if (text.charAt(next) === "]") {
    const end = next + 1;
    return state.emit({ type: "else_head", value: "", start, end, data: null }, 3);
  }
  const word = nameAt(text, next);
  if (text.slice(word.start, word.end).toLowerCase() === "if") {
    return conditionHead(state, "else_if_head", start, word.end);
  }
  if (next >= text.length) throw wrongHead(state, start, next);
  const message = {
    en: 'After "[else" stands "]", or "if:" and a condition.',
    ko: '"[else" 뒤에는 "]"나, "if:"와 조건이 와야 해요.',
  };
  throw new SyntaxProblem("reserved-word", { start, end: next + 1 }, message);
}

function conditionHead(
  state: LexerState,
  type: "if_head" | "else_if_head",
  start: number,
  wordEnd: number,
): Token {
  const { inner, from, end } = blockText(state, start, wordEnd);
  const result = parseCondition(inner);
  if (!result.ok) {
    const { start: at, end: to, code, words } = result.error;
    const span = { start: from + at, end: from + to };
    throw new SyntaxProblem(code, span, words);
  }
  if (result.foreignSign !== undefined) state.note("foreign-signs", from + result.foreignSign);
  state.count(result.tokenCount, { start, end });
  return state.emit({ type, value: "", start, end, data: inner }, 4);
}

/** "[each:" "$" NAME [ "," "$" NAME ] "in" : what stands before the list. */
function eachHead(state: LexerState, start: number, wordEnd: number): Token {
  const { text } = state;
  const colon = headGap(text, wordEnd);
  EACH_HEAD.lastIndex = colon + 1;
  const match = text.charAt(colon) === ":" ? EACH_HEAD.exec(text) : null;
  if (match === null) throw badEach(blockText(state, start, wordEnd));
  const end = EACH_HEAD.lastIndex;
  state.enter("head", start);
  const data = {
    variable: match[1] ?? "",
    ...(match[2] === undefined ? {} : { counter: match[2] }),
  };
  return state.emit({ type: "each_head", value: "", start, end, data }, 5);
}

function badEach({ inner, from }: ReturnType<typeof blockText>): SyntaxProblem {
  const message = {
    en: 'After "each:" stand a variable, "in" and what to go through: [each: $item in $list].',
    ko: '"each:" 뒤에는 변수, "in", 훑을 목록이 차례로 와요: [each: $item in $list].',
  };
  const span = { start: from, end: from + inner.length };
  return new SyntaxProblem("bad-condition", span, message);
}

/** { "," ( "max" ":" 1–100 | "parallel" ":" true ) } "]" : what stands behind the list. */
function eachTail(state: LexerState, start: number): Token {
  const { text, last } = state;
  if (last?.type === "each_head")
    throw badEach({ inner: text.slice(last.start, start + 1), from: last.start, end: start + 1 });
  let options: EachTail = {};
  let here = start;
  for (EACH_OPTION.lastIndex = here; ; EACH_OPTION.lastIndex = here) {
    const match = EACH_OPTION.exec(text);
    if (match === null) break;
    const end = EACH_OPTION.lastIndex;
    const option = eachOption(match[1] ?? "", match[2] ?? "", end);
    if (option === undefined) break;
    options = { ...options, ...option };
    here = end;
  }
  const close = headGap(text, here);
  if (text.charAt(close) === "") throw state.unterminated();
  if (text.charAt(close) !== "]") throw noOption(text, close);
  state.leave();
  const token = { type: "each_tail", value: "", start, end: close + 1, data: options } as const;
  return state.emit(token, 2);
}

/** One option, which ends at `end`; `undefined` for none that there is. */
function eachOption(name: string, written: string, end: number): EachTail | undefined {
  if (name.toLowerCase() === "max") return { max: eachMost(written, end) };
  if (name.toLowerCase() !== "parallel") return undefined;
  if (/^true$/i.test(written)) return { parallel: true };
  return /^false$/i.test(written) ? {} : undefined;
}

function noOption(text: string, at: number): SyntaxProblem {
  const message = {
    en: 'Behind the list stand "max: 50" and "parallel: true", or "]".',
    ko: '목록 뒤에는 "max: 50"이나 "parallel: true", 또는 "]"가 와요.',
  };
  const found = /^,?\s*([^\]\n]*)/.exec(text.slice(at, at + 100));
  const start = at + (found?.[0].length ?? 0) - (found?.[1]?.length ?? 0);
  const span = { start, end: start + (found?.[1]?.trimEnd().length ?? 1) };
  return new SyntaxProblem("bad-condition", span, message);
}

/** The number behind `max:`, which ends at `end`. */
function eachMost(written: string, end: number): number {
  const most = /^[1-9]\d{0,2}$/.test(written) ? Number(written) : 0;
  if (most >= 1 && most <= EACH_MOST) return most;
  const message = {
    en: `"max" is a whole number from 1 to ${EACH_MOST}: "each" goes through 20 items, or through as many as "max" says.`,
    ko: `"max"는 1부터 ${EACH_MOST}까지의 정수예요. "each"는 20개, 또는 "max"만큼 훑어요.`,
  };
  throw new SyntaxProblem("bad-condition", { start: end - written.length, end }, message);
}

function onErrorHead(state: LexerState, start: number, wordEnd: number): Token {
  const { inner, from, end } = blockText(state, start, wordEnd);
  const data = inner.toLowerCase();
  if (data === "stop" || data === "skip" || data === "empty") {
    return state.emit({ type: "on_error", value: "", start, end, data }, 5);
  }
  const message = {
    en: `"on_error" takes "stop", "skip" or "empty", not "${inner.slice(0, 40)}".`,
    ko: korean`"on_error"에는 "stop", "skip", "empty" 중 하나를 써요. "${inner.slice(0, 40)}"은(는) 쓸 수 없어요.`,
  };
  const span = { start: from, end: from + inner.length };
  throw new SyntaxProblem("bad-condition", span, message);
}

/** The trimmed text between the colon after a block's word and the `]` that closes the head; never empty. */
function blockText(
  state: LexerState,
  start: number,
  wordEnd: number,
): { readonly inner: string; readonly from: number; readonly end: number } {
  const { text } = state;
  const colon = headGap(text, wordEnd);
  const found = text.charAt(colon);
  if (found === "") throw wrongHead(state, start, colon);
  const word = text.slice(start + 1, wordEnd).trim();
  if (found !== ":" && found !== "]") {
    const fix = { start: wordEnd, end: wordEnd, text: ":" };
    const span = { start, end: wordEnd };
    const message = {
      en: `"${word}" must be followed by ":".`,
      ko: `"${word}" 뒤에는 ":"이 와야 해요.`,
    };
    throw new SyntaxProblem("expected-colon", span, message, { fix });
  }
  const close = found === "]" ? colon : closingSquare(state, start, colon + 1);
  const whole = text.slice(colon + 1, close);
  const inner = whole.trim();
  if (inner === "") {
    const message = {
      en: `"${word}" needs something after its ":".`,
      ko: `"${word}"의 ":" 뒤가 비어 있어요.`,
    };
    throw new SyntaxProblem("empty-condition", { start, end: close + 1 }, message);
  }
  return { inner, from: colon + 1 + whole.indexOf(inner), end: close + 1 };
}

/** The `]` that closes the head opened at `start`: strings and inner brackets are passed over. */
function closingSquare(state: LexerState, start: number, from: number): number {
  const { text } = state;
  let depth = 0;
  let here = from;
  while (here < text.length) {
    const character = text.charAt(here);
    if (character === "]" && depth === 0) return here;
    if (character === "[") depth += 1;
    if (character === "]") depth -= 1;
    here = opensString(text, here) ? state.readString(here).end : here + 1;
  }
  throw wrongHead(state, start, here);
}

/** Blanks, newlines and comments inside a head; a `#` that touches a name is no comment. */
function headGap(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code === 10 || isSpace(code) ? skipGap(text, at) : at;
}

function nameAt(text: string, start: number): Span {
  return { start, end: nameEnd(text, start) };
}

/** Why the bracket at `start` is no head, given where reading it stopped. */
function wrongHead(state: LexerState, start: number, at: number): SyntaxProblem {
  const found = state.text.charAt(at);
  const span = { start, end: start + 1 };
  if (found === "") {
    const message = {
      en: 'The "[" that opens here is never closed with "]".',
      ko: '여기서 연 "["를 "]"로 닫지 않았어요.',
    };
    return new SyntaxProblem("unterminated", span, message);
  }
  if (found === ")" || found === "}") {
    const message = {
      en: `"${found}" stands where the "[" opened before it must be closed with "]".`,
      ko: korean`앞에서 연 "["를 "]"로 닫아야 할 자리에 "${found}"이(가) 있어요.`,
    };
    const fix = { start: at, end: at, text: "]" };
    return new SyntaxProblem("mismatched-bracket", { start: at, end: at + 1 }, message, { fix });
  }
  const { last } = state;
  const touches = last?.end === start && (last.type === "close" || last.type === "call");
  if (touches) {
    const message = {
      en: 'A call has no index: name its result with "$x = …" and read "$x.0".',
      ko: '호출에는 번호를 붙일 수 없어요. "$x = …"로 결과에 이름을 붙이고 "$x.0"으로 읽으세요.',
    };
    return new SyntaxProblem("unsupported-postfix", { start, end: at + 1 }, message);
  }
  const message = {
    en: 'A call starts with a node and an action in brackets: "[node:action]".',
    ko: '호출은 대괄호 안의 노드와 액션으로 시작해요: "[node:action]".',
  };
  return new SyntaxProblem("expected-call", { start, end: at + 1 }, message);
}
