import { isJsonObject, type JsonObject } from "../base/json.ts";
import type { PlannedCall } from "../engine/planned.ts";
import { dueBetween } from "../scheduler/cron.ts";
import { parseTiming } from "../scheduler/timing.ts";
import { isClockTiming } from "../scheduler/timing-kinds.ts";
import type { TimingContext } from "../scheduler/timing-reading.ts";

/** Coming times that a card tells of a schedule. */
const TIMES_TOLD = 3;

/** Calls that make a schedule or change when one is due. */
const SCHEDULING = new Set([
  "system:schedule",
  "system:create",
  "system:update",
  "system:manage_events",
]);

/** The next three times of the schedule that a call makes or changes, in order, as far as they are known before it runs; empty for every other call. */
export function comingTimesOf(
  { definition, params }: PlannedCall,
  context: TimingContext,
): readonly number[] {
  if (!SCHEDULING.has(`${definition.node}:${definition.action}`)) return [];
  const { config } = params;
  const input: JsonObject = { ...params, ...(isJsonObject(config) ? config : {}) };
  const { timezone } = input;
  const zone = typeof timezone === "string" ? timezone : context.zone;
  const parsed = parseTiming(input, { ...context, zone });
  if (!parsed.ok || !isClockTiming(parsed.timing) || isLookedAt(input)) return [];
  return dueBetween(parsed.timing, zone, context.nowMs, Number.POSITIVE_INFINITY, TIMES_TOLD);
}

/** The times of a condition are when it is looked at, not when anything comes of it. */
function isLookedAt({ type, watch }: JsonObject): boolean {
  return watch !== undefined || type === "condition";
}
