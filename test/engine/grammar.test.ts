import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import grammar from "../../src/engine/grammar.ts";
import { parse } from "../../src/engine/parser.ts";

test("grammar.ts is what scripts/grammar.mjs makes of grammar.ne", () => {
  const script = fileURLToPath(new URL("../../scripts/grammar.mjs", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("no rule of a list is right recursive: every recursion but a negation's stands first", () => {
  const recursive = grammar.ParserRules.filter(({ name, symbols }) => symbols.includes(name));
  assert.deepEqual(
    recursive.filter(({ name, symbols }) => symbols[0] !== name).map(({ name }) => name),
    ["negation"],
  );
});

test("chains of equal operators have one reading: 2,000 of each parse", () => {
  for (const operator of [">>", "&", "??"]) {
    assert.ok(parse(Array(2000).fill("[a:b]").join(operator)).ok, operator);
  }
});
