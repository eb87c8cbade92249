import assert from "node:assert/strict";
import { test } from "node:test";
import { asksForLetters } from "../../../src/agent/things/letters.ts";
import { type KnownThings, type Letter, NO_THINGS } from "../../../src/agent/things/said.ts";
import { readThing } from "../../../src/agent/things/things.ts";

function letter(name: string, words: string, more: Partial<Letter> = {}): Letter {
  return {
    with: name,
    isOwn: false,
    words: `> ${words}`,
    at: { ko: "14:10", en: "at 2:10 PM" },
    ...more,
  };
}

function told(message: string, letters: readonly Letter[], language: "ko" | "en" = "en"): string {
  const known: KnownThings = { ...NO_THINGS, others: ["Ben", "민호"], letters: () => letters };
  const plan = readThing(message, known);
  return plan?.kind === "ask" ? plan.words[language] : (JSON.stringify(plan) ?? "");
}

const OWN = { isOwn: true, at: { ko: "13:00", en: "at 1 PM" } };

for (const message of [
  "any messages from ben?",
  "did ben answer",
  "has Ben replied yet?",
  "what did ben say?",
  "have you heard back from ben",
  "anything from ben?",
  "show me ben's last message",
])
  test(`what somebody wrote is told: ${message}`, () => {
    assert.equal(
      told(message, [letter("Ben", "see you at 6"), letter("Ben", "late", OWN)]),
      "**Ben** wrote at 2:10 PM:\n> see you at 6",
    );
  });

for (const message of [
  "민호 답장 왔어?",
  "민호가 뭐래",
  "민호한테 온 메시지 있어?",
  "민호 답했어?",
  "민호한테서 연락 왔나",
  "민호님이 뭐라고 해?",
])
  test(`it is told in Korean: ${message}`, () => {
    assert.equal(
      told(message, [letter("민호", "6시에 봐")], "ko"),
      "**민호**님이 14:10에 보냈어요.\n> 6시에 봐",
    );
  });

test("where nothing came since the asker wrote, that is said; a question for the words has the last ones", () => {
  const letters = [letter("Ben", "late", OWN), letter("Ben", "see you at 6")];
  assert.equal(told("did ben answer?", letters), "Nothing from **Ben** since you wrote at 1 PM.");
  assert.equal(told("what did ben say", letters), "**Ben** wrote at 2:10 PM:\n> see you at 6");
  assert.equal(told("민호 답장 왔어?", [], "ko"), "**민호**님한테서 온 게 아직 없어요.");
});

test("what the asker wrote is told too, and what anybody wrote, the oldest first", () => {
  const letters = [letter("Ben", "two"), letter("민호", "one"), letter("Ben", "late", OWN)];
  assert.equal(told("what did i tell ben", letters), "You wrote to **Ben** at 1 PM:\n> late");
  assert.equal(
    told("any new messages?", letters),
    "**민호** wrote at 2:10 PM:\n> one\n**Ben** wrote at 2:10 PM:\n> two",
  );
  assert.equal(told("메시지 온 거 있어?", [], "ko"), "온 메시지가 없어요.");
});

test("words for somebody, and of somebody else, ask for no message of theirs", () => {
  for (const message of [
    "민호한테 답장 보내줘",
    "tell ben I said yes",
    "민호한테 연락해줘",
    "did anna answer",
  ])
    assert.doesNotMatch(
      told(message, [letter("Ben", "hidden"), letter("민호", "hidden")]),
      /hidden/u,
    );
  assert.equal(asksForLetters("민호가 뭐래", "민호"), true);
  assert.equal(asksForLetters("민호야 6시에 봐", "민호"), false);
});

test("nothing is told where it may not be, as in a group", () => {
  assert.equal(readThing("did ben answer?", { ...NO_THINGS, others: ["Ben"] }), undefined);
});
