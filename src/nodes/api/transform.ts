import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { FieldRule, FilterRule, Transform } from "../../engine/catalogue/api-call.ts";
import { changed, filled, filledJson, type Scope, textOf, valueAt } from "./template.ts";

/** The list that a body holds, after what a tool declares: the part at a path, the first of it, fields, filter, order, length. One thing is a list of one. Pure. */
export function listOf(body: Json, transform: Transform, scope: Scope): readonly Json[] {
  const found = valueAt(body, transform.extract ?? "");
  const all = Array.isArray(found)
    ? found
    : found === undefined || found === null || found === ""
      ? []
      : [found];
  const some = transform.first === true ? all.slice(0, 1) : all;
  const { fields, filter: written = [], sort, limit = some.length } = transform;
  const shaped =
    fields === undefined ? some : some.map((item: Json) => withFields(fields, item, scope));
  const filter = filledJson(written as unknown as Json, scope) as unknown as readonly FilterRule[]; // the same rules with their texts filled
  const kept = shaped.filter((item) => filter.every((rule) => holds(rule, item)));
  const most = typeof limit === "number" ? limit : Number(filled(limit, scope)) || kept.length;
  return (sort === undefined ? kept : sorted(kept, sort)).slice(0, most);
}

/** The object around a result. `root` is the body that it was taken from. Pure. */
export function wrapped(
  wrap: JsonObject,
  results: readonly Json[],
  { scope, root }: { readonly scope: Scope; readonly root: Json },
): JsonObject {
  const values = { ...scope.values, _results: results, _count: results.length, root };
  return filledJson(wrap, { ...scope, values }) as JsonObject; // an object with its texts filled
}

function withFields(
  fields: Readonly<Record<string, string | FieldRule>>,
  item: Json,
  scope: Scope,
): Json {
  const own = isJsonObject(item) ? { ...scope.values, ...item } : scope.values;
  return Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [
      name,
      fieldOf(typeof rule === "string" ? { from: rule } : rule, name, item, {
        ...scope,
        values: own,
      }),
    ]),
  );
}

function fieldOf(rule: FieldRule, name: string, item: Json, scope: Scope): Json {
  if (rule.value !== undefined) return rule.value;
  const found =
    rule.template === undefined ? valueAt(item, rule.from ?? name) : filled(rule.template, scope);
  const value = changed(found, rule.as);
  return value === undefined || value === null || value === "" ? (rule.default ?? null) : value;
}

/** Numbers are compared as such, other values as texts. */
function compared(left: Json | undefined, right: Json | undefined): number {
  const [first, second] = [Number(textOf(left)), Number(textOf(right))];
  const areNumbers =
    ![left, right].some((each) => textOf(each) === "") && !Number.isNaN(first - second);
  return areNumbers ? first - second : textOf(left).localeCompare(textOf(right));
}

const TESTS: Readonly<
  Record<Exclude<keyof FilterRule, "field">, (value: Json | undefined, bar: Json) => boolean>
> = {
  eq: (value, bar) => compared(value, bar) === 0,
  ne: (value, bar) => compared(value, bar) !== 0,
  gt: (value, bar) => compared(value, bar) > 0,
  gte: (value, bar) => compared(value, bar) >= 0,
  lt: (value, bar) => compared(value, bar) < 0,
  lte: (value, bar) => compared(value, bar) <= 0,
  contains: (value, bar) => isIn(value, bar),
  not_contains: (value, bar) => !isIn(value, bar),
  in: (value, bar) => Array.isArray(bar) && bar.some((each: Json) => compared(value, each) === 0),
  not_in: (value, bar) =>
    Array.isArray(bar) && bar.every((each: Json) => compared(value, each) !== 0),
};

function isIn(value: Json | undefined, part: Json): boolean {
  return textOf(value).toLowerCase().includes(textOf(part).toLowerCase());
}

function holds({ field, ...tests }: FilterRule, item: Json): boolean {
  const value = valueAt(item, field);
  // A bar whose place is empty was not asked for.
  return Object.entries(tests).every(
    ([name, bar]) => bar === null || TESTS[name as keyof typeof TESTS](value, bar),
  );
}

/** What has no value stands last in either order. */
function sorted(
  items: readonly Json[],
  { by, order = "asc" }: NonNullable<Transform["sort"]>,
): readonly Json[] {
  const sign = order === "asc" ? 1 : -1;
  const isEmpty = (item: Json): boolean => textOf(valueAt(item, by)) === "";
  return [...items].sort((left, right) => {
    if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right));
    return sign * compared(valueAt(left, by), valueAt(right, by));
  });
}
