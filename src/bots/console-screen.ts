import type { Clock } from "../base/clock.ts";
import { openPromptLine, type PromptLine } from "./console-line.ts";
import type { Page } from "./console-rows.ts";
import type { ConsoleOutput } from "./console-surface.ts";

const DEFAULT_COLUMNS = 80;

/** How long one `typing` shows, as on Telegram (Bot API, sendChatAction: 5 seconds or less). */
const TYPING_MS = 5000;

/** What stands on a terminal: messages above, the line to type on below. */
export type ConsoleScreen = ReturnType<typeof createConsoleScreen>;

/** A screen without a line; `promptOf` is asked for the prompt each time the line is drawn. */
export function createConsoleScreen(parts: {
  readonly output: ConsoleOutput;
  readonly useColour: boolean;
  readonly clock: Clock;
  readonly promptOf: (page: Page) => string;
}) {
  const { output, useColour, clock } = parts;
  let line: PromptLine | undefined;
  let typing: AbortController | undefined;

  const page = (): Page => ({ columns: output.columns || DEFAULT_COLUMNS, useColour });
  const stopTyping = (): void => {
    typing?.abort();
    typing = undefined;
  };
  const draw = (above: string): void => {
    if (line === undefined) output.write(above);
    else line.show(`${typing === undefined ? "" : "… "}${parts.promptOf(page())}`, above);
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
      const isShown = typing !== undefined;
      typing?.abort();
      const mine = new AbortController();
      typing = mine;
      if (!isShown) draw("");
      clock.sleep(TYPING_MS, mine.signal).then(
        () => {
          typing = undefined;
          draw("");
        },
        () => {}, // something was printed, or typing was asked for again
      );
    },
  };
}
