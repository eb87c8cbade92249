import { chatKey } from "../../../src/bots/adapter.ts";
import { isSamePlace } from "../../../src/bots/card-desk.ts";
import { parseButtonToken } from "../../../src/security/button-token.ts";
import type { House } from "../../support/bots-house.ts";
import { type CardSort, mayPress, PEOPLE, type PersonName } from "./fuzz-cards.ts";

/** One card of a schedule, and what is believed of it without asking the product. */
export interface FuzzCard {
  readonly id: string;
  readonly label: string;
  readonly sort: CardSort;
  readonly requester: PersonName;
  readonly expiresAtMs: number;
  state: "pending" | "expired" | "approved" | "denied" | "answered";
  effects: 0 | 1;
}

/** A button that hung on a card in some chat. */
export interface IssuedButton {
  readonly card: FuzzCard;
  readonly choice: string;
  readonly chatKey: string;
  readonly messageId: string;
  readonly data: string;
  /** False once the key that signed it is gone. */
  isGood: boolean;
}

/** A press as it is about to be made. */
export interface FuzzPress {
  readonly by: PersonName;
  readonly data: string;
  readonly chatKey: string;
  readonly isReplay: boolean;
}

/** What a press must come to. */
export type Expected = "counts" | "replayed" | "not-admitted" | "refused" | "expired" | "gone";

/** The cards of a schedule and every button they ever had: the judge of what a press may do. */
export class CardTable {
  readonly cards: FuzzCard[] = [];
  readonly #issued = new Map<string, IssuedButton>();

  get buttons(): readonly IssuedButton[] {
    return [...this.#issued.values()];
  }

  /** Notes the buttons that chats show now. */
  look(house: House): void {
    for (const { chatKey: key, messageId, buttons } of house.adapter.shown)
      for (const { data } of buttons.flat()) {
        const token = parseButtonToken(data);
        const card = this.cards.find(({ id }) => id === `ap_${token?.id}`);
        if (card === undefined || token === undefined || this.#issued.has(data)) continue;
        const { choice } = token;
        // Details, changes and asking again decide nothing: they have tests of their own.
        if (card.sort.choices[choice] === undefined) continue;
        this.#issued.set(data, { card, choice, chatKey: key, messageId, data, isGood: true });
      }
  }

  /** All buttons so far are signed with a key that is gone. */
  dropKeys(): void {
    for (const button of this.#issued.values()) button.isGood = false;
  }

  /** What a press must come to, by the rules alone; a press that counts changes what is believed. */
  judge(press: FuzzPress, nowMs: number): Expected {
    if (press.isReplay) return "replayed";
    const button = this.#issued.get(press.data);
    if (press.by === "cho" || press.by === "gus") return "not-admitted";
    if (button === undefined || !button.isGood) return "refused";
    const { card, choice } = button;
    if (!isAt(press.chatKey, button.chatKey)) return "refused";
    if (!mayPress(card, press.by, choice)) return "refused";
    if (card.state !== "pending") return card.state === "expired" ? "expired" : "gone";
    if (card.expiresAtMs <= nowMs) {
      this.expire(nowMs);
      return "expired";
    }
    const { state, effects } = card.sort.choices[choice]!;
    card.state = state;
    card.effects = effects;
    return "counts";
  }

  /** Ends what is past its time. */
  expire(nowMs: number): void {
    for (const card of this.cards)
      if (card.state === "pending" && card.expiresAtMs <= nowMs) card.state = "expired";
  }

  /** True when words of this person in this chat may be an answer. */
  takesWords(by: PersonName, key: string): boolean {
    return this.buttons.some(
      ({ card, chatKey: at }) =>
        card.sort.kind === "question" &&
        card.state === "pending" &&
        card.requester === by &&
        at === key,
    );
  }
}

/** The place of a press: its card's own, or the same chat with the thread left out. */
function isAt(pressed: string, cardKey: string): boolean {
  const [platform = "", chatId = "", threadId] = pressed.split(":");
  const thread = threadId === undefined ? {} : { threadId };
  return isSamePlace({ platform, chatId, isPrivate: true, ...thread }, cardKey);
}

/** The private chat of someone. */
export function privateKey(name: PersonName): string {
  return chatKey({ platform: "telegram", chatId: PEOPLE[name].id, isPrivate: true });
}
