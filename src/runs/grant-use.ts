import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import type { PlannedEffect } from "../engine/plan/effects-report.ts";
import type { Plan } from "../engine/plan/plan.ts";
import {
  type GrantPattern,
  grantCallOf,
  isGrantable,
  patternOf,
} from "../security/access/grant-pattern.ts";
import type { GrantableCall, GrantedRun } from "../security/access/grants.ts";
import { waitingEffects } from "../security/access/policy.ts";
import { interactiveLifetimeMs } from "../security/approvals/lifetimes.ts";
import { rateWords } from "../security/limits/budget-words.ts";
import type { Rates } from "../security/limits/rate-limits.ts";
import type { RunRequest } from "./run-result.ts";
import type { Run } from "./run-table.ts";

/** The calls of a plan that would wait for a press, and that a grant could let through. Pure. */
export function grantableCalls(plan: Plan, catalogue: Catalogue): readonly GrantableCall[] {
  return waitingEffects(plan).flatMap((effect) => {
    const call = callOf(effect, catalogue);
    return call === undefined ? [] : [{ callId: effect.callId, times: effect.times, call }];
  });
}

/** What an owner may grant along with these effects: each kind of call once, by its very targets. Pure. */
export function grantOffers(
  effects: readonly PlannedEffect[],
  catalogue: Catalogue,
): readonly GrantPattern[] {
  const offers = new Map<string, GrantPattern>();
  for (const effect of effects) {
    const call = callOf(effect, catalogue);
    const definition = catalogue.actions.get(`${effect.node}:${effect.action}`);
    if (call === undefined || definition === undefined) continue;
    const pattern = patternOf(call, definition);
    offers.set(JSON.stringify(pattern), pattern);
  }
  return [...offers.values()];
}

function callOf(effect: PlannedEffect, catalogue: Catalogue): ReturnType<typeof grantCallOf> {
  const definition = catalogue.actions.get(`${effect.node}:${effect.action}`);
  return definition === undefined || !isGrantable(definition) ? undefined : grantCallOf(effect);
}

/** A run and its plan, as uses of grants are counted. Pure. */
export function grantedRun({ id, personId, chatKey }: Run, { digest }: Plan): GrantedRun {
  return { runId: id, digest, personId, chatKey };
}

/** Why a program may not begin now, in the person's language. It counts when it begins, once; going on with it is free. */
export function overRate(
  rates: Rates | undefined,
  { actor, origin }: Pick<RunRequest, "actor" | "origin">,
): string | undefined {
  const { personId, chatId: chatKey, language, zone } = actor;
  const verdict = rates?.take({ kind: "program", origin, personId, chatKey });
  if (verdict === undefined || verdict.ok) return undefined;
  return rateWords(verdict, zone)[language];
}

/** How long a card for these effects waits, in milliseconds. Pure. */
export function lifetimeOf(request: RunRequest, effects: readonly PlannedEffect[]): number {
  const isWatched = request.actor.isOwner;
  return request.approvalLifetimeMs ?? interactiveLifetimeMs(effects, { isWatched });
}
