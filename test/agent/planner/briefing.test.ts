import assert from "node:assert/strict";
import { test } from "node:test";
import { briefingTarget, planBriefing, readPieces } from "../../../src/agent/planner/briefing.ts";

const OPTIONS = { nowMs: Date.parse("2026-11-23T00:00:00Z"), zone: "Asia/Seoul" } as const;

test("a briefing of which no more is said is the usual one, now", () => {
  for (const text of ["지금 브리핑 줘", "브리핑 해줘", "brief me", "give me my briefing now"]) {
    const planned = planBriefing(text, { ...OPTIONS, language: "ko" });
    assert.ok(
      planned?.kind === "sure" && planned.code === '[system:run]("morning_briefing")',
      text,
    );
  }
});

test("what a briefing is to have is read in Korean and English, names of one kind together", () => {
  const cases: readonly (readonly [string, object | undefined])[] = [
    [
      "서울 날씨랑 AI 뉴스 브리핑해줘",
      { parts: ["weather", "news"], place: "서울", topic: ["AI"], symbol: [] },
    ],
    [
      "AI랑 반도체 뉴스, 삼성전자 주가, 할 일 브리핑 보내줘",
      { parts: ["news", "prices", "todos"], topic: ["AI", "반도체"], symbol: ["삼성전자"] },
    ],
    ["날씨하고 일정 브리핑", { parts: ["weather", "calendar"], topic: [], symbol: [] }],
    [
      "brief me with the weather in Seoul and AI news",
      { parts: ["weather", "news"], place: "Seoul", topic: ["AI"], symbol: [] },
    ],
    [
      "send me a briefing with news about AI and chips and the price of AAPL",
      { parts: ["news", "prices"], topic: ["AI", "chips"], symbol: ["AAPL"] },
    ],
    [
      "a briefing on my calendar, to-dos and the chart",
      { parts: ["calendar", "todos", "chart"], topic: [], symbol: [] },
    ],
    ["브리핑해줘", undefined],
    ["회의록이랑 AI 뉴스 첨부해서 브리핑해줘", undefined],
    ["send me a briefing with jokes", undefined],
  ];
  for (const [said, pieces] of cases) assert.deepEqual(readPieces(said), pieces, said);
});

test("a change of a briefing becomes one call, and other words none", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["뉴스 주제를 반도체로 바꿔줘", '[system:change_briefing] {topic: "반도체"}'],
    [
      "브리핑 뉴스 주제를 AI랑 반도체로 바꿔줘",
      '[system:change_briefing] {topic: ["AI", "반도체"]}',
    ],
    ["내 브리핑에서 날씨 빼줘", '[system:change_briefing] {remove: {parts: ["weather"]}}'],
    [
      "저녁 브리핑에 NVDA 시세 추가해줘",
      '[system:change_briefing]("저녁 브리핑") {add: {symbol: ["NVDA"]}}',
    ],
    ["브리핑 날씨를 부산으로 바꿔줘", '[system:change_briefing] {place: "부산"}'],
    [
      "add prices of AAPL to my morning briefing",
      '[system:change_briefing]("morning briefing") {add: {symbol: ["AAPL"]}}',
    ],
    [
      "Remove the weather from my briefing, please.",
      '[system:change_briefing] {remove: {parts: ["weather"]}}',
    ],
    ["take Tesla news out of my briefing", '[system:change_briefing] {remove: {topic: ["Tesla"]}}'],
    ["change the news topic to chips", '[system:change_briefing] {topic: "chips"}'],
    [
      "서울 날씨랑 AI 뉴스 브리핑해줘",
      '[system:run]("morning_briefing") {parts: ["weather", "news"], place: "서울", topic: ["AI"]}',
    ],
    ["AI 뉴스 브리핑해줘", undefined],
    ["브리핑에서 날씨 빼지 마", undefined],
    ["어제 브리핑에서 날씨가 틀렸어", undefined],
    ["remove the milk from my list", undefined],
  ];
  for (const [said, code] of cases) {
    const language = /\p{Script=Hangul}/u.test(said) ? "ko" : "en";
    const result = planBriefing(said, { ...OPTIONS, language });
    assert.equal(result?.kind === "sure" ? result.code : undefined, code, said);
  }
});

test("a briefing to be scheduled is named by the hour at which it comes", () => {
  const named = (rest: string, time: string | undefined, language: "ko" | "en") =>
    briefingTarget(rest, time === undefined ? { every: "3h" } : { repeat: "daily", time }, {
      ...OPTIONS,
      language,
    })?.intent;
  assert.equal(named("날씨 브리핑해줘", "08:00", "ko"), "아침 브리핑");
  assert.equal(named("날씨 브리핑해줘", "12:30", "ko"), "점심 브리핑");
  assert.equal(named("날씨 브리핑해줘", "20:00", "ko"), "저녁 브리핑");
  assert.equal(named("brief me on the weather", "07:30", "en"), "Morning briefing");
  assert.equal(named("brief me on the weather", undefined, "en"), "Briefing");
  assert.equal(named("물 마시라고 알려줘", "08:00", "ko"), undefined);
});
