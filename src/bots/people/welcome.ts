import type { Person } from "../../security/access/people.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { ButtonHandler, ButtonPress } from "../approvals/signed-button.ts";
import type { Command } from "../commands/command.ts";
import { TRIES, TRY, tryButtons, trySubject } from "../commands/welcome-buttons.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { type ChatAddress, chatKey, type OutgoingMessage } from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import type { AnswerHandler } from "../replies/answer-handler.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { Admission } from "./admission.ts";

/** Greets a person with three things to try, each a button that says it. */
export class Welcome {
  readonly #parts: ConstructorParameters<typeof Welcome>[0];

  constructor(parts: {
    readonly tokens: ButtonTokens;
    readonly answers: AnswerHandler;
    readonly admission: Pick<Admission, "actor">;
    readonly chatQueue: KeyedQueue;
  }) {
    this.#parts = parts;
  }

  /** What `/start` says to someone who is known. */
  greeting({ name, language }: Person, chat: ChatAddress): OutgoingMessage {
    const text = say(language, "greeting", { name: escapeMarkup(name) });
    return { text, buttons: tryButtons(this.#parts.tokens, language, chat) };
  }

  readonly commands: readonly Command[] = [
    {
      name: "start",
      usage: "/start",
      help: "helpStart",
      run: ({ person, chat }) => this.greeting(person, chat),
    },
  ];

  /** Each answers what it says, in the language of the presser, after what came before it in the chat. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [TRY],
      subjectsOf: (press) =>
        TRIES.map((key) => ({ digest: trySubject(key), run: () => this.#pressed(key, press) })),
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  async #pressed(key: TextKey, { event, person, origin, acknowledge }: ButtonPress): Promise<void> {
    const { admission, answers, chatQueue } = this.#parts;
    const { chat } = event;
    const text = say(person.language, key);
    await acknowledge(text);
    const home = chatKey(chat);
    const actor = admission.actor(person, home);
    await chatQueue.add(home, () => answers.answer({ origin, actor, chat, text }));
  }
}
