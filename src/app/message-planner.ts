import { createMessagePlanner, type MessagePlanner } from "../agent/planner/message-planner.ts";
import type { PlannerWorkflow } from "../agent/planner/result.ts";
import { messageOf } from "../base/errors.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import { compileWorkflow } from "../engine/plan/workflow.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import type { Workflows } from "../store/workflows.ts";
import type { Core } from "./open-core.ts";

/** What messages mean, by what data/ holds now and, once they are made, by the usage examples. */
export function plannerOver({
  library,
  usage,
  log,
}: Pick<Core, "library" | "usage" | "log">): MessagePlanner {
  return createMessagePlanner({
    planner: () => library.planner(),
    catalogue: () => library.catalogue(),
    search: (text, options) => usage.search(text, options),
    onError: (error) =>
      log.error(
        { problem: messageOf(error) },
        "The usage examples were not heard about a message.",
      ),
  });
}

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
