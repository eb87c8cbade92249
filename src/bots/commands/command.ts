import type { Reply } from "../../agent/turn/assistant.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import { type ButtonTokens, parseButtonToken } from "../../security/approvals/button-token.ts";
import { resolveButton } from "../approvals/signed-button.ts";
import type { Button, ChatAddress, ChatEvent, OutgoingFile } from "../platform/chat-adapter.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { Task } from "../replies/running-work.ts";
import { say, type TextKey } from "../texts/say.ts";

/** What a command is given. */
export interface CommandContext {
  readonly origin: string;
  readonly actor: Actor;
  readonly person: Person;
  readonly chat: ChatAddress;
  readonly argument: string;
  /** Where a personal command was given, if that was in a group: `chat` is the private one then. */
  readonly askedIn?: string;
  /** False in a group: what others must not see is left out there. */
  readonly isPrivate: boolean;
  /** Aborts what runs in this chat; says how much that was. */
  readonly stop: () => number;
  /** Runs work that `/stop` can end. */
  readonly run: <T>(work: Task<T>) => Promise<T>;
}

/** What a command says and shows. `cards` are shown again below what was said since. */
export interface CommandOutcome {
  readonly text: string;
  readonly buttons?: readonly (readonly Button[])[];
  readonly files?: readonly OutgoingFile[];
  readonly reply?: Reply;
  readonly cards?: readonly Approval[];
  /** Names of commands that are offered as buttons, each run as it stands. */
  readonly offers?: readonly string[];
}

/** One command, the same on every platform. `usage` is an example that works as it stands. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  /** True when something may follow the name of a command whose example has nothing there. */
  readonly takesText?: boolean;
  readonly help: TextKey;
  /** Whether it answers with what is one person's alone: given in a group, it is answered in private. Default: never. */
  readonly isPersonal?: (argument: string) => boolean;
  readonly run: (context: CommandContext) => Promise<CommandOutcome> | CommandOutcome;
}

/** A press of a button, as its handler is given it. */
export interface ButtonPress {
  readonly event: Extract<ChatEvent, { kind: "press" }>;
  readonly person: Person;
  readonly origin: string;
  /** Tells the presser something, or nothing, so that the platform knows that the press arrived. */
  readonly acknowledge: (note: string) => Promise<void>;
}

/** How a command is written, for someone who left its argument out. */
export function usageOf({ person }: CommandContext, usage: string): CommandOutcome {
  return { text: say(person.language, "needsArgument", { usage }) };
}

/** What shows what came of a press. */
export type PressReplies = Pick<ReplySender, "draw" | "reply">;

/** A list of one person's things, every button of which stands for one wish. */
interface PressableList<Wish> {
  /** The letter of its buttons. */
  readonly choice: string;
  readonly tokens: ButtonTokens;
  /** All that its buttons may stand for now. */
  readonly wishes: () => readonly Wish[];
  readonly subjectOf: (wish: Wish, person: Person) => string;
  /** What is said of a wish that is there no more. */
  readonly gone: TextKey;
}

/** Has `act` do what a button of the list stands for; `undefined` at once where the button is none of it. */
export function pressedWish<Wish>(
  list: PressableList<Wish>,
  { event, person, acknowledge }: ButtonPress,
  act: (wish: Wish) => Promise<void>,
): Promise<void> | undefined {
  const token = parseButtonToken(event.data);
  if (token?.choice !== list.choice) return undefined;
  const wish = resolveButton(list.tokens, token, {
    items: list.wishes(),
    subjectOf: (each) => list.subjectOf(each, person),
    chat: event.chat,
  });
  return wish === undefined ? acknowledge(say(person.language, list.gone)) : act(wish);
}
