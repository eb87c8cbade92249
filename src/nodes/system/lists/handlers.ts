import type { Json, JsonObject } from "../../../base/json.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { parseCondition } from "../../../engine/language/formula.ts";
import {
  type Comparison,
  type Formula,
  partsOfFormula,
} from "../../../engine/language/formula-tree.ts";
import { type Reference, readPath } from "../../../engine/language/reference.ts";
import { evaluateCondition, type Resolve } from "../../../engine/values/evaluate-formula.ts";
import {
  comparedBy,
  fieldChoices,
  isDescendingOrder,
  type SortKey,
  sortKeys,
} from "../../../engine/values/field-names.ts";
import type { Failure, Outcome } from "../../../engine/values/outcome.ts";
import { type FailureOutcome, failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { groupedRows, summed } from "./groups.ts";
import {
  fieldNames,
  fieldOf,
  hasField,
  isPresent,
  listOutcome,
  objectOf,
  opened,
  type Rows,
  rowsOf,
  unknownField,
  unsetFailure,
} from "./items.ts";
import { appended, deduplicated, joinedLists, merged } from "./join.ts";
import { findNumber, readDate, readNumber } from "./values.ts";

/** The words on lists: they work on any list, wherever it comes from, and never change the things they were given. */
export function createListWordHandlers(): Handlers {
  return {
    "system:filter": async (call) => withThings(call, filtered),
    "system:sort": async (call) => withThings(call, sorted),
    "system:take": async (call) => withRows(call, taken),
    "system:select": async (call) => withThings(call, selected),
    "system:dedup": async (call) => withThings(call, deduplicated),
    "system:merge": async (call) => withRows(call, merged),
    "system:append": async (call) => withRows(call, appended),
    "system:join_by": async (call) => withThings(call, joinedLists),
    "system:group": async (call) => withThings(call, groupedRows),
    "system:sum": async (call) => withThings(call, summed),
  };
}

function withRows(call: ReadyCall, word: (call: ReadyCall, rows: Rows) => Outcome): Outcome {
  const rows = rowsOf(call);
  return "ok" in rows ? rows : word(call, rows);
}

/** Words that look at the fields of things find them in lists inside the list too. */
function withThings(call: ReadyCall, word: (call: ReadyCall, rows: Rows) => Outcome): Outcome {
  return withRows(call, (same, rows) => word(same, opened(rows)));
}

function taken(call: ReadyCall, rows: Rows): Outcome {
  const count = numberParam(call, "count", rows.items.length);
  const items =
    optionalString(call, "from") === "end"
      ? rows.items.slice(Math.max(0, rows.items.length - count))
      : rows.items.slice(0, count);
  return listOutcome(call, { ...rows, items });
}

/** `select`: only the named fields, in the order in which they are named; `a as b` gives one another name. A thing without a field has null there. */
function selected(call: ReadyCall, rows: Rows): Outcome {
  const { items } = rows;
  const known = new Set(fieldNames(items));
  const choices = fieldChoices(call.params["fields"], known);
  if (choices.length === 0) {
    const text = { ko: "남길 칸을 말해 주세요.", en: "Say which fields to keep." };
    return failed("bad-parameters", worded(call, text));
  }
  const missing = choices.find(({ from }) => items.length > 0 && !hasField(items, from));
  if (missing !== undefined) return unknownField(call, missing.from, items);
  const twice = choices.find(({ to }, index) => choices.findIndex((one) => one.to === to) < index);
  if (twice !== undefined) {
    const text = {
      ko: `"${twice.to}" 칸이 두 번 나와요. "${twice.from} as 다른이름"처럼 이름을 바꿔 주세요.`,
      en: `The field "${twice.to}" comes twice. Give one another name: "${twice.from} as other".`,
    };
    return failed("field-twice", worded(call, text));
  }
  const pick = (item: Json): Json =>
    objectOf(choices.map(({ from, to }) => [to, fieldOf(item, from) ?? null]));
  return listOutcome(call, { items: items.map(pick), isLines: false });
}

/** How values are compared. */
type Kind = "number" | "date" | "text";

/** What a thing is sorted by; undefined stands last in either order. */
type Key = number | string | undefined;

/** `sort`: by one or several fields, or by themselves where they are texts; equal ones keep their order, and those without a value stand last. */
function sorted(call: ReadyCall, rows: Rows): Outcome {
  const { items } = rows;
  const { by, order } = call.params;
  const known = new Set(fieldNames(items));
  const keys: readonly SortKey[] = isGiven(by)
    ? sortKeys(by, { known, ...(order === undefined ? {} : { order }) })
    : [{ isDescending: isDescendingOrder(order) }];
  if (items.length > 0) {
    if (!isGiven(by) && items.some((item) => typeof item === "object"))
      return missingBy(call, items);
    const missing = keys.find(({ field }) => field !== undefined && !hasField(items, field));
    if (missing?.field !== undefined) return unknownField(call, missing.field, items);
  }
  const asked = optionalString(call, "as") ?? "auto";
  const columns = keys.map(({ field }) => columnOf(items, field, asked));
  const keysOf = (place: number): readonly Key[] => columns.map(({ keys: all }) => all[place]);
  const letters = new Intl.Collator(call.actor.language === "en" ? "en" : "ko", { numeric: true });
  const places = items.map((_, index) => index);
  places.sort((left, right) =>
    comparedBy(keys, keysOf(left), keysOf(right), (one, other, index) =>
      columns[index]?.kind === "text"
        ? letters.compare(String(one), String(other))
        : Number(one) - Number(other),
    ),
  );
  const inOrder = places.flatMap((place) => items.slice(place, place + 1));
  const notes = columns.flatMap(({ kind, unread }) => unreadNotes(call, kind, unread));
  return listOutcome(call, { ...rows, items: inOrder }, notes);
}

function isGiven(by: Json | undefined): by is Json {
  return typeof by === "string" ? by.trim() !== "" : by !== undefined;
}

/** What the things have in a field, as it is compared, and how many of those values cannot be read so. */
function columnOf(
  items: readonly Json[],
  field: string | undefined,
  asked: string,
): { readonly kind: Kind; readonly keys: readonly Key[]; readonly unread: number } {
  const values = items.map((item) => (field === undefined ? item : fieldOf(item, field)));
  const kind = asked === "auto" ? kindOf(values) : (asked as Kind); // the schema's other choices
  const keys = values.map((value) => keyOf(value, kind));
  const unread = values.filter((value, index) => isPresent(value) && keys[index] === undefined);
  return { kind, keys, unread: unread.length };
}

function missingBy(call: ReadyCall, items: readonly Json[]): Outcome {
  const names = fieldNames(items).map((name) => `"${name}"`);
  const text = {
    ko: `무엇으로 정렬할지 "by"로 말해 주세요. 있는 칸: ${names.join(", ")}.`,
    en: `Say with "by" what to sort by. The fields are ${names.join(", ")}.`,
  };
  return failed("bad-parameters", worded(call, text));
}

/** Numbers or dates where every value reads as one, else text. */
function kindOf(values: readonly (Json | undefined)[]): Kind {
  const present = values.filter(isPresent);
  if (present.every((value) => typeof value === "boolean" || readNumber(value) !== undefined))
    return "number";
  return present.every((value) => readDate(value) !== undefined) ? "date" : "text";
}

function keyOf(value: Json | undefined, kind: Kind): Key {
  if (!isPresent(value)) return undefined;
  if (kind === "number") return typeof value === "boolean" ? Number(value) : findNumber(value);
  if (kind === "date") return typeof value === "number" ? value : readDate(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function unreadNotes(call: ReadyCall, kind: Kind, count: number): readonly Failure[] {
  if (count === 0) return [];
  const what = {
    ko: kind === "number" ? "숫자" : "날짜",
    en: kind === "number" ? "a number" : "a date",
  };
  const text = {
    ko: `${count}개는 ${what.ko}로 읽을 수 없어 맨 뒤에 두었어요.`,
    en: `${count} could not be read as ${what.en} and stand last.`,
  };
  return [{ code: "unreadable", message: worded(call, text), retryable: false }];
}

/** The name under which a condition means the thing at hand: `title` is `$it.title`. */
const ITEM = "it";

/** `filter`: those that the condition holds for, in their order. Where it cannot be decided for some they are left out and counted. */
function filtered(call: ReadyCall, rows: Rows): Outcome {
  const where = stringParam(call, "where");
  const parsed = parseCondition(where, { fields: true });
  if (!parsed.ok) return badCondition(call, worded(call, parsed.error.words));
  const wrong = wrongReference(call, parsed.formula, rows.items);
  if (wrong !== undefined) return wrong;
  const { condition, orders } = withOrders(parsed.formula);
  const kept: Json[] = [];
  let undecided = 0;
  let reason = "";
  for (const item of rows.items) {
    const decision = evaluateCondition(
      condition,
      resolverOf(item, orders, call.values),
      call.moment,
    );
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
    ko: `조건("where")을 읽을 수 없어요. ${reason} 예: ${example}`,
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
    ko: `${all}개 가운데 ${undecided}개는 조건이 맞는지 알 수 없어 뺐어요: ${reason}`,
    en: `${undecided} of ${all} were left out, because it cannot be said whether the condition holds for them: ${reason}`,
  };
  return { code: "undecided", message: worded(call, text), retryable: false };
}

/** Functions that may be asked of what is not there. */
const TOLERANT: ReadonlySet<string> = new Set(["exists", "empty", "default"]);

/** A field that nothing has, or a variable that has no value. Whether a field exists or is empty may be asked of any; in a text a name without a value is text. */
function wrongReference(
  call: ReadyCall,
  formula: Formula,
  items: readonly Json[],
  mayBeMissing = false,
): FailureOutcome | undefined {
  if (formula.kind === "text") return undefined;
  if (formula.kind !== "reference") {
    const isTolerant = formula.kind === "application" && TOLERANT.has(formula.name);
    for (const part of partsOfFormula(formula)) {
      const wrong = wrongReference(call, part, items, isTolerant);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  const { reference } = formula;
  const isOfItem = reference.name === ITEM;
  if (!isOfItem && call.values[reference.text] === undefined)
    return unsetFailure(call, reference.text);
  return isOfItem && !mayBeMissing && isNowhere(reference, items)
    ? unknownField(call, reference.path.join("."), items)
    : undefined;
}

/** True for a field that none of the things has. */
function isNowhere(reference: Reference, items: readonly Json[]): boolean {
  if (items.length === 0 || reference.path.length === 0) return false;
  return items.every((item) => valueAt(item, reference) === undefined);
}

/** How the value of a reference is read where it is asked which is greater. */
type Orders = ReadonlyMap<Reference, "number" | "date">;

/** Where greater and smaller are asked, texts that spell numbers ("1,234", "3.5%") or, beside a date, dates count as those. */
function withOrders(formula: Formula): { readonly condition: Formula; readonly orders: Orders } {
  const orders = new Map<Reference, "number" | "date">();
  const change = (inner: Formula): Formula => {
    switch (inner.kind) {
      case "or":
      case "and":
        return { kind: inner.kind, terms: inner.terms.map(change) };
      case "not":
        return { kind: "not", term: change(inner.term) };
      case "comparison":
        return /[<>]/.test(inner.comparator) ? ordered(inner, orders) : inner;
      default:
        return inner;
    }
  };
  return { condition: change(formula), orders };
}

function ordered(comparison: Comparison, orders: Map<Reference, "number" | "date">): Comparison {
  const { left, right } = comparison;
  const order = [left, right].some(isDate) ? "date" : "number";
  const read = (side: Formula): Formula => {
    if (side.kind === "reference") orders.set(side.reference, order);
    if (side.kind !== "constant") return side;
    return { kind: "constant", value: measured(side.value, order) };
  };
  return { ...comparison, left: read(left), right: read(right) };
}

function isDate(side: Formula): boolean {
  return side.kind === "constant" && readDate(side.value) !== undefined;
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
