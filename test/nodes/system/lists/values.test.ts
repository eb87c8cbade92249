import assert from "node:assert/strict";
import { test } from "node:test";
import { findNumber, readDate, readNumber } from "../../../../src/nodes/system/lists/values.ts";
import { processorMs } from "../../../support/processor-time.ts";

test("a text that as a whole spells a number is that number", () => {
  for (const [text, expected] of [
    ["1,234", 1234],
    ["3.5%", 3.5],
    ["+0.7 %", 0.7],
    ["−12", -12],
    ["▼ 300", -300],
    ["▲1,200", 1200],
    ["₩1,200", 1200],
    ["$3.50", 3.5],
    ["-$3.50", -3.5],
    ["1,200원", 1200],
    ["1만", 10_000],
    ["3억 2,000만원", 320_000_000],
    ["1조 2,000억", 1.2e12],
    ["1.5M", 1_500_000],
    ["900K", 900_000],
    ["12명", 12],
    ["4.5 kg", 4.5],
    ["１２３", 123],
    [".5", 0.5],
    ["007", 7],
  ] as const)
    assert.equal(readNumber(text), expected, text);
});

test("a text that only holds a number, a date, a code or nothing spells none", () => {
  for (const text of [
    "",
    " ",
    "약 3,500원",
    "1,23",
    "12-3",
    "2026-11-20",
    "1.2.3",
    "5 AI",
    "10:30",
    "+82 10",
    "%",
    "원",
    "1".repeat(100),
  ])
    assert.equal(readNumber(text), undefined, text);
  assert.equal(readNumber(null), undefined);
  assert.equal(readNumber(true), undefined);
});

test("where a number is asked for, the first one in the text is taken", () => {
  assert.equal(findNumber("약 3,500원 정도"), 3500);
  assert.equal(findNumber("기온 -4도, 맑음"), -4);
  assert.equal(findNumber("2만 명 넘게"), 20_000);
  assert.equal(findNumber("없음"), undefined);
});

test("dates are read in the forms that feeds, files and Korean pages have", () => {
  const noon = Date.UTC(2026, 10, 20, 12, 30);
  for (const text of [
    "2026-11-20T12:30:00Z",
    "2026-11-20T21:30:00.123+09:00",
    "2026-11-20 12:30",
    "2026.11.20 12:30",
    "2026. 11. 20. 오후 12:30",
    "2026년 11월 20일 12시 30분",
    "2026년 11월 20일 오후 12시 30분",
    "Fri, 20 Nov 2026 12:30:00 GMT",
  ])
    assert.equal(readDate(text), noon, text);
  assert.equal(readDate("2026년 11월 20일 오전 12시"), Date.UTC(2026, 10, 20));
  assert.equal(readDate("2026/11/20"), Date.UTC(2026, 10, 20));
  for (const text of ["2026", "2026-11", "11-20", "어제", "1.2.3", 20261120, null])
    assert.equal(readDate(text), undefined, String(text));
});

test("texts made to be slow are read at once", async () => {
  const texts = [
    "1 ".repeat(30),
    "1,111".repeat(12),
    "▲ + $ ".repeat(10),
    "9".repeat(60),
    "2026 ".repeat(12),
  ];
  for (const text of texts) {
    const tookMs = await processorMs(() => {
      for (let round = 0; round < 200; round += 1) {
        readNumber(text);
        findNumber(`${text}x`.repeat(50));
        readDate(text);
      }
    });
    assert.ok(tookMs < 1000, text);
  }
});
