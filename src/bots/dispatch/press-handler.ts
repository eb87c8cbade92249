import { messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import { type ButtonTokens, parseButtonToken } from "../../security/approvals/button-token.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { type ButtonHandler, genuineSubject } from "../approvals/signed-button.ts";
import { passByQuestions } from "../decisions/open-questions.ts";
import type { Admission } from "../people/admission.ts";
import { chatKey, type PressEvent } from "../platform/chat-adapter.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say } from "../texts/say.ts";

/** Takes a pressed button to its feature: who pressed, which kind it is, what it was signed for. */
export class PressHandler {
  readonly #parts: ConstructorParameters<typeof PressHandler>[0];
  readonly #handlers: ReadonlyMap<string, readonly ButtonHandler[]>;

  constructor(parts: {
    /** Where two have the same kind, what one does not know is the next one's. */
    readonly handlers: readonly ButtonHandler[];
    readonly admission: Pick<Admission, "find" | "language">;
    readonly approvals: Pick<Approvals, "pending" | "passBy">;
    readonly cards: Pick<CardSender, "approvalAt" | "redrawPressed">;
    readonly log: Log;
    readonly runningWork: Pick<RunningWork, "adapter">;
    readonly tokens: ButtonTokens;
  }) {
    this.#parts = parts;
    const handlers = new Map<string, ButtonHandler[]>();
    for (const handler of parts.handlers)
      for (const kind of handler.kinds)
        handlers.set(kind, [...(handlers.get(kind) ?? []), handler]);
    this.#handlers = handlers;
  }

  /** Acts on a pressed button, and tells the presser when it did nothing. Resolves when what hung on it has ended or waits again. */
  async press(event: PressEvent, origin: string): Promise<void> {
    const { admission, tokens } = this.#parts;
    const { chat, data, sender } = event;
    const person = admission.find(chat.platform, sender);
    if (person === undefined || person.role === "guest") {
      await this.#acknowledge(
        event,
        say(admission.language(chat.platform, sender), "pressNotAdmitted"),
      );
      return;
    }
    const token = parseButtonToken(data);
    const handlers = (token && this.#handlers.get(token.choice)) ?? [];
    if (token === undefined || handlers.length === 0) {
      await this.#acknowledge(event, say(person.language, "pressBroken"));
      return;
    }
    const acknowledge = (note?: string): Promise<void> => this.#acknowledge(event, note);
    const press = { event, person, origin, token, acknowledge };
    const subjects = await Promise.all(handlers.map((handler) => handler.subjectsOf(press)));
    const found = genuineSubject(tokens, press, subjects.flat());
    if (found === undefined) {
      const refusals = handlers.flatMap((handler) => handler.refusal(press) ?? []);
      await acknowledge(refusals[0]);
      return;
    }
    this.#passQuestions(event, person.id, found.subject.asks);
    const done = found.subject.run(found.home);
    await (typeof done === "string" ? acknowledge(done) : done);
  }

  /** A button that is not on a card asks for something of its own: what is said next answers no question of before but the one that it asks itself. */
  #passQuestions({ chat, messageId }: PressEvent, personId: string, asks?: string): void {
    const { approvals, cards } = this.#parts;
    const key = chatKey(chat);
    if (cards.approvalAt(key, messageId) === undefined)
      passByQuestions(approvals, personId, key, asks);
  }

  /** Where the presser cannot be answered any more, the platform showed a failure: a card is drawn as it is, which takes that away. */
  async #acknowledge(event: PressEvent, note?: string): Promise<void> {
    const { runningWork, cards, log } = this.#parts;
    const { chat, messageId, pressId } = event;
    try {
      await runningWork.adapter(chat.platform)?.acknowledge(pressId, note);
    } catch (error) {
      log.warn({ press: pressId, problem: messageOf(error) }, "A press was not acknowledged.");
      const approval = cards.approvalAt(chatKey(chat), messageId);
      if (approval !== undefined)
        cards.redrawPressed(approval, chat, messageId, `unanswered:${pressId}`);
    }
  }
}
