import assert from "node:assert/strict";
import { test } from "node:test";
import { stepPhrasings } from "../../../src/rag/store/example-files.ts";
import { contradictionsIn } from "../../support/contradictions.ts";
import { shippedMaterial, shippedShelf } from "../../support/usage-examples.ts";

const lines = [...shippedMaterial().examples, ...stepPhrasings(shippedShelf())];

/** What a model is shown is copied: a value that nobody said would run. */
test("no shipped or generated example contradicts its words", () => {
  const wrong = lines.flatMap(({ source, intent, code }) => {
    const found = contradictionsIn(intent, code);
    return found.length === 0 ? [] : [`${source}: ${intent} → ${code}: ${found.join(", ")}`];
  });
  assert.equal(wrong.length, 0, `${wrong.length} of ${lines.length}:\n${wrong.join("\n")}`);
});
