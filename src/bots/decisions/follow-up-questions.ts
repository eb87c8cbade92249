import type { Assistant } from "../../agent/turn/assistant.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { FollowUp } from "../../security/approvals/card-content.ts";
import type { Database } from "../../store/database.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import type { Admission } from "../people/admission.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { fillDraft } from "../schedules/briefing-form.ts";
import { changeTime } from "../schedules/change-time.ts";
import type { ReminderButtons } from "../schedules/reminder-buttons.ts";

import type { EditCard } from "./edit-card.ts";
import type { RelayedReply } from "./relayed-reply.ts";

/** Questions that go with something else: a new time, a briefing that is put together, other words for a card, words that answer somebody. Each is a row of its own, so that a restart changes nothing. */
export class FollowUpQuestions {
  readonly #parts: ConstructorParameters<typeof FollowUpQuestions>[0];

  constructor(parts: {
    readonly database: Database;
    readonly approvals: Approvals;
    readonly runs: Runs;
    readonly people: People;
    readonly assistant: Assistant;
    readonly admission: Admission;
    readonly replies: ReplySender;
    readonly cards: Pick<CardSender, "messageOf">;
    readonly editing: Pick<EditCard, "apply">;
    readonly schedules: Pick<Schedules, "get">;
    readonly reminders: Pick<ReminderButtons, "putOff">;
    readonly relayed: Pick<RelayedReply, "send">;
  }) {
    this.#parts = parts;
  }

  /** Does what an answer to one of these questions says. */
  async carryOut(question: Approval): Promise<void> {
    const { followUp } = question.card;
    const person = this.#parts.admission.person(question.personId);
    if (followUp?.kind === "timing") await this.#changeTime(question, followUp, person);
    else if (followUp?.kind === "briefing") await this.#fill(question, followUp, person);
    else if (followUp?.kind === "words") await this.#edit(question, followUp, person);
    else if (followUp?.kind === "reply") await this.#reply(question, followUp, person);
    else this.#settle(question, "");
  }

  /** The words that were asked for stand in the card of before. */
  async #edit(
    question: Approval,
    followUp: Extract<FollowUp, { readonly kind: "words" }>,
    person: Person | undefined,
  ): Promise<void> {
    const edited = this.#parts.approvals.get(followUp.approval);
    const words = question.state === "answered" ? question.answer : undefined;
    const told =
      person !== undefined && edited !== undefined && words !== undefined
        ? await this.#parts.editing.apply(edited, person, { words, origin: `edit:${question.id}` })
        : undefined;
    this.#settle(question, told ?? "");
  }

  /** The words that were asked for go to whose message they answer. */
  async #reply(
    question: Approval,
    { to }: Extract<FollowUp, { readonly kind: "reply" }>,
    person: Person | undefined,
  ): Promise<void> {
    const words = question.state === "answered" ? question.answer?.trim() : undefined;
    const said = { to, words: words ?? "", origin: `reply:${question.id}` };
    const told =
      person === undefined || words === undefined || words === ""
        ? ""
        : await this.#parts.relayed.send(person, question.chatKey, said);
    this.#settle(question, told);
  }

  /** A question about a schedule stands beside no card. */
  async #changeTime(
    question: Approval,
    followUp: Extract<FollowUp, { readonly kind: "timing" }>,
    person: Person | undefined,
  ): Promise<void> {
    const told = person && (await changeTime(this.#parts, question, { followUp, person }));
    this.#settle(question, told ?? "");
  }

  /** So does a briefing that is put together. */
  async #fill(
    question: Approval,
    followUp: Extract<FollowUp, { readonly kind: "briefing" }>,
    person: Person | undefined,
  ): Promise<void> {
    const told = person && (await fillDraft(this.#parts, question, { followUp, person }));
    this.#settle(question, told ?? "");
  }

  #settle(question: Approval, outcome: string): void {
    this.#parts.approvals.setOutcome(question.id, outcome);
  }
}
