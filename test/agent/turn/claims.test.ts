import assert from "node:assert/strict";
import { test } from "node:test";
import { claimsIn, unfounded } from "../../../src/agent/turn/check-claims.ts";
import type { ClaimKind } from "../../../src/agent/turn/claim-kinds.ts";
import { CLAIMS, HARMLESS } from "../support/claim-sentences.ts";

const NONE: ReadonlySet<ClaimKind> = new Set();

function kindsIn(text: string): readonly ClaimKind[] {
  return [...new Set(claimsIn(text).map(({ kind }) => kind))].sort();
}

test("every way of saying that something was done is read as what it says", () => {
  const misread = CLAIMS.filter(
    ([text, kinds]) => JSON.stringify(kindsIn(text)) !== JSON.stringify([...kinds].sort()),
  ).map(
    ([text, kinds]) =>
      `${text} is ${kindsIn(text).join(", ") || "nothing"}, not ${kinds.join(", ")}`,
  );
  assert.deepEqual(misread, []);
});

test("quotes, negations, questions, offers, reports of others and of the past claim nothing", () => {
  const alarmed = HARMLESS.filter((text) =>
    unfounded(claimsIn(text), { turn: NONE, before: NONE }).some(({ time }) => time !== "state"),
  );
  assert.deepEqual(alarmed, []);
});

test("there are as many harmless sentences as claims, and eighty at least", () => {
  assert.ok(CLAIMS.length + HARMLESS.length >= 80 && HARMLESS.length >= CLAIMS.length);
});

test("a claim is founded by a finished effect of its kind in this turn", () => {
  const claims = claimsIn("I saved it and I sent it.");
  const facts = { turn: new Set<ClaimKind>(["saved", "done"]), before: NONE };
  assert.deepEqual(
    unfounded(claims, facts).map(({ kind }) => kind),
    ["sent"],
  );
});

test("what was already done may have been done earlier in the conversation, and nothing else may", () => {
  const before = new Set<ClaimKind>(["sent", "done"]);
  assert.deepEqual(unfounded(claimsIn("I have already sent it."), { turn: NONE, before }), []);
  assert.deepEqual(unfounded(claimsIn("아까 이미 보냈습니다."), { turn: NONE, before }), []);
  assert.equal(unfounded(claimsIn("I have sent it."), { turn: NONE, before }).length, 1);
  assert.equal(unfounded(claimsIn("I already saved it."), { turn: NONE, before }).length, 1);
});

test("that something stands so may have been read in this turn", () => {
  const claims = claimsIn("Your reminder is set for nine.");
  assert.equal(unfounded(claims, { turn: new Set<ClaimKind>(["done"]), before: NONE }).length, 0);
  assert.equal(unfounded(claims, { turn: NONE, before: NONE }).length, 1);
});

test("what a file is written for bears out what was put in order in it, or taken out of it", () => {
  const wrong = (text: string, ...turn: ClaimKind[]) =>
    unfounded(claimsIn(text), { turn: new Set(turn), before: NONE }).map(({ kind }) => kind);
  const written: ClaimKind[] = ["saved", "done"];
  for (const text of [
    "네 줄을 모아 날짜순으로 결정사항.md에 정리했어요.",
    "메모.md에서 마지막 줄을 지웠어요.",
    "메모.md를 비웠어요.",
    "할 일 목록에서 우유를 뺐어요.",
    "I removed the last line from notes.md.",
  ]) {
    assert.deepEqual(wrong(text, ...written), [], text);
    assert.equal(wrong(text, "done").length, 1, text);
  }
  assert.deepEqual(wrong("메모.md를 지웠어요.", ...written), ["deleted"]);
  assert.deepEqual(wrong("I deleted notes.md.", ...written), ["deleted"]);
});

test("a list of the answer may leave out what was read", () => {
  const facts = { turn: new Set<ClaimKind>(["done"]), before: NONE };
  assert.deepEqual(unfounded(claimsIn("목록에서 주말은 뺐어요."), facts), []);
  assert.deepEqual(unfounded(claimsIn("I removed duplicates from the list."), facts), []);
});
