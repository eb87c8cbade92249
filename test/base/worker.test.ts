import assert from "node:assert/strict";
import { test } from "node:test";
import { askWorker } from "../../src/base/worker.ts";

const DOUBLER = new URL("../support/doubling-worker.ts", import.meta.url);

test("a thread tells what it does on the way and gives what came out", async () => {
  const told: number[] = [];
  const onTold = (step: number): void => void told.push(step);
  assert.equal(await askWorker<number, number>(DOUBLER, { number: 21 }, { onTold }), 42);
  assert.deepEqual(told, [1, 2]);
});

test("what goes wrong in a thread is told by whoever asked it", async () => {
  await assert.rejects(askWorker(DOUBLER, { number: -1 }), /No number below zero/u);
  await assert.rejects(askWorker(new URL("./nowhere.ts", import.meta.url), {}), /nowhere/u);
});

test("an abort ends a thread that would go on for ever, and starts none", async () => {
  const ending = new AbortController();
  const reason = new Error("stop");
  const asked = askWorker(
    DOUBLER,
    { number: Number.POSITIVE_INFINITY },
    { signal: ending.signal, onTold: () => ending.abort(reason) },
  );
  await assert.rejects(asked, reason);
  await assert.rejects(askWorker(DOUBLER, { number: 1 }, { signal: ending.signal }), reason);
});
