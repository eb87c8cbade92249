import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { referencesOf } from "../values/resolve-references.ts";
import type { PlannedEffect } from "./effects-report.ts";
import type { Planned, PlannedCall, PlannedStatement } from "./planned-tree.ts";
import { decidesEffect } from "./taint-of-literals.ts";
import { sourcesOf } from "./value-sources.ts";

/** The effects with those marked that are asked about when they are reached, in the place of the plan's card: what they are about is known only then. Where one is, every message is, so that one card can have them all. Where nobody is there, only loops of unknown targets are: for all else the bounds were allowed beforehand. What is looked at when it is reached asks then, always. Pure. */
export function withAskingWhenReached(
  effects: readonly PlannedEffect[],
  statements: readonly PlannedStatement[],
  isUnattended: boolean,
): readonly PlannedEffect[] {
  const calls = new Map(sourcesOf(statements).map(({ call }) => [call.id, call]));
  const inLoops = new Set(loopedTargets(statements));
  const isBlind = (effect: PlannedEffect): boolean => {
    const { definition } = calls.get(effect.callId) ?? {};
    if (inLoops.has(effect.callId)) return true;
    return !isUnattended && definition !== undefined && hidesValue(effect, definition);
  };
  const asking = effects.filter((effect) => isAsked(effect) && isBlind(effect));
  const looked = new Set(
    [...calls.values()].flatMap(({ id, definition }) => (definition.isLookedAt ? [id] : [])),
  );
  const isLooked = ({ callId, approval, later }: PlannedEffect): boolean =>
    approval && !later && looked.has(callId);
  const isAnyMessage = !isUnattended && asking.some(({ effect }) => effect === "send");
  return effects.map((effect) =>
    asking.includes(effect) ||
    isLooked(effect) ||
    (isAnyMessage && isAsked(effect) && effect.effect === "send")
      ? { ...effect, asksWhenReached: true }
      : effect,
  );
}

/** The first calls of the statements behind one whose parameters are all known when that one is reached: nothing between gives them anything, and they run no other program now. Pure. */
export function knownBefore(
  statements: readonly PlannedStatement[],
  index: number,
): readonly PlannedCall[] {
  const own = new Set<string>();
  return statements.slice(index).flatMap(({ body, variable, variables = [] }, place) => {
    const call = place === 0 ? undefined : firstCall(body);
    const isKnown = call !== undefined && isWholeBy(call, own);
    for (const name of variable === undefined ? variables : [variable]) own.add(name);
    return isKnown ? [call] : [];
  });
}

/** True for a loop, and for what holds one. Pure. */
export function hasLoop(planned: Planned): boolean {
  return loopsIn(planned).length > 0;
}

/** The call that an expression begins with: of branches and options the first. Pure. */
export function leadingCall(planned: Planned | undefined): PlannedCall | undefined {
  switch (planned?.kind) {
    case "call":
      return planned;
    case "sequence":
      return leadingCall(planned.steps.find((step) => leadingCall(step) !== undefined));
    case "parallel":
      return leadingCall(planned.branches.find((branch) => leadingCall(branch) !== undefined));
    case "fallback":
      return leadingCall(planned.options[0]);
    default:
      return undefined;
  }
}

function isAsked({ approval, coveredBy, later }: PlannedEffect): boolean {
  return approval && coveredBy === undefined && !later;
}

/** Whether the card of a call would leave a value out that is known only while running. What keeps a program asks beforehand: the press on it stands for more than its values. */
function hidesValue({ details }: PlannedEffect, { deed, runs }: ActionDefinition): boolean {
  const silent = new Set(deed?.silent);
  return (
    runs === undefined &&
    details.some(({ param, value }) => value === undefined && !silent.has(param))
  );
}

/** Ids of the calls that begin a statement of a loop's body and whose targets are known for every item when the loop is reached. */
function loopedTargets(statements: readonly PlannedStatement[]): readonly string[] {
  return statements
    .flatMap(({ body }) => loopsIn(body))
    .flatMap(({ body }) => {
      const own = new Set<string>();
      return body.flatMap((statement) => {
        const call = firstCall(statement.body);
        const isKnown = call !== undefined && isWholeBy(call, own);
        if (statement.variable !== undefined) own.add(statement.variable);
        return isKnown ? [call] : [];
      });
    })
    .filter(({ definition, runtimeRoles }) =>
      runtimeRoles.some((param) => decidesEffect(definition, param)),
    )
    .map(({ id }) => id);
}

/** Whether the parameters of a call need no result of its own statement and none of these names. */
function isWholeBy(call: PlannedCall, own: ReadonlySet<string>): boolean {
  return (
    call.inner === undefined &&
    call.definition.runs?.when !== "now" &&
    call.pipe === undefined &&
    !referencesOf(call.params).some(({ name }) => own.has(name))
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
