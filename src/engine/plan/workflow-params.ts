import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { numberOf } from "../language/lexer-text.ts";

/** What a workflow's parameter may be; without one it may be anything. */
export type ParamType = "string" | "number" | "integer" | "boolean" | "array" | "object";

/** A parameter: its type where it has one, and its default where it has one. */
export interface WorkflowParam {
  readonly type?: ParamType;
  readonly absent?: Json;
}

/** The parameters of a workflow, by name. */
export type WorkflowParams = Readonly<Record<string, WorkflowParam>>;

/** Why a part of a definition cannot be read. */
export class Fault {
  readonly words: Localized;

  constructor(words: Localized) {
    this.words = words;
  }
}

/** The names people give types, by the word that stands for them here. */
const TYPES: ReadonlyMap<string, ParamType> = new Map([
  ["string", "string"],
  ["text", "string"],
  ["str", "string"],
  ["number", "number"],
  ["float", "number"],
  ["integer", "integer"],
  ["int", "integer"],
  ["boolean", "boolean"],
  ["bool", "boolean"],
  ["array", "array"],
  ["list", "array"],
  ["object", "object"],
  ["dict", "object"],
]);

const TYPE_WORDS: Readonly<Record<ParamType, Localized>> = {
  string: { en: "text", ko: "글이어야" },
  number: { en: "a number", ko: "숫자여야" },
  integer: { en: "a whole number", ko: "정수여야" },
  boolean: { en: "true or false", ko: "참이나 거짓이어야" },
  array: { en: "a list", ko: "목록이어야" },
  object: { en: "an object", ko: "객체여야" },
};

/** Names of parameters that a program could not read. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(["prev", "_prev_result"]);

/** Keys of a parameter that is described rather than given as its default. */
const DESCRIBED = new Set(["name", "type", "default", "description", "required"]);

/** Parameters: a mapping `name: default` or `name: {type, default}`, or a list of `{name, type, default}`. A default that its type does not allow is a fault. */
export function readParams(value: Json | undefined): WorkflowParams | Fault {
  if (value === undefined || value === null) return {};
  const entries = isJsonObject(value) ? Object.entries(value) : namedEntries(value);
  if (entries instanceof Fault) return entries;
  const params: Record<string, WorkflowParam> = {};
  for (const [name, entry] of entries) {
    const param = paramOf(name, entry);
    if (param instanceof Fault) return param;
    params[name] = param;
  }
  return params;
}

/** The value as its parameter's type has it (`"5"` is the number 5, and the other way round); undefined where it is of another type. */
export function fitted(type: ParamType | undefined, value: Json): Json | undefined {
  return type === undefined ? value : FITTERS[type](value);
}

const FITTERS: Readonly<Record<ParamType, (value: Json) => Json | undefined>> = {
  string: (value) => (typeof value === "object" ? undefined : String(value)),
  number: numberIn,
  integer: (value) => {
    const number = numberIn(value);
    return Number.isInteger(number) ? number : undefined;
  },
  boolean: (value) => [true, false].find((answer) => value === answer || value === String(answer)),
  array: (value) => (Array.isArray(value) ? value : undefined),
  object: (value) => (isJsonObject(value) ? value : undefined),
};

function numberIn(value: Json): number | undefined {
  const number = typeof value === "string" ? numberOf(value.trim()) : value;
  return typeof number === "number" ? number : undefined;
}

/** Says that a parameter has a value of another type than it must have. */
export function misfit(name: string, type: ParamType | undefined): Localized {
  const wanted = TYPE_WORDS[type ?? "string"];
  return {
    en: `"${name}" must be ${wanted.en}.`,
    ko: `"${name}"의 값은 ${wanted.ko} 해요.`,
  };
}

/** The values under `texts` for a language: words that a workflow's program uses by name. The same names must stand under each language. */
export function readTexts(value: Json | undefined, language: Language): JsonObject | Fault {
  if (value === undefined || value === null) return {};
  const words = {
    en: '"texts" needs the same names under "ko" and under "en".',
    ko: '"texts"에는 "ko"와 "en" 아래에 같은 이름들이 있어야 해요.',
  };
  if (!isJsonObject(value)) return new Fault(words);
  const { ko, en } = value;
  if (!isJsonObject(ko) || !isJsonObject(en)) return new Fault(words);
  const names = (texts: JsonObject): string => Object.keys(texts).sort().join("\n");
  if (names(ko) !== names(en) || Object.keys(value).length !== 2) return new Fault(words);
  return language === "ko" ? ko : en;
}

function namedEntries(value: Json): readonly (readonly [string, Json])[] | Fault {
  if (!Array.isArray(value))
    return new Fault({
      en: '"params" is neither a mapping nor a list.',
      ko: '"params"는 이름과 값의 짝이나 목록이어야 해요.',
    });
  const entries: (readonly [string, Json])[] = [];
  for (const entry of value) {
    if (!isJsonObject(entry) || typeof entry["name"] !== "string")
      return new Fault({
        en: 'Every parameter in "params" needs a "name".',
        ko: '"params"의 매개변수마다 "name"이 있어야 해요.',
      });
    entries.push([entry["name"], { ...entry, type: entry["type"] ?? null }]);
  }
  return entries;
}

function paramOf(name: string, entry: Json): WorkflowParam | Fault {
  if (RESERVED_NAMES.has(name))
    return new Fault({
      en: `"${name}" cannot name a parameter: it is the result of the step before.`,
      ko: korean`"${name}"은(는) 앞 단계의 결과라서 매개변수 이름으로 쓸 수 없어요.`,
    });
  const described = isDescribed(entry) ? entry : { default: entry };
  const written = described["type"] ?? null;
  const type = typeof written === "string" ? TYPES.get(written.toLowerCase()) : undefined;
  if (written !== null && type === undefined)
    return new Fault({
      en: `"${name}" has an unknown type. The types are string, number, integer, boolean, list and object.`,
      ko: `"${name}"의 종류를 몰라요. 쓸 수 있는 종류: string, number, integer, boolean, list, object.`,
    });
  const given = described["default"] ?? null;
  const absent = given === null ? null : fitted(type, given);
  if (absent === undefined) return new Fault(misfit(name, type));
  return { ...(type === undefined ? {} : { type }), ...(absent === null ? {} : { absent }) };
}

function isDescribed(entry: Json): entry is JsonObject {
  return (
    isJsonObject(entry) && "type" in entry && Object.keys(entry).every((key) => DESCRIBED.has(key))
  );
}
