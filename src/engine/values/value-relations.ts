import { matchesGlob } from "../../base/glob.ts";
import { canonicalJson, isJsonObject, type Json } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { Comparator } from "../language/formula-tree.ts";
import { numberOf } from "../language/lexer-text.ts";
import { recordsOfText } from "./text-rows.ts";

/** Why a formula gives no value; the words are full sentences. Thrown and caught within the evaluation of one formula. */
export class FormulaFault extends Error {
  readonly code: "type-mismatch" | "undefined-variable" | "too-large" | "unknown-field";
  readonly words: Localized;

  constructor(code: FormulaFault["code"], words: Localized) {
    super(words.en);
    this.name = "FormulaFault";
    this.code = code;
    this.words = words;
  }
}

/** Whether two values are related so; undefined where they cannot be related so. */
export function relate(comparator: Comparator, left: Json, right: Json): boolean | undefined {
  switch (comparator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "contains":
      return contains(left, right);
    case "in":
      return contains(right, left);
    case "not in": {
      const isIn = contains(right, left);
      return isIn === undefined ? undefined : !isIn;
    }
    case "matches":
      return matches(left, right);
    default: {
      const order = orderOf(left, right);
      return order === undefined ? undefined : holds(comparator, order);
    }
  }
}

function holds(comparator: ">" | ">=" | "<" | "<=", order: number): boolean {
  switch (comparator) {
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
  }
}

function isEqual(left: Json, right: Json): boolean {
  if (typeof left === "object" || typeof right === "object") {
    return canonicalJson(left) === canonicalJson(right);
  }
  if (typeof left === "number" || typeof right === "number") {
    const leftNumber = asNumber(left);
    return leftNumber !== undefined && leftNumber === asNumber(right);
  }
  return left === right;
}

/** Below, at or above 0; undefined without an order. */
export function orderOf(left: Json, right: Json): number | undefined {
  const leftNumber = asNumber(left);
  const rightNumber = asNumber(right);
  if (leftNumber !== undefined && rightNumber !== undefined) return leftNumber - rightNumber;
  if (typeof left !== "string" || typeof right !== "string") return undefined;
  return left < right ? -1 : Number(left > right);
}

function contains(left: Json, right: Json): boolean | undefined {
  if (left === null) return false;
  if (Array.isArray(left)) return left.some((item: Json) => isEqual(item, right));
  const part = asText(right);
  return typeof left === "string" && part !== undefined ? left.includes(part) : undefined;
}

function matches(left: Json, right: Json): boolean | undefined {
  if (left === null) return false;
  const text = asText(left);
  return text !== undefined && typeof right === "string" ? matchesGlob(text, right) : undefined;
}

/** The number that a value is or that its text spells. */
export function asNumber(value: Json): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? numberOf(value.trim()) : undefined;
}

/** A text, a number or a truth value as text. */
export function asText(value: Json): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** How many entries a list has, fields an object, characters a text; nothing counts as none. */
export function countOf(value: Json): number | undefined {
  if (value === null) return 0;
  if (typeof value === "string") return recordsOfText(value)?.length ?? [...value].length;
  if (Array.isArray(value)) return value.length;
  if (!isJsonObject(value)) return undefined;
  const items = value["items"];
  return Array.isArray(items) ? items.length : Object.keys(value).length;
}

/** Nothing, an empty text, list or object; a number and a truth value never are. */
export function isEmpty(value: Json | undefined): boolean {
  return typeof value !== "number" && typeof value !== "boolean" && countOf(value ?? null) === 0;
}

/** Whether a value alone, as a condition, holds. */
export function isTrue(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  return !isEmpty(value);
}

/** A value as a message shows it. */
export function show(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
