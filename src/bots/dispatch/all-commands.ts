import { Commands } from "../commands/parse-command.ts";
import { type FileCommandParts, fileCommands } from "../files/commands.ts";
import { type MemoryCommandParts, memoryCommands } from "../memory/memory-command.ts";
import {
  conversationCommands,
  type PersonCommandParts,
  settingCommands,
  startCommand,
} from "../people/commands.ts";
import { type LifeCommandParts, lifeCommands } from "../people/personal-data-commands.ts";
import { type RightsCommandParts, rightsCommands } from "../people/rights-commands.ts";
import { type BudgetCommandParts, budgetCommands } from "../people/usage-report.ts";
import { type AgentCommandParts, agentCommands } from "../programs/agent-command.ts";
import {
  type ProgramCommandParts,
  programCommands,
  workflowCommands,
} from "../programs/commands.ts";
import { scheduleCommands } from "../schedules/commands.ts";
import { type ApprovalList, approvalsCommand } from "./approvals-command.ts";

/** What all commands together work with. */
export type CommandParts = ProgramCommandParts &
  AgentCommandParts &
  PersonCommandParts &
  RightsCommandParts &
  BudgetCommandParts &
  FileCommandParts &
  MemoryCommandParts &
  LifeCommandParts &
  Parameters<typeof scheduleCommands>[0] &
  Parameters<typeof workflowCommands>[0] & { readonly approvalList: ApprovalList };

/** Every command of the product, in the order of the help. */
export function allCommands(parts: CommandParts): Commands {
  return new Commands([
    startCommand(parts),
    ...conversationCommands(parts),
    approvalsCommand(parts.approvalList),
    ...memoryCommands(parts),
    ...programCommands(parts),
    ...scheduleCommands(parts),
    ...workflowCommands(parts),
    ...fileCommands(parts),
    ...agentCommands(parts),
    ...rightsCommands(parts),
    ...settingCommands(parts),
    ...budgetCommands(parts),
    ...lifeCommands(parts),
  ]);
}
