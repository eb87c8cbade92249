import type { Clock } from "../../base/clock.ts";
import type { Fetch } from "../../base/fetch.ts";
import { clockTime, instantOf, isoDate, localTimeOf } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { literal } from "../../engine/values/link-lines.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { type Pair, pairOf, rateSymbolOf } from "../../rag/text/currencies.ts";
import { hangulNameOf, symbolOfName } from "../../rag/text/listed-names.ts";
import { type Asking, failed } from "../api/upstream.ts";
import { worded } from "../localize.ts";
import { sparkline } from "../text/sparkline.ts";
import { gathered, namesIn, type OneOf } from "./several.ts";
import {
  askCandidates,
  askCourse,
  askQuote,
  type Candidate,
  type Close,
  COURSE_RANGES,
  type CourseSpan,
  type Quote,
  type QuoteAnswer,
} from "./yahoo.ts";

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

/** Symbols told in one call. */
const MOST_SYMBOLS = 20;

/** Who tells the prices, as a person knows it. */
const SERVICE: Localized = { ko: "시세 서비스", en: "The price service" };

/** `source:price`, `source:prices` and `source:price_history`. */
export function createFinanceHandlers(parts: {
  readonly fetch: Fetch;
  readonly clock: Clock;
}): Handlers {
  const { fetch, clock } = parts;
  return {
    "source:price": (call) => price(fetch, call, clock.now()),
    "source:prices": (call) => prices(fetch, call, clock.now()),
    "source:price_history": (call) => priceHistory(fetch, call, clock.now()),
  };
}

async function price(fetch: Fetch, call: ReadyCall, nowMs: number): Promise<Outcome> {
  const asked = stringParam(call, "symbol").trim();
  const asking: Asking = { fetch, call, name: SERVICE };
  const amount = call.params["amount"];
  const pair = pairOf(rateOf(call, asked) ?? asked);
  if (typeof amount === "number" && pair !== undefined)
    return exchanged(asking, { ...pair, amount }, nowMs);
  const type = optionalString(call, "type");
  const answer = await findQuote(asking, asked, type === "kr" || type === "us" ? type : undefined);
  if (answer.kind === "failed") return answer.outcome;
  if (answer.kind === "none") return failed("not-found", worded(call, unknownSymbol(asked)));
  const value = quoteValue(call, answer.quote, nowMs);
  const worth = answer.quote.price * (typeof amount === "number" ? amount : 1);
  return success({ ...value, data: { ...value.data, value: rounded(worth) } }, { tainted: true });
}

/** Currencies without a smaller coin in use. */
const WITHOUT_CENTS: ReadonlySet<string> = new Set(["KRW", "JPY", "VND"]);

/** An amount of one currency in another. The weaker one is divided by the price of the stronger, which has more digits. */
async function exchanged(
  asking: Asking,
  { from, to, isWeak, amount }: Pair & { readonly amount: number },
  nowMs: number,
): Promise<Outcome> {
  const [base, counter] = isWeak ? [to, from] : [from, to];
  const symbol = `${base === "USD" ? "" : base}${counter}=X`;
  const { call } = asking;
  const answer = await askQuote(asking, symbol);
  if (answer.kind === "failed") return answer.outcome;
  if (answer.kind === "none")
    return failed("not-found", worded(call, unknownSymbol(`${from}${to}=X`)));
  const { quote } = answer;
  const worth = isWeak ? amount / quote.price : amount * quote.price;
  const money = (value: number, currency: string): string => {
    const whole = WITHOUT_CENTS.has(currency) && value > 100 ? Math.round(value) : value;
    return amountText(call, { ...quote, symbol: "", price: whole, currency, isIndex: false });
  };
  const when = quote.atMs === undefined ? "" : ` · ${clockTime(quote.atMs, call.actor, nowMs)}`;
  const data = {
    symbol: quote.symbol,
    name: `${from}/${to}`,
    price: Number((worth / amount).toPrecision(8)),
    currency: to,
    change: null,
    change_percent: null,
    time: quote.atMs === undefined ? null : new Date(quote.atMs).toISOString(),
    value: rounded(worth),
  };
  const text = `${money(amount, from)} = **${money(worth, to)}**${when}`;
  return success({ kind: "object", data, text }, { tainted: true });
}

/** Several at once, a line each; what could not be had is said beside them. */
async function prices(fetch: Fetch, call: ReadyCall, nowMs: number): Promise<Outcome> {
  const asking: Asking = { fetch, call, name: SERVICE };
  const symbols = namesIn(call, "symbol").slice(0, MOST_SYMBOLS);
  const answers = await Promise.all(symbols.map((symbol) => quoteOne(asking, symbol)));
  return gathered(answers, (quotes) => ({
    kind: "list",
    items: quotes.map((quote) => quoteValue(call, quote, nowMs).data),
    text: quotes.map((quote) => quoteLine(call, quote, nowMs)).join("\n"),
  }));
}

async function quoteOne(asking: Asking, symbol: string): Promise<OneOf<Quote>> {
  const { call } = asking;
  const answer = await findQuote(asking, symbol, undefined);
  if (answer.kind === "failed") return answer.outcome;
  if (answer.kind === "none") return failed("not-found", worded(call, unknownSymbol(symbol)));
  return { ok: true, answer: answer.quote };
}

/** The closes of the days before, oldest first. */
async function priceHistory(fetch: Fetch, call: ReadyCall, nowMs: number): Promise<Outcome> {
  const asking: Asking = { fetch, call, name: SERVICE };
  const asked = stringParam(call, "symbol").trim();
  const found = await quoteOne(asking, asked);
  if (!found.ok) return found;
  const { symbol } = found.answer;
  const answer = await askCourse(asking, symbol, spanOf(call, nowMs));
  if (answer.kind === "failed") return answer.outcome;
  const closes = answer.kind === "course" ? answer.closes : [];
  if (closes.length === 0) return failed("not-found", worded(call, noCourse(asked)));
  return success(courseValue(call, found.answer, closes), { tainted: true });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The days that are asked for, each whole in the person's zone; without any, so far back from today. */
function spanOf(call: ReadyCall, nowMs: number): CourseSpan {
  const [start, end] = [optionalString(call, "start_date"), optionalString(call, "end_date")];
  if (start === undefined)
    return { range: COURSE_RANGES.find((known) => known === call.params["range"]) ?? "1mo" };
  const beginOf = (date: string): number => {
    const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
    return instantOf({ year, month, day, hour: 0, minute: 0, second: 0 }, call.actor.zone);
  };
  const fromMs = beginOf(start);
  const toMs = end === undefined ? nowMs : beginOf(end) + DAY_MS;
  return { fromMs, toMs: Math.max(toMs, fromMs + DAY_MS) };
}

/** The symbol of an exchange rate; one currency alone is told in won where Korean is spoken, elsewhere in dollars. */
function rateOf({ actor }: ReadyCall, asked: string): string | undefined {
  const isKorean = actor.language === "ko" || /\p{Script=Hangul}/u.test(asked);
  return rateSymbolOf(asked, isKorean ? "KRW" : "USD");
}

function noCourse(asked: string): Localized {
  return {
    ko: `${asked}의 지난 시세는 없어요.`,
    en: `There are no past prices of ${asked}.`,
  };
}

function courseValue(call: ReadyCall, quote: Quote, closes: readonly Close[]) {
  const locale = call.actor.language === "ko" ? "ko-KR" : "en-US";
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: call.actor.zone,
    month: "numeric",
    day: "numeric",
  });
  const items = closes.map(({ atMs, price: close }) => ({
    date: isoDate(localTimeOf(atMs, call.actor.zone)),
    price: close,
  }));
  const lines = closes.map(
    ({ atMs, price: close }) =>
      `- ${day.format(atMs)} ${amountText(call, { ...quote, price: close })}`,
  );
  const drawn = sparkline(closes.map(({ price: close }) => close));
  const head = `**${literal(nameOf(call, quote))}**${drawn === undefined ? "" : ` ${drawn}`}`;
  const text = [head, ...lines].join("\n");
  return { kind: "list", items, text } as const;
}

function unknownSymbol(asked: string): Localized {
  const pair = pairOf(asked);
  if (pair !== undefined)
    return {
      ko: `${pair.from}에서 ${pair.to}로 바꾸는 환율은 못 찾았어요.`,
      en: `I can't find an exchange rate from ${pair.from} to ${pair.to}.`,
    };
  return {
    ko: `${asked} 종목은 못 찾았어요. 종목 코드나 티커로 말해 주세요.`,
    en: `I can't find a share called ${asked}. Try its code or ticker.`,
  };
}

/** Tries what the words may mean, likeliest first: a known name, a code of Seoul, a symbol as it stands, a name for Yahoo's search. */
async function findQuote(asking: Asking, asked: string, market: Market): Promise<QuoteAnswer> {
  const known = symbolOfName(asked) ?? rateOf(asking.call, asked);
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
  nowMs: number,
): { readonly kind: "object"; readonly data: JsonObject; readonly text: string } {
  const { change, percent } = movementOf(quote);
  const data: JsonObject = {
    symbol: quote.symbol,
    name: nameOf(call, quote),
    price: quote.price,
    currency: quote.currency ?? null,
    change,
    change_percent: percent,
    time: quote.atMs === undefined ? null : new Date(quote.atMs).toISOString(),
  };
  return { kind: "object", data, text: quoteLine(call, quote, nowMs) };
}

function nameOf(call: ReadyCall, quote: Quote): string {
  const hangul = call.actor.language === "ko" ? hangulNameOf(quote.symbol) : undefined;
  return hangul ?? quote.name.replace(COMPANY_FORM, "");
}

/** What a company is in law, behind its name. */
const COMPANY_FORM =
  /,?\s+(?:Inc|Incorporated|Corp|Corporation|Co|Company|plc|Ltd|Limited|AG|SE|N\.?V|S\.?A)\.?(?:,?\s+Ltd\.?)?$/iu;

/** How far it moved since the close before, in its own unit and in percent. */
function movementOf({ price: now, previousClose: before }: Quote): {
  readonly change: number | null;
  readonly percent: number | null;
} {
  const change = before === undefined ? null : rounded(now - before);
  const percent = change === null || !before ? null : rounded((change / before) * 100);
  return { change, percent };
}

/** Name, price, how far it moved, and when that was. */
function quoteLine(call: ReadyCall, quote: Quote, nowMs: number): string {
  const { change, percent } = movementOf(quote);
  const moved =
    change === null || percent === null ? "" : ` ${movementText(call, change, percent)}`;
  const when = quote.atMs === undefined ? "" : ` · ${clockTime(quote.atMs, call.actor, nowMs)}`;
  return `**${literal(nameOf(call, quote))}** ${amountText(call, quote)}${moved}${when}`;
}

function amountText(call: ReadyCall, quote: Quote): string {
  const { currency, isIndex } = quote;
  const fraction = quote.symbol.endsWith("=X") && quote.price < 10 ? RATE_DIGITS : {};
  const isKorean = call.actor.language === "ko";
  const locale = isKorean ? "ko-KR" : "en-US";
  if (currency === undefined || isIndex)
    return quote.price.toLocaleString(locale, { maximumFractionDigits: 2 });
  if (isKorean && currency === "KRW")
    return `${quote.price.toLocaleString(locale, { maximumFractionDigits: 2 })}원`;
  if (!/^[A-Z]{3}$/.test(currency))
    return `${quote.price.toLocaleString(locale, { maximumFractionDigits: 2 })} ${currency}`;
  const style = {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    ...fraction,
  } as const;
  return quote.price.toLocaleString(locale, style);
}

/** Of what one unit of a currency costs in another. */
const RATE_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;

function movementText(call: ReadyCall, change: number, percent: number): string {
  if (change === 0) return "– (0.0%)";
  const locale = call.actor.language === "ko" ? "ko-KR" : "en-US";
  const digits = Number.isInteger(change) ? 0 : 2;
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const amount = Math.abs(change).toLocaleString(locale, fraction);
  const share = `${percent > 0 ? "+" : "−"}${Math.abs(percent).toFixed(1)}%`;
  return `${change > 0 ? "▲" : "▼"}${amount} (${share})`;
}

/** To four decimals, which frees a difference of prices from binary dust. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
