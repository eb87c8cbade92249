import type { Json } from "../../base/json.ts";

/** A name: letters, digits and underscores of any script, not starting with a digit. Sticky. */
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
/** An unquoted key: name characters and dashes. Sticky. */
const KEY = /[\p{L}\p{M}\p{N}_-]+/uy;
/** `{{path}}`, spaces allowed inside the braces. Sticky. */
const TEMPLATE =
  /\{\{[^\S\n]*[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+|\.\*|\[[^[\]\n]{1,200}\])*[^\S\n]*\}\}/uy;
/** A variable with a path in which an index stands. Sticky. */
const INDEXED =
  /\$[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+)*(?:\[(?:-?\d{1,15}|"[^"\n]{1,200}"|'[^'\n]{1,200}'|\$[\p{L}_][\p{L}\p{M}\p{N}_.]*)\](?:\.[\p{L}\p{M}\p{N}_]+)*)+/uy;
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

/** End of the `{{path}}` or `${…}` that starts at `at`, or `at` itself where none does. */
export function templateEnd(text: string, at: number): number {
  const end = matchEnd(TEMPLATE, text, at);
  return end > at || text.charCodeAt(at) !== DOLLAR ? end : formulaEnd(text, at);
}

/** Deepest nesting of braces in a formula: where many are open the search ends, so that it costs linear time. */
const MAX_BRACES = 32;

/** End of the `${…}` that starts at `at`, braces inside balanced and strings passed over; `at` itself where none starts or it is never closed. */
export function formulaEnd(text: string, at: number): number {
  if (!text.startsWith("${", at)) return at;
  const end = bracesEnd(text, at + 1);
  return end === at + 1 ? at : end;
}

/** The same of the `{` at `at`. */
export function bracesEnd(text: string, at: number): number {
  let depth = 0;
  for (let here = at; here < text.length && depth <= MAX_BRACES; here += 1) {
    const code = text.charCodeAt(here);
    if (code === OPEN_BRACE) depth += 1;
    if (code === CLOSE_BRACE) depth -= 1;
    if (depth === 0) return here + 1;
    if (QUOTES.has(code)) here = Math.max(here, closingQuote(text, here + 1, code));
  }
  return at;
}

/** The quotes of strings in formulas that a brace may stand in. */
const QUOTES: ReadonlySet<number> = new Set([34, 39, 96]);

/** True where a key may be written without quotes. */
export function isBareKey(key: string): boolean {
  return key !== "" && keyEnd(key, 0) === key.length;
}

/**
 * BARE: end of the unquoted value that starts at `at`, blanks at its end included. It stops before `,` `}` `]`, a newline
 * and a comment, in a target also before the balancing `)`; `{{path}}` and `${…}` are passed over whole.
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
  return Math.max(at + 1, templateEnd(text, at), matchEnd(INDEXED, text, at));
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

/** A string literal read from `start`. `end` is past its closing quote. */
export interface ScannedString {
  readonly value: string;
  readonly end: number;
  /** True for typographic and full-width quotes. */
  readonly smart: boolean;
  /** Offset of the first backslash that escapes nothing known, or -1. */
  readonly unknownEscape: number;
  /** What the value was put together from, in order: its text and where in the source that stood. */
  readonly pieces: readonly Piece[];
}

/** A part of a value, and the offset in the source where it stood. */
export interface Piece {
  readonly value: string;
  readonly start: number;
}

/** Opening quote to what closes it. A right typographic quote opens nothing: it is an apostrophe in running text. */
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["＂", "＂"],
  ["＇", "＇"],
]);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const BACKSLASH = 92;
const HEX = /[0-9a-fA-F]{4}/y;

/** True where a string starts. */
export function opensString(text: string, at: number): boolean {
  return CLOSERS.has(text.charAt(at));
}

/**
 * STRING: reads the literal at `start`; undefined where it never closes. A run of backslashes in front of `${` or `{{` stays
 * as written, in every form, so that `reference.ts` can tell `\${x}` (text) from `${x}` (a reference) when the call runs.
 */
export function scanString(text: string, start: number): ScannedString | undefined {
  return scan(text, start, true);
}

/** As `scanString`, for program text that stands inside a string: it is unescaped without regard to references. */
export function scanProgramString(text: string, start: number): ScannedString | undefined {
  return scan(text, start, false);
}

function scan(text: string, start: number, keepsReferences: boolean): ScannedString | undefined {
  const quote = text.charAt(start);
  const closer = CLOSERS.get(quote);
  if (closer === undefined) return undefined;
  if (text.startsWith('"""', start)) return scanTriple(text, start);
  if (quote === "`") {
    const tick = text.indexOf("`", start + 1);
    return tick < 0 ? undefined : raw(text, start + 1, tick, 1);
  }
  const close = closingQuote(text, start + 1, closer.charCodeAt(0));
  if (close < 0) return undefined;
  const smart = closer > "\u007f";
  const body = text.slice(start + 1, close);
  if (!body.includes("\\")) return { ...raw(text, start + 1, close, 1), smart };
  const decoder = new Decoder(body, closer, keepsReferences);
  const offset = start + 1;
  const pieces = decoder.pieces.map((piece) => ({ ...piece, start: offset + piece.start }));
  const unknownEscape = decoder.unknownEscape < 0 ? -1 : offset + decoder.unknownEscape;
  const value = pieces.map((piece) => piece.value).join("");
  return { value, end: close + 1, smart, unknownEscape, pieces };
}

/** Up to two quotes in front of the closing three belong to the text. */
function scanTriple(text: string, start: number): ScannedString | undefined {
  let close = text.indexOf('"""', start + 3);
  if (close < 0) return undefined;
  for (let extra = 0; extra < 2 && text.charAt(close + 3) === '"'; extra += 1) close += 1;
  return raw(text, start + 3, close, 3);
}

function raw(text: string, from: number, close: number, quoteLength: number): ScannedString {
  const value = text.slice(from, close);
  const pieces = [{ value, start: from }];
  return { value, end: close + quoteLength, smart: false, unknownEscape: -1, pieces };
}

function closingQuote(text: string, from: number, closer: number): number {
  for (let here = from; here < text.length; here += 1) {
    const code = text.charCodeAt(here);
    if (code === closer) return here;
    if (code === BACKSLASH) here += 1;
  }
  return -1;
}

/** The body of a string between its quotes, taken apart at its backslashes; offsets count in the body. */
class Decoder {
  readonly pieces: Piece[] = [];
  unknownEscape = -1;
  private readonly body: string;
  private readonly closer: string;
  private readonly keepsReferences: boolean;

  constructor(body: string, closer: string, keepsReferences: boolean) {
    this.body = body;
    this.closer = closer;
    this.keepsReferences = keepsReferences;
    let here = 0;
    while (here < body.length) {
      const found = body.indexOf("\\", here);
      const run = found < 0 ? body.length : found;
      if (run > here) this.pieces.push({ value: body.slice(here, run), start: here });
      const end = runEnd(body, run);
      here = end === run ? end : this.decodeRun(run, end);
    }
  }

  /** Takes the run of backslashes from `run` to `end` and what its last one escapes; gives where to go on. */
  private decodeRun(run: number, end: number): number {
    if (this.keepsReferences && opensReference(this.body, end)) {
      this.pieces.push({ value: this.body.slice(run, end), start: run });
      return end;
    }
    for (let pair = run; pair + 1 < end; pair += 2) {
      this.pieces.push({ value: "\\", start: pair });
    }
    if ((end - run) % 2 === 0) return end;
    const last = decodeEscape(this.body, end - 1, this.closer);
    if (!last.known && this.unknownEscape < 0) this.unknownEscape = end - 1;
    this.pieces.push({ value: last.value, start: end - 1 });
    return last.end;
  }
}

function runEnd(body: string, at: number): number {
  let end = at;
  while (body.charCodeAt(end) === BACKSLASH) end += 1;
  return end;
}

/** True where `${` or `{{` stands: in front of these alone a backslash keeps its own meaning for `reference.ts`. */
export function opensReference(text: string, at: number): boolean {
  return text.startsWith("${", at) || text.startsWith("{{", at);
}

interface Escape {
  readonly value: string;
  readonly end: number;
  readonly known: boolean;
}

/** The escape at `at`; an unknown one gives its two characters back. */
function decodeEscape(body: string, at: number, closer: string): Escape {
  const letter = body.charAt(at + 1);
  const value = ESCAPES.get(letter) ?? (letter === closer ? letter : undefined);
  if (value !== undefined) return { value, end: at + 2, known: true };
  HEX.lastIndex = at + 2;
  if (letter === "u" && HEX.test(body)) {
    const code = Number.parseInt(body.slice(at + 2, at + 6), 16);
    return { value: String.fromCharCode(code), end: at + 6, known: true };
  }
  return { value: body.slice(at, at + 2), end: at + 2, known: false };
}
