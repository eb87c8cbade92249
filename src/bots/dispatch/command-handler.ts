import type { Language } from "../../base/localized.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import { suggestionButtons } from "../approvals/suggestion-button.ts";
import type { CommandOutcome } from "../commands/command.ts";
import type { Commands, TypedCommand } from "../commands/parse-command.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Admission } from "../people/admission.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { writtenCommand } from "../platform/command-names.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import { NO_PLACE } from "../replies/progress-message.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say, wordsOfText } from "../texts/say.ts";

/** The choice of a button that is a command. */
const COMMAND = BUTTON_KINDS.command;

/** Who gave a command, and where. */
interface Given {
  readonly origin: string;
  readonly actor: Actor;
  readonly person: Person;
}

/** Runs typed or pressed commands and posts their outcome. */
export class CommandHandler {
  readonly #parts: ConstructorParameters<typeof CommandHandler>[0];

  constructor(parts: {
    readonly runningWork: RunningWork;
    readonly cards: CardSender;
    readonly commands: Commands;
    readonly admission: Admission;
    readonly chatQueue: KeyedQueue;
    readonly replies: ReplySender;
    readonly tokens: ButtonTokens;
    readonly updates: Pick<Updates, "address">;
  }) {
    this.#parts = parts;
  }

  /** Runs one command; its replies are in the outbox when this resolves, and what is to be answered as the person's own words is given. One given in a group that answers with what is the person's alone is answered in private. */
  async run(command: TypedCommand, chat: ChatAddress, facts: Given): Promise<string | undefined> {
    const isPersonal = !chat.isPrivate && this.#parts.commands.isPersonal(command, facts);
    if (!isPersonal) return await this.#runIn(chat, command, facts);
    await this.#runInPrivate(command, facts);
    return undefined;
  }

  /** Without a private chat, the person is told how to open it. */
  async #runInPrivate(command: TypedCommand, facts: Given): Promise<void> {
    const { admission, replies, updates } = this.#parts;
    const { origin, actor, person } = facts;
    const key = actor.inGroup?.privateChatId;
    const chat = key === undefined ? undefined : updates.address(key);
    if (key === undefined || chat === undefined) {
      const text = say(actor.language, "openPrivate", {
        usage: writtenCommand(command.name, actor.language),
      });
      replies.answer(origin, actor.chatId, { text });
      return;
    }
    const place = { actor: admission.actor(person, key), askedIn: actor.chatId, asker: actor };
    await this.#runIn(chat, command, { ...facts, ...place });
  }

  async #runIn(
    chat: ChatAddress,
    command: TypedCommand,
    { asker, ...facts }: Given & { readonly askedIn?: string; readonly asker?: Actor },
  ): Promise<string | undefined> {
    const { runningWork, cards, commands, replies } = this.#parts;
    const { origin, actor } = facts;
    let place = NO_PLACE;
    try {
      const outcome = await commands.run(command.name, {
        ...facts,
        argument: command.argument,
        ...(command.values && { values: command.values }),
        chat,
        isPrivate: chat.isPrivate,
        stop: () => runningWork.stop(actor.chatId, wordsOfText("byStop")),
        run: async (task) => {
          const held = await runningWork.hold({ chat, key: origin, actor }, task);
          place = held.place;
          return held.result;
        },
      });
      if (outcome.words !== undefined) return outcome.words;
      const message = this.#messageOf(outcome, chat, actor.language);
      if (asker !== undefined && isMereMessage(outcome)) {
        replies.answerOne(origin, asker, actor.chatId, message);
        return undefined;
      }
      if (outcome.reply !== undefined) await replies.draw(origin, actor, outcome.reply);
      const isControl = command.name === "stop";
      replies.answer(origin, actor.chatId, message, { place, isControl });
      if (outcome.reply !== undefined) replies.reply(origin, actor, outcome.reply, { place });
      for (const approval of outcome.cards ?? []) cards.showAgain(approval, actor.chatId, origin);
      if (asker !== undefined) replies.tellMoved(origin, asker);
      return undefined;
    } finally {
      place.close();
    }
  }

  /** Buttons that are commands: each runs after what came before it in the chat. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [COMMAND],
      subjectsOf: (press) =>
        this.#parts.commands.names.map((name) => ({
          digest: subjectOf(name),
          run: () => this.#pressed(name, press),
        })),
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  async #pressed(name: string, { event, person, origin, acknowledge }: ButtonPress): Promise<void> {
    const { admission, chatQueue } = this.#parts;
    const { chat } = event;
    await acknowledge("");
    const home = chatKey(chat);
    const facts = { origin, actor: admission.actor(person, home), person };
    await chatQueue.add(home, async () => {
      await this.run({ name, argument: "" }, chat, facts);
    });
  }

  #messageOf(
    { text, buttons, files, offers, suggestions = [] }: CommandOutcome,
    chat: ChatAddress,
    language: Language,
  ): OutgoingMessage {
    const offered = (offers ?? []).map((name): readonly Button[] => {
      const data = signButton(this.#parts.tokens, {
        subject: subjectOf(name),
        choice: COMMAND,
        chat,
      });
      return [{ label: writtenCommand(name, language), data }];
    });
    const suggested = suggestionButtons(this.#parts.tokens, suggestions, chatKey(chat));
    const all = [...(buttons ?? []), ...offered, ...suggested];
    return {
      text,
      ...(all.length === 0 ? {} : { buttons: all }),
      ...(files === undefined ? {} : { files }),
    };
  }
}

/** Words alone can wait until they are asked for; a card waits for an answer, and a file is gone once it was sent. */
function isMereMessage({ reply, cards = [], files }: CommandOutcome): boolean {
  return reply === undefined && cards.length === 0 && files === undefined;
}

function subjectOf(name: string): string {
  return `command:${name}`;
}
