import assert from "node:assert/strict";
import { test } from "node:test";
import { commandAt } from "../support/command-line-here.ts";
import { temporaryHome } from "../support/service.ts";

test("a question is answered from the command line, by number or in words, and never by a bare approval", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const ask =
    '[system:ask_user]("어떤 형식?") {options: ["md", "pdf"]} >> [system:file]("answer.txt")';
  const waiting = await commandAt(home.path, ["run", ask, "--json"]);
  assert.equal(waiting.code, 3, waiting.errors);
  const { approval } = JSON.parse(waiting.output) as { approval: { id: string } };
  const approved = await commandAt(home.path, ["approvals", "approve", approval.id]);
  assert.equal(approved.code, 1);
  assert.match(approved.errors, /approvals answer/);
  const answered = await commandAt(home.path, ["approvals", "answer", approval.id, "2"]);
  assert.equal(answered.code, 0, answered.errors);
  const read = await commandAt(home.path, ["run", '[system:read]("answer.txt")']);
  assert.equal(read.output, "pdf\n");
});
