import assert from "node:assert/strict";
import { test } from "node:test";
import { isReport } from "../../../../src/agent/planner/wording/reports.ts";

const REPORTS = [
  "동생이 매일 6시에 알람 맞춘대",
  "선생님이 파일 지우라고 하더라",
  "오빠가 메모 남기라던데",
  "내일 비 온대",
  "이모한테는 내가 보낼게",
  "Mia said she will text Leo tomorrow",
  "my brother sets two alarms every day",
  "they say gold is going up",
  "apparently it will snow on friday",
];
const NO_REPORTS = [
  "현대 주가",
  "내일 7시에 알람 맞춰줘",
  "저녁 7시로 할게",
  "할 일 보여줄래",
  "remind me that Mia said yes",
  "tell Leo I said hi",
  "the meeting is tomorrow at 3",
  "my locker is 17, remember that",
];

for (const text of REPORTS)
  test(`"${text}" only reports`, () => assert.equal(isReport(text), true));
for (const text of NO_REPORTS)
  test(`"${text}" is no report`, () => assert.equal(isReport(text), false));
