import type { Json } from "../../base/json.ts";
import type { Reference, TextPart } from "./reference.ts";

/** A condition as a tree. */
export type Predicate =
  | { readonly kind: "or" | "and"; readonly terms: readonly Predicate[] }
  | { readonly kind: "not"; readonly term: Predicate }
  | { readonly kind: "truth"; readonly operand: Operand }
  | Comparison;

/** Two operands compared; `matches` takes a glob on its right. */
export interface Comparison {
  readonly kind: "comparison";
  readonly comparator: Comparator;
  readonly left: Operand;
  readonly right: Operand;
}

/** How two operands are compared; `matches` takes a glob. */
export type Comparator = "==" | "!=" | ">" | ">=" | "<" | "<=" | "contains" | "matches";

/** What `count(…)`, `empty(…)` and `exists(…)` ask. */
export type Measure = "count" | "empty" | "exists";

/** What a condition compares or looks at. */
export type Operand =
  | { readonly kind: "constant"; readonly value: Json }
  /** A text in quotes with references in it. */
  | { readonly kind: "text"; readonly parts: readonly TextPart[] }
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: Measure; readonly reference: Reference };

/** Every reference of a condition, in order; one may come several times. */
export function predicateReferences(predicate: Predicate): readonly Reference[] {
  switch (predicate.kind) {
    case "or":
    case "and":
      return predicate.terms.flatMap(predicateReferences);
    case "not":
      return predicateReferences(predicate.term);
    case "truth":
      return operandReferences(predicate.operand);
    case "comparison":
      return [...operandReferences(predicate.left), ...operandReferences(predicate.right)];
  }
}

function operandReferences(operand: Operand): readonly Reference[] {
  if (operand.kind === "constant") return [];
  if (operand.kind !== "text") return [operand.reference];
  return operand.parts.flatMap((part) => ("reference" in part ? [part.reference] : []));
}
