import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import nearley from "nearley";
import grammar from "../../../src/engine/language/grammar.ts";
import { readWith } from "../../../src/engine/language/parse-grammar.ts";
import { parse } from "../../../src/engine/language/parser.ts";

test("grammar.ts is what scripts/grammar.mjs makes of grammar.ne", () => {
  const script = fileURLToPath(new URL("../../../scripts/grammar.mjs", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("no rule of a list is right recursive: what else recurs is kept short by the lexer", () => {
  const recursive = grammar.ParserRules.filter(({ name, symbols }) => symbols.includes(name));
  assert.deepEqual(
    recursive.filter(({ name, symbols }) => symbols[0] !== name).map(({ name }) => name),
    ["choice", "choice", "negation", "factor"],
  );
});

test("chains of equal operators have one reading: 2,000 of each parse", () => {
  for (const operator of [">>", "&", "??"]) {
    assert.ok(parse(Array(2000).fill("[a:b]").join(operator)).ok, operator);
  }
});

test("a text with two readings is told", () => {
  const text = { next: () => tokens.shift() };
  const tokens = [..."1+2+3"].map((value) => ({ type: value === "+" ? "sign" : "number", value }));
  const rules = [
    { name: "sum", symbols: ["sum", { literal: "+" }, "sum"] },
    { name: "sum", symbols: [{ type: "number" }] },
  ];
  const ambiguous = nearley.Grammar.fromCompiled({ ParserRules: rules, ParserStart: "sum" });
  assert.throws(() => readWith(ambiguous, text), /more than one way/);
});
