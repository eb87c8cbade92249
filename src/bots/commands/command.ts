import type { Reply, Suggestion } from "../../agent/turn/assistant.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import type { ButtonHandler } from "../approvals/signed-button.ts";
import type { Button, ChatAddress, OutgoingFile } from "../platform/chat-adapter.ts";
import type { OptionValues } from "../platform/command-shape.ts";
import type { Task } from "../replies/running-work.ts";
import { say, type TextKey } from "../texts/say.ts";

/** What a command is given. */
export interface CommandContext {
  readonly origin: string;
  readonly actor: Actor;
  readonly person: Person;
  readonly chat: ChatAddress;
  readonly argument: string;
  /** Values of options, where the command was given with such. */
  readonly values?: OptionValues;
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
  /** What the person says by it, to be answered as if they had written that. */
  readonly words?: string;
  /** Names of commands that are offered as buttons, each run as it stands. */
  readonly offers?: readonly string[];
  /** What its reader may say next, as buttons. */
  readonly suggestions?: readonly Suggestion[];
}

/** One command, the same on every platform; menus show those of `COMMAND_TREE`. `usage` is an example that works as it stands. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly help: TextKey;
  /** Whether it answers with what is one person's alone: given in a group, it is answered in private. Default: never. */
  readonly isPersonal?: (argument: string) => boolean;
  readonly run: (context: CommandContext) => Promise<CommandOutcome> | CommandOutcome;
}

/** How a command is written, for someone who left its argument out. */
export function usageOf({ person }: CommandContext, usage: string): CommandOutcome {
  return { text: say(person.language, "needsArgument", { usage }) };
}

/** A feature of the chat: what it adds to it. */
export interface ChatFeature {
  /** In the order of the help. */
  readonly commands?: readonly Command[];
  readonly buttons?: readonly ButtonHandler[];
}
