import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Analysis } from "./analysis.ts";
import { dateIn, rowsOf } from "./records.ts";
import { slopeOf, trendOf } from "./statistics.ts";
import { rounded } from "./words.ts";

/** A term with its interest over time. */
export interface Series {
  readonly term: string;
  readonly points: readonly (readonly [string, number])[];
}

/** Interest over time out of an export of Google Trends, or any table of days and numbers. Google has no open interface for it; without a table there is no series. */
export const analyseTrends: Analysis = ({ input }) => {
  const series = seriesOf(input["trend_rows"] ?? null);
  const terms = series.map(({ term, points }) => {
    const values = points.map(([, value]) => value);
    const [first, last] = halves(values);
    return {
      term,
      points: points.map(([day, value]) => ({ day, value })),
      slope: rounded(slopeOf(values)),
      z: rounded(trendOf(values)),
      change: first === 0 ? null : rounded(last / first - 1),
      direction: directionOf(trendOf(values)),
    };
  });
  const source = terms.length === 0 ? "none" : "table";
  const names = terms.map(({ term, direction }) => `${term} ${ARROWS[direction]}`).join(", ");
  return {
    output: { source, terms } as unknown as JsonObject, // JSON values alone
    words: {
      ko:
        terms.length === 0
          ? "트렌드 자료가 없어요. Google 트렌드(trends.google.com)에서 내려받은 CSV를 trends_file로 주세요. 열린 API가 없어 직접 가져올 수는 없어요."
          : `관심도: ${names}`,
      en:
        terms.length === 0
          ? "There is no trend data. Give a CSV from trends.google.com as trends_file; Google has no open interface that it could be fetched from."
          : `Interest: ${names}`,
    },
  };
};

const ARROWS = { rising: "↑", falling: "↓", steady: "→" } as const;

/** 1.96 is the 5 % bound of the normal distribution. */
export function directionOf(z: number): keyof typeof ARROWS {
  if (z > 1.96) return "rising";
  return z < -1.96 ? "falling" : "steady";
}

/** The columns of numbers of a table with a column of days. An export of Google Trends has lines before its table, and "<1" for small numbers. */
function seriesOf(value: Json): readonly Series[] {
  const text = typeof value === "string" ? value.replace(/^(?:[^,\t\n]*\r?\n)+/, "") : value;
  const rows = rowsOf(text).filter(isJsonObject);
  const [head] = rows;
  if (head === undefined) return [];
  const names = Object.keys(head);
  const day = names.find(
    (name) => dateIn(String(head[name])) !== undefined || /^\d{4}-\d{2}$/.test(String(head[name])),
  );
  return names
    .filter((name) => name !== day && rows.every((row) => Number.isFinite(numberOf(row[name]))))
    .map((term) => ({
      term: term.replace(/: \(.*$/, ""),
      points: rows.map(
        (row, index) => [String(row[day ?? ""] ?? index + 1), numberOf(row[term])] as const,
      ),
    }));
}

function numberOf(value: Json | undefined): number {
  return Number.parseFloat(
    String(value ?? "")
      .replace("<", "")
      .replaceAll(",", ""),
  );
}

function halves(values: readonly number[]): readonly [number, number] {
  const middle = Math.floor(values.length / 2);
  const mean = (part: readonly number[]): number =>
    part.reduce((sum, each) => sum + each, 0) / Math.max(1, part.length);
  return [mean(values.slice(0, middle)), mean(values.slice(middle))];
}
