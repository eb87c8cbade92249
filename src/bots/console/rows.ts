import { visibleText } from "../../base/visible-text.ts";
import { graphemesOf, graphemeWidth } from "../markup/text-width.ts";

/** How a piece of text looks; without colour all look the same. */
export type TextStyle = keyof typeof SGR;

/** A piece of one line. */
export interface Span {
  readonly text: string;
  readonly style: TextStyle;
}

/** What is written on: `columns` may be Infinity, where lines are never cut. */
export interface Page {
  readonly columns: number;
  readonly useColour: boolean;
}

/** Select Graphic Rendition parameters (ECMA-48, 8.3.117): bold 1, faint 2, italicized 3, crossed-out 9, cyan 36. */
const SGR = {
  plain: "",
  bold: "1",
  italic: "3",
  boldItalic: "1;3",
  struck: "9",
  code: "36",
  dim: "2",
  key: "1;36",
} as const;

const TAB_COLUMNS = 8;

interface Cell extends Span {
  readonly width: number;
}

/** One line as terminal rows joined with newlines: cleaned, wrapped between words where one fits, styled when the page has colour. */
export function layOutLine(line: readonly Span[], page: Page): string {
  return wrap(cellsOf(line, page), page.columns)
    .map((row) => rowText(row, page.useColour))
    .join("\n");
}

/** A text in one style, without wrapping. */
export function styled(text: string, style: TextStyle, useColour: boolean): string {
  return useColour && SGR[style] !== "" ? `\x1b[${SGR[style]}m${text}\x1b[0m` : text;
}

function cellsOf(line: readonly Span[], page: Page): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const { text, style } of line) {
    for (const grapheme of graphemesOf(visibleText(text).replaceAll("\n", " "))) {
      const isTab = grapheme === "\t" && page.columns !== Number.POSITIVE_INFINITY;
      const width = isTab ? TAB_COLUMNS - (column % TAB_COLUMNS) : graphemeWidth(grapheme);
      cells.push({ text: isTab ? " ".repeat(width) : grapheme, style, width });
      column += width;
    }
  }
  return cells;
}

function wrap(cells: readonly Cell[], columns: number): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let width = 0;
  for (const cell of cells) {
    if (width + cell.width > columns && row.length > 0) {
      const cut = isBlank(cell) ? row.length : afterLastBlank(row);
      rows.push(row.slice(0, cut));
      row = row.slice(cut);
      width = row.reduce((sum, kept) => sum + kept.width, 0);
      if (isBlank(cell)) continue;
    }
    row.push(cell);
    width += cell.width;
  }
  return [...rows, row];
}

/** Where the last word of a full row begins; its end when there is only one word. */
function afterLastBlank(row: readonly Cell[]): number {
  const blank = row.findLastIndex(isBlank);
  return blank <= 0 ? row.length : blank + 1;
}

function isBlank(cell: Cell): boolean {
  return cell.text.trim() === "";
}

function rowText(row: readonly Cell[], useColour: boolean): string {
  let text = "";
  let piece = "";
  row.forEach((cell, index) => {
    piece += cell.text;
    if (row[index + 1]?.style === cell.style) return;
    text += styled(piece, cell.style, useColour);
    piece = "";
  });
  return useColour ? text : text.trimEnd();
}
