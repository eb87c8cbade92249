import type { ButtonHandler, ButtonPress } from "../approvals/signed-button.ts";
import { SUGGESTION, suggestionSubject } from "../approvals/suggestion-button.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type Button, chatKey, type MessageEvent } from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import { say } from "../texts/say.ts";
import type { RunPressed } from "./run-button-program.ts";

/** What buttons below an answer do: what they say is a message of the presser's, what they run is the presser's program. What they mean stands in the message that was sent, and is signed. */
export class Suggestions {
  readonly #parts: ConstructorParameters<typeof Suggestions>[0];

  constructor(parts: {
    readonly outbox: Pick<Outbox, "buttonsOf">;
    readonly chatQueue: KeyedQueue;
    readonly runPressed: RunPressed;
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
          .filter(({ says, runs, tells }) => (says ?? runs ?? tells) !== undefined)
          .map((button) => ({
            digest: suggestionSubject(button),
            run: () => told(button, press) ?? this.#pressed(button, press),
          })),
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  async #pressed({ label, says, runs }: Button, press: ButtonPress): Promise<void> {
    const { event, origin, acknowledge } = press;
    const { chatQueue, runPressed, answer } = this.#parts;
    const { chat, sender, updateId, messageId } = event;
    await acknowledge();
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
