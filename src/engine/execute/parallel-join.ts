import type { Json } from "../../base/json.ts";
import { joined, type Language, type Localized } from "../../base/localized.ts";
import { titleOf } from "../catalogue/catalogue.ts";
import type { Planned } from "../plan/planned-tree.ts";
import { type Failure, failure, type Outcome, textOf, type Value } from "../values/outcome.ts";

/** What a part of a joined list is called: in its items, as `source`, and above its text for a reader. */
export interface JoinLabel {
  readonly source: string;
  readonly title: string;
}

/** The outcomes of parallel branches as one list in source order: good if any is, partial if some failed. The text is headed in the reader's language. */
export function joinBranches(
  branches: readonly Planned[],
  outcomes: readonly Outcome[],
  language: Language,
): Outcome {
  const labels = branches.map((branch) => ({
    source: sourceOf(branch),
    title: titleOfBranch(branch)[language],
  }));
  return joinOutcomes(outcomes, labels, []);
}

/** Several outcomes as one list in their order: good if any is (or there are none), partial if some failed or `notes` has any. */
export function joinOutcomes(
  outcomes: readonly Outcome[],
  labels: readonly JoinLabel[],
  notes: readonly Failure[],
): Outcome {
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
  if (outcomes.length > 0 && failures.length === outcomes.length) return allFailed(failures);
  const items: Json[] = [];
  const sections: string[] = [];
  const inner: Failure[] = [];
  let tainted = false;
  let hasStandIn = false;
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome.ok) continue;
    const { source, title } = labels[index] ?? { source: "", title: "" };
    items.push(...itemsOf(outcome.value, source));
    sections.push(`## ${title}\n${textOf(outcome.value)}`);
    inner.push(...(outcome.partial ?? []));
    tainted ||= outcome.tainted;
    hasStandIn ||= outcome.standIn === true;
  }
  const partial = [...failures, ...notes, ...inner];
  const value: Value = { kind: "list", items, text: sections.join("\n\n") };
  return {
    ok: true,
    value,
    tainted,
    ...(partial.length === 0 ? {} : { partial }),
    ...(hasStandIn ? { standIn: true as const } : {}),
  };
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

function sourceOf(planned: Planned): string {
  if (planned.kind === "sequence") return planned.steps.map(sourceOf).join(" >> ");
  if (planned.kind === "fallback") return planned.options.map(sourceOf)[0] ?? "";
  if (planned.kind !== "call") return planned.kind;
  const { node, action } = planned.definition;
  return `${node}:${action}${planned.subject === undefined ? "" : ` ${planned.subject}`}`;
}

/** What a branch does, in the words of its actions. */
function titleOfBranch(planned: Planned): Localized {
  switch (planned.kind) {
    case "call": {
      const { definition, subject } = planned;
      return joined(titleOf(definition), subject === undefined ? "" : `: ${subject}`);
    }
    case "sequence":
      return joined(
        ...planned.steps.flatMap((step, index) =>
          index === 0 ? [titleOfBranch(step)] : [" → ", titleOfBranch(step)],
        ),
      );
    case "fallback":
      return joined(...planned.options.slice(0, 1).map(titleOfBranch));
    case "parallel":
      return { ko: "여러 가지 함께", en: "Several at once" };
    case "if":
      return { ko: "조건에 따라", en: "Depending on a condition" };
    case "each":
      return { ko: "항목마다", en: "For each item" };
  }
}
