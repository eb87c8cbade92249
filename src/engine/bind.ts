import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { isJsonObject, type Json, type JsonObject } from "../base/json.ts";
import type { ActionDefinition, InputAdapter } from "./catalogue.ts";
import { didYouMean } from "./near.ts";
import { declares } from "./resolve.ts";
import { hasReference } from "./scope.ts";
import type { Call } from "./tree.ts";

/** A call's arguments put under the names that its action knows. */
export interface Binding {
  readonly params: JsonObject;
  /** Where the previous step's value goes, when it goes anywhere. */
  readonly pipe?: { readonly param: string; readonly as: InputAdapter };
  /** Codes and sentences, all of them. */
  readonly problems: readonly {
    readonly code: string;
    readonly message: string;
    readonly hint?: string;
  }[];
}

/** Binds target, parameters and pipe of a call. Values that hold references are checked when they are known. */
export function bindCall(
  definition: ActionDefinition,
  call: Call,
  options: { readonly hasPrevious: boolean; readonly usesType: boolean },
): Binding {
  const name = `[${definition.node}:${definition.action}]`;
  const problems: { code: string; message: string; hint?: string }[] = [];
  const given: Record<string, Json> = Object.create(null) as Record<string, Json>; // null prototype: keys come from the program
  for (const [key, value] of Object.entries(call.params))
    if (!(options.usesType && key === "type")) given[key] = value;
  bindTarget(definition, call, given, problems);
  const params = coerceParams(definition, given);
  const pipe =
    definition.input !== undefined &&
    options.hasPrevious &&
    params[definition.input.param] === undefined
      ? definition.input
      : undefined;
  // With the target misplaced, what else seems to be missing would only mislead.
  const sentences = problems.length > 0 ? [] : checkParams(definition, params, pipe?.param);
  for (const message of sentences)
    problems.push({ code: "bad-parameters", message: `${name}: ${message}` });
  return { params, ...(pipe === undefined ? {} : { pipe }), problems };
}

/** The problems of parameters against the action's schema, as sentences; `ignored` names one that will be filled later, and values holding references are skipped. */
export function checkParams(
  definition: ActionDefinition,
  params: JsonObject,
  ignored?: string,
): readonly string[] {
  const validate = validatorOf(definition);
  if (validate(params)) return [];
  const sentences = new Set<string>();
  for (const error of validate.errors ?? []) {
    const isFilledLater =
      error.keyword === "required" && error.params["missingProperty"] === ignored;
    if (isFilledLater || holdsReference(params, error.instancePath)) continue;
    sentences.add(sentenceOf(definition, error));
  }
  return [...sentences];
}

/** Numbers written as text become numbers, and the other way round, only where the schema says so. */
export function coerceParams(definition: ActionDefinition, params: JsonObject): JsonObject {
  return coerce(definition.params, params) as JsonObject; // an object stays an object
}

const VALIDATORS = new WeakMap<ActionDefinition, ValidateFunction>();

function validatorOf(definition: ActionDefinition): ValidateFunction {
  const known = VALIDATORS.get(definition);
  if (known !== undefined) return known;
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
    definition.params,
  );
  VALIDATORS.set(definition, validate);
  return validate;
}

function bindTarget(
  definition: ActionDefinition,
  call: Call,
  given: Record<string, Json>,
  problems: { code: string; message: string; hint?: string }[],
): void {
  const [first, second] = call.args;
  if (first === undefined) return;
  const name = `[${definition.node}:${definition.action}]`;
  if (definition.target === undefined) {
    problems.push({
      code: "unexpected-target",
      message: `${name} takes nothing in parentheses.`,
      hint: `${name} {…}`,
    });
    return;
  }
  if (second !== undefined) {
    const others = propertyNames(definition).filter((entry) => entry !== definition.target);
    const form = `${name}(${JSON.stringify(first)}) {${others[0] ?? "name"}: ${JSON.stringify(second)}}`;
    problems.push({
      code: "extra-arguments",
      message: `${name} takes one value in parentheses, its "${definition.target}"; name the others.`,
      hint: form,
    });
    return;
  }
  if (given[definition.target] !== undefined) {
    problems.push({
      code: "target-twice",
      message: `${name} has "${definition.target}" both in parentheses and in braces.`,
    });
    return;
  }
  given[definition.target] = first;
}

function coerce(schema: JsonObject, value: Json): Json {
  if (isJsonObject(value)) return coerceObject(schema, value);
  if (Array.isArray(value)) {
    const items = schema["items"];
    return isJsonObject(items) ? value.map((item) => coerce(items, item)) : value;
  }
  return coerceScalar(schema["type"], value);
}

function coerceObject(schema: JsonObject, value: JsonObject): JsonObject {
  const properties = schema["properties"];
  const result: Record<string, Json> = Object.create(null) as Record<string, Json>; // null prototype: keys come from the program
  for (const [key, member] of Object.entries(value)) {
    const own = isJsonObject(properties) ? properties[key] : undefined;
    result[key] = isJsonObject(own) ? coerce(own, member) : member;
  }
  return result;
}

function coerceScalar(type: Json | undefined, value: Json): Json {
  if (
    (type === "number" || type === "integer") &&
    typeof value === "string" &&
    /^-?\d+(\.\d+)?$/.test(value)
  )
    return Number(value);
  if (type === "string" && (typeof value === "number" || typeof value === "boolean"))
    return String(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** Whether the value at (or above) a JSON pointer is text with references in it. */
function holdsReference(params: JsonObject, pointer: string): boolean {
  let value: Json | undefined = params;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof value === "string") break;
    value = Array.isArray(value)
      ? value[Number(part)]
      : isJsonObject(value)
        ? value[part]
        : undefined;
  }
  return typeof value === "string" && hasReference(value);
}

function sentenceOf(definition: ActionDefinition, error: ErrorObject): string {
  const path = error.instancePath.split("/").slice(1).join(".");
  const subject = path === "" ? "The parameters" : `"${path}"`;
  const unknown = error.params["additionalProperty"];
  if (typeof unknown === "string") return unknownSentence(definition, path, unknown);
  const missing = error.params["missingProperty"];
  if (typeof missing === "string")
    return `${path === "" ? "It" : subject} needs "${missing}"${whatIs(definition, path, missing)}.`;
  const allowed = error.params["allowedValues"];
  if (Array.isArray(allowed))
    return `${subject} must be one of ${allowed.map((value) => `"${String(value)}"`).join(", ")}.`;
  if (error.keyword === "type") return `${subject} must be ${typeWords(error.params["type"])}.`;
  return `${subject} ${error.message ?? "is not as expected"}.`;
}

function unknownSentence(definition: ActionDefinition, path: string, unknown: string): string {
  const names = propertyNames(definition);
  if (path !== "") return `"${path}" has no member "${unknown}".`;
  const known =
    names.length === 0
      ? " It takes none."
      : ` It takes ${names.map((entry) => `"${entry}"`).join(", ")}.`;
  return `It has no parameter "${unknown}".${didYouMean(unknown, names) || known}`;
}

function whatIs(definition: ActionDefinition, path: string, name: string): string {
  const properties = definition.params["properties"];
  const property = path === "" && isJsonObject(properties) ? properties[name] : undefined;
  const description = isJsonObject(property) ? property["description"] : undefined;
  return typeof description === "string" ? ` (${description})` : "";
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function typeWords(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names.map((name) => TYPE_WORDS[String(name)] ?? String(name)).join(" or ");
}

function propertyNames(definition: ActionDefinition): readonly string[] {
  const properties = definition.params["properties"];
  return isJsonObject(properties)
    ? Object.keys(properties).filter((name) => declares(definition, name))
    : [];
}
