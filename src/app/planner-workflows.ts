import type { PlannerWorkflow } from "../agent/planner/result.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import { compileWorkflow } from "../engine/plan/workflow.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import type { Workflows } from "../store/workflows.ts";

/** The workflows, but for held ones, that a person can ask for by name, titled in their language and known by their titles in every other. */
export function plannerWorkflows(
  workflows: Workflows,
  { personId, language }: Pick<Actor, "personId" | "language">,
): readonly PlannerWorkflow[] {
  const runnable = workflows.list(personId).filter((record) => !record.isHeld);
  return runnable.map(({ name, definition }) => {
    const { title, titles } = compileWorkflow(name, definition, language);
    return { name, title, titles };
  });
}

/** Names of a person's schedules and events that run something. */
export function plannerSchedules(
  schedules: Pick<Schedules, "list">,
  personId: string,
): readonly string[] {
  return schedules.list(personId).flatMap(({ name, program }) => (program === "" ? [] : [name]));
}
