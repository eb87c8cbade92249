import { Commands } from "./commands.ts";
import { type AgentCommandParts, agentCommands } from "./commands-agents.ts";
import { type BudgetCommandParts, budgetCommands } from "./commands-budget.ts";
import { type FileCommandParts, fileCommands } from "./commands-files.ts";
import { type LifeCommandParts, lifeCommands } from "./commands-life.ts";
import { type MemoryCommandParts, memoryCommands } from "./commands-memory.ts";
import {
  conversationCommands,
  type PersonCommandParts,
  settingCommands,
  startCommand,
} from "./commands-person.ts";
import { type ProgramCommandParts, programCommands } from "./commands-programs.ts";
import { type RightsCommandParts, rightsCommands } from "./commands-rights.ts";

/** What all commands together work with. */
export type CommandParts = ProgramCommandParts &
  AgentCommandParts &
  PersonCommandParts &
  RightsCommandParts &
  BudgetCommandParts &
  FileCommandParts &
  MemoryCommandParts &
  LifeCommandParts;

/** Every command of the product, in the order of the help. */
export function allCommands(parts: CommandParts): Commands {
  return new Commands([
    startCommand(parts),
    ...conversationCommands(parts),
    ...memoryCommands(parts),
    ...programCommands(parts),
    ...fileCommands(parts),
    ...agentCommands(parts),
    ...rightsCommands(parts),
    ...settingCommands(parts),
    ...budgetCommands(parts),
    ...lifeCommands(parts),
  ]);
}
