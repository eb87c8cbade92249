import type { JsonObject } from "../base/json.ts";
import { inBoth, type Localized } from "../base/localized.ts";
import type { ActionDefinition } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import { leadingCall } from "../engine/plan/asks-when-reached.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { sourcesOf } from "../engine/plan/value-sources.ts";
import { knownPart, referencesOf } from "../engine/values/resolve-references.ts";
import type { Timing } from "../scheduler/timing/timing-kinds.ts";
import type { KeptNote } from "../security/approvals/dry-run-result.ts";
import {
  type DryRunEnvironment,
  type DryRunRequest,
  type DryRunScope,
  tryPrograms,
} from "./dry-run.ts";
import { compileFor, extraOf, type PlanSources } from "./plan-and-judge.ts";
import type { Run } from "./run-table.ts";

/** What a call would keep for later. */
export interface Kept extends Pick<KeptNote, "becomes" | "rule" | "comingMs"> {
  /** Absent where only other things of it are changed. */
  readonly program?: DryRunRequest;
  /** When it comes, where a schedule or event keeps it. */
  readonly timing?: Timing;
  readonly zone?: string;
}

/** What a call would keep for later, as its handler would keep it; `undefined` for a call that keeps nothing. `params` are those that are known now. Changes nothing. */
export type KeptOf = (
  definition: ActionDefinition,
  params: JsonObject,
  actor: Actor,
) => Kept | undefined;

/** What a card tells of the programs that a plan keeps for later: each is tried first. Throws the reason of an abort. */
export async function storedPrograms(
  parts: DryRunEnvironment & { readonly keptOf?: KeptOf },
  { plan, run }: { readonly plan: Plan; readonly run: Pick<Run, "origin" | "constants"> },
  scope: Omit<DryRunScope, "origin" | "said"> & { readonly extra: Parameters<typeof extraOf>[0] },
): Promise<readonly KeptNote[]> {
  const { extra, ...rest } = scope;
  const found = keptIn(parts.keptOf, plan, run.constants, scope.actor);
  const { said } = extraOf(extra);
  const tried = await tryPrograms(
    parts,
    found.flatMap(({ kept: { program } }) => program ?? []),
    { ...rest, origin: `dry-run:${run.origin}`, ...(said === undefined ? {} : { said }) },
  );
  const results = tried.values();
  return found.map(({ callId, kept: { program, timing: _timing, zone: _zone, ...note } }) => {
    const result = program === undefined ? undefined : results.next().value;
    const watches = watchedBy(parts, program, scope.actor);
    return {
      callId,
      ...note,
      ...(watches === undefined ? {} : { watches }),
      ...(result === undefined ? {} : { tried: result }),
    };
  });
}

/** What the program of a condition looks at, in the words of what it opens, else of the first thing that it does. */
function watchedBy(
  parts: PlanSources,
  program: DryRunRequest | undefined,
  actor: Actor,
): Localized | undefined {
  const watch = program?.watched?.watch;
  const planned = watch === undefined ? undefined : compileFor(parts, watch, actor, {});
  if (planned?.ok !== true) return undefined;
  const { effects } = planned.plan.report;
  const opened = effects.filter(({ details }) => details.some(({ role }) => role === "host"));
  const told = opened.length > 0 ? opened : effects.slice(0, 1);
  if (told.length === 0) return undefined;
  return inBoth((language) => told.map(({ card }) => card[language]).join(", "));
}

/** What the calls of a plan that wait for a press would keep, by the call. Changes nothing. */
export function keptIn(
  keptOf: KeptOf | undefined,
  plan: Plan,
  constants: JsonObject,
  actor: Actor,
): readonly { readonly callId: string; readonly kept: Kept }[] {
  if (keptOf === undefined) return [];
  const waiting = new Set(
    plan.report.effects.flatMap(({ callId, approval, later }) =>
      approval && !later ? [callId] : [],
    ),
  );
  const leading = new Set(plan.statements.map(({ body }) => leadingCall(body)?.id));
  return sourcesOf(plan.statements).flatMap(
    ({ call: { id, definition, params }, names: bound }) => {
      // What a workflow keeps is made of the workflow's own values.
      if (!waiting.has(id) || id.includes("/")) return [];
      const names = new Map([
        ...Object.entries(constants),
        ...bound.map((name) => [name, undefined] as const),
      ]);
      const known = knownPart(params, names).params;
      const own = leading.has(id) ? conditionIn(params) : {};
      const kept = keptOf(definition, { ...own, ...known }, actor);
      return kept === undefined ? [] : [{ callId: id, kept }];
    },
  );
}

/** The condition of a call with no step before it: there `$prev` is what is watched. */
function conditionIn({ condition }: JsonObject): JsonObject {
  if (typeof condition !== "string") return {};
  return referencesOf(condition).every(({ name }) => name === "prev") ? { condition } : {};
}
