import type { Fetch } from "../../base/fetch.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/words.ts";
import { type Handlers, optionalString, type ReadyCall, stringParam } from "../../engine/action.ts";
import { type Outcome, success } from "../../engine/outcome.ts";
import { type Asking, failed } from "../upstream.ts";
import { momentText, worded } from "../wording.ts";
import { hangulNameOf, symbolOfName } from "./listed-names.ts";
import { askCandidates, askQuote, type Candidate, type Quote, type QuoteAnswer } from "./yahoo.ts";

/** What the price action needs. */
export interface FinanceParts {
  readonly fetch: Fetch;
}

type Market = "kr" | "us" | undefined;

/** Yahoo's codes of the exchanges in the United States: Nasdaq's three tiers, NYSE, NYSE American, NYSE Arca, Cboe BZX. */
const US_EXCHANGES: ReadonlySet<string> = new Set([
  "NMS",
  "NGM",
  "NCM",
  "NYQ",
  "ASE",
  "PCX",
  "BTS",
]);

/** Yahoo's endings of the two boards in Seoul: KOSPI, then KOSDAQ. */
const SEOUL_ENDINGS = [".KS", ".KQ"] as const;

/** A symbol as people type it: capitals and digits, with Yahoo's marks for indices, classes, currencies and exchanges. */
const SYMBOL = /^\^?[A-Z0-9][A-Z0-9.=-]{0,14}$/;

/** `source:price`. */
export function createFinanceHandlers(parts: FinanceParts): Handlers {
  return { "source:price": (call) => price(parts, call) };
}

async function price(parts: FinanceParts, call: ReadyCall): Promise<Outcome> {
  const asked = stringParam(call, "symbol").trim();
  const asking: Asking = { fetch: parts.fetch, call, name: "Yahoo Finance" };
  const type = optionalString(call, "type");
  const answer = await findQuote(asking, asked, type === "kr" || type === "us" ? type : undefined);
  if (answer.kind === "failed") return answer.outcome;
  if (answer.kind === "none") return failed("not-found", worded(call, unknownSymbol(asked)));
  return success(quoteValue(call, answer.quote), { tainted: true });
}

function unknownSymbol(asked: string): Localized {
  return {
    ko: `"${asked}" 종목을 찾지 못했습니다. 종목 코드(예: 005930)나 티커(예: AAPL)로 다시 물어보세요.`,
    en: `No share or index called "${asked}" was found. Try its code (005930) or its ticker (AAPL).`,
  };
}

/** Tries what the words may mean, likeliest first: a known name, a code of Seoul, a symbol as it stands, a name for Yahoo's search. */
async function findQuote(asking: Asking, asked: string, market: Market): Promise<QuoteAnswer> {
  const known = symbolOfName(asked);
  const symbol = known !== undefined && fits(known, market) ? known : asked;
  if (/^\d{6}$/.test(symbol)) return askSeoul(asking, symbol);
  if (SYMBOL.test(symbol) && fits(symbol, market)) {
    const answer = await askQuote(asking, symbol);
    if (answer.kind !== "none") return answer;
  }
  const found = await askCandidates(asking, asked);
  if (found.kind !== "candidates") return found;
  const best = found.candidates.find((candidate) => isOf(candidate, market));
  return best === undefined ? { kind: "none" } : askQuote(asking, best.symbol);
}

async function askSeoul(asking: Asking, code: string): Promise<QuoteAnswer> {
  for (const ending of SEOUL_ENDINGS) {
    const answer = await askQuote(asking, `${code}${ending}`);
    if (answer.kind !== "none") return answer;
  }
  return { kind: "none" };
}

/** Whether a symbol can belong to the market asked for. */
function fits(symbol: string, market: Market): boolean {
  if (market === undefined) return true;
  const isSeoul = /^\d{6}(\.K[SQ])?$/.test(symbol) || /^\^K[SQ]11$/.test(symbol);
  return isSeoul === (market === "kr");
}

function isOf(candidate: Candidate, market: Market): boolean {
  if (market === "us") return US_EXCHANGES.has(candidate.exchange);
  return market === undefined || fits(candidate.symbol, market);
}

function quoteValue(
  call: ReadyCall,
  quote: Quote,
): { readonly kind: "object"; readonly data: JsonObject; readonly text: string } {
  const name =
    (call.actor.language === "ko" ? hangulNameOf(quote.symbol) : undefined) ?? quote.name;
  const change =
    quote.previousClose === undefined ? null : rounded(quote.price - quote.previousClose);
  const percent =
    change === null || !quote.previousClose ? null : rounded((change / quote.previousClose) * 100);
  const data: JsonObject = {
    symbol: quote.symbol,
    name,
    price: quote.price,
    currency: quote.currency ?? null,
    change,
    change_percent: percent,
    time: quote.atMs === undefined ? null : new Date(quote.atMs).toISOString(),
  };
  const moved =
    change === null || percent === null ? "" : ` ${movementText(call, change, percent)}`;
  return {
    kind: "object",
    data,
    text: `${name} (${quote.symbol}) ${amountText(call, quote)}${moved}\n${sourceText(call, quote)}`,
  };
}

function sourceText(call: ReadyCall, quote: Quote): string {
  if (quote.atMs === undefined) return "Yahoo Finance";
  const moment = momentText(call, quote.atMs);
  return worded(call, {
    ko: `${moment} 기준, Yahoo Finance`,
    en: `as of ${moment}, Yahoo Finance`,
  });
}

function amountText(call: ReadyCall, quote: Quote): string {
  const locale = call.actor.language === "ko" ? "ko-KR" : "en-US";
  const { currency, isIndex } = quote;
  if (currency === undefined || isIndex)
    return quote.price.toLocaleString(locale, { maximumFractionDigits: 2 });
  if (!/^[A-Z]{3}$/.test(currency))
    return `${quote.price.toLocaleString(locale, { maximumFractionDigits: 2 })} ${currency}`;
  return quote.price.toLocaleString(locale, { style: "currency", currency });
}

function movementText(call: ReadyCall, change: number, percent: number): string {
  const locale = call.actor.language === "ko" ? "ko-KR" : "en-US";
  const arrow = change > 0 ? "▲" : change < 0 ? "▼" : "–";
  const amount = Math.abs(change).toLocaleString(locale, { maximumFractionDigits: 2 });
  return `${arrow} ${amount} (${percent > 0 ? "+" : ""}${percent.toFixed(2)}%)`;
}

/** To four decimals, which frees a difference of prices from binary dust. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
