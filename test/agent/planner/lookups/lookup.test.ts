import assert from "node:assert/strict";
import { test } from "node:test";
import { planEveryday } from "../../../../src/agent/planner/lookups/everyday.ts";
import { planLookup } from "../../../../src/agent/planner/lookups/lookup.ts";
import { planQuestion } from "../../../../src/agent/planner/lookups/question.ts";
import type { PlannerResult, PlanOptions } from "../../../../src/agent/planner/result.ts";

function optionsFor(text: string, over: Partial<PlanOptions> = {}): PlanOptions {
  const language = /\p{Script=Hangul}/u.test(text) ? "ko" : "en";
  return { language, nowMs: 0, zone: "Asia/Seoul", ...over };
}

function codeOf(result: PlannerResult | undefined): string | undefined {
  return result?.kind === "sure" ? result.code : undefined;
}

function lookedUp(text: string, over: Partial<PlanOptions> = {}): string | undefined {
  return codeOf(planLookup(text, optionsFor(text, over)));
}

const searched = (text: string): string | undefined => codeOf(planQuestion(text, optionsFor(text)));

test("sums in words and signs are worked out", () => {
  const sums: readonly (readonly [string, string])[] = [
    ["whats 48 times 12", "48 * 12"],
    ["hey, how much is 15% of 240?", "240 * 15%"],
    ["30% off 120 dollars", "120 * (1 - 30%)"],
    ["18% tip on $64", "64 * 18%"],
    ["3만5천원 3명이서 나누면", "35000 / 3"],
    ["42000원 셋이서 나누면 얼마야", "42000 / 3"],
    ["split $90 3 ways", "90 / 3"],
    ["average of 4, 8 and 15", "avg(4, 8, 15)"],
    ["what is the square root of 144", "sqrt(144)"],
    ["9 곱하기 13은?", "9 * 13"],
    ["3만 5천원에서 20% 할인하면 얼마야", "35000 * (1 - 20%)"],
    ["100에 35 더하면?", "100 + 35"],
    ["whats 3.5k plus 1200", "3500 + 1200"],
    ["2의 10제곱은 얼마야", "2^10"],
  ];
  for (const [text, sum] of sums)
    assert.equal(lookedUp(text), `[system:tool]("calculate") {expression: "${sum}"}`, text);
});

test("who belongs to a group of one's own is not searched for", () => {
  assert.equal(searched("whos in the thursday class"), undefined);
  assert.equal(searched("who's coming to the party"), undefined);
  assert.equal(
    searched("who is in the band Queen"),
    '[source:web_search]("who is in the band Queen")',
  );
});

test("amounts and rates are asked of the pair of currencies", () => {
  assert.equal(
    lookedUp("how much is 80 euros in dollars"),
    '[source:price]("EURUSD=X") {amount: 80}',
  );
  assert.equal(lookedUp("100 gbp to usd please"), '[source:price]("GBPUSD=X") {amount: 100}');
  assert.equal(lookedUp("30달러면 몇 원이야"), '[source:price]("KRW=X") {amount: 30}');
  assert.equal(lookedUp("5만원 달러로 바꾸면"), '[source:price]("KRWUSD=X") {amount: 50000}');
  assert.equal(lookedUp("백만원 달러로 얼마야"), '[source:price]("KRWUSD=X") {amount: 1000000}');
  assert.equal(lookedUp("엔화 환율"), '[source:price]("JPYKRW=X")');
  assert.equal(lookedUp("달러 지금 얼마야"), '[source:price]("KRW=X")');
  assert.equal(lookedUp("how much is the euro now"), '[source:price]("EURKRW=X")');
  assert.equal(lookedUp("euro rate", { zone: "America/New_York" }), '[source:price]("EURUSD=X")');
});

test("an amount belongs to the currency it stands beside, whichever is named first", () => {
  const toEuro = '[source:price]("EUR=X") {amount: 500}';
  const toDollar = '[source:price]("EURUSD=X") {amount: 500}';
  for (const text of [
    "how much is 500 dollars in euro",
    "convert 500 usd to eur",
    "500 dollars to euro",
    "how many euro is 500 dollars",
    "how many euros do i get for $500",
    "how much in euro is 500 dollars",
    "what is 500 dollars worth in euro",
    "500달러 유로로",
    "500달러면 유로로 얼마야",
  ])
    assert.equal(lookedUp(text), toEuro, text);
  for (const text of [
    "how much is 500 euro in dollars",
    "500 euro to dollars",
    "how many dollars is €500",
    "500유로 달러로",
  ])
    assert.equal(lookedUp(text), toDollar, text);
  assert.equal(lookedUp("500 dollars in won"), '[source:price]("KRW=X") {amount: 500}');
  assert.equal(lookedUp("만원이 몇 달러야"), '[source:price]("KRWUSD=X") {amount: 10000}');
});

test("the weather is asked of the place that is named, or of none", () => {
  assert.equal(lookedUp("will i need an umbrella"), "[source:weather]");
  assert.equal(lookedUp("is it gonna rain tomorrow in london"), '[source:weather]("london")');
  assert.equal(lookedUp("weather new york this week"), '[source:weather]("new york") {days: 7}');
  assert.equal(lookedUp("내일 우산 챙겨야 해?"), "[source:weather]");
  assert.equal(lookedUp("지금 도쿄 비 와?"), '[source:weather]("도쿄")');
});

test("prices, news and translations take the words that name what is asked", () => {
  assert.equal(lookedUp("whats the price of bitcoin rn"), '[source:price]("bitcoin")');
  assert.equal(lookedUp("하이닉스 떨어졌어?"), '[source:price]("하이닉스")');
  assert.equal(lookedUp("what's new with samsung"), '[source:search_news]("samsung")');
  assert.equal(lookedUp("오늘 뉴스"), '[source:search_news]("주요 뉴스")');
  assert.equal(lookedUp("뉴스"), '[source:search_news]("주요 뉴스")');
  assert.equal(lookedUp("news"), '[source:search_news]("Top stories")');
  assert.equal(
    lookedUp("how do you say thank you in korean"),
    '[system:translate]("thank you") {to: "ko"}',
  );
  assert.equal(lookedUp("굿모닝 한국어로 뭐야"), '[system:translate]("굿모닝") {to: "ko"}');
});

test("two parts of a newspaper, or subjects named one by one, are two lookups", () => {
  const both = (one: string, other: string): string =>
    `[source:search_news]("${one}") {count: 3} & [source:search_news]("${other}") {count: 3}`;
  for (const [text, code] of [
    ["show me headlines on science and on sports", both("science", "sports")],
    ["business and tech news please", both("business", "tech")],
    ["news about the euro and about the election", both("euro", "election")],
    ["과학이랑 스포츠 뉴스 보여줘", both("과학", "스포츠")],
    ["오늘 경제하고 정치 소식", both("경제", "정치")],
    ["news about black and white photography", undefined],
    ["로미오와 줄리엣 뉴스", undefined],
  ] as const)
    assert.equal(codeOf(planEveryday(text, optionsFor(text))), code, text);
});

test("remarks, dates, numbers and what asks for more than a lookup are none", () => {
  const others = [
    "the weather is so nice today",
    "날씨 좋다",
    "우산 잃어버렸어",
    "내일 비 온대",
    "stocks are crazy lately",
    "삼성전자 올랐어!",
    "what's up with you",
    "010-1234-5678",
    "2026-11-22",
    "24/7",
    "weather in london every day at 8",
    "tesla price and save it to a.md",
    "translate this page to korean",
    "뉴스 매일 8시에 보내줘",
  ];
  for (const text of others) assert.equal(lookedUp(text), undefined, text);
});

test("nothing is looked up with a node that may not be used", () => {
  assert.equal(lookedUp("bitcoin price", { allowedNodes: ["system"] }), undefined);
});

test("a question of fact is searched for in its own words, talk between two is not", () => {
  assert.equal(
    searched("who is the president of france?"),
    '[source:web_search]("who is the president of france")',
  );
  assert.equal(
    searched("how do you make pancakes"),
    '[source:web_search]("how do you make pancakes")',
  );
  assert.equal(searched("호주 수도가 어디야?"), '[source:web_search]("호주 수도가 어디야")');
  assert.equal(searched("when was napoleon born"), '[source:web_search]("when was napoleon born")');
  const talk = [
    "who knows",
    "what is wrong with you",
    "why are people like that",
    "what's my locker code",
    "what was the gate code?",
    "where did i put it",
    "what's up",
    "이게 뭐야",
    "너 누구야",
    "엄마 생일이 언제야",
    "우리 집 비번 뭐야",
    "넌 왜 그래",
    "어디야?",
  ];
  for (const text of talk) assert.equal(searched(text), undefined, text);
});
