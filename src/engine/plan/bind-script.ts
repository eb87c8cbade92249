import type { Json, JsonObject } from "../../base/json.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import type { Span } from "../language/diagnostics.ts";
import { pythonScript } from "../language/foreign/python.ts";
import { escapeReferences } from "../language/reference.ts";
import type { Call } from "../language/tree.ts";
import type { PlanFault } from "./plan-position.ts";

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

/** A script that is no JavaScript, and the program with the JavaScript of what another language says in it. Pure. */
export function foreignScript(
  {
    definition,
    call,
    params,
  }: { readonly definition: ActionDefinition; readonly call: Call; readonly params: JsonObject },
  source: string,
): readonly { readonly span: Span; readonly fault: PlanFault }[] {
  const { scripts, target } = definition;
  const script = target !== undefined && scripts.includes(target) ? call.args[0] : undefined;
  const span = call.places?.args[0];
  if (typeof script !== "string" || span === undefined) return [];
  const isScript = compiles(script) && !callsPython(script);
  if (isScript || /^\s*\$[\p{L}_][\p{L}\p{N}_.]*\s*$/u.test(script)) return [];
  const meant = pythonScript(script, Object.keys(params));
  const isMeant = meant !== undefined && compiles(meant) && !callsPython(meant);
  if (!isMeant && compiles(script)) return [];
  const written = meant?.includes("\n") ? `"""\n${meant}\n"""` : JSON.stringify(meant);
  const correction = isMeant
    ? { correction: source.slice(0, span.start) + written + source.slice(span.end) }
    : {};
  return [{ span, fault: { code: "bad-expression", words: NO_JAVASCRIPT, ...correction } }];
}

/** Functions that Python has of itself and a script here has not. */
const CALLS_OF_PYTHON =
  /(?<![\p{L}\p{N}_.$])(len|print|str|int|float|sorted|range|enumerate|list|dict|any|all|round|abs|max|min)\(/u;

function callsPython(script: string): boolean {
  const [, name] = CALLS_OF_PYTHON.exec(script) ?? [];
  return (
    name !== undefined && !new RegExp(`\\b(?:function|const|let|var)\\s+${name}\\b`).test(script)
  );
}

const NO_JAVASCRIPT = {
  en: "A script is the body of a JavaScript function over the values in the braces; return gives its result.",
  ko: "스크립트는 중괄호의 값을 받는 JavaScript 함수의 본문이에요. 결과는 return으로 줘요.",
};

/** Whether a script is JavaScript, as an expression or as the body of a function; it is read and never run. */
function compiles(script: string): boolean {
  const expression = `return (${script.trimEnd().replace(/;$/, "")}\n)`;
  return [expression, script, withoutBrokenLines(script)].some((body) => {
    try {
      return new Function(body) !== undefined;
    } catch {
      return false;
    }
  });
}

/** The escape for a line's end in a text was read by the program around the script. */
function withoutBrokenLines(script: string): string {
  return script.replace(/(["'])(?:\\[\s\S]|(?!\1)[^\\])*\1/g, (text) =>
    text.replaceAll("\n", "\\n"),
  );
}
