import type { Json } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { Expansion, HandlerResult, ReadyCall } from "../../engine/execute/action-types.ts";
import type { Outcome } from "../../engine/values/outcome.ts";

/** What programs may know of an agent. */
export interface ColleagueFacts {
  /** `project/name`. */
  readonly id: string;
  readonly project: string;
  readonly title: Localized;
  readonly description: Localized;
  readonly role: Localized;
  readonly mode: string;
  /** Nodes besides `system`; absent: all. */
  readonly allowedNodes?: readonly string[];
}

/** A question to a colleague. */
export interface ColleagueRequest {
  readonly name: string;
  /** Whom it may be: one of the asking agent's project, anyone, or anyone but for the system agent only. */
  readonly reach: "project" | "all" | "system";
  readonly message: string;
  /** A result that is handed along. */
  readonly context?: string;
  /** True where the program needs the answer; else it is brought to the chat. */
  readonly waits: boolean;
}

/** The agents, as far as programs reach them. */
export interface Colleagues {
  all(): readonly ColleagueFacts[];
  /** Who is meant by a name, or the failure that says who is near; without a name whoever acts in the call. */
  find(call: ReadyCall, name?: string): ColleagueFacts | Outcome;
  /** Asks under the rights of all who ask. The same call asks once, and goes on with what it asked. */
  ask(call: ReadyCall, request: ColleagueRequest): Promise<HandlerResult>;
  /** Has a colleague run steps, as a stored workflow has them: planned and judged by the one gate. */
  runSteps(call: ReadyCall, name: string, steps: readonly Json[]): Expansion | Outcome;
}
