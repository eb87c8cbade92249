import assert from "node:assert/strict";
import { test } from "node:test";
import { inPlainSpelling } from "../../../src/rag/text/features.ts";

const CASES: readonly (readonly [string, string])[] = [
  ["날씨 알켜조", "날씨 알려줘"],
  ["일정 잇냐", "일정 있냐"],
  ["사진폴더에머머있냐", "사진폴더에 뭐 있냐"],
  ["번역좀", "번역 좀"],
  ["뉴스 요약 ㄱㄱ", "뉴스 요약 해줘"],
  ["낼 담주 일정", "내일 다음주 일정"],
  ["정리해줘용", "정리해줘"],
  ["gimme the wether plz", "give me the weather please"],
  ["업무 업데이트 머리 조용히", "업무 업데이트 머리 조용히"],
  ["rename notes.md to ideas.md", "rename notes.md to ideas.md"],
];

test("a text in a hurry reads as one written with care, and one written with care stays", () => {
  for (const [said, meant] of CASES) assert.equal(inPlainSpelling(said), meant);
});

test("putting the spelling right twice changes nothing more", () => {
  for (const [, meant] of CASES) assert.equal(inPlainSpelling(meant), meant);
});
