import type { Json } from "../base/json.ts";
import { type Failure, failure, type Outcome, textOf, type Value } from "./outcome.ts";
import type { Planned } from "./planned.ts";

/** The outcomes of parallel branches as one list in source order: good if any is, partial if some failed. */
export function joinBranches(branches: readonly Planned[], outcomes: readonly Outcome[]): Outcome {
  return joinOutcomes(outcomes, branches.map(labelOf), []);
}

/** Several outcomes as one list in their order: good if any is (or there are none), partial if some failed or `notes` has any. */
export function joinOutcomes(
  outcomes: readonly Outcome[],
  labels: readonly string[],
  notes: readonly Failure[],
): Outcome {
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  if (outcomes.length > 0 && failures.length === outcomes.length) return allFailed(failures);
  const items: Json[] = [];
  const sections: string[] = [];
  const inner: Failure[] = [];
  let tainted = false;
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome.ok) continue;
    const label = labels[index] ?? "";
    items.push(...itemsOf(outcome.value, label));
    sections.push(`## ${label}\n${textOf(outcome.value)}`);
    inner.push(...(outcome.partial ?? []));
    tainted ||= outcome.tainted;
  }
  const partial = [...failures, ...notes, ...inner];
  const value: Value = { kind: "list", items, text: sections.join("\n\n") };
  return { ok: true, value, tainted, ...(partial.length === 0 ? {} : { partial }) };
}

function allFailed(failures: readonly Failure[]): Outcome {
  return failure("all-failed", failures.map((entry) => entry.message).join(" "), {
    retryable: failures.every((entry) => entry.retryable),
    cause: failures,
  });
}

function itemsOf(value: Value, label: string): readonly Json[] {
  if (value.kind === "object") return [{ source: label, ...value.data }];
  if (value.kind !== "list") return [{ source: label, text: textOf(value) }];
  return value.items.map((item) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? { source: label, ...item }
      : item,
  );
}

function labelOf(planned: Planned): string {
  if (planned.kind === "sequence") return planned.steps.map(labelOf).join(" >> ");
  if (planned.kind === "fallback") return planned.options.map(labelOf)[0] ?? "";
  if (planned.kind !== "call") return planned.kind;
  const { node, action } = planned.definition;
  return `${node}:${action}${planned.subject === undefined ? "" : ` ${planned.subject}`}`;
}
