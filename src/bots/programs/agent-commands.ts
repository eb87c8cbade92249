import type { Command } from "../commands/command.ts";
import type { AgentDesk } from "./agent-command.ts";
import type { SwitchDesk } from "./switch-command.ts";

/** What the commands about agents and switches work with. */
export interface AgentCommandParts {
  readonly agentDesk: AgentDesk;
  readonly switchDesk: SwitchDesk;
}

/** The commands with whom to speak, and what runs at one tap. */
export function agentCommands({ agentDesk, switchDesk }: AgentCommandParts): readonly Command[] {
  return [
    {
      name: "agent",
      usage: "/agent",
      takesText: true,
      help: "helpAgent",
      run: ({ person, actor, chat, argument }) =>
        argument === ""
          ? agentDesk.list(person, chat)
          : agentDesk.choose(person, actor.chatId, argument),
    },
    {
      name: "switches",
      usage: "/switches",
      takesText: true,
      help: "helpSwitches",
      isPersonal: (argument) => argument === "",
      run: (context) => switchDesk.command(context),
    },
  ];
}
