import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import type { Localized } from "../../../base/localized.ts";
import { optionalString, type ReadyCall } from "../../../engine/execute/action-types.ts";
import type { Failure, Outcome } from "../../../engine/values/outcome.ts";
import { failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import {
  fieldOf,
  hasField,
  isPresent,
  itemsIn,
  keyOf,
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

/** How the rows of two lists find one another. */
interface Match {
  readonly field: string;
  /** The field of the second list. */
  readonly otherField: string;
  /** Whether rows of the first list that find no partner stay. */
  readonly keepsAll: boolean;
}

/** Most rows that two lists may give together. */
const MOST_JOINED = 100_000;

/** Each row of one list with the fields of every row of another that agrees with it in a field; a name that both have gets `_2` for the second. Undefined where that would be more than `MOST_JOINED` rows. Pure. */
export function joinedBy(
  rows: readonly Json[],
  partners: readonly Json[],
  { field, otherField, keepsAll }: Match,
): { readonly rows: readonly Json[]; readonly alone: number } | undefined {
  const found = new Map<string, JsonObject[]>();
  for (const partner of partners) {
    const key = matchKey(fieldOf(partner, otherField));
    if (key === undefined || !isJsonObject(partner)) continue;
    const group = found.get(key) ?? [];
    if (group.length === 0) found.set(key, group);
    group.push(partner);
  }
  const matches = rows.map((row) =>
    isJsonObject(row) ? (found.get(matchKey(fieldOf(row, field)) ?? "") ?? []) : [],
  );
  if (matches.reduce((sum, { length }) => sum + length, 0) > MOST_JOINED) return undefined;
  const joined = rows.flatMap((row, index): readonly Json[] => {
    const own = matches[index] ?? [];
    if (isJsonObject(row) && own.length > 0)
      return own.map((partner) => oneRow(row, partner, otherField));
    return keepsAll ? [row] : [];
  });
  return { rows: joined, alone: matches.filter(({ length }) => length === 0).length };
}

/** A number and the text that spells it agree: tables hold texts. */
function matchKey(value: Json | undefined): string | undefined {
  return keyOf(typeof value === "number" ? String(value) : value);
}

function oneRow(row: JsonObject, partner: JsonObject, otherField: string): JsonObject {
  const names = new Set(Object.keys(row));
  const added = Object.entries(partner)
    .filter(([name]) => name !== otherField)
    .map(([name, value]) => [names.has(name) ? `${name}_2` : name, value] as const);
  return objectOf([...Object.entries(row), ...added]);
}

/** `join_by`: two lists side by side; rows without a partner are left out and counted, unless `keep` is `all`. */
export function joinedLists(call: ReadyCall, { items }: Rows): Outcome {
  const other = call.params["with"] ?? [];
  const unset = unsetIn(other);
  if (unset !== undefined) return unsetFailure(call, unset);
  const partners = itemsIn(other);
  const field = optionalString(call, "by") ?? "";
  const otherField = optionalString(call, "other") ?? field;
  const lacking = lackingField(call, [items, field], [partners, otherField]);
  if (lacking !== undefined) return lacking;
  const keepsAll = optionalString(call, "keep") === "all";
  const made = joinedBy(items, partners, { field, otherField, keepsAll });
  if (made === undefined) return failed("too-many", worded(call, TOO_MANY));
  const { rows, alone } = made;
  if (rows.length === 0 && items.length > 0) return noneAgrees(call, field, items, partners);
  return listOutcome(
    call,
    { items: rows, isLines: false },
    alone === 0 || keepsAll ? [] : [aloneNote(call, alone, items.length)],
  );
}

function lackingField(
  call: ReadyCall,
  ...sides: readonly (readonly [readonly Json[], string])[]
): Outcome | undefined {
  const side = sides.find(([items, name]) => items.length > 0 && !hasField(items, name));
  return side === undefined ? undefined : unknownField(call, side[1], side[0]);
}

/** What is said where two lists would give too many rows. */
export const TOO_MANY: Localized = {
  ko: `둘을 이으면 ${MOST_JOINED.toLocaleString("en")}줄이 넘어요. 같은 값이 너무 자주 나오는 칸이에요.`,
  en: `Joined they would have more than ${MOST_JOINED.toLocaleString("en")} rows: the field has the same value too often.`,
};

function noneAgrees(
  call: ReadyCall,
  field: string,
  items: readonly Json[],
  partners: readonly Json[],
): Outcome {
  const shown = [items[0], partners[0]].map((item) => JSON.stringify(item ?? null).slice(0, 80));
  const text = {
    ko: `두 목록에 "${field}" 값이 같은 것이 없어요. 첫 줄끼리: ${shown.join(" / ")}`,
    en: `No "${field}" stands in both lists. Their first rows: ${shown.join(" / ")}`,
  };
  return failed("no-match", worded(call, text));
}

function aloneNote(call: ReadyCall, alone: number, all: number): Failure {
  const text = {
    ko: `${all}개 가운데 ${alone}개는 짝이 없어 뺐어요.`,
    en: `${alone} of ${all} have no partner and were left out.`,
  };
  return { code: "no-partner", message: worded(call, text), retryable: false };
}

/** `append`: a list with a thing at its end, or with the things of another list. */
export function appended(call: ReadyCall, rows: Rows): Outcome {
  const added = call.params["item"] ?? [];
  const unset = unsetIn(added);
  if (unset !== undefined) return unsetFailure(call, unset);
  const items = [...rows.items, ...(Array.isArray(added) ? added : [added])];
  return listOutcome(call, { items, isLines: rows.isLines && typeof added === "string" });
}
