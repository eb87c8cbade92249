import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { promptPrograms } from "../../../src/agent/turn/prompt.ts";
import { openProgramHouse } from "../../support/program-house.ts";

test("the loop of the prompt reads every file of the chat, without a card", async (t) => {
  const house = await openProgramHouse();
  t.after(house.close);
  writeFileSync(house.filePath("one.tmp.md"), "first words");
  writeFileSync(house.filePath("two.tmp.md"), "second words");
  const loop = promptPrograms().find((program) => program.includes("[each:"));
  assert.ok(loop !== undefined);
  const { envelope, pressed } = await house.perform(loop);
  assert.deepEqual(pressed, []);
  assert.ok(envelope.ok, envelope.text);
  assert.match(envelope.text, /first words[\s\S]*second words/);
  assert.equal(envelope.tainted, true, "what nobody here wrote stays from outside");
});

test("a loop over the files that a list gives reads them, and a pipe reads the first", async (t) => {
  const house = await openProgramHouse();
  t.after(house.close);
  const made =
    '[system:write]("one.md") {content: "first words"}; [system:write]("two.md") {content: "second words"}';
  await house.perform(made);
  const looped = await house.perform(
    '$found = [system:list]\n[each: $file in $found] { [system:read] {path: "$file"} }',
  );
  assert.deepEqual(looped.pressed, []);
  assert.match(looped.envelope.text, /first words[\s\S]*second words/);
  assert.equal(looped.envelope.tainted, false);
  const piped = await house.perform('[system:find]("two*") >> [system:read]');
  assert.equal(piped.envelope.text, "second words");
});

test("more files than a person may lose unasked are asked about once before a loop deletes them", async (t) => {
  const house = await openProgramHouse();
  t.after(house.close);
  const numbers = [1, 2, 3, 4, 5, 6];
  for (const number of numbers) writeFileSync(house.filePath(`${number}.tmp.md`), "words");
  const { envelope, pressed } = await house.perform(
    '$found = [system:find]("*.tmp.md")\n[each: $file in $found] { [system:delete]("$file") }',
  );
  assert.deepEqual(pressed, ["value"]);
  for (const number of numbers)
    assert.match(envelope.text, new RegExp(`\\*\\*${number}\\.tmp\\.md`));
});

test("a loop over addresses that stand in the program reads them as they would be read written out", async (t) => {
  const house = await openProgramHouse();
  t.after(house.close);
  const looped = await house.perform(
    '[each: $u in ["https://a.example.com", "https://b.example.com"]] { [source:crawl]("$u") }',
  );
  assert.deepEqual(looped.pressed, []);
  const named = await house.perform(
    '$all = ["https://c.example.com/x"]\n[each: $u in $all] { [source:crawl]("$u/y") }',
  );
  assert.deepEqual(named.pressed, []);
});

test("a name that means something else in the loop's body is not what the list holds", async (t) => {
  const house = await openProgramHouse();
  t.after(house.close);
  writeFileSync(house.filePath("one.tmp.md"), "https://evil.example.com");
  const bound = await house.perform(
    '[each: $u in ["https://a.example.com"]] { $v = [system:read]("one.tmp.md"); [source:crawl]("$v") }',
  );
  assert.ok(bound.pressed.length > 0);
  const again = await house.perform(
    '[each: $u in ["https://a.example.com"]] { $u = [system:read]("one.tmp.md"); [source:crawl]("$u") }',
  );
  assert.ok(again.pressed.length > 0);
});

test("a picture that a name holds is taken by its path", async (t) => {
  const house = await openProgramHouse();
  t.after(house.close);
  const { envelope } = await house.perform(
    '$chart = [forge:bar] {data: [3, 5]}\n[forge:caption]("Two bars") {picture: "$chart"}',
  );
  assert.ok(envelope.ok, envelope.text);
});
