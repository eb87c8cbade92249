import assert from "node:assert/strict";
import { test } from "node:test";
import { nearNames } from "../../../src/engine/language/nearest-name.ts";
import { processorMs } from "../../support/processor-time.ts";

test("long names that share nothing are not near", () => {
  assert.deepEqual(nearNames("a".repeat(200), ["b".repeat(200), "c".repeat(300)]), []);
  assert.deepEqual(nearNames(`${"a".repeat(64)}x`.repeat(4), [`${"a".repeat(64)}y`.repeat(4)]), []);
});

test("typing errors and names within names stay near", () => {
  const names = ["notes.md", "groceries.txt", "weather"];
  assert.deepEqual(nearNames("ntoes.md", names), ["notes.md"]);
  assert.deepEqual(nearNames("grocery.txt", names), ["groceries.txt"]);
  const long = "n".repeat(300);
  assert.deepEqual(nearNames(`${long}.md`, [long]), [long]);
  const many = Array.from({ length: 10_000 }, (_, index) => `a rather long file name ${index}`);
  assert.deepEqual(nearNames("notess.md", [...many, "notes.md"]), ["notes.md"]);
});

test("many names are looked through in little time", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `${index}`.padStart(64, "ab"));
  const took = await processorMs(() => nearNames("ba".repeat(32), many));
  assert.ok(took < 300, `${took} ms`);
});
