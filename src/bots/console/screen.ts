import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Clock } from "../../base/clock.ts";
import type { Page } from "./rows.ts";
import type { ConsoleInput, ConsoleOutput } from "./surface.ts";

const DEFAULT_COLUMNS = 80;

/** Lines of history that the up key brings back; they live as long as the process. */
const HISTORY_SIZE = 500;

/** Stands for a newline while a message of several lines is edited on one. */
const NEWLINE_MARK = "⏎";

/** Bracketed paste: asked for, given up, and what stands around what is pasted (xterm control sequences, "Bracketed Paste Mode": DECSET and DECRST 2004). */
const PASTE = { on: "\x1b[?2004h", off: "\x1b[?2004l", begin: "\x1b[200~", end: "\x1b[201~" };

const CTRL_C = "\x03";
const ALT_ENTER = "\x1b\r";

/** Stands before the prompt while an answer is being made. */
const MARK = "… ";

/** How long one `typing` shows, as on Telegram (Bot API, sendChatAction: 5 seconds or less). */
const TYPING_MS = 5000;

/** What a screen is made of. */
export interface ConsoleScreenParts {
  readonly input: ConsoleInput;
  readonly output: ConsoleOutput;
  readonly useColour: boolean;
  readonly clock: Clock;
  /** Asked each time the line is drawn. */
  readonly promptOf: (page: Page) => string;
  /** A message was ended with Enter. */
  readonly onLine: (text: string) => void;
  /** One key came alone on an empty line; false where it is text. */
  readonly onKey: (key: string) => boolean;
  /** Ctrl-C; `isEmpty` when nothing stood typed. What was typed is gone. */
  readonly onInterrupt: (isEmpty: boolean) => void;
  /** Ctrl-D on an empty line, or the terminal went away. */
  readonly onEnd: () => void;
}

/** What stands on a terminal: messages above, the line to type on below. */
export type ConsoleScreen = ReturnType<typeof createConsoleScreen>;

/** A screen over readline, without a line until `open`. */
export function createConsoleScreen(parts: ConsoleScreenParts) {
  const { output, useColour, clock } = parts;
  let line: PromptLine | undefined;
  let typing: AbortController | undefined;

  const page = (): Page => ({ columns: output.columns || DEFAULT_COLUMNS, useColour });
  const draw = (above: string): void => {
    if (line === undefined) output.write(above);
    else line.show(`${typing === undefined ? "" : MARK}${parts.promptOf(page())}`, above);
  };
  const stopTyping = (): void => {
    typing?.abort();
    typing = undefined;
  };
  return {
    page,
    open(): void {
      line = openPromptLine(parts);
      draw("");
    },
    close(): void {
      stopTyping();
      line?.close();
      line = undefined;
    },
    /** Draws the line again, with the prompt as it is now. */
    refresh: (): void => draw(""),
    /** Prints rows above the line. */
    print(rows: string): void {
      stopTyping();
      draw(`${rows}\n`);
    },
    /** Shows "…" before the prompt until something is printed, or for some seconds. */
    typing(): void {
      stopTyping();
      const shown = new AbortController();
      typing = shown;
      draw("");
      clock.sleep(TYPING_MS, shown.signal).then(
        () => {
          stopTyping();
          draw("");
        },
        () => {}, // something was printed, or it was asked for again
      );
    },
  };
}

/** The line at the bottom of the screen that a person types on, while messages are printed above it. */
interface PromptLine {
  /** Writes `above` (empty, or ending with a newline) and draws the line below it with this prompt; what is typed stays. */
  show(prompt: string, above: string): void;
  /** Takes the line off the screen for good. */
  close(): void;
}

function openPromptLine(parts: ConsoleScreenParts): PromptLine {
  const { input, output } = parts;
  const { editor, onData } = openEditor(parts);
  let isShown = false;
  let isOpen = true;

  /** Clears the line; returns the rows the cursor stood below the first, which readline goes up again when it draws next. */
  const erase = (): number => {
    if (!isShown) return 0;
    const { rows } = editor.getCursorPos();
    output.write(`${rows > 0 ? `\x1b[${rows}A` : ""}\r\x1b[J`);
    return rows;
  };
  editor.on("line", (text) => {
    isShown = false;
    parts.onLine(text.replaceAll(NEWLINE_MARK, "\n"));
  });
  editor.on("close", () => {
    isOpen = false;
    parts.onEnd();
  });
  output.write(PASTE.on);
  input.on("data", onData);
  input.on("end", parts.onEnd);
  input.resume();
  return {
    show(prompt, above) {
      const rows = erase();
      isShown = isOpen;
      output.write(above + "\n".repeat(rows));
      if (!isOpen) return;
      editor.setPrompt(prompt);
      editor.prompt(true);
    },
    close() {
      erase();
      isShown = false;
      editor.close();
      input.off("data", onData);
      input.off("end", parts.onEnd);
      input.pause();
      output.write(PASTE.off);
    },
  };
}

/** readline's editor, and what takes the bytes of the terminal: pastes and single keys are taken out before readline sees them. */
function openEditor({ input, output, onKey, onInterrupt }: ConsoleScreenParts) {
  const keys = Object.assign(new Readable({ read() {} }), {
    setRawMode: (isRaw: boolean) => input.setRawMode?.(isRaw),
  });
  const editor = createInterface({
    input: keys,
    output,
    terminal: true,
    historySize: HISTORY_SIZE,
    removeHistoryDuplicates: true,
  });
  const onData = keyReader({
    isEmpty: () => editor.line === "",
    onKey,
    onTyped(text) {
      // One by one: of several at once readline (Node 20) puts what follows an arrow key at the end of the line.
      for (const each of text.replaceAll(ALT_ENTER, NEWLINE_MARK)) keys.emit("data", each);
    },
    onPaste: (text) => editor.write(onOneLine(text)),
  });
  editor.on("SIGINT", () => {
    const isEmpty = editor.line === "";
    editor.write(null, { ctrl: true, name: "e" });
    editor.write(null, { ctrl: true, name: "u" });
    onInterrupt(isEmpty);
  });
  editor.on("SIGTSTP", () => {}); // a suspended service would keep its lease and answer nobody
  return { editor, onData };
}

/** Tells keys from pastes in what a terminal sends. A key that nothing else came with is asked about first, as when a person presses one key. */
function keyReader(on: {
  readonly isEmpty: () => boolean;
  readonly onKey: (key: string) => boolean;
  readonly onTyped: (text: string) => void;
  readonly onPaste: (text: string) => void;
}): (chunk: Buffer | string) => void {
  const decoder = new StringDecoder("utf8");
  let pasted: string | undefined;

  const type = (text: string): void => {
    const begin = text.indexOf(PASTE.begin);
    on.onTyped(begin < 0 ? text : text.slice(0, begin));
    if (begin < 0) return;
    pasted = "";
    paste(text.slice(begin + PASTE.begin.length));
  };
  const paste = (text: string): void => {
    const before = pasted ?? "";
    const isLost = text === CTRL_C; // the end of the paste was lost
    const whole = isLost ? before + PASTE.end : before + text;
    const end = whole.indexOf(PASTE.end, Math.max(0, before.length - PASTE.end.length));
    pasted = end < 0 ? whole : undefined;
    if (end < 0) return;
    if (end > 0) on.onPaste(whole.slice(0, end));
    type(whole.slice(end + PASTE.end.length));
  };
  return (chunk) => {
    const text = typeof chunk === "string" ? chunk : decoder.write(chunk);
    if (pasted !== undefined) paste(text);
    else if (!(text.length === 1 && on.isEmpty() && on.onKey(text))) type(text);
  };
}

/** Newlines of every kind that readline would take for Enter become marks; other control characters are dropped, tabs are spaces. */
function onOneLine(text: string): string {
  return text
    .replace(/\r\n|[\n\r\u2028\u2029]/g, NEWLINE_MARK)
    .replaceAll("\t", "    ")
    .replace(/\p{Cc}/gu, "");
}
