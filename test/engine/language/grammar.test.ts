import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import nearley from "nearley";
import grammar from "../../../src/engine/language/grammar.ts";
import { END, type Place, Tables } from "../../../src/engine/language/parse-tables.ts";
import { readTokens } from "../../../src/engine/language/parse-tree.ts";
import { parse } from "../../../src/engine/language/parser.ts";

test("grammar.ts is what scripts/grammar.mjs makes of grammar.ne", () => {
  const script = fileURLToPath(new URL("../../../scripts/grammar.mjs", import.meta.url));
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

/** Works every entry of the tables out, as no one text does; how many places there are. */
function workOut(tables: Tables): number {
  const kinds = kindsOf(tables);
  const names = new Set(grammar.ParserRules.map(({ name }) => name));
  const places = new Set<Place>([tables.first]);
  for (const place of places) {
    for (const kind of kinds) tables.actionAt(place, kind);
    const wanted = new Set(place.items.map(({ rule, dot }) => rule.symbols[dot]));
    for (const name of names) if (wanted.has(name)) tables.after(place, name);
    for (const next of place.next.values()) places.add(next);
  }
  return places.size;
}

/** Every kind of token that the grammar names; a bracket is both of a kind and spelt. */
function kindsOf(tables: Tables): readonly number[] {
  const symbols = grammar.ParserRules.flatMap((rule) => rule.symbols);
  const kinds = symbols.flatMap((symbol) => {
    if (typeof symbol === "string") return [];
    const { type = "", literal = "" } = symbol as { type?: string; literal?: string };
    return [tables.kindOf(type, literal)];
  });
  return [END, ...kinds, tables.kindOf("group", "("), tables.kindOf("target", "(")];
}

test("no place of the grammar leaves a choice before any token, so no text has two readings", () => {
  for (const ParserStart of ["program", "condition"]) {
    const compiled = nearley.Grammar.fromCompiled({ ...grammar, ParserStart });
    assert.ok(workOut(new Tables(compiled)) > 15, ParserStart);
  }
});

test("a grammar with two readings is told", () => {
  const ParserRules = [
    { name: "sum", symbols: ["sum", { literal: "+" }, "sum"] },
    { name: "sum", symbols: [{ type: "number" }] },
  ];
  const tables = new Tables(nearley.Grammar.fromCompiled({ ParserRules, ParserStart: "sum" }));
  const tokens = ["1", "+", "2", "+", "3"].map((value) => {
    return value === "+" ? { type: "sign", value } : { type: "number", value };
  });
  const source = { next: () => tokens.shift() };
  assert.throws(() => readTokens(tables, source), /leaves a choice/);
});
