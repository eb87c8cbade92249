import assert from "node:assert/strict";
import { test } from "node:test";
import { planned, sureCode } from "../support/planner-examples.ts";

const SCHEDULES = ["lunch", "점심 먹기", "뉴스 브리핑"];

/** What is run or offered for each message, for someone who has these schedules. */
const codeFor = async (text: string): Promise<string> =>
  sureCode(await planned(text, { schedules: SCHEDULES }));

test("a recipient that is a phrase is none, at once or by a schedule", async () => {
  const phrases = [
    "every day at 7am send me the headlines as long as it snows",
    "절대 지은에게 안녕이라고 보내줘",
    "혹시 누가 지은에게 안녕이라고 보내줘",
  ];
  for (const text of phrases) assert.equal(await codeFor(text), "none", text);
  const names = [["every day at 7am text Lena good morning", "Lena"]] as const;
  for (const [text, to] of names) assert.ok((await codeFor(text)).includes(to), text);
});

test("a condition about the asking is no part of what is kept or sent", async () => {
  for (const text of [
    "remember that the door code is 8812, if you must",
    "text Lena hello, if you must",
    "text Lena hello only when I say so",
  ])
    assert.equal(await codeFor(text), "none", text);
});

test("what a word before a colon sets aside is neither done nor kept", async () => {
  for (const text of ["not: delete cv.docx", "아니: 영수증.pdf 지워줘"])
    assert.equal(await codeFor(text), "none", text);
});

test("what takes an order back stops no schedule", async () => {
  for (const text of [
    "please stop deleting cv.docx",
    "cancel: delete cv.docx",
    "취소: 영수증.pdf 지워줘",
  ])
    assert.doesNotMatch(await codeFor(text), /disable/, text);
});
