import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { JsonObject } from "../../../src/base/json.ts";
import { createFinanceHandlers } from "../../../src/nodes/source/finance.ts";
import { pairOf, rateSymbolOf } from "../../../src/rag/text/currencies.ts";
import { hangulNameOf, symbolOfName } from "../../../src/rag/text/listed-names.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { type CallOptions, failureOf, goodValue, run } from "../../support/ready-call.ts";
import { startWeb } from "../../support/web-fetch.ts";

const NOW = "2026-11-20T07:24:00Z";

async function market(context: TestContext) {
  const { upstream, fetch } = await startWeb(context);
  const handlers = createFinanceHandlers({ fetch, clock: new ManualClock(NOW) });
  const price = (symbol: string, params: JsonObject = {}, options: CallOptions = {}) =>
    run(handlers, "source:price", { symbol, ...params }, options);
  const asked = () =>
    upstream.requests.map(
      (request) => request.path.replace("/v8/finance/chart/", "") + (request.query["q"] ?? ""),
    );
  return { upstream, price, asked };
}

test("a company named in Korean gives its price, change and time", async (t) => {
  const { price, asked } = await market(t);
  const result = await price("삼성전자");
  assert.deepEqual(goodValue(result), {
    kind: "object",
    data: {
      symbol: "005930.KS",
      name: "삼성전자",
      price: 71500,
      currency: "KRW",
      change: 800,
      change_percent: 1.1315,
      time: "2026-11-20T06:30:00.000Z",
      value: 71500,
    },
    text: "**삼성전자** 71,500원 ▲800 (+1.1%) · 15:30",
  });
  assert.equal("tainted" in result && result.tainted, true);
  assert.deepEqual(asked(), ["005930.KS"]);
});

test("an amount of money is told in another currency, the weaker one by the price of the stronger", async (t) => {
  const { price, asked } = await market(t);
  const text = async (symbol: string, amount: number): Promise<string> => {
    const { text: shown } = goodValue(await price(symbol, { amount })) as { text: string };
    return shown;
  };
  assert.equal(await text("KRW=X", 30), "$30.00 = **41,738원** · 15:30");
  assert.equal(await text("KRWUSD=X", 50_000), "50,000원 = **$35.94** · 15:30");
  assert.equal(await text("EURUSD=X", 80), "€80.00 = **$92.27** · 15:30");
  assert.deepEqual(asked(), ["KRW=X", "KRW=X", "EURUSD=X"]);
});

test("an amount is told from the currency it is in to the other, wherever it is asked", async (t) => {
  const { price } = await market(t);
  for (const language of ["ko", "en"] as const) {
    const told = async (symbol: string): Promise<string> => {
      const value = goodValue(await price(symbol, { amount: 500 }, { language }));
      return (value as { readonly text: string }).text.replace(/ · .*$/u, "");
    };
    assert.equal(await told("EUR=X"), "$500.00 = **€433.50**");
    assert.equal(await told("EURUSD=X"), "€500.00 = **$576.70**");
  }
});

test("a pair without a rate is told by its two currencies", async (t) => {
  const { price } = await market(t);
  for (const params of [{ amount: 300 }, {}])
    assert.equal(
      failureOf(await price("GBPEUR=X", params, { language: "en" })).message,
      "I can't find an exchange rate from GBP to EUR.",
    );
});

const CODES = "GBP EUR CHF USD CAD AUD SGD CNY HKD TWD THB PHP INR JPY KRW VND".split(" ");

test("the symbol of two currencies names them in their order, whatever is spoken", () => {
  for (const from of CODES)
    for (const to of CODES.filter((code) => code !== from))
      for (const home of ["KRW", "USD"]) {
        const symbol = rateSymbolOf(`${from}/${to}`, home) ?? "";
        const pair = pairOf(rateSymbolOf(symbol, home) ?? symbol);
        assert.deepEqual([pair?.from, pair?.to], [from, to], `${from}/${to}`);
      }
});

test("a currency alone has its rate at home, also where its name looks like two codes", () => {
  for (const [name, symbol] of [
    ["dollar", "KRW=X"],
    ["rupees", "INRKRW=X"],
    ["pounds", "GBPKRW=X"],
    ["EURUSD", "EURUSD=X"],
  ] as const)
    assert.equal(rateSymbolOf(name, "KRW"), symbol, name);
  assert.equal(rateSymbolOf("carrot", "KRW"), undefined);
});

const FOUND: readonly (readonly [string, JsonObject, string, readonly string[]])[] = [
  ["AAPL", {}, "**Apple** $328.88 ▼4.86 (−1.5%) · 15:30", ["AAPL"]],
  ["247540", {}, "**EcoPro BM** ₩163,200 ▲5,200 (+3.3%) · 15:30", ["247540.KS", "247540.KQ"]],
  ["네이버", {}, "**NAVER** ₩192,300 – (0.0%) · 15:30", ["035420.KS"]],
  ["apple", {}, "**Apple** $328.88 ▼4.86 (−1.5%) · 15:30", ["AAPL"]],
  [
    "Samsung",
    { type: "kr" },
    "**Samsung Electronics** ₩71,500 ▲800 (+1.1%) · 15:30",
    ["005930.KS"],
  ],
  [
    "Coupang",
    { type: "us" },
    "**Coupang** $31.02 ▲0.42 (+1.4%) · 15:30",
    ["/v1/finance/searchCoupang", "CPNG"],
  ],
  ["SMSN", {}, "no such share", ["SMSN", "/v1/finance/searchSMSN"]],
  ["VOD.L", {}, "**Vodafone Group** 88.34 GBp ▲0.44 (+0.5%) · 15:30", ["VOD.L"]],
  ["코스피 지수", {}, "**KOSPI Composite Index** 2,921.36 ▲22.24 (+0.8%) · 15:30", ["^KS11"]],
  ["환율", {}, "**USD/KRW** ₩1,391 ▲2.85 (+0.2%) · 15:30", ["KRW=X"]],
  ...["USD/KRW", "USDKRW", "USDKRW=X", "usd to krw", "달러/원", "달러 대 원화 환율", "달러"].map(
    (rate) => [rate, {}, "**USD/KRW** ₩1,391 ▲2.85 (+0.2%) · 15:30", ["KRW=X"]] as const,
  ),
  ["euro/dollar", {}, "**EUR/USD** $1.1534 ▲0.00 (+0.3%) · 15:30", ["EURUSD=X"]],
];

for (const [symbol, params, line, requests] of FOUND) {
  test(`"${symbol}" ${JSON.stringify(params)} asks ${requests.join(", ")}`, async (t) => {
    const { price, asked } = await market(t);
    const result = await price(symbol, params, { language: "en" });
    if (line === "no such share") assert.equal(failureOf(result).code, "not-found");
    else assert.equal(goodValue(result).text?.split("\n")[0], line);
    assert.deepEqual(asked(), requests);
  });
}

const MISSING: readonly (readonly [string, JsonObject])[] = [
  ["ZZZZZ", {}],
  ["없는회사주식회사", {}],
  ["999999", {}],
  ["AAPL", { type: "kr" }],
  ["삼성전자", { type: "us" }],
];

for (const [symbol, params] of MISSING) {
  test(`"${symbol}" ${JSON.stringify(params)} is not found, with what to try`, async (t) => {
    const { price } = await market(t);
    assert.deepEqual(failureOf(await price(symbol, params)), {
      code: "not-found",
      message: `${symbol} 종목은 못 찾았어요. 종목 코드나 티커로 말해 주세요.`,
      retryable: false,
    });
  });
}

const ERRORS: readonly (readonly [string, number, string, string, boolean])[] = [
  [
    "an error inside a good answer",
    200,
    '{"chart":{"result":null,"error":{"code":"Internal","description":"backend down"}}}',
    "upstream-error",
    false,
  ],
  [
    "an error of access",
    401,
    '{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}',
    "upstream-error",
    false,
  ],
  ["too many requests", 429, "Too Many Requests", "upstream-429", true],
  ["a page instead of JSON", 200, "<html>", "upstream-changed", false],
];

for (const [name, status, body, code, retryable] of ERRORS) {
  test(`${name} is the failure ${code}`, async (t) => {
    const { price, upstream } = await market(t);
    upstream.misbehave("yahoo-finance", { kind: "status", status, body });
    const failure = failureOf(await price("AAPL"));
    assert.deepEqual([failure.code, failure.retryable], [code, retryable]);
  });
}

test("a share that was never traded is not found", async (t) => {
  const { price, upstream } = await market(t);
  const body =
    '{"chart":{"result":[{"meta":{"symbol":"005930.KS","currency":"KRW"}}],"error":null}}';
  upstream.misbehave("yahoo-finance", { kind: "body", contentType: "application/json", body }, 1);
  assert.equal(failureOf(await price("999999")).code, "not-found");
});

test("names are known whatever their spaces, case and endings", () => {
  const names = [
    "sk 하이닉스",
    "㈜카카오",
    "현대차 주가",
    "카카오의 주가",
    "S&P 500",
    "kt&g",
    "모르는 회사",
  ];
  assert.deepEqual(names.map(symbolOfName), [
    "000660",
    "035720",
    "005380",
    "035720",
    "^GSPC",
    "033780",
    undefined,
  ]);
  assert.deepEqual(["000660.KS", "247540.KQ", "AAPL", "MSFT.X"].map(hangulNameOf), [
    "SK하이닉스",
    "에코프로비엠",
    "애플",
    undefined,
  ]);
});
