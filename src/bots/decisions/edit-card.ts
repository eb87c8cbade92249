import type { Assistant } from "../../agent/turn/assistant.ts";
import { digestOf } from "../../base/digest.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import { TYPING_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { PRESS_REFUSALS } from "../approvals/buttons.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { editedProgram, editedText, isEditable } from "../approvals/edited-text.ts";
import type { Admission } from "../people/admission.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { say } from "../texts/say.ts";

/** Puts other words into what a card asks about: the old request ends, and the card of the program with the new words takes its place. */
export class EditCard {
  readonly #parts: ConstructorParameters<typeof EditCard>[0];

  constructor(parts: {
    readonly database: Database;
    readonly approvals: Approvals;
    readonly runs: Runs;
    readonly assistant: Pick<Assistant, "runProgram">;
    readonly cards: CardSender;
    readonly admission: Admission;
    readonly replies: ReplySender;
  }) {
    this.#parts = parts;
  }

  /** Whether a person may put other words into an open card: who asked for it, in a conversation. */
  mayEdit(approval: Approval, person: Person): boolean {
    const { runs } = this.#parts;
    const run = approval.runId === undefined ? undefined : runs.get(approval.runId);
    return approval.personId === person.id && isEditable(run) && editedText(approval) !== undefined;
  }

  /** Asks for the new words where no form brings them; once a card. */
  ask(approval: Approval): void {
    const { approvals, cards } = this.#parts;
    const { id, personId, chatKey } = approval;
    const present = editedText(approval) ?? "";
    const digest = digestOf({ edits: id });
    const open = approvals.pending({ personId }).find((each) => each.digest === digest);
    const card = { followUp: { kind: "words", approval: id, present } } as const;
    const question =
      open ??
      approvals.request({
        kind: "question",
        personId,
        chatKey,
        digest,
        card,
        approver: "requester",
        lifetimeMs: TYPING_LIFETIME_MS,
        parentId: id,
      });
    if (open === undefined) cards.show(question);
  }

  /** Ends a card and asks anew with these words, under an origin of their own: done again after a crash, it does nothing twice. Gives why not, where it cannot. */
  async apply(
    approval: Approval,
    person: Person,
    { words, origin }: { readonly words: string; readonly origin: string },
  ): Promise<string | undefined> {
    const { assistant, admission, cards, replies, runs } = this.#parts;
    const code = editedProgram(approval, words.trim());
    const run = approval.runId === undefined ? undefined : runs.get(approval.runId);
    if (code === undefined || run === undefined || !this.#takeBack(approval, person))
      return say(person.language, PRESS_REFUSALS.answered);
    const isOwn = run.barsGrants !== true && run.ownWords === undefined;
    const ownWords = isOwn ? {} : { ownWords: [...(run.ownWords ?? []), words] };
    const actor = admission.actor(person, approval.chatKey);
    const result = await assistant.runProgram({ origin, actor, code, ...ownWords });
    const reply = { kind: "run", result } as const;
    await replies.draw(origin, actor, reply);
    for (const next of replies.wording(reply, actor).approvals) cards.takePlace(next, approval);
    replies.reply(origin, actor, reply);
    return undefined;
  }

  /** From here on no press on the old card does anything; true also where that was done before. */
  #takeBack(approval: Approval, person: Person): boolean {
    const { approvals, database, runs } = this.#parts;
    return inTransaction(database, () => {
      const replaced = approvals.replace(approval.id, person);
      if (replaced !== undefined && approval.runId !== undefined) {
        const message = say(person.language, "editedInstead");
        runs.end(approval.runId, "denied", { message });
      }
      const now = approvals.get(approval.id);
      return replaced !== undefined || (now?.state === "cancelled" && now.decidedBy === person.id);
    });
  }
}
