import { canonicalJson, isJsonObject, type Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type { FunctionName } from "../language/formula-tree.ts";
import { didYouMean } from "../language/nearest-name.ts";
import { readPath, stepsOf } from "../language/reference.ts";
import { comparedBy, isDescendingOrder, type SortKey, sortKeys } from "./field-names.ts";
import { dateFunctions, type Moment } from "./formula-dates.ts";
import { recordsOfText } from "./text-rows.ts";
import { asNumber, asText, FormulaFault, orderOf, show } from "./value-relations.ts";

/** Longest text that a function gives, in UTF-16 units. */
const MAX_TEXT = 2_000_000;

/** Functions that the evaluation itself knows: they take what is missing. */
export type TolerantFunction = "exists" | "empty" | "default" | "count";

/** A function over values that are there. */
export type ValueFunction = (values: readonly Json[], moment: Moment | undefined) => Json;

/** What a function gives for these values, as many as it takes. Throws `FormulaFault`. */
export function apply(
  name: Exclude<FunctionName, TolerantFunction>,
  values: readonly Json[],
  moment: Moment | undefined,
): Json {
  return FUNCTION_OF[name](values, moment);
}

/** How much work a value is: its characters or items. */
export function sizeOf(value: Json | undefined): number {
  if (typeof value === "string" || Array.isArray(value)) return 1 + value.length;
  return isJsonObject(value) ? 1 + Object.keys(value).length : 1;
}

const FUNCTION_OF: Readonly<Record<Exclude<FunctionName, TolerantFunction>, ValueFunction>> = {
  sum: (values) => tidy(numbersIn("sum", values).reduce((sum, each) => sum + each, 0)),
  avg: (values) => {
    const numbers = someNumbers("avg", values);
    return tidy(numbers.reduce((sum, each) => sum + each, 0) / numbers.length);
  },
  min: (values) => least("min", values, 1),
  max: (values) => least("max", values, -1),
  round: ([value = null, digits = 0]) => {
    const scale = 10 ** Math.max(-15, Math.min(15, wholeOf("round", digits)));
    const number = numberIn("round", value);
    // Half goes away from zero, and 1.005 is read as it is written.
    return tidy((Math.sign(number) * Math.round(tidy(Math.abs(number) * scale))) / scale);
  },
  abs: ([value = null]) => Math.abs(numberIn("abs", value)),
  first: ([value = null]) => itemOrNothing("first", value, 0),
  last: ([value = null]) => itemOrNothing("last", value, -1),
  take: ([value = null, count = null]) => partOf("take", value, 0, wholeOf("take", count)),
  sort: ([value = null, by, order]) => sorted(listIn("sort", value), by, order),
  unique: ([value = null, by]) => unique(listIn("unique", value), by),
  reverse: ([value = null]) =>
    typeof value === "string"
      ? [...value].reverse().join("")
      : listIn("reverse", value).toReversed(),
  join: ([value = null, between = ", "]) => {
    const pieces = listIn("join", value).map((item) => textIn(item));
    const separator = textIn(between);
    guardLength(pieces.reduce((sum, piece) => sum + piece.length + separator.length, 0));
    return pieces.join(separator);
  },
  split: ([value = null, at]) =>
    at === undefined
      ? textIn(value)
          .split(/\s+/)
          .filter((piece) => piece !== "")
      : textIn(value).split(textIn(at)),
  upper: ([value = null]) => textIn(value).toUpperCase(),
  lower: ([value = null]) => textIn(value).toLowerCase(),
  trim: ([value = null]) => textIn(value).trim(),
  replace: ([value = null, from = null, to = null]) => {
    const pieces = textIn(value).split(textIn(from));
    const replacement = textIn(to);
    guardLength(textIn(value).length + pieces.length * replacement.length);
    return textIn(from) === "" ? textIn(value) : pieces.join(replacement);
  },
  length: ([value = null]) =>
    typeof value === "string" ? [...value].length : listIn("length", value).length,
  slice: ([value = null, from = null, to]) =>
    partOf(
      "slice",
      value,
      wholeOf("slice", from),
      to === undefined ? undefined : wholeOf("slice", to),
    ),
  starts_with: ([value = null, start = null]) => textIn(value).startsWith(textIn(start)),
  ends_with: ([value = null, end = null]) => textIn(value).endsWith(textIn(end)),
  number: ([value = null]) => numberIn("number", value),
  text: ([value = null]) => (value === null ? "" : textIn(value)),
  keys: ([value = null]) =>
    isJsonObject(value) ? Object.keys(value) : misfit("keys", value, OBJECT),
  values: ([value = null]) => {
    if (Array.isArray(value)) return value;
    return isJsonObject(value) ? Object.values(value) : misfit("values", value, OBJECT);
  },
  json: ([value = null]) => {
    const text = JSON.stringify(value);
    guardLength(text.length);
    return text;
  },
  csv: ([value = null]) => csvOf(listIn("csv", value)),
  ...dateFunctions,
};

const NUMBER: Localized = { en: "a number", ko: "숫자" };
const WHOLE: Localized = { en: "a whole number", ko: "정수" };
const LIST: Localized = { en: "a list", ko: "목록" };
const OBJECT: Localized = { en: "an object", ko: "객체" };

/** Says that a function cannot take a value. */
function misfit(name: FunctionName, value: Json, wanted: Localized): never {
  const shown = show(value);
  throw new FormulaFault(
    "type-mismatch",
    joined({ en: `"${name}" wants `, ko: korean`"${name}"에는 ` }, wanted, {
      en: `, not ${shown}.`,
      ko: korean` 값이 필요한데 ${shown}이(가) 왔어요.`,
    }),
  );
}

/** A number, or a text that spells one: with commas between thousands, and `%` behind it. */
function numberIn(name: FunctionName, value: Json): number {
  const number = asNumber(value);
  if (number !== undefined) return number;
  const plain = typeof value === "string" ? value.trim().replace(/%$/, "").trim() : "";
  const isGrouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain);
  // Where a number is asked for, the "08" of a clock is one.
  const read = (isGrouped ? plain.replaceAll(",", "") : plain).replace(/^(-?)0+(?=\d)/, "$1");
  return asNumber(read) ?? misfit(name, value, NUMBER);
}

function wholeOf(name: FunctionName, value: Json): number {
  const number = asNumber(value);
  return number !== undefined && Number.isSafeInteger(number) ? number : misfit(name, value, WHOLE);
}

/** The items of a list, or of an object that holds `items`. */
function listIn(name: FunctionName, value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  const items =
    typeof value === "string"
      ? recordsOfText(value)
      : isJsonObject(value)
        ? value["items"]
        : undefined;
  return Array.isArray(items) ? items : misfit(name, value, LIST);
}

function textIn(value: Json): string {
  return asText(value) ?? (value === null ? "" : canonicalJson(value));
}

function fieldIn(item: Json, field: Json | undefined): Json | undefined {
  if (field === undefined) return item;
  const name = textIn(field);
  if (isJsonObject(item) && Object.hasOwn(item, name)) return item[name];
  return readPath(item, stepsOf(`.${name}`));
}

/** The numbers of a list, of a field of its things, or the values themselves; what is missing counts for nothing. */
function numbersIn(name: FunctionName, values: readonly Json[]): readonly number[] {
  const [first = null, second] = withRows(values);
  const isList = Array.isArray(first) || isJsonObject(first);
  const list = isList ? listIn(name, first) : [];
  guardField(name, list, second);
  const items = isList ? list.map((item) => fieldIn(item, second)) : values;
  return items.flatMap((item) =>
    item === undefined || item === null || item === "" ? [] : [numberIn(name, item)],
  );
}

/** The values with the things of a text that holds some, where a field of them is wanted. */
function withRows(values: readonly Json[]): readonly Json[] {
  const [first, second] = values;
  const isOfField = typeof first === "string" && typeof second === "string" && values.length === 2;
  const rows = isOfField && asNumber(first) === undefined ? recordsOfText(first) : undefined;
  return rows === undefined ? values : [[...rows], ...values.slice(1)];
}

function someNumbers(name: FunctionName, values: readonly Json[]): readonly number[] {
  const numbers = numbersIn(name, values);
  return numbers.length > 0 ? numbers : misfit(name, values[0] ?? null, NUMBER);
}

/** The least of numbers, or of texts such as dates; with -1 the greatest. */
function least(name: "min" | "max", values: readonly Json[], direction: 1 | -1): Json {
  const [first = null, second] = withRows(values);
  const items = Array.isArray(first) ? first.map((item: Json) => fieldIn(item, second)) : values;
  const present = items.flatMap((item) =>
    item === undefined || item === null || item === "" ? [] : [item],
  );
  const isText = present.some((item) => typeof item === "string" && asNumber(item) === undefined);
  if (!isText) {
    const numbers = someNumbers(name, values);
    return numbers.reduce((best, each) => ((each - best) * direction < 0 ? each : best));
  }
  const isBefore = (left: Json, right: Json): boolean =>
    (orderOf(left, right) ?? misfit(name, left, NUMBER)) * direction < 0;
  return present.reduce((best, each) => (isBefore(each, best) ? each : best));
}

function itemOrNothing(name: FunctionName, value: Json, at: number): Json {
  if (typeof value === "string") return [...value].at(at) ?? "";
  return listIn(name, value).at(at) ?? null;
}

function partOf(name: FunctionName, value: Json, from: number, to: number | undefined): Json {
  if (typeof value === "string") return [...value].slice(from, to).join("");
  return listIn(name, value).slice(from, to);
}

/** In order by itself or by one or several fields: numbers as numbers, all else as texts, what is missing last. */
function sorted(items: readonly Json[], by: Json | undefined, order: Json | undefined): Json {
  const isOrder = typeof by === "string" && /^(?:asc|desc)(?:ending)?$/i.test(by);
  const known = new Set(items.flatMap((item) => (isJsonObject(item) ? Object.keys(item) : [])));
  const keys: readonly SortKey[] =
    by === undefined || by === null || isOrder
      ? [{ isDescending: isDescendingOrder(isOrder ? by : order) }]
      : sortKeys(by, { known, ...(order === undefined ? {} : { order }) });
  for (const { field } of keys) guardField("sort", items, field);
  const keyed = items.map((item) => ({
    item,
    keys: keys.map(({ field }) => fieldIn(item, field) ?? undefined),
  }));
  keyed.sort((left, right) =>
    comparedBy<Json>(
      keys,
      left.keys,
      right.keys,
      (one, other) => orderOf(one, other) ?? orderOf(textIn(one), textIn(other)) ?? 0,
    ),
  );
  return keyed.map(({ item }) => item);
}

/** A field that no thing has is a mistake: nothing would be in any order, and a sum 0. */
function guardField(name: FunctionName, items: readonly Json[], field: Json | undefined): void {
  if (field === undefined || !items.some(isJsonObject)) return;
  if (items.some((item) => fieldIn(item, field) !== undefined)) return;
  const names = [
    ...new Set(items.flatMap((item) => (isJsonObject(item) ? Object.keys(item) : []))),
  ];
  const list = names.slice(0, MOST_NAMES).join(", ");
  throw new FormulaFault(
    "unknown-field",
    joined(
      {
        en: `"${name}" wants a field of the list; there is no "${textIn(field)}" in it, only ${list}.`,
        ko: korean`"${name}"에 쓸 "${textIn(field)}" 칸이 목록에 없어요. 있는 칸: ${list}.`,
      },
      didYouMean(textIn(field), names),
    ),
  );
}

/** Most names of fields that are told. */
const MOST_NAMES = 20;

function unique(items: readonly Json[], by: Json | undefined): Json {
  guardField("unique", items, by);
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = canonicalJson(fieldIn(item, by) ?? null);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** A table with a line of column names; a cell with a comma, a quote or a line break stands in quotes. */
export function csvOf(rows: readonly Json[]): string {
  const names = [...new Set(rows.flatMap((row) => (isJsonObject(row) ? Object.keys(row) : [])))];
  const cells = rows.map((row) =>
    isJsonObject(row) ? names.map((name) => row[name] ?? null) : Array.isArray(row) ? row : [row],
  );
  const lines = [...(names.length === 0 ? [] : [names]), ...cells];
  const text = lines.map((line) => line.map(cellOf).join(",")).join("\n");
  guardLength(text.length);
  return text;
}

function cellOf(value: Json): string {
  const text = textIn(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** To 15 digits, so that 0.1 + 0.2 is 0.3. */
export function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

function guardLength(length: number): void {
  if (length <= MAX_TEXT) return;
  throw new FormulaFault("too-large", {
    en: `A text made by an expression may be at most ${MAX_TEXT.toLocaleString("en")} characters long.`,
    ko: `식으로 만드는 글은 ${MAX_TEXT.toLocaleString("en")}자까지예요.`,
  });
}
