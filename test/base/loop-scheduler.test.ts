import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextRound } from "node:timers/promises";
import { LoopScheduler } from "../../src/base/loop-scheduler.ts";

/** Begins so many pieces of work, and notes each. */
function begin(rounds: LoopScheduler, count: number, notes: string[]): Promise<unknown> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await rounds.pass();
      notes.push(`piece ${index + 1}`);
    }),
  );
}

test("what is urgent runs in the round it comes in, before the next piece of work", async () => {
  const rounds = new LoopScheduler();
  const notes: string[] = [];
  const work = begin(rounds, 3, notes);
  rounds.soon(() => void notes.push("urgent"));
  rounds.soon(() => void notes.push("urgent too"));
  await work;
  assert.deepEqual(notes, ["urgent", "urgent too", "piece 1", "piece 2", "piece 3"]);
});

test("where many pieces wait, others get as much of the time as each of them took", async () => {
  const rounds = new LoopScheduler();
  const pauses: number[] = [];
  let endedAtMs = Number.NaN;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      await rounds.pass();
      const beganAtMs = performance.now();
      pauses.push(beganAtMs - endedAtMs);
      while (performance.now() < beganAtMs + 10);
      endedAtMs = performance.now();
    }),
  );
  // A timer may fire a millisecond early.
  const withManyBehind = pauses.slice(1, 4);
  assert.ok(
    withManyBehind.every((pauseMs) => pauseMs >= 7),
    pauses.join(" "),
  );
});

test("a few pieces of work follow each other in a round or two each", async () => {
  const rounds = new LoopScheduler();
  let count = 0;
  let isOver = false;
  const work = begin(rounds, 3, []).then(() => {
    isOver = true;
  });
  for (; !isOver; count += 1) await nextRound();
  await work;
  assert.ok(count <= 8, `${count} rounds`);
});

test("what a burst made wait begins when nothing has come for a moment", async () => {
  const rounds = new LoopScheduler();
  const notes: string[] = [];
  const comes = (name: string): void => rounds.soon(() => void notes.push(name));
  comes("first");
  const work = begin(rounds, 8, notes);
  // The rest comes as the answer to a poll does: some rounds, and some milliseconds, later.
  setTimeout(() => comes("second"), 12);
  setTimeout(() => comes("third"), 24);
  await work;
  assert.deepEqual(notes.slice(0, 3), ["first", "second", "third"]);
  assert.equal(notes.length, 11);
});

test("a stream that does not end holds work up at its beginning alone", async () => {
  const rounds = new LoopScheduler();
  let isOver = false;
  const stream = (async () => {
    while (!isOver) {
      rounds.soon(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const beganAtMs = performance.now();
  const passedAtMs: number[] = [];
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      await rounds.pass();
      passedAtMs.push(performance.now() - beganAtMs);
    }),
  );
  isOver = true;
  await stream;
  assert.ok(passedAtMs[0]! >= 100, `${passedAtMs[0]} ms`);
  // Each of the others would be held as long, were it held again.
  assert.ok(passedAtMs[11]! - passedAtMs[0]! < 11 * 50, passedAtMs.join(" "));
});
