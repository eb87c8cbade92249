import type { Json } from "../../base/json.ts";

/** A name: letters, digits and underscores of any script, not starting with a digit. Sticky. */
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
/** An unquoted key: name characters and dashes. Sticky. */
const KEY = /[\p{L}\p{M}\p{N}_-]+/uy;
/** `{{path}}` and `${path}`, spaces allowed inside the braces. Sticky. */
const TEMPLATE = /\{\{[^\S\n]*[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+)*[^\S\n]*\}\}/uy;
const BRACED = /\$\{[^\S\n]*[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+)*[^\S\n]*\}/uy;
/** What may be a number: no leading zero, no bare point, no plus sign. */
const NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const CONSTANTS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);

const NEWLINE = 10;
const HASH = 35;
const DOLLAR = 36;
const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;
const COMMA = 44;
const DASH = 45;
const SLASH = 47;
const CLOSE_SQUARE = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** True for any blank but a newline: tabs, Unicode spaces, a byte order mark. NaN (past the end) is none. */
export function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || code === 9 || (code >= 11 && code <= 13);
  if (code < 160) return false;
  return (
    code === 0xa0 ||
    code === 0x3000 ||
    code === 0xfeff ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f
  );
}

/** First offset from `at` that is not a blank on this line. */
export function skipSpaces(text: string, at: number): number {
  let here = at;
  while (isSpace(text.charCodeAt(here))) here += 1;
  return here;
}

/** First offset from `at` that is no blank, no newline and in no comment. */
export function skipGap(text: string, at: number): number {
  let here = at;
  for (;;) {
    const code = text.charCodeAt(here);
    if (code === NEWLINE || isSpace(code)) here += 1;
    else if (isComment(text, here)) here = lineEnd(text, here);
    else return here;
  }
}

/** True where `#` or `//` stands. */
export function isComment(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === HASH || (code === SLASH && text.charCodeAt(at + 1) === SLASH);
}

/** Offset of the newline that ends the line of `at`, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline < 0 ? text.length : newline;
}

/** End of the name that starts at `at`, or `at` itself where none does. */
export function nameEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first < 128 && !isAsciiName(first)) return at;
  const end = asciiNameEnd(text, at);
  const isAscii = first < 128 && !isDigit(first) && !(text.charCodeAt(end) >= 128);
  return isAscii ? end : matchEnd(NAME, text, at);
}

/** End of the unquoted key that starts at `at`, or `at` itself where none does. */
export function keyEnd(text: string, at: number): number {
  const end = asciiNameEnd(text, at);
  const next = text.charCodeAt(end);
  return end > at && next !== DASH && !(next >= 128) ? end : matchEnd(KEY, text, at);
}

/** End of the `{{path}}` or `${path}` that starts at `at`, or `at` itself where none does. */
export function templateEnd(text: string, at: number): number {
  const end = matchEnd(TEMPLATE, text, at);
  return end > at ? end : matchEnd(BRACED, text, at);
}

/** True where a key may be written without quotes. */
export function isBareKey(key: string): boolean {
  return key !== "" && keyEnd(key, 0) === key.length;
}

/**
 * BARE: end of the unquoted value that starts at `at`, blanks at its end included. It stops before `,` `}` `]`, a newline
 * and a comment, in a target also before the balancing `)`; `{{path}}` and `${path}` are passed over whole.
 */
export function bareEnd(text: string, at: number, inTarget: boolean): number {
  let depth = 0;
  let here = at;
  while (here < text.length) {
    const code = text.charCodeAt(here);
    if (endsBare(text, here, code)) return here;
    if (inTarget && code === OPEN_PAREN) depth += 1;
    if (inTarget && code === CLOSE_PAREN) {
      if (depth === 0) return here;
      depth -= 1;
    }
    here = passUnit(text, here, code);
  }
  return here;
}

function endsBare(text: string, at: number, code: number): boolean {
  switch (code) {
    case NEWLINE:
    case COMMA:
    case CLOSE_SQUARE:
    case CLOSE_BRACE:
      return true;
    case HASH:
    case SLASH:
      return isComment(text, at) && isSpace(text.charCodeAt(at - 1));
    default:
      return false;
  }
}

function passUnit(text: string, at: number, code: number): number {
  if (code !== OPEN_BRACE && code !== DOLLAR) return at + 1;
  const end = templateEnd(text, at);
  return end > at ? end : at + 1;
}

/** BARE_ARG: offset of the `)` that balances the target `at` lies in, or -1 where the line ends first. */
export function bareArgEnd(text: string, at: number): number {
  let depth = 0;
  for (let here = at; here < text.length; here += 1) {
    const code = text.charCodeAt(here);
    if (code === NEWLINE) return -1;
    if (code === OPEN_PAREN) depth += 1;
    if (code === CLOSE_PAREN) {
      if (depth === 0) return here;
      depth -= 1;
    }
  }
  return -1;
}

/** The value of trimmed BARE text: a constant, a number that JavaScript holds exactly enough, or the text itself. */
export function typedBare(bare: string): Json {
  const constant = CONSTANTS.get(bare);
  return constant === undefined ? (numberOf(bare) ?? bare) : constant;
}

/** The number a text spells, or undefined: no leading zero, nothing infinite, no integer beyond 2^53-1. */
export function numberOf(spelling: string): number | undefined {
  const match = NUMBER.exec(spelling);
  if (match === null) return undefined;
  const value = Number(spelling);
  const isInteger = match[1] === undefined && match[2] === undefined;
  if (!Number.isFinite(value) || (isInteger && !Number.isSafeInteger(value))) return undefined;
  return value === 0 ? 0 : value;
}

/** End of the run of ASCII name characters at `at`: most names are one, and the patterns for all scripts are slow to compile. */
function asciiNameEnd(text: string, at: number): number {
  let here = at;
  while (isAsciiName(text.charCodeAt(here))) here += 1;
  return here;
}

function isAsciiName(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code) || code === 95;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
