import { createInterface, type Key } from "node:readline";
import { Readable } from "node:stream";
import type { Clock } from "../../base/clock.ts";
import type { Language } from "../../base/localized.ts";
import type { WideTable } from "../markup/markdown.ts";
import { answerDraft } from "../markup/streaming-markdown.ts";
import { graphemesOf, graphemeWidth, textWidth } from "../markup/text-width.ts";
import { wideWords } from "../markup/wide-tables.ts";
import { oneLine, renderMessage } from "./message.ts";
import type { Page } from "./rows.ts";
import type { ConsoleOutput } from "./surface.ts";

const DEFAULT_COLUMNS = 80;

/** What stands on a terminal: messages above, the line to type on below. */
export type ConsoleScreen = ReturnType<typeof createConsoleScreen>;

/** A screen without a line; `promptOf` is asked for the prompt each time the line is drawn. */
export function createConsoleScreen(parts: {
  readonly output: ConsoleOutput;
  readonly useColour: boolean;
  readonly clock: Clock;
  /** Of what is said of an answer that is being written. */
  readonly language: Language;
  readonly promptOf: (page: Page) => string;
}) {
  const { output, useColour, clock, language } = parts;
  const making = createConsoleMaking({ clock, language, draw: () => draw("") });
  let line: PromptLine | undefined;

  const page = (): Page => ({ columns: output.columns || DEFAULT_COLUMNS, useColour });
  const draw = (above: string): void => {
    if (line === undefined) output.write(above);
    else line.show(`${making.prefix(page().columns)}${parts.promptOf(page())}`, above);
  };

  return {
    page,
    /** The line to type on, while it is open. */
    line: () => line,
    open(onLine: (text: string) => void): void {
      line = openPromptLine(output, onLine);
      draw("");
    },
    close(): void {
      making.stop();
      line?.close();
      line = undefined;
    },
    /** Draws the line again, with the prompt as it is now. */
    refresh: (): void => draw(""),
    /** Prints rows above the line. */
    print(rows: string): void {
      making.stop();
      draw(`${rows}\n`);
    },
    /** Shows "…" before the prompt until something is printed, or for some seconds. */
    typing: (): void => making.typing(),
    /** Shows the words of an answer that is being written, `text` being all of them so far, until something is printed or for some seconds. */
    draft: (text: string): void => making.draft(text),
  };
}

/** Lines of history that the up key brings back; they live as long as the process. */
const HISTORY_SIZE = 500;

/** Stands for a newline while a message of several lines is edited on one. */
const NEWLINE_MARK = "⏎";

/** The line at the bottom of the screen that a person types on, while messages are printed above it. */
interface PromptLine {
  /** What stands typed. */
  text(): string;
  /** Writes `above` (empty, or ending with a newline) and draws the line below it with this prompt; what is typed stays. */
  show(prompt: string, above?: string): void;
  /** Types or edits. */
  key(text: string | undefined, key: Key): void;
  /** Puts text, which may have several lines, where the cursor is. */
  insert(text: string): void;
  /** Removes all that is typed. */
  clear(): void;
  /** Takes the line off the screen for good. */
  close(): void;
}

/** Opens a line on a terminal; `onLine` gets each message that was ended with Enter, and the line shows again at the next `show`. */
function openPromptLine(output: ConsoleOutput, onLine: (text: string) => void): PromptLine {
  // Keys are handed in one by one, so that each is judged with the line as it is then; readline's own input stays silent.
  const silent = new Readable({ read() {} });
  const editor = createInterface({
    input: silent,
    output,
    terminal: true,
    historySize: HISTORY_SIZE,
    removeHistoryDuplicates: true,
  });
  editor.on("SIGTSTP", () => {}); // a suspended service would keep its lease and answer nobody
  let isShown = false;

  /** Clears the line; returns the rows the cursor stood below the first, which readline goes up again when it draws next. */
  const erase = (): number => {
    if (!isShown) return 0;
    const { rows } = editor.getCursorPos();
    output.write(`${rows > 0 ? `\x1b[${rows}A` : ""}\r\x1b[J`);
    return rows;
  };

  editor.on("line", (line) => {
    isShown = false;
    onLine(line.replaceAll(NEWLINE_MARK, "\n"));
  });
  return {
    text: () => editor.line,
    show(prompt, above = "") {
      const rows = erase();
      isShown = true;
      output.write(above + "\n".repeat(rows));
      editor.setPrompt(prompt);
      editor.prompt(true);
    },
    key: (text, key) => editor.write(text, key),
    insert: (text) => editor.write(onOneLine(text)),
    clear() {
      editor.write(null, { ctrl: true, name: "e" });
      editor.write(null, { ctrl: true, name: "u" });
    },
    close() {
      erase();
      isShown = false;
      editor.close();
    },
  };
}

/** Newlines of every kind that readline would take for Enter become marks; other control characters are dropped, tabs are spaces. */
function onOneLine(text: string): string {
  return text
    .replace(/\r\n|[\n\r\u2028\u2029]/g, NEWLINE_MARK)
    .replaceAll("\t", "    ")
    .replace(/\p{Cc}/gu, "");
}

const MARK = "… ";

/** How long one `typing` shows, as on Telegram (Bot API, sendChatAction: 5 seconds or less). */
const TYPING_MS = 5000;

/** An answer that is being written is drawn again at most this often. */
const DRAW_EVERY_MS = 80;

/** Longest answer of which the end is shown while it is written, in UTF-16 units. */
const LONGEST_ANSWER = 1_000_000;

/** One row for each line of a message. */
const UNBROKEN: Page = { columns: Number.POSITIVE_INFINITY, useColour: false };

/** Where a draft is shown, and to whom. */
interface DraftPlace {
  readonly columns: number;
  readonly language: Language;
}

/** Tells on a screen that an answer is being made; nothing is yet. `draw` is called whenever it is to be shown anew. */
function createConsoleMaking({
  clock,
  language,
  draw,
}: {
  readonly clock: Clock;
  readonly language: Language;
  readonly draw: () => void;
}) {
  let shown: AbortController | undefined;
  let words = "";
  let drawnAtMs = 0;

  const stop = (): void => {
    shown?.abort();
    shown = undefined;
    words = "";
  };
  /** Shows for some seconds; true when nothing was shown before. */
  const begin = (): boolean => {
    const isNew = shown === undefined;
    shown?.abort();
    const mine = new AbortController();
    shown = mine;
    clock.sleep(TYPING_MS, mine.signal).then(
      () => {
        stop();
        draw();
      },
      () => {}, // something was printed, or it was asked for again
    );
    return isNew;
  };
  return {
    stop,
    /** What stands before the prompt: the words so far on a row of their own, or a mark; empty when nothing is being made. */
    prefix(columns: number): string {
      if (shown === undefined) return "";
      const row = draftRow(words, { columns, language });
      return row === "" ? MARK : `${row}\n`;
    },
    typing(): void {
      if (begin()) draw();
    },
    /** `text` is all that was written so far. */
    draft(text: string): void {
      words = text;
      const isNew = begin();
      if (!isNew && clock.now() - drawnAtMs < DRAW_EVERY_MS) return;
      drawnAtMs = clock.now();
      draw();
    },
  };
}

/** The end of the last line of what can be shown of an answer that is still being written, on one row of `columns`; empty while there is nothing. */
export function draftRow(text: string, { columns, language }: DraftPlace): string {
  const page = { language, columns, isDrawn: () => false };
  const showWide = (wide: WideTable): string => wideWords(wide, page);
  const draft = answerDraft(text, { columns, showWide }, LONGEST_ANSWER);
  const words = draft.replace(/(?:^|[ \n])…$/, ""); // the row has a mark of its own
  const rows = renderMessage({ text: words }, UNBROKEN, { hasKeys: false });
  const line = oneLine(rows.split("\n").at(-1) ?? "");
  return line === "" ? "" : `${MARK}${endOf(line, columns - textWidth(MARK) - 1)}`;
}

/** The last characters of a text that fit into so many columns. */
function endOf(line: string, columns: number): string {
  const graphemes = graphemesOf(line);
  let width = 0;
  let start = graphemes.length;
  for (; start > 0; start -= 1) {
    width += graphemeWidth(graphemes[start - 1] ?? "");
    if (width > columns) break;
  }
  return graphemes.slice(start).join("");
}
