import assert from "node:assert/strict";
import { test } from "node:test";
import { serviceEnd } from "../../src/base/errors.ts";
import type { HandlerResult } from "../../src/engine/execute/action-types.ts";
import type { RunResult } from "../../src/runs/run-result.ts";
import { GateWorld, stopped } from "../agent/support/gate-world.ts";

/** A program of the owner whose step `node:action` hangs until it is stopped, and what stops it. */
async function stopIn(
  world: GateWorld,
  source: string,
  action: string,
  options: { readonly after?: number; readonly reason?: Error } = {},
): Promise<RunResult> {
  const stop = new AbortController();
  let count = 0;
  world.acts[action] = ({ signal }): string | Promise<HandlerResult> => {
    count += 1;
    if (count <= (options.after ?? 0)) return "done";
    const end = new Promise<HandlerResult>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
    queueMicrotask(() => stop.abort(options.reason ?? stopped()));
    return end;
  };
  return world.run(source, { as: world.owner, signal: stop.signal });
}

function summarizeRun(result: RunResult): unknown {
  assert.equal(result.kind, "stopped");
  const { done, cutOff, notDone } = (result as Extract<RunResult, { kind: "stopped" }>).account;
  const english = (lines: readonly { readonly en: string }[]): readonly string[] =>
    lines.map(({ en }) => en);
  return { done: english(done), cutOff: english(cutOff), notDone: english(notDone) };
}

const WRITE = '[system:write]("a.md") {content: "x"}';

test("a stopped run tells what was done, what was cut off and what was not done", async () => {
  const world = new GateWorld();
  const source = `[system:time]\n${WRITE}\n[system:write]("b.md") {content: "y"}`;
  const result = await stopIn(world, source, "system:write");
  assert.deepEqual(summarizeRun(result), {
    done: ["The time"],
    cutOff: ["Write a.md: x"],
    notDone: ["Write b.md: y"],
  });
  assert.deepEqual(world.calls, ["time", "write a.md x"]);
});

test("a read that was stopped was not done: it cannot have changed anything", async () => {
  const world = new GateWorld();
  const result = await stopIn(world, '[source:web]("AI") >> [system:write]("a.md")', "source:web");
  assert.deepEqual(summarizeRun(result), {
    done: [],
    cutOff: [],
    notDone: ["Search AI", "Write a.md: ⟨a value known only while it runs⟩"],
  });
});

test("a loop that was stopped tells of the items it did, and that others are left", async () => {
  const world = new GateWorld();
  world.acts["system:list"] = () => ({
    ok: true,
    value: { kind: "list", items: ["Cho", "Dan", "Eve"] },
    tainted: false,
  });
  const source = `$who = [system:list]\n[each: $x in $who] { [system:write]("note.md") {content: "$x"} }`;
  const result = await stopIn(world, source, "system:write", { after: 1 });
  assert.deepEqual(summarizeRun(result), {
    done: ["The list", "Write note.md: Cho"],
    cutOff: ["Write note.md: Dan"],
    notDone: ["Write note.md: ⟨a value known only while it runs⟩ (the other items)"],
  });
});

test("after a stop nothing begins any more, in no branch, fallback or block", async () => {
  for (const source of [
    `${WRITE} ?? [system:write]("b.md") {content: "y"}`,
    `([system:time] >> ${WRITE}) & (${WRITE} >> [system:write]("b.md"))`,
    `[on_error: skip] ${WRITE} >> [system:write]("b.md")`,
    `[if: 1 == 1] { ${WRITE}\n[system:write]("b.md") {content: "y"} }`,
  ]) {
    const world = new GateWorld();
    const result = await stopIn(world, source, "system:write");
    assert.equal(result.kind, "stopped", source);
    assert.ok(!world.calls.some((call) => call.startsWith("write b.md")), source);
    const before = world.calls.length;
    assert.deepEqual(await world.resume(result), result, source);
    assert.equal(world.calls.length, before, source);
  }
});

test("a run that the end of the process cuts off stays, and asks about the effect when it is taken up", async () => {
  const world = new GateWorld();
  await assert.rejects(stopIn(world, WRITE, "system:write", { reason: serviceEnd() }), {
    code: "service-end",
  });
  assert.equal(world.runs.running().length, 1);
  world.restart();
  const [run] = world.runs.running();
  const resumed = await world.gate.resume(run!.id, { actor: world.actor(world.owner) });
  assert.ok(resumed.kind === "waiting");
  assert.deepEqual(
    resumed.approvals.map(({ kind }) => kind),
    ["uncertain"],
  );
});
