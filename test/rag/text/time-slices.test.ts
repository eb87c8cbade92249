import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextRound } from "node:timers/promises";
import { createYield } from "../../../src/rag/text/time-slices.ts";

test("of works that are cut into slices one goes on in each round of the event loop, in turn", async () => {
  const order: string[] = [];
  const rounds: number[] = [];
  let round = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; round += 1) await nextRound();
  })();
  const work = async (name: string): Promise<void> => {
    const breathe = createYield();
    for (let slice = 0; slice < 3; slice += 1) {
      spin(5);
      await breathe();
      order.push(name);
      rounds.push(round);
    }
  };
  await Promise.all(["a", "b", "c"].map(work));
  isOver = true;
  await counting;
  assert.equal(order.join(""), "abcabcabc");
  assert.equal(new Set(rounds).size, rounds.length);
});

test("a work whose signal aborts while it waits for its slice ends with the signal's reason", async () => {
  const ending = new AbortController();
  const breathe = createYield();
  spin(5);
  const waiting = breathe(ending.signal);
  ending.abort(new Error("enough"));
  await assert.rejects(async () => waiting, /enough/);
});

/** Keeps the processor for so long. */
function spin(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}
