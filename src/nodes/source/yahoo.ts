import { isJsonObject, type Json, type JsonObject, parsedJson } from "../../base/json.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import {
  type Asking,
  askRaw,
  type FailureOutcome,
  failed,
  statusFailure,
} from "../api/upstream.ts";
import { worded } from "../localize.ts";

/** The last known price of a symbol; `atMs` is Unix milliseconds, `previousClose` the close before it. */
export interface Quote {
  readonly symbol: string;
  readonly name: string;
  readonly price: number;
  readonly previousClose: number | undefined;
  /** Yahoo's code: ISO 4217, or a part of one such as `GBp`. Absent for what has none. */
  readonly currency: string | undefined;
  readonly isIndex: boolean;
  readonly atMs: number | undefined;
}

/** A quote, no such symbol, or why Yahoo could not say. */
export type QuoteAnswer =
  | { readonly kind: "quote"; readonly quote: Quote }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly outcome: FailureOutcome };

/** One candidate of Yahoo's search. */
export interface Candidate {
  readonly symbol: string;
  readonly exchange: string;
}

type Body =
  | { readonly kind: "body"; readonly body: Json }
  | Exclude<QuoteAnswer, { readonly kind: "quote" }>;

const ORIGIN = "https://query2.finance.yahoo.com";

/** Asks the chart endpoint for the day's price of one exact symbol. */
export async function askQuote(asking: Asking, symbol: string): Promise<QuoteAnswer> {
  const answer = await askJson(
    asking,
    `${ORIGIN}/v8/finance/chart/${encodeURIComponent(symbol)}?range=1d&interval=1d`,
    "chart",
  );
  if (answer.kind !== "body") return answer;
  const quote = quoteOf(at(answer.body, "chart", "result", 0, "meta"));
  return quote === undefined ? { kind: "none" } : { kind: "quote", quote };
}

/** How far back a course goes, in Yahoo's words (vutran/yahoo-stocks pull 4 lists them all). */
export const COURSE_RANGES = ["5d", "1mo", "3mo", "6mo", "1y"] as const;

/** How far back a course goes, or from when to when in Unix milliseconds. */
export type CourseSpan =
  | { readonly range: (typeof COURSE_RANGES)[number] }
  | { readonly fromMs: number; readonly toMs: number };

/** One day of a course: `atMs` is Unix milliseconds. */
export interface Close {
  readonly atMs: number;
  readonly price: number;
}

/** Asks the chart endpoint for the closes of one exact symbol, oldest first; days without one are left out. */
export async function askCourse(
  asking: Asking,
  symbol: string,
  span: CourseSpan,
): Promise<
  | { readonly kind: "course"; readonly closes: readonly Close[] }
  | Exclude<QuoteAnswer, { readonly kind: "quote" }>
> {
  const asked: Record<string, string> =
    "range" in span
      ? { range: span.range }
      : { period1: String(span.fromMs / 1000), period2: String(span.toMs / 1000) };
  const search = new URLSearchParams({ ...asked, interval: "1d" });
  const answer = await askJson(
    asking,
    `${ORIGIN}/v8/finance/chart/${encodeURIComponent(symbol)}?${search.toString()}`,
    "chart",
  );
  if (answer.kind !== "body") return answer;
  const result = at(answer.body, "chart", "result", 0);
  const times = at(result, "timestamp");
  const closes = at(result, "indicators", "quote", 0, "close");
  return { kind: "course", closes: closesOf(times, closes) };
}

/** Two lists of one length, seconds and prices (ranaroussi/yfinance issue 1015); a price may be null (gadicc/yahoo-finance2 issue 635). */
function closesOf(times: Json | undefined, prices: Json | undefined): readonly Close[] {
  if (!Array.isArray(times) || !Array.isArray(prices)) return [];
  return times.flatMap((time: Json, index) => {
    const price = prices[index];
    return typeof time === "number" && typeof price === "number"
      ? [{ atMs: time * 1000, price }]
      : [];
  });
}

/** Asks the search endpoint for symbols of a name, best first; only what is traded. */
export async function askCandidates(
  asking: Asking,
  name: string,
): Promise<
  | { readonly kind: "candidates"; readonly candidates: readonly Candidate[] }
  | Exclude<QuoteAnswer, { readonly kind: "quote" }>
> {
  const search = new URLSearchParams({
    q: name,
    quotesCount: "8",
    newsCount: "0",
    enableFuzzyQuery: "false",
  });
  const answer = await askJson(
    asking,
    `${ORIGIN}/v1/finance/search?${search.toString()}`,
    "finance",
  );
  if (answer.kind !== "body") return answer;
  const quotes = at(answer.body, "quotes");
  const candidates = (Array.isArray(quotes) ? quotes : []).flatMap((entry: Json) => {
    const symbol = at(entry, "symbol");
    const exchange = at(entry, "exchange");
    return typeof symbol === "string" && symbol !== ""
      ? [{ symbol, exchange: typeof exchange === "string" ? exchange : "" }]
      : [];
  });
  return { kind: "candidates", candidates };
}

/** Yahoo tells its errors in `NAME.error` beside any status: code "Not Found" is an unknown symbol (finance-quote issue 318, yfinance issue 1548). */
async function askJson(asking: Asking, url: string, name: "chart" | "finance"): Promise<Body> {
  const answer = await askRaw(asking, { url, service: "yahoo-finance" });
  if (!answer.ok) return { kind: "failed", outcome: answer };
  const { response } = answer;
  const body = parsedJson(responseText(response));
  const error = at(body, name, "error") ?? at(body, "finance", "error");
  if (isJsonObject(error)) return errorAnswer(asking, response.status, error);
  if (response.status === 404) return { kind: "none" };
  if (response.status !== 200) return { kind: "failed", outcome: statusFailure(asking, response) };
  if (body === undefined)
    return { kind: "failed", outcome: failed("upstream-changed", worded(asking.call, NOT_JSON)) };
  return { kind: "body", body };
}

const NOT_JSON = {
  ko: "시세 서비스의 답을 읽지 못했어요.",
  en: "The answer of the price service can't be read.",
};

function errorAnswer(asking: Asking, status: number, error: JsonObject): Body {
  const code = String(error["code"] ?? "");
  const told = String(error["description"] ?? code).slice(0, 200);
  if (/not found/i.test(code) || /invalid search query/i.test(told)) return { kind: "none" };
  const message = worded(asking.call, {
    ko: `Yahoo Finance 오류: ${told}`,
    en: `Yahoo Finance says: ${told}`,
  });
  return {
    kind: "failed",
    outcome: failed("upstream-error", message, status === 429 || status >= 500),
  };
}

/** `regularMarketTime` counts seconds. A symbol without a price was never traded or is no longer. */
function quoteOf(meta: Json | undefined): Quote | undefined {
  const price = at(meta, "regularMarketPrice");
  const symbol = at(meta, "symbol");
  if (typeof price !== "number" || typeof symbol !== "string") return undefined;
  const name = at(meta, "longName") ?? at(meta, "shortName");
  const close = at(meta, "previousClose") ?? at(meta, "chartPreviousClose");
  const currency = at(meta, "currency");
  const time = at(meta, "regularMarketTime");
  return {
    symbol,
    name: typeof name === "string" ? name : symbol,
    price,
    previousClose: typeof close === "number" ? close : undefined,
    currency: typeof currency === "string" ? currency : undefined,
    isIndex: at(meta, "instrumentType") === "INDEX",
    atMs: typeof time === "number" ? time * 1000 : undefined,
  };
}

/** The value at a path, or nothing where a part is absent or null. */
function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let found: Json | undefined = value;
  for (const part of path) {
    if (typeof part === "number") found = Array.isArray(found) ? found[part] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return found ?? undefined;
}
