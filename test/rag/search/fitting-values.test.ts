import assert from "node:assert/strict";
import { test } from "node:test";
import { hasFittingValues } from "../../../src/rag/search/fitting-values.ts";
import { actionsIn } from "../../../src/rag/text/called-actions.ts";
import { shippedMaterial } from "../../support/usage-examples.ts";

const FITTING: readonly (readonly [string, string])[] = [
  ["read notes.md", '[system:read]("notes.md")'],
  ["네이버 6개월치 주가", '[source:price_history]("네이버") {range: "6mo"}'],
  ["테슬라 반년 주가", '[source:price_history]("테슬라") {range: "6mo"}'],
  ["the price of tesla over six months", '[source:price_history]("tesla") {range: "6mo"}'],
  ["tesla over the past year", '[source:price_history]("tesla") {range: "1y"}'],
  [
    "매주 토요일 9시에 빨래라고 알려줘",
    '[system:schedule]("빨래") {cron: "0 9 * * 6", pipeline: "[system:notify_user](\\"빨래\\")"}',
  ],
  ["30분 뒤에 빨래", '[system:schedule]("빨래") {after: "30m"}'],
  [
    "dentist on 2026-12-04 at 3 pm",
    '[system:save_event]("dentist") {date: "2026-12-04", time: "15:00"}',
  ],
  ["8만원 넘는 것만", '[system:filter]("price > 80000")'],
  ["translate plan.txt into English", '[system:read]("plan.txt") >> [system:translate] {to: "en"}'],
  ["내 할 일 보여줘", "[system:todo]"],
  ["run df -h", '[system:run_command]("df -h")'],
];

const UNFITTING: readonly (readonly [string, string])[] = [
  ["네이버 6개월치 주가", '[source:price_history]("네이버") {range: "1y"}'],
  ["the price of tesla over six months", '[source:price_history]("tesla") {range: "1y"}'],
  [
    "every saturday at 9 tell me 빨래",
    '[system:schedule]("빨래") {cron: "0 9 * * 1", pipeline: "[system:notify_user](\\"빨래\\")"}',
  ],
  ["run my script.sh", '[system:run_command]("df -h")'],
  ["이 스크립트 실행해줘", '[system:run_command]("df -h")'],
  ["S&P 500 어떻게 됐어", '[source:price]("나스닥")'],
  ["search for gift ideas", '[source:web_search]("근처 24시간 약국")'],
  ["a radio station from France", '[stream:search_radio]() {country: "JP"}'],
  ["480 / 6", '[system:tool]("calculate") {expression: "12 * 8"}'],
  ["10분 뒤 알람", '[system:schedule]("알람") {after: "20m"}'],
  ["열어줘 https://a.example.com", '[source:crawl]("https://b.example.com")'],
];

test("a program fits a request whose values it has, in whatever words of both languages", () => {
  for (const [intent, code] of FITTING) assert.equal(hasFittingValues(intent, code), true, intent);
});

test("a program with another value than was said, or with one that was not said, does not fit", () => {
  for (const [intent, code] of UNFITTING)
    assert.equal(hasFittingValues(intent, code), false, intent);
});

/** Its steps are no words of anybody's. */
const NEVER_SAID = ["system:delegate_workflow"];

test("every action has shipped examples that fit, in both languages", () => {
  const { examples } = shippedMaterial();
  const fitting = examples.filter(({ intent, code }) => hasFittingValues(intent, code));
  const all = [...new Set(examples.flatMap(({ code }) => actionsIn(code)))];
  for (const isKorean of [true, false]) {
    const found = new Set(
      fitting
        .filter(({ intent }) => (isKorean ? /\p{Script=Hangul}/u : /^[a-z]/iu).test(intent))
        .flatMap(({ code }) => actionsIn(code)),
    );
    const missing = all.filter((action) => !found.has(action) && !NEVER_SAID.includes(action));
    assert.deepEqual(missing, [], isKorean ? "Korean" : "English");
  }
});
