import type { Assistant } from "../../agent/turn/assistant.ts";
import { digestOf } from "../../base/digest.ts";
import type { Language } from "../../base/localized.ts";
import { formatDiagnostic } from "../../engine/language/diagnostics.ts";
import type { Literal, LiteralPlace } from "../../engine/plan/literals.ts";
import { shownValue } from "../../engine/plan/typed-value.ts";
import { applyReason } from "../../runs/apply-decision.ts";
import type { RevisionResult } from "../../runs/edit-literals.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { FollowUp } from "../../security/approvals/card-content.ts";
import { TYPING_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { codeBlock, escapeMarkup } from "../markup/parse-markup.ts";
import type { Admission } from "../people/admission.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { fillDraft } from "../schedules/briefing-form.ts";
import { changeTime } from "../schedules/change-time.ts";
import { say, type TextKey } from "../texts/say.ts";

/** Where a button was pressed, and by whom. */
export interface Presser {
  readonly person: Person;
  readonly chatKey: string;
}

/** Literals offered on one question: with nine buttons, the last leads to more. */
const MOST_OFFERED = 8;

/** The code of the option that leads to more literals. */
const MORE = "more";

/** Follow-up questions of a card besides its decision: change a value, or give a reason for a refusal. Each question it asks is a row of its own, so that a restart changes nothing. */
export class FollowUpQuestions {
  readonly #parts: ConstructorParameters<typeof FollowUpQuestions>[0];

  constructor(parts: {
    readonly database: Database;
    readonly approvals: Approvals;
    readonly runs: Runs;
    readonly people: People;
    readonly assistant: Assistant;
    readonly cards: CardSender;
    readonly admission: Admission;
    readonly replies: ReplySender;
  }) {
    this.#parts = parts;
  }

  /** Asks which literal of an open card's program to change, or for the new value of its only one. Gives what the presser is told when there is nothing to change. */
  askEdit(approval: Approval, presser: Presser): TextKey | undefined {
    const literals = this.#parts.assistant.literals(approval);
    const [only] = literals;
    if (only === undefined) return "editNothing";
    const followUp = literals.length === 1 ? askValueOf(only) : choiceFrom(0);
    this.#question(approval, presser, followUp);
    return undefined;
  }

  /** Writes the question why an approval was denied; to be called in the transaction that denied it. */
  askReason(approval: Approval, presser: Presser): Approval {
    return this.#question(approval, presser, { kind: "reason" });
  }

  /** Does what an answer to one of these questions says. Gives the denied approval that can be carried out now. */
  async carryOut(question: Approval): Promise<Approval | undefined> {
    const { approvals } = this.#parts;
    const { parentId = "" } = question;
    const parent = approvals.get(parentId);
    const followUp = question.card.followUp;
    const person = this.#parts.admission.person(question.personId);
    const presser = person && { person, chatKey: question.chatKey };
    if (followUp?.kind === "timing") return this.#changeTime(question, followUp, person);
    if (followUp?.kind === "briefing") return this.#fill(question, followUp, person);
    if (followUp?.kind === "reason") this.#takeReason(question, parentId);
    else this.#settle(question, await this.#edited(question, parent, presser));
    return followUp?.kind === "reason" ? approvals.get(parentId) : undefined;
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

  /** Acts on an answer about a literal; returns what the question's card says of it. */
  async #edited(
    question: Approval,
    parent: Approval | undefined,
    presser: Presser | undefined,
  ): Promise<string> {
    const { answer, state, card } = question;
    if (state !== "answered" || answer === undefined || presser === undefined) return "";
    const { language } = presser.person;
    if (parent === undefined) return say(language, "editLate");
    if (card.followUp?.kind === "choice") return this.#chosen(parent, presser, answer);
    if (card.followUp?.kind !== "value") return "";
    const { place } = card.followUp;
    return this.#typed(parent, presser, { place, text: answer.trim(), again: card.followUp });
  }

  #chosen(parent: Approval, presser: Presser, answer: string): string {
    const { assistant } = this.#parts;
    const { language } = presser.person;
    const [, first] = answer.split(":");
    const literal = assistant.literals(parent).find(({ place }) => codeOf(place) === answer);
    const isMore = answer.startsWith(MORE);
    if (parent.state !== "pending" || (!isMore && literal === undefined))
      return say(language, "editLate");
    const followUp = literal === undefined ? choiceFrom(Number(first)) : askValueOf(literal);
    this.#question(parent, presser, followUp);
    return "";
  }

  async #typed(
    parent: Approval,
    presser: Presser,
    wish: { readonly place: LiteralPlace; readonly text: string; readonly again: FollowUp },
  ): Promise<string> {
    const { assistant, cards, admission } = this.#parts;
    const { person } = presser;
    const requester = admission.person(parent.personId);
    if (requester === undefined) return say(person.language, "editLate");
    const actor = admission.actor(requester, parent.chatKey);
    const { place, text, again } = wish;
    const result = await assistant.revise(parent, actor, { place, text, by: person });
    if (result.kind === "revised") {
      cards.show(result.approval);
      return say(person.language, "editDone");
    }
    if (result.kind === "gone") return this.#late(parent, person);
    this.#question(parent, presser, again);
    return problemText(result, person.language);
  }

  /** The change may have been made by a process that died after it: then its card is shown. */
  #late({ state, decidedBy, runId }: Approval, { id, language }: Person): string {
    if (state !== "cancelled" || decidedBy !== id || runId === undefined)
      return say(language, "editLate");
    for (const next of this.#parts.approvals.pending({ runId })) this.#parts.cards.show(next);
    return say(language, "editDone");
  }

  /** The row of a question; the same question that is still open is not asked twice. */
  #question(parent: Approval, { person, chatKey }: Presser, followUp: FollowUp): Approval {
    const { approvals, assistant } = this.#parts;
    const digest = digestOf({ parent: parent.id, chatKey, followUp });
    const open = approvals
      .pending({ personId: person.id })
      .find((known) => known.parentId === parent.id && known.digest === digest);
    const literals = followUp.kind === "choice" ? assistant.literals(parent) : [];
    const options = optionsOf(literals, followUp, person.language);
    const card = options.length === 0 ? { followUp } : { followUp, options };
    const facts = { personId: person.id, chatKey, digest, card, parentId: parent.id };
    const lifetimeMs = followUp.kind === "reason" ? TYPING_LIFETIME_MS : approvals.leftMs(parent);
    return (
      open ?? approvals.request({ ...facts, kind: "question", approver: "requester", lifetimeMs })
    );
  }

  #settle(question: Approval, outcome: string): void {
    this.#parts.approvals.setOutcome(question.id, outcome);
  }
}

function choiceFrom(first: number): FollowUp {
  return { kind: "choice", first };
}

function askValueOf({ place, param, kind, value }: Literal): FollowUp {
  return { kind: "value", place, param, present: shownValue(value), shape: kind };
}

function codeOf(place: LiteralPlace): string {
  return JSON.stringify(place);
}

function optionsOf(
  literals: readonly Literal[],
  followUp: FollowUp,
  language: Language,
): readonly { readonly label: string; readonly code: string }[] {
  if (followUp.kind !== "choice") return [];
  const { first } = followUp;
  const isTwice = ({ param }: Literal): boolean =>
    literals.filter((literal) => literal.param === param).length > 1;
  const options = literals.slice(first, first + MOST_OFFERED).map((literal) => {
    const { title, param, place } = literal;
    const name = isTwice(literal) ? `${title[language]}, ${param}` : param;
    return { label: `${name}: ${onOneLine(literal)}`, code: codeOf(place) };
  });
  const next = first + MOST_OFFERED;
  const more = { label: say(language, "moreLiterals"), code: `${MORE}:${next}` };
  return next < literals.length ? [...options, more] : options;
}

function onOneLine({ kind, value }: Literal): string {
  const shown = shownValue(value);
  return kind === "list" ? shown.replaceAll("\n", ", ") : shown.replace(/\s+/g, " ");
}

function problemText(
  result: Exclude<RevisionResult, { kind: "revised" | "gone" }>,
  language: Language,
): string {
  switch (result.kind) {
    case "same":
      return say(language, "editSame");
    case "unreadable":
      return say(language, `editUnreadable_${result.expected === "object" ? "object" : "list"}`);
    case "reference":
      return say(language, "editReference", { name: escapeMarkup(result.name) });
    case "denied":
      return say(language, "editRefused", { problems: escapeMarkup(result.message) });
    case "refused": {
      const problems = result.problems
        .map((problem) => codeBlock(formatDiagnostic(problem, language)))
        .join("\n");
      return say(language, "editRefused", { problems });
    }
  }
}
