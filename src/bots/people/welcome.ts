import type { Person } from "../../security/access/people.ts";
import { type ButtonTokens, parseButtonToken } from "../../security/approvals/button-token.ts";
import type { ButtonPress } from "../commands/command.ts";
import { triedBy, tryButtons } from "../commands/welcome-buttons.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { type ChatAddress, chatKey, type OutgoingMessage } from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import type { AnswerHandler } from "../replies/answer-handler.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { Admission } from "./admission.ts";

/** What answers a button. */
interface AnswerHandlers {
  readonly answers: AnswerHandler;
  readonly admission: Admission;
  readonly chatQueue: KeyedQueue;
}

/** Greets a person with three things to try, each a button that says it. */
export class Welcome {
  readonly #tokens: ButtonTokens;

  constructor({ tokens }: { readonly tokens: ButtonTokens }) {
    this.#tokens = tokens;
  }

  /** What `/start` says to someone who is known. */
  greeting({ name, language }: Person, chat: ChatAddress): OutgoingMessage {
    const text = say(language, "greeting", { name: escapeMarkup(name) });
    return { text, buttons: tryButtons(this.#tokens, language, chat) };
  }

  /** Answers what a button says, in the language of the presser, after what came before it in the chat; `undefined` at once where it is no such button. */
  press(press: ButtonPress, chatFeatures: AnswerHandlers): Promise<void> | undefined {
    const { data, chat } = press.event;
    const tried = triedBy(this.#tokens, parseButtonToken(data), chat);
    return tried === undefined ? undefined : this.#pressed(tried.key, press, chatFeatures);
  }

  async #pressed(
    key: TextKey | undefined,
    { event, person, origin, acknowledge }: ButtonPress,
    chatFeatures: AnswerHandlers,
  ): Promise<void> {
    const { chat } = event;
    if (key === undefined) {
      await acknowledge(say(person.language, "pressBroken"));
      return;
    }
    const text = say(person.language, key);
    await acknowledge(text);
    const home = chatKey(chat);
    const actor = chatFeatures.admission.actor(person, home);
    await chatFeatures.chatQueue.add(home, () =>
      chatFeatures.answers.answer({ origin, actor, chat, text }),
    );
  }
}
