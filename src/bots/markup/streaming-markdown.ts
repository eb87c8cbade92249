import { settledLength } from "./inline.ts";
import { type AnswerPage, answerMarkup, tableHead } from "./markdown.ts";
import { quotePrefix, scanLines } from "./parse-markup.ts";
import { type MeasureText, splitText } from "./split-text.ts";

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

/** Stands behind words to which more will be added. */
const MORE = "…";

/**
 * What can be shown of a text in light markup of which only a beginning is there: well-formed markup of what is finished in it,
 * and a mark that more comes. An open fence is closed; words in marks, code and links that are open, the last character, and rows of a
 * table that are not whole are left out. A reader sees the beginning of what the whole text will show (a table grows as a
 * whole, and a fence is taken to be closed in the end), at most `maxLength` long by `measure`. Empty where nothing is finished.
 */
export function draftOf(beginning: string, maxLength: number, measure?: MeasureText): string {
  // More than this is not shown however much of it is markup.
  const settled = settledMarkup(beginning.slice(0, 8 * maxLength));
  if (settled === "") return "";
  const [first = ""] = splitText(settled, maxLength - MORE.length - 1, measure);
  return first.endsWith("```") ? `${first}\n${MORE}` : `${first} ${MORE}`;
}

/** The part of a beginning that reads the same whatever follows, with an open fence closed. */
function settledMarkup(beginning: string): string {
  const text = withoutLastCluster(beginning);
  const lineStart = text.lastIndexOf("\n") + 1;
  const line = text.slice(lineStart);
  const before = text.slice(0, lineStart);
  const opener = openFence(before);
  if (opener !== undefined) return closedFence(text, opener);
  const isUnsure = /^ {0,3}(?:`{3,}[^`]*|>\s*)$/.test(line) || isRow(line);
  const prefix = quotePrefix(line);
  const settled =
    prefix + line.slice(prefix.length, prefix.length + settledLength(line.slice(prefix.length)));
  const whole = isUnsure ? before : before + settled;
  return withoutLoneRow(withoutBlankEnd(whole), whole);
}

/** The last character may become another one by what follows, as an emoji does; a newline stays one. */
function withoutLastCluster(written: string): string {
  const text = written.replace(/[\uD800-\uDBFF]$/, "");
  if (text.endsWith("\n")) return text;
  const from = Math.max(0, text.length - LONGEST_CLUSTER);
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const last = [...segmenter.segment(text.slice(from))].at(-1);
  return text.slice(0, from + (last?.index ?? 0));
}

/** No everyday cluster is longer, in UTF-16 units. */
const LONGEST_CLUSTER = 64;

interface OpenFence {
  readonly start: number;
  readonly width: number;
  readonly bodyStart: number;
}

/** Where the fence begins that whole lines end in, as a UTF-16 offset; undefined where none is open. */
function openFenceStart(lines: string): number | undefined {
  return openFence(lines)?.start;
}

/** The fence that whole lines end in: the first that would open one and that nothing closes. */
function openFence(lines: string): OpenFence | undefined {
  for (const { kind, start, end } of scanLines(lines)) {
    if (kind !== "text") continue;
    const match = /^ {0,3}(`{3,})[^`]*$/.exec(lines.slice(start, end));
    if (match !== null) return { start, width: match[1]?.length ?? 3, bodyStart: end + 1 };
  }
  return undefined;
}

/** A last line that may become the closing one is left out, and so is a fence with nothing in it. */
function closedFence(text: string, { start, width, bodyStart }: OpenFence): string {
  const body = text.slice(bodyStart).replace(/(?:^|\n)[ \t]*`*[ \t]*$/, "");
  if (body.trim() === "") return withoutBlankEnd(text.slice(0, start));
  return `${text.slice(0, bodyStart)}${body}\n${"`".repeat(width)}`;
}

/** A single row at the end may be the head of a table, which is known by its next line. */
function withoutLoneRow(trimmed: string, whole: string): string {
  const lines = trimmed.split("\n");
  const isLast = whole.slice(trimmed.length).split("\n").length <= 2;
  const isLone = isLast && isRow(lines.at(-1) ?? "") && !isRow(lines.at(-2) ?? "");
  return isLone ? withoutBlankEnd(lines.slice(0, -1).join("\n")) : trimmed;
}

/** Without empty lines at the end, quoted ones among them. */
function withoutBlankEnd(text: string): string {
  const lines = text.trimEnd().split("\n");
  const last = lines.findLastIndex((line) => !/^\s*>?\s*$/.test(line));
  return lines
    .slice(0, last + 1)
    .join("\n")
    .trimEnd();
}

function isRow(line: string): boolean {
  return line.trimStart().startsWith("|");
}
