import { korean } from "../../../base/korean-particles.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../../engine/values/outcome.ts";
import { offText } from "../../../scheduler/ledger/schedule-words.ts";
import { worded } from "../../localize.ts";
import { add, update } from "./events-adding.ts";
import type { EventParts } from "./events-parts.ts";
import { eventOf, history, list, show, status } from "./events-record.ts";
import {
  changeWanted,
  entryWanted,
  eventWanted,
  managedChange,
  managedWanted,
  scheduleWanted,
} from "./events-wishes.ts";
import { itemOf, keptText, readerOf } from "./events-words.ts";

/** Schedules and events: what runs without anyone asking. What the scheduler refuses is thrown, and becomes the failure of the step. */
export function createEventHandlers(parts: EventParts): Handlers {
  return {
    "system:schedule": (call) => add(parts, call, scheduleWanted(call)),
    "system:create": (call) => add(parts, call, eventWanted(call)),
    "system:update": async (call) => change(parts, call),
    "system:delete_event": async (call) => removed(parts, call, stringParam(call, "name")),
    "system:get_event": async (call) => show(parts, call, stringParam(call, "name")),
    "system:list_events": async (call) => list(parts, call),
    "system:enable": async (call) => switchOn(parts, call, stringParam(call, "name")),
    "system:disable": async (call) => switchOff(parts, call, stringParam(call, "name")),
    "system:status": async (call) => status(parts, call),
    "system:history": async (call) => history(parts, call),
    "system:run_now": async (call) => runNow(parts, call, stringParam(call, "name")),
    "system:event": async (call) => eventOf(parts, call),
    "system:save_event": async (call) => saveEntry(parts, call),
    "system:manage_events": async (call) => manage(parts, call),
  };
}

async function change(parts: EventParts, call: ReadyCall): Promise<Outcome> {
  const wanted = changeWanted(call);
  const outcome = await update(parts, call, wanted);
  const { enabled } = call.params;
  if (!outcome.ok || typeof enabled !== "boolean") return outcome;
  const name = wanted.title ?? wanted.event;
  return enabled ? switchOn(parts, call, name) : switchOff(parts, call, name);
}

async function manage(parts: EventParts, call: ReadyCall): Promise<Outcome> {
  const action = stringParam(call, "action");
  if (action === "list") return list(parts, call);
  if (action === "status") return status(parts, call);
  if (action === "history") return history(parts, call);
  if (action === "add") return manageAdd(parts, call);
  const event = optionalString(call, "event_id");
  if (event === undefined)
    return failureIn(call.actor.language, "bad-parameters", {
      en: 'Say which event with "event_id".',
      ko: '어느 이벤트인지 "event_id"로 말해 주세요.',
    });
  switch (action) {
    case "delete":
      return removed(parts, call, event);
    case "update":
      return update(parts, call, managedChange(call, event));
    case "run_now":
      return runNow(parts, call, event);
    case "enable":
      return switchOn(parts, call, event);
    case "disable":
      return switchOff(parts, call, event);
    default: {
      const isOn = parts.schedules.get(event, call.actor.personId)?.state === "active";
      return isOn ? switchOff(parts, call, event) : switchOn(parts, call, event);
    }
  }
}

function manageAdd(parts: EventParts, call: ReadyCall): Promise<Outcome> | Outcome {
  const wanted = managedWanted(call);
  if (wanted !== undefined) return add(parts, call, wanted);
  return failureIn(call.actor.language, "bad-parameters", {
    en: 'To add an event, give "title", when it is, and for a schedule the "pipeline" to run, or an "event_action" with what it needs in "action_params".',
    ko: '이벤트를 더하려면 "title"과 언제인지, 예약이라면 실행할 "pipeline"이나 "event_action"과 그 "action_params"가 필요해요.',
  });
}

function saveEntry(parts: EventParts, call: ReadyCall): Promise<Outcome> {
  const known = parts.schedules.get(stringParam(call, "title"), call.actor.personId);
  const wanted = entryWanted(call, known);
  return "event" in wanted ? update(parts, call, wanted) : add(parts, call, wanted);
}

function removed(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const gone = parts.schedules.remove(event, call.actor.personId);
  return success(offText(gone, readerOf(call, parts.clock.now())));
}

function runNow(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const { name, timing } = parts.schedules.runNow(event, call.actor.personId);
  const words =
    timing.kind === "condition"
      ? { ko: korean`**${name}** 지금 살펴볼게요.`, en: `Checking **${name}** now.` }
      : { ko: korean`**${name}** 곧 가져올게요.`, en: `Getting **${name}** now.` };
  return success(worded(call, words));
}

function switchOn(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const changed = parts.schedules.enable(event, call.actor.personId);
  return success({
    kind: "object",
    data: itemOf(changed),
    text: keptText(call, changed, { nowMs: parts.clock.now() }),
  });
}

function switchOff(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const off = parts.schedules.disable(event, call.actor.personId);
  return success(offText(off, readerOf(call, parts.clock.now())));
}
