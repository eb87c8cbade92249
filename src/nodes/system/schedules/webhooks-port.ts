import type { Actor } from "../../../engine/execute/action-types.ts";
import type { Schedule } from "../../../scheduler/ledger/schedule-table.ts";

/** The service's side of webhook schedules. */
export interface Webhooks {
  /** Address to which requests for a schedule are sent. */
  addressOf(schedule: Schedule): string;
  /** Makes a new secret for a schedule, after which older ones no longer hold, and sends it to the person's private chat: no program, model or log sees it. False where there is no such chat. */
  handOut(schedule: Schedule, actor: Actor): boolean;
}
