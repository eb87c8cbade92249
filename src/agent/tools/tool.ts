import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type {
  ActionDefinition,
  Effect,
  Example,
  InputAdapter,
  Role,
} from "../../engine/catalogue/catalogue.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import type { Outcome } from "../../engine/values/outcome.ts";

/** What a tool says of itself. It declares its effect as an action does, and is judged by it. */
export interface ToolSpec {
  /** Small letters, digits and `_`, beginning with a letter; at most 64. */
  readonly name: string;
  readonly description: Localized;
  /** JSON Schema (2020-12) of an object. Names that it does not list are refused unless it says otherwise. */
  readonly inputSchema: JsonObject;
  readonly effect: Effect;
  /** Whether its effect waits for a press. Default: it does for `send`, `execute`, `device` and `spend`. */
  readonly approval?: boolean;
  /** What an approval card says, with `{param}` places. Default: the description; a tool that waits must have one. */
  readonly card?: Localized;
  /** Meaning of inputs for approval and taint. Default: none. */
  readonly roles?: Readonly<Record<string, Role>>;
  /** Inputs that are paths of files which a card tells about. Default: none. */
  readonly files?: ActionDefinition["files"] & object;
  /** Which input takes the value of the step before, and how. Default: none. */
  readonly input?: { readonly param: string; readonly as: InputAdapter };
  readonly returns: ActionDefinition["returns"];
  /** True when what it gives comes from outside the person's own data. Default: false. */
  readonly taints?: boolean;
  /** Longest time of one call. Default: 60,000; at most 300,000. */
  readonly timeoutMs?: number;
  /** Default: false. */
  readonly ownerOnly?: boolean;
  readonly examples?: readonly Example[];
}

/** Who calls a tool, in which language to answer, under which effect key, and the signal that ends it. */
export type ToolContext = Pick<ReadyCall, "actor" | "effectKey" | "tainted" | "signal">;

/** A registered tool: what it says of itself, and what it does. */
export interface Tool extends ToolSpec {
  /** Runs with an input that its schema has accepted. What is expected to go wrong is a failure outcome; what it throws becomes one. */
  execute(input: JsonObject, context: ToolContext): Promise<Outcome>;
}

/** A call of a tool by name, with an input that was not checked yet. */
export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}
