import { matchesGlob } from "../../base/glob.ts";
import { canonicalJson, isJsonObject, type Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import type { Comparator, Comparison, Operand, Predicate } from "../language/condition-tree.ts";
import { numberOf } from "../language/lexer-text.ts";
import type { Reference, TextPart } from "../language/reference.ts";

/** What a condition says; undecided is neither yes nor no, and `reason` is a full sentence. */
export type Decision =
  | { readonly decided: true; readonly value: boolean }
  | { readonly decided: false; readonly reason: Localized };

/** What a reference leads to in a dry run where the call that gives it was not made: it exists, and no more is known of it. */
export const NOT_KNOWN_YET = Symbol("not known yet");

/** Gives the value a reference leads to, undefined where there is none. */
export type Resolve = (reference: Reference) => Json | typeof NOT_KNOWN_YET | undefined;

/**
 * Decides a condition. What is missing equals `null`, is empty, contains nothing, does not exist and is not true; asking
 * whether it is greater or smaller is undecided, as it is for things without an order. A number and a text that spells one
 * compare as numbers. `and` and `or` decide as soon as one term settles them.
 */
export function evaluatePredicate(predicate: Predicate, resolve: Resolve): Decision {
  switch (predicate.kind) {
    case "or":
      return settle(predicate.terms, true, resolve);
    case "and":
      return settle(predicate.terms, false, resolve);
    case "not": {
      const inner = evaluatePredicate(predicate.term, resolve);
      return inner.decided ? yes(!inner.value) : inner;
    }
    case "truth": {
      const operand = operandValue(predicate.operand, resolve);
      return operand.known ? yes(isTrue(operand.value)) : no(operand.reason);
    }
    case "comparison":
      return compare(predicate, resolve);
  }
}

/** `or` is settled by the first true term, `and` by the first false one; an undecided term counts only where none settles. */
function settle(terms: readonly Predicate[], settling: boolean, resolve: Resolve): Decision {
  let undecided: Decision | undefined;
  for (const term of terms) {
    const decision = evaluatePredicate(term, resolve);
    if (decision.decided && decision.value === settling) return decision;
    if (!decision.decided) undecided ??= decision;
  }
  return undecided ?? yes(!settling);
}

function compare(comparison: Comparison, resolve: Resolve): Decision {
  const left = operandValue(comparison.left, resolve);
  if (!left.known) return no(left.reason);
  const right = operandValue(comparison.right, resolve);
  if (!right.known) return no(right.reason);
  const value = relate(comparison.comparator, left.value ?? null, right.value ?? null);
  if (value !== undefined) return yes(value);
  const absent = [comparison.left, comparison.right].find((operand, index) => {
    return operand.kind === "reference" && [left, right][index]?.value === undefined;
  });
  if (absent?.kind === "reference") return no(withoutValue(absent.reference, comparison));
  const asked = `${show(left.value)} ${comparison.comparator} ${show(right.value)}`;
  return no({
    en: `"${asked}" cannot be decided: these two cannot be compared so.`,
    ko: korean`"${asked}"은(는) 판단할 수 없습니다. 이 둘은 이렇게 비교할 수 없습니다.`,
  });
}

function withoutValue({ text }: Reference, comparison: Comparison): Localized {
  const { comparator, left, right } = comparison;
  const asked = `${wordsOf(left)} ${comparator} ${wordsOf(right)}`;
  return {
    en: `"${text}" has no value here, so "${asked}" cannot be decided.`,
    ko: korean`"${text}"의 값이 여기에 없어서 "${asked}"을(를) 판단할 수 없습니다.`,
  };
}

/** An operand about as it was written. */
function wordsOf(operand: Operand): string {
  switch (operand.kind) {
    case "reference":
      return operand.reference.text;
    case "constant":
      return show(operand.value);
    case "text":
      return show(
        operand.parts
          .map((part) => ("literal" in part ? part.literal : part.reference.text))
          .join(""),
      );
    default:
      return `${operand.kind}(${operand.reference.text})`;
  }
}

/** Undefined where the two cannot be related so. */
function relate(comparator: Comparator, left: Json, right: Json): boolean | undefined {
  switch (comparator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "contains":
      return contains(left, right);
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
function orderOf(left: Json, right: Json): number | undefined {
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

function asNumber(value: Json): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? numberOf(value.trim()) : undefined;
}

function asText(value: Json): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

type Known =
  | { readonly known: true; readonly value: Json | undefined }
  | { readonly known: false; readonly reason: Localized };

function operandValue(operand: Operand, resolve: Resolve): Known {
  switch (operand.kind) {
    case "constant":
      return { known: true, value: operand.value };
    case "text":
      return textOf(operand.parts, resolve);
    case "reference":
      return valueAt(operand.reference, resolve);
    case "exists":
      return { known: true, value: (resolve(operand.reference) ?? null) !== null };
    case "empty": {
      const found = valueAt(operand.reference, resolve);
      return found.known ? { known: true, value: isEmpty(found.value) } : found;
    }
    case "count": {
      const found = valueAt(operand.reference, resolve);
      if (!found.known) return found;
      const { value } = found;
      const count = countOf(value ?? null);
      if (count !== undefined) return { known: true, value: count };
      const reason = {
        en: `"${operand.reference.text}" is ${show(value)}, which cannot be counted.`,
        ko: korean`"${operand.reference.text}"의 값 ${show(value)}은(는) 셀 수 없습니다.`,
      };
      return { known: false, reason };
    }
  }
}

function valueAt(reference: Reference, resolve: Resolve): Known {
  const value = resolve(reference);
  if (value !== NOT_KNOWN_YET) return { known: true, value };
  const { text } = reference;
  const reason = {
    en: `"${text}" has no value yet.`,
    ko: `"${text}"의 값이 아직 없습니다.`,
  };
  return { known: false, reason };
}

function textOf(parts: readonly TextPart[], resolve: Resolve): Known {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && "reference" in only) {
    const found = valueAt(only.reference, resolve);
    if (!found.known || found.value !== undefined) return found;
  }
  let text = "";
  for (const part of parts) {
    const piece = pieceOf(part, resolve);
    if (typeof piece !== "string") return piece;
    text += piece;
  }
  return { known: true, value: text };
}

/** A part of a text as text, or why it has none. */
function pieceOf(part: TextPart, resolve: Resolve): string | Extract<Known, { known: false }> {
  if ("literal" in part) return part.literal;
  const { reference } = part;
  const found = valueAt(reference, resolve);
  if (!found.known) return found;
  const { value } = found;
  if (value !== undefined) return asText(value) ?? canonicalJson(value);
  if (reference.form !== "braced") return reference.text;
  const reason = {
    en: `"${reference.text}" has no value.`,
    ko: `"${reference.text}"의 값이 없습니다.`,
  };
  return { known: false, reason };
}

/** How many entries a list has, fields an object, characters a text; nothing counts as none. */
function countOf(value: Json): number | undefined {
  if (value === null) return 0;
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  if (!isJsonObject(value)) return undefined;
  const items = value["items"];
  return Array.isArray(items) ? items.length : Object.keys(value).length;
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value !== "number" && typeof value !== "boolean" && countOf(value ?? null) === 0;
}

function isTrue(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  return !isEmpty(value);
}

function show(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function yes(value: boolean): Decision {
  return { decided: true, value };
}

function no(reason: Localized): Decision {
  return { decided: false, reason };
}
