import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { ActionDefinition } from "../../../engine/catalogue/catalogue.ts";
import type { ValueKind } from "./mentions.ts";

/** What fills a parameter: values of these kinds, or with `words` what else the message says. */
export interface Parameter {
  readonly name: string;
  readonly kinds: readonly (ValueKind | "words")[];
  readonly isRequired?: true;
  /** Takes several values, two at least. */
  readonly isList?: true;
  /** Written by its name: it is not what stands in the parentheses. */
  readonly isNamed?: true;
  /** What stands in quotes fills it only in this form. Default: any. */
  readonly form?: RegExp;
}

/** How a message fills an action, the most important parameter first. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  /** Beginnings of the words that name it. */
  readonly names: readonly string[];
  /** Those of words that are said of it besides. */
  readonly about: readonly string[];
}

/** How a message fills each action that one can be filled into, by `node:action`. */
export type Signatures = ReadonlyMap<string, Signature>;

/** What the catalogue says of how its actions are asked for. */
export function signaturesOf(definitions: ReadonlyMap<string, ActionDefinition>): Signatures {
  return new Map(
    [...definitions].flatMap(([action, definition]): [string, Signature][] => {
      const { asked } = definition;
      if (asked === undefined) {
        const parameters = parametersOf(definition);
        return parameters === undefined ? [] : [[action, { parameters, names: [], about: [] }]];
      }
      const parameters = Object.entries(asked.fills ?? {}).map((fill) =>
        parameter(fill, definition),
      );
      const [names, about] = [asked.words, asked.about ?? ""].map(
        (text) => text.match(/\S+/gu) ?? [],
      );
      return [[action, { parameters, names: names ?? [], about: about ?? [] }]];
    }),
  );
}

function parameter(
  [name, text]: readonly [string, string],
  { params, target }: ActionDefinition,
): Parameter {
  const [, kinds = "", mark = ""] = /^([^!*]+)([!*]*)$/u.exec(text) ?? [];
  const schema = isJsonObject(params["properties"]) ? params["properties"][name] : undefined;
  const pattern = isJsonObject(schema) ? schema["pattern"] : undefined;
  return {
    name,
    kinds: kinds.split("|") as Parameter["kinds"], // of the catalogue, which is tested
    ...(name === target ? {} : { isNamed: true }),
    ...(typeof pattern === "string" ? { form: new RegExp(pattern, "u") } : {}),
    ...(mark.includes("!") ? { isRequired: true } : {}),
    ...(mark.includes("*") ? { isList: true } : {}),
  };
}

/** The parameters of an action of which nothing else is said, by their types; `undefined` where one that it needs cannot be said in a few words. */
function parametersOf(definition: ActionDefinition): readonly Parameter[] | undefined {
  const { params, target, examples } = definition;
  if (examples.length === 0) return undefined;
  const properties = isJsonObject(params["properties"]) ? params["properties"] : {};
  const required = Array.isArray(params["required"]) ? params["required"] : [];
  const names = Object.keys(properties).sort((a, b) => Number(b === target) - Number(a === target));
  const read = names.map((name): Parameter | undefined => {
    const schema = properties[name];
    const kinds = isJsonObject(schema) ? kindsOf(schema, definition, name) : undefined;
    if (kinds === undefined) return undefined;
    return { name, kinds, ...(required.includes(name) ? { isRequired: true } : {}) };
  });
  const isWhole = required.every((name) => read.some((each) => each?.name === name));
  return isWhole ? read.filter((each) => each !== undefined) : undefined;
}

function kindsOf(
  schema: JsonObject,
  { roles, target }: ActionDefinition,
  name: string,
): Parameter["kinds"] | undefined {
  const role = roles[name];
  if (role === "path") return ["file", "picture", "quote"];
  if (role === "host") return ["url"];
  if (role === "recipient") return ["person"];
  if (role !== undefined || schema["enum"] !== undefined || schema["pattern"] !== undefined)
    return undefined;
  if (schema["type"] === "integer" || schema["type"] === "number") return ["count"];
  if (schema["type"] !== "string") return undefined;
  return name === target ? ["quote", "words"] : ["quote"];
}
