import type { Localized } from "../../base/localized.ts";
import {
  type Command,
  type CommandContext,
  type CommandOutcome,
  usageOf,
} from "../commands/command.ts";
import { say } from "../texts/say.ts";
import type { AccountLinking } from "./link-accounts.ts";
import type { SettingsCommand } from "./settings-command.ts";
import type { Welcome } from "./welcome.ts";

/** What the commands about a person and their conversation work with. */
export interface PersonCommandParts {
  readonly settingsCommand: SettingsCommand;
  readonly welcome: Welcome;
  readonly accountLinking: Pick<AccountLinking, "command">;
  /** Starts a new conversation for a person in a chat. Says what outlasts the last one, if anything. */
  readonly newSession: (personId: string, chatKey: string) => Localized;
}

/** The greeting, which comes first in every list. */
export function startCommand({ welcome }: Pick<PersonCommandParts, "welcome">): Command {
  const run: Command["run"] = ({ person, chat }) => welcome.greeting(person, chat);
  return { name: "start", usage: "/start", help: "helpStart", run };
}

/** The commands about the conversation: end it, start another. */
export function conversationCommands(parts: PersonCommandParts): readonly Command[] {
  return [
    { name: "stop", usage: "/stop", help: "helpStop", run: stop },
    {
      name: "new",
      usage: "/new",
      help: "helpNew",
      run: ({ person, actor }) => {
        const kept = parts.newSession(person.id, actor.chatId)[person.language];
        const text = say(person.language, "newSession");
        return { text: kept === "" ? text : `${text}\n${kept}` };
      },
    },
  ];
}

/** The commands about the person: language, time zone, ownership. */
export function settingCommands({
  accountLinking,
  settingsCommand,
  welcome,
}: PersonCommandParts): readonly Command[] {
  return [
    {
      name: "settings",
      usage: "/settings",
      takesText: true,
      help: "helpSettings",
      isPersonal: (argument) => argument === "",
      run: ({ person, chat, argument }) => settingsCommand.command(person, chat, argument),
    },
    {
      name: "language",
      usage: "/language ko",
      help: "helpLanguage",
      run: ({ person, argument }) => ({ text: settingsCommand.set(person, "language", argument) }),
    },
    {
      name: "timezone",
      usage: "/timezone Asia/Seoul",
      help: "helpZone",
      run: (context) =>
        context.argument === ""
          ? usageOf(context, "/timezone Asia/Seoul")
          : { text: settingsCommand.set(context.person, "zone", context.argument) },
    },
    {
      name: "link",
      usage: "/link",
      takesText: true,
      help: "helpLink",
      isPersonal: () => true,
      run: ({ person, chat, argument }) => accountLinking.command(person, chat, argument),
    },
    // Reached by admitted people only: the claim of a stranger is handled at the door.
    {
      name: "claim",
      usage: "/claim XXXX-XXXX",
      help: "helpClaim",
      run: startCommand({ welcome }).run,
    },
  ];
}

function stop({ stop: stopAll, person }: CommandContext): CommandOutcome {
  return { text: stopAll() === 0 ? say(person.language, "nothingRuns") : "" };
}
