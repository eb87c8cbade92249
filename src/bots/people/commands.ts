import type { Localized } from "../../base/localized.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import { say } from "../texts/say.ts";
import type { Welcome } from "./welcome.ts";

/** The commands about the conversation: end it, start another. `newSession` starts a new one and says what outlasts the last one, if anything. */
export function conversationCommands(
  newSession: (personId: string, chatKey: string) => Localized,
): readonly Command[] {
  return [
    { name: "stop", usage: "/stop", help: "helpStop", run: stop },
    {
      name: "new",
      usage: "/new",
      help: "helpNew",
      run: ({ person, actor }) => {
        const kept = newSession(person.id, actor.chatId)[person.language];
        const text = say(person.language, "newSession");
        return { text: kept === "" ? text : `${text}\n${kept}` };
      },
    },
  ];
}

/** The claim of someone who is admitted, which is greeted; that of a stranger is handled by `Admission`. */
export function claimCommand(welcome: Welcome): Command {
  return {
    name: "claim",
    usage: "/claim XXXX-XXXX",
    help: "helpClaim",
    run: ({ person, chat }) => welcome.greeting(person, chat),
  };
}

function stop({ stop: stopAll, person }: CommandContext): CommandOutcome {
  return { text: stopAll() === 0 ? say(person.language, "nothingRuns") : "" };
}
