import type { ActionDefinition } from "../catalogue/catalogue.ts";
import type { Span } from "../language/diagnostics.ts";
import type { Call } from "../language/tree.ts";
import type { PlannedCall } from "./planned-tree.ts";
import type { ResolutionProblem } from "./resolve.ts";

/** Whether a call's press stands for the effects that follow it. */
export function isApprove(definition: ActionDefinition): boolean {
  return definition.node === "system" && definition.action === "approve";
}

/** Whether a call holds its program up until a person answers. */
export function waitsForPerson(definition: ActionDefinition): boolean {
  const { node, action } = definition;
  return node === "system" && (action === "ask_user" || action === "approve");
}

/** Whether a call hands the previous value on by itself: `approve` to the next step, a program to its first. */
export function passesOn(definition: ActionDefinition): boolean {
  return isApprove(definition) || definition.runs !== undefined;
}

/** Where the name stands that a call could not be resolved by. */
export function nameSpan(call: Call, problem: ResolutionProblem): Span {
  const { places } = call;
  if (places === undefined) return call.span;
  if (problem.code === "unknown-node") return places.node;
  return problem.code === "unknown-type"
    ? (places.params.get("type") ?? places.action)
    : places.action;
}

/** A stand-in for a call with a problem; a plan that holds one is never returned. */
export function unplannable(id: string, span: Span): PlannedCall {
  const definition: ActionDefinition = {
    node: "",
    action: "",
    description: { ko: "", en: "" },
    router: "handler",
    handler: "",
    params: { type: "object" },
    effect: "read",
    approval: false,
    roles: {},
    returns: "text",
    taints: false,
    timeoutMs: 0,
    requires: [],
    ownerOnly: false,
    conditions: [],
    card: { ko: "", en: "" },
    examples: [],
  };
  return { kind: "call", id, definition, params: {}, runtimeRoles: [], tainted: [], span };
}
