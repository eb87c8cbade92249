import type { Json, JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type {
  ActionDefinition,
  Effect,
  Example,
  InputAdapter,
  Role,
  Target,
} from "../../engine/catalogue/catalogue.ts";
import type { Expansion, ReadyCall } from "../../engine/execute/action-types.ts";
import type { Outcome, Value } from "../../engine/values/outcome.ts";

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
  /** What the values of inputs must be. Default: nothing is looked up. */
  readonly targets?: Readonly<Record<string, Target>>;
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
  /** True where a model is told of it only with a message that it may fit. Default: false. */
  readonly foundOnly?: boolean;
  readonly examples?: readonly Example[];
  /** Words by which messages name it. Default: none. */
  readonly tags?: readonly string[];
}

/** Who calls a tool, in which language to answer, under which effect key, and the signal that ends it; what declared tools work with besides. */
export type ToolContext = Pick<ReadyCall, "actor" | "effectKey" | "tainted" | "signal"> &
  Partial<Pick<ReadyCall, "runId" | "moment" | "within" | "onPart">> & {
    readonly ports?: ToolPorts;
  };

/** What the bodies of declared tools reach. */
export interface ToolPorts {
  /** By the name that a definition gives. */
  readonly handlers: Readonly<Record<string, ToolHandler>>;
  /** A model's answer as plain text; absent where no model is configured. Rejects with an `AppError` when there is none to be had. */
  readonly complete?: (
    request: { readonly instruction: string; readonly text: string },
    context: ToolContext,
  ) => Promise<string>;
  /** The result of a script over named inputs. */
  readonly compute: (script: string, inputs: JsonObject, context: ToolContext) => Promise<Outcome>;
  /** Hands a program to the one gate, to run in the place of the call. */
  readonly expand: (
    program: { readonly source: string; readonly constants: JsonObject },
    context: ToolContext,
  ) => Expansion | Outcome;
  /** Data in words for a reader. */
  readonly textOf: (data: Json, context: ToolContext) => string;
}

/** What a handler is given: inputs that the schema has accepted with the results of its dependencies, and the settings of its definition. */
export interface ToolOrder {
  readonly input: JsonObject;
  readonly settings: JsonObject;
}

/** What a handler has made: its output, words for a reader, and a file where it made one. */
export interface ToolResult {
  readonly output: Json;
  readonly text?: string;
  readonly file?: Extract<Value, { kind: "file" }>;
}

/** A body in code. What is expected to go wrong is a failure outcome. */
export type ToolHandler = (
  order: ToolOrder,
  context: ToolContext,
) => Promise<ToolResult | Extract<Outcome, { ok: false }>>;

/** A registered tool: what it says of itself, and what it does. */
export interface Tool extends ToolSpec {
  /** Runs with an input that its schema has accepted, or gives a program to run in its place. What is expected to go wrong is a failure outcome; what it throws becomes one. */
  execute(input: JsonObject, context: ToolContext): Promise<Outcome | Expansion>;
}

/** A call of a tool by name, with an input that was not checked yet. */
export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}
