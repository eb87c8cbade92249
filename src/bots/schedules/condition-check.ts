import type { Assistant } from "../../agent/turn/assistant.ts";
import type { Clock } from "../../base/clock.ts";
import { dayAndTime } from "../../base/format-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { timeMark } from "../../base/visible-text.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { holdsFor } from "../../engine/plan/value-sources.ts";
import type { RunResult } from "../../runs/run-result.ts";
import type { ClaimedOccurrence } from "../../scheduler/ledger/ledger.ts";
import type { Occurrence, OccurrenceResult } from "../../scheduler/ledger/occurrence-table.ts";
import { priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { nextDue } from "../../scheduler/timing/cron.ts";
import type { ConditionTrigger } from "../../scheduler/timing/timing-kinds.ts";
import type { Person } from "../../security/access/people.ts";
import { wordResult } from "../replies/render-reply.ts";
import { say } from "../texts/say.ts";

/** What a look at a condition came to: `input` is what it is true of, `memory` what to keep for the next look. */
export type Look =
  | { readonly kind: "fires"; readonly input: JsonObject; readonly memory: Json }
  | { readonly kind: "quiet"; readonly result: OccurrenceResult }
  /** Somebody wished for it, and it does not hold: `seen` is how things stand. */
  | { readonly kind: "unmet"; readonly result: OccurrenceResult; readonly seen: string }
  | { readonly kind: "failed"; readonly words: Localized };

/** What is remembered between two looks. */
interface WatchMemory {
  readonly isTrue: boolean;
  readonly firedAtMs?: number;
}

/** Characters of a value that the record keeps. */
const SHOWN_LENGTH = 120;

/** Runs the program of a condition and decides whether it has turned true. Made again after a crash, it comes to the same. */
export async function lookAt(
  parts: { readonly assistant: Assistant; readonly clock: Clock },
  occurrence: ClaimedOccurrence,
  watched: {
    readonly trigger: ConditionTrigger;
    readonly actor: Actor;
    readonly signal: AbortSignal;
  },
): Promise<Look> {
  const { trigger, actor, signal } = watched;
  const run = await parts.assistant.runProgram({
    origin: `${occurrence.effectScope}/look`,
    actor,
    code: trigger.watch,
    signal,
  });
  if (run.kind !== "finished" || !run.envelope.ok)
    return { kind: "failed", words: wordsOf(run, actor.language) };
  const { value, text } = run.envelope;
  const decision = holdsFor(trigger.condition, value, {
    nowMs: parts.clock.now(),
    zone: actor.zone,
  });
  if (!decision.decided) return { kind: "failed", words: decision.reason };
  return settle(occurrence, trigger, {
    isTrue: decision.value,
    nowMs: parts.clock.now(),
    input: { kind: "condition", condition: trigger.condition, value, text },
  });
}

/** The first look only learns how things stand; after that, a change from false to true fires, unless it did so within the cool-down. A person's wish fires while it holds, new or not. */
function settle(
  { schedule, cause }: ClaimedOccurrence,
  { coolDownMs }: ConditionTrigger,
  seen: { readonly isTrue: boolean; readonly nowMs: number; readonly input: JsonObject },
): Look {
  const before = memoryOf(schedule.memory);
  const { isTrue, nowMs, input } = seen;
  const firedAtMs = before?.firedAtMs;
  const isCool = firedAtMs === undefined || nowMs - firedAtMs >= coolDownMs;
  const isWished = cause === "now" || cause.startsWith("event:wish:");
  // Somebody who asks to be told of a price that has crossed its line already is told so.
  const wasTrue = before?.isTrue ?? priceAlertOf(schedule.timing) === undefined;
  if (isTrue && (isWished || (!wasTrue && isCool)))
    return { kind: "fires", input, memory: { isTrue, firedAtMs: nowMs } };
  const memory = { isTrue, ...(firedAtMs === undefined ? {} : { firedAtMs }) };
  const shown = String(input["text"]).split("\n")[0]?.slice(0, SHOWN_LENGTH) ?? "";
  const summary = `${isTrue ? "true" : "false"}: ${shown}`;
  const result = { state: "ran", isQuiet: true, memory, summary } as const;
  return isWished ? { kind: "unmet", result, seen: shown } : { kind: "quiet", result };
}

function memoryOf(memory: Json | undefined): WatchMemory | undefined {
  if (memory === undefined || !isJsonObject(memory)) return undefined;
  const { isTrue, firedAtMs } = memory;
  if (typeof isTrue !== "boolean") return undefined;
  return { isTrue, ...(typeof firedAtMs === "number" ? { firedAtMs } : {}) };
}

function wordsOf(run: RunResult, language: Language): Localized {
  if (run.kind === "waiting")
    return {
      en: "What it looks at would have to ask someone first.",
      ko: "지켜보는 프로그램이 먼저 누군가에게 물어봐야 해요.",
    };
  const { text } = wordResult(run, language);
  return { en: text, ko: text };
}

/** What comes more often is a watch: nobody waits for it, and it waits for nobody. */
const WATCH_MS = 30 * 60_000;

/** True for reminders for one time, events and what comes every few minutes: they stand by themselves. */
export function isWatch({ timing, zone, nextDueMs }: Schedule, nowMs: number): boolean {
  if (timing.kind !== "cron" && timing.kind !== "every") return true;
  const firstMs = nextDueMs ?? nextDue(timing, zone, nowMs) ?? nowMs;
  const secondMs = nextDue(timing, zone, firstMs);
  return secondMs !== undefined && secondMs - firstMs < WATCH_MS;
}

/** From so much later on a delivery has its own time told. */
const LATE_MS = 60_000;

/** What became last of a schedule of a person, when it was due, and when it arrived where that was later. */
export function lastRunText(
  schedules: Pick<Schedules, "history">,
  { id }: Schedule,
  person: Person,
): string {
  const { language } = person;
  const [row] = schedules.history(person.id, { scheduleId: id, limit: 1 });
  if (row === undefined) return say(language, "briefingNever");
  const time = timeMark(dayAndTime(row.dueMs, person), row.dueMs, "F");
  return say(language, "briefingLast", { time, outcome: outcomeText(row, person) });
}

/** What ran and was not delivered had nothing to tell, told it itself, or is about to leave. */
function outcomeText({ state, dueMs, deliveredAtMs }: Occurrence, person: Person): string {
  const { language } = person;
  switch (state) {
    case "ran":
      if (deliveredAtMs === undefined) return say(language, "briefingQuiet");
      return deliveredAtMs - dueMs < LATE_MS
        ? say(language, "briefingDelivered")
        : say(language, "briefingDeliveredAt", {
            time: timeMark(dayAndTime(deliveredAtMs, person), deliveredAtMs, "F"),
          });
    case "failed":
      return say(language, "briefingFailedLast");
    case "missed":
    case "told":
    case "skipped":
      return say(language, "briefingMissedLast");
    default:
      return say(language, "briefingOnItsWay");
  }
}
