import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { textWidth } from "../markup/text-width.ts";
import { type CardDeck, createCardDeck, type OpenCard } from "./cards.ts";
import {
  buttonsOf,
  oneLine,
  PROMPT,
  renderCardPrompt,
  renderMessage,
  renderNote,
  titleOf,
} from "./message.ts";
import { type ConsoleScreen, createConsoleScreen } from "./screen.ts";
import type { ConsoleInput, ConsoleOutput, ConsoleSurface, ConsoleWords } from "./surface.ts";

/** A console on a terminal: a line to type on below the messages, and cards answered by one key at their own prompt. */
export function createTerminalSurface(parts: {
  readonly input: ConsoleInput;
  readonly output: ConsoleOutput;
  readonly words: ConsoleWords;
  readonly useColour: boolean;
  readonly clock: Clock;
  readonly onMessage: (text: string) => Promise<void>;
  /** A button of a message was pressed with its key at the card's own prompt. */
  readonly onPress: (messageId: string, data: string) => Promise<void>;
  /** The person leaves. */
  readonly onEnd: () => void;
}): ConsoleSurface {
  const { words } = parts;
  const deck = createCardDeck(parts.clock);
  /** True when the last that was done is Ctrl-C on an empty line. */
  let isLeaving = false;
  let isOpen = false;
  const screen = createConsoleScreen({
    ...parts,
    promptOf(page) {
      const card = deck.isPressed() ? undefined : deck.active();
      return card === undefined ? PROMPT : renderCardPrompt(card.message, page);
    },
    onLine(typed) {
      isLeaving = false;
      const text = typed.trim();
      screen.refresh();
      if (text !== "") parts.onMessage(text).catch(tellLost);
    },
    onKey(key) {
      if (key !== CTRL_C) isLeaving = false;
      if (key !== "\t") return answer({ parts, deck, board, tellLost }, key);
      board.turn();
      return true;
    },
    onInterrupt(isEmpty) {
      if (isEmpty && isLeaving) return parts.onEnd();
      isLeaving = isEmpty;
      if (isEmpty) board.note(words.leave);
    },
  });
  const board = createConsoleBoard({ deck, screen, words });
  const tellLost = (error: unknown): void =>
    board.note(words.notReceived.replace("{problem}", () => messageOf(error)));
  return {
    start() {
      isOpen = true;
      screen.open();
    },
    stop() {
      if (isOpen) screen.close();
      isOpen = false;
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
  };
}

const CTRL_C = "\x03";

/** Takes a key as the answer to the active card; false when it is text. */
function answer(
  at: {
    readonly parts: Parameters<typeof createTerminalSurface>[0];
    readonly deck: CardDeck;
    readonly board: ConsoleBoard;
    readonly tellLost: (error: unknown) => void;
  },
  key: string,
): boolean {
  const { parts, deck, board } = at;
  const meaning = deck.press(key);
  if (meaning.kind === "changed") board.note(parts.words.changed);
  if (meaning.kind !== "press") return meaning.kind !== "text";
  const { card, button } = meaning;
  board.choice(oneLine(button.label));
  parts.onPress(card.messageId, button.data).catch((error: unknown) => {
    deck.release(card.messageId);
    at.tellLost(error);
  });
  return true;
}

/** Drawings remembered, so that an edit that changes nothing is not printed again. */
const DRAWINGS_KEPT = 200;

/** Fewer columns of a card's text say nothing. */
const LEAST_TITLE_COLUMNS = 20;

const EDIT_MARK = "↻ ";
const CHOICE_MARK = "→ ";

type ConsoleBoard = ReturnType<typeof createConsoleBoard>;

/** Prints messages and cards so that the prompt can only be taken for the card it belongs to. */
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
