import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { linkSignals } from "../../src/base/linked-signal.ts";

test("a time limit fires although garbage is collected while it runs", async () => {
  const main = fileURLToPath(new URL("../support/garbage-main.ts", import.meta.url));
  const args = ["--expose-gc", "--import", "tsx", main];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  assert.deepEqual(JSON.parse(stdout), [
    "TimeoutError",
    "TimeoutError",
    "TimeoutError",
    "http-timeout",
  ]);
});

test("the first source that aborts gives its reason, and the time limit fires no more", async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const linked = linkSignals([one.signal, undefined, other.signal], 5);
  other.abort(new Error("stop"));
  one.abort(new Error("too late"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(linked.signal.reason.message, "stop");
  assert.equal(linked.isTimeUp(), false);
});

test("a source that has aborted already aborts at once", () => {
  const linked = linkSignals([AbortSignal.abort(new Error("before"))]);
  assert.equal(linked.signal.reason.message, "before");
});

test("after release nothing aborts it, and no listener is left", async () => {
  const source = new AbortController();
  const links = Array.from({ length: 50 }, () => linkSignals([source.signal], 5));
  assert.equal(getEventListeners(source.signal, "abort").length, 50);
  for (const link of links) link.release();
  assert.equal(getEventListeners(source.signal, "abort").length, 0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  source.abort();
  assert.ok(links.every(({ signal }) => !signal.aborted));
});

test("an abort leaves no listener with the other sources", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  linkSignals([one.signal, other.signal]);
  one.abort();
  assert.equal(getEventListeners(other.signal, "abort").length, 0);
});
