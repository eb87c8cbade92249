import type { Localized } from "../base/words.ts";
import type { Plan } from "../engine/plan.ts";
import type { PlannedEffect } from "../engine/report.ts";
import type { Person } from "./people.ts";

/** What the policy says to a plan before its first step. */
export type Verdict =
  | { readonly kind: "allow" }
  | {
      readonly kind: "ask";
      readonly effects: readonly PlannedEffect[];
      readonly approver: "requester" | "owner";
    }
  | { readonly kind: "deny"; readonly words: Localized };

/** Node that every person and agent may always reach; its risky actions are judged all the same. */
const ALWAYS_ALLOWED_NODE = "system";

/** Judges every call of a plan: branches, blocks, nested code and stored workflows. Pure; unknown means no. */
export function judge(
  plan: Plan,
  person: Person | undefined,
  rights: {
    readonly ownerOnly: (effect: PlannedEffect) => boolean;
    readonly allowedNodes?: readonly string[];
  },
): Verdict {
  if (person === undefined || person.role === "guest")
    return {
      kind: "deny",
      words: {
        en: "Only people whom an owner let in may run programs.",
        ko: "주인이 들여보낸 사람만 프로그램을 실행할 수 있습니다.",
      },
    };
  const { allowedNodes } = rights;
  const outside = plan.report.effects.find(
    (effect) =>
      allowedNodes !== undefined &&
      effect.node !== ALWAYS_ALLOWED_NODE &&
      !allowedNodes.includes(effect.node),
  );
  if (outside !== undefined)
    return {
      kind: "deny",
      words: {
        en: `[${outside.node}:${outside.action}] stands on the node "${outside.node}", which is not allowed here.`,
        ko: `[${outside.node}:${outside.action}]의 노드 "${outside.node}"은(는) 여기서 쓸 수 없습니다.`,
      },
    };
  const reserved = person.role === "owner" ? undefined : plan.report.effects.find(rights.ownerOnly);
  if (reserved !== undefined)
    return {
      kind: "deny",
      words: {
        en: `Only an owner may run [${reserved.node}:${reserved.action}].`,
        ko: `[${reserved.node}:${reserved.action}]은(는) 주인만 실행할 수 있습니다.`,
      },
    };
  const effects = plan.report.effects.filter(
    (effect) => effect.approval && effect.coveredBy === undefined && !effect.later,
  );
  if (effects.length === 0) return { kind: "allow" };
  return { kind: "ask", effects, approver: approverFor(effects) };
}

/** Running commands, moving devices and spending money is an owner's matter; the rest may be pressed by the one who asked. */
export function approverFor(
  effects: readonly Pick<PlannedEffect, "effect">[],
): "requester" | "owner" {
  return effects.some(
    ({ effect }) => effect === "execute" || effect === "device" || effect === "spend",
  )
    ? "owner"
    : "requester";
}
