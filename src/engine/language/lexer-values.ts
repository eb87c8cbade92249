import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { callEnd, readFString, readJoinedText } from "./lexer-foreign.ts";
import type { LexerState } from "./lexer-state.ts";
import {
  bareArgEnd,
  bareEnd,
  isComment,
  keyEnd,
  lineEnd,
  nameEnd,
  opensString,
  skipGap,
  skipSpaces,
  templateEnd,
  typedBare,
} from "./lexer-text.ts";
import { type Edit, SyntaxProblem } from "./syntax-errors.ts";
import type { Token } from "./token.ts";

/** object = "{" { KEY ( ":" | "=" ) value [ "," ] } "}" ; the next token inside one. */
export function nextInObject(state: LexerState): Token {
  if (state.frame.expects === "value") return readValue(state);
  const at = takeComma(state, skipGap(state.text, state.at));
  switch (state.text.charAt(at)) {
    case "":
      throw state.unterminated();
    case "}":
      return state.close(at);
    case "]":
    case ")":
      throw state.mismatched(at);
    default:
      return readKey(state, at);
  }
}

/** array = "[" { value [ "," ] } "]" ; the next token inside one. */
export function nextInArray(state: LexerState): Token {
  const at = takeComma(state, skipGap(state.text, state.at));
  switch (state.text.charAt(at)) {
    case "":
      throw state.unterminated();
    case "]":
      return state.close(at);
    case "}":
    case ")":
      throw state.mismatched(at);
    default:
      state.at = at;
      state.frame.expects = "value";
      return readValue(state);
  }
}

/** value = STRING | object | array | "{{" path "}}" | BARE ; */
function readValue(state: LexerState): Token {
  const { text, frame } = state;
  const start = skipGap(text, state.at);
  const first = text.charAt(start);
  if (first === "") throw state.unterminated();
  if (first === "[" && NESTED_CALL.test(text.slice(start, start + 200)))
    throw nestedCall(state, start);
  if (first === "[") return state.open("array", start);
  if (first === "{" && templateEnd(text, start) === start) return state.open("object", start);
  if (first === "," || first === closerOf(frame.kind)) throw missingValue(state, start);
  if (first === "]" || first === "}") throw state.mismatched(start);
  frame.expects = "comma";
  if (opensString(text, start)) {
    const { value, end } = textAt(state, start);
    return state.emit(scalar(start, end, value));
  }
  const formatted = readFString(state, start);
  if (formatted !== undefined) return state.emit(scalar(start, formatted.end, formatted.value));
  const bare = text.slice(start, bareEnd(text, start, frame.kind === "target")).trimEnd();
  return state.emit(scalar(start, start + bare.length, typedBare(bare)));
}

/** A text, with what is joined to it by `+`. */
function textAt(
  state: LexerState,
  start: number,
): { readonly value: string; readonly end: number } {
  const read = state.readString(start);
  return readJoinedText(state, start, read.end) ?? read;
}

/** A call where a value is wanted: a list has no bracket behind its only item. */
const NESTED_CALL =
  /^\[\s*[\p{L}_][\p{L}\p{M}\p{N}_]*\s*:\s*[\p{L}_][\p{L}\p{M}\p{N}_]*\s*\]\s*[({]/u;

/** It stands in a statement of its own before; what else the statement does first would then come later. */
function nestedCall({ text, statement }: LexerState, start: number): SyntaxProblem {
  const message = {
    en: "A call cannot be the value of a parameter: give its result a name in a statement before, and use that.",
    ko: "호출은 매개변수의 값이 될 수 없어요. 앞 문장에서 결과에 이름을 붙이고 그 이름을 쓰세요.",
  };
  const end = callEnd(text, start);
  const before = text.slice(statement.start, start);
  const name = freeName(text);
  const fix: Edit = {
    start: statement.start,
    end,
    text: `$${name} = ${text.slice(start, end)}\n${before}"$${name}"`,
    ...(statement.hasOperator || before.startsWith("[on_error") ? {} : { readAs: "nested-call" }),
  };
  return new SyntaxProblem("bad-key", { start, end: start + 1 }, message, { fix });
}

/** A name for a value that nothing in the text has. */
function freeName(text: string): string {
  for (let count = 1; ; count += 1) if (!text.includes(`$value${count}`)) return `value${count}`;
}

/** Takes the comma between two entries, or notes that it is missing; gives the offset of what follows. */
function takeComma(state: LexerState, at: number): number {
  const { text, frame } = state;
  if (frame.expects !== "comma") return at;
  frame.expects = "entry";
  const found = text.charAt(at);
  if (found === ",") {
    state.count(1, { start: at, end: at + 1 });
    return skipGap(text, at + 1);
  }
  const isEntry = found !== "" && !")]}".includes(found);
  if (isEntry) state.note("missing-comma", at);
  return at;
}

function readKey(state: LexerState, start: number): Token {
  const { text } = state;
  const { key, end } = scanKey(state, start);
  const span = { start, end };
  if (key.startsWith("_")) throw reservedKey(span, key, text);
  const colon = takeColon(state, end, key, start);
  noteKey(state, key, start);
  state.frame.expects = "value";
  const token = state.emit({ type: "key", value: "", start, end, data: key }, 2);
  state.at = colon;
  return token;
}

/** Notes a key that its object or target already has; the later value wins. */
function noteKey(state: LexerState, key: string, start: number): void {
  const keys = state.frame.keys ?? new Set<string>();
  state.frame.keys = keys;
  if (keys.has(key)) state.note("duplicate-key", start);
  keys.add(key);
}

/** Keys that start with an underscore are the engine's own. */
function reservedKey(
  span: { readonly start: number; readonly end: number },
  key: string,
  text: string,
): SyntaxProblem {
  const message = {
    en: `The key "${shorten(key)}" is reserved: a key may not start with "_".`,
    ko: korean`"${shorten(key)}"은(는) 쓸 수 없는 이름이에요. 이름은 "_"로 시작할 수 없어요.`,
  };
  const plain = text.slice(span.start, span.end).replace(/_+/, "");
  return new SyntaxProblem("reserved-key", span, message, { fix: { ...span, text: plain } });
}

function scanKey(state: LexerState, start: number): { readonly key: string; readonly end: number } {
  const { text } = state;
  if (opensString(text, start)) {
    const { value, end } = state.readString(start);
    return { key: value, end };
  }
  const end = keyEnd(text, start);
  if (end > start) return { key: text.slice(start, end), end };
  const found = String.fromCodePoint(text.codePointAt(start) ?? 32);
  const message = {
    en: `A key must stand here, not "${found}": letters, digits, "_" and "-", or a string in quotes.`,
    ko: korean`여기에는 "${found}"이(가) 아니라 이름이 와야 해요: 글자, 숫자, "_", "-", 또는 따옴표로 묶은 문자열.`,
  };
  throw new SyntaxProblem("bad-key", { start, end: start + found.length }, message);
}

/** Offset past the `:` or `=` that follows a key. */
function takeColon(state: LexerState, keyStop: number, key: string, keyStart: number): number {
  const { text } = state;
  const at = skipGap(text, keyStop);
  const found = text.charAt(at);
  const next = text.charAt(at + 1);
  if (found === "") throw state.unterminated();
  if (found === ":" && next === "=") state.note("equals-for-colon", at);
  if (found === ":") return next === "=" ? at + 2 : at + 1;
  if (found === "=" && next !== "=" && next !== ">") {
    state.note("equals-for-colon", at);
    return at + 1;
  }
  throw expectedColon(state, { start: keyStart, end: keyStop }, at, key);
}

function expectedColon(
  state: LexerState,
  keySpan: { readonly start: number; readonly end: number },
  at: number,
  key: string,
): SyntaxProblem {
  const { text, last } = state;
  const touchesString =
    last?.type === "scalar" && last.end === keySpan.start && opensString(text, last.start);
  const why = touchesString ? QUOTE_INSIDE : "";
  const message = joined(
    {
      en: `The key "${shorten(key)}" must be followed by ":" and a value.`,
      ko: `"${shorten(key)}" 뒤에는 ":"과 값이 와야 해요.`,
    },
    why,
  );
  const sign = /^(?:==|=>|：)/.exec(text.slice(at, at + 2))?.[0] ?? "";
  const spot = sign === "" ? keySpan.end : at;
  const isInKey = touchesString || (sign === "" && HAS_COLON.test(text.slice(at, at + 100)));
  const fix = { start: spot, end: spot + sign.length, text: ":" };
  return new SyntaxProblem("expected-colon", keySpan, message, isInKey ? {} : { fix });
}

/** A colon comes yet, so what stands before it may all be the key. */
const HAS_COLON = /^[^,}\n"'[{]*[:=]/;

function missingValue(state: LexerState, at: number): SyntaxProblem {
  const last = state.last;
  const message: Localized =
    last?.type === "key" || last?.type === "name"
      ? {
          en: `A value is missing after "${shorten(last.data)}".`,
          ko: `"${shorten(last.data)}" 뒤에 값이 빠졌어요.`,
        }
      : { en: "A value is missing here.", ko: "여기에 값이 빠졌어요." };
  return new SyntaxProblem("missing-value", { start: at, end: at + 1 }, message);
}

const QUOTE_INSIDE: Localized = {
  en: ' A quote inside a text is written \\", or the text in """…""".',
  ko: ' 글 안의 따옴표는 \\"로 쓰거나, 글을 """…"""로 묶으세요.',
};

function closerOf(kind: string): string {
  return kind === "object" ? "}" : kind === "array" ? "]" : ")";
}

function scalar(start: number, end: number, data: Json): Token {
  return { type: "scalar", value: "", start, end, data };
}

function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}

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
        ko: '인자는 쉼표로 나눠요. 글 안의 따옴표는 \\"로 써요.',
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
  const read = opensString(text, start) ? textAt(state, start) : readFString(state, start);
  if (read !== undefined) {
    const { value, end } = read;
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
    throw badTarget(start, { en: "An argument is missing here.", ko: "여기에 인자가 빠졌어요." });
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
      ko: '여기서 연 "("가 닫히지 않았어요. 따옴표 없는 글은 같은 줄의 ")"에서 끝나요.',
    };
    throw new SyntaxProblem("unterminated", { start: open, end: open + 1 }, message);
  }
  const written = text.slice(start, close).trimEnd();
  guardQuotes(start, written);
  const quoted = OTHER_QUOTES.exec(written)
    ?.slice(1)
    .find((inner) => inner !== undefined);
  if (quoted !== undefined) state.note("smart-quotes", start);
  const data = quoted ?? written;
  return state.emit({ type: "bare_arg", value: "", start, end: start + written.length, data });
}

/** A text in quotes that none of ours are. */
const OTHER_QUOTES = /^(?:”([^”“]*)[”“]|„([^„“”]*)[“”"]|«([^«»]*)»|&quot;(.*?)&quot;)$/;

/** A quote that only ends a text, and one with a backslash before it, stand for what was not closed or unwrapped. */
function guardQuotes(start: number, written: string): void {
  const isEscaped = written.startsWith('\\"');
  if (!isEscaped && !/^[^"]*[^"\d\s]"$/.test(written)) return;
  const message = {
    en: isEscaped
      ? 'A text stands in plain quotes: "…", not \\"…\\".'
      : "The quote that closes here was never opened.",
    ko: isEscaped ? '글은 \\"…\\"가 아니라 "…"로 묶어요.' : "여기서 닫은 따옴표를 연 곳이 없어요.",
  };
  const fix: Edit = { start, end: start, text: '"', sure: true };
  const span = { start, end: start + written.length };
  throw new SyntaxProblem("bad-target", span, message, isEscaped ? {} : { fix });
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
