import assert from "node:assert/strict";
import { test } from "node:test";
import { otherPrice } from "../../../src/agent/planner/lookups/other-price.ts";
import { withNearNames } from "../../../src/agent/planner/wording/near-names.ts";

const OPTIONS = {
  language: "ko",
  zone: "Asia/Seoul",
  nowMs: Date.parse("2026-11-22T10:00:00Z"),
} as const;

test("another amount, another currency or the course of a price is asked in a few words", () => {
  for (const [message, last, code] of [
    ["그럼 500유로는?", '[source:price]("EURKRW=X") {amount: 200}', '("EURKRW=X") {amount: 500}'],
    ["what about 75", '[source:price]("CHFKRW=X") {amount: 50}', '("CHFKRW=X") {amount: 75}'],
    [
      "no other way round, i have dollars",
      '[source:price]("EURUSD=X") {amount: 500}',
      '("EUR=X") {amount: 500}',
    ],
    ["반대로는?", '[source:price]("KRW=X") {amount: 30}', '("KRWUSD=X") {amount: 30}'],
    ["and in yen?", '[source:price]("EURKRW=X") {amount: 50}', '("EURJPY=X") {amount: 50}'],
    ["엔은?", '[source:price]("KRW=X")', '("JPYKRW=X")'],
  ] as const)
    assert.equal(otherPrice(message, last, OPTIONS), `[source:price]${code}`, message);
  assert.equal(
    otherPrice("chart it for 3 months", '[source:price]("unilever")', OPTIONS),
    '[source:price_history]("unilever") {range: "3mo"} >> [forge:line]("unilever")',
  );
  for (const message of ["하이닉스는?", "thanks", "chart it", "부산 날씨"])
    assert.equal(otherPrice(message, '[source:price]("기아")', OPTIONS), undefined, message);
});

test("an unknown name is the one known name that is a slip away, and no known one is changed", () => {
  for (const [name, near] of [
    ['[source:weather]("glasgwo")', '[source:weather]("glasgow")'],
    ['[source:weather]("부싼")', '[source:weather]("부산")'],
    ['[source:price]("telsaa")', '[source:price]("telsaa")'],
    ['[source:price]("삼성젼자")', '[source:price]("삼성전자")'],
    ['[source:weather]("Cork")', '[source:weather]("Cork")'],
    ['[source:weather]("Bari")', '[source:weather]("Bari")'],
    ['[source:weather]("공주")', '[source:weather]("공주")'],
    ['{pipeline: "[source:weather](\\"강룽\\")"}', '{pipeline: "[source:weather](\\"강릉\\")"}'],
  ] as const)
    assert.equal(withNearNames(name), near);
});
