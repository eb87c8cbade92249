import { createInterface, type Key } from "node:readline";
import { Readable } from "node:stream";
import type { ConsoleOutput } from "./surface.ts";

/** Lines of history that the up key brings back; they live as long as the process. */
const HISTORY_SIZE = 500;

/** Stands for a newline while a message of several lines is edited on one. */
const NEWLINE_MARK = "⏎";

/** The line at the bottom of the screen that a person types on, while messages are printed above it. */
export interface PromptLine {
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
export function openPromptLine(output: ConsoleOutput, onLine: (text: string) => void): PromptLine {
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
