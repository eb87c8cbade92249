import { createInterface, type Interface } from "node:readline";
import { messageOf } from "../base/errors.ts";
import { renderMessage, renderNote } from "./console-message.ts";
import type { Page } from "./console-rows.ts";
import type { ConsoleInput, ConsoleOutput, ConsoleSurface } from "./console-surface.ts";
import type { ConsoleWords } from "./console-words.ts";

const PAGE: Page = { columns: Number.POSITIVE_INFINITY, useColour: false };

/** A console that is no terminal: every line is a message and nothing can be pressed, since a pipe is not a person's finger. */
export function createPipeSurface(parts: {
  readonly input: ConsoleInput;
  readonly output: ConsoleOutput;
  readonly words: ConsoleWords;
  readonly onMessage: (text: string) => Promise<void>;
  /** The input has ended. */
  readonly onEnd: () => void;
}): ConsoleSurface {
  const { input, output, words } = parts;
  let lines: Interface | undefined;
  let isStopped = false;

  const print = (text: string): void => void output.write(`${text}\n`);
  const receive = (line: string): void => {
    if (isStopped || line.trim() === "") return;
    parts.onMessage(line).catch((error: unknown) => {
      print(renderNote(words.notReceived.replace("{problem}", messageOf(error)), PAGE));
    });
  };

  return {
    start() {
      lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, terminal: false });
      lines.on("line", receive);
      lines.on("close", () => {
        if (!isStopped) parts.onEnd();
      });
    },
    stop() {
      isStopped = true;
      lines?.close();
    },
    async write(_messageId, message, isEdit) {
      const options = { hasKeys: false, ...(isEdit ? { mark: "↻ " } : {}) };
      print(renderMessage(message, PAGE, options));
      if ((message.buttons ?? []).length > 0) print(renderNote(words.needsTerminal, PAGE));
    },
    acknowledge(_messageId, note) {
      if (note !== undefined && note !== "") print(renderNote(note, PAGE));
    },
    columns: () => PAGE.columns,
    typing() {},
    draft() {},
  };
}
