import type { Clock } from "../../../base/clock.ts";
import type { Actor, AskedCall } from "../../../engine/execute/action-types.ts";
import type { Plan } from "../../../engine/plan/plan.ts";
import type { Schedules } from "../../../scheduler/ledger/schedules.ts";
import type { Webhooks } from "./webhooks-port.ts";

/** Plans a program as it would run for the person, or tells why it cannot. */
export type PlanForLater = (
  call: AskedCall,
  source: string,
) => { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly message: string };

/** What it takes to plan a schedule or event, and nothing that changes one. */
export interface EventPlanning {
  readonly schedules: Schedules;
  readonly clock: Clock;
  readonly planForLater: PlanForLater;
  /** Whether nothing but reading comes of a plan, so that it may be watched. */
  readonly onlyReads: (plan: Plan) => boolean;
}

/** Hands for the actions about schedules and events. */
export interface EventParts extends EventPlanning {
  readonly webhooks: Webhooks;
  /** What people call a workflow. */
  readonly titleOf: (actor: Actor, workflow: string) => string;
  /** Nodes besides `system` that whoever acts may reach now; `undefined` for all. */
  readonly allowedNodes: (agents: readonly string[] | undefined) => readonly string[] | undefined;
}
