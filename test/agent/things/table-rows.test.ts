import assert from "node:assert/strict";
import { test } from "node:test";
import { ownThing } from "../../../src/agent/things/own.ts";
import { type KnownThings, NO_THINGS } from "../../../src/agent/things/said.ts";
import { dayIn, rowWords } from "../../../src/agent/things/table-rows.ts";

test("a day is read in every way in which it is written", () => {
  const day = { month: 12, day: 4 };
  for (const text of ["Dec 4", "december 4th", "the 4th of December", "4 dec", "12/4", "12월 4일"])
    assert.deepEqual(dayIn(text), day, text);
  for (const text of ["2026-12-04", "2026.12.4", "2026년 12월 4일"])
    assert.deepEqual(dayIn(text), { ...day, year: 2026 }, text);
  assert.deepEqual(dayIn("25/12"), { month: 12, day: 25 });
  for (const text of ["room 12", "1/2/3", "at 12:04", "13월 40일", "may I"])
    assert.equal(dayIn(text), undefined, text);
});

test("a row is a line, its days as its reader writes them", () => {
  assert.deepEqual(rowWords({ day: "2026-12-04", what: "maths *one*", room: 201, note: "" }), {
    ko: "12월 4일 (금) · maths \\*one\\* · 201",
    en: "Fri, Dec 4 · maths \\*one\\* · 201",
  });
  assert.equal(rowWords({ day: "12/7", pages: "3/10 read" }).en, "Dec 7 · 3/10 read");
});

const CLASSES = "날짜,과목,교실\n12/4,수학,201\n2026-12-07,역사,105";

async function said(message: string, more: Partial<KnownThings> = {}) {
  const path = "시간표.csv";
  const texts = async () => [{ path, text: CLASSES }];
  const plan = await ownThing(message, { ...NO_THINGS, files: [path], texts, ...more }, []);
  return plan?.kind === "ask" ? plan.words.ko : undefined;
}

test("a day is found in a table that writes it otherwise", async () => {
  const sent = { sent: ["시간표.csv"] };
  for (const question of ["12월 7일에 뭐 있어?", "what's on december 7th?", "12/7 무슨 수업이야?"])
    assert.equal(await said(question, sent), "12월 7일 (월) · 역사 · 105\n📄 시간표.csv", question);
  assert.equal(await said("시간표에 12월 4일 뭐 있어?"), "12월 4일 · 수학 · 201\n📄 시간표.csv");
  assert.equal(await said("수학 언제지"), "12월 4일 · 수학 · 201\n📄 시간표.csv");
});

test("a day of which no table is spoken is no question about one", async () => {
  assert.equal(await said("12월 7일에 뭐 있어?"), undefined);
  assert.equal(await said("12월 8일에 뭐 있어?", { sent: ["시간표.csv"] }), undefined);
});
