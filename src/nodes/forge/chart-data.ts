import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { rowsOfText } from "../../engine/values/text-rows.ts";
import { drawnLabels } from "./chart-labels.ts";
import {
  areNumbers,
  type ChartData,
  type ChartDataResult,
  type ChartSeries,
  namedSeries,
  SHAPES,
} from "./chart-series.ts";
import {
  isNumeric,
  labelColumn,
  labelText,
  measures,
  numberOf,
  type Table,
  tableOf,
  tellsApart,
  unitOf,
} from "./chart-table.ts";

const POINT_LIMIT = 5_000;
const SERIES_LIMIT = 30;
/** Rows times columns, with those that are not drawn. */
const CELL_LIMIT = 500_000;
/** Columns whose sizes differ by more cannot be read on one axis. */
const MOST_APART = 1_000;

const NO_DATA: Localized = {
  ko: `그릴 데이터가 없어요. ${SHAPES.ko}`,
  en: `There is no data to draw. ${SHAPES.en}`,
};

/**
 * Reads numbers (`[3, 5]`), rows (`[["1월", 10]]`, a first row of words names the columns), objects (`[{month, sales}]`), whole
 * series (`[{name, data: […]}]`), named ones (`{Seoul: […], Busan: […]}`) or a text that holds such a thing. Names that are columns
 * choose them; other names rename the series in order. What would be misread is refused, with what is wanted.
 */
export function parseChartData(given: Json, names: readonly string[]): ChartDataResult {
  const [only, ...others] = Array.isArray(given) ? given : [given];
  const text = typeof only === "string" && others.length === 0 ? rowsOfText(only) : undefined;
  const data = text ?? (typeof given === "string" ? [given] : given);
  const read = isJsonObject(data)
    ? fromObject(data, names)
    : fromList(Array.isArray(data) ? data : [], names);
  return read.ok ? checked(read.data) : read;
}

function fromObject(data: JsonObject, names: readonly string[]): ChartDataResult {
  const { items, labels } = data;
  if (Array.isArray(items)) return fromList(items, names);
  const whole = data["datasets"] ?? data["series"];
  if (Array.isArray(labels) && Array.isArray(whole)) return fromLabelled(labels, whole, names);
  if (areNumbers(data)) return fromList(Object.entries(data), names);
  const entries = Object.entries(data);
  const columns = columnsOf(entries);
  if (columns !== undefined) return fromTable(columns, names);
  if (entries.length > SERIES_LIMIT) return { ok: false, problem: tooMuch(0, entries.length) };
  return entries.length === 0 ? { ok: false, problem: NO_DATA } : namedSeries(entries, names);
}

/** Lists of one length, of which one holds no numbers: the columns of a table. */
function columnsOf(entries: readonly (readonly [string, Json])[]): Table | undefined {
  const lists = entries.flatMap(([, value]) => (Array.isArray(value) ? [value] : []));
  const length = lists[0]?.length ?? 0;
  const isPlain = lists.every(
    (list) => list.length === length && list.every((cell) => typeof cell !== "object"),
  );
  if (lists.length < entries.length || !isPlain || length === 0) return undefined;
  const rows = Array.from({ length }, (_, index) => lists.map((list) => list[index] ?? null));
  const table = { columns: entries.map(([name]) => name), rows };
  return labelColumn(table) < 0 ? undefined : table;
}

function fromLabelled(
  labels: readonly Json[],
  whole: readonly Json[],
  names: readonly string[],
): ChartDataResult {
  const series = wholeSeries(whole);
  if (series === undefined) return { ok: false, problem: MIXED };
  if (series.labels.length > labels.length)
    return { ok: false, problem: fewLabels(labels, series) };
  const padded = series.series.map(({ name, values }) => ({
    name,
    values: labels.map((_, index) => values[index] ?? null),
  }));
  return { ok: true, data: renamed({ labels: labels.map(labelText), series: padded }, names) };
}

function fewLabels(labels: readonly Json[], { labels: places }: ChartData): Localized {
  return {
    ko: `labels는 ${labels.length}개인데 값은 ${places.length}개예요. 수를 맞춰 주세요.`,
    en: `There are ${labels.length} labels for ${places.length} values. Give one for each.`,
  };
}

function fromList(data: readonly Json[], names: readonly string[]): ChartDataResult {
  if (data.length === 0) return { ok: false, problem: NO_DATA };
  const width = widthOf(data);
  if (data.length * width > CELL_LIMIT)
    return { ok: false, problem: tooMuch(data.length * width, width) };
  const series = wholeSeries(data);
  if (series !== undefined) return { ok: true, data: renamed(series, names) };
  const lists = listsIn(data, names);
  if (lists !== undefined) return namedSeries(lists, names);
  const table = tableOf(data);
  return table === undefined ? { ok: false, problem: MIXED } : fromTable(table, names);
}

/** Lists of rows, by the names given for them, and things that hold one each, by their own names. */
function listsIn(
  data: readonly Json[],
  names: readonly string[],
): readonly (readonly [string, Json])[] | undefined {
  const lists = data.map((entry) => (isJsonObject(entry) ? entry["items"] : entry));
  const areRows = lists.every(
    (list) => Array.isArray(list) && list.length > 0 && list.every(isJsonObject),
  );
  if (!areRows) return undefined;
  return data.map((entry, index) => {
    const own = isJsonObject(entry)
      ? (entry["name"] ?? entry["title"] ?? entry["symbol"] ?? entry["source"])
      : undefined;
    return [String(names[index] ?? own ?? index + 1), lists[index] ?? []];
  });
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
  ko: `data의 항목이 서로 다른 모양이에요. ${SHAPES.ko}`,
  en: `The entries of data differ in form. ${SHAPES.en}`,
};

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

function fromTable(table: Table, names: readonly string[]): ChartDataResult {
  const chosen = names.length > 0 && names.every((name) => table.columns.includes(name));
  const labelAt = labelColumn(table);
  const candidates = table.columns.map((_, index) => index).filter((index) => index !== labelAt);
  const columns = chosen
    ? names.map((name) => table.columns.indexOf(name))
    : measures(table, labelAt);
  if (columns.length === 0) return { ok: false, problem: notNumbers(table, candidates) };
  if (chosen && columns.some((index) => !isNumeric(table, index)))
    return { ok: false, problem: notNumbers(table, columns) };
  const long = chosen && columns.length > 1 ? undefined : longForm(table, labelAt, columns);
  if (long !== undefined) return namedSeries(long, []);
  const problem = chosen ? undefined : apart(table, columns);
  if (problem !== undefined) return { ok: false, problem };
  const labels = table.rows.map((row, index) => labelText(labelAt < 0 ? index + 1 : row[labelAt]));
  const series = columns.map((column) => ({
    name: table.columns[column] ?? "",
    values: table.rows.map((row) => numberOf(row[column]) ?? null),
  }));
  const unit = unitOf(columns.flatMap((column) => table.rows.map((row) => row[column])));
  const data = { labels, series, ...(unit === undefined ? {} : { unit }) };
  return { ok: true, data: chosen ? data : renamed(data, names) };
}

/** Rows that hold several series under one another, one number each: those of each name, where the name and the label together tell rows apart and neither does alone. */
function longForm(
  table: Table,
  labelAt: number,
  [column, other]: readonly number[],
): readonly (readonly [string, Json])[] | undefined {
  if (column === undefined || other !== undefined || labelAt < 0 || tellsApart(table, [labelAt]))
    return undefined;
  const pairs = table.columns
    .map((_, index) => index)
    .filter((index) => index !== labelAt && index !== column && !isNumeric(table, index));
  const nameAt = pairs.find((index) => tellsApart(table, [labelAt, index]));
  if (nameAt === undefined || tellsApart(table, [nameAt])) return undefined;
  // Of the two, dates and the like name the places.
  const [placeAt, seriesAt] = manyValued(table, nameAt, labelAt)
    ? [nameAt, labelAt]
    : [labelAt, nameAt];
  const groups = new Map<string, Json[]>();
  for (const row of table.rows) {
    const name = labelText(row[seriesAt]);
    const rows = groups.get(name) ?? [];
    if (rows.length === 0) groups.set(name, rows);
    rows.push({ label: row[placeAt] ?? "", value: row[column] ?? null });
  }
  return groups.size > SERIES_LIMIT ? undefined : [...groups];
}

/** Whether one column has more different values than another. */
function manyValued(table: Table, one: number, other: number): boolean {
  const count = (column: number): number =>
    new Set(table.rows.map((row) => labelText(row[column]))).size;
  return count(one) > count(other);
}

/** Whether the smaller of some columns would lie flat on the axis of the larger. */
function farApart(table: Table, columns: readonly number[]): boolean {
  const sizes = columns.map((column) =>
    table.rows.reduce((most, row) => Math.max(most, Math.abs(numberOf(row[column]) ?? 0)), 0),
  );
  const present = sizes.filter((size) => size > 0);
  return Math.max(...present, 0) > MOST_APART * Math.min(...present, Number.POSITIVE_INFINITY);
}

/** The columns that are no shares in percent, which one axis cannot show beside others; all of them where all are. */
function withoutShares(table: Table, columns: readonly number[]): readonly number[] {
  const others = columns.filter((column) => !SHARE.test(table.columns[column] ?? ""));
  return others.length === 0 ? columns : others;
}

const SHARE = /(?:^|_|\s)(?:percent|pct)$|%\)?$/iu;

/** What is wrong with columns that one axis cannot show, and which it can; `undefined` where it shows them all. */
function apart(table: Table, columns: readonly number[]): Localized | undefined {
  const others = withoutShares(table, columns);
  const fit = farApart(table, others) ? others.slice(0, 1) : others;
  if (fit.length === columns.length) return undefined;
  const names = columns.map((column) => table.columns[column] ?? "");
  const named = fit.map((column) => table.columns[column] ?? "");
  const shown = JSON.stringify(named).replaceAll(",", ", ");
  return {
    ko: `${names.slice(0, 10).join(", ")}의 크기나 단위가 너무 달라 한 그림에서는 읽을 수 없어요. 그릴 칸을 고르세요: series_names: ${shown}.`,
    en: `${names.slice(0, 10).join(", ")} differ too much in size or unit to be read on one axis. Choose what to draw: series_names: ${shown}.`,
  };
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
  const series = data.series.map((one, index) => ({ ...one, name: names[index] ?? one.name }));
  return { ...data, series };
}

/** Within the limits, with dates in their order. */
function checked(given: ChartData): ChartDataResult {
  const data = inOrder(given);
  const pointCount = data.labels.length * data.series.length;
  if (pointCount === 0 || data.series.every((one) => one.values.every((value) => value === null)))
    return { ok: false, problem: NO_DATA };
  if (pointCount > POINT_LIMIT || data.series.length > SERIES_LIMIT)
    return { ok: false, problem: tooMuch(pointCount, data.series.length) };
  return { ok: true, data };
}

function inOrder(data: ChartData): ChartData {
  const { places, labels } = drawnLabels(data.labels);
  const series = data.series.map(
    ({ name, values }): ChartSeries => ({
      name,
      values: places.map((place) => values[place] ?? null),
    }),
  );
  return { ...data, labels, series };
}

function tooMuch(pointCount: number, seriesCount: number): Localized {
  return {
    ko: `차트 하나에는 값 ${POINT_LIMIT}개, 계열 ${SERIES_LIMIT}개까지 그려요 (받은 것: 값 ${pointCount}개, 계열 ${seriesCount}개).`,
    en: `A chart holds at most ${POINT_LIMIT} values in ${SERIES_LIMIT} series; this has ${pointCount} in ${seriesCount}.`,
  };
}
