import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import { korean } from "../../../base/korean-particles.ts";
import {
  type AskedCall,
  type Handlers,
  optionalString,
  type ReadyCall,
} from "../../../engine/execute/action-types.ts";
import { printSingleCall, readSingleCall } from "../../../engine/language/single-call.ts";
import { failureIn, type Outcome } from "../../../engine/values/outcome.ts";
import type { BriefingKind } from "../../../scheduler/briefings/briefing-kinds.ts";
import {
  type BriefingChange,
  briefingOf,
  callsOf,
  changedValues,
} from "../../../scheduler/briefings/briefing-values.ts";
import type { Schedule } from "../../../scheduler/ledger/schedule-table.ts";
import { update } from "./events-adding.ts";
import type { EventParts, EventPlanning } from "./events-parts.ts";
import type { WantedChange } from "./events-wishes.ts";

/** A schedule that brings a briefing of a known kind. */
interface Briefing {
  readonly schedule: Schedule;
  readonly kind: BriefingKind;
  readonly values: JsonObject;
}

/** Parameters that are set, each by its own name. */
const SETTABLE = ["topic", "symbol", "place", "url", "parts", "count", "above", "below"];

/** `system:change_briefing`: puts topics, prices and parts into a briefing, takes them out, or sets them. */
export function createBriefingHandlers(parts: EventParts): Handlers {
  return { "system:change_briefing": (call) => change(parts, call) };
}

async function change(parts: EventParts, call: ReadyCall): Promise<Outcome> {
  const wanted = briefingChange(parts, call);
  return "ok" in wanted ? wanted : update(parts, call, wanted);
}

/** What a call changes of the one briefing that its change fits, or why there is none. */
export function briefingChange(
  parts: Pick<EventPlanning, "schedules">,
  call: AskedCall,
): WantedChange | Extract<Outcome, { ok: false }> {
  const { language, personId } = call.actor;
  const wanted = changeIn(call);
  const all = parts.schedules.list(personId).flatMap((each) => briefingIn(each, call));
  const name = optionalString(call, "name");
  const named = name === undefined ? all : namedAs(all, name);
  const fitting = named.flatMap((briefing) => {
    const values = changedValues(briefing.kind, briefing.values, wanted);
    return values === undefined ? [] : [{ briefing, values }];
  });
  const [only, second] = fitting;
  if (only === undefined)
    return named.length === 0 ? unknown(call, all, name) : nothingToChange(call, named);
  if (second !== undefined)
    return failureIn(language, "ambiguous", {
      ko: `어느 브리핑인지 말해 주세요: ${namesOf(fitting.map(({ briefing }) => briefing))}`,
      en: `Say which briefing: ${namesOf(fitting.map(({ briefing }) => briefing))}`,
    });
  const { run, watch, condition } = callsOf(only.briefing.kind, only.values);
  return {
    event: only.briefing.schedule.id,
    source: printSingleCall(run),
    config: {
      ...(watch === undefined ? {} : { watch: printSingleCall(watch) }),
      ...(condition === undefined ? {} : { condition }),
    },
  };
}

function briefingIn(schedule: Schedule, { actor }: AskedCall): readonly Briefing[] {
  const call = readSingleCall(schedule.program);
  const found = briefingOf(call, schedule.timing, actor.language);
  return found === undefined ? [] : [{ schedule, ...found }];
}

/** Those of the name, or else those whose kind is called so in either language. */
function namedAs(all: readonly Briefing[], name: string): readonly Briefing[] {
  const said = folded(name);
  const own = all.filter(({ schedule }) => schedule.id === name || folded(schedule.name) === said);
  if (own.length > 0) return own;
  return all.filter(({ kind: { workflow, title } }) =>
    [workflow, title.ko, title.en].some((known) => folded(known) === said),
  );
}

function folded(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

function changeIn({ params }: AskedCall): BriefingChange {
  const set = Object.fromEntries(
    SETTABLE.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  );
  const { add, remove } = params;
  return {
    set,
    ...(isJsonObject(add) ? { add } : {}),
    ...(isJsonObject(remove) ? { remove } : {}),
  };
}

function unknown(
  call: AskedCall,
  all: readonly Briefing[],
  name: string | undefined,
): Extract<Outcome, { ok: false }> {
  const known = namesOf(all);
  const which = name === undefined ? "" : ` "${name}"`;
  return failureIn(call.actor.language, "not-found", {
    ko: korean`고칠 브리핑${which}이(가) 없어요. ${known === "" ? "/briefing 으로 만들 수 있어요." : `있는 브리핑: ${known}`}`,
    en: `There is no briefing${which} to change. ${known === "" ? "/briefing makes one." : `Yours are: ${known}`}`,
  });
}

function nothingToChange(
  call: AskedCall,
  named: readonly Briefing[],
): Extract<Outcome, { ok: false }> {
  return failureIn(call.actor.language, "nothing-to-change", {
    ko: `${namesOf(named)}에는 바꿀 것이 없어요. 이미 그렇게 되어 있거나, 그 브리핑에 없는 항목이에요.`,
    en: `Nothing of ${namesOf(named)} would change: it is so already, or that briefing has no such thing.`,
  });
}

function namesOf(briefings: readonly Briefing[]): string {
  return briefings.map(({ schedule }) => `"${schedule.name}"`).join(", ");
}
