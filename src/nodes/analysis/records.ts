import { digestOf } from "../../base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { recordsOfText } from "../../engine/values/text-rows.ts";
import { type Analysis, AnalysisFault } from "./analysis.ts";
import { countWords, shareOf } from "./words.ts";

/** A text that was collected, with what is known of it. */
export interface Review {
  readonly id: string;
  readonly text: string;
  /** From 1 to 5. */
  readonly rating?: number;
  /** YYYY-MM-DD. */
  readonly date?: string;
  readonly source?: string;
  readonly brand?: string;
  readonly product?: string;
}

/** Names of columns, small letters without spaces, by what they hold; the first that a table has counts. */
const COLUMNS = {
  text: [
    "text",
    "review",
    "content",
    "comment",
    "body",
    "내용",
    "리뷰",
    "후기",
    "본문",
    "댓글",
    "의견",
    "message",
    "answered",
    "snippet",
    "summary",
    "description",
  ],
  title: ["title", "제목", "subject"],
  rating: ["rating", "score", "stars", "star", "평점", "별점", "점수"],
  date: [
    "date",
    "created_at",
    "createdat",
    "published",
    "at",
    "day",
    "날짜",
    "작성일",
    "작성일자",
    "일자",
    "등록일",
  ],
  source: ["source", "platform", "channel", "url", "출처", "채널", "플랫폼"],
  brand: ["brand", "브랜드", "company", "회사", "업체"],
  product: ["product", "상품", "상품명", "제품", "제품명", "item"],
} as const;

type Column = keyof typeof COLUMNS;

const MOST = 10_000;
const LONGEST_TEXT = 5000;

/** The collector: rows of any table, list or text in one form, the same text once. */
export const collect: Analysis = ({ input }) => {
  const rows = rowsOf(input["rows"] ?? null);
  const limit = typeof input["limit"] === "number" ? input["limit"] : MOST;
  const keys = keysOf(rows);
  const seen = new Set<string>();
  const reviews: Review[] = [];
  let [empty, duplicates] = [0, 0];
  for (const row of rows) {
    const review = reviewOf(row, keys, String(reviews.length + 1));
    const mark = digestOf(`${review.text} ${review.date ?? ""} ${review.brand ?? ""}`);
    if (review.text === "") empty += 1;
    else if (seen.has(mark)) duplicates += 1;
    else if (reviews.length < limit) reviews.push(review);
    seen.add(mark);
  }
  if (reviews.length === 0) throw new AnalysisFault("no-data", NO_TEXTS);
  const stats = { rows: rows.length, count: reviews.length, empty, duplicates, ...spanOf(reviews) };
  const columns = Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== undefined));
  const output = { reviews, stats, columns } as unknown as JsonObject; // reviews have JSON values alone
  return { output, words: collectedWords(stats.count, duplicates, empty) };
};

function collectedWords(count: number, duplicates: number, empty: number) {
  return {
    ko: `글 ${countWords(count)}개를 모았어요. 같은 글 ${duplicates}개와 빈 칸 ${empty}개는 뺐어요.`,
    en: `Gathered ${countWords(count)} texts; left out ${duplicates} repeated and ${empty} empty ones.`,
  };
}

/** The rows of a table, a list, an object with one list, or the lines of a text. */
export function rowsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") {
    const records = recordsOfText(value);
    return records ?? value.split(/\r?\n/).filter((line) => line.trim() !== "");
  }
  if (!isJsonObject(value)) return [];
  const list = Object.values(value).find((part) => Array.isArray(part));
  return Array.isArray(list) ? list : [value];
}

function keysOf(rows: readonly Json[]): Readonly<Partial<Record<Column, string>>> {
  const names = new Set(
    rows.slice(0, 50).flatMap((row) => (isJsonObject(row) ? Object.keys(row) : [])),
  );
  const plain = new Map(
    [...names].map((name) => [name.toLowerCase().replace(/[\s\ufeff]/g, ""), name]),
  );
  return Object.fromEntries(
    (Object.keys(COLUMNS) as readonly Column[]).flatMap((column) => {
      const known = COLUMNS[column].find((name) => plain.has(name));
      return known === undefined ? [] : [[column, plain.get(known)]];
    }),
  );
}

function reviewOf(row: Json, keys: Readonly<Partial<Record<Column, string>>>, id: string): Review {
  if (!isJsonObject(row)) return { id, text: textIn(row) };
  const read = (column: Column): string => textIn(row[keys[column] ?? ""] ?? null);
  const text = [read("title"), read("text")].filter((part) => part !== "").join(". ");
  const rating = Number.parseFloat(read("rating"));
  const date = dateIn(read("date"));
  const optional = { source: read("source"), brand: read("brand"), product: read("product") };
  return {
    id,
    text: text.slice(0, LONGEST_TEXT),
    ...(rating >= 1 && rating <= 5 ? { rating } : {}),
    ...(date === undefined ? {} : { date }),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== "")),
  };
}

function textIn(value: Json): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/** The day that a text begins with, as YYYY-MM-DD. */
export function dateIn(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})[-./년 ]{1,2}(\d{1,2})[-./월 ]{1,2}(\d{1,2})/u.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

function spanOf(reviews: readonly Review[]): JsonObject {
  const dates = reviews.flatMap(({ date }) => date ?? []).sort();
  const ratings = reviews.flatMap(({ rating }) => rating ?? []);
  const [from] = dates;
  const to = dates.at(-1);
  return {
    ...(from === undefined || to === undefined ? {} : { from, to }),
    ...(ratings.length === 0
      ? {}
      : {
          mean_rating: shareOf(
            ratings.reduce((sum, each) => sum + each, 0),
            ratings.length,
          ),
        }),
  };
}

/** The reviews that the collector gave. */
export function reviewsIn(value: Json | undefined): readonly Review[] {
  const reviews = isJsonObject(value) ? value["reviews"] : undefined;
  return Array.isArray(reviews) ? (reviews as unknown as readonly Review[]) : []; // the collector's schema says so
}

const NO_TEXTS = {
  ko: "분석할 글이 없어요. 리뷰가 적힌 열(예: 내용, 리뷰, text)이 있는 표나 글을 주세요.",
  en: "There is no text to analyse. Give a table with a column of texts (such as text, review or content), or texts.",
};
