import type { Json } from "../../base/json.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { knownPart, referencesOf } from "../values/resolve-references.ts";
import type { Place } from "./plan-position.ts";
import { taintedParams } from "./taint-of-literals.ts";

/** The literals that the variables of the loops around go through, the names of another loop being its own; `own[0]` goes through `items`. Pure. */
export function withLiterals(
  outer: Place["literals"],
  own: readonly string[],
  items: readonly Json[] | undefined,
): Place["literals"] {
  const literals = new Map([...outer].filter(([name]) => !own.includes(name)));
  const [variable] = own;
  if (variable !== undefined && items !== undefined) literals.set(variable, items);
  return literals;
}

/** Whether what a reading call gets for a parameter is an item of a list that stands in the program, so that it is as that item written out: known now, for every item, and no word of it from outside. Pure. */
export function isWrittenOut(
  definition: ActionDefinition,
  { param, value }: { readonly param: string; readonly value: Json | undefined },
  { names, literals, doubt }: Place,
): boolean {
  if (definition.effect !== "read" || definition.runs !== undefined || value === undefined)
    return false;
  const used = new Set(referencesOf(value).map(({ name }) => name));
  const [looped = "", ...others] = [...used].filter((name) => names.get(name) === undefined);
  const items = literals.get(looped);
  if (items === undefined || others.length > 0) return false;
  return items.every((item) => {
    const { params, runtime } = knownPart({ [param]: value }, new Map(names).set(looped, item));
    const settled = taintedParams(definition, { [param]: value }, params, doubt);
    return runtime.length === 0 && settled.length === 0;
  });
}
