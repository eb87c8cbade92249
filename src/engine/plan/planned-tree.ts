import type { Json, JsonObject } from "../../base/json.ts";
import type { ActionDefinition, InputAdapter } from "../catalogue/catalogue.ts";
import type { Span } from "../language/diagnostics.ts";
import type { Formula } from "../language/formula-tree.ts";
import type { Reference } from "../language/reference.ts";
import type { OnError } from "../language/tree.ts";
import type { ParamType } from "./workflow-params.ts";

/** A call with its action resolved and its parameters bound; strings may still hold references. */
export interface PlannedCall {
  readonly kind: "call";
  /** Place of the call in the plan, the same for the same program: `3`, or `3/1` inside a workflow. */
  readonly id: string;
  readonly definition: ActionDefinition;
  readonly params: JsonObject;
  /** What it is about: its target, where that is a text known before it runs. */
  readonly subject?: string;
  readonly pipe?: { readonly param: string; readonly as: InputAdapter };
  /** Parameters with a role whose value is known only while running. */
  readonly runtimeRoles: readonly string[];
  /** Parameters with a literal from outside: their values are tainted. Those that are settled before the run stand on the plan's card. */
  readonly tainted: readonly string[];
  readonly coveredBy?: string;
  /** The program that this call runs in its place: a stored workflow or literal text, planned with it. */
  readonly inner?: InnerProgram;
  /** The programs around a call that runs one, outermost first. */
  readonly within?: readonly string[];
  /** The agents that act, the person's first; absent: the system agent alone. */
  readonly agents?: readonly string[];
  /** True where a later step, a name or another option needs what it gives. */
  readonly isUsed?: true;
  readonly span: Span;
}

/** A program inside a call, with the values its parameters have. */
export interface InnerProgram {
  readonly statements: readonly PlannedStatement[];
  readonly constants: JsonObject;
  /** Values known only while running: they hold references of the program around it. */
  readonly given?: JsonObject;
  /** Types that the values in `given` must have. */
  readonly types?: Readonly<Record<string, ParamType>>;
  /** Names whose values came from outside with the program. */
  readonly taintedNames?: readonly string[];
}

/** An expression with every call in it resolved. */
export type Planned =
  | PlannedCall
  | {
      readonly kind: "value";
      readonly value: Json;
      /** True where some of its words may be somebody else's than the person's. */
      readonly tainted: boolean;
      /** True where it is known before the run. */
      readonly isKnown: boolean;
    }
  | { readonly kind: "sequence"; readonly steps: readonly Planned[] }
  | { readonly kind: "parallel"; readonly branches: readonly Planned[] }
  | { readonly kind: "fallback"; readonly options: readonly Planned[] }
  | {
      readonly kind: "if";
      readonly id: string;
      readonly branches: readonly {
        readonly condition: Formula;
        /** The condition as it was written. */
        readonly text: string;
        readonly body: readonly PlannedStatement[];
      }[];
      readonly otherwise: readonly PlannedStatement[] | null;
    }
  | {
      readonly kind: "each";
      readonly id: string;
      readonly variable: string;
      /** Gets the number of the item, from 1. */
      readonly counter?: string;
      readonly source: LoopSource;
      /** Items it goes through at most. */
      readonly max: number;
      /** Items are gone through at the same time: its body only reads. */
      readonly parallel?: true;
      readonly body: readonly PlannedStatement[];
    };

/** What an `each` goes through: what a reference leads to, whole numbers from one to another, or what an expression gives. */
export type LoopSource =
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: "range"; readonly from: Json; readonly to: Json; readonly text: string }
  | { readonly kind: "expression"; readonly planned: Planned; readonly text: string };

/** A statement with every call in it resolved. */
export interface PlannedStatement {
  readonly variable?: string;
  /** A name for each branch of the body, which is a `&`. */
  readonly variables?: readonly string[];
  readonly onError: OnError;
  readonly body: Planned;
}
