import type { Command } from "../commands/command.ts";
import type { AgentCommand } from "./agent-command.ts";
import type { SwitchCommand } from "./switch-command.ts";

/** What the commands about agents and switches work with. */
export interface AgentCommandParts {
  readonly agentCommand: AgentCommand;
  readonly switchCommand: SwitchCommand;
}

/** The commands with whom to speak, and what runs at one tap. */
export function agentCommands({
  agentCommand,
  switchCommand,
}: AgentCommandParts): readonly Command[] {
  return [
    {
      name: "agent",
      usage: "/agent",
      takesText: true,
      help: "helpAgent",
      run: ({ person, actor, chat, argument }) =>
        argument === ""
          ? agentCommand.list(person, chat)
          : agentCommand.choose(person, actor.chatId, argument),
    },
    {
      name: "switches",
      usage: "/switches",
      takesText: true,
      help: "helpSwitches",
      isPersonal: (argument) => argument === "",
      run: (context) => switchCommand.command(context),
    },
  ];
}
