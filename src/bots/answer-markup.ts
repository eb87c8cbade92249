import { textWidth } from "./console-width.ts";
import { codeBlock, scanLines, toPlainText } from "./markup.ts";

/** Widest table that is shown as columns, in columns of a terminal: a phone held upright shows about so many letters of code in a line. */
const MAX_TABLE_WIDTH = 36;

const GAP = "  ";
const RULER = "———";

/**
 * The Markdown that language models write as light markup: headings become bold lines, all bullets "-", boxes ☐ and ☑, and a
 * line across the page ———. A table that fits a phone stands in aligned columns, a wider one as a
 * block of "name: value" lines for each row, and quotes in quotes are one. Fences, code, links and every other text stay as they are. Pure; never throws.
 */
export function answerMarkup(markdown: string): string {
  const lines = scanLines(markdown).map(({ kind, start, end }) => ({
    isText: kind === "text",
    text: markdown.slice(start, end),
  }));
  const shown: string[] = [];
  for (let index = 0; index < lines.length; ) {
    const [line, next] = [lines[index], lines[index + 1]];
    const head = line?.isText && next?.isText ? tableHead(line.text, next.text) : undefined;
    if (head === undefined) {
      shown.push(line?.isText ? lineMarkup(line.text) : (line?.text ?? ""));
      index += 1;
      continue;
    }
    const rows = rowsFrom(lines, index + 2);
    shown.push(tableMarkup({ ...head, rows }));
    index += 2 + rows.length;
  }
  return shown.join("\n");
}

/** The rows of a table end with the first line that has no cells. */
function rowsFrom(
  lines: readonly { readonly isText: boolean; readonly text: string }[],
  from: number,
): readonly (readonly string[])[] {
  const rest = lines.slice(from);
  const end = rest.findIndex(({ isText, text }) => !isText || !text.includes("|"));
  return rest.slice(0, end < 0 ? rest.length : end).map(({ text }) => cellsOf(text));
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

interface Table {
  readonly names: readonly string[];
  /** True for each column that stands to the right. */
  readonly isRight: readonly boolean[];
  readonly rows: readonly (readonly string[])[];
}

/** TableHead := cells "|" cells, and under it as many rulers: `| a | b |` over `|---|--:|`. */
function tableHead(head: string, ruler: string): Pick<Table, "names" | "isRight"> | undefined {
  if (!head.includes("|") || !ruler.includes("|")) return undefined;
  const names = cellsOf(head);
  const rulers = cellsOf(ruler);
  const isRuler = rulers.every((cell) => /^:?-+:?$/.test(cell));
  if (!isRuler || names.length < 2 || rulers.length !== names.length) return undefined;
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

function tableMarkup(table: Table): string {
  const plain = [table.names, ...table.rows].map((row) =>
    table.names.map((_, column) => toPlainText(row[column] ?? "")),
  );
  const widths = table.names.map((_, column) =>
    Math.max(...plain.map((row) => textWidth(row[column] ?? ""))),
  );
  const width = widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));
  if (width > MAX_TABLE_WIDTH) return recordsMarkup(table);
  const [names = [], ...rows] = plain.map((row) => alignedRow(row, widths, table.isRight));
  const line = widths.map((each) => "─".repeat(each)).join(GAP);
  return codeBlock([names, line, ...rows].join("\n"));
}

function alignedRow(
  row: readonly string[],
  widths: readonly number[],
  isRight: readonly boolean[],
): string {
  const cells = row.map((cell, column) => {
    const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - textWidth(cell)));
    return isRight[column] === true ? space + cell : cell + space;
  });
  return cells.join(GAP).trimEnd();
}

function recordsMarkup({ names, rows }: Table): string {
  if (rows.length === 0) return names.join(" | ");
  return rows
    .map((row) =>
      [
        lineMarkup(`# ${row[0] === undefined || row[0] === "" ? "–" : row[0]}`),
        ...names.slice(1).flatMap((name, index) => {
          const cell = row[index + 1] ?? "";
          return cell === "" ? [] : [`- ${name}: ${cell}`];
        }),
      ].join("\n"),
    )
    .join("\n\n");
}
