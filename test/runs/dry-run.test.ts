import assert from "node:assert/strict";
import { test } from "node:test";
import { failure } from "../../src/engine/values/outcome.ts";
import type { RunResult } from "../../src/runs/run-result.ts";
import type { TriedProgram } from "../../src/security/approvals/dry-run-result.ts";
import { GateWorld, Killed, stopped, words } from "../agent/support/gate-world.ts";
import { settled } from "../support/manual-clock.ts";

const KEEP = `[system:keep]("news") {pipeline: '[source:web]("AI") >> [system:write]("a.md")'}`;

/** A world that tries what is to be kept, and where the web says so. */
function newWorld(): GateWorld {
  const world = new GateWorld({}, { tries: true });
  world.acts["source:web"] = () => "three stories";
  return world;
}

/** What the one card of a run tells of the try. */
function triedOn(world: GateWorld, result: RunResult): TriedProgram | undefined {
  return world.cardOf(result).card.effects?.find(({ action }) => action === "keep")?.tried;
}

test("a program that is to be kept is tried before it is asked about, and nothing of it is done", async () => {
  const world = newWorld();
  const asked = await world.run(KEEP);
  assert.deepEqual(world.calls, ["web AI"]);
  assert.deepEqual(triedOn(world, asked), {
    kind: "done",
    steps: [{ title: { ko: "source", en: "source" }, subject: "AI", ok: true }],
    leftOut: [
      {
        card: { ko: "a.md 쓰기", en: "Write a.md: three stories" },
        reason: "acts",
        values: [],
      },
    ],
    decided: [],
  });
  const rows = world.database.prepare("SELECT count(*) FROM steps").pluck().get();
  assert.equal(rows, 0);
});

test("the press keeps it, and it is not tried again", async () => {
  const world = newWorld();
  const asked = await world.run(KEEP);
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(
    world.calls.slice(1).map((call) => call.split(" ")[0]),
    ["keep"],
  );
});

test("a program that fails when it is tried is still asked about", async () => {
  const world = newWorld();
  world.acts["source:web"] = () => failure("http-error", "The web is closed.");
  const asked = await world.run(KEEP);
  const tried = triedOn(world, asked);
  assert.deepEqual([tried?.kind, tried?.message], ["failed", "The web is closed."]);
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
});

test("a try has twelve seconds, and tells how far it came", async () => {
  const world = newWorld();
  world.acts["source:web"] = ({ params, signal }) =>
    params["query"] === "fast" ? "quick" : hanging(signal);
  const running = world.run(
    `[system:keep]("slow") {pipeline: '[source:web]("fast")\n[source:web]("slow")'}`,
  );
  await settled();
  await world.clock.advance(12_000);
  const tried = triedOn(world, await running);
  assert.equal(tried?.kind, "cut");
  assert.deepEqual(
    tried.steps.map(({ subject }) => subject),
    ["fast"],
  );
});

test("what stops the run stops the try, and nothing is asked", async () => {
  for (const stop of ["signal", "run"] as const) {
    const world = newWorld();
    world.acts["source:web"] = ({ signal }) => hanging(signal);
    const controller = new AbortController();
    const running = world.run(KEEP, { signal: controller.signal });
    await settled();
    if (stop === "signal") controller.abort(stopped());
    else assert.ok(world.gate.stop(world.runs.find("update:1")!.id, "Ben has left."));
    assert.match(words(await running), /^stopped: /);
    assert.deepEqual(world.approvals.pending(), []);
    assert.equal(world.runs.find("update:1")?.state, "stopped");
  }
});

test("a death in the middle of a try keeps nothing, and the next process asks, once", async () => {
  for (const point of ["run-created", "dry-run", "dry-run-ended", "approval-asked"]) {
    const world = newWorld();
    world.killAt = point;
    await assert.rejects(world.run(KEEP), Killed);
    assert.ok(
      world.calls.every((call) => call === "web AI"),
      point,
    );
    world.restart();
    const asked = await world.run(KEEP);
    assert.equal(triedOn(world, asked)?.kind, "done", point);
    assert.equal(world.approvals.pending().length, 1, point);
    assert.equal(words(await world.answer(asked, "y")), "ok: done");
    assert.equal(world.calls.filter((call) => call.startsWith("keep")).length, 1, point);
  }
});

test("who watches the run watches the try", async () => {
  const world = newWorld();
  const watched: string[] = [];
  await world.run(KEEP, {
    onProgram: (plan) => {
      watched.push(plan.program);
      return ({ action, outcome }) =>
        watched.push(`${action} ${outcome === undefined ? "…" : "✓"}`);
    },
  });
  assert.deepEqual(watched, ['[source:web]("AI") >> [system:write]("a.md")', "web …", "web ✓"]);
});

test("a program that cannot be planned is refused when it is tried", async () => {
  const world = newWorld();
  const tried = await world.gate.dryRun(
    { source: "[system:tme]" },
    { actor: world.actor(world.member), origin: "dry-run:test" },
  );
  assert.equal(tried?.kind, "refused");
});

/** A read that never ends by itself. */
function hanging(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
}
