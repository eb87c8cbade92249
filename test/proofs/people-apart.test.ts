import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice } from "./support/dice.ts";
import { PROOF_LIMIT_MS, seedOf, sizeOf } from "./support/sizes.ts";
import { playBen } from "./support/two-people.ts";

const PLAYS = sizeOf("APART", { short: 2, long: 200 });

test("whatever one person does, another sees the same bytes, and the same is kept of them", {
  timeout: PROOF_LIMIT_MS,
}, async () => {
  for (let play = 0; play < PLAYS; play += 1) {
    const name = `${seedOf("apart")}:${play}`;
    const seed = { word: play, annIsOwner: play % 4 < 2, hasModel: play % 2 > 0 };
    const alone = await playBen(seed, undefined);
    const together = await playBen(seed, new Dice(name));
    assert.ok(alone.transcript.length > 30 && alone.rows.length > 60, "Ben has a day to compare");
    assert.deepEqual(others(together.transcript, alone.transcript), [], `seed ${name}`);
    assert.deepEqual(others(together.rows, alone.rows), [], `seed ${name}`);
  }
});

/** The first lines in which two lists are not the same, of both. */
function others(lines: readonly string[], expected: readonly string[]): readonly string[] {
  const at = [...lines, ...expected].findIndex((_, index) => lines[index] !== expected[index]);
  return at < 0 ? [] : [lines[at] ?? "(nothing)", expected[at] ?? "(nothing)"];
}
