import assert from "node:assert/strict";
import { test } from "node:test";
import { korean } from "../../src/base/korean-particles.ts";

const NOTES = "notes.md";

/** What is written, and how it reads. */
const CASES: readonly (readonly [string, string])[] = [
  [korean`“${"매일"}”(이)라는 예약`, "“매일”이라는 예약"],
  [korean`"${"없는사람"}"(이)라는 동료`, '"없는사람"이라는 동료'],
  [korean`“${"할머니"}”(이)라는 사람`, "“할머니”라는 사람"],
  [korean`스위치 **${"뉴스"}**을(를) 만들었어요`, "스위치 **뉴스**를 만들었어요"],
  [korean`스위치 **${"아침"}**을(를) 만들었어요`, "스위치 **아침**을 만들었어요"],
  [korean`${"시세 담당"}와(과) 이야기`, "시세 담당과 이야기"],
  [korean`${"비서"}와(과) 이야기`, "비서와 이야기"],
  [korean`**${"주인"}**(으)로`, "**주인**으로"],
  [korean`${"서울"}(으)로`, "서울로"],
  [korean`회원(\`${"손님"}\`)이(가)`, "회원(`손님`)이"],
  [korean`${2}와(과) ${3}을(를) ${10}(으)로, ${7}(으)로`, "2와 3을 10으로, 7로"],
  [korean`"${NOTES}"은(는)`, '"notes.md"는'],
  [korean`"${"chart.png"}"을(를)`, '"chart.png"를'],
  [korean`"${"data.json"}"을(를)`, '"data.json"을'],
  [korean`${"API"}이(가) ${"URL"}(으)로`, "API가 URL로"],
  [korean`"${"serch"}"(이)라는 액션`, '"serch"라는 액션'],
  [korean`${"Gemini"}이(가), ${"OpenAI"}이(가)`, "Gemini가, OpenAI가"],
  [korean`${"mail"}(으)로 ${"briefing"}을(를)`, "mail로 briefing을"],
  [korean`${"list"}은(는) ${"chat"}은(는) ${"bot"}은(는)`, "list는 chat은 bot은"],
  [korean`${"file"}은(는) ${"name"}은(는) ${"note"}은(는)`, "file은 name은 note는"],
  [korean`"${"0 8 * * *"}"을(를)`, '"0 8 * * *"를'],
  [korean`**${"비서 (system/system)"}**와(과)`, "**비서 (system/system)**와"],
  [korean`${"메일(알림)"}을(를)`, "메일(알림)을"],
];

for (const [written, read] of CASES)
  test(`a particle fits the value before it: ${read}`, () => {
    assert.equal(written, read);
  });

test("a long value is read from its end alone, in no time", () => {
  const long = `${"a(".repeat(200_000)}책`;
  assert.equal(korean`${long}을(를)`, `${long}을`);
});

test("what a value says itself is not touched", () => {
  assert.equal(korean`${"책은(는)"} 그대로`, "책은(는) 그대로");
});
