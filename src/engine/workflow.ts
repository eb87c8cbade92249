import { isJsonObject, type Json, type JsonObject } from "../base/json.ts";
import type { Span } from "./diagnostics.ts";
import { parse } from "./parser.ts";
import { printProgram } from "./printer.ts";
import type { Call, Expression, Program } from "./tree.ts";

/** A stored workflow, ready to be put in the place of the call that names it. */
export type StoredWorkflow =
  | {
      readonly ok: true;
      readonly program: Program;
      readonly source: string;
      readonly params: Readonly<Record<string, { readonly absent?: Json }>>;
    }
  | { readonly ok: false; readonly reason: string };

/** A workflow ready to be planned, or the reason why it cannot run. */
export interface CompiledWorkflow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly stored: StoredWorkflow;
}

/** Nodes that came from data have no place in a text. */
const NOWHERE: Span = { start: 0, end: 0 };

/** Keys a definition may have; anything else is a slip worth telling. */
const KEYS = new Set(["name", "description", "pipeline", "steps", "params"]);

/** Compiles a definition in either form, `pipeline` or `steps`. Never throws: what is wrong becomes the reason. Pure. */
export function compileWorkflow(name: string, definition: unknown): CompiledWorkflow {
  if (!isJsonObject(definition))
    return {
      name,
      title: name,
      description: "",
      stored: broken("It is not a mapping of names to values."),
    };
  const title = typeof definition["name"] === "string" ? definition["name"] : name;
  const description =
    typeof definition["description"] === "string" ? definition["description"] : "";
  return { name, title, description, stored: compileBody(definition) };
}

function compileBody(definition: JsonObject): StoredWorkflow {
  const unknown = Object.keys(definition).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return broken(`It has the unknown key "${unknown}".`);
  const params = readParams(definition["params"]);
  if (typeof params === "string") return broken(params);
  const { pipeline, steps } = definition;
  if (typeof pipeline === "string" && steps === undefined) {
    const parsed = parse(pipeline);
    return parsed.ok
      ? { ok: true, program: parsed.program, source: pipeline, params }
      : broken(`${parsed.error.message} (${parsed.error.line}:${parsed.error.column})`);
  }
  if (Array.isArray(steps) && pipeline === undefined) {
    const body = sequenceOf(steps);
    if (typeof body === "string") return broken(body);
    const program: Program = { statements: [{ kind: "statement", body, span: NOWHERE }] };
    return { ok: true, program, source: printProgram(program), params };
  }
  return broken('It needs either "pipeline" (a program) or "steps" (a list), and not both.');
}

function sequenceOf(steps: readonly Json[]): Expression | string {
  const parts = expressionsOf(steps, "steps");
  if (typeof parts === "string") return parts;
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? only
    : { kind: "sequence", steps: parts, span: NOWHERE };
}

function expressionsOf(entries: readonly Json[], place: string): readonly Expression[] | string {
  if (entries.length === 0) return `"${place}" is empty.`;
  const result: Expression[] = [];
  for (const [index, entry] of entries.entries()) {
    const expression = expressionOf(entry, `${place}[${index}]`);
    if (typeof expression === "string") return expression;
    result.push(expression);
  }
  return result;
}

/** A step: a call, `parallel: […]` or `fallback: […]`. */
function expressionOf(entry: Json, place: string): Expression | string {
  if (!isJsonObject(entry)) return `${place} is not a step: it needs "node" and "action".`;
  const { parallel, fallback } = entry;
  if (Array.isArray(parallel)) {
    const branches = expressionsOf(parallel, `${place}.parallel`);
    return typeof branches === "string" ? branches : { kind: "parallel", branches, span: NOWHERE };
  }
  if (Array.isArray(fallback)) {
    const options = expressionsOf(fallback, `${place}.fallback`);
    return typeof options === "string" ? options : { kind: "fallback", options, span: NOWHERE };
  }
  return callOf(entry, place);
}

function callOf(entry: JsonObject, place: string): Call | string {
  const { node, action, target, params } = entry;
  if (typeof node !== "string" || typeof action !== "string")
    return `${place} needs "node" and "action".`;
  if (params !== undefined && !isJsonObject(params)) return `${place}.params is not a mapping.`;
  const args = target === undefined || target === null ? [] : [String(target)];
  return {
    kind: "call",
    node: node.toLowerCase(),
    action: action.toLowerCase(),
    args,
    params: params ?? {},
    span: NOWHERE,
  };
}

type Params = Record<string, { readonly absent?: Json }>;

/** Parameters: a mapping `name: default`, or a list of `{name, type, default}`. */
function readParams(value: Json | undefined): Params | string {
  if (value === undefined) return {};
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, absent]) => [name, paramOf(absent)]),
    );
  if (!Array.isArray(value)) return '"params" is neither a mapping nor a list.';
  const params: Params = {};
  for (const entry of value) {
    if (!isJsonObject(entry) || typeof entry["name"] !== "string")
      return 'Every parameter in "params" needs a "name".';
    params[entry["name"]] = paramOf(entry["default"]);
  }
  return params;
}

function paramOf(absent: Json | undefined): { readonly absent?: Json } {
  return absent === undefined || absent === null ? {} : { absent };
}

function broken(reason: string): StoredWorkflow {
  return { ok: false, reason };
}
