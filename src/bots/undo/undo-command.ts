import type { Clock } from "../../base/clock.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, type ButtonPress, buttonIdOf } from "../approvals/signed-button.ts";
import { suggestionButtons } from "../approvals/suggestion-button.ts";
import type { Command, CommandOutcome } from "../commands/command.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type Button, chatKey } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** The effects of one message of a person in a chat. */
export interface UndoableTurn {
  readonly personId: string;
  readonly chatKey: string;
  readonly turn: string;
}

/** What came of an undo. `changed`: something was changed since, and was left. */
export interface UndoOutcome {
  readonly result: "done" | "already" | "changed" | "nothing" | "sent";
  readonly words: Localized;
  readonly turn?: string;
}

/** Takes back what actions did. */
export interface UndoPort {
  /** Under a key that is this wish's own. Without a turn: the newest of the actor in that chat. */
  take(
    actor: Actor,
    key: string,
    wish?: {
      readonly turn?: string;
      readonly isForced?: boolean;
      readonly isOfMessage?: boolean;
    },
  ): Promise<UndoOutcome>;
  /** Notes what this work changes of its person's own things. */
  note<T>(turn: UndoableTurn, work: () => Promise<T>): Promise<T>;
  /** Whether anything of it can still be taken back. */
  has(turn: UndoableTurn): boolean;
  /** All turns of the last day in a chat, with its threads. */
  turnsIn(chatKey: string): readonly UndoableTurn[];
  /** The newest turn of a person in a chat that changed what words name. */
  turnNamed(personId: string, chatKey: string, words: string): string | undefined;
  /** The newest effect of a person in a chat, with a question that names it. */
  last(
    personId: string,
    chatKey: string,
  ): { readonly turn: string; readonly atMs: number; readonly question: Localized } | undefined;
}

type Choice = "undo" | "undoAnyway" | "leaveAsIs";

/** What is taken back without a question: of the last few minutes, with few messages since, or of the turn just before, whenever that was. */
const NEAR_MS = 5 * 60_000;
const MOST_SINCE = 3;

/** What `/undo` is given where a message is to be taken back. */
export const SENT_MESSAGE = "message";

/** The button by which the effects of a turn are taken back, for the chat where it hangs. Default: that of the turn. */
function undoButton(
  tokens: ButtonTokens,
  turn: UndoableTurn & { readonly hangsIn?: string },
  language: Language,
  choice: Choice = "undo",
): Button {
  const digest = subjectOf(turn);
  const facts = { id: buttonIdOf(digest), digest, chatKey: turn.hangsIn ?? turn.chatKey };
  const data = tokens.sign({ ...facts, choice: BUTTON_KINDS[choice] });
  return { label: say(language, choice), data };
}

/** Takes back what a message did: by the button under its answer, by command, and in words. */
export class UndoCommand {
  readonly #parts: ConstructorParameters<typeof UndoCommand>[0];

  constructor(parts: {
    readonly undo: UndoPort;
    readonly tokens: ButtonTokens;
    readonly outbox: Pick<Outbox, "edit">;
    readonly people: { readonly get: (id: string) => Person | undefined };
    /** The program that sends once more what a person sent last in a chat, to be corrected. */
    readonly lastMessage: (personId: string, chatKey: string) => string | undefined;
    readonly actorOf: (person: Person, chatKey: string) => Actor;
    /** How many messages came in a chat after a moment, the one that asks included. */
    readonly messagesSince: (chatKey: string, atMs: number) => number;
    readonly clock: Pick<Clock, "now">;
  }) {
    this.#parts = parts;
  }

  /** The row of buttons under the answer to a turn, for the chat where they hang; none where nothing of it can be taken back. */
  rows(
    turn: UndoableTurn,
    language: Language,
    hangsIn: string = turn.chatKey,
  ): readonly (readonly Button[])[] {
    const { undo, tokens } = this.#parts;
    return undo.has(turn) ? [[undoButton(tokens, { ...turn, hangsIn }, language)]] : [];
  }

  /** A command whose changes of its giver's own things are taken back as those of a message are. */
  undoable(command: Command): Command {
    return {
      ...command,
      run: async (context) => {
        const { personId, language } = context.actor;
        const key = chatKey(context.chat);
        const turn = { personId, chatKey: key, turn: `command:${context.origin}` };
        const outcome = await this.#parts.undo.note(turn, async () => command.run(context));
        const rows = this.rows(turn, language);
        return rows.length === 0
          ? outcome
          : { ...outcome, buttons: [...(outcome.buttons ?? []), ...rows] };
      },
    };
  }

  readonly commands: readonly Command[] = [
    {
      name: "undo",
      usage: "/undo",
      help: "helpUndo",
      run: ({ actor, origin, argument }) =>
        this.#last(actor, origin, this.#wishIn(argument.trim(), actor)),
    },
  ];

  /** Whether there is something of a person in a chat to take back that words name. */
  finds({ personId, chatId }: Pick<Actor, "personId" | "chatId">, words: string): boolean {
    return this.#parts.undo.turnNamed(personId, chatId, words) !== undefined;
  }

  /** Takes back what was done under one of these turns of a person in a chat, so far as it still stands as it was left; `key` is this wish's own. */
  async takeBack(
    person: Person,
    chat: string,
    { turns, key }: { readonly turns: readonly string[]; readonly key: string },
  ): Promise<void> {
    const { undo, actorOf } = this.#parts;
    const turn = turns.find((each) => undo.has({ personId: person.id, chatKey: chat, turn: each }));
    if (turn !== undefined) await undo.take(actorOf(person, chat), key, { turn });
  }

  #wishIn(argument: string, { personId, chatId }: Actor) {
    if (argument === "" || argument === SENT_MESSAGE) return { isOfMessage: argument !== "" };
    const turn = this.#parts.undo.turnNamed(personId, chatId, argument);
    return turn === undefined ? {} : { turn };
  }

  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [BUTTON_KINDS.undo, BUTTON_KINDS.undoAnyway, BUTTON_KINDS.leaveAsIs],
      subjectsOf: (press) => [
        ...this.#parts.undo
          .turnsIn(chatKey(press.event.chat))
          .filter(({ personId }) => personId === press.person.id || press.person.role === "owner")
          .map((turn) => ({
            digest: subjectOf(turn),
            homes: [turn.chatKey],
            run: () => this.#pressed(turn, press),
          })),
        ...this.#shownElsewhere(press).map((turn) => ({
          digest: subjectOf(turn),
          run: () => this.#pressed({ ...turn, hangsIn: chatKey(press.event.chat) }, press),
        })),
      ],
      refusal: ({ person }) => say(person.language, "undoOver"),
    },
  ];

  /** What the presser did in their private chat may have been shown to them alone where they asked for it. */
  #shownElsewhere({ event, person }: ButtonPress): readonly UndoableTurn[] {
    const { undo, actorOf } = this.#parts;
    const home = actorOf(person, chatKey(event.chat)).inGroup?.privateChatId;
    if (home === undefined) return [];
    return undo.turnsIn(home).filter(({ personId }) => personId === person.id);
  }

  async #last(
    actor: Actor,
    origin: string,
    wish: { readonly isOfMessage?: boolean; readonly turn?: string },
  ): Promise<CommandOutcome> {
    const { personId, chatId, language } = actor;
    const isNewest = wish.turn === undefined && wish.isOfMessage !== true;
    const asked = isNewest ? this.#askedOfLast(personId, chatId, language) : undefined;
    if (asked !== undefined) return asked;
    const outcome = await this.#parts.undo.take(actor, `undo:${origin}`, wish);
    return this.#shown(outcome, { personId, chatKey: chatId, turn: outcome.turn ?? "" }, language);
  }

  /** The question whether the newest effect is meant, where too much came since for it to go without saying. */
  #askedOfLast(personId: string, key: string, language: Language): CommandOutcome | undefined {
    const { undo, clock, messagesSince } = this.#parts;
    const last = undo.last(personId, key);
    if (last === undefined) return undefined;
    const since = messagesSince(key, last.atMs) - 1;
    const isNear = since <= 0 || (clock.now() - last.atMs <= NEAR_MS && since <= MOST_SINCE);
    if (isNear) return undefined;
    const buttons = this.rows({ personId, chatKey: key, turn: last.turn }, language);
    return { text: last.question[language], buttons };
  }

  /** A second press finds nothing to take back, and the message stays as the first one left it. */
  async #pressed(
    turn: UndoableTurn & { readonly hangsIn?: string },
    { event, person: presser, token, acknowledge }: ButtonPress,
  ) {
    const { language } = presser;
    const key = `edit:undo:${event.chat.platform}:${event.updateId}`;
    const { messageId } = event;
    const forOne = turn.hangsIn === undefined ? {} : { onlyFor: messageId };
    const edit = (message: CommandOutcome): void => {
      const home = turn.hangsIn ?? turn.chatKey;
      const shown = { ...message, ...forOne };
      this.#parts.outbox.edit({ key, chatKey: home, messageId, message: shown });
    };
    if (token.choice === BUTTON_KINDS.leaveAsIs) {
      edit({ text: say(language, "leftAsIs") });
      await acknowledge();
      return;
    }
    const outcome = await this.#take(turn, `undo:${key}`, token.choice, presser);
    if (outcome.result === "already") {
      await acknowledge(outcome.words[language]);
      return;
    }
    edit(this.#shown(outcome, turn, language));
    await acknowledge();
  }

  #take(turn: UndoableTurn, key: string, choice: string, presser: Person): Promise<UndoOutcome> {
    const { undo, people, actorOf } = this.#parts;
    const actor = actorOf(people.get(turn.personId) ?? presser, turn.chatKey);
    const isForced = choice === BUTTON_KINDS.undoAnyway;
    return undo.take(actor, key, { turn: turn.turn, isForced });
  }

  #shown({ result, words }: UndoOutcome, turn: UndoableTurn, language: Language): CommandOutcome {
    const text = words[language];
    const { tokens } = this.#parts;
    if (result === "sent") {
      const code = this.#parts.lastMessage(turn.personId, turn.chatKey);
      const suggests =
        code === undefined
          ? []
          : [{ label: say(language, "sendCorrection"), runs: code, says: code }];
      return { text, buttons: suggestionButtons(tokens, suggests, turn.chatKey) };
    }
    if (result !== "changed") return { text };
    return {
      text,
      buttons: [
        [
          undoButton(tokens, turn, language, "undoAnyway"),
          undoButton(tokens, turn, language, "leaveAsIs"),
        ],
      ],
    };
  }
}

function subjectOf({ personId, chatKey: key, turn }: UndoableTurn): string {
  return `undo:${key}:${personId}:${turn}`;
}
