import type { Json, JsonObject } from "../base/json.ts";
import type { Execution } from "../engine/execute/executor.ts";
import type { Plan } from "../engine/plan/plan.ts";
import {
  dataOf,
  type Failure,
  type Outcome,
  textOf,
  type Value,
} from "../engine/values/outcome.ts";

/** The result of a run as the command line prints it and the journal keeps it. */
export interface Envelope {
  readonly ok: boolean;
  /** True when branches failed beside others that did not. */
  readonly partial: boolean;
  /** The last good statement's value. */
  readonly value: Json;
  /** The same for a reader. */
  readonly text: string;
  readonly statements: readonly {
    readonly ok: boolean;
    readonly error?: Failure;
    /** What it gave, for a reader; absent where that is nothing, or where it failed. */
    readonly text?: string;
    /** Which option of a `??` answered, from 1, and why those before it did not. */
    readonly answeredBy?: number;
    readonly attempts?: readonly Failure[];
    readonly steps: readonly {
      readonly node: string;
      readonly action: string;
      readonly ok: boolean;
      readonly value?: Json;
      readonly error?: Failure;
      readonly ms: number;
    }[];
  }[];
  readonly files: readonly EnvelopeFile[];
  readonly warnings: readonly JsonObject[];
  /** True when any step read or was given something from outside, also when it failed: its words may stand in this envelope. */
  readonly tainted: boolean;
}

/** A file that a program made; `isReplaced` where another content stood in it. */
interface EnvelopeFile {
  readonly path: string;
  readonly mediaType: string;
  readonly isReplaced?: true;
}

/** Longest value kept for a step in the envelope, in UTF-16 units of its JSON: a year of daily prices. Longer ones are replaced by a preview that says so. */
const STEP_VALUE_LENGTH = 12_000;

/** Sums a finished execution up. A reader sees every statement's value but those that were only kept in a variable. */
export function envelopeOf(
  execution: Extract<Execution, { kind: "finished" }>,
  plan: Pick<Plan, "statements" | "warnings">,
): Envelope {
  const good = execution.statements.filter((outcome) => outcome.ok);
  const last = good.at(-1);
  const isKept = (index: number): boolean =>
    plan.statements[index]?.variable !== undefined && index < execution.statements.length - 1;
  return {
    ok: good.length === execution.statements.length,
    partial: good.some((outcome) => outcome.partial !== undefined),
    value: last === undefined ? null : dataOf(last.value),
    text: execution.statements
      .flatMap((outcome, index) => outcomeText(outcome, isKept(index)))
      .join("\n\n"),
    statements: execution.statements.map((outcome, index) => ({
      ok: outcome.ok,
      ...(outcome.ok ? answered(outcome) : { error: outcome.failure }),
      steps: execution.steps
        .filter((step) => step.statement === index)
        .map((step) => stepOf(step.node, step.action, step.outcome, step.durationMs)),
    })),
    files: filesOf(execution),
    warnings: plan.warnings.map(({ code, message, line, column }) => ({
      code,
      message,
      line,
      column,
    })),
    tainted: [...execution.statements, ...execution.steps.map((step) => step.outcome)].some(
      (outcome) => outcome?.tainted === true,
    ),
  };
}

/** A statement for a reader: its value unless it was only kept, and what failed beside it. */
function outcomeText(outcome: Outcome, isKept: boolean): readonly string[] {
  if (!outcome.ok) return [outcome.failure.message];
  const value = isKept ? [] : [textOf(outcome.value)].filter((text) => text !== "");
  return [...value, ...(outcome.partial ?? []).map(({ message }) => message)];
}

function answered(
  outcome: Extract<Outcome, { ok: true }>,
): Pick<Envelope["statements"][number], "text" | "answeredBy" | "attempts"> {
  const { answeredBy, attempts } = outcome;
  const text = outcomeText(outcome, false).join("\n\n");
  return {
    ...(text === "" ? {} : { text }),
    ...(answeredBy === undefined ? {} : { answeredBy, attempts: attempts ?? [] }),
  };
}

/** True for the result of a run that reached its end, as `runs.end` keeps it. */
export function isEnvelope(result: unknown): boolean {
  return typeof result === "object" && result !== null && "statements" in result;
}

function stepOf(
  node: string,
  action: string,
  outcome: Outcome | undefined,
  ms: number,
): Envelope["statements"][number]["steps"][number] {
  if (outcome === undefined) return { node, action, ok: false, ms };
  return outcome.ok
    ? { node, action, ok: true, value: preview(outcome.value), ms }
    : { node, action, ok: false, error: outcome.failure, ms };
}

function preview(value: Value): Json {
  const data = dataOf(value);
  const whole = JSON.stringify(data);
  return whole.length <= STEP_VALUE_LENGTH
    ? data
    : `(cut: ${whole.length} characters) ${whole.slice(0, STEP_VALUE_LENGTH)}`;
}

/** Files that the program made and left as a result, each once. */
function filesOf(execution: Extract<Execution, { kind: "finished" }>): Envelope["files"] {
  const files = new Map<string, EnvelopeFile>();
  for (const outcome of execution.statements) {
    if (!outcome.ok || outcome.value.kind !== "file") continue;
    const { path, mediaType, isReplaced } = outcome.value;
    files.set(path, { path, mediaType, ...(isReplaced && { isReplaced }) });
  }
  return [...files.values()];
}
