import { chatKey, isSamePlace } from "../../../src/bots/platform/chat-adapter.ts";
import { parseButtonToken } from "../../../src/security/approvals/button-token.ts";
import type { House } from "../../support/bots-house.ts";
import {
  AGAIN,
  type CardSort,
  type FuzzRules,
  mayPress,
  maySee,
  neededFor,
  PEOPLE,
  type PersonName,
} from "./fuzz-cards.ts";

/** One card of a schedule, and what is believed of it without asking the product. */
export interface FuzzCard {
  readonly id: string;
  readonly label: string;
  readonly sort: CardSort;
  readonly requester: PersonName;
  /** Where it was asked. */
  readonly chatKey: string;
  readonly expiresAtMs: number;
  state: "pending" | "expired" | "approved" | "denied" | "answered";
  effects: 0 | 1;
  /** Who has approved it, where more than one must. */
  readonly voters: Set<PersonName>;
  isAskedAgain: boolean;
  /** Why it was denied, in somebody's words. */
  reason?: string;
}

/** What is believed of a card when it comes to be. */
export function newCard(
  facts: Pick<FuzzCard, "id" | "label" | "sort" | "requester" | "chatKey" | "expiresAtMs">,
): FuzzCard {
  return { ...facts, state: "pending", effects: 0, voters: new Set(), isAskedAgain: false };
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
export type Expected =
  | "counts"
  /** It counts, and more people must press. */
  | "more"
  /** The same is asked anew. */
  | "again"
  | "replayed"
  | "not-admitted"
  | "refused"
  | "expired"
  | "gone";

/** Something that takes words of a person in a chat: the next ones, or for a reason those that answer the card. */
export interface Listening {
  readonly kind: "question" | "reason";
  readonly card: FuzzCard;
  readonly by: PersonName;
  readonly chatKey: string;
  readonly expiresAtMs: number;
  isOver: boolean;
  /** True for a question since which something else was asked for: only a reply to its card answers it. */
  isPassedBy: boolean;
}

/** Kinds of cards whose refusal may be given a reason. */
const TAKES_REASON: ReadonlySet<string> = new Set(["plan", "value", "approval"]);

/** The cards of a schedule and every button they ever had: the judge of what a press may do. */
export class CardTable {
  readonly cards: FuzzCard[] = [];
  readonly #rules: FuzzRules;
  readonly #issued = new Map<string, IssuedButton>();
  readonly #listening: Listening[] = [];

  constructor(rules: FuzzRules) {
    this.#rules = rules;
  }

  get buttons(): readonly IssuedButton[] {
    return [...this.#issued.values()];
  }

  add(card: FuzzCard): void {
    this.cards.push(card);
    const { requester: by, chatKey: key, expiresAtMs } = card;
    if (card.sort.kind === "question")
      this.#listen({ kind: "question", card, by, chatKey: key, expiresAtMs });
  }

  /** Notes the buttons that chats show now. */
  look(house: House): void {
    for (const { chatKey: key, messageId, buttons } of house.adapter.shown)
      for (const { data } of buttons.flat()) {
        const token = parseButtonToken(data);
        const card = this.cards.find(({ id }) => id === `ap_${token?.id}`);
        if (card === undefined || token === undefined || this.#issued.has(data)) continue;
        const { choice } = token;
        // Details decide nothing: they have tests of their own.
        if (card.sort.choices[choice] === undefined && choice !== AGAIN) continue;
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
    if (!isAt(press.chatKey, button.chatKey)) return "refused";
    const { card, choice } = button;
    const may = choice === AGAIN ? maySee : mayPress;
    if (!may(card, press.by, { choice, rules: this.#rules })) return "refused";
    return choice === AGAIN ? this.#again(card) : this.#act(button, press.by, nowMs);
  }

  #act(button: IssuedButton, by: PersonName, nowMs: number): Expected {
    const { card } = button;
    if (card.state !== "pending") return card.state === "expired" ? "expired" : "gone";
    if (card.expiresAtMs <= nowMs) {
      this.expire(nowMs);
      return "expired";
    }
    return this.#decide(button, by);
  }

  #again(card: FuzzCard): Expected {
    if (card.state !== "expired" || card.isAskedAgain) return "gone";
    card.isAskedAgain = true;
    return "again";
  }

  #decide({ card, choice, chatKey: key }: IssuedButton, by: PersonName): Expected {
    const facts = { card, by, chatKey: key };
    const { state, effects } = card.sort.choices[choice]!;
    if (state === "approved") card.voters.add(by);
    if (state === "approved" && card.voters.size < neededFor(card.sort, this.#rules)) return "more";
    card.state = state;
    card.effects = effects;
    this.#close(card);
    if (state === "denied" && TAKES_REASON.has(card.sort.kind))
      this.#listen({ ...facts, kind: "reason", expiresAtMs: Number.POSITIVE_INFINITY });
    return "counts";
  }

  /** The same question that is still open is not put twice. */
  #listen(facts: Omit<Listening, "isOver" | "isPassedBy">): void {
    const { kind, card, by, chatKey: key } = facts;
    const isSame = (other: Listening): boolean =>
      !other.isOver &&
      other.kind === kind &&
      other.card === card &&
      other.by === by &&
      other.chatKey === key;
    if (!this.#listening.some(isSame))
      this.#listening.push({ ...facts, isOver: false, isPassedBy: false });
  }

  #close(card: FuzzCard): void {
    for (const entry of this.#listening) if (entry.card === card) entry.isOver = true;
  }

  /** Words reached what takes them. */
  hear(listener: Listening, words: string): void {
    const { kind, card } = listener;
    listener.isOver = true;
    if (kind === "reason") {
      card.reason = words;
      return;
    }
    card.state = "answered";
    card.effects = 1;
    this.#close(card);
  }

  /** Someone asked for something else in a chat. */
  passBy(by: PersonName, key: string): void {
    for (const entry of this.#listening)
      if (entry.by === by && entry.chatKey === key) entry.isPassedBy = true;
  }

  /** Ends what is past its time. */
  expire(nowMs: number): void {
    for (const entry of this.#listening) if (entry.expiresAtMs <= nowMs) entry.isOver = true;
    for (const card of this.cards)
      if (card.state === "pending" && card.expiresAtMs <= nowMs) card.state = "expired";
  }

  /** What takes the next words of a person in a chat: the latest that is open, as far as anybody has noticed that its time is over. */
  listenerFor(by: PersonName, key: string): Listening | undefined {
    return this.#listening.findLast(
      (entry) =>
        !entry.isOver &&
        !entry.isPassedBy &&
        entry.kind === "question" &&
        entry.by === by &&
        entry.chatKey === key,
    );
  }

  /** Everything that takes words and is in time. */
  listening(nowMs: number): readonly Listening[] {
    return this.#listening.filter((entry) => !entry.isOver && entry.expiresAtMs > nowMs);
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
