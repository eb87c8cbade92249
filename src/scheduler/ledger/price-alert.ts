import type { Language } from "../../base/localized.ts";
import type { Timing } from "../timing/timing-kinds.ts";

/** What an alert of a price waits for. */
export interface PriceAlert {
  readonly symbol: string;
  readonly isAbove: boolean;
  readonly line: number;
}

const WATCH = /^\s*\[source:price\]\("(?<symbol>[^"\\]+)"\)\s*$/u;
const LINE = /^\s*price\s*(?<sign>>=?|<=?)\s*(?<line>\d+(?:\.\d+)?)\s*$/u;

/** The alert that a timing is: a look at one price, and a line; undefined for any other. */
export function priceAlertOf(timing: Timing): PriceAlert | undefined {
  if (timing.kind !== "condition") return undefined;
  const symbol = WATCH.exec(timing.watch)?.groups?.["symbol"];
  const { sign = "", line } = LINE.exec(timing.condition)?.groups ?? {};
  if (symbol === undefined || line === undefined) return undefined;
  return { symbol, isAbove: sign.startsWith(">"), line: Number(line) };
}

/** An amount as somebody says it: "8만 원", "$400", "400"; without a currency the number alone. */
export function amountWords(amount: number, language: Language, currency?: string): string {
  if (language === "ko") {
    const number = koreanNumber(amount);
    const space = /\p{L}$/u.test(number) ? " " : "";
    if (currency === "KRW") return `${number}${space}원`;
    if (currency === "USD") return `${number}${space}달러`;
    return number;
  }
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return amount.toLocaleString("en-US");
  const digits = Number.isInteger(amount) ? 0 : 2;
  const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  return amount.toLocaleString("en-US", { ...style, minimumFractionDigits: digits });
}

/** Whole ten thousands by their name ("8만", "1억 2,000만"); any other number in digits. */
function koreanNumber(amount: number): string {
  if (amount < 10_000 || amount % 10_000 !== 0) return amount.toLocaleString("ko-KR");
  const hundredMillions = Math.floor(amount / 1e8);
  const rest = (amount % 1e8) / 10_000;
  return [
    ...(hundredMillions === 0 ? [] : [`${hundredMillions.toLocaleString("ko-KR")}억`]),
    ...(rest === 0 ? [] : [`${rest.toLocaleString("ko-KR")}만`]),
  ].join(" ");
}
