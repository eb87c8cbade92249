import assert from "node:assert/strict";
import { test } from "node:test";
import { KeyedQueue } from "../../../src/bots/platform/keyed-queue.ts";
import { settled } from "../../support/manual-clock.ts";

/** A job that a test lets end. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { job: () => ended, end: () => end() };
}

test("jobs of one key run in order, jobs of different keys run concurrently", async () => {
  const chatQueue = new KeyedQueue();
  const done: string[] = [];
  const slow = held();
  void chatQueue.add("a", slow.job);
  void chatQueue.add("a", async () => void done.push("a2"));
  void chatQueue.add("b", async () => void done.push("b1"));
  await settled();
  assert.deepEqual(done, ["b1"]);
  slow.end();
  await chatQueue.drained();
  assert.deepEqual(done, ["b1", "a2"]);
});

test("a job that throws rejects for its caller and does not stop the jobs behind it", async () => {
  const chatQueue = new KeyedQueue();
  const failing = chatQueue.add("a", () => Promise.reject(new Error("no")));
  const next = chatQueue.add("a", async () => "next");
  await assert.rejects(failing, /no/);
  assert.equal(await next, "next");
  await chatQueue.drained();
});

test("drained waits for jobs that were added while it waited", async () => {
  const chatQueue = new KeyedQueue();
  const done: string[] = [];
  const first = held();
  void chatQueue.add("a", async () => {
    await first.job();
    void chatQueue.add("b", async () => void done.push("late"));
  });
  const drained = chatQueue.drained().then(() => done.push("drained"));
  first.end();
  await drained;
  assert.deepEqual(done, ["late", "drained"]);
});
