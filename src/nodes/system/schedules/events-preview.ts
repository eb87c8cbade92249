import type { JsonObject } from "../../../base/json.ts";
import { inBoth, type Localized } from "../../../base/localized.ts";
import type { AskedCall } from "../../../engine/execute/action-types.ts";
import { readSingleCall } from "../../../engine/language/single-call.ts";
import { briefingOf } from "../../../scheduler/briefings/briefing-values.ts";
import { type Coming, comingOf, describeTiming } from "../../../scheduler/ledger/describe.ts";
import { nextDue } from "../../../scheduler/timing/cron.ts";
import { isEventTrigger, type Timing } from "../../../scheduler/timing/timing-kinds.ts";
import { briefingChange } from "./briefings.ts";
import { changedTiming, fedSource, type TimingFound, timingOf } from "./events-adding.ts";
import type { EventPlanning } from "./events-parts.ts";
import {
  changeWanted,
  entryWanted,
  eventWanted,
  managedChange,
  managedWanted,
  scheduleWanted,
  type Wanted,
  type WantedChange,
} from "./events-wishes.ts";

/** What a call would keep: the program with what it waits for, and where it is a briefing, what that has and when it comes. */
export interface EventPreview
  extends Partial<Coming>,
    Partial<Pick<TimingFound, "timing" | "zone">> {
  readonly program?: {
    readonly source: string;
    readonly watched?: { readonly watch: string; readonly condition: string };
    /** A message as it would set the program off. */
    readonly sample?: JsonObject;
  };
  readonly becomes?: {
    readonly name: string;
    readonly kind: string;
    readonly values: JsonObject;
    readonly when: Localized;
  };
}

/** What a call that makes or changes a schedule or event would keep, as its handler does it; `undefined` for one that keeps no program, or that would be refused. Changes nothing. */
export function previewOf(parts: EventPlanning, call: AskedCall): EventPreview | undefined {
  const wish = wishOf(parts, call);
  if (wish === undefined) return undefined;
  return "event" in wish ? previewOfChange(parts, call, wish) : previewOfNew(parts, call, wish);
}

/** Why a call that makes or changes a schedule or event would be refused for its time or for what it waits for; `undefined` where it would not, and where it says neither. Changes nothing. */
export function timingFault(
  parts: EventPlanning,
  call: AskedCall,
): { readonly code: string; readonly words: Localized } | undefined {
  const found = timingAsked(parts, call);
  if (found === undefined) return undefined;
  if ("failure" in found)
    return {
      code: found.failure.code,
      words: inBoth((language) => {
        const again = timingAsked(parts, { ...call, actor: { ...call.actor, language } });
        return again !== undefined && "failure" in again ? again.failure.message : "";
      }),
    };
  const { timing, zone } = found;
  const isOver = !isEventTrigger(timing) && nextDue(timing, zone, parts.clock.now()) === undefined;
  return isOver ? { code: "schedule-over", words: PAST } : undefined;
}

const PAST: Localized = { ko: "그 시간은 이미 지났어요.", en: "That time has passed." };

/** When what a call asks for would run; `undefined` where that is not known yet. */
export function timingAsked(
  parts: EventPlanning,
  call: AskedCall,
): ReturnType<typeof changedTiming> {
  const { personId } = call.actor;
  const { title } = call.params;
  const wish =
    call.action === "save_event" && typeof title === "string"
      ? entryWanted(call, parts.schedules.get(title, personId))
      : wishOf(parts, call);
  if (wish === undefined) return undefined;
  return "event" in wish
    ? changedTiming(parts, call, parts.schedules.get(wish.event, personId), wish.config)
    : timingOf(parts, call, wish);
}

type Wish = Wanted | WantedChange;

/** Parameters without which nothing is asked for, and what is asked for with them; by action. */
const WISHES: Readonly<
  Record<
    string,
    {
      readonly needs: readonly string[];
      readonly read: (call: AskedCall, parts: EventPlanning) => Wish | undefined;
    }
  >
> = {
  "system:schedule": { needs: ["workflow"], read: scheduleWanted },
  "system:create": { needs: ["name", "pipeline"], read: eventWanted },
  "system:update": { needs: ["event"], read: changeWanted },
  "system:manage_events": { needs: ["action"], read: wishOfManaging },
  "system:change_briefing": {
    needs: [],
    read(call, parts) {
      const change = briefingChange(parts, call);
      return "ok" in change ? undefined : change;
    },
  },
};

/** What is asked for; `undefined` where what must be said is not known yet. */
function wishOf(parts: EventPlanning, call: AskedCall): Wish | undefined {
  const known = WISHES[`${call.node}:${call.action}`];
  const isSaid = known?.needs.every((name) => typeof call.params[name] === "string");
  return isSaid === true ? known?.read(call, parts) : undefined;
}

function wishOfManaging(call: AskedCall): Wish | undefined {
  const { action, event_id: event } = call.params;
  if (action === "add") return managedWanted(call);
  return action === "update" && typeof event === "string" ? managedChange(call, event) : undefined;
}

function previewOfNew(
  parts: EventPlanning,
  call: AskedCall,
  wanted: Wanted,
): EventPreview | undefined {
  if (wanted.source === "") return undefined;
  const found = timingOf(parts, call, wanted);
  if ("failure" in found) return undefined;
  return {
    program: programOf(parts, call, wanted.source, found.timing),
    ...becomes(wanted.name, wanted.source, found, call),
    ...comingOf(found.timing, found.zone, parts.clock.now()),
    timing: found.timing,
    zone: found.zone,
  };
}

function previewOfChange(
  parts: EventPlanning,
  call: AskedCall,
  { event, title, source, config }: WantedChange,
): EventPreview | undefined {
  const current = parts.schedules.get(event, call.actor.personId);
  const changed = changedTiming(parts, call, current, config);
  if (current === undefined || (changed !== undefined && "failure" in changed)) return undefined;
  const found = changed ?? current;
  const isWatched = changed?.timing.kind === "condition";
  const kept = source ?? (isWatched ? current.program : undefined);
  return {
    ...(kept === undefined ? {} : { program: programOf(parts, call, kept, found.timing) }),
    ...becomes(title ?? current.name, source ?? current.program, found, call),
    ...comingOf(found.timing, found.zone, parts.clock.now()),
    timing: found.timing,
    zone: found.zone,
  };
}

function programOf(
  parts: EventPlanning,
  call: AskedCall,
  source: string,
  timing: Timing,
): NonNullable<EventPreview["program"]> {
  const fed = fedSource(parts, call, source, timing);
  switch (timing.kind) {
    case "condition": {
      const { watch, condition } = timing;
      return { source: fed, watched: { watch, condition } };
    }
    case "message": {
      const { keyword: text, from = call.actor.personId } = timing;
      if (text === undefined) return { source: fed };
      return { source: fed, sample: { kind: "message", text, from } };
    }
    default:
      return { source: fed };
  }
}

function becomes(
  name: string,
  source: string,
  { timing, zone }: Pick<TimingFound, "timing" | "zone">,
  { actor }: AskedCall,
): Pick<EventPreview, "becomes"> {
  const briefing = briefingOf(readSingleCall(source), timing, actor.language);
  if (briefing === undefined) return {};
  const { kind, values } = briefing;
  const when = inBoth((language) => describeTiming(timing, zone, language));
  return { becomes: { name, kind: kind.id, values, when } };
}
