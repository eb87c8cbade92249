import { existsSync } from "node:fs";
import type { Language } from "../../base/localized.ts";
import { mayBeAskedAgain } from "../../runs/apply-decision.ts";
import type { Run, Runs } from "../../runs/run-table.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { TextRoom } from "../outbox/delivery.ts";
import { CAPTION_LENGTH, deliveryOf } from "../outbox/message-parts.ts";
import { type OutboxRow, type OutboxTable, wholeKey } from "../outbox/table.ts";
import type { OutgoingMessage } from "../platform/chat-adapter.ts";
import { personWords } from "./account-words.ts";
import type { CardView } from "./card-view.ts";
import { isEditable } from "./edited-text.ts";
import { cardDetails, cardProgram, renderCard } from "./render-card.ts";

/** Most people shown on a card whose name the one who asks to come in has too. */
const MOST_NAMESAKES = 3;

/** Draws approvals as cards, each from the tables as they are now. Keeps nothing. */
export class CardRenderer {
  readonly #parts: {
    readonly approvals: Approvals;
    readonly runs: Runs;
    readonly people: People;
    readonly table: OutboxTable;
    readonly updates: Updates;
  };

  constructor(parts: {
    readonly approvals: Approvals;
    readonly runs: Runs;
    readonly people: People;
    readonly table: OutboxTable;
    readonly updates: Updates;
  }) {
    this.#parts = parts;
  }

  /** The card of an approval for the one who reads it in a chat. One with a picture says no more than fits below it, also when it is decided and edits leave the picture as it is. */
  draw(approval: Approval, chatKey: string, room: TextRoom): OutgoingMessage {
    const card = renderCard(approval, this.#readerOf(approval, chatKey, room));
    const { picture } = approval.card;
    const isShown =
      picture !== undefined && approval.state === "pending" && existsSync(picture.path);
    return isShown ? { ...card, files: [picture] } : card;
  }

  /** The card of an outbox row as its approval stands now. */
  redraw(row: OutboxRow, room: TextRoom): OutgoingMessage {
    const approval = this.#parts.approvals.get(row.subject ?? "");
    return approval === undefined ? row.message : this.draw(approval, row.chatKey, room);
  }

  /** All of what an approval is about, for the one who reads it in a chat. */
  details(approval: Approval, chatKey: string, room: TextRoom): OutgoingMessage {
    return cardDetails(approval, this.#readerOf(approval, chatKey, room));
  }

  /** The program of an approval, for the one who reads it in a chat. */
  program(approval: Approval, chatKey: string, room: TextRoom): OutgoingMessage {
    return cardProgram(approval, this.#readerOf(approval, chatKey, room));
  }

  /** True of a card that reads otherwise, or can be answered otherwise, since its reader has had all of its details. */
  isOpenedByDetails(approval: Approval, chatKey: string, room: TextRoom): boolean {
    const reader = this.#readerOf(approval, chatKey, room);
    const [before, after] = [false, true].map((hasSeenAll) =>
      JSON.stringify(renderCard(approval, { ...reader, hasSeenAll })),
    );
    return reader.hasSeenAll === true && before !== after;
  }

  /** True when all parts of what the details button sends have arrived in a chat, once at least. */
  hasSeenAll({ id }: Approval, chatKey: string): boolean {
    const { table } = this.#parts;
    const rows = table.of("details", id).filter((row) => row.chatKey === chatKey);
    return [...new Set(rows.map(({ key }) => wholeKey(key)))].some(
      (key) => deliveryOf(table.partsOf(key))?.state === "sent",
    );
  }

  #readerOf(approval: Approval, chatKey: string, room: TextRoom): CardView {
    const { approvals, people, updates } = this.#parts;
    const person = this.#personIn(approval, chatKey);
    const owner = updates.personIn(chatKey);
    const nameOf = (id: string | undefined): string | undefined =>
      id === undefined ? undefined : people.nameOf(id);
    const againName = nameOf(approval.askedAgainBy);
    const isNamed =
      approval.kind === "access"
        ? approval.card.account === undefined
        : person?.id !== approval.personId;
    const requesterName = isNamed ? nameOf(approval.personId) : undefined;
    return {
      language: person?.language ?? "en",
      zone: person?.zone ?? "UTC",
      deciderName: nameOf(approval.decidedBy) ?? "?",
      isDecider: owner !== undefined && owner === approval.decidedBy,
      ...(againName === undefined ? {} : { againName }),
      ...(requesterName === undefined ? {} : { requesterName }),
      namesakes: this.#namesakesOf(approval, person?.language ?? "en"),
      offersAgain: mayBeAskedAgain(approval, this.#parts),
      hasSeenAll: this.hasSeenAll(approval, chatKey),
      ...(approval.card.picture === undefined ? room : belowPicture(room)),
      showsCode: person !== undefined && people.answering(person.id).showsCode,
      mayGrant: this.#mayGrantIn(approval, chatKey),
      mayEdit: person?.id === approval.personId && isEditable(this.#runOf(approval)),
      ...this.#votesOn(approval),
      ...this.stepsOf(approval),
      button: (choice) => approvals.button(approval, choice, chatKey),
    };
  }

  /** Who is in already under the name of an account that asks to come in. */
  #namesakesOf({ state, card: { account } }: Approval, language: Language): readonly string[] {
    const { people } = this.#parts;
    if (account === undefined || state !== "pending") return [];
    return people
      .named(account.name)
      .filter(({ role }) => role !== "guest")
      .slice(0, MOST_NAMESAKES)
      .map(({ id, name }) => personWords(name, people.accountsOf(id), language));
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
  #votesOn(approval: Approval): Pick<CardView, "votes"> {
    const { approvals, people } = this.#parts;
    const needed = approvals.needed(approval);
    const able = people.all().filter((person) => approvals.mayDecide(approval, person)).length;
    if (needed === 1 && able > 0) return {};
    const names = approvals.votesOf(approval).map((id) => people.nameOf(id) ?? "?");
    return { votes: { names, needed, able } };
  }

  /** What of its run has happened. */
  stepsOf(approval: Approval): Pick<CardView, "steps" | "goesOn"> {
    const { runs } = this.#parts;
    const run = this.#runOf(approval);
    if (run === undefined) return {};
    const goesOn = run.state === "running" || run.state === "waiting";
    return { steps: runs.steps(run.id), goesOn };
  }

  #runOf({ runId }: Approval): Run | undefined {
    return runId === undefined ? undefined : this.#parts.runs.get(runId);
  }

  /** Who reads a card in a chat: the one who asked, or the one whose private chat it is. */
  #personIn(approval: Approval, chatKey: string): Person | undefined {
    const { people, updates } = this.#parts;
    if (chatKey === approval.chatKey && approval.kind !== "access")
      return people.get(approval.personId);
    return people.get(updates.personIn(chatKey) ?? approval.personId);
  }
}

/** What fits below a picture; a reader without a limit has none there either. */
function belowPicture(room: TextRoom): TextRoom {
  const { maxLength } = room;
  return Number.isFinite(maxLength)
    ? { ...room, maxLength: Math.min(maxLength, CAPTION_LENGTH) }
    : room;
}
