import { escapeHtml, visibleText } from "../../base/visible-text.ts";
import { plainRows, type Table } from "./tables.ts";
import { fitWidth, textWidth } from "./text-width.ts";

/** The family name inside the shipped font file. */
const FONT_FAMILY = "NanumGothic";

const FONT_SIZE = 16; // CSS pixels
const LETTER_WIDTH = 8.8; // of one column of a terminal at that size, with some room; Korean letters take two
const LINE_HEIGHT = 22;
const PADDING = 10; // around the text of a cell
const MARGIN = 14;
const MOST_LETTERS = 24; // of a line in a cell, in columns of a terminal
const MOST_LINES = 5; // of a cell; what is longer ends in "…"
const MOST_PIXELS = 1_500_000; // a PNG has four times as many; a larger table is drawn smaller
const FLATTEST = 19; // Telegram takes photos of a ratio of 20 at most (Bot API, sendPhoto)

/** A table as SVG text on a white ground: the head in grey, every second row tinted, numbers to the right, long cells on several lines. Pure. */
export function tableSvg(table: Table): string {
  const rows = plainRows(table).map((row) => row.map((cell) => linesOf(drawable(cell))));
  const widths = table.names.map((_, column) => widthOf(rows, column));
  const heights = rows.map(
    (row) => Math.max(1, ...row.map((lines) => lines.length)) * LINE_HEIGHT + PADDING,
  );
  const width = Math.ceil(widths.reduce((sum, each) => sum + each, 2 * MARGIN));
  const tall = heights.reduce((sum, each) => sum + each, 2 * MARGIN);
  const height = Math.max(tall, Math.ceil(width / FLATTEST));
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const shapes: string[] = [];
  let top = MARGIN;
  for (const [index, row] of rows.entries()) {
    const rowHeight = heights[index] ?? LINE_HEIGHT;
    shapes.push(ground(index, { top, width: width - 2 * MARGIN, height: rowHeight }));
    shapes.push(...rowText(row, { top, widths, isRight: table.isRight, isHead: index === 0 }));
    top += rowHeight;
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${Math.floor(width * scale)}" height="${Math.floor(height * scale)}" ` +
    `font-family="${FONT_FAMILY}" font-size="${FONT_SIZE}"><rect width="100%" height="100%" fill="#fff"/>` +
    `${shapes.join("")}</svg>`
  );
}

function widthOf(rows: readonly (readonly (readonly string[])[])[], column: number): number {
  const letters = rows.flatMap((row) => (row[column] ?? []).map(textWidth));
  return Math.max(2, ...letters) * LETTER_WIDTH + 2 * PADDING;
}

function ground(
  index: number,
  { top, width, height }: { readonly top: number; readonly width: number; readonly height: number },
): string {
  const colour = index === 0 ? "#e5e7eb" : index % 2 === 0 ? "#f3f4f6" : "#fff";
  return `<rect x="${MARGIN}" y="${top}" width="${width}" height="${height}" fill="${colour}"/>`;
}

function rowText(
  row: readonly (readonly string[])[],
  facts: {
    readonly top: number;
    readonly widths: readonly number[];
    readonly isRight: readonly boolean[];
    readonly isHead: boolean;
  },
): readonly string[] {
  let left = MARGIN;
  return row.flatMap((lines, column) => {
    const width = facts.widths[column] ?? 0;
    const isRight = facts.isRight[column] === true;
    const x = isRight ? left + width - PADDING : left + PADDING;
    const anchor = isRight ? ' text-anchor="end"' : "";
    const colour = facts.isHead ? "#374151" : "#111827";
    left += width;
    return lines.map((line, index) => {
      const y = facts.top + PADDING / 2 + FONT_SIZE + index * LINE_HEIGHT;
      return `<text x="${x}" y="${y}"${anchor} fill="${colour}">${escapeHtml(line)}</text>`;
    });
  });
}

/** Words on lines of at most so many letters; a word longer than a line is cut. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(joined) <= MOST_LETTERS) lines[lines.length - 1] = joined;
    else lines.push(fitWidth(word, MOST_LETTERS));
  }
  if (lines.length <= MOST_LINES) return lines;
  const kept = lines.slice(0, MOST_LINES);
  return [...kept.slice(0, -1), fitWidth(`${kept.at(-1) ?? ""} ……`, MOST_LETTERS)];
}

/** Without pictographs and control characters, which the shipped font does not have or XML does not allow. */
function drawable(text: string): string {
  return visibleText(text)
    .replace(/\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|\u{200D}|\u{FE0F}/gu, "")
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, " ")
    .trim();
}
