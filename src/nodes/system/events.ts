import type { Clock } from "../../base/clock.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { type Localized, sentences } from "../../base/words.ts";
import { type Handlers, optionalString, type ReadyCall, stringParam } from "../../engine/action.ts";
import { failureIn, type Outcome, success } from "../../engine/outcome.ts";
import type { Plan } from "../../engine/plan.ts";
import { nextDue } from "../../scheduler/cron.ts";
import { describeTiming } from "../../scheduler/describe.ts";
import { CATCH_UP_ONCE, type MissedPolicy, SKIP_AND_TELL } from "../../scheduler/missed.ts";
import type { Schedule } from "../../scheduler/schedule-table.ts";
import type { Schedules } from "../../scheduler/schedules.ts";
import { parseTiming } from "../../scheduler/timing.ts";
import { isoInZone } from "../../scheduler/zone.ts";
import { worded } from "../wording.ts";
import { type AskOwners, heldNote, mustBeHeld } from "./held-programs.ts";

/** Plans a program as it would run for the person, or tells why it cannot. */
export type PlanForLater = (
  call: ReadyCall,
  source: string,
) => { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly message: string };

interface EventParts {
  readonly schedules: Schedules;
  readonly clock: Clock;
  readonly planForLater: PlanForLater;
  readonly askOwners: AskOwners;
}

/** How many coming times a new schedule shows. */
const SHOWN_TIMES = 3;

/** Schedules and events: what runs without anyone asking. What the scheduler refuses is thrown, and becomes the failure of the step. */
export function createEventHandlers(parts: EventParts): Handlers {
  return {
    "system:schedule": async (call) => schedule(parts, call),
    "system:create": async (call) => create(parts, call),
    "system:list_events": async (call) => list(parts, call),
    "system:enable": async (call) => switchOn(parts, call, stringParam(call, "name")),
    "system:disable": async (call) => switchOff(parts, call, stringParam(call, "name")),
    "system:manage_events": async (call) => manage(parts, call),
  };
}

function schedule(parts: EventParts, call: ReadyCall): Promise<Outcome> {
  const name = stringParam(call, "workflow");
  const pipeline = optionalString(call, "pipeline");
  return add(parts, call, {
    name,
    source: pipeline ?? `[system:run_pipeline](${JSON.stringify(name)})`,
    ...(pipeline === undefined ? { workflow: name } : {}),
    timing: call.params,
  });
}

async function create(parts: EventParts, call: ReadyCall): Promise<Outcome> {
  const { config } = call.params;
  const outcome = await add(parts, call, {
    name: stringParam(call, "name"),
    source: stringParam(call, "pipeline"),
    timing: isJsonObject(config) ? config : {},
  });
  if (outcome.ok && call.params["enabled"] === false)
    parts.schedules.disable(stringParam(call, "name"), call.actor.personId);
  return outcome;
}

async function add(
  parts: EventParts,
  call: ReadyCall,
  wanted: {
    readonly name: string;
    readonly source: string;
    readonly workflow?: string;
    readonly timing: JsonObject;
  },
): Promise<Outcome> {
  const zone =
    typeof wanted.timing["timezone"] === "string" ? wanted.timing["timezone"] : call.actor.zone;
  const timing = parseTiming(wanted.timing, { nowMs: parts.clock.now(), zone });
  if (!timing.ok) return badTiming(call, timing.problems);
  const planned = parts.planForLater(call, wanted.source);
  if (!planned.ok)
    return failureIn(call.actor.language, "bad-program", {
      en: `It was not scheduled: ${planned.message}`,
      ko: `예약하지 않았습니다: ${planned.message}`,
    });
  const added = parts.schedules.add({
    personId: call.actor.personId,
    chatId: call.actor.chatId,
    name: wanted.name,
    timing: timing.timing,
    zone,
    program: wanted.source,
    ...(wanted.workflow === undefined ? {} : { workflow: wanted.workflow }),
    planDigest: planned.plan.digest,
    missed: missedPolicy(wanted.timing["missed"], planned.plan),
    ...marksOf(call),
    ...agentsOf(call),
  });
  return told(parts, call, added);
}

/** Where a program that a call keeps came from, and whether it must wait for an owner. */
function marksOf(call: ReadyCall): { readonly isTainted: boolean; readonly isHeld: boolean } {
  return { isTainted: call.tainted, isHeld: mustBeHeld(call) };
}

/** Who acts now, and so later. */
function agentsOf({ actor }: ReadyCall): Pick<Schedule, "agents"> {
  return actor.agents === undefined ? {} : { agents: actor.agents };
}

/** What is said of a schedule that was made or changed; the owners are asked where it must wait for them. */
async function told(parts: EventParts, call: ReadyCall, entry: Schedule): Promise<Outcome> {
  const { name, program, isHeld, isTainted: tainted } = entry;
  if (isHeld) await parts.askOwners(call, { kind: "schedule", name, program, values: {} });
  const text = isHeld ? `**${name}**: ${heldNote(call)}` : addedText(call, entry);
  return success({ kind: "object", data: itemOf(entry), text }, { tainted });
}

/** A program that only reads is caught up once; one that acts is not done late, and the person is told. */
function missedPolicy(given: Json | undefined, plan: Plan): MissedPolicy {
  if (given === "skip") return SKIP_AND_TELL;
  if (given === "all") return { kind: "all", max: 10, windowMs: 0 };
  const acts = plan.report.effects.some((effect) => effect.approval || effect.effect !== "read");
  return given === "once" || !acts ? CATCH_UP_ONCE : SKIP_AND_TELL;
}

async function manage(parts: EventParts, call: ReadyCall): Promise<Outcome> {
  const action = stringParam(call, "action");
  if (action === "list") return list(parts, call);
  if (action === "add") {
    const pipeline = optionalString(call, "pipeline");
    const title = optionalString(call, "title");
    if (pipeline === undefined || title === undefined)
      return failureIn(call.actor.language, "bad-parameters", {
        en: 'To add an event, give "title", "pipeline" and when it runs.',
        ko: '이벤트를 더하려면 "title"과 "pipeline", 그리고 언제인지가 필요합니다.',
      });
    return add(parts, call, { name: title, source: pipeline, timing: call.params });
  }
  const event = optionalString(call, "event_id");
  if (event === undefined)
    return failureIn(call.actor.language, "bad-parameters", {
      en: 'Say which event with "event_id".',
      ko: '어느 이벤트인지 "event_id"로 말해 주세요.',
    });
  if (action === "delete") return removed(parts, call, event);
  if (action === "update") return update(parts, call, event);
  if (action === "run_now") return runNow(parts, call, event);
  const isOn = parts.schedules.get(event, call.actor.personId)?.state === "active";
  return isOn ? switchOff(parts, call, event) : switchOn(parts, call, event);
}

async function update(parts: EventParts, call: ReadyCall, event: string): Promise<Outcome> {
  const current = parts.schedules.get(event, call.actor.personId);
  const zone = optionalString(call, "timezone") ?? current?.zone ?? call.actor.zone;
  const source = optionalString(call, "pipeline");
  const planned = source === undefined ? undefined : parts.planForLater(call, source);
  if (planned?.ok === false)
    return failureIn(call.actor.language, "bad-program", {
      en: `It was not changed: ${planned.message}`,
      ko: `바꾸지 않았습니다: ${planned.message}`,
    });
  const isRetimed = ["cron", "every", "at", "after", "repeat", "time", "date"].some(
    (key) => call.params[key] !== undefined,
  );
  const timing = isRetimed
    ? parseTiming(call.params, { nowMs: parts.clock.now(), zone })
    : undefined;
  if (timing?.ok === false) return badTiming(call, timing.problems);
  const title = optionalString(call, "title");
  const changed = parts.schedules.update(event, call.actor.personId, {
    zone,
    ...(title === undefined ? {} : { name: title }),
    ...(timing?.ok === true ? { timing: timing.timing } : {}),
    ...(source !== undefined && planned?.ok === true
      ? { program: source, planDigest: planned.plan.digest, ...marksOf(call), ...agentsOf(call) }
      : {}),
  });
  return told(parts, call, changed);
}

function removed(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const { name } = parts.schedules.remove(event, call.actor.personId);
  return success(
    worded(call, { ko: `예약 "${name}"을(를) 지웠습니다.`, en: `Removed the schedule "${name}".` }),
  );
}

function runNow(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const { name } = parts.schedules.runNow(event, call.actor.personId);
  return success(
    worded(call, { ko: `"${name}"을(를) 곧 실행합니다.`, en: `"${name}" runs in a moment.` }),
  );
}

function switchOn(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const changed = parts.schedules.enable(event, call.actor.personId);
  return success({ kind: "object", data: itemOf(changed), text: addedText(call, changed) });
}

function switchOff(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const { name } = parts.schedules.disable(event, call.actor.personId);
  return success(
    worded(call, {
      ko: `예약 "${name}"을(를) 껐습니다.`,
      en: `Switched off the schedule "${name}".`,
    }),
  );
}

function list(parts: EventParts, call: ReadyCall): Outcome {
  const all = parts.schedules
    .list(call.actor.personId)
    .filter((entry) => call.params["enabled_only"] !== true || entry.state === "active");
  const lines = all.map((entry) => scheduleLine(call, entry));
  const none = worded(call, { ko: "예약이 없습니다.", en: "Nothing is scheduled." });
  const text = lines.length === 0 ? none : lines.join("\n");
  const tainted = all.some((entry) => entry.isTainted);
  return success({ kind: "list", items: all.map(itemOf), text }, { tainted });
}

function scheduleLine(call: ReadyCall, entry: Schedule): string {
  const when = describeTiming(entry.timing, entry.zone, call.actor.language);
  const state = entry.state === "active" ? "" : ` (${worded(call, entry.isHeld ? WAITS : OFF)})`;
  const next = entry.nextDueMs === undefined ? "" : ` → ${isoInZone(entry.nextDueMs, entry.zone)}`;
  return `- **${entry.name}** ${when}${state}${next}`;
}

const OFF = { ko: "꺼짐", en: "off" };

const WAITS = {
  ko: "밖에서 온 글이 들어 있어 주인의 확인을 기다림",
  en: "holds text from outside, waits for an owner's look",
};

function addedText(call: ReadyCall, entry: Schedule): string {
  const times: string[] = [];
  let afterMs = (entry.nextDueMs ?? 0) - 1;
  for (let index = 0; index < SHOWN_TIMES; index += 1) {
    const dueMs = nextDue(entry.timing, entry.zone, afterMs);
    if (dueMs === undefined) break;
    times.push(`- ${isoInZone(dueMs, entry.zone)}`);
    afterMs = dueMs;
  }
  const when = describeTiming(entry.timing, entry.zone, call.actor.language);
  const head = worded(call, {
    ko: `예약했습니다: **${entry.name}** ${when}. 다음 실행:`,
    en: `Scheduled: **${entry.name}** ${when}. Next:`,
  });
  return [head, ...times].join("\n");
}

function itemOf(entry: Schedule): JsonObject {
  return {
    id: entry.id,
    name: entry.name,
    program: entry.program,
    zone: entry.zone,
    state: entry.isHeld ? "held" : entry.state,
    next: entry.nextDueMs === undefined ? null : isoInZone(entry.nextDueMs, entry.zone),
  };
}

function badTiming(call: ReadyCall, problems: readonly Localized[]): Outcome {
  return failureIn(call.actor.language, "bad-timing", sentences(problems));
}
