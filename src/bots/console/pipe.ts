import { messageOf } from "../../base/errors.ts";
import { readLines } from "./lines.ts";
import { renderMessage, renderNote } from "./message.ts";
import type { Page } from "./rows.ts";
import type { ConsoleInput, ConsoleOutput, ConsoleSurface } from "./surface.ts";
import type { ConsoleWords } from "./words.ts";

/** UTF-16 units of a line that are still taken; a message may have far fewer, and whoever sends more is told how many. */
const MAX_LINE_LENGTH = 10_000_000;

const PAGE: Page = { columns: Number.POSITIVE_INFINITY, useColour: false };

/** A console that is no terminal: every line is a message and nothing can be pressed, since a pipe is not a person's finger; the first message with buttons says so. */
export function createPipeSurface(parts: {
  readonly input: ConsoleInput;
  readonly output: ConsoleOutput;
  readonly words: ConsoleWords;
  readonly onMessage: (text: string) => Promise<void>;
  /** The input has ended. */
  readonly onEnd: () => void;
}): ConsoleSurface {
  const { input, output, words } = parts;
  let stopReading = (): void => undefined;
  let toldOfButtons = false;

  const print = (text: string): void => void output.write(`${text}\n`);
  const note = (text: string): void => print(renderNote(text, PAGE));
  const onLine = async (line: string): Promise<void> => {
    if (line.trim() === "") return;
    await parts.onMessage(line).catch((error: unknown) => {
      note(words.notReceived.replace("{problem}", () => messageOf(error)));
    });
  };

  return {
    start() {
      const onTooLong = (): void => note(words.lineTooLong);
      stopReading = readLines(input, MAX_LINE_LENGTH, { onLine, onTooLong, onEnd: parts.onEnd });
    },
    stop: () => stopReading(),
    async write(_messageId, message, isEdit) {
      const options = { hasKeys: false, ...(isEdit ? { mark: "↻ " } : {}) };
      print(renderMessage(message, PAGE, options));
      if (toldOfButtons || (message.buttons ?? []).length === 0) return;
      toldOfButtons = true;
      note(words.needsTerminal);
    },
    acknowledge(_messageId, text) {
      if (text !== undefined && text !== "") note(text);
    },
    columns: () => PAGE.columns,
    typing() {},
    draft() {},
  };
}
