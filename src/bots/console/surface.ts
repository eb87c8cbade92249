import type { OutgoingMessage } from "../platform/chat-adapter.ts";

/** Where keys or lines come from: standard input, or a stream in its place. */
export interface ConsoleInput extends NodeJS.ReadableStream {
  /** Present on a terminal. */
  setRawMode?(isRaw: boolean): unknown;
}

/** Where the console writes. */
export interface ConsoleOutput extends NodeJS.WritableStream {
  /** Width of the terminal; 80 when it does not tell. */
  readonly columns?: number;
}

/** How the console looks to the person at it: a terminal, or a pipe. It keeps what stands there; the adapter speaks to the bot. */
export interface ConsoleSurface {
  /** Begins to read. */
  start(): void;
  /** Stops reading and gives the terminal back as it was. */
  stop(): void;
  /** Writes a message; with `isEdit` as the new state of one that may have been written before. */
  write(messageId: string, message: OutgoingMessage, isEdit: boolean): Promise<void>;
  /** A press on a message was received; `note` is for the person. */
  acknowledge(messageId: string | undefined, note: string | undefined): void;
  /** How wide it is now; Infinity where lines are never cut. */
  columns(): number;
  /** Shows for a few seconds that an answer is being made. */
  typing(): void;
  /** Shows the words of an answer that is being written, all of them so far; what is written next takes their place. */
  draft(text: string): void;
}
