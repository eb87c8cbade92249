import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedInstead,
  asksToUndo,
  conditionIn,
  isQuestion,
  isSetAside,
  readForbidding,
  readRefusal,
  takesBack,
  undoneByName,
  withoutUrging,
} from "../../../../src/agent/planner/wording/said-limits.ts";

test("a message that forbids leaves nothing to ask for", () => {
  const said = [
    "영수증.pdf 지우지 마",
    "누나한테 보내지는 마세요",
    "그 약속은 취소하면 안 돼",
    "오늘은 안 깨워줘도 돼",
    "기억할 필요 없어",
    "일기.txt 절대 건드리지 말아줘",
    "폴더 삭제 금지",
    "please don't touch recipes.md",
    "never text my aunt",
    "no need to add eggs",
    "avoid overwriting cv.docx",
    "make sure not to delete cv.docx",
    "you shouldn't cancel the lunch",
    "I don't want you to send it",
    "leave the music folder alone",
    "일기.txt는 지우는 대신 보관해줘",
    "일기.txt 지우지 말고 남겨줘",
    "don't delete cv.docx, keep it instead",
    "keep cv.docx instead of deleting it",
  ];
  for (const text of said) assert.equal(readForbidding(text)?.rest, "", text);
});

test("what is asked for beside what is forbidden is a message of its own", () => {
  const asked = [
    ["영수증.pdf 지우지 말고 읽어줘", "영수증.pdf 읽어줘"],
    ["don't delete cv.docx, copy it to old.docx", "copy cv.docx to old.docx"],
    ["영수증.pdf 지우는 대신 읽어줘", "영수증.pdf 읽어줘"],
    ["show recipes.md instead of deleting it", "show recipes.md"],
    ["영수증.pdf 지우지 말고 보관함 폴더로 옮겨줘", "영수증.pdf 보관함 폴더로 옮겨줘"],
  ] as const;
  for (const [text, instead] of asked) assert.equal(askedInstead(text)?.trim(), instead);
  assert.equal(askedInstead("영수증.pdf 지우지 마"), undefined);
  assert.equal(askedInstead("영수증.pdf 지워줘"), undefined);
});

test("what is not to be forgotten, and words to be passed on, forbid nothing", () => {
  const said = [
    "늦지 말라고 누나한테 보내줘",
    "tell Lena not to wait",
    "remember that I don't drink milk",
    "remind me at 8 not to snack",
    "can't you read cv.docx",
    "stop the lunch reminder",
  ];
  for (const text of said) assert.equal(readForbidding(text), undefined, text);
  assert.equal(withoutUrging("잊지 말고 내일 9시에 깨워줘"), "내일 9시에 깨워줘");
  assert.equal(withoutUrging("don't forget to wake me at 9"), "wake me at 9");
  assert.equal(withoutUrging("call gran at 6, and don't let me forget it!"), "call gran at 6");
  assert.equal(
    withoutUrging("don't let me forget to water the fern"),
    "remind me to water the fern",
  );
  assert.equal(
    withoutUrging("no, remind me on friday at 6 to call"),
    "remind me on friday at 6 to call",
  );
  assert.equal(
    withoutUrging("아니 매주 금요일 6시에 운동 알려줘"),
    "매주 금요일 6시에 운동 알려줘",
  );
  for (const text of ["no, 4pm", "no don't remind me", "아니 내일 말고"])
    assert.equal(withoutUrging(text), text);
});

test("the end of a message may take back what it asked for", () => {
  const taken = [
    "delete cv.docx, never mind",
    "wake me at 9, actually no",
    "text Lena, wait, no",
    "text Lena - not!",
    "run it... no, cancel that",
    "note this down (do not)",
    "text Lena, but not yet",
    "영수증.pdf 지워줘, 아냐 하지마",
    "영수증.pdf 지워줘, 아직은 말고",
    "누나한테 보내줘 아니다 됐어",
    "9시에 깨워줘, 취소",
    "9시에 깨워줘... 는 아니고",
  ];
  for (const text of taken) assert.ok(takesBack(text), text);
  const kept = [
    "영수증.pdf 지우지 말고 읽어줘",
    "3시 회의, 취소",
    "the lunch at noon, cancel it",
    "tell Lena I said no",
    "누나한테 못 간다고 보내줘",
    "remind me not to snack",
    "내일 9시에 깨워줘",
  ];
  for (const text of kept) assert.ok(!takesBack(text), text);
});

test("a condition is told from a polite form, a second choice and a question whether", () => {
  const conditions = [
    ["눈 오면 누나한테 보내줘", "눈 오면"],
    ["금값이 오르면 알려줘", "금값이 오르면"],
    ["text Lena if it snows", "if it snows"],
    ["let me know if it rains", "if it rains"],
    ["once the cake is done, ping me", "once the cake is done"],
    ["after the cake is done, ping me", "after the cake is done"],
    ["text Lena as long as it snows", "as long as it snows"],
    ["케이크가 된 뒤에 누나한테 보내줘", "케이크가 된 뒤에"],
    ["눈이 올 때 누나한테 보내줘", "눈이 올 때"],
    ["도착하는 대로 누나한테 보내줘", "도착하는 대로"],
  ] as const;
  for (const [text, said] of conditions) assert.equal(conditionIn(text)?.said, said, text);
  const none = [
    "괜찮으면 읽어줘",
    "없으면 웹에서 찾아줘",
    "라면 사기 추가해줘",
    "read it if you can",
    "check if the door is locked",
    "원하는 대로 바꿔줘",
    "3시간 뒤에 알려줘",
    "after lunch",
    "once a week",
    "if that fails search the web",
  ];
  for (const text of none) assert.equal(conditionIn(text), undefined, text);
});

test("a question is told from a request in the form of one", () => {
  for (const text of [
    "영수증.pdf 지웠어?",
    "내 생일 기억해?",
    "did I save it",
    "what if I delete it?",
    "why would you delete it",
  ])
    assert.ok(isQuestion(text), text);
  for (const text of ["지워줄래?", "could you delete it?", "보내주시겠어요?", "영수증.pdf 지워줘"])
    assert.ok(!isQuestion(text), text);
});

test("a message that only refuses is told from one that asks for something", () => {
  for (const text of ["no", "아니요", "nope!"])
    assert.deepEqual(readRefusal(text), { isNo: true, things: [] }, text);
  for (const text of ["never mind", "아니 됐어", "그냥 취소해줘", "don't send it", "보내지 마세요"])
    assert.deepEqual(readRefusal(text), { isNo: false, things: [] }, text);
  assert.deepEqual(readRefusal("영수증.pdf 지우지 말아줘")?.things, ["영수증.pdf"]);
  assert.deepEqual(readRefusal("don't delete cv.docx")?.things, ["cv.docx"]);
  for (const text of [
    "아니 4시",
    "no, 4pm",
    "no problem",
    "걱정하지 마",
    "cancel my lunch reminder",
  ])
    assert.equal(readRefusal(text), undefined, text);
});

test("a word before a colon may set aside what follows", () => {
  for (const text of ["not: delete cv.docx", "never mind: text Lena", "아니: 영수증.pdf 지워줘"])
    assert.ok(isSetAside(text), text);
  for (const text of ["note: never go there", "메모: 아니요", "no", "cancel: lunch"])
    assert.ok(!isSetAside(text), text);
});

test("what is to be taken back may be named", () => {
  for (const [text, what] of [
    ["undo the milk thing", "milk"],
    ["undo adding eggs please", "eggs"],
    ["revert the list.txt change", "list.txt"],
    ["우유 넣은 거 취소해줘", "우유"],
    ["장보기 지운 거 되돌려줘", "장보기"],
    ["send Ben the milk", undefined],
  ] as const)
    assert.equal(undoneByName(text), what, text);
});

test("why something is to be taken back may be said with it", () => {
  for (const text of [
    "oh no, we still need the butter, put it back",
    "wrong list. undo that",
    "앗 실수로 눌렀네, 되돌려줘",
    "아 아직 안했네 돌려놔",
    "안했다 취소",
  ])
    assert.ok(asksToUndo(text), text);
  for (const text of ["I need the report, send it back", "취소하고 싶은데, 다시 예약해줘"])
    assert.ok(!asksToUndo(text), text);
});
