import type { Person } from "../../security/access/people.ts";
import type { Budgets } from "../../security/limits/budgets.ts";
import type { ButtonHandler, ButtonPress } from "../approvals/signed-button.ts";
import { SUGGESTION, suggestionSubject } from "../approvals/suggestion-button.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type Button, chatKey, type MessageEvent } from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import { say } from "../texts/say.ts";
import type { RunPressed } from "./run-button-program.ts";

/** Asks a person in a chat for the words that answer somebody's message; gives why not. */
interface RelayedAsk {
  ask(person: Person, chatKey: string, to: string): string | undefined;
}

/** What buttons below an answer do: what they say is a message of the presser's, what they run is the presser's program. What they mean stands in the message that was sent, and is signed. */
export class Suggestions {
  readonly #parts: ConstructorParameters<typeof Suggestions>[0];

  constructor(parts: {
    readonly outbox: Pick<Outbox, "buttonsOf">;
    readonly chatQueue: KeyedQueue;
    readonly runPressed: RunPressed;
    readonly relayed: RelayedAsk;
    readonly budgets: Pick<Budgets, "raise">;
    /** Answers words as a message of their own. */
    readonly answer: (event: MessageEvent, origin: string) => Promise<unknown>;
  }) {
    this.#parts = parts;
  }

  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [SUGGESTION],
      subjectsOf: (press) =>
        this.#parts.outbox
          .buttonsOf(chatKey(press.event.chat), press.event.messageId)
          .filter(hasMeaning)
          .map((button) => ({
            digest: suggestionSubject(button),
            run: () =>
              told(button, press) ?? this.#answered(button, press) ?? this.#allowed(button, press),
          })),
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  /** Asks for the words that answer a message; `undefined` for any other button. */
  #answered({ answers }: Button, press: ButtonPress): string | Promise<void> | undefined {
    if (answers === undefined) return undefined;
    const { person, event, acknowledge } = press;
    return this.#parts.relayed.ask(person, chatKey(event.chat), answers) ?? acknowledge();
  }

  /** Raises the limit that the button names, for an owner; what was asked is then answered. Any other button is pressed as it is. */
  #allowed(button: Button, press: ButtonPress): string | Promise<void> {
    const { allows } = button;
    const { person, origin } = press;
    if (allows === undefined) return this.#pressed(button, press);
    if (person.role !== "owner") return say(person.language, "detailsForOwners");
    const { id: personId } = person;
    const given = { personId, pressId: origin, givenBy: personId };
    if (!this.#parts.budgets.raise(allows, given)) return say(person.language, "allowedBefore");
    return this.#pressed(button, press, say(person.language, "allowedMore"));
  }

  async #pressed({ label, says, runs }: Button, press: ButtonPress, note?: string): Promise<void> {
    const { event, origin, acknowledge } = press;
    const { chatQueue, runPressed, answer } = this.#parts;
    const { chat, sender, updateId, messageId } = event;
    await acknowledge(note);
    await chatQueue.add(chatKey(chat), async () => {
      if (runs !== undefined) {
        await runPressed(press, runs, says ?? label);
        return;
      }
      const message = { kind: "message", updateId, chat, sender, messageId, sentAtMs: 0 } as const;
      await answer({ ...message, text: says ?? label, isAddressed: true, isRequest: true }, origin);
    });
  }
}

/** What a button tells owners alone; `undefined` for one that does something else. */
function told({ tells }: Button, { person }: ButtonPress): string | undefined {
  if (tells === undefined) return undefined;
  return person.role === "owner" ? tells : say(person.language, "detailsForOwners");
}

function hasMeaning({ says, runs, tells, allows, answers }: Button): boolean {
  return (says ?? runs ?? tells ?? allows ?? answers) !== undefined;
}
