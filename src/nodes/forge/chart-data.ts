import { isJsonObject, type Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";

/** One line or one colour of bars; a null is a gap. As long as the labels. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** What a chart with one category axis shows. */
export interface ChartData {
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
}

/** Data to draw, or what is wrong with what was given, as one sentence. */
export type ChartDataResult =
  | { readonly ok: true; readonly data: ChartData }
  | { readonly ok: false; readonly problem: Localized };

/** A table read from any of the accepted forms; every row has a cell for each column, or null. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

const POINT_LIMIT = 5_000;
const SERIES_LIMIT = 30;
/** Rows times columns, with those that are not drawn. */
const CELL_LIMIT = 500_000;
const LABEL_LIMIT = 60; // characters of a category's name

/** Columns that name a row rather than measure it, even when they hold numbers; the first one present is taken. */
const LABEL_COLUMNS =
  "label x name category date day time month quarter year title 이름 항목 구분 분류 날짜 일자 시간 요일 월 분기 연도 년도 년 도시 지역".split(
    " ",
  );

const NO_DATA: Localized = {
  ko: "그릴 데이터가 없어요. 숫자 목록이나 {이름, 값} 목록을 data에 넣어 주세요.",
  en: "There is no data to draw. Give data as a list of numbers or of {name, value} objects.",
};

/**
 * Reads numbers (`[3, 5]`), rows (`[["1월", 10]]`, a first row of words names the columns), objects (`[{month, sales}]`) or whole
 * series (`[{name, data: […]}]`). Names that are columns choose them; other names rename the series in order.
 */
export function parseChartData(data: readonly Json[], names: readonly string[]): ChartDataResult {
  if (data.length === 0) return { ok: false, problem: NO_DATA };
  const width = widthOf(data);
  if (data.length * width > CELL_LIMIT)
    return { ok: false, problem: tooMuch(data.length * width, width) };
  const series = wholeSeries(data);
  if (series !== undefined) return checked(renamed(series, names));
  const table = tableOf(data);
  return table === undefined ? { ok: false, problem: MIXED } : fromTable(table, names);
}

/** How many cells a row has at most when each has all the columns that one of them has. */
function widthOf(data: readonly Json[]): number {
  const names = new Set<string>();
  let width = 1;
  for (const entry of data) {
    const values = isJsonObject(entry) ? (entry["data"] ?? entry["values"]) : entry;
    if (Array.isArray(values)) width = Math.max(width, values.length);
    if (isJsonObject(entry)) for (const name of Object.keys(entry)) names.add(name);
  }
  return Math.max(width, names.size);
}

const MIXED: Localized = {
  ko: "data의 항목이 서로 다른 모양이에요. 숫자끼리, 또는 같은 모양의 객체끼리 넣어 주세요.",
  en: "The entries of data differ in form. Give only numbers, or objects of one form.",
};

/** A number, also written as text with thousands separators or a percent sign; null for nothing; undefined for anything else. */
function numberOf(value: Json | undefined): number | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!/^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?([eE][+-]?\d+)?%?$/.test(text) || !/\d/.test(text))
    return undefined;
  const number = Number(text.replace(/[,%]/g, ""));
  return Number.isFinite(number) ? number : undefined;
}

function wholeSeries(data: readonly Json[]): ChartData | undefined {
  const series: ChartSeries[] = [];
  for (const entry of data) {
    const values = isJsonObject(entry) ? (entry["data"] ?? entry["values"]) : undefined;
    if (!isJsonObject(entry) || !Array.isArray(values)) return undefined;
    const numbers = values.map(numberOf);
    if (numbers.some((number) => number === undefined)) return undefined;
    const name = entry["name"] ?? entry["label"] ?? `${series.length + 1}`;
    series.push({ name: String(name), values: numbers.map((number) => number ?? null) });
  }
  const length = series.reduce((most, one) => Math.max(most, one.values.length), 0);
  const labels = Array.from({ length }, (_, index) => String(index + 1));
  const padded = series.map((one) => ({
    name: one.name,
    values: labels.map((_, index) => one.values[index] ?? null),
  }));
  return { labels, series: padded };
}

function tableOf(data: readonly Json[]): Table | undefined {
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

function fromTable(table: Table, names: readonly string[]): ChartDataResult {
  const labelAt = labelColumn(table);
  const chosen = names.length > 0 && names.every((name) => table.columns.includes(name));
  const candidates = table.columns.map((_, index) => index).filter((index) => index !== labelAt);
  const columns = chosen
    ? names.map((name) => table.columns.indexOf(name))
    : candidates.filter((index) => isNumeric(table, index));
  if (columns.length === 0) return { ok: false, problem: notNumbers(table, candidates) };
  if (chosen && columns.some((index) => !isNumeric(table, index)))
    return { ok: false, problem: notNumbers(table, columns) };
  const labels = table.rows.map((row, index) => labelText(labelAt < 0 ? index + 1 : row[labelAt]));
  const series = columns.map((column) => ({
    name: table.columns[column] ?? "",
    values: table.rows.map((row) => numberOf(row[column]) ?? null),
  }));
  return checked(chosen ? { labels, series } : renamed({ labels, series }, names));
}

/** A column with a name that names rows, else the first that holds something other than numbers, else none (-1). */
function labelColumn(table: Table): number {
  const lower = table.columns.map((name) => name.toLowerCase());
  const named = LABEL_COLUMNS.map((name) => lower.indexOf(name)).find((index) => index >= 0);
  if (named !== undefined && table.columns.length > 1) return named;
  return table.columns.findIndex((_, index) => !isNumeric(table, index));
}

/** Holds at least one number and nothing else but gaps. */
function isNumeric(table: Table, column: number): boolean {
  const numbers = table.rows.map((row) => numberOf(row[column]));
  return (
    numbers.every((number) => number !== undefined) && numbers.some((number) => number !== null)
  );
}

/** Points at the first value that is no number, in the column that has the most numbers. */
function notNumbers(table: Table, columns: readonly number[]): Localized {
  const counted = columns.map((column) => ({
    column,
    count: table.rows.filter((cells) => typeof numberOf(cells[column]) === "number").length,
  }));
  const best = counted.sort((left, right) => right.count - left.count).find((one) => one.count > 0);
  const row =
    best === undefined
      ? -1
      : table.rows.findIndex((cells) => numberOf(cells[best.column]) === undefined);
  if (best === undefined || row < 0) {
    const known = table.columns.slice(0, 10).join(", ");
    return {
      ko: `data에 숫자인 값이 없어요 (있는 항목: ${known}).`,
      en: `No value of data is a number (it has: ${known}).`,
    };
  }
  const name = table.columns[best.column] ?? "";
  const value = JSON.stringify(table.rows[row]?.[best.column] ?? null).slice(0, 60);
  return {
    ko: korean`"${name}"의 ${row + 1}번째 값 ${value}은(는) 숫자가 아니에요.`,
    en: `Value ${row + 1} of "${name}", ${value}, is not a number.`,
  };
}

function renamed(data: ChartData, names: readonly string[]): ChartData {
  return {
    labels: data.labels,
    series: data.series.map((one, index) => ({
      name: names[index] ?? one.name,
      values: one.values,
    })),
  };
}

function checked(data: ChartData): ChartDataResult {
  const pointCount = data.labels.length * data.series.length;
  if (pointCount === 0 || data.series.every((one) => one.values.every((value) => value === null)))
    return { ok: false, problem: NO_DATA };
  if (pointCount > POINT_LIMIT || data.series.length > SERIES_LIMIT)
    return { ok: false, problem: tooMuch(pointCount, data.series.length) };
  return { ok: true, data };
}

function tooMuch(pointCount: number, seriesCount: number): Localized {
  return {
    ko: `차트 하나에는 값 ${POINT_LIMIT}개, 계열 ${SERIES_LIMIT}개까지 그려요 (받은 것: 값 ${pointCount}개, 계열 ${seriesCount}개).`,
    en: `A chart holds at most ${POINT_LIMIT} values in ${SERIES_LIMIT} series; this has ${pointCount} in ${seriesCount}.`,
  };
}

function labelText(value: Json | undefined): string {
  const text =
    isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value ?? "");
  const characters = Array.from(text);
  return characters.length > LABEL_LIMIT
    ? `${characters.slice(0, LABEL_LIMIT - 1).join("")}…`
    : text;
}
