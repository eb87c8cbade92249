import { StringDecoder } from "node:string_decoder";
import { messageOf } from "../../base/errors.ts";
import { renderMessage, renderNote } from "./message.ts";
import type { Page } from "./rows.ts";
import type { ConsoleInput, ConsoleOutput, ConsoleSurface, ConsoleWords } from "./surface.ts";

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
  };
}

/** Who is told of the lines of an input. */
interface LineReader {
  /** A line without its break. Nothing more is read until the promise settles, so that an input without end waits. It must not reject. */
  readonly onLine: (line: string) => Promise<void>;
  /** A line has more than `maxLength` UTF-16 units; told once, as soon as it has. No part of it is handed over. */
  readonly onTooLong: () => void;
  /** The input has ended and its last line was handed over. */
  readonly onEnd: () => void;
}

/** Reads UTF-8 lines that end with LF or CRLF and keeps at most `maxLength` of one. Call what it returns to stop reading. */
function readLines(
  input: ConsoleInput,
  maxLength: number,
  { onLine, onTooLong, onEnd }: LineReader,
): () => void {
  const decoder = new StringDecoder("utf8");
  let kept = "";
  let isDropped = false;
  let isStopped = false;
  let work = Promise.resolve();

  const keep = (text: string): void => {
    if (isDropped) return;
    isDropped = kept.length + text.length > maxLength;
    kept = isDropped ? "" : kept + text;
    if (isDropped) onTooLong();
  };
  const endLine = async (): Promise<void> => {
    const line = kept.endsWith("\r") ? kept.slice(0, -1) : kept;
    const isWhole = !isDropped;
    kept = "";
    isDropped = false;
    if (isWhole && !isStopped) await onLine(line);
  };
  const take = async (text: string): Promise<void> => {
    const [first = "", ...others] = text.split("\n");
    keep(first);
    for (const piece of others) {
      await endLine();
      keep(piece);
    }
  };
  const receive = (chunk: Buffer): void => {
    input.pause();
    work = work.then(() => take(decoder.write(chunk))).then(goOn);
  };
  const goOn = (): void => {
    if (!isStopped) input.resume();
  };
  const end = (): void => {
    work = work.then(endLine).then(() => {
      if (!isStopped) onEnd();
    });
  };

  input.on("data", receive);
  input.on("end", end);
  return () => {
    isStopped = true;
    input.off("data", receive);
    input.off("end", end);
    input.pause();
  };
}
