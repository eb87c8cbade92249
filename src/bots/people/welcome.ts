import type { Person } from "../../security/access/people.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { Command } from "../commands/command.ts";
import { welcomeButtons } from "../commands/welcome-buttons.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { ChatAddress, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** Greets a person with two things to try, each a button that says it. */
export class Welcome {
  readonly #tokens: ButtonTokens;

  constructor(parts: { readonly tokens: ButtonTokens }) {
    this.#tokens = parts.tokens;
  }

  /** What `/start` says to someone who is known. */
  greeting(person: Person, chat: ChatAddress): OutgoingMessage {
    const text = say(person.language, "greeting", { name: escapeMarkup(person.name) });
    return { text, buttons: welcomeButtons(this.#tokens, person, chat) };
  }

  readonly commands: readonly Command[] = [
    {
      name: "start",
      usage: "/start",
      help: "helpStart",
      run: ({ person, chat }) => this.greeting(person, chat),
    },
  ];
}
