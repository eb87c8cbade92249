import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { recordsOfText } from "../../engine/values/text-rows.ts";
import { mergedLabels } from "./chart-labels.ts";
import { labelColumn, labelText, measures, numberOf, tableOf, unitOf } from "./chart-table.ts";

/** One line or one colour of bars; a null is a gap. As long as the labels. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** What a chart with one category axis shows. */
export interface ChartData {
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** What the values are written with: %, 원. */
  readonly unit?: string;
  /** True where the series have places of their own: what one lacks is no gap in it. */
  readonly isMerged?: true;
}

/** Data as it was read, or what is wrong with what was given, as one sentence. */
export type ChartDataResult =
  | { readonly ok: true; readonly data: ChartData }
  | { readonly ok: false; readonly problem: Localized };

/** What a chart takes. */
export const SHAPES: Localized = {
  ko: '숫자 목록 [3, 5], 줄 목록 [{월: "1월", 매출: 10}], 이름 붙인 계열 {서울: [3, 5], 부산: "$b"} 가운데 하나로 주세요. 계열 하나는 숫자 목록이거나, 날짜와 숫자 하나가 있는 줄 목록이에요.',
  en: 'Give a list of numbers [3, 5], of rows [{month: "Jan", sales: 10}], or named series {Seoul: [3, 5], Busan: "$b"}; a series is a list of numbers, or of rows with a date and one number.',
};

/** Columns that are meant where a series has several numbers and nobody says which. */
const USUAL = new Set("value close price amount total y 값 종가 금액 합계".split(" "));

interface Line {
  readonly name: string;
  readonly labels: readonly string[];
  readonly values: readonly (number | null)[];
  readonly unit: string | undefined;
}

/** Series by name, each a list of numbers or of rows; `wanted` names the columns to draw where the rows have several. */
export function namedSeries(
  given: readonly (readonly [string, Json])[],
  wanted: readonly string[],
): ChartDataResult {
  const lines: Line[] = [];
  for (const [name, value] of given) {
    const line = lineOf(name, value, wanted);
    if ("problem" in line) return { ok: false, problem: line.problem };
    lines.push(line);
  }
  const twice = lines.find((line) => new Set(line.labels).size < line.labels.length);
  if (twice !== undefined) return { ok: false, problem: labelTwice(twice) };
  const labels = mergedLabels(lines.map((line) => line.labels));
  const series = lines.map((line) => {
    const values = new Map(line.labels.map((label, index) => [label, line.values[index] ?? null]));
    return { name: line.name, values: labels.map((label) => values.get(label) ?? null) };
  });
  const units = new Set(lines.map((line) => line.unit));
  const [unit] = units;
  const told = units.size === 1 && unit !== undefined ? { unit } : {};
  return { ok: true, data: { labels, series, ...told, isMerged: true } };
}

function lineOf(
  name: string,
  value: Json,
  wanted: readonly string[],
): Line | { readonly problem: Localized } {
  const rows = rowsIn(value);
  if (rows === undefined) return { problem: noSeries(name) };
  const table = tableOf(rows);
  if (table === undefined || rows.length === 0) return { problem: noSeries(name) };
  const labelAt = labelColumn(table);
  const candidates = measures(table, labelAt);
  const column = chosenOf(table.columns, candidates, wanted);
  if (column === undefined)
    return {
      problem:
        candidates.length === 0
          ? noSeries(name)
          : severalNumbers(
              name,
              candidates.map((index) => table.columns[index] ?? ""),
            ),
    };
  const cells = table.rows.map((row) => row[column]);
  return {
    name,
    labels: table.rows.map((row, index) => labelText(labelAt < 0 ? index + 1 : row[labelAt])),
    values: cells.map((cell) => numberOf(cell) ?? null),
    unit: unitOf(cells),
  };
}

/** The things of a list, of what holds one, or of a text that holds one; an object of numbers is one value a name. */
function rowsIn(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return recordsOfText(value);
  if (!isJsonObject(value)) return undefined;
  const { items } = value;
  if (Array.isArray(items)) return items;
  return areNumbers(value) ? Object.entries(value) : undefined;
}

/** Whether an object holds nothing but numbers, each under the name of its place. */
export function areNumbers(value: JsonObject): boolean {
  const values = Object.values(value);
  return values.length > 0 && values.every((each) => typeof numberOf(each) === "number");
}

function chosenOf(
  columns: readonly string[],
  candidates: readonly number[],
  wanted: readonly string[],
): number | undefined {
  const named = candidates.find((index) => wanted.includes(columns[index] ?? ""));
  if (named !== undefined || candidates.length <= 1) return named ?? candidates[0];
  const usual = candidates.filter((index) => USUAL.has((columns[index] ?? "").toLowerCase()));
  return usual.length === 1 ? usual[0] : undefined;
}

function noSeries(name: string): Localized {
  return {
    ko: korean`"${name}"은(는) 숫자의 목록이 아니에요. ${SHAPES.ko}`,
    en: `"${name}" is no list of numbers. ${SHAPES.en}`,
  };
}

function severalNumbers(name: string, columns: readonly string[]): Localized {
  const list = columns.slice(0, 10).join(", ");
  const [first = ""] = columns;
  return {
    ko: korean`"${name}"에는 숫자 칸이 여럿이에요 (${list}). 하나를 고르세요: series_names: ["${first}"].`,
    en: `"${name}" has several columns of numbers (${list}). Choose one: series_names: ["${first}"].`,
  };
}

function labelTwice({ name, labels }: Line): Localized {
  const seen = new Set<string>();
  const label = labels.find((one) => seen.size === seen.add(one).size) ?? "";
  return {
    ko: korean`"${name}"에 "${label}"이(가) 두 번 나와요. 하나씩만 남도록 먼저 합계나 평균으로 묶어 주세요.`,
    en: `"${name}" has "${label}" twice. Group them first, so that each has one value: their sum or their average.`,
  };
}
