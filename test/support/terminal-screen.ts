import { graphemeWidth } from "../../src/bots/markup/text-width.ts";

const ESC = "\u001b";
const BEL = "\u0007";

/** A control sequence (CSI), an operating system command (OSC) or a two-character escape. */
const SEQUENCE = new RegExp(
  `${ESC}\\[([0-?]*)[ -/]*([@-~])|${ESC}\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)|${ESC}[^[\\]]`,
  "gu",
);
/** The start of a sequence whose end has not come yet. */
const CUT_OFF = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*|\\][^${BEL}${ESC}]*${ESC}?)?$`, "u");

/** What a terminal would show: as many rows as it takes, `columns` wide. */
export interface TerminalScreen {
  /** Takes output as the terminal gets it, in any pieces; a newline also returns, as a terminal's driver makes it. */
  write(text: string): void;
  /** The rows joined with newlines, blanks at their ends left out. */
  text(): string;
}

/** Output without its control sequences and carriage returns. */
export function withoutSequences(text: string): string {
  return text.replace(CUT_OFF, "").replace(new RegExp(SEQUENCE, "gu"), "").replaceAll("\r", "");
}

/** An empty screen that knows the sequences line editing needs. */
export function createTerminalScreen(columns: number): TerminalScreen {
  const rows: string[][] = [[]];
  let row = 0;
  let column = 0;
  let unread = "";

  const rowAt = (index: number): string[] => {
    while (rows.length <= index) rows.push([]);
    return rows[index]!;
  };
  const put = (character: string): void => {
    const width = graphemeWidth(character);
    if (width === 0) return;
    if (column + width > columns) {
      row += 1;
      column = 0;
    }
    const cells = rowAt(row);
    while (cells.length < column) cells.push(" ");
    cells.splice(column, width, character, ...(width === 2 ? [""] : []));
    column += width;
  };
  const controls: Readonly<Record<string, (count: number) => void>> = {
    A: (count) => {
      row = Math.max(0, row - count);
    },
    B: (count) => {
      row += count;
    },
    C: (count) => {
      column = Math.min(columns - 1, column + count);
    },
    D: (count) => {
      column = Math.max(0, Math.min(column, columns - 1) - count);
    },
    G: (count) => {
      column = count - 1;
    },
    J: () => {
      rowAt(row).splice(column);
      rows.splice(row + 1);
    },
    K: () => {
      rowAt(row).splice(column);
    },
  };
  const plain = (character: string): void => {
    if (character === "\n") row += 1;
    if (character === "\n" || character === "\r") column = 0;
    else if (character === "\b") column = Math.max(0, column - 1);
    else if (character >= " ") put(character);
  };

  const show = (text: string): void => {
    for (const character of text) plain(character);
  };

  return {
    write(text) {
      unread += text;
      const cutOff = CUT_OFF.exec(unread)?.[0] ?? "";
      const whole = unread.slice(0, unread.length - cutOff.length);
      unread = cutOff;
      let readTo = 0;
      for (const match of whole.matchAll(SEQUENCE)) {
        show(whole.slice(readTo, match.index));
        controls[match[2] ?? ""]?.(Number.parseInt(match[1] ?? "", 10) || 1);
        readTo = match.index + match[0].length;
      }
      show(whole.slice(readTo));
    },
    text: () => rows.map((cells) => cells.join("").trimEnd()).join("\n"),
  };
}
