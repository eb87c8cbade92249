import assert from "node:assert/strict";
import { test } from "node:test";
import { followUp } from "../../../../src/agent/planner/frames/follow-up.ts";
import { shippedWords } from "../../support/planner-examples.ts";

const cues = shippedWords().get().cues;
const framing = { known: { files: [], folders: [], people: ["Otto"] }, weekday: 3, cues };

const CASES: readonly (readonly [string, string, string | undefined])[] = [
  ['[source:weather]("대전")', "여수는?", '[source:weather]("여수")'],
  ['[system:translate]("좋은 저녁") {to: "en"}', '"좋은 저녁 번역" 검색해줘', undefined],
  ['[source:weather]("Oslo")', "and Bergen?", '[source:weather]("Bergen")'],
  ['[source:price]("카카오")', "what about Nike", '[source:price]("Nike")'],
  [
    '[source:price_history]("카카오")',
    "반년으로 다시",
    '[source:price_history]("카카오") {range: "6mo"}',
  ],
  [
    '[source:price_history]("Nike") {range: "1mo"} >> [forge:line]',
    "make it three months",
    '[source:price_history]("Nike") {range: "3mo"} >> [forge:line]',
  ],
  [
    '[source:web_search]("국수 맛집")',
    "더 없어? 여덟 개 보여줘",
    '[source:web_search]("국수 맛집") {count: 8}',
  ],
  [
    '[source:search_news]("조력 발전")',
    "두 문장으로 줄여줘",
    '[source:search_news]("조력 발전") >> [system:summarize] {sentences: 2}',
  ],
  [
    '[source:search_news]("tides")',
    "save that as tides.md",
    '[source:search_news]("tides") >> [system:file]("tides.md")',
  ],
  [
    '[system:read]("a.txt") >> [system:summarize]',
    "now in English",
    '[system:read]("a.txt") >> [system:summarize] >> [system:translate] {to: "en"}',
  ],
  [
    '[source:weather]("Oslo")',
    "send this to Otto",
    '[source:weather]("Oslo") >> [messenger:send] {to: "Otto"}',
  ],
  ['[source:weather]("Oslo")', "thanks a lot", undefined],
  ['[source:weather]("서울")', "고마워 진짜", undefined],
  ['[source:weather]("서울")', "내일 3시에 병원 전화하라고 알려줘", undefined],
  ['[source:price]("카카오")', "카카오 뉴스 찾아줘", undefined],
  ['[source:weather]("Oslo")', "what time is it?", undefined],
  [
    '[source:price_history]("Nike") >> [forge:line]',
    "show me a chart of the KOSPI this month",
    undefined,
  ],
  ['[messenger:send]("hi") {to: "Otto"}', "and Bergen?", undefined],
  ['[system:delete]("a.txt")', "b.txt도", undefined],
];

for (const [last, message, wanted] of CASES)
  test(`after ${last}: "${message}"`, () => {
    assert.equal(followUp(message, last, framing), wanted);
  });
