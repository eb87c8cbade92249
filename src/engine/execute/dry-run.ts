import type { JsonObject } from "../../base/json.ts";
import { joined, type Language } from "../../base/localized.ts";
import { type ActionDefinition, titleOf } from "../catalogue/catalogue.ts";
import type { PlannedCall } from "../plan/planned-tree.ts";
import { type Outcome, text } from "../values/outcome.ts";
import type { HandlerResult, TrialCall } from "./action-types.ts";
import type { Settled } from "./settle-params.ts";

/**
 * Why a dry run left a call out: it acts; its values come from what was not done; somebody is asked first; what it runs is known only
 * when it runs; or it gives what only an event brings.
 */
export type LeftOutReason = "acts" | "depends" | "asks" | "unknown" | "event";

/** A call that a dry run left out, with the values that it would have had. */
export interface LeftOut {
  readonly call: PlannedCall;
  readonly reason: LeftOutReason;
  readonly params: JsonObject;
  /** Parameters whose values are known only in part, or not at all. */
  readonly standIns: ReadonlySet<string>;
}

/** A condition of a program as it is in a dry run; `value` is absent where it depends on what was not done. */
export interface Decided {
  /** Of the block: with a slash inside a program that a call runs. */
  readonly id: string;
  readonly text: string;
  readonly value?: boolean;
}

/** Makes an execution a dry run: what reads is called, and nothing else. */
export interface Trial {
  /** Ids of the calls that wait for a press by the plan. */
  readonly asks: ReadonlySet<string>;
  /** What its calls are told. */
  readonly given: TrialCall;
  readonly onLeftOut: (leftOut: LeftOut) => void;
  readonly onDecided: (decided: Decided) => void;
}

/** Why a call with settled values is not made in a dry run; `undefined` for one that is. Pure. */
export function reasonToLeaveOut(
  { definition, id }: PlannedCall,
  { params, standIns }: Settled,
  { asks }: Trial,
): LeftOutReason | undefined {
  if (!isReadCall(definition, params)) return "acts";
  if (definition.approval || asks.has(id)) return "asks";
  return standIns.size > 0 ? "depends" : undefined;
}

/** Whether a call with these parameters leaves the world as it is, by the catalogue. Pure. */
export function isReadCall(
  { effect, readsWithout }: ActionDefinition,
  params: JsonObject,
): boolean {
  if (effect === "read") return true;
  return readsWithout?.every((name) => params[name] === undefined) === true;
}

/** Why what a call gave is no value in a dry run; `undefined` where it is one. Pure. */
export function reasonOfResult(result: HandlerResult): LeftOutReason | undefined {
  if ("suspend" in result) return "asks";
  if ("expand" in result) return "unknown";
  return result.ok && result.standIn === true ? "event" : undefined;
}

/** What stands for the result of a call that a dry run left out: its name in angle brackets. Pure. */
export function standInFor(
  definition: ActionDefinition,
  language: Language,
  { taintedParams }: Settled,
): Outcome {
  const name = joined("⟨", titleOf(definition), "⟩")[language];
  const tainted = definition.taints || taintedParams.size > 0;
  return { ok: true, value: text(name), tainted, standIn: true };
}

/** What stands for the result of a block whose way depends on what was not done. Pure. */
export function undecidedStandIn(language: Language): Outcome {
  const words = { ko: "⟨실행할 때 정해짐⟩", en: "⟨decided when it runs⟩" };
  return { ok: true, value: text(words[language]), tainted: false, standIn: true };
}
