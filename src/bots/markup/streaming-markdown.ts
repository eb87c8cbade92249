import { draftOf, openFenceStart } from "./draft-markup.ts";
import { type AnswerPage, answerMarkup, tableHead } from "./markdown.ts";
import { scanLines } from "./parse-markup.ts";
import type { MeasureText } from "./split-text.ts";

/**
 * What can be shown of an answer in Markdown of which only a beginning is there, as `draftOf` does for light markup: a reader sees
 * the beginning of what `answerMarkup` makes of the whole for the same page. A table is held back until it has ended, and so is a
 * line of which it is not sure yet what it is. At most `maxLength` long by `measure`; empty where nothing is finished.
 */
export function answerDraft(
  beginning: string,
  page: AnswerPage,
  maxLength: number,
  measure?: MeasureText,
): string {
  const lineStart = beginning.lastIndexOf("\n") + 1;
  const fenceStart = openFenceStart(beginning.slice(0, lineStart));
  if (fenceStart !== undefined) {
    const before = beginning.slice(0, fenceStart);
    const shown = before === "" ? "" : `${answerMarkup(before.replace(/\n$/, ""), page)}\n`;
    return draftOf(shown + beginning.slice(fenceStart), maxLength, measure);
  }
  const settled = beginning.slice(0, settledEnd(beginning, lineStart));
  return draftOf(answerMarkup(settled, page), maxLength, measure);
}

/** Where the lines end of which it is sure what they are. */
function settledEnd(beginning: string, lineStart: number): number {
  const last = beginning.slice(lineStart);
  const lines = scanLines(beginning.slice(0, lineStart)).slice(0, -1);
  const rows = lines.slice(
    lines.findLastIndex((line) => line.kind !== "text" || !hasBar(line)) + 1,
  );
  const table = rows.findIndex((row, index) => {
    const next = rows[index + 1];
    return next !== undefined && tableHead(textOf(row), textOf(next)) !== undefined;
  });
  const start = rows[table]?.start;
  if (start !== undefined) return start;
  const head = rows.at(-1);
  if (head !== undefined && /^[\s|:-]*$/.test(last)) return head.start;
  return isSure(last) ? beginning.length : lineStart;

  function textOf(line: { readonly start: number; readonly end: number }): string {
    return beginning.slice(line.start, line.end);
  }
  function hasBar(line: { readonly start: number; readonly end: number }): boolean {
    return textOf(line).includes("|");
  }
}

/** False for a line that may become a heading, a line across the page, a bullet, a box or a row by what follows. */
function isSure(line: string): boolean {
  const inner = line.replace(/^ {0,3}>[ >]*/, "");
  if (line.includes("|") || /^ {0,3}#/.test(inner)) return false;
  return !/^\s*(?:[-*_\s]*|[-*+]\s*(?:\[[ xX]?\]?\s*)?|>[ >]*)$/.test(inner);
}
