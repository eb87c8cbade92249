import type { Json } from "../../base/json.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { escapeReferences } from "../language/reference.ts";

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

/** True where the script makes it a name that may not be a parameter too. */
function declares(script: string, name: string): boolean {
  const spelled = String.raw`\b(?:const|let|class)\s+\$${name}(?![\p{L}\p{N}_])`;
  return new RegExp(spelled, "u").test(script);
}
