import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLoopWatch, HELD_MARK } from "../../../src/app/core/loop-watch.ts";
import { RecordingLog } from "../../support/recording-log.ts";

test("an event loop that is held for more than a second is measured, logged and marked", async (t) => {
  const log = new RecordingLog();
  const marked = new Map<string, number>();
  const watch = createLoopWatch({
    log,
    clock: { now: () => 7 },
    marks: { set: (name, atMs) => marked.set(name, atMs) },
  });
  assert.equal(watch.worstMs(), undefined);
  watch.start();
  t.after(() => watch.stop());
  await delay(60);
  const untilMs = performance.now() + 1200;
  while (performance.now() < untilMs);
  await delay(60);
  const worstMs = watch.worstMs() ?? 0;
  assert.ok(worstMs >= 1100, `${worstMs} ms`);
  assert.equal(marked.get(HELD_MARK), 7);
  assert.equal(watch.worstMs(), worstMs);
});
