import { applyDecision, applyReason } from "../../runs/apply-decision.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approval, Approvals, PressResult } from "../../security/approvals/approvals.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import { isSuggestion } from "../../security/approvals/card-content.ts";
import type { Decision } from "../../security/approvals/decision.ts";
import type { Rights } from "../../security/approvals/rights.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { MOST_OPTIONS, PRESS_REFUSALS } from "../approvals/buttons.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import type { ButtonHandler, ButtonPress } from "../approvals/signed-button.ts";
import { say } from "../texts/say.ts";
import type { ReopenRequest } from "./ask-again.ts";
import type { DecisionOutcome } from "./decision-outcome.ts";
import type { EditCard } from "./edit-card.ts";

/** The letters of the buttons of cards, and the digits of their options. */
const CARD_KINDS: readonly string[] = [
  BUTTON_KINDS.approve,
  BUTTON_KINDS.deny,
  BUTTON_KINDS.standing,
  BUTTON_KINDS.grant,
  BUTTON_KINDS.noLonger,
  BUTTON_KINDS.details,
  BUTTON_KINDS.how,
  BUTTON_KINDS.edit,
  BUTTON_KINDS.askAgain,
  BUTTON_KINDS.withReasonOrRevoke,
  ...Array.from({ length: MOST_OPTIONS }, (_, index) => String(index + 1)),
];

/** A genuine button of a card, pressed by someone who may; `home` is the key of the chat where it hangs. */
interface CardPress {
  readonly approval: Approval;
  readonly press: ButtonPress;
  readonly home: string;
}

/** Decides approvals by the buttons of their cards, by words and when their time is over, resumes what waits for them, and redraws their cards. */
export class Decisions {
  readonly #parts: ConstructorParameters<typeof Decisions>[0];

  constructor(parts: {
    readonly database: Database;
    readonly approvals: Approvals;
    readonly cards: CardSender;
    readonly people: People;
    readonly rights: Rights;
    readonly runs: Runs;
    readonly reopening: ReopenRequest;
    readonly outcomes: DecisionOutcome;
    readonly editing: EditCard;
    readonly faultPoint: (name: string) => void;
  }) {
    this.#parts = parts;
  }

  /** The buttons of cards. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: CARD_KINDS,
      subjectsOf: (press) => {
        const { approvals, cards } = this.#parts;
        const found = approvals.pressable(press.token, press.person);
        if (!found.ok) return [];
        const { approval } = found;
        const homes = cards.threadsOf(approval.id, press.event.chat);
        const run = (home: string) => this.#act({ approval, press, home });
        return [{ id: press.token.id, digest: approval.digest, homes, run }];
      },
      refusal: ({ person, token }) => {
        const found = this.#parts.approvals.pressable(token, person);
        if (found.ok) return say(person.language, PRESS_REFUSALS.forged);
        return found.reason === "not-yours"
          ? this.notYours(this.#parts.approvals.get(`ap_${token.id}`), person)
          : say(person.language, PRESS_REFUSALS[found.reason]);
      },
    },
  ];

  /** Tells somebody whose decision it is. */
  notYours(approval: Approval | undefined, { language }: Person): string {
    const { approvals, people } = this.#parts;
    const requester = approval && people.get(approval.personId);
    return approval !== undefined &&
      approval.kind !== "access" &&
      requester !== undefined &&
      approvals.mayDecide(approval, requester)
      ? say(language, "pressNotYours", { who: requester.name })
      : say(language, "pressOwners");
  }

  /** Takes a decision that is no button, and carries it out. */
  async decide(id: string, person: Person, decision: Decision): Promise<PressResult> {
    const { approvals } = this.#parts;
    const result = this.#claim(() => approvals.decideById(id, person, decision));
    if (result.ok) await this.#decided(result.approval);
    return result;
  }

  /** Ends what is past its time, as a refusal, and carries that out. A suggestion ends unseen. */
  async expireDue(): Promise<void> {
    const { approvals, database, outcomes } = this.#parts;
    const expired = inTransaction(database, () => {
      const rows = approvals.expireDue();
      for (const approval of rows)
        if (isSuggestion(approval)) approvals.setOutcome(approval.id, "");
        else applyDecision(this.#parts, approval);
      return rows.filter((approval) => !isSuggestion(approval));
    });
    await Promise.all(expired.map((approval) => outcomes.carryOut(approval)));
  }

  /** Lets go on what hung on a decided approval. What happened before is not done again. */
  carryOut(approval: Approval): Promise<void> {
    return this.#parts.outcomes.carryOut(approval);
  }

  /** Does what a button says. The platform is answered before anything is drawn. */
  async #act(pressed: CardPress): Promise<void> {
    const { approval, press, home } = pressed;
    const { event, origin, token } = press;
    const { cards } = this.#parts;
    cards.adopt(approval, home, event.messageId);
    switch (token.choice) {
      case BUTTON_KINDS.details:
      case BUTTON_KINDS.how: {
        await press.acknowledge();
        const what = token.choice === BUTTON_KINDS.how ? "program" : "details";
        cards.sendMore(approval, what, { chatKey: home, cause: origin }, event.isQuiet && press);
        this.#drawPressed(pressed);
        return;
      }
      case BUTTON_KINDS.edit:
        await this.#edit(pressed);
        return;
      case BUTTON_KINDS.noLonger:
        await this.#refuse(press, { ok: false, reason: "answered", approval });
        if (approval.state === "pending") this.#drawPressed(pressed);
        return;
      case BUTTON_KINDS.askAgain:
        await this.#askAgain(pressed);
        return;
      default:
        await this.#decidePressed(pressed);
    }
  }

  async #decidePressed(pressed: CardPress): Promise<void> {
    const { approval, press } = pressed;
    const { person, token } = press;
    const { approvals } = this.#parts;
    // Cards of earlier versions have a button that also asked why.
    const isRefusal = token.choice === BUTTON_KINDS.withReasonOrRevoke;
    const choice = isRefusal ? BUTTON_KINDS.deny : token.choice;
    const result = this.#claim(() => approvals.press(approval, choice, person));
    if (!result.ok) {
      await this.#refuse(press, result);
      return;
    }
    await Promise.all([press.acknowledge(), this.#decided(result.approval)]);
  }

  /** Keeps why a person denied something, in their words, and tells who asked for it; false where it is not theirs to say, or was said. */
  explain(approval: Approval, person: Person, reason: string): boolean {
    const { approvals, database, outcomes } = this.#parts;
    if (approval.state !== "denied" || approval.decidedBy !== person.id) return false;
    if (approval.reason !== undefined || reason.trim() === "") return false;
    const explained = inTransaction(database, () => {
      const row = approvals.explain(approval.id, reason.trim());
      if (row !== undefined) applyReason(this.#parts, row);
      return row;
    });
    if (explained !== undefined) outcomes.tellReason(explained);
    return explained !== undefined;
  }

  /** Other words are asked for; a platform with forms brings them without this press. */
  async #edit({ approval, press }: CardPress): Promise<void> {
    const { editing } = this.#parts;
    if (approval.state !== "pending") {
      await this.#refuse(press, { ok: false, reason: "answered", approval });
      return;
    }
    if (!editing.mayEdit(approval, press.person)) {
      await press.acknowledge(this.#notEdited(approval, press.person));
      return;
    }
    editing.ask(approval);
    await press.acknowledge();
  }

  /** Puts the words of a form into the card under which it hung; gives why not, where it cannot. */
  async edit(
    approval: Approval,
    person: Person,
    typed: { readonly words: string; readonly origin: string },
  ): Promise<string | undefined> {
    const { editing } = this.#parts;
    return editing.mayEdit(approval, person)
      ? editing.apply(approval, person, typed)
      : this.#notEdited(approval, person);
  }

  /** Only who asked puts other words in. */
  #notEdited({ personId }: Approval, { language }: Person): string {
    const who = this.#parts.people.nameOf(personId) ?? "?";
    return say(language, "pressNotEdited", { who });
  }

  async #askAgain({ approval, press }: CardPress): Promise<void> {
    const work = this.#parts.reopening.ask(approval, press.person);
    if (work === undefined) {
      await this.#refuse(press, { ok: false, reason: "answered", approval });
      return;
    }
    await Promise.all([press.acknowledge(), work()]);
  }

  /** A terminal takes the next key of a card only when it was drawn again; elsewhere it stands as it was. */
  #drawPressed({ approval, press: { event, origin } }: CardPress): void {
    if (event.chat.platform !== "console") return;
    this.#parts.cards.redrawPressed(approval, event.chat, event.messageId, origin);
  }

  /** Claims a row and writes what the decision means for its run, in one transaction. */
  #claim(press: () => PressResult): PressResult {
    return inTransaction(this.#parts.database, () => {
      const result = press();
      if (result.ok) {
        applyDecision(this.#parts, result.approval);
        this.#parts.rights.apply(result.approval);
      }
      return result;
    });
  }

  /** Tells the presser why nothing was done. A button that should be dead gets its card redrawn; one past its time ends what it was for. */
  async #refuse(
    press: ButtonPress,
    { reason, approval }: Extract<PressResult, { ok: false }>,
  ): Promise<void> {
    const { approvals, cards } = this.#parts;
    const { event, person, origin } = press;
    const before = approval && approvals.get(approval.id);
    // Who presses what was decided reads how and what came of it: the press that did it may have looked like a failure.
    const isDecided = reason === "answered" && before !== undefined && before.state !== "pending";
    const note = isDecided
      ? cards.endWords(before, person)
      : say(person.language, PRESS_REFUSALS[reason]);
    await press.acknowledge(note);
    if (reason === "expired") await this.expireDue();
    const current = approval && approvals.get(approval.id);
    if (current === undefined || current.state === "pending" || isSuggestion(current)) return;
    cards.redrawPressed(current, event.chat, event.messageId, origin);
  }

  /** After the claim, from which on the card says who decided: what hung on it goes on, then the card says what happened. */
  async #decided(approval: Approval): Promise<void> {
    this.#parts.faultPoint("approval-claimed");
    await this.#parts.outcomes.carryOut(approval);
  }
}
