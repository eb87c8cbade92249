import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import {
  type AskedCall,
  optionalString,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import type { Schedule } from "../../../scheduler/ledger/schedule-table.ts";
import { ENTRY_KINDS } from "../../../scheduler/timing/timing-kinds.ts";
import type { TriggerType } from "../../../scheduler/timing/trigger-reading.ts";

/** A schedule or event as it is asked for. */
export interface Wanted {
  readonly name: string;
  readonly type: TriggerType;
  /** What sets it off, and how it is run. */
  readonly config: JsonObject;
  /** IBL text; empty for an entry of the calendar. */
  readonly source: string;
  readonly workflow?: string;
  /** False: it is made and stays off. */
  readonly isEnabled: boolean;
}

/** What is to be changed of a schedule or event; what is not named stays. */
export interface WantedChange {
  readonly event: string;
  readonly title?: string;
  readonly source?: string;
  readonly config: JsonObject;
}

/** `schedule`: a workflow of the schedule's name, or the program that is given. */
export function scheduleWanted(call: AskedCall): Wanted {
  const name = stringParam(call, "workflow");
  const pipeline = optionalString(call, "pipeline");
  return {
    name,
    type: "schedule",
    config: call.params,
    source: pipeline ?? run(name),
    ...(pipeline === undefined ? { workflow: name } : {}),
    isEnabled: true,
  };
}

/** `save_event`: an entry of the calendar that has no program: a new one, or changes to the one of that name, `known`. */
export function entryWanted(call: AskedCall, known: Schedule | undefined): Wanted | WantedChange {
  const name = stringParam(call, "title");
  const { type, ...config } = call.params;
  const entry = ENTRY_KINDS.find((kind) => kind === type);
  if (known?.timing.kind === "entry" && known.program === "")
    return { event: known.id, config: { ...config, ...(entry === undefined ? {} : { entry }) } };
  return {
    name,
    type: "entry",
    config: { ...config, entry: entry ?? "other" },
    source: "",
    isEnabled: true,
  };
}

/** `create`. */
export function eventWanted(call: AskedCall): Wanted {
  const type = optionalString(call, "type") ?? "schedule";
  return {
    name: stringParam(call, "name"),
    // The schema of the action names no other.
    type: type as TriggerType,
    config: configOf(call),
    source: stringParam(call, "pipeline"),
    isEnabled: call.params["enabled"] !== false,
  };
}

/** `update`. */
export function changeWanted(call: AskedCall): WantedChange {
  const title = optionalString(call, "name");
  const source = optionalString(call, "pipeline");
  return {
    event: stringParam(call, "event"),
    config: configOf(call),
    ...(title === undefined ? {} : { title }),
    ...(source === undefined ? {} : { source }),
  };
}

/** `manage_events` with `add`: a schedule where there is something to run, an entry of the calendar where there is not; `undefined` where too little is said. */
export function managedWanted(call: AskedCall): Wanted | undefined {
  const title = optionalString(call, "title");
  const source = optionalString(call, "pipeline") ?? programOfAction(call);
  const type = optionalString(call, "type");
  const isEntry =
    source === undefined && type !== "schedule" && call.params["event_action"] === undefined;
  if (title === undefined || (source === undefined && !isEntry)) return undefined;
  const entry = ENTRY_KINDS.find((kind) => kind === type) ?? "other";
  return {
    name: title,
    type: isEntry ? "entry" : "schedule",
    config: isEntry ? { ...call.params, entry } : call.params,
    source: source ?? "",
    isEnabled: call.params["enabled"] !== false,
  };
}

/** `manage_events` with `update`. */
export function managedChange(call: AskedCall, event: string): WantedChange {
  const title = optionalString(call, "title");
  const source = optionalString(call, "pipeline");
  const type = optionalString(call, "type");
  const entry = ENTRY_KINDS.some((kind) => kind === type) ? { entry: type ?? "other" } : {};
  return {
    event,
    config: { ...call.params, ...entry },
    ...(title === undefined ? {} : { title }),
    ...(source === undefined ? {} : { source }),
  };
}

/** The `config` of a call with what it watches; empty where it has neither. */
function configOf(call: AskedCall): JsonObject {
  const { config } = call.params;
  const watch = optionalString(call, "watch");
  const condition = optionalString(call, "condition");
  return {
    ...(isJsonObject(config) ? config : {}),
    ...(watch === undefined ? {} : { watch }),
    ...(condition === undefined ? {} : { condition }),
  };
}

function notice(text: string): string {
  return `[system:notify_user](${JSON.stringify(text)})`;
}

function run(name: string): string {
  return `[system:run_pipeline](${JSON.stringify(name)})`;
}

/** What `action_params` name, by the `event_action` that runs it, and the program that does; that of `run_pipeline` is given as it is. */
const EVENT_ACTIONS: Readonly<
  Record<string, { readonly keys: readonly string[]; readonly program: (value: string) => string }>
> = {
  send_notification: { keys: ["message"], program: notice },
  run_switch: { keys: ["switch", "switch_id"], program: (name) => run(`switch:${name}`) },
  run_workflow: { keys: ["workflow", "workflow_id"], program: run },
  test: { keys: ["message"], program: notice },
};

/** The program of what is asked for by `event_action`; without its own words, a notice says the title. */
function programOfAction(call: AskedCall): string | undefined {
  const action = optionalString(call, "event_action") ?? "";
  const given = isJsonObject(call.params["action_params"]) ? call.params["action_params"] : {};
  const known = EVENT_ACTIONS[action];
  if (known === undefined) return undefined;
  const named = known.keys.map((key) => given[key]).find((one) => typeof one === "string");
  const value =
    named ?? (known.keys.includes("message") ? optionalString(call, "title") : undefined);
  return value === undefined ? undefined : known.program(value);
}
