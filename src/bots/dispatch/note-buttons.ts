import type { Person } from "../../security/access/people.ts";
import type { MemoryDesk } from "../memory/memory-command.ts";
import type { RightsDesk } from "../people/rights-command.ts";
import type { SettingsDesk } from "../people/settings-command.ts";
import type { PressEvent } from "../platform/chat-adapter.ts";
import type { AgentDesk } from "../programs/agent-command.ts";
import type { StatusDesk } from "../replies/status-message.ts";
import type { UnsureDesk } from "../replies/unknown-delivery.ts";
import type { ScheduleDesk } from "../schedules/occurrence-runner.ts";
import type { ApprovalList } from "./approvals-command.ts";

/** Desks whose buttons belong to the place where they hang, not to an approval. */
export interface PlaceDesks {
  readonly schedules: Pick<ScheduleDesk, "press">;
  readonly statuses: Pick<StatusDesk, "press">;
  readonly unsure: Pick<UnsureDesk, "press">;
  readonly agentDesk: Pick<AgentDesk, "press">;
  readonly approvalList: Pick<ApprovalList, "press">;
  readonly memoryDesk: Pick<MemoryDesk, "press">;
  readonly rightsDesk: Pick<RightsDesk, "press">;
  readonly settingsDesk: Pick<SettingsDesk, "press">;
}

/** Has the desk whose button it is act on a press; what the presser is told, or `undefined` where it is no such button. */
export function noteOfPlace(
  desks: PlaceDesks,
  event: PressEvent,
  person: Person,
): string | undefined {
  const { data, chat } = event;
  return (
    desks.schedules.press(event, person) ??
    desks.statuses.press(data, person, event) ??
    desks.unsure.press(data, person.language, chat) ??
    desks.agentDesk.press(data, person, chat) ??
    desks.approvalList.press(event, person) ??
    desks.memoryDesk.press(event, person) ??
    desks.rightsDesk.press(event, person) ??
    desks.settingsDesk.press(event, person)
  );
}
