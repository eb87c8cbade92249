import type { Clock } from "../../base/clock.ts";
import type { Button, OutgoingMessage } from "../platform/chat-adapter.ts";
import { BUTTON_KEYS, buttonsOf } from "./message.ts";

/** A message whose buttons can still be pressed. */
export interface OpenCard {
  readonly messageId: string;
  readonly message: OutgoingMessage;
}

/**
 * What a key means: `press` a button, now spent until the card is drawn again; `held` the card was pressed already; `changed` another
 * card came up under the finger; `text` no button of the active card has this key.
 */
export type KeyMeaning =
  | { readonly kind: "press"; readonly card: OpenCard; readonly button: Button }
  | { readonly kind: "held" | "changed" | "text" };

/** A key this soon after one card gave way to another was meant for the first: shorter than reading, longer than a double press. */
const CHANGE_GUARD_MS = 500;

/** The open cards of one console, the newest last. */
export type CardDeck = ReturnType<typeof createCardDeck>;

interface Held extends OpenCard {
  state: "open" | "pressed" | "aside";
}

/** An empty deck. The active card is the newest that is not put aside; the prompt on the screen must be its own. */
export function createCardDeck(clock: Clock) {
  let cards: Held[] = [];
  let guardedUntilMs: number | undefined;

  const active = (): Held | undefined => cards.findLast((card) => card.state !== "aside");
  const find = (messageId: string): Held | undefined =>
    cards.find((card) => card.messageId === messageId);

  /** Runs a change that nobody at the keyboard asked for. */
  const change = (work: () => void): void => {
    const before = active()?.messageId;
    work();
    const after = active()?.messageId;
    if (before !== undefined && after !== undefined && before !== after) {
      guardedUntilMs = clock.now() + CHANGE_GUARD_MS;
    }
  };
  const remove = (messageId: string): void => {
    cards = cards.filter((card) => card.messageId !== messageId);
  };

  return {
    active: (): OpenCard | undefined => active(),
    /** True while the active card's press waits for its answer. */
    isPressed: (): boolean => active()?.state === "pressed",
    /** Opens a card or takes its new drawing; it becomes the newest and can be pressed. */
    put(messageId: string, message: OutgoingMessage): void {
      change(() => {
        remove(messageId);
        cards.push({ messageId, message, state: "open" });
      });
    },
    /** Takes a card that has no buttons any more off the deck. */
    close: (messageId: string): void => change(() => remove(messageId)),
    /** Lets a card whose press did not arrive be pressed again. */
    release(messageId: string): void {
      const card = find(messageId);
      if (card?.state === "pressed") card.state = "open";
    },
    /** Puts a card aside whose press was answered without a new drawing. */
    setAside(messageId: string): void {
      change(() => {
        const card = find(messageId);
        if (card?.state === "pressed") card.state = "aside";
      });
    },
    /** Turns to the next older card at the person's wish; after the oldest to none, then to all again. Returns the card to draw. */
    turn(): OpenCard | undefined {
      const card = active();
      if (card === undefined) for (const each of cards) each.state = "open";
      else card.state = "aside";
      guardedUntilMs = undefined;
      const next = active();
      if (next !== undefined) next.state = "open";
      return next;
    },
    /** Reads one key at the active card's prompt. */
    press(key: string): KeyMeaning {
      const card = active();
      const index = key.length === 1 ? BUTTON_KEYS.indexOf(key) : -1;
      const button = card === undefined ? undefined : buttonsOf(card.message)[index];
      if (card === undefined || button === undefined) return { kind: "text" };
      if (card.state === "pressed") return { kind: "held" };
      const isGuarded = guardedUntilMs !== undefined && clock.now() < guardedUntilMs;
      guardedUntilMs = undefined;
      if (isGuarded) return { kind: "changed" };
      card.state = "pressed";
      return { kind: "press", card, button };
    },
  };
}
