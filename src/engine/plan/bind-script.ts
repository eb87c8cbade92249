import type { Json } from "../../base/json.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { escapeReferences } from "../language/reference.ts";
import type { Call } from "../language/tree.ts";

/** `$name` as it stands in a script. */
const NAMED = /(?<![\\$\p{L}\p{N}_])\$([\p{L}_][\p{L}\p{M}\p{N}_]*)/gu;

/** Most names that one script reads. */
const MOST_NAMES = 30;

/**
 * Makes the scripts among the parameters text in which nothing is a reference: `${…}` belongs to the script's own language. The names
 * that a script reads as `$name` become parameters of the call, `{"$name": "$name"}`, so that their values stand beside it and no value
 * changes what it does; those it declares itself are its own.
 */
export function bindScripts(definition: ActionDefinition, given: Record<string, Json>): void {
  for (const param of definition.scripts) {
    const script = given[param];
    if (typeof script !== "string") continue;
    const names = [...new Set([...script.matchAll(NAMED)].map(([, name = ""]) => name))];
    for (const name of names.slice(0, MOST_NAMES))
      if (!declares(script, name)) given[`$${name}`] ??= `$${name}`;
    // In a script `\u0024name` is another spelling of `$name`.
    given[param] = escapeReferences(script.replace(NAMED, "\\u0024$1"));
  }
}

/** A call with its scripts left empty: what stands in them is not of this language. */
export function withoutScripts({ scripts, target }: ActionDefinition, call: Call): Call {
  if (scripts.length === 0) return call;
  const isScript = (name: string | undefined): boolean =>
    name !== undefined && scripts.includes(name);
  const params = Object.entries(call.params).map(([name, value]) => [
    name,
    isScript(name) ? "" : value,
  ]);
  return {
    ...call,
    args: isScript(target) ? call.args.map(() => "") : call.args,
    params: Object.fromEntries(params),
  };
}

/** True where the script makes it a name that may not be a parameter too. */
function declares(script: string, name: string): boolean {
  const spelled = String.raw`\b(?:const|let|class)\s+\$${name}(?![\p{L}\p{N}_])`;
  return new RegExp(spelled, "u").test(script);
}
