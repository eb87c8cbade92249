import type { Clock } from "../../base/clock.ts";
import type { Language } from "../../base/localized.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { Database } from "../../store/database.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";
import {
  type ButtonHandler,
  type ButtonPress,
  type ButtonSubject,
  buttonIdOf,
  homeOf,
} from "../approvals/signed-button.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** What a button of an answer that is held is signed for, besides the answer and the chat. */
const SHOW = "held:show";
const SHARE = "held:share";

/** For so long an answer is held. */
const HELD_MS = 24 * 60 * 60 * 1000;

/** One message of an answer; `part` names it among them. */
export interface AnswerPart {
  readonly part: string;
  readonly message: OutgoingMessage;
}

/** An answer for one pair of eyes, which was asked for where others read along. */
interface HeldAnswer {
  readonly id: string;
  readonly personId: string;
  /** Where it was asked for. */
  readonly chatKey: string;
  /** Where it is shown: there, to the asker alone, or in their private chat. */
  readonly shownIn: string;
  readonly messages: readonly AnswerPart[];
  /** Its words, for everybody there if the asker wants that. */
  readonly text: string;
  readonly atMs: number;
}

const COLUMNS: Columns<HeldAnswer> = {
  id: plain(),
  personId: plain(),
  chatKey: plain(),
  shownIn: plain(),
  messages: json("messages_json"),
  text: plain(),
  atMs: plain(),
};

/** Owner of the table held_answers: answers for one pair of eyes, until the one who asked presses the button of the line that stands for them. */
export class HeldAnswers {
  readonly #parts: ConstructorParameters<typeof HeldAnswers>[0];
  readonly #table: Table<HeldAnswer>;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Pick<Clock, "now">;
    readonly tokens: ButtonTokens;
    readonly outbox: Pick<Outbox, "mayShowQuietly" | "post">;
    readonly nameOf: (personId: string) => string | undefined;
  }) {
    this.#parts = parts;
    this.#table = new Table(parts.database, "held_answers", COLUMNS);
  }

  /** The chat where an answer of that private chat is shown to who asked for it elsewhere: there, if nobody else sees it, else in private. */
  placeFor(asker: Pick<Actor, "chatId">, privateChat: string): string {
    return this.#parts.outbox.mayShowQuietly(asker.chatId) ? asker.chatId : privateChat;
  }

  /** Holds an answer, once a key. Gives the line that stands for it where it was asked for. */
  hold(
    key: string,
    asker: Pick<Actor, "personId" | "chatId" | "language">,
    answer: Pick<HeldAnswer, "shownIn" | "messages" | "text">,
  ): OutgoingMessage {
    const { personId, chatId: chatKey, language } = asker;
    this.sweep();
    const id = buttonIdOf(`held:${key}`);
    const atMs = this.#parts.clock.now();
    const messages = this.#shareable(answer, id, language);
    const held = { ...answer, id, personId, chatKey, messages, atMs };
    this.#table.insert(held, {}, { isNewOnly: true });
    const name = escapeMarkup(this.#parts.nameOf(personId) ?? "?");
    const data = this.#sign(SHOW, id, chatKey);
    const label = say(language, "showHeld");
    return {
      text: say(language, "heldForOne", { name }),
      buttons: [[{ label, data, isQuiet: true }]],
    };
  }

  /** Deletes what is past its time. */
  sweep(): void {
    const { clock } = this.#parts;
    this.#table.run("DELETE FROM held_answers WHERE at_ms <= ?", clock.now() - HELD_MS);
  }

  /** Only who asked is shown an answer. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [BUTTON_KINDS.heldAnswer],
      subjectsOf: (press) => this.#subjectsOf(press),
      refusal: ({ person }) => say(person.language, "heldOver"),
    },
  ];

  #sign(digest: string, id: string, chatKey: string): string {
    return this.#parts.tokens.sign({ id, choice: BUTTON_KINDS.heldAnswer, digest, chatKey });
  }

  /** Who asked may show what it says to everybody there. */
  #shareable(
    { messages, shownIn, text }: Pick<HeldAnswer, "shownIn" | "messages" | "text">,
    id: string,
    language: Language,
  ): readonly AnswerPart[] {
    const [words, ...others] = messages;
    if (words === undefined || text === "") return messages;
    const share = { label: say(language, "shareThere"), data: this.#sign(SHARE, id, shownIn) };
    const buttons = [...(words.message.buttons ?? []), [share]];
    return [{ ...words, message: { ...words.message, buttons } }, ...others];
  }

  #subjectsOf(press: ButtonPress): readonly ButtonSubject[] {
    this.sweep();
    const held = this.#table.one("SELECT * FROM held_answers WHERE id = ?", press.token.id);
    if (held === undefined) return [];
    const subject = (digest: string, home: string, act: () => string): ButtonSubject => ({
      id: held.id,
      digest,
      homes: homeOf(press.event.chat, home),
      run: () => (held.personId === press.person.id ? act() : this.#notYours(held, press)),
    });
    return [
      subject(SHOW, held.chatKey, () => this.#show(held, press)),
      subject(SHARE, held.shownIn, () => this.#share(held, press)),
    ];
  }

  #notYours({ personId }: HeldAnswer, { person: { language } }: ButtonPress): string {
    return say(language, "heldNotYours", { who: this.#parts.nameOf(personId) ?? "?" });
  }

  /** Among others it is shown as often as it is asked for, for it does not stay there; in private it stays. */
  #show(held: HeldAnswer, { event, person }: ButtonPress): string {
    const { outbox } = this.#parts;
    const { id, shownIn, personId, messages } = held;
    const isAmongOthers = shownIn === held.chatKey;
    const cause = isAmongOthers ? `:${event.updateId}` : "";
    for (const { part, message } of messages)
      outbox.post({
        key: `held:${id}${part}${cause}`,
        chatKey: shownIn,
        class: "reply",
        kind: "held",
        subject: personId,
        message: isAmongOthers ? { ...message, onlyFor: event.pressId } : message,
      });
    return isAmongOthers ? "" : say(person.language, "heldInPrivate");
  }

  /** From then on it is everybody's, and nothing is held any more. */
  #share({ id, chatKey, text }: HeldAnswer, { person }: ButtonPress): string {
    this.#parts.outbox.post({ key: `shared:${id}`, chatKey, class: "reply", message: { text } });
    this.#table.run("DELETE FROM held_answers WHERE id = ?", id);
    return say(person.language, "sharedThere");
  }
}
