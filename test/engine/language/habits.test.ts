// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../../src/engine/language/parser.ts";
import { printProgram } from "../../../src/engine/language/printer.ts";

/** What other languages write, and the program it is read as. */
const READ: readonly (readonly [written: string, meant: string, code: string])[] = [
  ["[if: $n > 2] {[a:b]} else {[c:d]}", "[if: $n > 2] {[a:b]} [else] {[c:d]}", "other-language"],
  [
    "[if: $n > 2] {[a:b]} else if ($n > 1) {[c:d]} else {[e:f]}",
    "[if: $n > 2] {[a:b]} [else if: $n > 1] {[c:d]} [else] {[e:f]}",
    "other-language",
  ],
  [
    "[if: $n > 2] {\n[a:b]\n}\nelif $n > 1:\n{[c:d]}\n[else]{[e:f]}",
    "[if: $n > 2] {[a:b]} [else if: $n > 1] {[c:d]} [else] {[e:f]}",
    "other-language",
  ],
  [
    "[if: $n] {[a:b]} [elif: $m] {[c:d]}",
    "[if: $n] {[a:b]} [else if: $m] {[c:d]}",
    "other-language",
  ],
  ["if ($n > 2) {[a:b]}", "[if: $n > 2] {[a:b]}", "other-language"],
  ["if ($n > 2) and ($m < 3) {[a:b]}", "[if: ($n > 2) and ($m < 3)] {[a:b]}", "other-language"],
  ["if count($n) > 2 {[a:b]}", "[if: count($n) > 2] {[a:b]}", "other-language"],
  ["for x in list {[a:b]($x)}", "[each: $x in $list] {[a:b]($x)}", "other-language"],
  ["for (const x of $l.items) {[a:b]($x)}", "[each: $x in $l.items] {[a:b]($x)}", "other-language"],
  ["[for: $x in 1..3] {[a:b]($x)}", "[each: $x in 1..3] {[a:b]($x)}", "other-language"],
  ["[foreach $x, $i in $l] {[a:b]($x)}", "[each: $x, $i in $l] {[a:b]($x)}", "other-language"],
  [
    "{{#each $l}} [a:b]($item.name) {{/each}}",
    "[each: $item in $l] {[a:b]($item.name)}",
    "other-language",
  ],
  [
    "{{#each l}}[a:b]({{this.name}}){{/each}}",
    "[each: $item in $l] {[a:b]({{item.name}})}",
    "other-language",
  ],
  ["let x = [a:b]\nconst $y = 3\nz = [c:d]", "$x = [a:b]\n$y = 3\n$z = [c:d]", "other-language"],
  ["$n = $m + 1", "$n = ${$m + 1}", "bare-expression"],
  ["$n = count($l)", "$n = ${count($l)}", "bare-expression"],
  [
    '$n = $l.count > 3 ? "many" : "few"',
    '$n = ${$l.count > 3 ? "many" : "few"}',
    "bare-expression",
  ],
  ['$n = "Hi " + $name; [a:b]', '$n = ${"Hi " + $name}; [a:b]', "bare-expression"],
  [
    '[a:b]("Hi " + $name + "!", {k: 1})',
    '[a:b]("${\\"Hi \\" + $name + \\"!\\"}", {k: 1})',
    "bare-expression",
  ],
  ['[a:b] {k: "Hi " + $name, l: 2}', '[a:b] {k: ${"Hi " + $name}, l: 2}', "bare-expression"],
  ['[a:b](f"Hello {name}, {{x}}")', '[a:b]("Hello ${name}, {x}")', "f-string"],
  ["[a:b] {k: f'{n + 1} of {m}', l: 2}", '[a:b] {k: "${n + 1} of ${m}", l: 2}', "f-string"],
  ["$x = [a:b]\nreturn $x", "$x = [a:b]\n$result = $x", "return"],
  [
    "[if: $x] {return [a:b]} [else] {return 3}",
    "[if: $x] {$result = [a:b]} [else] {$result = 3}",
    "return",
  ],
  ["[each: $x in $l] {return $x.name}", "[each: $x in $l] {$result = $x.name}", "return"],
  ['[a:b] {k: [c:d]("x")}', '$value1 = [c:d]("x")\n[a:b] {k: "$value1"}', "nested-call"],
  [
    '[if: $x] {$y = [a:b] {k: {l: [c:d] {m: "}"}}, n: 2}}',
    '[if: $x] {$value1 = [c:d] {m: "}"}\n$y = [a:b] {k: {l: "$value1"}, n: 2}}',
    "nested-call",
  ],
];

function read(source: string) {
  const result = parse(source);
  assert.ok(result.ok, `${source}: ${result.ok ? "" : result.error.message}`);
  return result;
}

test("what other languages write is read as IBL where it has one meaning, and that is told", () => {
  for (const [written, meant, code] of READ) {
    const result = read(written);
    assert.equal(printProgram(result.program), printProgram(read(meant).program), written);
    assert.ok(
      result.warnings.some((warning) => warning.code === code),
      written,
    );
    const source = result.source ?? written;
    const places = result.program.statements.map(({ span }) => source.slice(span.start, span.end));
    assert.ok(
      places.every((text) => text.trim() !== ""),
      written,
    );
  }
});

/** What has more than one meaning, or none, and the code of its error. */
const REFUSED: readonly (readonly [source: string, code: string])[] = [
  ["[if: $x] {return [a:b]}\n[c:d]", "trailing-text"],
  ["return $x\n[a:b]", "trailing-text"],
  ["[each: $x in $l] {[if: $x.ok] {return $x}}", "trailing-text"],
  ['[a:a] >> [a:b] {k: [c:d]("x")}', "bad-key"],
  ['[on_error: skip] [a:b] {k: [c:d]("x")}', "bad-key"],
  ["$name = Mina", "expected-call"],
  ["$tel = 010-1234-5678", "expected-call"],
  ["$day = 2026-12-24", "expected-call"],
  ["if this goes on, tell me", "expected-call"],
];

test("what may mean something else is refused", () => {
  for (const [source, code] of REFUSED) {
    const result = parse(source);
    assert.ok(!result.ok, `${source}: it parses`);
    assert.equal(result.error.code, code, source);
  }
});
