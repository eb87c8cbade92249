import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type { LexerState } from "./lexer-state.ts";
import { opensString } from "./lexer-strings.ts";
import { bareEnd, keyEnd, skipGap, templateEnd, typedBare } from "./lexer-text.ts";
import { SyntaxProblem } from "./syntax-errors.ts";
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
export function readValue(state: LexerState): Token {
  const { text, frame } = state;
  const start = skipGap(text, state.at);
  const first = text.charAt(start);
  if (first === "") throw state.unterminated();
  if (first === "[") return state.open("array", start);
  if (first === "{" && templateEnd(text, start) === start) return state.open("object", start);
  if (first === "," || first === closerOf(frame.kind)) throw missingValue(state, start);
  if (first === "]" || first === "}") throw state.mismatched(start);
  frame.expects = "comma";
  if (opensString(text, start)) {
    const { value, end } = state.readString(start);
    return state.emit(scalar(start, end, value));
  }
  const bare = text.slice(start, bareEnd(text, start, frame.kind === "target")).trimEnd();
  return state.emit(scalar(start, start + bare.length, typedBare(bare)));
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
export function noteKey(state: LexerState, key: string, start: number): void {
  const keys = state.frame.keys ?? new Set<string>();
  state.frame.keys = keys;
  if (keys.has(key)) state.note("duplicate-key", start);
  keys.add(key);
}

/** Keys that start with an underscore are the engine's own. */
export function reservedKey(
  span: { readonly start: number; readonly end: number },
  key: string,
  text: string,
): SyntaxProblem {
  const message = {
    en: `The key "${shorten(key)}" is reserved: a key may not start with "_".`,
    ko: korean`"${shorten(key)}"은(는) 쓸 수 없는 이름입니다. 이름은 "_"로 시작할 수 없습니다.`,
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
    ko: korean`여기에는 "${found}"이(가) 아니라 이름이 와야 합니다: 글자, 숫자, "_", "-", 또는 따옴표로 묶은 문자열.`,
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
  if (found === ":") return at + 1;
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
      ko: `"${shorten(key)}" 뒤에는 ":"과 값이 와야 합니다.`,
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
          ko: `"${shorten(last.data)}" 뒤에 값이 빠졌습니다.`,
        }
      : { en: "A value is missing here.", ko: "여기에 값이 빠졌습니다." };
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
