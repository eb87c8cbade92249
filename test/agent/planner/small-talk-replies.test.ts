import assert from "node:assert/strict";
import { test } from "node:test";
import {
  courtesyFor,
  introducesItself,
  nodFor,
  pressInstead,
} from "../../../src/agent/planner/small-talk-replies.ts";

test("greetings, thanks, farewells and the questions who this is and what there is to ask for are known in both languages", () => {
  const said = {
    hello: [
      "hey, I'm Clara",
      "안녕 나 지훈이야",
      "안녕",
      "안녕하세요~",
      "하이 ㅎㅎ",
      "Hello!",
      "hi",
      "hiya",
      "Good morning.",
      "반가워요 😊",
    ],
    thanks: [
      "고마워",
      "정말 감사합니다!",
      "thank you so much",
      "thx",
      "수고하셨습니다",
      "ta, done",
      "haha thanks your a star",
    ],
    goodbye: [
      "alright goodbye, talk to you tomorow",
      "sleep tight, see you in the morning",
      "오늘 고생 많았어 이만 자러 갈게",
      "바이 내일 봐~",
      "잘 자",
      "안녕히 계세요",
      "good night",
      "See you later!",
      "bye, see you monday",
      "이만 갈게",
      "월요일에 보자",
    ],
    privacy: ["who can see my notes?", "내 메모 누가 볼 수 있어?", "can anyone else see my files"],
    who: ["넌 누구야", "who are you?", "누구세요?"],
    ability: ["도움말", "뭐 할 수 있어?", "help", "What can you do?", "무엇을 할 수 있나요?"],
  };
  for (const [courtesy, messages] of Object.entries(said))
    for (const message of messages) assert.equal(courtesyFor(message), courtesy, message);
});

test("a message that asks for something besides is no courtesy", () => {
  for (const message of [
    "안녕, 오늘 날씨 어때",
    "고마워 라고 memo.md에 적어줘",
    "help me find AI news",
    "hello.md 읽어줘",
    "안녕하세요 영어로 번역해줘",
    "thank you note for Ann",
    "who is this person in the picture",
    "where is the meeting",
    "파일 저장해줘",
    "메모 보여줘",
    "see my notes",
    "오늘 힘들면 운동 취소해줘",
    "tell me a story about Kim's day",
    "is it hard to learn Go",
    "",
  ])
    assert.equal(courtesyFor(message), undefined, message);
});

test("words that agree are told that only a press counts", () => {
  for (const message of ["네", "승인", "1", "OK", "응ㅋㅋ", "승인해 주세요", "yes!"])
    assert.match(pressInstead(message, [])?.ko ?? "", /^글로는 승인되지 않아요/, message);
  for (const message of ["12", "네이버 뉴스", "yesterday", "승인 목록"])
    assert.equal(pressInstead(message, []), undefined, message);
});

test("who agrees again is told in other words", () => {
  const told = [[], ["네"], ["네", "응"], ["네", "뉴스", "승인"]].map((before) =>
    pressInstead("응", before),
  );
  assert.deepEqual(told[1], told[3]);
  assert.deepEqual(told[0], told[2]);
  assert.notDeepEqual(told[0], told[1]);
});

test("pictures alone are understood, or laugh", () => {
  for (const message of ["👍", "🍕🍕🍕", "❤️", "👍🏽", "👨‍👩‍👧"])
    assert.equal(nodFor(message), "nod", message);
  for (const message of ["😀😀😀", "😂", "👍😅"])
    assert.equal(nodFor(message), "laughter", message);
  for (const message of ["🍕 2", "add 🍕", "1"]) assert.equal(nodFor(message), undefined, message);
});

test("understanding and laughter are nodded at, words with more in them are not", () => {
  for (const message of ["got it", "okay cool", "ok", "알겠어", "네", "sounds good!"])
    assert.equal(nodFor(message), "nod", message);
  for (const message of ["lol", "ㅋㅋㅋ", "hahaha", "ㅎㅎ"])
    assert.equal(nodFor(message), "laughter", message);
  for (const message of ["1", "ok send it", "알겠는데 왜", "cool weather"])
    assert.equal(nodFor(message), undefined, message);
});

for (const [said, kind] of [
  ["thanks mate, you're alright", "thanks"],
  ["done ty", "thanks"],
  ["ㅇㅋ 땡큐", "thanks"],
  ["ㅋㅋㅋ 잘했어", "thanks"],
  ["굿밤", "thanks"],
  ["thx ur a star", "thanks"],
  ["ㄳㄳ", "thanks"],
  ["so are you like chatgpt or what", "nature"],
  ["are you human?", "nature"],
  ["넌 누가 만들었어?", "who"],
  ["사람이야 AI야?", "nature"],
  ["are you a real person or what, and can ben see my notes?", "self"],
  ["근데 너 AI야? 내 얘기 어디 저장돼", "self"],
  ["what happens to my data", "privacy"],
  ["can ben see my notes?", "privacy"],
  ["민호가 내 메모 볼 수 있어?", "privacy"],
  ["내가 쓴 거 남편이 볼 수 있어?", "privacy"],
  ["안녕하세요 민호예요", "hello"],
  ["너 정체가 뭐야", "who"],
  ["that's wonderful, thank you", "thanks"],
  ["오늘 고생 많았어 고마워", "thanks"],
  ["hello, first time here. what are you able to help with", "ability"],
  ["하이 오늘 처음 쓰는데 뭐 해줄수있어?", "ability"],
  ["where do you keep my data", "privacy"],
  ["내가 한 말 누가 볼 수 있어?", "privacy"],
  ["today was rough", "tired"],
  ["졸려 죽겠다", "tired"],
  ["say something funny", "fun"],
  ["심심해", "fun"],
] as const)
  test(`a plain remark is answered as one: ${said}`, () => {
    assert.equal(courtesyFor(said), kind);
  });

test("who greets and says who they are introduces themselves", () => {
  for (const message of [
    "hi I'm the new plumber",
    "hi im bens sister",
    "안녕하세요 저 지은이 남편이에요",
  ])
    assert.equal(introducesItself(message), true, message);
  for (const message of ["hi", "hi i'm late", "저는 땅콩 알레르기예요", "hello, what can you do?"])
    assert.equal(introducesItself(message), false, message);
});
