import type { Clock } from "../../base/clock.ts";
import type { Language } from "../../base/localized.ts";
import { createConsoleMaking } from "./draft.ts";
import { openPromptLine, type PromptLine } from "./line.ts";
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
