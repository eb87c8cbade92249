import type { Assistant } from "../../agent/turn/assistant.ts";
import { digestOf } from "../../base/digest.ts";
import { applyReason } from "../../runs/apply-decision.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { FollowUp } from "../../security/approvals/card-content.ts";
import { TYPING_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import type { Admission } from "../people/admission.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { fillDraft } from "../schedules/briefing-form.ts";
import { changeTime } from "../schedules/change-time.ts";

/** Questions that go with a card or a schedule: the reason of a refusal, a new time, a briefing that is put together. Each is a row of its own, so that a restart changes nothing. */
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
  }) {
    this.#parts = parts;
  }

  /** Writes the question why an approval was denied; to be called in the transaction that denied it. */
  askReason(
    approval: Approval,
    place: { readonly person: Person; readonly chatKey: string },
  ): Approval {
    const { person, chatKey } = place;
    const followUp = { kind: "reason" } as const;
    return this.#parts.approvals.request({
      kind: "question",
      personId: person.id,
      chatKey,
      digest: digestOf({ parent: approval.id, chatKey, followUp }),
      card: { followUp },
      parentId: approval.id,
      approver: "requester",
      lifetimeMs: TYPING_LIFETIME_MS,
    });
  }

  /** Does what an answer to one of these questions says. Gives the denied approval that can be carried out now. */
  async carryOut(question: Approval): Promise<Approval | undefined> {
    const { parentId = "" } = question;
    const { followUp } = question.card;
    const person = this.#parts.admission.person(question.personId);
    if (followUp?.kind === "timing") return this.#changeTime(question, followUp, person);
    if (followUp?.kind === "briefing") return this.#fill(question, followUp, person);
    this.#takeReason(question, parentId);
    return this.#parts.approvals.get(parentId);
  }

  /** A question about a schedule stands beside no card. */
  async #changeTime(
    question: Approval,
    followUp: Extract<FollowUp, { readonly kind: "timing" }>,
    person: Person | undefined,
  ): Promise<undefined> {
    const told = person && (await changeTime(this.#parts, question, { followUp, person }));
    this.#settle(question, told ?? "");
  }

  /** So does a briefing that is put together. */
  async #fill(
    question: Approval,
    followUp: Extract<FollowUp, { readonly kind: "briefing" }>,
    person: Person | undefined,
  ): Promise<undefined> {
    const told = person && (await fillDraft(this.#parts, question, { followUp, person }));
    this.#settle(question, told ?? "");
  }

  #takeReason(question: Approval, parentId: string): void {
    const { approvals, database } = this.#parts;
    inTransaction(database, () => {
      const reason = question.state === "answered" ? question.answer?.trim() : undefined;
      const parent = reason ? approvals.explain(parentId, reason) : undefined;
      if (parent !== undefined) applyReason(this.#parts, parent);
      this.#settle(question, "");
    });
  }

  #settle(question: Approval, outcome: string): void {
    this.#parts.approvals.setOutcome(question.id, outcome);
  }
}
