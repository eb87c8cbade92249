import { isJsonObject, type Json } from "../../base/json.ts";

/** A table read from any of the accepted forms; every row has a cell for each column, or null. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

const LABEL_LIMIT = 60; // characters of a category's name

/** Columns that name a row rather than measure it, even when they hold numbers; the first one present is taken. */
const LABEL_COLUMNS =
  "label x name category date day time month quarter year modified published title 이름 항목 구분 분류 날짜 일자 시간 요일 월 분기 연도 년도 년 도시 지역".split(
    " ",
  );

/** Columns that number rows: they name a row where nothing else does, and are never drawn beside what measures. */
const NUMBERING = new Set("id no index rank 번호 순위 순번 연번 학번 사번".split(" "));

/** A number as text: thousands separators, a sign, money or a unit around it; with a zero in front it is a code. */
const NUMBER =
  /^([+-]?)[₩$€£¥]?((?:\d{1,3}(?:,\d{3})+|0|[1-9]\d*)?(?:\.\d+)?(?:[eE][+-]?\d+)?) ?(%|원|달러|엔|유로|℃|°C|점|명|개|건|kg|km)?$/;

/** A number, also written as text; null for nothing; undefined for anything else. */
export function numberOf(value: Json | undefined): number | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "number") return value;
  const [, sign, amount = ""] = matchOf(value) ?? [];
  if (!/\d/.test(amount)) return undefined;
  const number = Number(amount.replaceAll(",", ""));
  if (!Number.isFinite(number)) return undefined;
  return sign === "-" ? -number : number;
}

function matchOf(value: Json | undefined): RegExpExecArray | null {
  return typeof value === "string" && value.length <= 60 ? NUMBER.exec(value.trim()) : null;
}

/** The unit that all of these values are written with; undefined where there is none, or several. */
export function unitOf(values: readonly (Json | undefined)[]): string | undefined {
  const present = values.filter((value) => numberOf(value) !== null);
  const units = new Set(present.map((value) => matchOf(value)?.[3]));
  const [unit] = units;
  return units.size === 1 ? unit : undefined;
}

/** Objects by their keys, rows by a first row of names, plain values by their place; undefined where the entries differ in form. */
export function tableOf(data: readonly Json[]): Table | undefined {
  if (data.every(isJsonObject)) {
    const columns = [...new Set(data.flatMap((row) => Object.keys(row)))];
    return { columns, rows: data.map((row) => columns.map((name) => row[name] ?? null)) };
  }
  if (data.every((row): row is readonly Json[] => Array.isArray(row))) return tableOfRows(data);
  if (data.some((value) => isJsonObject(value) || Array.isArray(value))) return undefined;
  return { columns: ["label", "1"], rows: data.map((value, index) => [String(index + 1), value]) };
}

/** Rows whose first one holds only words name their columns with it. A single column is values without labels. */
function tableOfRows(rows: readonly (readonly Json[])[]): Table {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [first = [], ...rest] = rows;
  const isHeader =
    rest.length > 0 &&
    first.length > 0 &&
    first.every((cell) => typeof cell === "string" && numberOf(cell) === undefined);
  const body = isHeader ? rest : rows;
  const names = Array.from({ length: width }, (_, index) =>
    String((isHeader ? first[index] : undefined) ?? (index === 0 ? "label" : index)),
  );
  if (width > 1) return { columns: names, rows: body };
  return {
    columns: ["label", isHeader ? (names[0] ?? "1") : "1"],
    rows: body.map((row, index) => [String(index + 1), row[0] ?? null]),
  };
}

/** The column that names the rows: one with a name for that, best one that tells them apart, else the first that holds something other than numbers, else none (-1). */
export function labelColumn(table: Table): number {
  const lower = table.columns.map((name) => name.toLowerCase());
  const named = LABEL_COLUMNS.map((name) => lower.indexOf(name)).filter((index) => index >= 0);
  if (named.length > 0 && table.columns.length > 1)
    return named.find((index) => tellsApart(table, [index])) ?? named[0] ?? -1;
  const worded = table.columns.findIndex((_, index) => !isNumeric(table, index));
  if (worded >= 0 || table.columns.length === 1) return worded;
  return lower.findIndex((name) => NUMBERING.has(name));
}

/** Whether no two rows have the same in all of these columns. */
export function tellsApart(table: Table, columns: readonly number[]): boolean {
  const seen = table.rows.map((row) => JSON.stringify(columns.map((column) => row[column])));
  return new Set(seen).size === table.rows.length;
}

/** Holds at least one number and nothing else but gaps. */
export function isNumeric(table: Table, column: number): boolean {
  const numbers = table.rows.map((row) => numberOf(row[column]));
  return (
    numbers.every((number) => number !== undefined) && numbers.some((number) => number !== null)
  );
}

/** The columns that measure: numbers, and no mere numbering where there are others. */
export function measures(table: Table, labelAt: number): readonly number[] {
  const numeric = table.columns
    .map((_, index) => index)
    .filter((index) => index !== labelAt && isNumeric(table, index));
  const proper = numeric.filter(
    (index) => !NUMBERING.has((table.columns[index] ?? "").toLowerCase()),
  );
  return proper.length > 0 ? proper : numeric;
}

/** What stands under a row's place on the axis. */
export function labelText(value: Json | undefined): string {
  const text =
    isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value ?? "");
  const characters = Array.from(text);
  return characters.length > LABEL_LIMIT
    ? `${characters.slice(0, LABEL_LIMIT - 1).join("")}…`
    : text;
}
