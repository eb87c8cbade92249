import assert from "node:assert/strict";
import test from "node:test";
import { lackingValue } from "../../../../src/agent/planner/wording/lacking-value.ts";

test("a request that names no value is asked for it in one question", () => {
  for (const [said, question] of [
    ["시세 좀 알려줘", "어느 종목이나 환율이요?"],
    ["파일 하나 삭제해줘", "어떤 파일을 지울까요?"],
    ["알람 하나 맞춰줘", "언제 무엇을 알려 드릴까요?"],
    ["나리한테 카톡 하나 보내줘", "나리에게 뭐라고 보낼까요?"],
    ["차트 그려줘", "어떤 숫자로 그릴까요?"],
  ])
    assert.equal(lackingValue(said!)?.question.ko, question, said);
  for (const [said, question] of [
    ["add something to my todo list", "What should I add to your list?"],
    ["delete a file please", "Which file should I delete?"],
    ["translate this into korean", "Which text should I translate?"],
    ["text Nora for me", "What should I tell Nora?"],
  ])
    assert.equal(lackingValue(said!)?.question.en, question, said);
  assert.equal(lackingValue("파일 하나 삭제해줘")?.isOfFile, true);
});

test("what names a value or asks to be shown what there is lacks nothing", () => {
  for (const said of [
    "삼성전자 시세 좀 알려줘",
    "할 일 보여줘",
    "알림 뭐 있어",
    "show my todos",
    "delete notes.md",
    "draw a chart of 3, 4, 5",
    "remind me at 7 to call",
    "나리한테 늦는다고 톡 보내줘",
  ])
    assert.equal(lackingValue(said), undefined, said);
});
