import type { Assistant } from "../../agent/turn/assistant.ts";
import type { Clock } from "../../base/clock.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { holdsFor } from "../../engine/plan/watched.ts";
import type { RunResult } from "../../runs/run-result.ts";
import type { ClaimedOccurrence } from "../../scheduler/ledger/ledger.ts";
import type { OccurrenceResult } from "../../scheduler/ledger/occurrence-table.ts";
import type { ConditionTrigger } from "../../scheduler/timing/timing-kinds.ts";
import { wordResult } from "../replies/render-reply.ts";

/** What a look at a condition came to: `input` is what it is true of, `memory` what to keep for the next look. */
export type Look =
  | { readonly kind: "fires"; readonly input: JsonObject; readonly memory: Json }
  | { readonly kind: "quiet"; readonly result: OccurrenceResult }
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
  const decision = holdsFor(trigger.condition, value);
  if (!decision.decided) return { kind: "failed", words: decision.reason };
  return settle(occurrence, trigger, {
    isTrue: decision.value,
    nowMs: parts.clock.now(),
    input: { kind: "condition", condition: trigger.condition, value, text },
  });
}

/** The first look only learns how things stand; after that, a change from false to true fires, unless it did so within the cool-down. A person's wish fires whatever holds. */
function settle(
  { schedule, cause }: ClaimedOccurrence,
  { coolDownMs }: ConditionTrigger,
  seen: { readonly isTrue: boolean; readonly nowMs: number; readonly input: JsonObject },
): Look {
  const before = memoryOf(schedule.memory);
  const { isTrue, nowMs, input } = seen;
  const firedAtMs = before?.firedAtMs;
  const isCool = firedAtMs === undefined || nowMs - firedAtMs >= coolDownMs;
  const isWished = cause === "now";
  if (isWished || (before?.isTrue === false && isTrue && isCool))
    return { kind: "fires", input, memory: { isTrue, firedAtMs: nowMs } };
  const memory = { isTrue, ...(firedAtMs === undefined ? {} : { firedAtMs }) };
  const shown = String(input["text"]).split("\n")[0]?.slice(0, SHOWN_LENGTH) ?? "";
  return {
    kind: "quiet",
    result: {
      state: "ran",
      isQuiet: true,
      memory,
      summary: `${isTrue ? "true" : "false"}: ${shown}`,
    },
  };
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
      ko: "지켜보는 프로그램이 먼저 누군가에게 물어봐야 합니다.",
    };
  const { text } = wordResult(run, language);
  return { en: text, ko: text };
}
