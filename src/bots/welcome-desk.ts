import { type ButtonToken, type ButtonTokens, parseButtonToken } from "../security/button-token.ts";
import type { Person } from "../security/people.ts";
import { type Button, type ChatAddress, chatKey, type OutgoingMessage } from "./adapter.ts";
import type { AnswerDesk } from "./answer-desk.ts";
import type { Lanes } from "./lanes.ts";
import { escapeMarkup } from "./markup.ts";
import type { PeopleDesk } from "./people-desk.ts";
import { pressedItem, signSubject } from "./place-button.ts";
import type { SwitchPress } from "./switch-press.ts";
import { say, type TextKey } from "./texts.ts";

/** The choice of a button that says something for whoever presses it. */
const TRY = "i";

/** What to try first: each works without a model, the last with a card. */
const TRIES = ["tryTime", "tryNews", "tryBriefing"] as const satisfies readonly TextKey[];

/** What answers a button. */
interface AnsweringDesks {
  readonly answers: AnswerDesk;
  readonly door: PeopleDesk;
  readonly lanes: Lanes;
}

/** Greets a person with three things to try, each a button that says it. */
export class WelcomeDesk {
  readonly #tokens: ButtonTokens;

  constructor({ tokens }: { readonly tokens: ButtonTokens }) {
    this.#tokens = tokens;
  }

  /** What `/start` says to someone who is known. */
  greeting({ name, language }: Person, chat: ChatAddress): OutgoingMessage {
    const button = (key: TextKey): readonly Button[] => {
      const data = signSubject(this.#tokens, { subject: subjectOf(key), choice: TRY, chat });
      return [{ label: say(language, key), data }];
    };
    const text = say(language, "greeting", { name: escapeMarkup(name) });
    return { text, buttons: TRIES.map(button) };
  }

  /** Answers what a button says, in the language of the presser, after what came before it in the chat; `undefined` at once where it is no such button. */
  press(press: SwitchPress, desks: AnsweringDesks): Promise<void> | undefined {
    const token = parseButtonToken(press.event.data);
    return token?.choice === TRY ? this.#pressed(token, press, desks) : undefined;
  }

  async #pressed(
    token: ButtonToken,
    { event, person, origin, acknowledge }: SwitchPress,
    desks: AnsweringDesks,
  ): Promise<void> {
    const { chat } = event;
    const key = pressedItem(this.#tokens, token, { items: TRIES, subjectOf, chat });
    if (key === undefined) {
      await acknowledge(say(person.language, "pressBroken"));
      return;
    }
    const text = say(person.language, key);
    await acknowledge(text);
    const home = chatKey(chat);
    const actor = desks.door.actor(person, home);
    await desks.lanes.add(home, () => desks.answers.answer({ origin, actor, chat, text }));
  }
}

function subjectOf(key: TextKey): string {
  return `try:${key}`;
}
