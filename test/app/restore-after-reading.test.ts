import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asksToRestore } from "../../src/agent/planner/wording/said-limits.ts";
import { openTaintedHouse } from "../proofs/support/tainted-house.ts";

const RESTORE = '[system:restore]("notes.md")';

test("a model that has read a page restores a file only where the person asks for it or presses", async (context) => {
  const house = await openTaintedHouse();
  context.after(() => house.close());
  const talk = house.talk("member");
  const text = (): string => readFileSync(join(talk.folder, "notes.md"), "utf8");
  await talk.run('[system:write]("notes.md") {content: "old"}');
  await talk.run('[system:write]("notes.md") {content: "new"}');
  for (const said of ["what do my notes.md say about it?", "notes.md는 복원하지 마"]) {
    await talk.run(RESTORE, [said]);
    assert.equal(text(), "new", said);
  }
  await talk.run(RESTORE, ["please restore notes.md"]);
  assert.equal(text(), "old");
  await talk.run('[system:write]("notes.md") {content: "third"}');
  await talk.run(RESTORE, ["read that page"]); // asks, as nobody named the file, and is pressed
  assert.equal(text(), "old");
});

test("what asks to bring something back", () => {
  for (const said of [
    "restore notes.md",
    "get my notes.md back",
    "notes.md 되살려줘",
    "지운 거 복구해줘",
  ])
    assert.equal(asksToRestore(said), true, said);
  for (const said of ["what is in notes.md?", "don't restore notes.md", "notes.md 요약해줘"])
    assert.equal(asksToRestore(said), false, said);
});
