import { isJsonObject, type Json } from "../../base/json.ts";

/** One thing that a list is put in order by. */
export interface SortKey {
  /** Absent where things are compared themselves. */
  readonly field?: string;
  readonly isDescending: boolean;
}

const ORDER = /^(.*?)(?:\s+|\s*:\s*)(asc|desc)(?:ending)?$/iu;
const MINUS = /^[-−]\s*(?=[\p{L}_.])/u;

/**
 * What to sort by, the first first: a name, names with commas between or a list of them, each with `desc` or `asc` behind it or "-" before
 * it, or an object `{field, order}`. A name that `known` has is taken as it stands. Pure.
 */
export function sortKeys(
  by: Json,
  { order, known = new Set() }: { readonly order?: Json; readonly known?: ReadonlySet<string> },
): readonly SortKey[] {
  const orders = Array.isArray(order) ? order : [order];
  const pieces = Array.isArray(by) ? by : piecesOf(by, known);
  return pieces.map((piece: Json, index) => {
    const isDescending = isDescendingOrder(orders.at(Math.min(index, orders.length - 1)));
    return keyOf(piece, { isDescending, known });
  });
}

/** Whether a word for an order means the greatest first. */
export function isDescendingOrder(order: Json | undefined): boolean {
  return typeof order === "string" && /^desc(?:ending)?$/i.test(order.trim());
}

/** The names in a text: all that stands between commas, unless it is one name itself. */
function piecesOf(by: Json, known: ReadonlySet<string>): readonly Json[] {
  if (typeof by !== "string" || known.has(by)) return [by];
  return by
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}

function keyOf(
  piece: Json,
  { isDescending, known }: { readonly isDescending: boolean; readonly known: ReadonlySet<string> },
): SortKey {
  if (isJsonObject(piece)) {
    const field = piece["field"] ?? piece["by"] ?? piece["key"] ?? piece["name"] ?? "";
    const own = piece["order"] ?? piece["direction"] ?? piece["dir"];
    return {
      field: plainField(String(field), known),
      isDescending: own === undefined ? isDescending : isDescendingOrder(own),
    };
  }
  const text = String(piece).trim();
  if (known.has(text)) return { field: text, isDescending };
  const [, name, word] = ORDER.exec(text) ?? [];
  if (name !== undefined && name !== "")
    return { field: plainField(name, known), isDescending: isDescendingOrder(word) };
  if (MINUS.test(text))
    return { field: plainField(text.replace(MINUS, ""), known), isDescending: true };
  return { field: plainField(text, known), isDescending };
}

/** A field as jq writes it, `.price`, is `price`. */
export function plainField(name: string, known: ReadonlySet<string> = new Set()): string {
  const text = name.trim();
  return known.has(text) ? text : text.replace(/^\.(?=[\p{L}_])/u, "");
}

/** Compares two things by several keys: `compare` gives the order of two values, less than 0 where the first comes before, and undefined stands for what is not there, which comes last in either order. */
export function comparedBy<Value>(
  keys: readonly SortKey[],
  left: readonly (Value | undefined)[],
  right: readonly (Value | undefined)[],
  compare: (left: Value, right: Value, index: number) => number,
): number {
  for (const [index, { isDescending }] of keys.entries()) {
    const [one, other] = [left[index], right[index]];
    const order =
      one === undefined || other === undefined
        ? Number(one === undefined) - Number(other === undefined)
        : compare(one, other, index) * (isDescending ? -1 : 1);
    if (order !== 0) return order;
  }
  return 0;
}

/** Names in a parameter. A text is a list with commas between; a name that a thing really has is taken as it stands. */
export function namesIn(given: Json | undefined, known: ReadonlySet<string>): readonly string[] {
  const entries = typeof given === "string" && !known.has(given) ? given.split(",") : [given ?? []];
  return entries.flat().flatMap((entry: Json) => {
    const text = typeof entry === "string" ? plainField(entry, known) : "";
    return text === "" ? [] : [text];
  });
}

/** A field to keep, and the name it has afterwards. */
export interface FieldChoice {
  readonly from: string;
  readonly to: string;
}

/** The fields that `a, b.c as d` keeps. Pure. */
export function fieldChoices(
  given: Json | undefined,
  known: ReadonlySet<string>,
): readonly FieldChoice[] {
  return namesIn(given, known).map((text) => {
    if (known.has(text)) return { from: text, to: text };
    const at = text.search(/\sas\s/i);
    const from = plainField(at < 0 ? text : text.slice(0, at), known);
    const to = at < 0 ? (from.split(".").at(-1) ?? from) : text.slice(at + 4).trim();
    return { from, to };
  });
}
