import type { Assistant, Reply } from "../../agent/turn/assistant.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { type AgainParts, mayBeAskedAgain } from "../../runs/apply-decision.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import type { Admission } from "../people/admission.ts";
import type { ErasePerson } from "../people/erase-person.ts";
import type { ReplySender } from "../replies/reply-sender.ts";

/** Reopens an expired request once: a program, a right, a choice of programs, or an erasure. */
export class ReopenRequest {
  readonly #parts: ConstructorParameters<typeof ReopenRequest>[0];

  constructor(
    parts: AgainParts & {
      readonly database: Database;
      readonly approvals: Approvals;
      readonly assistant: Assistant;
      readonly cards: CardSender;
      readonly admission: Admission;
      readonly replies: ReplySender;
      readonly forgetting: ErasePerson;
    },
  ) {
    this.#parts = parts;
  }

  /** Notes the wish of someone who may press; `undefined` when it cannot be fulfilled, or was before. What it returns resolves when the new card is in the outbox. */
  ask(approval: Approval, person: Person): (() => Promise<void>) | undefined {
    const requester = this.#parts.admission.person(approval.personId);
    if (requester === undefined) return undefined;
    if (approval.card.forget !== undefined) return this.#askForget(approval, person, requester);
    if (approval.runId === undefined) return this.#askRow(approval, person);
    const actor = this.#parts.admission.actor(requester, approval.chatKey);
    return this.#takeWish(approval, person) || this.#wasCutOff(approval)
      ? () => this.#runAgain(approval, actor)
      : undefined;
  }

  #takeWish(approval: Approval, person: Person): boolean {
    if (!mayBeAskedAgain(approval, this.#parts)) return false;
    return this.#parts.approvals.askAgain(approval.id, person) !== undefined;
  }

  /** The wish was noted by a process that died before the new run. */
  #wasCutOff({ id, askedAgainBy }: Approval): boolean {
    return askedAgainBy !== undefined && this.#parts.runs.find(originOfAgain(id)) === undefined;
  }

  async #runAgain(approval: Approval, actor: Actor): Promise<void> {
    const { assistant, replies } = this.#parts;
    const origin = originOfAgain(approval.id);
    const reply: Reply | undefined = await assistant.askAgain(approval, { actor, origin });
    if (reply === undefined) return;
    await replies.draw(origin, actor, reply);
    replies.reply(origin, actor, reply);
  }

  /** The same question under a row of its own, in the transaction that notes the wish: a process that dies after it shows the card at its next start. */
  #askRow(approval: Approval, person: Person): (() => Promise<void>) | undefined {
    const { approvals, cards, database } = this.#parts;
    const { kind, personId, chatKey, digest, card, approver, createdAtMs, expiresAtMs } = approval;
    const next = inTransaction(database, () => {
      if (!this.#takeWish(approval, person)) return undefined;
      const lifetimeMs = expiresAtMs - createdAtMs;
      return approvals.request({ kind, personId, chatKey, digest, card, approver, lifetimeMs });
    });
    if (next === undefined) return undefined;
    // Who asks for another's role stands for it with the first press, as they did before.
    if (card.role !== undefined && person.id === personId)
      approvals.decideById(next.id, person, { state: "approved" });
    return async () => cards.show(next);
  }

  /** How much there is of a person is counted anew. */
  #askForget(
    approval: Approval,
    person: Person,
    requester: Person,
  ): (() => Promise<void>) | undefined {
    const { cards, forgetting, replies } = this.#parts;
    if (!this.#takeWish(approval, person)) return undefined;
    return async () => {
      const asked = await forgetting.ask(requester, approval.chatKey);
      const origin = originOfAgain(approval.id);
      replies.answer(origin, approval.chatKey, { text: asked.text });
      if (asked.reply?.kind === "proposals") cards.show(asked.reply.approval);
      for (const open of asked.cards ?? []) cards.showAgain(open, approval.chatKey, origin);
    };
  }
}

/** The origin of the run that an expired approval is asked anew with. */
function originOfAgain(id: string): string {
  return `again:${id}`;
}
