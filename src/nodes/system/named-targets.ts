import { korean } from "../../base/korean-particles.ts";
import { bold } from "../../base/visible-text.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { TargetChecks, TargetFault } from "../../engine/execute/target-check.ts";
import { nearNames } from "../../engine/language/nearest-name.ts";
import type { PlanFault } from "../../engine/plan/plan-position.ts";
import { parseZone } from "../../scheduler/timing/zone.ts";
import type { Workflows } from "../../store/workflows.ts";
import { shippedWords } from "./workflows.ts";

/** Most names that are offered instead of one. */
const MOST_NEAR = 2;

/** Looks whether a stored workflow, an agent or a time zone is there; `agentFault` says why an agent cannot be asked, `undefined` where it can. */
export function createNamedTargetChecks(
  workflows: Pick<Workflows, "get" | "list">,
  agentFault: (name: string, actor: Actor) => PlanFault | undefined,
): Pick<TargetChecks, "workflow" | "agent" | "zone"> {
  return {
    workflow: ({ value, action }, actor) => workflowFault(workflows, value, { ...actor, action }),
    agent: ({ value }, actor) => agentFault(value, actor),
    zone({ value }) {
      const zone = parseZone(value);
      return zone.ok ? undefined : { code: "unknown-zone", words: zone.problem };
    },
  };
}

function workflowFault(
  workflows: Pick<Workflows, "get" | "list">,
  name: string,
  { personId, inGroup, action }: Actor & { readonly action: string },
): TargetFault | undefined {
  const record = workflows.get(personId, name);
  if (record !== undefined)
    return action === "delete_workflow" && record.isShipped
      ? { code: "shipped", words: shippedWords(name) }
      : undefined;
  const known = workflows.list(personId).filter(({ isShipped }) => isShipped || !inGroup);
  const near = nearNames(
    name,
    known.map((each) => each.name),
    MOST_NEAR,
  );
  return {
    code: "no-such-workflow",
    words: {
      ko: korean`${bold(name)}(이)라는 워크플로우는 없어요.`,
      en: `There's no workflow called ${bold(name)}.`,
    },
    near: near.map((value) => ({ value, called: { ko: value, en: value } })),
    offers: [
      { label: { ko: "워크플로우 목록", en: "Workflows" }, runs: "[system:list_workflows]" },
    ],
    isTainted: known.some((each) => each.isTainted && near.includes(each.name)),
  };
}
