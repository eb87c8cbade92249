import type { Language, Localized } from "../../base/localized.ts";

/** A half-open range of UTF-16 offsets in the source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Something wrong (or repaired) at a place, ready to be shown: `line` and `column` count from 1, `frame` has the source line and a caret. */
export interface Diagnostic {
  readonly code: string;
  /** In English, for logs and models; `words` has it for every reader. */
  readonly message: string;
  readonly words: Localized;
  readonly line: number;
  readonly column: number;
  readonly frame: string;
  /** The person's own program, or the call that is wrong, mended; it parses. */
  readonly hint?: string;
  /** The whole program mended, where only one correction is likely; it parses. */
  readonly correction?: string;
  /** How what is wrong here is written, with the values of the line; what to fill in stands in angle brackets. */
  readonly form?: string;
}

/** Something that was read by repair; `line` and `column` count from 1. */
export interface Warning {
  readonly code: string;
  /** In English, for logs and models; `words` has it for every reader. */
  readonly message: string;
  readonly words: Localized;
  readonly line: number;
  readonly column: number;
}

/** Longest piece of a source line shown in a frame, in UTF-16 units. */
const FRAME_WIDTH = 100;

/** Line and column (both from 1) of an offset. */
export function locate(
  source: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let index = before.indexOf("\n"); index >= 0; index = before.indexOf("\n", index + 1))
    line += 1;
  return { line, column: offset - lineStart + 1 };
}

/** Finds lines and columns in a source of which many are asked for. */
export class SourceLines {
  readonly #starts: number[] = [0];

  constructor(source: string) {
    for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1))
      this.#starts.push(at + 1);
  }

  /** Line and column (both from 1) of an offset, in time logarithmic in the number of lines. */
  locate(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}

/** Builds a diagnostic for a span of `source`; `place` is where the span starts. */
export function diagnose(
  source: string,
  span: Span,
  parts: {
    readonly code: string;
    readonly words: Localized;
    readonly hint?: string;
    readonly correction?: string;
    readonly form?: string;
  },
  { line, column } = locate(source, span.start),
): Diagnostic {
  return {
    ...parts,
    message: parts.words.en,
    line,
    column,
    frame: frameOf(source, span, line, column),
  };
}

/** The sentence, its place and the frame, as a person reads it in a terminal or a chat. */
export function formatDiagnostic(diagnostic: Diagnostic, language: Language): string {
  const { line, column, words } = diagnostic;
  const place = language === "ko" ? `${line}번째 줄 ${column}번째 글자` : `at ${line}:${column}`;
  const { correction, hint = correction, form } = diagnostic;
  const help = [
    ...(form === undefined ? [] : [`${language === "ko" ? "형식" : "Form"}: ${form}`]),
    ...(hint === undefined ? [] : [`${language === "ko" ? "고치면" : "Try"}: ${hint}`]),
  ];
  return [words[language], place, diagnostic.frame, ...help].join("\n");
}

function frameOf(source: string, span: Span, line: number, column: number): string {
  const lineStart = span.start - (column - 1);
  const shown = source.slice(span.start, span.start + FRAME_WIDTH);
  const newline = shown.indexOf("\n");
  const lineEnd = span.start + (newline < 0 ? shown.length : newline);
  const from = Math.max(lineStart, Math.min(span.start - 40, lineEnd - FRAME_WIDTH));
  const text = source.slice(from, Math.min(lineEnd, from + FRAME_WIDTH)).replace(UNSHOWN, " ");
  const caretEnd = Math.max(span.start + 1, Math.min(span.end, lineEnd, from + FRAME_WIDTH));
  const gutter = `${line} | `;
  const padding = " ".repeat(gutter.length + displayWidth(source.slice(from, span.start)));
  const caret = "^".repeat(Math.max(1, displayWidth(source.slice(span.start, caretEnd))));
  return `${gutter}${text}\n${padding}${caret}`;
}

/** Controls, and marks that turn the reading direction. */
const UNSHOWN = /[\p{Cc}\p{Bidi_Control}]/gu;
/** Hangul, Kana, Han, full-width forms and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

/** Columns a terminal gives a text: wide characters take two. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}
