import type { Json } from "../base/json.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { PlanResult } from "../engine/plan/plan.ts";
import type { CompiledWorkflow } from "../engine/plan/workflow.ts";
import type { ProgramGate } from "./gate.ts";

/** Why a workflow cannot be planned for somebody today, in their language; `undefined` where it can. What is given only when it runs is taken to be given. */
export function workflowProblem(
  gate: Pick<ProgramGate, "compile">,
  workflow: CompiledWorkflow,
  actor: Actor,
): string | undefined {
  if (!workflow.stored.ok) return workflow.stored.reason[actor.language];
  const planned = planWorkflow(gate, workflow, actor);
  if (planned === undefined || planned.ok) return undefined;
  return planned.problems.map((problem) => problem.words[actor.language]).join(" ");
}

/** What a workflow would do for somebody today, with its parameters as they are where nobody names any; `undefined` for one that cannot be read. */
export function planWorkflow(
  gate: Pick<ProgramGate, "compile">,
  workflow: CompiledWorkflow,
  actor: Actor,
): PlanResult | undefined {
  if (!workflow.stored.ok) return undefined;
  const { source, params, texts } = workflow.stored;
  const constants: Record<string, Json> = { ...texts };
  const unknown: string[] = [];
  for (const [name, { absent }] of Object.entries(params)) {
    if (absent === undefined) unknown.push(name);
    else constants[name] = absent;
  }
  return gate.compile(source, actor, { constants, unknown, within: [workflow.name] });
}
