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
