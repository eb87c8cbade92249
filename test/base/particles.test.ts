import assert from "node:assert/strict";
import { test } from "node:test";
import { withParticles } from "../../src/base/particles.ts";

const CASES = [
  ["“매일”(이)라는 예약", "“매일”이라는 예약"],
  ['"없는사람"(이)라는 동료', '"없는사람"이라는 동료'],
  ["“할머니”(이)라는 사람", "“할머니”라는 사람"],
  ["스위치 **뉴스**을(를) 만들었습니다", "스위치 **뉴스**를 만들었습니다"],
  ["스위치 **아침**을(를) 만들었습니다", "스위치 **아침**을 만들었습니다"],
  ["뉴욕은(는) 지금", "뉴욕은 지금"],
  ["시세 담당와(과) 이야기", "시세 담당과 이야기"],
  ["비서와(과) 이야기", "비서와 이야기"],
  ["**주인**(으)로", "**주인**으로"],
  ["서울(으)로", "서울로"],
  ["회원(`손님`)이(가)", "회원(`손님`)이"],
  ["2와(과) 3을(를) 10(으)로, 7(으)로", "2와 3을 10으로, 7로"],
  ['"serch"(이)라는 액션, news.md은(는)', '"serch"(이)라는 액션, news.md은(는)'],
] as const;

for (const [both, one] of CASES)
  test(`${both} is read as: ${one}`, () => {
    assert.equal(withParticles(both), one);
  });
