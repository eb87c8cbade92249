import { referencesOf } from "../values/resolve-references.ts";
import type { PlannedEffect } from "./effects-report.ts";
import type { Planned, PlannedCall, PlannedStatement } from "./planned-tree.ts";
import { decidesEffect } from "./taint-of-literals.ts";

/** The calls of a loop's body whose parameters are all known for every item when the loop is reached: they begin their statement, run no other program now, and use no name of the body. Pure. */
export function gatheredCalls(body: readonly PlannedStatement[]): readonly PlannedCall[] {
  const own = new Set<string>();
  return body.flatMap((statement) => {
    const call = firstCall(statement.body);
    const isKnown =
      call !== undefined &&
      call.inner === undefined &&
      call.definition.runs?.when !== "now" &&
      call.pipe === undefined &&
      !referencesOf(call.params).some(({ name }) => own.has(name));
    if (statement.variable !== undefined) own.add(statement.variable);
    return isKnown ? [call] : [];
  });
}

/** The effects with those marked that are asked about when their loop is reached, all items at once, in the place of the plan's card: what they are about is known only then. Pure. */
export function withLoopsAsking(
  effects: readonly PlannedEffect[],
  statements: readonly PlannedStatement[],
): readonly PlannedEffect[] {
  const asking = new Set(
    statements
      .flatMap(({ body }) => loopsIn(body))
      .flatMap(({ body }) => gatheredCalls(body))
      .filter(({ definition, runtimeRoles }) =>
        runtimeRoles.some((param) => decidesEffect(definition, param)),
      )
      .map(({ id }) => id),
  );
  return effects.map((effect) =>
    asking.has(effect.callId) && effect.approval && effect.coveredBy === undefined && !effect.later
      ? { ...effect, asksInLoop: true }
      : effect,
  );
}

type Loop = Extract<Planned, { kind: "each" }>;

/** Loops that stand in no other. */
function loopsIn(planned: Planned): readonly Loop[] {
  switch (planned.kind) {
    case "call":
    case "value":
      return [];
    case "each":
      return [
        planned,
        ...(planned.source.kind === "expression" ? loopsIn(planned.source.planned) : []),
      ];
    case "sequence":
      return planned.steps.flatMap(loopsIn);
    case "parallel":
      return planned.branches.flatMap(loopsIn);
    case "fallback":
      return planned.options.flatMap(loopsIn);
    case "if":
      return [...planned.branches.map((branch) => branch.body), planned.otherwise ?? []]
        .flat()
        .flatMap(({ body }) => loopsIn(body));
  }
}

function firstCall(body: Planned): PlannedCall | undefined {
  if (body.kind === "call") return body;
  const first = body.kind === "sequence" ? body.steps[0] : undefined;
  return first?.kind === "call" ? first : undefined;
}
