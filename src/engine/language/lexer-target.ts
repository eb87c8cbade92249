import type { Localized } from "../../base/localized.ts";
import type { LexerState } from "./lexer-state.ts";
import { opensString } from "./lexer-strings.ts";
import {
  bareArgEnd,
  isComment,
  lineEnd,
  nameEnd,
  skipGap,
  skipSpaces,
  templateEnd,
} from "./lexer-text.ts";
import { noteKey, readValue, reservedKey } from "./lexer-values.ts";
import { SyntaxProblem } from "./syntax-errors.ts";
import type { Token } from "./token.ts";

/** What must follow the `=` or `:` of a named argument; anything else makes the whole a BARE_ARG. Sticky. */
const NAMED_VALUE = /["'`“‘＂＇\d[{$-]|(?:true|false|null)(?![\p{L}\p{N}_])/uy;

/** target = "(" [ arg { "," arg } ] ")" ; the next token inside one. */
export function nextInTarget(state: LexerState): Token {
  if (state.frame.expects === "value") return readValue(state);
  if (state.frame.expects === "comma") return afterArg(state);
  return readArg(state, argStart(state.text, state.at), false);
}

function afterArg(state: LexerState): Token {
  const { text } = state;
  const at = skipGap(text, state.at);
  switch (text.charAt(at)) {
    case "":
      throw state.unterminated();
    case ")":
      return state.close(at);
    case "]":
    case "}":
      throw state.mismatched(at);
    case ",":
      state.count(1, { start: at, end: at + 1 });
      return readArg(state, argStart(text, at + 1), true);
    default:
      throw badTarget(at, {
        en: 'Arguments are separated by commas. A quote inside a text is written \\".',
        ko: '인자는 쉼표로 나눕니다. 글 안의 따옴표는 \\"로 씁니다.',
      });
  }
}

/** arg = STRING | object | NAME ( "=" | ":" ) value | BARE_ARG ; */
function readArg(state: LexerState, start: number, isAfterComma: boolean): Token {
  const { text, frame } = state;
  const first = text.charAt(start);
  if (first === ")" && !isAfterComma) return state.close(start);
  guardArg(state, start, first);
  frame.expects = "comma";
  if (opensString(text, start)) {
    const { value, end } = state.readString(start);
    return state.emit({ type: "string", value: "", start, end, data: value });
  }
  if (first === "{" && templateEnd(text, start) === start) {
    if (!frame.ofSeedTool) state.note("inline-params", start);
    frame.expects = "value";
    return state.open("object", start);
  }
  return readNamed(state, start) ?? readBareArg(state, start);
}

function guardArg(state: LexerState, start: number, first: string): void {
  if (first === "") throw state.unterminated();
  if (first === ")" || first === ",")
    throw badTarget(start, { en: "An argument is missing here.", ko: "여기에 인자가 빠졌습니다." });
  if (first === "]" || first === "}") throw state.mismatched(start);
}

function readNamed(state: LexerState, start: number): Token | undefined {
  const { text } = state;
  const end = nameEnd(text, start);
  if (end === start) return undefined;
  const sign = skipSpaces(text, end);
  if (text.charAt(sign) !== "=" && text.charAt(sign) !== ":") return undefined;
  NAMED_VALUE.lastIndex = skipSpaces(text, sign + 1);
  if (!NAMED_VALUE.test(text)) return undefined;
  const name = text.slice(start, end);
  if (name.startsWith("_")) throw reservedKey({ start, end }, name, text);
  if (!state.frame.ofSeedTool) state.note("named-argument", start);
  noteKey(state, name, start);
  state.frame.expects = "value";
  const token = state.emit({ type: "name", value: "", start, end, data: name }, 2);
  state.at = sign + 1;
  return token;
}

function readBareArg(state: LexerState, start: number): Token {
  const { text } = state;
  const close = bareArgEnd(text, start);
  if (close < 0) {
    const { open } = state.frame;
    const message = {
      en: 'The "(" that opens here is never closed: text without quotes ends with ")" on its own line.',
      ko: '여기서 연 "("가 닫히지 않았습니다. 따옴표 없는 글은 같은 줄의 ")"에서 끝납니다.',
    };
    throw new SyntaxProblem("unterminated", { start: open, end: open + 1 }, message);
  }
  const data = text.slice(start, close).trimEnd();
  return state.emit({ type: "bare_arg", value: "", start, end: start + data.length, data });
}

/** Where the next argument starts. `#general` and `//host/path` are text when their line holds the balancing `)`, comments else. */
function argStart(text: string, from: number): number {
  let here = from;
  for (;;) {
    here = skipSpaces(text, here);
    const isOver = text.charAt(here) !== "\n" && !isComment(text, here);
    if (isOver || (isComment(text, here) && bareArgEnd(text, here) >= 0)) return here;
    here = text.charAt(here) === "\n" ? here + 1 : lineEnd(text, here);
  }
}

function badTarget(at: number, words: Localized): SyntaxProblem {
  return new SyntaxProblem("bad-target", { start: at, end: at + 1 }, words);
}
