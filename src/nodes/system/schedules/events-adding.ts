import { instantOf, localTimeOf } from "../../../base/format-time.ts";
import type { Json, JsonObject } from "../../../base/json.ts";
import { korean } from "../../../base/korean-particles.ts";
import { sentences } from "../../../base/localized.ts";
import type { AskedCall, ReadyCall } from "../../../engine/execute/action-types.ts";
import { readSingleCall } from "../../../engine/language/single-call.ts";
import { ACTS, conditionFault } from "../../../engine/plan/field-check.ts";
import type { Plan } from "../../../engine/plan/plan.ts";
import { conditionProblem } from "../../../engine/plan/value-sources.ts";
import { type Failure, failureIn, type Outcome, success } from "../../../engine/values/outcome.ts";
import { followsItself } from "../../../scheduler/ledger/chain.ts";
import {
  CATCH_UP_ONCE,
  type MissedPolicy,
  ONE_HOWEVER_LATE,
  policyOf,
  SKIP_AND_TELL,
} from "../../../scheduler/ledger/misfire-policy.ts";
import { OVERLAPS, type Overlap, type Schedule } from "../../../scheduler/ledger/schedule-table.ts";
import type { ScheduleChanges } from "../../../scheduler/ledger/schedules.ts";
import { withWordsRead } from "../../../scheduler/phrases/worded-timing.ts";
import {
  type ClockTime,
  parseClockTime,
  parseDuration,
} from "../../../scheduler/timing/clock-text.ts";
import { patternsOf } from "../../../scheduler/timing/cron.ts";
import {
  type ClockTiming,
  ENTRY_KINDS,
  type EntryTiming,
  isClockTiming,
  isEventTrigger,
  type Timing,
} from "../../../scheduler/timing/timing-kinds.ts";
import { parseTrigger, type TriggerType } from "../../../scheduler/timing/trigger-reading.ts";
import { worded } from "../../localize.ts";
import { askForLook, heldNote, mustBeHeld } from "../held-programs.ts";
import type { EventParts, EventPlanning } from "./events-parts.ts";
import type { Wanted, WantedChange } from "./events-wishes.ts";
import { itemOf, keptText } from "./events-words.ts";

/** Keys that say when; one of them in an update is a new timing. */
const TIMING_KEYS = [
  "cron",
  "every",
  "at",
  "after",
  "lunar",
  "repeat",
  "time",
  "date",
  "month",
  "day",
  "weekdays",
  "until",
  "channel",
  "from",
  "keyword",
  "pattern",
  "change",
  "of",
  "outcome",
  "watch",
  "condition",
  "cooldown",
  "before",
  "entry",
];

/** What an event hands to the program that it sets off. */
const EVENT_CALL = "[system:event]";

type Refused = Extract<Outcome, { ok: false }>;

/** Makes a schedule or event: what it runs is planned first, as it would run. */
export async function add(parts: EventParts, call: ReadyCall, wanted: Wanted): Promise<Outcome> {
  const timing = timingOf(parts, call, wanted);
  if ("failure" in timing) return timing;
  const planned = planFor(parts, call, wanted.source, timing.timing);
  if ("failure" in planned) return planned;
  const { personId, chatId, agents } = call.actor;
  const { workflow } = wanted;
  const name = workflow === undefined ? wanted.name : parts.titleOf(call.actor, workflow);
  const named = maySayTheSame(planned.plan, timing.timing)
    ? schedulesCalled(parts, call, name)
    : [];
  const again = named.find((one) => isSame(one, { ...timing, program: planned.source }));
  if (again !== undefined) return told(parts, call, again);
  const nodes = parts.allowedNodes(agents);
  const wish = {
    personId,
    chatId,
    name: named.length === 0 ? name : freeName(named, name),
    timing: timing.timing,
    zone: timing.zone,
    isZoneNamed: timing.isZoneNamed,
    program: planned.source,
    ...(workflow === undefined ? {} : { workflow }),
    planDigest: planned.plan?.digest ?? "",
    missed: missedPolicy(wanted.config, timing.timing, planned.plan),
    overlap: overlapOf(wanted.config) ?? "queue",
    ...marksOf(call),
    ...(agents === undefined ? {} : { agents }),
    ...(nodes === undefined ? {} : { nodes }),
  };
  const added = parts.schedules.add(wish, call.onScheduled);
  const entry = wanted.isEnabled ? added : parts.schedules.disable(added.id, personId);
  return told(parts, call, entry);
}

/** Two reminders may have one name, and so may what is done once at each of several times. */
function maySayTheSame(plan: Plan | undefined, { kind }: Timing): boolean {
  return kind === "at" || isNotice(plan);
}

/** Whether what is asked for is there already. */
function isSame(
  { state, program, timing }: Schedule,
  wanted: Pick<Schedule, "program" | "timing">,
): boolean {
  const isAtOnce = JSON.stringify(timing) === JSON.stringify(wanted.timing);
  return state === "active" && program === wanted.program && isAtOnce;
}

/** The person's schedules of a name, with those that were numbered because it was taken. */
function schedulesCalled(
  parts: EventParts,
  { actor }: ReadyCall,
  name: string,
): readonly Schedule[] {
  return parts.schedules
    .list(actor.personId)
    .filter((one) => one.name === name || isNumbered(one.name, name));
}

function isNumbered(name: string, base: string): boolean {
  return name.startsWith(`${base} `) && /^\d+$/.test(name.slice(base.length + 1));
}

/** Two reminders may say the same, and something may be done once at each of several times: the second takes a number behind its name. */
function freeName(named: readonly Schedule[], base: string): string {
  const taken = new Set(named.map(({ name }) => name));
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1)
    if (!taken.has(`${base} ${number}`)) return `${base} ${number}`;
}

/** Changes what is given of a schedule; the rest stays. */
export async function update(
  parts: EventParts,
  call: ReadyCall,
  wanted: WantedChange,
): Promise<Outcome> {
  const { event, title, source, config } = wanted;
  const current = parts.schedules.get(event, call.actor.personId);
  const timing = changedTiming(parts, call, current, config);
  if (timing !== undefined && "failure" in timing) return timing;
  const kept = timing?.timing ?? current?.timing;
  const planned =
    source === undefined || kept === undefined ? undefined : planFor(parts, call, source, kept);
  if (planned !== undefined && "failure" in planned) return planned;
  const changes = {
    ...(title === undefined ? {} : { name: title }),
    ...timing,
    ...policiesOf(config, kept, planned?.plan),
    ...(planned === undefined ? {} : programOf(parts, call, planned)),
  };
  const { personId } = call.actor;
  const changed = parts.schedules.update(event, personId, changes, call.onScheduled);
  return told(parts, call, changed, { before: current });
}

/** What is said of missed and overlapping runs, and nothing else. */
function policiesOf(
  config: JsonObject,
  timing: Timing | undefined,
  plan: Plan | undefined,
): ScheduleChanges {
  const { missed } = config;
  const overlap = overlapOf(config);
  return {
    ...(overlap === undefined ? {} : { overlap }),
    ...(missed === undefined || timing === undefined
      ? {}
      : { missed: missedPolicy(config, timing, plan) }),
  };
}

function overlapOf({ overlap }: JsonObject): Overlap | undefined {
  return OVERLAPS.find((known) => known === overlap);
}

/** A new program with who wrote it, and how far it may go. */
function programOf(
  parts: EventParts,
  call: ReadyCall,
  planned: { readonly source: string; readonly plan: Plan | undefined },
): ScheduleChanges {
  const { agents } = call.actor;
  const nodes = parts.allowedNodes(agents);
  return {
    program: planned.source,
    planDigest: planned.plan?.digest ?? "",
    ...marksOf(call),
    ...(agents === undefined ? {} : { agents }),
    ...(nodes === undefined ? {} : { nodes }),
  };
}

/** When a schedule comes, or what sets it off. */
export interface TimingFound {
  readonly timing: Timing;
  readonly zone: string;
  readonly isZoneNamed: boolean;
}

/** The timing after an update; `undefined` where neither it nor the zone changes. */
export function changedTiming(
  parts: EventPlanning,
  call: AskedCall,
  current: Schedule | undefined,
  config: JsonObject,
): TimingFound | Refused | undefined {
  const isRetimed = TIMING_KEYS.some((key) => config[key] !== undefined);
  const named = config["timezone"];
  if (current === undefined || (!isRetimed && typeof named !== "string")) return undefined;
  const zone = typeof named === "string" ? named : current.zone;
  const isZoneNamed = typeof named === "string" || current.isZoneNamed;
  if (!isRetimed) return { timing: current.timing, zone, isZoneNamed };
  const kept = current.timing.kind === "entry" && entryWith(current.timing, config, zone);
  if (kept) return { timing: kept, zone, isZoneNamed };
  const type = typeOf(config, current.timing);
  const found = timingOf(parts, call, {
    name: current.name,
    type,
    config: { ...fieldsOf(current.timing), ...config, timezone: zone },
  });
  return "failure" in found ? found : { ...found, isZoneNamed };
}

/** An event keeps its kind; a schedule of the time stays one. */
function typeOf(config: JsonObject, timing: Timing): TriggerType {
  if (config["watch"] !== undefined) return "condition";
  return isClockTiming(timing) ? "schedule" : timing.kind;
}

/** The timing of what is asked for, or why there is none. */
export function timingOf(
  parts: EventPlanning,
  call: AskedCall,
  { name, type, config }: Pick<Wanted, "name" | "type" | "config">,
): TimingFound | Refused {
  const named = config["timezone"];
  const isZoneNamed = typeof named === "string";
  const zone = isZoneNamed ? named : call.actor.zone;
  const context = { nowMs: parts.clock.now(), zone };
  const parsed = parseTrigger(type, withWordsRead(config, context), context);
  if (!parsed.ok) return failureIn(call.actor.language, "bad-timing", sentences(parsed.problems));
  const problem = problemOf(parts, call, name, parsed.timing);
  return problem === undefined
    ? { timing: parsed.timing, zone, isZoneNamed }
    : { ok: false, failure: problem };
}

/** What only the other schedules and the gate can tell of a timing. */
function problemOf(
  parts: EventPlanning,
  call: AskedCall,
  name: string,
  timing: Timing,
): Failure | undefined {
  const { language, personId } = call.actor;
  if (timing.kind === "run") {
    if (!followsItself(name, timing.of, parts.schedules.list(personId))) return undefined;
    return failureIn(language, "event-cycle", {
      en: `"${name}" would set itself off through "${timing.of}". Nothing was changed.`,
      ko: korean`"${name}"이(가) "${timing.of}"을(를) 거쳐 자기 자신을 다시 부르게 돼요. 아무것도 바꾸지 않았어요.`,
    }).failure;
  }
  if (timing.kind !== "condition") return undefined;
  const wrong = conditionProblem(timing.condition);
  if (wrong !== undefined) return failureIn(language, "bad-condition", wrong).failure;
  const planned = parts.planForLater(call, timing.watch);
  if (!planned.ok)
    return failureIn(language, "bad-program", {
      en: `What is to be watched cannot run: ${planned.message}`,
      ko: `지켜볼 프로그램을 실행할 수 없어요: ${planned.message}`,
    }).failure;
  const missing = conditionFault(planned.plan.statements, timing.condition);
  if (missing !== undefined) return failureIn(language, "no-such-field", missing).failure;
  if (parts.onlyReads(planned.plan)) return undefined;
  return failureIn(language, "bad-program", ACTS).failure;
}

/** Plans what is run. */
function planFor(
  parts: EventPlanning,
  call: AskedCall,
  given: string,
  timing: Timing,
): { readonly source: string; readonly plan: Plan | undefined } | Refused {
  if (timing.kind === "entry" && given === "") return { source: given, plan: undefined };
  const source = fedSource(parts, call, given, timing);
  const planned = parts.planForLater(call, source);
  if (planned.ok) return { source, plan: planned.plan };
  return failureIn(call.actor.language, "bad-program", {
    en: `Nothing was changed: ${planned.message}`,
    ko: `아무것도 바꾸지 않았어요: ${planned.message}`,
  });
}

/** What is run: where an event sets it off, its first step is given the event, unless the program takes it somewhere itself or cannot take it. */
export function fedSource(
  parts: EventPlanning,
  call: AskedCall,
  source: string,
  timing: Timing,
): string {
  const fed = feedsFirstStep(source, timing) ? `${EVENT_CALL} >> ${source}` : source;
  return fed === source || parts.planForLater(call, fed).ok ? fed : source;
}

/** A program that begins with a name or a setting is left as it is: what stands before it would change what it means. */
function feedsFirstStep(source: string, timing: Timing): boolean {
  const hasInput = isEventTrigger(timing) || timing.kind === "condition";
  const isPlain = /^\s*\[(?!on_error\b)/i.test(source);
  return hasInput && isPlain && !/\[\s*system\s*:\s*event\s*\]/i.test(source);
}

/** Where a program that a call keeps came from, and whether it must wait for an owner. */
function marksOf(call: ReadyCall): { readonly isTainted: boolean; readonly isHeld: boolean } {
  return { isTainted: call.tainted, isHeld: mustBeHeld(call) };
}

/** What is said of a schedule that was made or changed; the owners are asked where it must wait for them. */
async function told(
  parts: EventParts,
  call: ReadyCall,
  entry: Schedule,
  { before }: { readonly before?: Schedule | undefined } = {},
): Promise<Outcome> {
  const { name, program, isHeld, isTainted: tainted } = entry;
  if (isHeld) await askForLook(call, { kind: "schedule", name, program, values: {} });
  const text = isHeld
    ? `**${name}**: ${heldNote(call)}`
    : keptText(call, entry, { nowMs: parts.clock.now(), before });
  const isWebhook = entry.timing.kind === "webhook";
  const address = isWebhook ? { address: parts.webhooks.addressOf(entry) } : {};
  const note = isWebhook && before === undefined ? `\n${webhookNote(parts, call, entry)}` : "";
  return success(
    { kind: "object", data: { ...itemOf(entry), ...address }, text: `${text}${note}` },
    { tainted },
  );
}

function webhookNote(parts: EventParts, call: ReadyCall, entry: Schedule): string {
  const address = parts.webhooks.addressOf(entry);
  return parts.webhooks.handOut(entry, call.actor)
    ? worded(call, {
        ko: `주소: ${address}\n서명에 쓸 비밀 값은 개인 대화로 한 번만 보냈어요.`,
        en: `Address: ${address}\nIts secret was sent to your private chat, this once.`,
      })
    : worded(call, {
        ko: `주소: ${address}\n비밀 값은 "ibl-bot schedule secret ${entry.name}" 명령으로 받으세요.`,
        en: `Address: ${address}\nGet its secret with "ibl-bot schedule secret ${entry.name}".`,
      });
}

/** What only reads is caught up once, a reminder for one time comes however late; what acts is not done late, and the person is told. `late` says how late a caught-up run may be. */
function missedPolicy(config: JsonObject, timing: Timing, plan: Plan | undefined): MissedPolicy {
  const { missed, late } = config;
  const lateMs = typeof late === "string" ? parseDuration(late) : undefined;
  const given = policyOf(textOf(missed), { windowMs: lateMs, max: numberOf(config["catch_up"]) });
  if (given !== undefined) return given;
  if (timing.kind === "entry")
    return { ...CATCH_UP_ONCE, windowMs: Math.max(CATCH_UP_ONCE.windowMs, timing.beforeMs ?? 0) };
  if (timing.kind === "condition" || isReminder(timing, plan)) return ONE_HOWEVER_LATE;
  const acts = plan?.report.effects.some((effect) => effect.approval || effect.effect !== "read");
  return acts === true ? SKIP_AND_TELL : CATCH_UP_ONCE;
}

/** True for a program that does nothing but tell its person words that stand in it, once. */
function isReminder(timing: Timing, plan: Plan | undefined): boolean {
  return timing.kind === "at" && isNotice(plan);
}

function isNotice(plan: Plan | undefined): boolean {
  const call = plan === undefined ? undefined : readSingleCall(plan.program);
  return call?.node === "system" && ["notify_user", "send_notify"].includes(call.action);
}

function textOf(given: Json | undefined): string | undefined {
  return typeof given === "string" ? given : undefined;
}

function numberOf(given: Json | undefined): number | undefined {
  return typeof given === "number" ? given : undefined;
}

/** Keys that say on which day an entry is. */
const DAY_KEYS = [
  "cron",
  "every",
  "at",
  "after",
  "lunar",
  "repeat",
  "date",
  "month",
  "day",
  "weekdays",
  "interval",
];

/** An entry on the same day, at another time, or told or called otherwise; `undefined` where the day changes too. */
function entryWith(entry: EntryTiming, config: JsonObject, zone: string): EntryTiming | undefined {
  if (DAY_KEYS.some((key) => config[key] !== undefined)) return undefined;
  const { before, time, description } = config;
  const clock = typeof time === "string" ? parseClockTime(time) : undefined;
  const day = time === undefined ? entry.day : clock && atTime(entry.day, clock, zone);
  if (day === undefined) return undefined;
  const beforeMs = typeof before === "string" ? (parseDuration(before) ?? 0) : entry.beforeMs;
  const kind = ENTRY_KINDS.find((known) => known === config["entry"]) ?? entry.entry;
  return {
    ...entry,
    day,
    entry: kind,
    ...(beforeMs === undefined ? {} : { beforeMs }),
    ...(typeof description === "string" ? { note: description } : {}),
  };
}

/** The same days at another time of day; `undefined` for days that have no time of their own. */
function atTime(day: ClockTiming, { hour, minute }: ClockTime, zone: string) {
  switch (day.kind) {
    case "at": {
      const local = localTimeOf(day.atMs, zone);
      return { ...day, atMs: instantOf({ ...local, hour, minute, second: 0 }, zone) };
    }
    case "lunar":
      return { ...day, hour, minute };
    case "cron": {
      const patterns = patternsOf(day.expression).map((pattern) =>
        [minute, hour, ...pattern.split(/\s+/).slice(-3)].join(" "),
      );
      return { ...day, expression: patterns.join(" | ") };
    }
    case "every":
      return undefined;
  }
}

/** The parts of what sets a schedule off that stay as they are where an update does not name them, as they are asked for. */
function fieldsOf(timing: Timing): JsonObject {
  switch (timing.kind) {
    case "message":
    case "file":
    case "run": {
      const { kind, ...fields } = timing;
      return { ...fields };
    }
    case "condition":
      return {
        watch: timing.watch,
        condition: timing.condition,
        cooldown: secondsText(timing.coolDownMs),
        ...lookOf(timing.look),
      };
    case "entry":
      return {
        entry: timing.entry,
        ...(timing.beforeMs === undefined ? {} : { before: secondsText(timing.beforeMs) }),
        ...(timing.note === undefined ? {} : { description: timing.note }),
      };
    default:
      return {};
  }
}

function lookOf(look: Timing): JsonObject {
  if (look.kind === "every") return { every: secondsText(look.everyMs) };
  return look.kind === "cron" && look.rhythm === undefined ? { cron: look.expression } : {};
}

function secondsText(lengthMs: number): string {
  return `${Math.round(lengthMs / 1000)}s`;
}
