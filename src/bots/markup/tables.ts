import { codeBlock, toPlainText } from "./parse-markup.ts";
import { textWidth } from "./text-width.ts";

/** A table of an answer; its cells are light markup on one line. */
export interface Table {
  readonly names: readonly string[];
  /** True for each column that stands to the right. */
  readonly isRight: readonly boolean[];
  /** May have fewer cells than there are names, and no more. */
  readonly rows: readonly (readonly string[])[];
}

/** How a table is shown: aligned in the text, as a picture, as a block of lines for each row, or as a file with its head in the text. */
export type TableForm = "columns" | "picture" | "file";

/** Largest table that is still read as a picture on a phone. */
const MOST_PICTURE_COLUMNS = 12;
const MOST_PICTURE_ROWS = 30;

const GAP = "  ";

/** How to show a table where a line of code holds `columns` letters, Korean ones counting two. Pure. */
export function tableForm(table: Table, columns: number): TableForm {
  const widths = widthsOf(plainRows(table));
  if (totalWidth(widths) <= columns) return "columns";
  const isSmall = widths.length <= MOST_PICTURE_COLUMNS && table.rows.length <= MOST_PICTURE_ROWS;
  return isSmall ? "picture" : "file";
}

/** The table as aligned columns of code. */
export function columnsMarkup(table: Table): string {
  const plain = plainRows(table);
  const widths = widthsOf(plain);
  const [names = [], ...rows] = plain.map((row) => alignedRow(row, widths, table.isRight));
  const line = widths.map((each) => "─".repeat(each)).join(GAP);
  return codeBlock([names, line, ...rows].join("\n"));
}

/** The names, then the rows, as plain text, each of as many cells as there are names. */
export function plainRows({ names, rows }: Table): readonly (readonly string[])[] {
  return [names, ...rows].map((row) =>
    names.map((_, column) => {
      const cell = row[column] ?? "";
      return cell === "" ? "" : toPlainText(cell).replaceAll("\n", " ");
    }),
  );
}

/** A block of "name: value" lines for each row, the first of them bold. */
export function recordsMarkup({ names, rows }: Table): string {
  if (rows.length === 0) return names.join(" | ");
  return rows.map((row) => recordMarkup(names, row)).join("\n\n");
}

function recordMarkup([first = "", ...names]: readonly string[], row: readonly string[]): string {
  const [title = "", ...cells] = row;
  const named = [first, title === "" ? "–" : title].filter((part) => part !== "").join(": ");
  const lines = names.flatMap((name, index) => {
    const cell = cells[index] ?? "";
    return cell === "" ? [] : [`- ${name}: ${cell}`];
  });
  return [`**${named.replaceAll("**", "")}**`, ...lines].join("\n");
}

function widthsOf(plain: readonly (readonly string[])[]): readonly number[] {
  const [names = []] = plain;
  return names.map((_, column) =>
    plain.reduce((width, row) => Math.max(width, textWidth(row[column] ?? "")), 0),
  );
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));
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

/** What Excel needs to read a file as UTF-8 (Unicode, byte order mark). */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Rows as a CSV file (RFC 4180: CRLF after every row, quotes around cells that hold a comma, a quote or a line end). A cell that a
 * spreadsheet would run as a formula gets an apostrophe before it (OWASP, "CSV Injection"); negative numbers stay numbers.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map(cellOf).join(",")}\r\n`);
  return BYTE_ORDER_MARK + lines.join("");
}

function cellOf(text: string): string {
  const isNumber = /^-\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
