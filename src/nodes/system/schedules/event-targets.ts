import { korean } from "../../../base/korean-particles.ts";
import { inBoth, type Localized } from "../../../base/localized.ts";
import { bold } from "../../../base/visible-text.ts";
import type { Actor, AskedCall } from "../../../engine/execute/action-types.ts";
import type { TargetChecks, TargetFault } from "../../../engine/execute/target-check.ts";
import { nearNames } from "../../../engine/language/nearest-name.ts";
import { readSingleCall } from "../../../engine/language/single-call.ts";
import type { LiteralTarget } from "../../../engine/plan/literal-targets.ts";
import { nameTaken } from "../../../scheduler/ledger/schedules.ts";
import { briefingChange } from "./briefings.ts";
import type { EventPlanning } from "./events-parts.ts";
import { timingAsked, timingFault } from "./events-preview.ts";

/** Most names that are offered instead of one. */
const MOST_NEAR = 2;

/** Shows what there is. */
const ALL_REMINDERS = {
  label: { ko: "알림 목록", en: "Reminders" },
  runs: "[system:list_events]",
} as const;

/** Looks whether a schedule or event is there, whether a new one may have its name, whether its time can be read, and whether a briefing can be changed so. */
export function createEventTargetChecks(
  parts: EventPlanning,
): Pick<TargetChecks, "schedule" | "new_schedule" | "briefing"> {
  return {
    schedule: (target, actor) =>
      parts.schedules.get(target.value, actor.personId) === undefined
        ? unknown(parts, target.value, actor)
        : settled(target, actor, (call) => timingFault(parts, call)),
    new_schedule: (target, actor) => {
      if (target.action === "manage_events" && target.params["action"] !== "add") return undefined;
      return (
        settled(target, actor, (call) => timingFault(parts, call)) ?? taken(parts, target, actor)
      );
    },
    briefing: (target, actor) =>
      settled(target, actor, (call) => {
        const change = briefingChange(parts, call);
        if (!("ok" in change)) return undefined;
        const words = inBoth((language) => {
          const again = briefingChange(parts, { ...call, actor: { ...actor, language } });
          return "ok" in again ? again.failure.message : "";
        });
        return { code: change.failure.code, words };
      }),
  };
}

/** What only a call tells of which everything is known. */
function settled(
  { node, action, params, runtime }: LiteralTarget,
  actor: Actor,
  check: (call: AskedCall) => TargetFault | undefined,
): TargetFault | undefined {
  return runtime.length > 0 ? undefined : check({ node, action, params, actor });
}

/** What others must not read is not named where they read along. */
function unknown(
  { schedules }: EventPlanning,
  name: string,
  { personId, inGroup }: Actor,
): TargetFault {
  const names = inGroup === undefined ? schedules.list(personId).map((each) => each.name) : [];
  return {
    code: "no-such-schedule",
    words: unknownWords(name),
    near: nearNames(name, names, MOST_NEAR).map((near) => ({
      value: near,
      called: { ko: near, en: near },
    })),
    offers: [ALL_REMINDERS],
  };
}

function unknownWords(name: string): Localized {
  return {
    ko: korean`${bold(name)}(이)라는 알림은 없어요.`,
    en: `There's no reminder called ${bold(name)}.`,
  };
}

/** Reminders may say the same, what is done once may be done at several times, and an entry of the calendar is changed by its name. */
function taken(
  parts: EventPlanning,
  { node, value, action, params, runtime, mayBeMade }: LiteralTarget,
  actor: Actor,
): TargetFault | undefined {
  const known = parts.schedules.get(value, actor.personId);
  if (known === undefined || mayBeMade || runtime.length > 0) return undefined;
  if (action === "save_event" && known.timing.kind === "entry" && known.program === "")
    return undefined;
  const timed = timingAsked(parts, { node, action, params, actor });
  if (timed !== undefined && !("failure" in timed) && timed.timing.kind === "at") return undefined;
  const { pipeline } = params;
  const call = typeof pipeline === "string" ? readSingleCall(pipeline) : undefined;
  if (call?.node === "system" && ["notify_user", "send_notify"].includes(call.action))
    return undefined;
  return { code: "schedule-name-taken", words: nameTaken(value) };
}
