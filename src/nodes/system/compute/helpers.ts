import { messageOf } from "../../../base/errors.ts";
import { isJsonObject, type Json } from "../../../base/json.ts";
import type { Localized } from "../../../base/localized.ts";
import { dateFunctions, type Moment } from "../../../engine/values/formula-dates.ts";
import { FormulaFault } from "../../../engine/values/value-relations.ts";
import { grouped, HOWS, type How, totalOf } from "../lists/groups.ts";
import { fieldNames, fieldOf, hasField, itemsIn } from "../lists/items.ts";
import { joinedBy, TOO_MANY } from "../lists/join.ts";

/** A helper that was asked for what cannot be. */
class HelperFault extends Error {
  readonly words: Localized;

  constructor(words: Localized) {
    super(words.en);
    this.words = words;
  }
}

/** What the helpers of a script do: lists as the list words take them, dates as formulas do. Pure. */
const HELPERS: Readonly<
  Record<string, (values: readonly Json[], moment: Moment) => Json | undefined>
> = {
  ...dateFunctions,
  records: ([rows = null]) => itemsIn(rows),
  column: ([rows = null, field]) =>
    typeof field === "string" ? columnOf(itemsIn(rows), field) : itemsIn(rows),
  sum: ([values]) => totalIn(values, "sum"),
  avg: ([values]) => totalIn(values, "avg"),
  group: ([rows = null, key, field, how]) => groupOf(itemsIn(rows), key, field, how),
  join_by: ([left = null, right = null, by, other]) => joinOf(left, right, by, other),
  table: ([rows = null, ...columns]) => tableOf(itemsIn(rows), columns.flat()),
};

/** Answers a helper's call: `{value}` or `{problem}` as JSON, in the reader's language. */
export function answerHelper(
  name: string,
  json: string,
  { moment, language }: { readonly moment: Moment; readonly language: keyof Localized },
): string {
  const helper = Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined;
  try {
    const values = JSON.parse(json) as readonly Json[]; // the prelude writes a list
    const given = values.map((value) => value ?? undefined) as readonly Json[]; // what was left out is null in JSON
    return JSON.stringify({ value: helper?.(given, moment) ?? null });
  } catch (error) {
    const isTold = error instanceof HelperFault || error instanceof FormulaFault;
    const problem = isTold ? error.words[language] : messageOf(error);
    return JSON.stringify({ problem: name === "column" ? problem : `${name}(): ${problem}` });
  }
}

function columnOf(items: readonly Json[], field: string): readonly Json[] {
  checkField(items, field);
  return items.map((item) => fieldOf(item, field) ?? null);
}

function checkField(items: readonly Json[], field: string): void {
  if (items.length === 0 || hasField(items, field)) return;
  const names = fieldNames(items).slice(0, 20).join(", ");
  throw new HelperFault({
    en: `nothing has the field "${field}"; there are: ${names}.`,
    ko: `"${field}" 칸이 없어요. 있는 칸: ${names}.`,
  });
}

function totalIn(values: Json | undefined, how: How): Json | undefined {
  const total = totalOf(Array.isArray(values) ? values : [], how);
  if (total.firstUnread !== undefined)
    throw new HelperFault({
      en: `${JSON.stringify(total.firstUnread).slice(0, 60)} is not a number.`,
      ko: `${JSON.stringify(total.firstUnread).slice(0, 60)}: 숫자가 아니에요.`,
    });
  return total.value;
}

function groupOf(
  items: readonly Json[],
  key: Json | undefined,
  field: Json | undefined,
  how: Json | undefined = "sum",
): Json {
  const by = [key ?? []].flat().map(String);
  for (const name of by) checkField(items, name);
  if (by.length === 0)
    throw new HelperFault({
      en: 'say what to group by: group(rows, "city").',
      ko: '무엇으로 묶을지 쓰세요: group(rows, "city").',
    });
  if (field === undefined) return grouped(items, { by, totals: [] }).rows;
  const way = HOWS.find((name) => name === how);
  if (typeof field !== "string" || way === undefined)
    throw new HelperFault({
      en: `use it as group(rows, key), or group(rows, key, field, how) with how ${HOWS.join(", ")}.`,
      ko: `group(rows, key) 또는 group(rows, key, field, how)로 쓰세요. how는 ${HOWS.join(", ")}.`,
    });
  checkField(items, field);
  return grouped(items, { by, totals: [{ how: way, field }] }).rows;
}

function joinOf(left: Json, right: Json, by: Json | undefined, other: Json | undefined): Json {
  const [rows, partners] = [itemsIn(left), itemsIn(right)];
  const field = String(by);
  const otherField = typeof other === "string" ? other : field;
  checkField(rows, field);
  checkField(partners, otherField);
  const made = joinedBy(rows, partners, { field, otherField, keepsAll: false });
  if (made === undefined) throw new HelperFault(TOO_MANY);
  return made.rows;
}

/** Rows as a table in Markdown, with all their fields where no columns are named. */
export function tableOf(items: readonly Json[], columns: readonly Json[] = []): string {
  const names = columns.length > 0 ? columns.map(String) : fieldNames(items);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rows = items.map((item) => line(names.map((name) => cellOf(fieldOf(item, name)))));
  return [line(names.map(cellOf)), line(names.map(() => "---")), ...rows].join("\n");
}

function cellOf(value: Json | undefined): string {
  const text =
    isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value ?? "");
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
