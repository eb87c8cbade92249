import type { Json, JsonObject } from "../../base/json.ts";
import type { Span } from "./diagnostics.ts";

/** What a parsed program is: statements in order; see docs/language.md. */
export interface Program {
  readonly statements: readonly Statement[];
}

/** One statement: what runs, the variable its value gets, and what becomes of the statement at a failure (`stop` when absent). */
export interface Statement {
  readonly kind: "statement";
  readonly variable?: string;
  /** Of `$a = … & $b = …`: a name for each branch of the body, which is a `Parallel`. */
  readonly variables?: readonly string[];
  readonly onError?: OnError;
  readonly body: Expression;
  readonly span: Span;
}

/** At a failure the statement stops, passes on the value before it, or passes on an empty list. */
export type OnError = "stop" | "skip" | "empty";

/** What a statement runs. */
export type Expression = Literal | Call | Sequence | Parallel | Fallback | If | Each;

/** A value after `$name =`, in the head of an `each` or before the first `>>`; strings may hold references and formulas. */
export interface Literal {
  readonly kind: "value";
  readonly value: Json;
  readonly span: Span;
}

/** One `[node:action](args) {params}`. Names are lower case; `args` are positional; strings may hold references, resolved when the call runs. */
export interface Call {
  readonly kind: "call";
  readonly node: string;
  readonly action: string;
  readonly args: readonly Json[];
  readonly params: JsonObject;
  readonly span: Span;
  /** Its braces where they stand on a line of their own, and so may be meant as a value that follows it. */
  readonly ownLine?: Literal;
  /** Where its parts stand; absent where the call was not written as one (workflow steps, the seed's tools). */
  readonly places?: CallPlaces;
}

/** The places of a call's parts: names without brackets, arguments, and each parameter from its key to its value's end. */
export interface CallPlaces {
  readonly node: Span;
  readonly action: Span;
  readonly args: readonly Span[];
  readonly params: ReadonlyMap<string, Span>;
}

/** Steps joined by `>>`, in order. */
export interface Sequence {
  readonly kind: "sequence";
  readonly steps: readonly Expression[];
  readonly span: Span;
}

/** Branches joined by `&`, in the order in which they stand. */
export interface Parallel {
  readonly kind: "parallel";
  readonly branches: readonly Expression[];
  readonly span: Span;
}

/** Options joined by `??`, the first to be tried first. */
export interface Fallback {
  readonly kind: "fallback";
  readonly options: readonly Expression[];
  readonly span: Span;
}

/** `[if:]` and `[else if:]` in order, each condition trimmed; `otherwise` is the body of `[else]`. */
export interface If {
  readonly kind: "if";
  readonly branches: readonly {
    readonly condition: string;
    readonly body: readonly Statement[];
    readonly span: Span;
  }[];
  readonly otherwise: readonly Statement[] | null;
  readonly span: Span;
}

/** Whole numbers from one to another, both counted in; a string is a reference as it was written. */
export interface Range {
  readonly kind: "range";
  readonly from: number | string;
  readonly to: number | string;
}

/** `[each: $variable, $counter in source]`; a string as `source` is a reference as it was written. */
export interface Each {
  readonly kind: "each";
  readonly variable: string;
  /** Gets the number of the item, from 1. */
  readonly counter?: string;
  readonly source: string | Range | Expression;
  /** Items it goes through at most, from 1 to 100. */
  readonly max?: number;
  /** Items are gone through at the same time. */
  readonly parallel?: true;
  readonly body: readonly Statement[];
  readonly span: Span;
}

/** What an expression is joined of, in order; empty for a call. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "call":
    case "value":
      return [];
    case "sequence":
      return expression.steps;
    case "parallel":
      return expression.branches;
    case "fallback":
      return expression.options;
    case "if":
      return [...expression.branches.map(({ body }) => body), expression.otherwise ?? []].flatMap(
        (body) => body.map((statement) => statement.body),
      );
    case "each": {
      const { source, body } = expression;
      const isRun = typeof source !== "string" && source.kind !== "range";
      return [...(isRun ? [source] : []), ...body.map((statement) => statement.body)];
    }
  }
}

/** The calls of an expression, in order, also those inside blocks. */
export function callsOf(expression: Expression): readonly Call[] {
  return expression.kind === "call" ? [expression] : partsOf(expression).flatMap(callsOf);
}
