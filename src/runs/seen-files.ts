import { filesOf, type LookAtFile, type SeenFile } from "../engine/execute/file-state.ts";
import type { PlannedEffect } from "../engine/plan/effects-report.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { sourcesOf } from "../engine/plan/value-sources.ts";
import type { Approval } from "../security/approvals/approvals.ts";

/** How the files are that effects of a plan take or write over. What an earlier step of the plan writes is left out: it is not there yet. */
export async function filesOfPlan(
  plan: Plan,
  effects: readonly PlannedEffect[],
  look: LookAtFile,
): Promise<readonly SeenFile[]> {
  const calls = new Map(sourcesOf(plan.statements).map(({ call }) => [call.id, call]));
  const seen: SeenFile[] = [];
  for (const { callId, details, later } of effects) {
    const call = calls.get(callId);
    if (call === undefined || later || call.definition.files === undefined) continue;
    const known = new Set(details.flatMap((d) => (d.value === undefined ? [] : [d.param])));
    const made = writtenBefore(plan.report.effects, callId);
    const params = Object.fromEntries(
      Object.entries(call.params).filter(
        ([name, value]) =>
          known.has(name) && !call.runtimeRoles.includes(name) && !isMade(value, made),
      ),
    );
    seen.push(...(await filesOf({ id: callId, definition: call.definition, params }, look)));
  }
  return seen;
}

/** What people saw of files when they allowed effects of a run, by call; the latest card counts. A call that a grant let through was not looked at. */
export function seenOnCards(
  approved: readonly Approval[],
): ReadonlyMap<string, readonly SeenFile[]> {
  const seen = new Map<string, readonly SeenFile[]>();
  for (const { card } of approved)
    for (const { callId, approval, files = [] } of card.effects ?? [])
      if (approval && files.length > 0 && card.granted?.includes(callId) !== true)
        seen.set(callId, files);
  return seen;
}

/** Paths that steps before a call write, as they stand in the program. */
function writtenBefore(effects: readonly PlannedEffect[], callId: string): readonly string[] {
  const end = effects.findIndex((effect) => effect.callId === callId);
  return effects
    .slice(0, Math.max(0, end))
    .filter(({ effect }) => effect !== "read")
    .flatMap(({ details }) =>
      details.flatMap(({ role, value }) => (role === "path" && value !== undefined ? [value] : [])),
    );
}

function isMade(value: unknown, made: readonly string[]): boolean {
  if (typeof value !== "string") return false;
  const path = plainPath(value);
  return made
    .map(plainPath)
    .some(
      (written) =>
        written === path || written.startsWith(`${path}/`) || path.startsWith(`${written}/`),
    );
}

function plainPath(path: string): string {
  return path
    .normalize("NFC")
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
