// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json } from "../../../src/base/json.ts";
import {
  escapeReferences,
  parseReference,
  parseText,
  readPath,
  resolveReference,
} from "../../../src/engine/language/reference.ts";
import { texts } from "../support/programs.ts";

/** A string of the tree, and its parts: text as it is, references in angle brackets as name/step/step. */
const PARTS: readonly (readonly [string, readonly string[]])[] = [
  ["", []],
  ["plain", ["plain"]],
  ["$x", ["<x>"]],
  ["$x.items.0.title", ["<x/items/0/title>"]],
  ["${x.y} 와 {{ z.1 }}", ["<x/y>", " 와 ", "<z/1>"]],
  ["{{_prev_result}}", ["<prev>"]],
  ["{{_prev_result.url}}", ["<prev/url>"]],
  ["가격은 $100, $AAPL.", ["가격은 $100, ", "<AAPL>", "."]],
  ["$x. $x, ($x)", ["<x>", ". ", "<x>", ", (", "<x>", ")"]],
  ["$결과건", ["<결과건>"]],
  ["${x}건", ["<x>", "건"]],
  ["$x$y", ["<x>", "<y>"]],
  ["{{{x}}}", ["{", "<x>", "}"]],
  ["${}", ["<=>"]],
  ["${x y} {{x", ["<=x y>", " {{x"]],
  ["a ${ $x.y } ${$x[-1]} b", ["a ", "<x/y>", " ", "<x/-1>", " b"]],
  ["${sum($x.a) + count({a: '}'})}원", ["<=sum($x.a) + count({a: '}'})>", "원"]],
  ["${x + 1", ["<=x + 1>"]],
  [
    "$x[0].a $x['b c'] $x[USD] $x.*.a $x.*",
    ["<x/0/a>", " ", "<x/b c>", " ", "<x>", "[USD] ", "<x/*/a>", " ", "<x>", ".*"],
  ],
  ["$", ["$"]],
  ["\\${x}", ["${x}"]],
  ["\\{{x}}", ["{{x}}"]],
  ["\\\\${x}", ["\\", "<x>"]],
  ["\\\\\\${x}", ["\\${x}"]],
  ["\\$x \\d \\\\", ["\\", "<x>", " \\d \\\\"]],
  ["\\{{x}} {{x}}", ["{{x}} ", "<x>"]],
];

for (const [text, parts] of PARTS) {
  test(`takes ${JSON.stringify(text)} apart`, () => {
    const shown = parseText(text).map((part) => {
      if ("literal" in part) return part.literal;
      if ("formula" in part) return `<=${part.formula}>`;
      return `<${[part.reference.name, ...part.reference.path].join("/")}>`;
    });
    assert.deepEqual(shown, parts);
  });
}

test("a reference as a whole is told from text", () => {
  assert.deepEqual(parseReference("$x.0.a"), {
    text: "$x.0.a",
    name: "x",
    path: [0, "a"],
    form: "bare",
  });
  assert.equal(parseReference("{{_prev_result}}")?.name, "prev");
  assert.equal(parseReference("{{x}}")?.form, "braced");
  for (const text of ["x", "$x ", "$x$y", "$1", "\\${x}", ""]) {
    assert.equal(parseReference(text), undefined, text);
  }
});

test("escaped text is one literal again", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const parts = parseText(escapeReferences(text)).map((part) => {
        assert.ok("literal" in part || "reference" in part);
        return "literal" in part ? part.literal : part.reference.text;
      });
      assert.equal(parts.join(""), text);
    }),
    { numRuns: 3000, seed: 20_260_204 },
  );
});

test("64 KiB of backslashes, dollars or braces are taken apart at once", () => {
  for (const unit of ["\\", "$", "{", "{{", "${", "$a.", "\\${", "{{a"]) {
    const text = unit.repeat(65_536 / unit.length);
    const parts = parseText(text);
    assert.ok(parts.length > 0);
  }
});

test("paths lead into lists and records, and nowhere else", () => {
  const value: Json = { items: [{ title: "가" }, { title: "나" }], toString: "own" };
  assert.equal(readPath(value, ["items", 1, "title"]), "나");
  assert.equal(readPath(value, ["count"]), 2);
  assert.equal(readPath([1, 2, 3], ["count"]), 3);
  assert.equal(readPath([1, 2, 3], ["items", 0]), 1);
  assert.equal(readPath(value, ["toString"]), "own");
  for (const path of [["constructor"], ["items", "size"], ["items", 2], ["items", 0, "x"]]) {
    assert.equal(readPath(value, path), undefined);
  }
  assert.equal(readPath("text", ["length"]), undefined);
  assert.equal(readPath([1, 2], ["length"]), 2);
  assert.deepEqual(readPath([{ length: 5 }], ["length"]), [5]);
  assert.equal(readPath(undefined, []), undefined);
});

/** Reference, and what it finds among `x`, `가격` and `name`, with the text left over. */
const RESOLVED: readonly (readonly [string, unknown])[] = [
  ["$x", { kind: "found", value: { list: [7] }, rest: "" }],
  ["$x.list.0", { kind: "found", value: 7, rest: "" }],
  ["$x.list.0건", { kind: "found", value: 7, rest: "건" }],
  ["$가격은", { kind: "found", value: 1200, rest: "은" }],
  ["$가격은.x", { kind: "found", value: 1200, rest: "은.x" }],
  ["$name.md", { kind: "found", value: "메모", rest: ".md" }],
  ["${name.md}", { kind: "no-path" }],
  ["$x.none", { kind: "no-path" }],
  ["$AAPL", { kind: "no-variable" }],
  ["${가격은}", { kind: "no-variable" }],
  ["$x.list[-1]", { kind: "found", value: 7, rest: "" }],
  ["$name[1].md", { kind: "found", value: "메모", rest: "[1].md" }],
  ["$rows.*.a", { kind: "found", value: [1, 2], rest: "" }],
  ["$rows.a", { kind: "found", value: [1, 2], rest: "" }],
];

for (const [text, resolution] of RESOLVED) {
  test(`follows ${text}`, () => {
    const names = new Map<string, Json>([
      ["x", { list: [7] }],
      ["가격", 1200],
      ["rows", [{ a: 1 }, { a: 2 }]],
      ["name", "메모"],
    ]);
    const reference = parseReference(text)!;
    assert.deepEqual(
      resolveReference(reference, (name) => names.get(name)),
      resolution,
    );
  });
}
