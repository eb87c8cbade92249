import type { Catalogue } from "../engine/catalogue.ts";
import type { Wait } from "../engine/journal.ts";
import type { Plan } from "../engine/plan.ts";
import type { PlannedEffect } from "../engine/report.ts";

import type { CardContent } from "../security/card-content.ts";
import { approverFor } from "../security/policy.ts";

/** What the card of a waiting step shows: its own effects, or for an `approve` those it stands for. Pure. */
export function cardOfWait(wait: Wait, plan: Plan): CardContent {
  const { values, node, action, prompt } = wait;
  const labels = wait.kind === "uncertain" ? ["done"] : wait.options;
  return {
    program: plan.program,
    effects: effectsOf(wait, plan),
    values,
    node,
    action,
    prompt,
    options: labels.map((label) => ({ label })),
  };
}

/** Who may answer a waiting step. Pure; an unknown action is an owner's matter. */
export function approverOfWait(
  wait: Wait,
  plan: Plan,
  catalogue: Catalogue,
): "requester" | "owner" {
  if (wait.kind === "question") return "requester";
  if (wait.kind === "approval") return approverFor(effectsOf(wait, plan));
  const definition = catalogue.actions.get(`${wait.node}:${wait.action}`);
  return definition === undefined ? "owner" : approverFor([definition]);
}

function effectsOf(wait: Wait, plan: Plan): readonly PlannedEffect[] {
  if (wait.kind === "question") return [];
  return plan.report.effects.filter((effect) =>
    wait.kind === "approval" ? effect.coveredBy === wait.callId : effect.callId === wait.callId,
  );
}
