import type { Json, JsonObject } from "../../../base/json.ts";
import { type ReadyCall, stringParam } from "../../../engine/execute/action-types.ts";
import { parsePredicate } from "../../../engine/language/condition.ts";
import type { Comparison, Operand, Predicate } from "../../../engine/language/condition-tree.ts";
import { type Reference, readPath } from "../../../engine/language/reference.ts";
import { evaluatePredicate, type Resolve } from "../../../engine/values/evaluate-condition.ts";
import type { Failure, Outcome } from "../../../engine/values/outcome.ts";
import { type FailureOutcome, failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { fieldOf, listOutcome, type Rows, unknownField, unsetFailure } from "./items.ts";
import { readDate, readNumber } from "./values.ts";

/** The name under which a condition means the thing at hand: `title` is `$it.title`. */
const ITEM = "it";

/** `filter`: those that the condition holds for, in their order. Where it cannot be decided for some they are left out and counted. */
export function filtered(call: ReadyCall, rows: Rows): Outcome {
  const where = stringParam(call, "where");
  const parsed = parsePredicate(where, { fields: true });
  if (!parsed.ok) return badCondition(call, worded(call, parsed.error.words));
  const wrong = wrongOperand(call, operandsOf(parsed.predicate), rows.items);
  if (wrong !== undefined) return wrong;
  const { predicate, orders } = withOrders(parsed.predicate);
  const kept: Json[] = [];
  let undecided = 0;
  let reason = "";
  for (const item of rows.items) {
    const decision = evaluatePredicate(predicate, resolverOf(item, orders, call.values));
    if (decision.decided && decision.value) kept.push(item);
    if (decision.decided) continue;
    undecided += 1;
    reason ||= worded(call, decision.reason);
  }
  if (undecided === 0) return listOutcome(call, { ...rows, items: kept });
  const note = undecidedNote(call, { undecided, all: rows.items.length, reason });
  if (undecided === rows.items.length) return { ok: false, failure: note };
  return listOutcome(call, { ...rows, items: kept }, [note]);
}

function badCondition(call: ReadyCall, reason: string): FailureOutcome {
  const example = `[system:filter] {where: "title contains 'AI' and price > 1000"}`;
  const text = {
    ko: `조건("where")을 읽을 수 없습니다. ${reason} 예: ${example}`,
    en: `The condition ("where") cannot be read. ${reason} Such as: ${example}`,
  };
  return failed("bad-condition", worded(call, text));
}

function undecidedNote(
  call: ReadyCall,
  facts: { readonly undecided: number; readonly all: number; readonly reason: string },
): Failure {
  const { undecided, all, reason } = facts;
  const text = {
    ko: `${all}개 가운데 ${undecided}개는 조건이 맞는지 알 수 없어 뺐습니다: ${reason}`,
    en: `${undecided} of ${all} were left out, because it cannot be said whether the condition holds for them: ${reason}`,
  };
  return { code: "undecided", message: worded(call, text), retryable: false };
}

/** A field that nothing has, or a variable that has no value. Whether a field exists or is empty may be asked of any. */
function wrongOperand(
  call: ReadyCall,
  operands: readonly Operand[],
  items: readonly Json[],
): FailureOutcome | undefined {
  for (const operand of operands) {
    if (operand.kind === "constant" || operand.kind === "text") continue;
    const { reference } = operand;
    const isOfItem = reference.name === ITEM;
    if (!isOfItem && call.values[reference.text] === undefined)
      return unsetFailure(call, reference.text);
    const mayBeMissing = operand.kind === "exists" || operand.kind === "empty";
    if (isOfItem && !mayBeMissing && isNowhere(reference, items))
      return unknownField(call, reference.path.join("."), items);
  }
  return undefined;
}

/** True for a field that none of the things has. */
function isNowhere(reference: Reference, items: readonly Json[]): boolean {
  if (items.length === 0 || reference.path.length === 0) return false;
  return items.every((item) => valueAt(item, reference) === undefined);
}

function operandsOf(predicate: Predicate): readonly Operand[] {
  switch (predicate.kind) {
    case "or":
    case "and":
      return predicate.terms.flatMap(operandsOf);
    case "not":
      return operandsOf(predicate.term);
    case "truth":
      return [predicate.operand];
    case "comparison":
      return [predicate.left, predicate.right];
  }
}

/** How the value of a reference is read where it is asked which is greater. */
type Orders = ReadonlyMap<Reference, "number" | "date">;

/** Where greater and smaller are asked, texts that spell numbers ("1,234", "3.5%") or, beside a date, dates count as those. */
function withOrders(predicate: Predicate): {
  readonly predicate: Predicate;
  readonly orders: Orders;
} {
  const orders = new Map<Reference, "number" | "date">();
  const change = (inner: Predicate): Predicate => {
    switch (inner.kind) {
      case "or":
      case "and":
        return { kind: inner.kind, terms: inner.terms.map(change) };
      case "not":
        return { kind: "not", term: change(inner.term) };
      case "truth":
        return inner;
      case "comparison":
        return /[<>]/.test(inner.comparator) ? ordered(inner, orders) : inner;
    }
  };
  return { predicate: change(predicate), orders };
}

function ordered(comparison: Comparison, orders: Map<Reference, "number" | "date">): Comparison {
  const { left, right } = comparison;
  const order = [left, right].some(isDate) ? "date" : "number";
  const read = (operand: Operand): Operand => {
    if (operand.kind === "reference") orders.set(operand.reference, order);
    if (operand.kind !== "constant") return operand;
    return { kind: "constant", value: measured(operand.value, order) };
  };
  return { ...comparison, left: read(left), right: read(right) };
}

function isDate(operand: Operand): boolean {
  return operand.kind === "constant" && readDate(operand.value) !== undefined;
}

function measured(value: Json, order: "number" | "date"): Json {
  return (order === "date" ? readDate(value) : readNumber(value)) ?? value;
}

function resolverOf(item: Json, orders: Orders, values: JsonObject): Resolve {
  return (reference) => {
    const value = reference.name === ITEM ? valueAt(item, reference) : values[reference.text];
    const order = orders.get(reference);
    return order === undefined || value === undefined ? value : measured(value, order);
  };
}

function valueAt(item: Json, { path }: Reference): Json | undefined {
  const [only] = path;
  if (path.length === 1 && typeof only === "string") return fieldOf(item, only);
  return path.length === 0 ? item : readPath(item, path);
}
