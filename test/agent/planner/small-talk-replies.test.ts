import assert from "node:assert/strict";
import { test } from "node:test";
import { courtesyFor, pressInstead } from "../../../src/agent/planner/small-talk-replies.ts";

test("greetings, thanks, farewells and the question what there is to ask for are answered in both languages", () => {
  const said: readonly (readonly [RegExp, readonly string[]])[] = [
    [
      /^안녕하세요!/,
      ["안녕", "안녕하세요~", "하이 ㅎㅎ", "Hello!", "hi", "Good morning.", "반가워요 😊"],
    ],
    [/^별말씀을요/, ["고마워", "정말 감사합니다!", "thank you so much", "thx", "수고하셨습니다"]],
    [/^또 뵙겠습니다/, ["잘 자", "안녕히 계세요", "good night", "See you later!"]],
    [
      /^말씀하신 것을/,
      ["도움말", "뭐 할 수 있어?", "넌 누구야", "help", "What can you do?", "무엇을 할 수 있나요?"],
    ],
  ];
  for (const [answer, messages] of said)
    for (const message of messages) {
      const words = courtesyFor(message);
      assert.match(words?.ko ?? "", answer, message);
      assert.doesNotMatch(words?.en ?? "", /\p{Script=Hangul}/u, message);
    }
});

test("a message that asks for something besides is no courtesy", () => {
  for (const message of [
    "안녕, 오늘 날씨 어때",
    "고마워 라고 memo.md에 적어줘",
    "help me find AI news",
    "hello.md 읽어줘",
    "안녕하세요 영어로 번역해줘",
    "thank you note for Ann",
    "",
  ])
    assert.equal(courtesyFor(message), undefined, message);
});

test("words that agree are told that only a press counts", () => {
  for (const message of ["네", "승인", "1", "OK", "응ㅋㅋ", "승인해 주세요", "yes!"])
    assert.match(pressInstead(message)?.ko ?? "", /^글로는 승인할 수 없습니다/, message);
  for (const message of ["12", "네이버 뉴스", "yesterday", "승인 목록"])
    assert.equal(pressInstead(message), undefined, message);
});
