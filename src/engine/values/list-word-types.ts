import type { Json, JsonObject } from "../../base/json.ts";
import { isListType, type ResultType } from "../catalogue/result-type.ts";
import { fieldChoices, namesIn, sortKeys } from "./field-names.ts";
import { formulasOf, referencesOf } from "./resolve-references.ts";

/** The declared fields of the things that a list word works on, also where they stand in lists inside the list; `undefined` where they are open. Pure. */
export function itemTypeOf(type: ResultType): Fields | undefined {
  if (!isListType(type)) return undefined;
  const [item] = type;
  if (isListType(item)) return itemTypeOf(item);
  return typeof item === "string" ? undefined : item;
}

type Fields = Readonly<Record<string, ResultType>>;

/** The fields that parameters of a list word name, each with its path; none of what is known only while running. Pure. */
export function namedFields(
  action: string,
  value: Json | undefined,
  fields: Fields,
): readonly string[] {
  if (value === undefined || !isWritten(value)) return [];
  const known = new Set(Object.keys(fields));
  if (action === "sort") return sortKeys(value, { known }).flatMap(({ field }) => field ?? []);
  if (action === "select") return fieldChoices(value, known).map(({ from }) => from);
  return namesIn(value, known);
}

/** What `select` and `group` give of such things; `undefined` for other words and for what is known only while running. Pure. */
export function listWordType(
  action: string,
  params: JsonObject,
  item: Fields,
): ResultType | undefined {
  const known = new Set(Object.keys(item));
  const typeAt = (name: string): ResultType => item[name] ?? "json";
  if (action === "select" && isWritten(params["fields"] ?? null))
    return [
      Object.fromEntries(
        fieldChoices(params["fields"], known).map(({ from, to }) => [to, typeAt(from)]),
      ),
    ];
  if (action !== "group" || !isWritten(params)) return undefined;
  const by = namesIn(params["by"], known);
  const totals = HOWS.flatMap((how) =>
    namesIn(params[how], known).map((field) => ({ how, field })),
  );
  const names = totals.map(({ how, field }) => {
    const isTaken = by.includes(field) || totals.filter((one) => one.field === field).length > 1;
    return isTaken ? `${field}_${how}` : field;
  });
  const rest: Fields =
    totals.length === 0
      ? { count: "number", items: [item] }
      : Object.fromEntries(names.map((name) => [name, "number"]));
  return [{ ...rest, ...Object.fromEntries(by.map((name) => [name, typeAt(name)])) }];
}

const HOWS = ["sum", "avg", "min", "max"];

/** Whether nothing in a value comes from somewhere else. */
function isWritten(value: Json): boolean {
  return referencesOf(value).length + formulasOf(value).length === 0;
}
