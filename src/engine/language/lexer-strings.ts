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
