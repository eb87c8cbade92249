import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import type { PlannedEffect } from "../../engine/plan/effects-report.ts";
import type { Plan } from "../../engine/plan/plan.ts";
import type { Person } from "./people.ts";

/** What the policy says to a plan before its first step. */
export type Verdict =
  | { readonly kind: "allow" }
  | {
      readonly kind: "ask";
      readonly effects: readonly PlannedEffect[];
      readonly approver: "requester" | "owner";
    }
  /** `isPersonal`: only because others read along in this chat. */
  | { readonly kind: "deny"; readonly words: Localized; readonly isPersonal?: true };

/** Node that every person and agent may always reach; its risky actions are judged all the same. */
const ALWAYS_ALLOWED_NODE = "system";

/** What a person, and the agent that acts for them, may do. */
export interface Rights {
  readonly ownerOnly: (effect: PlannedEffect) => boolean;
  /** Nodes besides `system` that all of these agents may reach; `undefined` for all. Default: all. */
  readonly allowedNodes?: (agents: readonly string[] | undefined) => readonly string[] | undefined;
  /** True where others read along. Default false. */
  readonly isInGroup?: boolean;
  /** Ids of the calls that a grant lets through. */
  readonly granted?: ReadonlySet<string>;
}

/** Judges every call of a plan: branches, blocks, nested code and stored workflows. Pure; unknown means no. */
export function judge(plan: Plan, person: Person | undefined, rights: Rights): Verdict {
  const refusal = refusalOf(plan, person, rights);
  if (refusal !== undefined) return { kind: "deny", words: refusal };
  const isPersonal = plan.report.effects.some(
    (effect) => effect.personal === true && !effect.later,
  );
  if (rights.isInGroup === true && isPersonal)
    return { kind: "deny", words: PERSONAL, isPersonal: true };
  const { granted } = rights;
  const effects = waitingEffects(plan).filter(
    (effect) => isOwnersMatter(effect) || granted?.has(effect.callId) !== true,
  );
  if (effects.length === 0) return { kind: "allow" };
  const kept = plan.report.effects.filter(({ later, approval }) => later && approval);
  return { kind: "ask", effects, approver: approverFor([...effects, ...kept]) };
}

/** The effects of a plan that wait for a press before its first step, where nothing was granted; `reachedEffects` wait when they are reached. Pure. */
export function waitingEffects(plan: Plan): readonly PlannedEffect[] {
  return plan.report.effects.filter(
    (effect) =>
      effect.approval &&
      effect.coveredBy === undefined &&
      effect.asksWhenReached !== true &&
      !effect.later,
  );
}

/** The effects of a plan that wait for a press when they are reached, with the values that they have then. Pure. */
export function reachedEffects(plan: Plan): readonly PlannedEffect[] {
  return plan.report.effects.filter(({ asksWhenReached }) => asksWhenReached === true);
}

function refusalOf(
  { report }: Plan,
  person: Person | undefined,
  { allowedNodes, ownerOnly }: Rights,
): Localized | undefined {
  if (person === undefined || person.role === "guest") return NOT_ADMITTED;
  const outside = report.effects.find(
    ({ node, agents }) =>
      node !== ALWAYS_ALLOWED_NODE && allowedNodes?.(agents)?.includes(node) === false,
  );
  if (outside !== undefined) return outsideWords(outside);
  return person.role === "owner" || !report.effects.some(ownerOnly)
    ? undefined
    : {
        en: "That's for owners alone.",
        ko: "주인만 할 수 있는 일이에요.",
      };
}

function outsideWords({ agents }: PlannedEffect): Localized {
  const agent = agents?.at(-1);
  if (agent === undefined)
    return { en: "I'm not allowed to do that here.", ko: "여기서는 할 수 없는 일이에요." };
  return {
    en: `"${agent}" is not allowed to do that here.`,
    ko: korean`"${agent}"은(는) 여기서 그 일을 할 수 없어요.`,
  };
}

const PERSONAL: Localized = {
  en: "That is for your eyes alone, and others read along here. Ask me in a private chat.",
  ko: "본인만 볼 내용인데, 여기는 다른 사람도 보는 곳이에요. 저와의 개인 대화에서 말해 주세요.",
};

const NOT_ADMITTED: Localized = {
  en: "Only people whom an owner let in may run programs.",
  ko: "주인이 들여보낸 사람만 프로그램을 실행할 수 있어요.",
};

/** Running commands, moving devices and spending money is an owner's matter; the rest may be pressed by the one who asked. */
export function approverFor(
  effects: readonly Pick<PlannedEffect, "effect">[],
): "requester" | "owner" {
  return effects.some(isOwnersMatter) ? "owner" : "requester";
}

function isOwnersMatter({ effect }: Pick<PlannedEffect, "effect">): boolean {
  return effect === "execute" || effect === "device" || effect === "spend";
}
