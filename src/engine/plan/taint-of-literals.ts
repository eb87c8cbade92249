import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { ActionDefinition, Role } from "../catalogue/catalogue.ts";
import { formulaOf } from "../language/formula.ts";
import { type Formula, formulaReferences, partsOfFormula } from "../language/formula-tree.ts";
import { type EmbeddedFormula, escapedValue, parseText } from "../language/reference.ts";
import { formulasOf, referencesOf } from "../values/resolve-references.ts";

/** Tells whether a person said a text that stands in a program. `role` says what the text decides; absent for mere content. Pure. */
export type Said = (text: string, role: Role | undefined) => boolean;

/** Which words of a program may be somebody else's than the person's. */
export interface Doubt {
  /** There where the writer of the program had read something from outside: a literal counts only if the person said it. */
  readonly said?: Said;
  /** Names whose values, known before the program runs, came from such a literal. */
  readonly taintedNames: ReadonlySet<string>;
}

/** A program in the person's own words, or written by someone who had read nothing from outside. */
export const NO_DOUBT: Doubt = { taintedNames: new Set() };

/** The parameters that hold a literal from outside. Numbers (but for those that say what an effect is about), switches, the choices of an enumeration and text without a letter or digit never do. Pure. */
function taintedLiterals(
  definition: ActionDefinition,
  params: JsonObject,
  doubt: Doubt,
): readonly string[] {
  if (doubt.said === undefined && doubt.taintedNames.size === 0) return [];
  return Object.entries(params).flatMap(([param, value]) => {
    if (isChoice(definition, param, value)) return [];
    return isTainted(value, definition.roles[param], doubt) ? [param] : [];
  });
}

/** The parameters with words that nobody said: as they are written, and with the names put in that are known now. Pure. */
export function taintedParams(
  definition: ActionDefinition,
  written: JsonObject,
  known: JsonObject,
  doubt: Doubt,
): readonly string[] {
  const settled = Object.entries(known).filter(([param]) => {
    const value = written[param] ?? null;
    return referencesOf(value).length + formulasOf(value).length > 0;
  });
  const literals = Object.fromEntries(
    settled.map(([param, value]) => [param, escapedValue(value)]),
  );
  const found = [written, literals].flatMap((params) => taintedLiterals(definition, params, doubt));
  return [...new Set(found)];
}

/** Whether words of a value may be somebody else's than the person's, wherever it may be used. Pure. */
export function isDoubtful(value: Json, doubt: Doubt): boolean {
  return isTainted(value, "recipient", doubt);
}

/** True for a parameter that must be seen by a person when it is tainted. A file that is only read cannot lie outside the chat's own folder, and of a program that runs now every call is judged by itself. */
export function decidesEffect(definition: ActionDefinition, param: string): boolean {
  const role = definition.roles[param];
  if (role === undefined || definition.runs?.when === "now") return false;
  return role !== "path" || definition.effect !== "read";
}

function isTainted(value: Json, role: Role | undefined, doubt: Doubt): boolean {
  if (typeof value === "string")
    return parseText(value).some((part) => {
      if ("formula" in part) return isTaintedFormula(part, role, doubt);
      return "reference" in part
        ? isTaintedName(part.reference.name, doubt.taintedNames)
        : isUnsaid(part.literal, role, doubt.said);
    });
  if (typeof value === "number" && role === "subject")
    return isUnsaid(String(value), role, doubt.said);
  if (Array.isArray(value)) return value.some((item) => isTainted(item, role, doubt));
  if (!isJsonObject(value)) return false;
  return Object.values(value).some((member) => isTainted(member, role, doubt));
}

/** What a formula makes of its constants nobody said, so where it decides something any constant counts. */
function isTaintedFormula(part: EmbeddedFormula, role: Role | undefined, doubt: Doubt): boolean {
  const parsed = formulaOf(part);
  if (!parsed.ok) return doubt.said !== undefined;
  const { formula } = parsed;
  if (formulaReferences(formula).some(({ name }) => isTaintedName(name, doubt.taintedNames)))
    return true;
  const isDeciding = role !== undefined && doubt.said !== undefined;
  return constantsOf(formula).some(
    (value) => isDeciding || (typeof value === "string" && isUnsaid(value, role, doubt.said)),
  );
}

function constantsOf(formula: Formula): readonly Json[] {
  if (formula.kind === "constant") return [formula.value];
  return partsOfFormula(formula).flatMap(constantsOf);
}

/** A name may have a Korean particle at its end. */
function isTaintedName(name: string, tainted: ReadonlySet<string>): boolean {
  return [...tainted].some(
    (known) => name.startsWith(known) && /^[가-힣]*$/.test(name.slice(known.length)),
  );
}

function isUnsaid(literal: string, role: Role | undefined, said: Said | undefined): boolean {
  if (said === undefined) return false;
  if (role === undefined && !/[\p{L}\p{N}]/u.test(literal)) return false;
  return !said(literal, role);
}

function isChoice({ params }: ActionDefinition, param: string, value: Json): boolean {
  const properties = params["properties"];
  const schema = isJsonObject(properties) ? properties[param] : undefined;
  const choices = isJsonObject(schema) ? schema["enum"] : undefined;
  return Array.isArray(choices) && choices.includes(value);
}
