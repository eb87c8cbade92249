import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { programJson } from "../../../src/engine/language/parse-tree.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { printProgram } from "../../../src/engine/language/printer.ts";

interface Vector {
  readonly id: string;
  readonly input: string;
  readonly ok: boolean;
  readonly program?: unknown;
  readonly warnings?: readonly string[];
  readonly error?: string;
}

const vectors = readFileSync(new URL("../support/parse-vectors.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Vector => JSON.parse(line));

test("there are 98 vectors", () => {
  assert.equal(vectors.length, 98);
});

for (const { id, input, ok, program, warnings, error } of vectors) {
  test(`vector ${id}: ${JSON.stringify(input)}`, () => {
    const result = parse(input);
    if (!ok) {
      assert.ok(!result.ok, "It parses, although it must not.");
      assert.equal(result.error.code, error);
      return;
    }
    assert.ok(result.ok, result.ok ? "" : result.error.message);
    assert.deepEqual(plain(programJson(result.program)), program);
    assert.deepEqual(
      result.warnings.map(({ code }) => code),
      warnings,
    );
    const again = parse(printProgram(result.program));
    assert.ok(again.ok);
    assert.deepEqual(plain(programJson(again.program)), program);
    assert.deepEqual(again.warnings, []);
  });
}

/** The tree's records have no prototype; plain ones compare. */
function plain(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree));
}
