import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { ActionDefinition, InputAdapter, Role } from "../catalogue/catalogue.ts";
import { parseCondition } from "../language/formula.ts";
import { formulaReferences } from "../language/formula-tree.ts";
import { checkParams, coerceParams } from "../plan/bind.ts";
import type { PlannedCall } from "../plan/planned-tree.ts";
import { calledAs } from "../plan/tool-action.ts";
import { csvOf } from "../values/formula-functions.ts";
import {
  dataOf,
  failure,
  failureIn,
  type Outcome,
  text,
  textOf,
  type Value,
  valueFrom,
} from "../values/outcome.ts";
import {
  type Binding,
  lookUp,
  referencesOf,
  resolveParams,
  type Scope,
  type WantedText,
} from "../values/resolve-references.ts";
import type { ReadyCall } from "./action-types.ts";

/** A call whose parameters are settled, with what is tainted among them. */
export interface Settled {
  readonly params: JsonObject;
  readonly taintedParams: ReadonlySet<string>;
  /** What the references in conditions stand for, by their text. */
  readonly values: JsonObject;
  /** In a dry run: parameters into which went what a call would have given that was not made. */
  readonly standIns: ReadonlySet<string>;
}

/** Puts references and the piped value in, then checks against the schema. */
export function settle(
  call: PlannedCall,
  scope: Scope,
  language: Language,
): Settled | Extract<Outcome, { ok: false }> {
  const conditions = Object.fromEntries(
    call.definition.conditions.flatMap((name) => {
      const condition = call.params[name];
      return typeof condition === "string" ? [[name, condition]] : [];
    }),
  );
  const others = Object.fromEntries(
    Object.entries(call.params).filter(([name]) => conditions[name] === undefined),
  );
  const resolved = resolveParams(others, scope, textParams(call));
  if (!resolved.ok) return failureIn(language, resolved.fault.code, resolved.fault.words);
  const params: Record<string, Json> = { ...resolved.params, ...conditions };
  const marks = {
    tainted: new Set([...resolved.taintedParams, ...call.tainted]),
    standIns: new Set(resolved.standIns),
  };
  const values = conditionValues(conditions, scope, marks);
  if (call.pipe !== undefined && scope.previous?.ok === true) {
    const { param, as } = call.pipe;
    const written = writerOf(param, call)?.(dataIn(scope.previous));
    params[param] = written ?? adapt(scope.previous, as);
    mark(param, scope.previous, marks);
  }
  const { tainted: taintedParams, standIns } = marks;
  if (standIns.size > 0) return { params, taintedParams, values, standIns };
  const coerced = coerceParams(call.definition, params);
  const problems = checkParams(call.definition, coerced);
  if (problems.length > 0) {
    const sentences = problems.map((problem) => problem[language]).join(" ");
    const message = `[${calledAs(call.definition)}]: ${sentences}`;
    const refused = failure("bad-parameters", message);
    return taintedParams.size === 0 ? refused : { ...refused, tainted: true };
  }
  return { params: coerced, taintedParams, values, standIns };
}

/** What is known of the values that parameters got. */
interface Marks {
  readonly tainted: Set<string>;
  readonly standIns: Set<string>;
}

function mark(
  param: string,
  { tainted, standIn }: { readonly tainted: boolean; readonly standIn?: true },
  marks: Marks,
): void {
  if (tainted) marks.tainted.add(param);
  if (standIn === true) marks.standIns.add(param);
}

/** The values of the references in conditions. They stand beside the text, so that no value can change what a condition means. */
function conditionValues(
  conditions: Readonly<Record<string, string>>,
  scope: Scope,
  marks: Marks,
): JsonObject {
  const values: Record<string, Json> = {};
  for (const [name, condition] of Object.entries(conditions)) {
    const parsed = parseCondition(condition, { fields: true });
    // A condition that cannot be read may still be known by name: what its text names is told.
    const references = parsed.ok ? formulaReferences(parsed.formula) : referencesOf(condition);
    for (const reference of references) {
      const found = lookUp(reference, scope);
      if (found === undefined) continue;
      values[reference.text] = found.value;
      mark(name, found, marks);
    }
  }
  return values;
}

/** The value of the step before, as handlers get it. */
export function previousValue(scope: Scope): ReadyCall["previous"] {
  if (scope.previous?.ok !== true) return undefined;
  const { tainted } = scope.previous;
  if (scope.previous.isValue) return { value: scope.previous.value as Value, tainted }; // isValue tells which
  return { value: text(JSON.stringify(scope.previous.value)), tainted };
}

/** The parameters that take text and nothing else. */
function textParams(call: PlannedCall): ReadonlyMap<string, WantedText> {
  const { definition } = call;
  const properties = definition.params["properties"];
  if (!isJsonObject(properties)) return new Map();
  return new Map(
    Object.keys(properties).flatMap((name) => {
      const schema = properties[name];
      const isText = isJsonObject(schema) && schema["type"] === "string";
      const wanted = { field: fieldFor(name, definition), write: writerOf(name, call) };
      return isText ? [[name, wanted]] : [];
    }),
  );
}

/** How a list is written into a parameter that becomes the text of a file. */
function writerOf(param: string, { definition, params }: PlannedCall): WantedText["write"] {
  const path = params[definition.formats[param] ?? ""];
  return typeof path === "string" ? fileWriter(path) : undefined;
}

/** The value of the step before, as JSON. */
function dataIn(previous: Extract<Binding, { ok: true }>): Json {
  return previous.isValue ? dataOf(previous.value as Value) : (previous.value as Json); // isValue tells which
}

/** An object where a path, address, name or id is wanted is taken by its field of that kind. */
const FIELDS_OF_ROLES: Partial<Record<Role, string>> = {
  path: "path",
  host: "url",
  recipient: "name",
};
const NAMED_FIELDS: ReadonlySet<string> = new Set(["path", "url", "name", "id"]);

function fieldFor(param: string, { roles, input, targets }: ActionDefinition): string | undefined {
  const role = roles[param];
  if (role !== undefined && role !== "subject") return FIELDS_OF_ROLES[role];
  if (NAMED_FIELDS.has(param)) return param;
  const isFile = targets?.[param]?.is === "file" || (input?.param === param && input.as === "file");
  return isFile ? "path" : undefined;
}

/** Hands the previous value to a parameter in the form that its action declares. */
function adapt(previous: Extract<Binding, { ok: true }>, as: InputAdapter): Json {
  if (previous.isValue) return adaptValue(previous.value as Value, as); // isValue tells which
  const data = previous.value as Json; // isValue tells which
  return as === "items" && typeof data === "string" ? data : adaptValue(valueFrom(data), as);
}

function adaptValue(value: Value, as: InputAdapter): Json {
  switch (as) {
    case "text":
      return textOf(value);
    case "data":
      return dataOf(value);
    case "items":
      return value.kind === "list" ? value.items : [dataOf(value)];
    case "file":
      return pathIn(value) ?? textOf(value);
    default:
      return fieldOfFirst(value, as.field);
  }
}

/** The path that a value is, or that it or its first item has. */
function pathIn(value: Value): string | undefined {
  if (value.kind === "text") return undefined;
  const path = fieldOfFirst(value, "path");
  return typeof path === "string" ? path : undefined;
}

/** A field of the value, or of its first item where it is a list; null where there is none. */
function fieldOfFirst(value: Value, field: string): Json {
  const first = value.kind === "list" ? value.items[0] : dataOf(value);
  if (isJsonObject(first)) return first[field] ?? null;
  return typeof first === "string" ? first.trim() : null;
}

/** How lists are written into a file of this name, by its ending: tables, JSON, lines. `undefined` where they are written as people read them; so is what gives `undefined`. */
function fileWriter(path: string): ((value: Json) => string | undefined) | undefined {
  switch (/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase()) {
    case "csv":
      return (value) =>
        Array.isArray(value) && value.length > 0 ? `${csvOf(value)}\n` : undefined;
    case "json":
      return (value) =>
        Array.isArray(value) || isJsonObject(value)
          ? `${JSON.stringify(value, null, 2)}\n`
          : undefined;
    case "txt":
      return (value) =>
        Array.isArray(value) && value.every(isSimple) ? value.join("\n") : undefined;
    default:
      return undefined;
  }
}

function isSimple(item: Json): boolean {
  return item === null || typeof item !== "object";
}
