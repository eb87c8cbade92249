import type { Assistant } from "../../agent/turn/assistant.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";

/** What the memory of briefings is made with. */
export interface BriefingMemoryParts {
  readonly schedules: Pick<Schedules, "occurrence" | "byId">;
  readonly runs: Pick<Runs, "get">;
  readonly assistant: Pick<Assistant, "remember">;
}

/** Has the conversation of a chat know what due times brought there, as one message; the same ones are known once. */
export function rememberBriefing(
  { schedules, runs, assistant }: BriefingMemoryParts,
  {
    ids,
    chatKey,
    text,
  }: { readonly ids: readonly string[]; readonly chatKey: string; readonly text: string },
): void {
  const brought = ids.flatMap((id) => {
    const { scheduleId = "", runId = "" } = schedules.occurrence(id) ?? {};
    const schedule = schedules.byId(scheduleId);
    return schedule === undefined ? [] : [{ schedule, run: runs.get(runId) }];
  });
  const [first] = brought;
  if (first === undefined) return;
  assistant.remember({
    occurrenceId: ids.join("+"),
    name: brought.map(({ schedule }) => schedule.name).join(" · "),
    personId: first.schedule.personId,
    chatKey,
    text,
    isTainted: brought.some(({ run }) => isFromOutside(run?.resultJson)),
  });
}

/** What nobody knows the origin of may be from outside. */
function isFromOutside(resultJson: string | undefined): boolean {
  const result = resultJson === undefined ? undefined : (JSON.parse(resultJson) as Json); // written by Runs.end only
  return !isJsonObject(result) || result["tainted"] !== false;
}
