import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";
import { textWidth } from "../markup/text-width.ts";
import { type CardDeck, createCardDeck, type OpenCard } from "./cards.ts";
import { listenForStrokes, type Stroke } from "./keys.ts";
import {
  buttonsOf,
  oneLine,
  PROMPT,
  renderCardPrompt,
  renderMessage,
  renderNote,
  titleOf,
} from "./message.ts";
import type { Page } from "./rows.ts";
import { type ConsoleScreen, createConsoleScreen } from "./screen.ts";
import type { ConsoleInput, ConsoleOutput, ConsoleSurface, ConsoleWords } from "./surface.ts";

/** Bracketed paste on and off (xterm control sequences, "Bracketed Paste Mode": DECSET and DECRST 2004). */
const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";

/** Dependencies of `createTerminalSurface`. */
export interface TerminalParts {
  readonly input: ConsoleInput;
  readonly output: ConsoleOutput;
  readonly words: ConsoleWords;
  readonly language: Language;
  readonly useColour: boolean;
  readonly clock: Clock;
  readonly onMessage: (text: string) => Promise<void>;
  /** A button of a message was pressed with its key at the card's own prompt. */
  readonly onPress: (messageId: string, data: string) => Promise<void>;
  /** The person leaves. */
  readonly onEnd: () => void;
}

interface Terminal {
  readonly parts: TerminalParts;
  readonly deck: CardDeck;
  readonly screen: ConsoleScreen;
  readonly board: ConsoleBoard;
  /** True when the last stroke was Ctrl-C on an empty line. */
  isLeaving: boolean;
}

/** A console on a terminal: a line to type on below the messages, and cards answered by one key at their own prompt. */
export function createTerminalSurface(parts: TerminalParts): ConsoleSurface {
  const { input, output } = parts;
  const deck = createCardDeck(parts.clock);
  const promptOf = (page: Page): string => {
    const card = deck.isPressed() ? undefined : deck.active();
    return card === undefined ? PROMPT : renderCardPrompt(card.message, page);
  };
  const screen = createConsoleScreen({ ...parts, promptOf });
  const board = createConsoleBoard({ ...parts, deck, screen });
  const terminal: Terminal = { parts, deck, screen, board, isLeaving: false };
  let stopListening: (() => void) | undefined;
  return {
    start() {
      input.setRawMode?.(true);
      output.write(PASTE_ON);
      stopListening = listenForStrokes(input, (stroke) => onStroke(terminal, stroke));
      input.once("end", parts.onEnd);
      screen.open((text) => submit(terminal, text));
    },
    stop() {
      if (stopListening === undefined) return;
      stopListening();
      stopListening = undefined;
      input.off("end", parts.onEnd);
      screen.close();
      output.write(PASTE_OFF);
      input.setRawMode?.(false);
    },
    async write(messageId, message, isEdit) {
      // Two turns of the event loop, so that a key pressed before the card was drawn is read before and cannot answer it.
      await nextTurn();
      await nextTurn();
      board.write({ messageId, message }, isEdit);
    },
    acknowledge(messageId, note) {
      if (note !== undefined && note !== "") board.acknowledge(messageId, note);
    },
    columns: () => screen.page().columns,
    typing: () => screen.typing(),
    draft: (text) => screen.draft(text),
  };
}

function submit({ parts, screen, board }: Terminal, typed: string): void {
  const text = typed.trim();
  screen.refresh();
  if (text === "") return;
  parts.onMessage(text).catch((error: unknown) => tellLost(parts, board, error));
}

function onStroke(terminal: Terminal, stroke: Stroke): void {
  const line = terminal.screen.line();
  if (line === undefined) return;
  const wasLeaving = terminal.isLeaving;
  terminal.isLeaving = false;
  if (stroke.kind === "paste") {
    line.insert(stroke.text);
    return;
  }
  const isEmpty = line.text() === "";
  switch (commandOf(stroke, isEmpty)) {
    case "interrupt":
      if (isEmpty) interrupt(terminal, wasLeaving);
      else line.clear();
      return;
    case "leave":
      terminal.parts.onEnd();
      return;
    case "turn":
      terminal.board.turn();
      return;
    case "newline":
      line.insert("\n");
      return;
    case "nothing":
      return;
    case "edit":
      if (isEmpty && stroke.isAlone && answer(terminal, stroke.text ?? "")) return;
      line.key(stroke.text, stroke.key);
  }
}

type Command = "interrupt" | "leave" | "turn" | "newline" | "nothing" | "edit";

/** What a key is for. */
function commandOf({ key }: Extract<Stroke, { kind: "key" }>, isEmpty: boolean): Command {
  const isControl = key.ctrl === true;
  switch (key.name) {
    case "c":
      return isControl ? "interrupt" : "edit";
    case "d":
      return isControl && isEmpty ? "leave" : "edit";
    case "tab":
      return isEmpty ? "turn" : "nothing";
    case "return":
      return key.meta === true ? "newline" : "edit";
    default:
      return "edit";
  }
}

function interrupt(terminal: Terminal, wasLeaving: boolean): void {
  if (wasLeaving) {
    terminal.parts.onEnd();
    return;
  }
  terminal.isLeaving = true;
  terminal.board.note(terminal.parts.words.leave);
}

/** Takes a key as the answer to the active card; false when it is text. */
function answer({ parts, deck, board }: Terminal, key: string): boolean {
  const meaning = deck.press(key);
  switch (meaning.kind) {
    case "text":
      return false;
    case "held":
      return true;
    case "changed":
      board.note(parts.words.changed);
      return true;
    case "press": {
      const { card, button } = meaning;
      board.choice(oneLine(button.label));
      parts.onPress(card.messageId, button.data).catch((error: unknown) => {
        deck.release(card.messageId);
        tellLost(parts, board, error);
      });
      return true;
    }
  }
}

function tellLost({ words }: TerminalParts, board: ConsoleBoard, error: unknown): void {
  board.note(words.notReceived.replace("{problem}", () => messageOf(error)));
}

/** Drawings remembered, so that an edit that changes nothing is not printed again. */
const DRAWINGS_KEPT = 200;

/** Fewer columns of a card's text say nothing. */
const LEAST_TITLE_COLUMNS = 20;

const EDIT_MARK = "↻ ";
const CHOICE_MARK = "→ ";

/** Prints messages and cards so that the prompt can only be taken for the card it belongs to. */
type ConsoleBoard = ReturnType<typeof createConsoleBoard>;

/** A board over a deck and a screen. */
function createConsoleBoard(parts: {
  readonly deck: CardDeck;
  readonly screen: ConsoleScreen;
  readonly words: ConsoleWords;
}) {
  const { deck, screen, words } = parts;
  /** What each message looked like last, the oldest first. */
  const drawings = new Map<string, string>();
  let isHinted = false;

  const remember = (card: OpenCard, drawing: string): void => {
    drawings.delete(card.messageId);
    drawings.set(card.messageId, drawing);
    const [oldest] = drawings.keys();
    if (drawings.size > DRAWINGS_KEPT && oldest !== undefined) drawings.delete(oldest);
  };
  const note = (text: string): string => renderNote(text, screen.page());
  const drawn = ({ message }: OpenCard, isAgain: boolean): string =>
    renderMessage(message, screen.page(), {
      hasKeys: true,
      ...(isAgain ? { mark: EDIT_MARK } : {}),
    });
  /** How cards are answered, told with the first one. */
  const hint = (): string[] => {
    if (isHinted) return [];
    isHinted = true;
    return [note(words.keys)];
  };
  /** What else to draw: the active card in full when it has just become that, else a line that names it. */
  const waiting = (activeBefore: string | undefined, drawnId: string | undefined): string[] => {
    const card = deck.active();
    if (card === undefined || card.messageId === drawnId) return [];
    if (card.messageId !== activeBefore) return [drawn(card, true)];
    if (deck.isPressed()) return [];
    const room = screen.page().columns - textWidth(words.waiting.replace("{title}", ""));
    const title = titleOf(card.message, Math.max(room, LEAST_TITLE_COLUMNS));
    return [note(words.waiting.replace("{title}", () => title))];
  };
  const print = (blocks: readonly string[]): void => screen.print(`${blocks.join("\n\n")}\n`);

  return {
    /** Draws a message, and opens, redraws or closes its card. An edit that changes nothing draws nothing, unless its card was pressed. */
    write(card: OpenCard, isEdit: boolean): void {
      const before = deck.active()?.messageId;
      const isPressed = deck.isPressed() && before === card.messageId;
      const drawing = JSON.stringify(card.message);
      if (isEdit && drawings.get(card.messageId) === drawing && !isPressed) return;
      remember(card, drawing);
      const isCard = buttonsOf(card.message).length > 0;
      if (isCard) deck.put(card.messageId, card.message);
      else deck.close(card.messageId);
      const rows = [drawn(card, isEdit), ...(isCard ? hint() : [])].join("\n");
      print([rows, ...waiting(before, card.messageId)]);
    },
    /** Answers a press with a note: its card is put aside, since the note may be all that comes. */
    acknowledge(messageId: string | undefined, text: string): void {
      const before = deck.active()?.messageId;
      if (messageId !== undefined) deck.setAside(messageId);
      print([note(text), ...waiting(before, undefined)]);
    },
    /** Turns to the next card and draws it; with none left the prompt is for messages alone. */
    turn(): void {
      const card = deck.turn();
      if (card === undefined) screen.refresh();
      else print([drawn(card, true)]);
    },
    /** Says which button was pressed. */
    choice: (label: string): void => screen.print(`${note(CHOICE_MARK + label)}\n`),
    /** Prints a remark of the console itself. */
    note: (text: string): void => screen.print(note(text)),
  };
}
