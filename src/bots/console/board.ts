import { textWidth } from "../markup/text-width.ts";
import type { CardDeck, OpenCard } from "./cards.ts";
import { buttonsOf, renderMessage, renderNote, titleOf } from "./message.ts";
import type { ConsoleScreen } from "./screen.ts";
import type { ConsoleWords } from "./words.ts";

/** Drawings remembered, so that an edit that changes nothing is not printed again. */
const DRAWINGS_KEPT = 200;

/** Fewer columns of a card's text say nothing. */
const LEAST_TITLE_COLUMNS = 20;

const EDIT_MARK = "↻ ";
const CHOICE_MARK = "→ ";

/** Prints messages and cards so that the prompt can only be taken for the card it belongs to. */
export type ConsoleBoard = ReturnType<typeof createConsoleBoard>;

/** A board over a deck and a screen. */
export function createConsoleBoard(parts: {
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
