import { scanLines, toPlainText } from "./parse-markup.ts";
import { columnsMarkup, recordsMarkup, type Table, tableForm } from "./tables.ts";

/** Letters of code in a line of a phone held upright, in columns of a terminal. */
export const PHONE_COLUMNS = 36;

const RULER = "———";

/** A table of an answer that does not fit into its words. */
export interface WideTable {
  readonly table: Table;
  readonly form: "picture" | "file";
  /** Its place among the wide tables of the answer, from 0. */
  readonly index: number;
  /** What stands over it, or the names of its columns; plain text on one line. */
  readonly title: string;
}

/** Where an answer is shown. */
export interface AnswerPage {
  /** Letters of code that a line holds, in columns of a terminal. */
  readonly columns: number;
  /** What stands in the words for a table that does not fit into them. */
  readonly showWide: (wide: WideTable) => string;
}

/** A phone, and nothing beside the words. */
const WORDS_ALONE: AnswerPage = {
  columns: PHONE_COLUMNS,
  showWide: ({ table }) => recordsMarkup(table),
};

/**
 * The Markdown that language models write as light markup: headings become bold lines, all bullets "-", boxes ☐ and ☑, and a
 * line across the page ———. A table that fits the page stands in aligned columns, of a wider one the page says what is shown
 * (default: a block of "name: value" lines for each row), and quotes in quotes are one. Fences, code, links and every other
 * text stay as they are. Never throws.
 */
export function answerMarkup(markdown: string, page: AnswerPage = WORDS_ALONE): string {
  const lines = scanLines(markdown).map(({ kind, start, end }) => ({
    isText: kind === "text",
    text: markdown.slice(start, end),
  }));
  const shown: string[] = [];
  let index = 0;
  let wideCount = 0;
  while (index < lines.length) {
    const line = lines[index] ?? { isText: false, text: "" };
    const table = tableAt(lines, index);
    if (table === undefined) {
      shown.push(line.isText ? lineMarkup(line.text) : line.text);
      index += 1;
      continue;
    }
    index += 2 + table.rows.length;
    const form = tableForm(table, page.columns);
    const title = titleOver(shown) ?? toPlainText(table.names.join(" · "));
    if (form === "columns") shown.push(columnsMarkup(table));
    else shown.push(page.showWide({ table, form, index: wideCount++, title }));
  }
  return shown.join("\n");
}

/** True for a text that has a table of Markdown in it. */
export function hasTable(text: string): boolean {
  const lines = scanLines(text).map(({ kind, start, end }) => ({
    isText: kind === "text",
    text: text.slice(start, end),
  }));
  return lines.some((_, index) => tableAt(lines, index) !== undefined);
}

interface Line {
  readonly isText: boolean;
  readonly text: string;
}

/** The table that begins with a line, if one does. */
function tableAt(lines: readonly Line[], index: number): Table | undefined {
  const [line, next] = [lines[index], lines[index + 1]];
  if (line?.isText !== true || next?.isText !== true) return undefined;
  const head = tableHead(line.text, next.text);
  if (head === undefined) return undefined;
  const rows = rowsFrom(lines, index + 2).map((row) => fittedRow(row, head.names.length));
  return { ...head, rows };
}

/** A bold line, as a heading is, that nothing but empty lines parts from what follows. */
function titleOver(shown: readonly string[]): string | undefined {
  const last = shown.findLast((line) => line.trim() !== "") ?? "";
  return /^\*\*[^*]+\*\*:?$/.test(last) ? toPlainText(last).replace(/:$/, "") : undefined;
}

/** The rows of a table end with the first line that has no cells. */
function rowsFrom(lines: readonly Line[], from: number): readonly (readonly string[])[] {
  const rest = lines.slice(from);
  const end = rest.findIndex(({ isText, text }) => !isText || !text.includes("|"));
  return rest.slice(0, end < 0 ? rest.length : end).map(({ text }) => cellsOf(text));
}

/** Cells beyond the last column stay in it, with the bars that parted them: most often a bar stood inside a cell. */
function fittedRow(row: readonly string[], columns: number): readonly string[] {
  if (row.length <= columns) return row;
  return [...row.slice(0, columns - 1), row.slice(columns - 1).join(" | ")];
}

function lineMarkup(line: string): string {
  if (/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) return RULER;
  const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(line)?.[1]?.replace(/[ \t]+#+[ \t]*$/, "");
  if (heading !== undefined) return `**${heading.replaceAll("**", "").trim()}**`;
  const quoted = /^ {0,3}>[ >]*(?:$|(?<= )(?=\S))/.exec(line)?.[0];
  if (quoted !== undefined) return `> ${lineMarkup(line.slice(quoted.length))}`;
  const [, indent = "", box, item] =
    /^([ \t]*)[-*+][ \t]+(?:\[([ xX])\][ \t]+)?(\S.*)$/.exec(line) ?? [];
  if (item === undefined) return line;
  const mark = box === undefined ? "-" : box === " " ? "☐" : "☑";
  return `${indent}${mark} ${item}`;
}

/** More columns nobody reads; each row would have as many cells, however short it is. */
const MOST_COLUMNS = 60;

/** TableHead := cells "|" cells, and under it as many rulers: `| a | b |` over `|---|--:|`. Undefined for any two other lines, and for more than 60 columns. */
export function tableHead(
  head: string,
  ruler: string,
): Pick<Table, "names" | "isRight"> | undefined {
  if (!head.includes("|") || !ruler.includes("|")) return undefined;
  const names = cellsOf(head);
  const rulers = cellsOf(ruler);
  const isRuler = rulers.every((cell) => /^:?-+:?$/.test(cell));
  if (!isRuler || names.length < 2 || rulers.length !== names.length) return undefined;
  if (names.length > MOST_COLUMNS) return undefined;
  return { names, isRight: rulers.map((cell) => /^-+:$/.test(cell)) };
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll("\\|", "|").trim());
}
