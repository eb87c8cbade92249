import type { Catalogue } from "../catalogue/catalogue.ts";
import { printExpression } from "../language/printer.ts";
import type { Call } from "../language/tree.ts";
import { referencesOf } from "../values/resolve-references.ts";
import { bindCall } from "./bind.ts";
import { type Meant, resolveCall } from "./resolve.ts";

/** Most readings of a call that are tried. */
const MOST_READINGS = 40;

/**
 * The one of these readings of a call that is right by itself, as text: nothing the person wrote is lost, and what else they may
 * have meant is not right. `undefined` where there is none or more than one, and for a call that hangs on those around it. Pure.
 */
export function meantCall(
  catalogue: Catalogue,
  call: Call,
  meant: readonly Meant[] = [],
): string | undefined {
  if (referencesOf([...call.args, call.params]).length > 0) return undefined;
  const right = meant
    .slice(0, MOST_READINGS)
    .map((changed): Call => ({ ...call, ...changed }))
    .filter((reading) => isRight(catalogue, reading));
  const [only] = right;
  return only === undefined || right.length > 1 ? undefined : printExpression(only);
}

function isRight(catalogue: Catalogue, call: Call): boolean {
  const resolution = resolveCall(catalogue, call);
  if (!resolution.ok) return false;
  const { definition, usesType } = resolution;
  if (definition.runs !== undefined) return false;
  return bindCall(definition, call, { hasPrevious: false, usesType }).problems.length === 0;
}
