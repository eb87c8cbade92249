import type { Approval, Approvals } from "../security/approvals.ts";
import type { People, Person } from "../security/people.ts";
import { type ChatAddress, chatKey as keyOf, type OutgoingMessage } from "./adapter.ts";
import { type CardReader, cardDetails, renderCard } from "./cards.ts";
import type { Courier } from "./outbox.ts";
import type { OutboxRow, OutboxTable } from "./outbox-table.ts";
import { say } from "./texts.ts";
import type { Updates } from "./updates.ts";

/** What the card desk is made of. */
export interface CardDeskParts {
  readonly approvals: Approvals;
  readonly people: People;
  readonly courier: Courier;
  readonly table: OutboxTable;
  readonly updates: Updates;
}

/** Shows approvals as cards and keeps every card true: what it says always comes from the row. It keeps nothing itself. */
export class CardDesk {
  readonly #parts: CardDeskParts;

  constructor(parts: CardDeskParts) {
    this.#parts = parts;
  }

  /** Sends the card of a pending approval, once a chat. Who asked for an owner's matter is told that the owners were asked. */
  show(approval: Approval): void {
    for (const chatKey of this.#chatsFor(approval))
      this.#send(approval, chatKey, `${approval.id}:${chatKey}`);
    if (approval.card.account !== undefined || this.isShownIn(approval, approval.chatKey)) return;
    const language = this.#parts.people.get(approval.personId)?.language ?? "en";
    this.#parts.courier.post({
      key: `asked:${approval.id}`,
      chatKey: approval.chatKey,
      class: "reply",
      message: { text: say(language, "ownersAsked") },
    });
  }

  /** Sends the card once more in a chat, below what was said since; `cause` makes it once a wish. */
  showAgain(approval: Approval, chatKey: string, cause: string): void {
    this.#send(approval, chatKey, `${approval.id}:${chatKey}:again:${cause}`);
  }

  /** True when a chat is one where the card of an approval belongs. */
  isShownIn(approval: Approval, chatKey: string): boolean {
    return this.#chatsFor(approval).includes(chatKey);
  }

  /** Redraws every card of an approval that was sent; all of its buttons die with the decision. */
  refresh(approvalId: string): void {
    const approval = this.#parts.approvals.get(approvalId);
    if (approval === undefined) return;
    const votes = approval.state === "pending" ? this.#parts.approvals.votesOf(approval).length : 0;
    const stage = `${approval.state}${approval.outcomeText === undefined ? "" : "+"}${votes || ""}`;
    for (const row of this.#sentCards(approval.id))
      this.#edit(approval, row.chatKey, row.messageId, stage);
  }

  /** Redraws the one card whose button was pressed; `cause` makes it once a press. */
  redrawPressed(approval: Approval, chat: ChatAddress, messageId: string, cause: string): void {
    const row = this.#sentCards(approval.id).find(
      (sent) => sent.messageId === messageId && isSamePlace(chat, sent.chatKey),
    );
    this.#edit(approval, row?.chatKey ?? keyOf(chat), messageId, cause);
  }

  /** Where a press that came without its thread may belong: the threads of that chat to which the card was sent. */
  threadsOf(approvalId: string, chat: ChatAddress): readonly string[] {
    const keys = this.#sentCards(approvalId).map((row) => row.chatKey);
    return [...new Set(keys)].filter((key) => key !== keyOf(chat) && isSamePlace(chat, key));
  }

  /** The card of an outbox row as its approval stands now. */
  redraw(row: OutboxRow): OutgoingMessage {
    const approval = this.#parts.approvals.get(approvalIdOf(row.key));
    return approval === undefined ? row.message : this.draw(approval, row.chatKey);
  }

  /** A card that left while its approval was being decided is drawn again. */
  sent(row: OutboxRow): void {
    if (row.class !== "card") return;
    const approval = this.#parts.approvals.get(approvalIdOf(row.key));
    if (approval !== undefined && approval.state !== "pending") this.refresh(approval.id);
  }

  /** After a restart: every card is shown that should have been, open ones are drawn once more (a terminal has forgotten them), and every decided one stands in its final state. `session` names this start. */
  reconcile(session: string): void {
    const { approvals, table } = this.#parts;
    for (const approval of approvals.pending()) {
      for (const sent of this.#sentCards(approval.id))
        this.#edit(approval, sent.chatKey, sent.messageId, `open:${session}`);
      this.show(approval);
    }
    const ids = new Set(table.sentWith("card:").map((row) => approvalIdOf(row.key)));
    for (const id of ids) if (approvals.get(id)?.state !== "pending") this.refresh(id);
  }

  /** The card of an approval for the one who reads it in a chat. */
  draw(approval: Approval, chatKey: string): OutgoingMessage {
    return renderCard(approval, this.#readerOf(approval, chatKey));
  }

  #send(approval: Approval, chatKey: string, key: string): void {
    const { courier } = this.#parts;
    const details = cardDetails(approval, this.#readerOf(approval, chatKey));
    if (details !== undefined)
      courier.post({ key: `details:${key}`, chatKey, class: "reply", message: { text: details } });
    const message = this.draw(approval, chatKey);
    courier.post({ key: `card:${key}`, chatKey, class: "card", message });
  }

  #edit(approval: Approval, chatKey: string, messageId: string, stage: string): void {
    const key = `edit:${approval.id}:${chatKey}:${messageId}:${stage}`;
    if (this.#parts.table.byKey(key) !== undefined) return;
    const message = this.draw(approval, chatKey);
    this.#parts.courier.edit({ key, chatKey, messageId, message });
  }

  #sentCards(
    approvalId: string,
  ): readonly { readonly chatKey: string; readonly messageId: string }[] {
    return this.#parts.table
      .sentWith(`card:${approvalId}:`)
      .flatMap(({ chatKey, messageId }) =>
        messageId === undefined ? [] : [{ chatKey, messageId }],
      );
  }

  #readerOf(approval: Approval, chatKey: string): CardReader {
    const { approvals, people, courier } = this.#parts;
    const person = this.#personIn(approval, chatKey);
    const decider = approval.decidedBy === undefined ? undefined : people.get(approval.decidedBy);
    return {
      language: person?.language ?? "en",
      zone: person?.zone ?? "UTC",
      deciderName: decider?.name ?? "?",
      maxLength: courier.maxTextLength(chatKey),
      requesterName: people.get(approval.personId)?.name ?? "?",
      mayGrant: this.#mayGrantIn(approval, chatKey),
      ...this.#votesOn(approval),
      button: (choice) => approvals.button(approval, choice, chatKey),
    };
  }

  /** The button that also grants hangs where an owner may press it: in their private chats, and in groups. */
  #mayGrantIn(approval: Approval, chatKey: string): boolean {
    const { approvals, people, updates } = this.#parts;
    const reader = people.get(updates.personIn(chatKey) ?? "");
    const mayPress =
      reader === undefined || (reader.role === "owner" && approvals.mayDecide(approval, reader));
    return mayPress && approvals.offersGrant(approval);
  }

  /** Shown where one press is not enough, or where nobody may press. */
  #votesOn(approval: Approval): Pick<CardReader, "votes"> {
    const { approvals, people } = this.#parts;
    const needed = approvals.needed(approval);
    const able = people.all().filter((person) => approvals.mayDecide(approval, person)).length;
    if (needed === 1 && able > 0) return {};
    const names = approvals.votesOf(approval).map((id) => people.get(id)?.name ?? "?");
    return { votes: { names, needed, able } };
  }

  /** Who reads a card in a chat: the one who asked, or the one whose private chat it is. */
  #personIn(approval: Approval, chatKey: string): Person | undefined {
    const { people, updates } = this.#parts;
    if (chatKey === approval.chatKey && approval.kind !== "access")
      return people.get(approval.personId);
    return people.get(updates.personIn(chatKey) ?? approval.personId);
  }

  /** The chats a card belongs in: where it was asked, if the one who asked may decide it; the private chats of the owners, if they must or if one press is not enough. */
  #chatsFor(approval: Approval): readonly string[] {
    const { approvals, people, updates } = this.#parts;
    const requester = people.get(approval.personId);
    const isAccess = approval.kind === "access";
    const isOwn = !isAccess && requester !== undefined && approvals.mayDecide(approval, requester);
    const own = isOwn || this.#isNobodys(approval) ? [approval.chatKey] : [];
    if (isOwn && approvals.needed(approval) === 1) return own;
    const others = people
      .owners()
      .filter((owner) => isAccess || owner.id !== requester?.id)
      .filter((owner) => approvals.mayDecide(approval, owner))
      .flatMap((owner) => updates.chatsOf(owner.id).slice(0, 1));
    return [...new Set([...own, ...others])];
  }

  /** True for a question to someone who may no longer answer it: its card stays where it was asked. */
  #isNobodys({ kind }: Approval): boolean {
    return kind === "question" || kind === "proposal";
  }
}

/** `card:ap_…:telegram:42` → `ap_…`. */
function approvalIdOf(key: string): string {
  return key.split(":")[1] ?? "";
}

/** True when a chat's key is this very place, or a thread of it where none is named. */
export function isSamePlace(chat: ChatAddress, chatKey: string): boolean {
  const key = keyOf(chat);
  return chatKey === key || (chat.threadId === undefined && chatKey.startsWith(`${key}:`));
}
