import type { Json } from "../../base/json.ts";
import type { Reference, Step } from "./reference.ts";

/** A formula as a tree: a condition, or what stands in `${…}`. */
export type Formula =
  | { readonly kind: "constant"; readonly value: Json }
  /** A text in quotes with references in it. */
  | { readonly kind: "text"; readonly parts: readonly Formula[] }
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: "list"; readonly items: readonly Formula[] }
  | { readonly kind: "path"; readonly of: Formula; readonly path: readonly Step[] }
  /** A place in a list, or a name in an object, that is worked out. */
  | { readonly kind: "index"; readonly of: Formula; readonly at: Formula }
  | Application
  | { readonly kind: "or" | "and"; readonly terms: readonly Formula[] }
  | { readonly kind: "not" | "negative"; readonly term: Formula }
  | Comparison
  | Arithmetic
  | {
      readonly kind: "choice";
      readonly condition: Formula;
      readonly then: Formula;
      readonly otherwise: Formula;
    };

/** A function and what it is given. */
export interface Application {
  readonly kind: "application";
  readonly name: FunctionName;
  readonly args: readonly Formula[];
}

/** Two sides compared; `matches` takes a glob on its right. */
export interface Comparison {
  readonly kind: "comparison";
  readonly comparator: Comparator;
  readonly left: Formula;
  readonly right: Formula;
}

/** How two sides are compared. */
export type Comparator =
  | "=="
  | "!="
  | ">"
  | ">="
  | "<"
  | "<="
  | "contains"
  | "matches"
  | "in"
  | "not in";

/** Terms joined by operators of one rank, to be worked from the left. */
export interface Arithmetic {
  readonly kind: "arithmetic";
  readonly first: Formula;
  readonly rest: readonly { readonly operator: ArithmeticOperator; readonly term: Formula }[];
}

/** Operators of arithmetic; `+` joins texts and lists too. */
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";

/** The functions there are, with the fewest and the most arguments of each. */
export const FUNCTIONS = {
  count: [1, 1],
  sum: [1, 2],
  avg: [1, 2],
  min: [1, 50],
  max: [1, 50],
  round: [1, 2],
  abs: [1, 1],
  first: [1, 1],
  last: [1, 1],
  take: [2, 2],
  sort: [1, 3],
  unique: [1, 2],
  reverse: [1, 1],
  join: [1, 2],
  split: [1, 2],
  upper: [1, 1],
  lower: [1, 1],
  trim: [1, 1],
  replace: [3, 3],
  length: [1, 1],
  slice: [2, 3],
  starts_with: [2, 2],
  ends_with: [2, 2],
  number: [1, 1],
  text: [1, 1],
  now: [0, 0],
  today: [0, 0],
  date: [1, 1],
  add: [2, 2],
  days_between: [2, 2],
  weekday: [1, 1],
  format: [1, 2],
  keys: [1, 1],
  values: [1, 1],
  exists: [1, 1],
  empty: [1, 1],
  default: [2, 2],
  json: [1, 1],
  csv: [1, 1],
} as const satisfies Readonly<Record<string, readonly [least: number, most: number]>>;

/** The name of a function. */
export type FunctionName = keyof typeof FUNCTIONS;

/** What a formula is made of, in order. */
export function partsOfFormula(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case "constant":
    case "reference":
      return [];
    case "text":
      return formula.parts;
    case "list":
      return formula.items;
    case "path":
      return [formula.of];
    case "index":
      return [formula.of, formula.at];
    case "application":
      return formula.args;
    case "or":
    case "and":
      return formula.terms;
    case "not":
    case "negative":
      return [formula.term];
    case "comparison":
      return [formula.left, formula.right];
    case "arithmetic":
      return [formula.first, ...formula.rest.map(({ term }) => term)];
    case "choice":
      return [formula.condition, formula.then, formula.otherwise];
  }
}

/** Every reference of a formula, in order; one may come several times. */
export function formulaReferences(formula: Formula): readonly Reference[] {
  if (formula.kind === "reference") return [formula.reference];
  return partsOfFormula(formula).flatMap(formulaReferences);
}
