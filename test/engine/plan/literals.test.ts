import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../../src/engine/language/parser.ts";
import { printProgram } from "../../../src/engine/language/printer.ts";
import type { Program } from "../../../src/engine/language/tree.ts";
import { boundNames, literalsOf, withLiteral } from "../../../src/engine/plan/literals.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";

function programOf(source: string): Program {
  const parsed = parse(source);
  assert.ok(parsed.ok, source);
  return parsed.program;
}

const SOURCE = `$n = [source:web_search]("AI") {limit: 3}
[if: count($n) > 0] {
  [system:write]("a.md") {content: "$n", overwrite: true}
} [else] {
  [each: $x in $n] {
    [system:delete]("a.md") & [system:todo]("milk") ?? [system:time]
  }
}`;

test("literals are found in reading order, through blocks, under the names their actions give them", () => {
  const found = literalsOf(programOf(SOURCE), shippedCatalogue());
  assert.deepEqual(
    found.map(({ action, param, value, place }) => [action, param, value, place.call]),
    [
      ["web_search", "query", "AI", 0],
      ["web_search", "limit", 3, 0],
      ["write", "path", "a.md", 1],
      ["write", "overwrite", true, 1],
      ["delete", "path", "a.md", 2],
      ["todo", "add", "milk", 3],
    ],
  );
});

test("each literal can be changed where it stands and nowhere else, whatever it becomes", () => {
  const program = programOf(SOURCE);
  const catalogue = shippedCatalogue();
  const literals = literalsOf(program, catalogue);
  for (const value of ['b"}\n[system:delete]("*")', "한글 #1 // x", -2.5, false]) {
    for (const { place } of literals) {
      const text = printProgram(withLiteral(program, place, value));
      const after = literalsOf(programOf(text), catalogue);
      const expected = literals.map((literal) =>
        literal.place === place ? String(value) : String(literal.value),
      );
      assert.deepEqual(
        after.map((literal) => String(literal.value)),
        expected,
        text,
      );
    }
  }
});

test("a place that is not there changes nothing", () => {
  const program = programOf(SOURCE);
  for (const place of [
    { call: 99, part: { argument: 0 } },
    { call: 0, part: { param: "none" } },
  ])
    assert.equal(printProgram(withLiteral(program, place, "x")), printProgram(program));
});

test("every name that a program binds is known, inside blocks too", () => {
  const names = boundNames(
    programOf("$a = [system:time]\n[each: $b in $a] {\n$c = [system:time]\n}"),
  );
  assert.deepEqual([...names], ["a", "b", "c"]);
});
