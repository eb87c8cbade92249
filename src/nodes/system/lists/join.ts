import { canonicalJson, isJsonObject, type Json } from "../../../base/json.ts";
import { optionalString, type ReadyCall } from "../../../engine/execute/action-types.ts";
import type { Outcome } from "../../../engine/values/outcome.ts";
import {
  fieldOf,
  foldedText,
  hasField,
  isPresent,
  itemsIn,
  listOutcome,
  objectOf,
  type Rows,
  unknownField,
  unsetFailure,
  unsetIn,
} from "./items.ts";

/** `dedup`: the first of those that are the same, by a field or else by their address (`url`), or wholly where they have none. */
export function deduplicated(call: ReadyCall, rows: Rows): Outcome {
  const { items } = rows;
  const by = optionalString(call, "by")?.trim();
  if (by !== undefined && items.length > 0 && !hasField(items, by))
    return unknownField(call, by, items);
  const seen = new Set<string>();
  const kept = items.filter((item) => {
    const key = by === undefined ? ownKey(item) : keyOf(fieldOf(item, by));
    if (key === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return listOutcome(call, { ...rows, items: kept });
}

/** `merge`: several lists as one, each thing with the `source` it has; with `by`, things that agree in that field become one that names all their sources. */
export function merged(call: ReadyCall, rows: Rows): Outcome {
  const more = call.params["with"] ?? [];
  const unset = unsetIn(more);
  if (unset !== undefined) return unsetFailure(call, unset);
  const items = [...rows.items.flatMap(membersOf), ...itemsIn(more).flatMap(membersOf)];
  const isLines = rows.isLines && items.every((item) => typeof item === "string");
  const by = optionalString(call, "by")?.trim();
  if (by === undefined || items.length === 0) return listOutcome(call, { items, isLines });
  if (!hasField(items, by)) return unknownField(call, by, items);
  return listOutcome(call, { items: united(items, by), isLines });
}

/** A list inside the list gives its members, and so does an object with `items`; all else stands for itself. */
function membersOf(item: Json): readonly Json[] {
  return typeof item === "string" ? [item] : itemsIn(item);
}

/** One of each value, where the first stood; those after it add the fields it lacks and their sources. */
function united(items: readonly Json[], by: string): readonly Json[] {
  const groups = new Map<string, Json[]>();
  const inOrder: (readonly Json[])[] = [];
  for (const item of items) {
    const key = keyOf(fieldOf(item, by));
    const known = key === undefined ? undefined : groups.get(key);
    if (known !== undefined) {
      known.push(item);
      continue;
    }
    const group = [item];
    if (key !== undefined) groups.set(key, group);
    inOrder.push(group);
  }
  return inOrder.map(oneOf);
}

function oneOf(group: readonly Json[]): Json {
  const [first = null] = group;
  if (group.length === 1 || !isJsonObject(first)) return first;
  const fields = new Map<string, Json>();
  const sources = new Set<string>();
  for (const [name, value] of group.filter(isJsonObject).flatMap(Object.entries<Json>)) {
    if (name === "source" && typeof value === "string" && value !== "") sources.add(value);
    if (!isPresent(fields.get(name))) fields.set(name, value);
  }
  if (sources.size > 0) fields.set("source", [...sources].join(", "));
  return objectOf([...fields]);
}

/** What makes a thing the same as another when nobody says: its address, or all of it but where it was found. */
function ownKey(item: Json): string | undefined {
  if (!isJsonObject(item)) return keyOf(item);
  const { url, source: _source, ...rest } = item;
  return isPresent(url) ? keyOf(url) : canonicalJson(rest);
}

function keyOf(value: Json | undefined): string | undefined {
  if (!isPresent(value)) return undefined;
  return canonicalJson(typeof value === "string" ? foldedText(value) : value);
}
