import assert from "node:assert/strict";
import { test } from "node:test";
import { helpFor } from "../../../../src/agent/planner/wording/help-questions.ts";

test("a question about the bot is answered with what it can really do", () => {
  for (const [message, answer] of [
    ["how do I tell you my time zone?", /\/timezone/u],
    ["밤에 알림 끄려면 어떻게 해?", /\/settings quiet/u],
    ["is there a way to mute you at night?", /\/settings quiet/u],
    ["can my wife see my to-dos?", /^No/u],
    ["사진도 읽어?", /language model/u],
    ["how do I set a reminder", /remind me to/u],
    ["명령어 외워야 돼?", /^Just talk/u],
    ["what languages do you speak?", /English and Korean/u],
  ] as const) {
    const help = helpFor(message);
    assert.ok(help?.kind === "words", message);
    assert.match(help.words.en, answer, message);
  }
});

test("what there is for a subject is looked up under it", () => {
  for (const [message, subject] of [
    ["what can you do with files?", "files"],
    ["뉴스로 뭐 할 수 있어?", "뉴스"],
    ["is there any way to draw graphs with you", "graphs"],
    ["날씨 기능은 뭐가 있어?", "날씨"],
  ] as const)
    assert.deepEqual(helpFor(message), { kind: "subject", subject }, message);
});

test("what asks for something to be done is no question about the bot", () => {
  for (const message of [
    "can you set an alarm for 7?",
    "내일 7시 알람 맞춰줄 수 있어?",
    "what time zone is Tokyo in",
    "how do I cook rice",
    "can you send a voice message to Ben",
    "do you have Mina's contact",
    "물주기 알림 어떻게 설정돼있더라",
  ])
    assert.equal(helpFor(message), undefined, message);
});
