import assert from "node:assert/strict";
import { test } from "node:test";
import { stepPhrasings } from "../../../src/rag/store/example-files.ts";
import { contradictionsIn } from "../../support/contradictions.ts";
import { shippedMaterial, shippedShelf } from "../../support/usage-examples.ts";

const lines = [...shippedMaterial().examples, ...stepPhrasings(shippedShelf())];

/** What a model is shown is copied: a value that nobody said would run. */
test("every value in a shipped example follows from its words", () => {
  const wrong = lines.flatMap(({ source, intent, code }) => {
    const found = contradictionsIn(intent, code);
    return found.length === 0 ? [] : [`${source}: ${intent} → ${code}: ${found.join(", ")}`];
  });
  assert.equal(wrong.length, 0, `${wrong.length} of ${lines.length}:\n${wrong.join("\n")}`);
});

test("an example with a value that nobody said, or without one that was said, is found", () => {
  for (const [intent, code] of [
    ["서울 날씨 알려줘", '[source:weather]("부산")'],
    ["날씨 알려줘", '[source:weather]("서울")'],
    [
      "remind me tomorrow at 3 pm to call mom",
      '[system:schedule]("call mom") {at: "tomorrow 17:00"}',
    ],
    ["add milk to my to-dos", '[system:todo]("milk and eggs") {op: "add"}'],
    ["show me 5 headlines", "[source:search_news] {max_results: 10}"],
    ["delete notes.md and list.txt", '[system:file_delete]("notes.md")'],
    ["send bob@corp.com the plan", '[messenger:send]("the plan") {to: "ann@corp.com"}'],
  ] as const)
    assert.notDeepEqual(contradictionsIn(intent, code), [], `${intent} → ${code}`);
  assert.deepEqual(contradictionsIn("서울 날씨 알려줘", '[source:weather]("서울")'), []);
});
