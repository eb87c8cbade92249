import type { Person } from "../../security/access/people.ts";
import type { MemoryCommand } from "../memory/memory-command.ts";
import type { AccessCommands } from "../people/rights-command.ts";
import type { SettingsCommand } from "../people/settings-command.ts";
import type { PressEvent } from "../platform/chat-adapter.ts";
import type { AgentCommand } from "../programs/agent-command.ts";
import type { StatusMessages } from "../replies/status-message.ts";
import type { UnknownDeliveryNotice } from "../replies/unknown-delivery.ts";
import type { OccurrenceRunner } from "../schedules/occurrence-runner.ts";
import type { ApprovalList } from "./approvals-command.ts";

/** Desks whose buttons belong to the place where they hang, not to an approval. */
export interface NoteButtonHandlers {
  readonly schedules: Pick<OccurrenceRunner, "press">;
  readonly statuses: Pick<StatusMessages, "press">;
  readonly unsure: Pick<UnknownDeliveryNotice, "press">;
  readonly agentCommand: Pick<AgentCommand, "press">;
  readonly approvalList: Pick<ApprovalList, "press">;
  readonly memoryCommand: Pick<MemoryCommand, "press">;
  readonly accessCommands: Pick<AccessCommands, "press">;
  readonly settingsCommand: Pick<SettingsCommand, "press">;
}

/** Has the desk whose button it is act on a press; what the presser is told, or `undefined` where it is no such button. */
export function noteOfPlace(
  chatFeatures: NoteButtonHandlers,
  event: PressEvent,
  person: Person,
): string | undefined {
  const { data, chat } = event;
  return (
    chatFeatures.schedules.press(event, person) ??
    chatFeatures.statuses.press(data, person, event) ??
    chatFeatures.unsure.press(data, person.language, chat) ??
    chatFeatures.agentCommand.press(data, person, chat) ??
    chatFeatures.approvalList.press(event, person) ??
    chatFeatures.memoryCommand.press(event, person) ??
    chatFeatures.accessCommands.press(event, person) ??
    chatFeatures.settingsCommand.press(event, person)
  );
}
