import { StringDecoder } from "node:string_decoder";
import type { ConsoleInput } from "./surface.ts";

/** Who is told of the lines of an input. */
export interface LineReader {
  /** A line without its break. Nothing more is read until the promise settles, so that an input without end waits. It must not reject. */
  readonly onLine: (line: string) => Promise<void>;
  /** A line has more than `maxLength` UTF-16 units; told once, as soon as it has. No part of it is handed over. */
  readonly onTooLong: () => void;
  /** The input has ended and its last line was handed over. */
  readonly onEnd: () => void;
}

/** Reads UTF-8 lines that end with LF or CRLF and keeps at most `maxLength` of one. Call what it returns to stop reading. */
export function readLines(
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
