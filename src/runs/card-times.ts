import { isJsonObject, type JsonObject } from "../base/json.ts";
import type { PlannedCall } from "../engine/plan/planned-tree.ts";
import { type Coming, comingOf } from "../scheduler/ledger/coming.ts";
import { parseTiming } from "../scheduler/timing/timing.ts";
import type { TimingContext } from "../scheduler/timing/timing-reading.ts";

/** Calls that make a schedule or change when one is due. */
const SCHEDULING = new Set([
  "system:schedule",
  "system:create",
  "system:update",
  "system:manage_events",
]);

/** The rule by which the schedule that a call makes or changes comes, in words, and its next three times, as far as they are known before it runs; nothing of any other call. */
export function timesOnCard(
  { definition, params }: PlannedCall,
  context: TimingContext,
): Partial<Coming> {
  if (!SCHEDULING.has(`${definition.node}:${definition.action}`)) return {};
  const { config } = params;
  const input: JsonObject = { ...params, ...(isJsonObject(config) ? config : {}) };
  const { timezone } = input;
  const zone = typeof timezone === "string" ? timezone : context.zone;
  const parsed = parseTiming(input, { ...context, zone });
  if (!parsed.ok || isLookedAt(input)) return {};
  return comingOf(parsed.timing, zone, context.nowMs);
}

/** The times of a condition are when it is looked at, not when anything comes of it. */
function isLookedAt({ type, watch }: JsonObject): boolean {
  return watch !== undefined || type === "condition";
}
