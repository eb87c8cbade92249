import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { korean } from "../../../base/korean-particles.ts";
import { joined } from "../../../base/localized.ts";
import type { ReadyCall } from "../../../engine/execute/action-types.ts";
import { didYouMean } from "../../../engine/language/nearest-name.ts";
import { parseReference, readPath } from "../../../engine/language/reference.ts";
import type { Failure, Outcome, Value } from "../../../engine/values/outcome.ts";
import { recordsOfText } from "../../../engine/values/text-rows.ts";
import { type FailureOutcome, failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { listText } from "../../text/item-text.ts";

/** What a list word works on: things of any kind in their order. */
export interface Rows {
  readonly items: readonly Json[];
  /** True where they are the lines of one text. */
  readonly isLines: boolean;
}

/** The one field that a text, a number or a yes/no has. */
const TEXT_FIELD = "text";

/** Most field names that a refusal lists. */
const MAX_NAMES = 20;

/** The list that a call was given: piped or by name, a list, one object (or its own `items`), or a text: the data it holds, else its lines. */
export function rowsOf(call: ReadyCall): Rows | FailureOutcome {
  const given = call.params["items"] ?? [];
  if (typeof given === "string")
    return unsetIn(given) === undefined ? rowsInText(given) : unsetFailure(call, given);
  const [only] = Array.isArray(given) ? given : [];
  const { previous } = call;
  if (previous?.value.kind === "text" && only === previous.value.text)
    return rowsInText(previous.value.text);
  return { items: itemsIn(given), isLines: isLines(given, previous?.value) };
}

/** The things of lists in a list, as a loop over searches gives them; other rows as they are. */
export function opened(rows: Rows): Rows {
  const isNested =
    rows.items.every((item) => Array.isArray(item)) &&
    rows.items.some((item) => Array.isArray(item) && item.some(isJsonObject));
  return isNested ? { ...rows, items: rows.items.flat() } : rows;
}

/** Whether a list is what is left of the lines of a text after another list word. */
function isLines(given: Json, previous: Value | undefined): boolean {
  return (
    previous?.kind === "list" &&
    previous.items.length > 0 &&
    previous.text === previous.items.join("\n") &&
    canonicalJson(given) === canonicalJson(previous.items)
  );
}

function rowsInText(text: string): Rows {
  const records = recordsOfText(text);
  return records === undefined
    ? { items: linesOf(text), isLines: true }
    : { items: records, isLines: false };
}

/** The things in a value: those of a list, of an object's own `items` (which keep its `source`), the things or lines of a text, or the value itself. */
export function itemsIn(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return rowsInText(value).items;
  if (!isJsonObject(value)) return value === null ? [] : [value];
  const { items, source } = value;
  if (!Array.isArray(items)) return [value];
  return items.map((item: Json) =>
    isJsonObject(item) && source !== undefined ? { source, ...item } : item,
  );
}

/** A `$x` or `${x}` that stayed text because nothing gave it a value, if there is one. */
export function unsetIn(value: Json): string | undefined {
  if (typeof value === "string") return parseReference(value) === undefined ? undefined : value;
  return Array.isArray(value) ? value.map(unsetIn).find((name) => name !== undefined) : undefined;
}

/** Says that a variable has no value. */
export function unsetFailure(call: ReadyCall, name: string): FailureOutcome {
  const text = { ko: `"${name}"에 값이 없어요.`, en: `"${name}" has no value here.` };
  return failed("undefined-variable", worded(call, text));
}

/** The value of a field: an own name, or a path such as `price.now`; undefined where there is none. */
export function fieldOf(item: Json, name: string): Json | undefined {
  if (!isJsonObject(item)) {
    if (Array.isArray(item)) return readPath(item, stepsOf(name));
    return name === TEXT_FIELD ? item : undefined;
  }
  if (Object.hasOwn(item, name)) return item[name];
  return name.includes(".") ? readPath(item, stepsOf(name)) : undefined;
}

/** Whether any of the things has the field. */
export function hasField(items: readonly Json[], name: string): boolean {
  return items.some((item) => fieldOf(item, name) !== undefined);
}

/** Says that none of the things has a field, and which fields there are. */
export function unknownField(
  call: ReadyCall,
  name: string,
  items: readonly Json[],
): FailureOutcome {
  const names = fieldNames(items);
  const shown = names.slice(0, MAX_NAMES).map((entry) => `"${entry}"`);
  const all = names.length > MAX_NAMES ? [...shown, "…"] : shown;
  const text = joined(
    {
      ko: korean`"${name}"(이)라는 칸이 없어요.`,
      en: `Nothing in the list has the field "${name}".`,
    },
    didYouMean(name, names),
    { ko: ` 있는 칸: ${all.join(", ")}.`, en: ` Its fields are ${all.join(", ")}.` },
  );
  return failed("unknown-field", worded(call, text));
}

/** The names of all fields, in the order in which they first come. */
export function fieldNames(items: readonly Json[]): readonly string[] {
  const names = new Set<string>();
  for (const item of items) {
    if (!isJsonObject(item)) names.add(TEXT_FIELD);
    else for (const name of Object.keys(item)) names.add(name);
  }
  return [...names];
}

/** A list as an outcome; `notes` say what was left out or could not be read. */
export function listOutcome(
  call: ReadyCall,
  rows: Rows,
  notes: readonly Failure[] = [],
): Extract<Outcome, { ok: true }> {
  const { items } = rows;
  return {
    ok: true,
    value: { kind: "list", items, text: listText(call, items, rows.isLines) },
    tainted: false,
    ...(notes.length === 0 ? {} : { partial: notes }),
  };
}

/** A text without the spaces around it and with those inside it made one, composed: what counts as the same. */
function foldedText(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** What makes two values the same, whatever spaces stand around and inside a text; undefined for one that is not there. */
export function keyOf(value: Json | undefined): string | undefined {
  if (!isPresent(value)) return undefined;
  return canonicalJson(typeof value === "string" ? foldedText(value) : value);
}

/** A value that is there: neither absent, null nor an empty text. */
export function isPresent(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null && value !== "";
}

/** An object of pairs; a name such as `__proto__` is a name like any other. */
export function objectOf(pairs: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(pairs);
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

function stepsOf(name: string): readonly (string | number)[] {
  return name.split(".").map((step) => (/^(?:0|[1-9]\d{0,9})$/.test(step) ? Number(step) : step));
}
