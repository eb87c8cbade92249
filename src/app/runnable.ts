import type { Switches } from "../store/switches.ts";
import type { WorkflowRecord, Workflows } from "../store/workflows.ts";

/** Stands before the name of a switch that is run as a workflow is; no workflow has a colon in its name. */
const SWITCH_MARK = "switch:";

/** What a person can run by its name: workflows, and switches as `switch:NAME`. */
export interface Runnable {
  get(personId: string, name: string): WorkflowRecord | undefined;
  names(personId: string): readonly string[];
}

/** The workflows and switches of the stores. */
export function createRunnable(stores: {
  readonly workflows: Pick<Workflows, "get" | "list">;
  readonly switches: Pick<Switches, "get" | "list">;
}): Runnable {
  const { workflows, switches } = stores;
  return {
    get(personId, name) {
      if (!name.startsWith(SWITCH_MARK)) return workflows.get(personId, name);
      const found = switches.get(personId, name.slice(SWITCH_MARK.length));
      if (found === undefined) return undefined;
      const { program: pipeline } = found;
      return { name, definition: { pipeline }, isShipped: false, isTainted: false, isHeld: false };
    },
    names: (personId) => [
      ...workflows.list(personId).map(({ name }) => name),
      ...switches.list(personId).map(({ name }) => `${SWITCH_MARK}${name}`),
    ],
  };
}
