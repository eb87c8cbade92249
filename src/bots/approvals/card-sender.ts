import type { Clock } from "../../base/clock.ts";
import { shortTime } from "../../base/format-time.ts";
import { oneLine } from "../../base/localized.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import { isSuggestion } from "../../security/approvals/card-content.ts";
import type { Updates } from "../inbox/update-table.ts";
import { escapeMarkup, toPlainText } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxRow, OutboxTable } from "../outbox/table.ts";
import {
  type ChatAddress,
  isSamePlace,
  chatKey as keyOf,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { CardRenderer } from "./card-renderer.ts";
import type { CardView } from "./card-view.ts";
import { doneCount } from "./done-lines.ts";
import { alreadyWords, stateLine } from "./render-card.ts";
import type { ButtonPress } from "./signed-button.ts";

/** Longest note for a presser (Telegram Bot API, answerCallbackQuery, text: 0-200 characters). */
const END_WORDS_LENGTH = 190;

/** Longest reason told beside what became of an approval, in UTF-16 units. */
const REASON_LENGTH = 500;

/** What was decided is shown with what came of it in one edit, if that takes no longer. */
const OUTCOME_WAIT_MS = 3000;

/** Sends approvals as cards and redraws them after every change. Each card is rendered from its row; this class holds no state. */
export class CardSender {
  readonly #parts: ConstructorParameters<typeof CardSender>[0];
  readonly #renderer: CardRenderer;
  readonly #routes: CardRoutes;

  constructor(parts: {
    readonly clock: Pick<Clock, "now">;
    readonly approvals: Approvals;
    readonly runs: Runs;
    readonly people: People;
    readonly outbox: Outbox;
    readonly table: OutboxTable;
    readonly updates: Updates;
  }) {
    this.#parts = parts;
    this.#renderer = new CardRenderer(parts);
    this.#routes = new CardRoutes(parts);
    const { approvals, outbox } = parts;
    approvals.on("requested", (approval, { isAlone }) => {
      const { followUp } = approval.card;
      const pressed = followUp?.kind === "briefing" ? followUp.inPlaceOf : undefined;
      const earlier = pressed === undefined ? undefined : approvals.get(pressed);
      if (earlier !== undefined) this.takePlace(approval, earlier);
      if (isAlone === true || !comesWithReply(approval)) this.show(approval);
    });
    approvals.on("changed", (id, how) => this.#refresh(id, how));
    outbox.on("sent", (row) => this.#sent(row));
    outbox.on("failed", (row) => this.#undelivered(row));
    outbox.on("unknown", (row) => this.#undelivered(row));
  }

  /** Sends the card of a pending approval, once a chat. Who asked for an owner's matter is told that the owners were asked; about a budget the answer to their message says it. */
  show(approval: Approval): void {
    const homes = this.#routes.homesOf(approval);
    const { account, budget } = approval.card;
    for (const chatKey of homes) this.#send(approval, chatKey, `${approval.id}:${chatKey}`);
    if (homes.length === 0) this.#passOn(approval);
    else if ((account ?? budget) === undefined && !homes.includes(approval.chatKey))
      this.#tellRequester(approval, `asked:${approval.id}`, "ownersAsked", this.#namesIn(homes));
  }

  /** Sends the card once more in a chat, below what was said since; `cause` makes it once a wish. */
  showAgain(approval: Approval, chatKey: string, cause: string): void {
    this.#send(approval, chatKey, `${approval.id}:${chatKey}:again:${cause}`);
  }

  /** The approval whose card a message of a chat is, as it stands now; `undefined` where it is none. */
  approvalAt(chatKey: string, messageId: string): Approval | undefined {
    const { approvals, table } = this.#parts;
    const row = table.byMessage(chatKey, messageId);
    return row?.kind === "card" ? approvals.get(row.subject ?? "") : undefined;
  }

  /** What became of an approval and what came of it, for someone who presses one of its buttons too late, as plain text. */
  endWords(approval: Approval, reader: Pick<CardView, "language" | "zone">): string {
    const { people } = this.#parts;
    const { state, outcomeText, askedAgainBy } = approval;
    const nameOf = (id = ""): string => people.nameOf(id) ?? "?";
    const who = escapeMarkup(nameOf(approval.decidedBy));
    const atMs = approval.decidedAtMs ?? approval.createdAtMs;
    const time = shortTime(atMs, reader, atMs);
    const steps = this.#renderer.stepsOf(approval);
    const already = alreadyWords(approval, { ...reader, ...steps }, { who, time });
    if (already !== undefined) return oneLine(toPlainText(already), END_WORDS_LENGTH);
    const isUnderWay = outcomeText === undefined && (state === "approved" || state === "answered");
    const words = [
      approval.decidedBy === undefined ? "" : say(reader.language, "pressDecided", { who, time }),
      isUnderWay ? say(reader.language, "cardWorking") : this.stateWords(approval, reader),
      outcomeText ?? "",
      askedAgainBy && say(reader.language, "stateAskedAgain", { who: nameOf(askedAgainBy) }),
    ];
    return oneLine(toPlainText(words.join(" ")), END_WORDS_LENGTH);
  }

  /** What became of an approval, in one line of light markup and with the reason where it has one. */
  stateWords(approval: Approval, reader: Pick<CardView, "language" | "zone">): string {
    const deciderName = this.#parts.people.nameOf(approval.decidedBy ?? "") ?? "?";
    const { reason } = approval;
    const line = stateLine(approval, {
      ...reader,
      ...this.#renderer.stepsOf(approval),
      deciderName,
    });
    return reason === undefined
      ? line
      : `${line}\n> ${escapeMarkup(oneLine(reason, REASON_LENGTH))}`;
  }

  /** The key of the message by which an approval's card stands in a chat, for what is to take its place; `undefined` where it stands by none. */
  messageOf(approval: Approval, chatKey: string): string | undefined {
    const sent = this.#parts.table.sentOf("card", approval.id);
    return sent.findLast((row) => row.chatKey === chatKey)?.key;
  }

  /** True when a chat is one where the card of an approval belongs. */
  isShownIn(approval: Approval, chatKey: string): boolean {
    return this.#routes.homesOf(approval).includes(chatKey);
  }

  /** Redraws every card of an approval that was sent; a suggestion stays as it is. All of its buttons die with the decision. With `isControl` that goes before everything else. */
  #refresh(approvalId: string, how: { readonly isControl?: boolean } = {}): void {
    const { approvals } = this.#parts;
    const approval = approvals.get(approvalId);
    if (approval === undefined || isSuggestion(approval)) return;
    this.#redraw(approval, how);
    // What was allowed before in the same run may have happened by now.
    if (approval.outcomeText === undefined || approval.runId === undefined) return;
    for (const earlier of approvals.decidedOf(approval.runId))
      if (earlier.id !== approval.id) this.#redraw(earlier, how);
  }

  #redraw(approval: Approval, how: { readonly isControl?: boolean }): void {
    const { state, outcomeText, reason, askedAgainBy } = approval;
    const told = `${outcomeText === undefined ? "" : "+"}${reason === undefined ? "" : "r"}`;
    const votes = state === "pending" ? this.#parts.approvals.votesOf(approval).length : 0;
    const stage = `${state}${told}${askedAgainBy === undefined ? "" : "a"}${votes || ""}${this.#progressOf(approval)}`;
    // Another card may take the place of one that a person ended.
    const isEnding = state !== "cancelled" || approval.decidedBy !== undefined;
    const waits = state !== "pending" && isEnding && outcomeText === undefined;
    const heldUntilMs = this.#parts.clock.now() + OUTCOME_WAIT_MS;
    for (const row of this.#sentCards(approval.id))
      this.#edit(approval, row, stage, waits ? { ...how, heldUntilMs } : how);
  }

  /** What has happened of what was allowed, once that is told: so much, nothing yet, or nothing at all. */
  #progressOf(approval: Approval): string {
    if (approval.outcomeText === undefined) return "";
    const run = this.#renderer.stepsOf(approval);
    const done = doneCount(approval, run);
    if (done > 0) return `d${done}`;
    return run.goesOn === true ? "g" : "";
  }

  #namesIn(chatKeys: readonly string[]): string {
    const { people, updates } = this.#parts;
    return chatKeys
      .flatMap((key) => people.nameOf(updates.personIn(key) ?? "") ?? [])
      .map(escapeMarkup)
      .join(", ");
  }

  /** Redraws the one card whose button was pressed, as the card that has taken its place where one has; what an answer has taken the place of stays that answer. `cause` makes it once a press. */
  redrawPressed(pressed: Approval, chat: ChatAddress, messageId: string, cause: string): void {
    const [home = keyOf(chat)] = this.#sentCards(pressed.id).flatMap((sent) =>
      sent.messageId === messageId && isSamePlace(chat, sent.chatKey) ? [sent.chatKey] : [],
    );
    const { approvals, table } = this.#parts;
    const shown = table.byMessage(home, messageId);
    if (shown !== undefined && shown.kind !== "card") return;
    const approval = approvals.get(shown?.subject ?? "") ?? pressed;
    this.#edit(approval, { chatKey: home, messageId }, cause);
  }

  /** A card whose button was pressed is a card of ours, also where the process that sent it died before it knew: it is kept true from now on as the others are. */
  adopt(approval: Approval, chatKey: string, messageId: string): void {
    const { table } = this.#parts;
    const [platform = ""] = chatKey.split(":");
    if (messageId === "" || table.byMessage(chatKey, messageId) !== undefined) return;
    const key = `card:${approval.id}:${chatKey}:copy:${messageId}`;
    const message = this.draw(approval, chatKey);
    table.adopt({ key, platform, chatKey, messageId, subject: approval.id, message });
  }

  /** Where a press that came without its thread may belong: the threads of that chat to which the card was sent. */
  threadsOf(approvalId: string, chat: ChatAddress): readonly string[] {
    const keys = this.#sentCards(approvalId).map((row) => row.chatKey);
    return [...new Set(keys)].filter((key) => key !== keyOf(chat) && isSamePlace(chat, key));
  }

  /** A card that left while its approval was being decided is drawn again. */
  #sent(row: OutboxRow): void {
    if (row.kind === "details") this.#seen(row);
    if (row.class !== "card") return;
    const approval = this.#approvalOf(row);
    if (approval !== undefined && approval.state !== "pending") this.#refresh(approval.id);
  }

  /** A card did not arrive and will not: the next one who may answer gets it, and with nobody left the one who asked is told what to do. */
  #undelivered(row: OutboxRow): void {
    if (row.class !== "card") return;
    const approval = this.#approvalOf(row);
    if (approval?.state === "pending") this.#passOn(approval);
  }

  /** Sends all of what an approval is about, or its program, to the chat of its card, or shows it there to its presser `reader` alone; `cause` makes it once a wish. */
  sendMore(
    approval: Approval,
    what: "details" | "program",
    { chatKey, cause }: { readonly chatKey: string; readonly cause: string },
    reader?: Pick<ButtonPress, "person" | "event">,
  ): void {
    const { outbox } = this.#parts;
    const isDetails = what === "details";
    const message = isDetails
      ? this.#renderer.details(approval, chatKey, outbox.roomIn(chatKey))
      : this.#renderer.program(approval, chatKey, outbox.roomIn(chatKey));
    const key = `program:${approval.id}:${chatKey}|${cause}`;
    const facts =
      reader === undefined
        ? ({ kind: isDetails ? "details" : "other", subject: approval.id, message } as const)
        : ({
            kind: "held",
            subject: reader.person.id,
            message: { ...message, onlyFor: reader.event.pressId },
          } as const);
    outbox.post({ key, chatKey, class: "reply", ...facts });
  }

  /** Has the card of an approval take the place of another's, in each chat where both belong. */
  takePlace(approval: Approval, earlier: Approval): void {
    for (const chatKey of this.#routes.homesOf(approval)) {
      const inPlaceOf = this.messageOf(earlier, chatKey);
      if (inPlaceOf !== undefined)
        this.#send(approval, chatKey, `${approval.id}:${chatKey}`, { inPlaceOf });
    }
  }

  /** All of what is asked has arrived in a chat: its card there may be answered. */
  #seen(row: OutboxRow): void {
    const approval = this.#approvalOf(row);
    const room = this.#parts.outbox.roomIn(row.chatKey);
    if (approval?.state !== "pending") return;
    if (!this.#renderer.isOpenedByDetails(approval, row.chatKey, room)) return;
    for (const card of this.#sentCards(approval.id))
      if (card.chatKey === row.chatKey) this.#edit(approval, card, "seen");
  }

  /** Draws every card that waits for a decision once more, with buttons signed by the newest key; `cause` makes it once a wish. Gives how many approvals are open. */
  redrawOpen(cause: string): number {
    return this.#redrawOpenIn(cause, () => true);
  }

  #redrawOpenIn(cause: string, isMeant: (chatKey: string) => boolean): number {
    const pending = this.#parts.approvals.waiting();
    for (const approval of pending)
      for (const row of this.#sentCards(approval.id))
        if (isMeant(row.chatKey)) this.#edit(approval, row, `open:${cause}`);
    return pending.length;
  }

  /** After a restart: every card is shown that should have been, open ones are drawn once more in a terminal, which has forgotten them, and every decided one stands in its final state. `session` names this start. */
  reconcile(session: string): void {
    const { approvals, outbox, table } = this.#parts;
    this.#redrawOpenIn(session, (chatKey) => outbox.columns(chatKey) !== undefined);
    for (const approval of approvals.pending()) {
      this.show(approval);
      this.#passOn(approval);
    }
    const ids = new Set(table.sentOf("card").map(({ subject = "" }) => subject));
    for (const id of ids) if (approvals.get(id)?.state !== "pending") this.#refresh(id);
  }

  /** The card of an approval for the one who reads it in a chat. */
  draw(approval: Approval, chatKey: string): OutgoingMessage {
    return this.#renderer.draw(approval, chatKey, this.#parts.outbox.roomIn(chatKey));
  }

  /** All of a card for a reader without a limit. */
  drawWhole(approval: Approval, chatKey: string): OutgoingMessage {
    const room = { ...this.#parts.outbox.roomIn(chatKey), maxLength: Number.POSITIVE_INFINITY };
    return this.#renderer.draw(approval, chatKey, room);
  }

  /** Brings a card that nobody has to the next one who may answer. */
  #passOn(approval: Approval): void {
    const { outbox, people, updates } = this.#parts;
    const next = this.#routes.next(approval);
    if (next.kind === "alive") return;
    if (next.kind === "nobody") {
      const key: TextKey = approval.kind === "access" ? "accessUnreached" : "nobodyReached";
      this.#tellRequester(approval, unreachedKey(approval.id), key);
      return;
    }
    const { chatKey, failedName } = next;
    const language = people.get(updates.personIn(chatKey) ?? "")?.language ?? "en";
    const text = say(language, "passedOn", { name: escapeMarkup(failedName) });
    const key = `passed:${approval.id}:${chatKey}`;
    outbox.post({ key, chatKey, class: "reply", message: { text } });
    this.#send(approval, chatKey, `${approval.id}:${chatKey}`);
  }

  #tellRequester({ id, personId, chatKey }: Approval, key: string, text: TextKey, who = ""): void {
    const language = this.#parts.people.get(personId)?.language ?? "en";
    const message = { text: say(language, text, { id, who }) };
    this.#parts.outbox.post({ key, chatKey, class: "reply", message });
  }

  #send(
    approval: Approval,
    chatKey: string,
    key: string,
    place: { readonly inPlaceOf?: string } = {},
  ): void {
    const message = this.draw(approval, chatKey);
    const facts = { class: "card", kind: "card", subject: approval.id, message } as const;
    this.#parts.outbox.post({ key: `card:${key}`, chatKey, ...facts, ...place });
  }

  #edit(
    approval: Approval,
    { chatKey, messageId }: { readonly chatKey: string; readonly messageId: string },
    stage: string,
    how: { readonly isControl?: boolean; readonly heldUntilMs?: number } = {},
  ): void {
    const key = `edit:${approval.id}:${chatKey}:${messageId}:${stage}`;
    if (this.#parts.table.byKey(key) !== undefined) return;
    const about = {
      kind: "card",
      subject: approval.id,
      message: this.draw(approval, chatKey),
    } as const;
    this.#parts.outbox.edit({ key, chatKey, messageId, ...about, ...how });
  }

  #sentCards(
    approvalId: string,
  ): readonly { readonly chatKey: string; readonly messageId: string }[] {
    return this.#parts.table
      .sentOf("card", approvalId)
      .flatMap(({ chatKey, messageId }) =>
        messageId === undefined ? [] : [{ chatKey, messageId }],
      );
  }

  /** The approval that a row is about. */
  #approvalOf({ subject = "" }: OutboxRow): Approval | undefined {
    return this.#parts.approvals.get(subject);
  }
}

/** The key of the news that the card of an approval reached nobody. */
export function unreachedKey(approvalId: string): string {
  return `unreached:${approvalId}`;
}

/** True for what a program or an answer waits for: its words come first, and whoever brings them shows the card. */
function comesWithReply({ kind, runId }: Approval): boolean {
  return runId !== undefined || kind === "proposal";
}

/** Where a card that could not be delivered goes on to. */
type NextPlace =
  /** Somebody has it, or will. */
  | { readonly kind: "alive" }
  /** `failedName`: who could not be reached. */
  | { readonly kind: "chat"; readonly chatKey: string; readonly failedName: string }
  | { readonly kind: "nobody" };

/** Finds the chats of those who may answer an approval. Keeps nothing. */
class CardRoutes {
  readonly #parts: ConstructorParameters<typeof CardRoutes>[0];

  constructor(parts: {
    readonly approvals: Approvals;
    readonly people: People;
    readonly updates: Updates;
    readonly outbox: Outbox;
    readonly table: OutboxTable;
  }) {
    this.#parts = parts;
  }

  /** The chats a card belongs in: where it was asked, if the one who asked may decide it; the private chats of the owners, if they must or if one press is not enough. A question stays where it was asked. */
  homesOf(approval: Approval): readonly string[] {
    const { approvals, people } = this.#parts;
    const { kind, personId, chatKey } = approval;
    const requester = people.get(personId);
    const isAccess = kind === "access";
    const isOwn = !isAccess && requester !== undefined && approvals.mayDecide(approval, requester);
    const own = isOwn || kind === "question" || kind === "proposal" ? [chatKey] : [];
    if (isOwn && approvals.needed(approval) === 1) return own;
    const others = people
      .owners()
      .filter((owner) => isAccess || owner.id !== personId)
      .filter((owner) => approvals.mayDecide(approval, owner))
      .flatMap((owner) => this.#chatsOf(owner).slice(0, 1));
    return [...new Set([...own, ...others])];
  }

  /** Where the card of a pending approval goes when nobody has it: the next chat, not tried yet, of someone who may answer. */
  next(approval: Approval): NextPlace {
    const { outbox, table, people, updates } = this.#parts;
    const cards = table.of("card", approval.id);
    const isAlive = cards.some(
      (card) =>
        card.state === "sent" ||
        ((card.state === "pending" || card.state === "sending") && outbox.mayReach(card.chatKey)),
    );
    if (isAlive) return { kind: "alive" };
    const tried = new Set(cards.map((card) => card.chatKey));
    const chatKey = this.#approversOf(approval)
      .flatMap((person) => this.#chatsOf(person))
      .find((key) => !tried.has(key) && outbox.mayReach(key));
    if (chatKey === undefined) return { kind: "nobody" };
    const failedKey = cards.at(-1)?.chatKey ?? approval.chatKey;
    const failed = people.get(updates.personIn(failedKey) ?? approval.personId);
    return { kind: "chat", chatKey, failedName: failed?.name ?? "?" };
  }

  /** The one who asked first, then owners, the oldest first; of them those who may answer. */
  #approversOf(approval: Approval): readonly Person[] {
    const { approvals, people } = this.#parts;
    const requester = people.get(approval.personId);
    const everyone = [...(requester === undefined ? [] : [requester]), ...people.owners()];
    return everyone.filter(
      (person, index) =>
        everyone.indexOf(person) === index && approvals.mayDecide(approval, person),
    );
  }

  /** A person's own chats: those that this process delivers to first, and of them the latest. */
  #chatsOf(person: Person): readonly string[] {
    const { updates, outbox } = this.#parts;
    const keys = updates.chatsOf(person.id);
    const reached = keys.filter((key) => outbox.mayReach(key));
    return [...reached, ...keys.filter((key) => !reached.includes(key))];
  }
}
