import type { Language } from "../../base/localized.ts";
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
}

/** What the console itself says; `{…}` places are filled with `replace`. */
export interface ConsoleWords {
  readonly leave: string;
  readonly keys: string;
  readonly changed: string;
  readonly waiting: string;
  readonly notReceived: string;
  readonly lineTooLong: string;
  readonly needsTerminal: string;
}

/** The console's own words in the language of the person at it. */
export const CONSOLE_WORDS: Readonly<Record<Language, ConsoleWords>> = {
  ko: {
    leave: "끝내려면 Ctrl-C를 한 번 더 누르거나 Ctrl-D를 누르세요.",
    keys: "빈 줄에서 숫자 키를 누르면 답이 돼요. Tab은 이 카드를 미뤄 두거나 다시 가져와요.",
    changed: "그 사이 카드가 바뀌었어요. 위 카드를 보고 다시 눌러 주세요.",
    waiting: "↑ 답을 기다리는 카드: {title}",
    notReceived: "받지 못했어요: {problem} 다시 보내 주세요.",
    lineTooLong: "한 줄이 1,000만 자를 넘어서 받지 않았어요. 나누어 보내 주세요.",
    needsTerminal:
      "여기서는 버튼을 누를 수 없어요. 터미널에서 여는 채팅이나 ibl-bot approvals list로 답할 수 있어요.",
  },
  en: {
    leave: "Press Ctrl-C again or Ctrl-D to leave.",
    keys: "On an empty line, a digit answers this card. Tab puts the card aside or brings it back.",
    changed: "The card changed meanwhile. Look at the card above and press again.",
    waiting: "↑ A card is waiting for an answer: {title}",
    notReceived: "This was not received: {problem} Please send it again.",
    lineTooLong:
      "A line of more than 10,000,000 characters was not received. Please send it in parts.",
    needsTerminal:
      "Buttons cannot be pressed here. Answer in a chat opened on a terminal, or with ibl-bot approvals list.",
  },
};
