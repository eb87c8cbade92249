import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelTurns } from "../../../src/agent/turn/model-turns.ts";
import { createTurns } from "../../../src/agent/turn/turn-table.ts";
import { serviceEnd } from "../../../src/base/errors.ts";
import type { HandlerResult } from "../../../src/engine/execute/action-types.ts";
import { runs, scriptedModel } from "../../support/scripted-model.ts";
import { GATE_CATALOGUE, GateWorld, stopped } from "../support/gate-world.ts";

/** A turn whose model runs two programs; the second is stopped in its middle with `reason`. */
function turnStoppedBy(reason: Error) {
  const world = new GateWorld();
  const { clock, database, gate } = world;
  const turns = createTurns({ database, clock, newId: (prefix) => `${prefix}_1` });
  const model = scriptedModel(
    runs('[system:write]("a.md") {content: "x"}'),
    runs('[system:time] >> [system:write]("b.md")'),
    "All done!",
  );
  const stop = new AbortController();
  world.acts["system:write"] = ({ params, signal }): string | Promise<HandlerResult> => {
    if (params["path"] === "a.md") return "done";
    queueMicrotask(() => stop.abort(reason));
    return new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
  };
  const desk = new ModelTurns({
    modelFor: () => model,
    clock,
    gate,
    turns,
    runs: world.runs,
    catalogue: () => GATE_CATALOGUE,
  });
  const request = { origin: "update:1", actor: world.actor(world.owner), text: "write both" };
  return { world, turns, model, answer: () => desk.answer({ ...request, signal: stop.signal }) };
}

test("a turn that was stopped answers with what its programs did and did not, and asks the model no more", async () => {
  const { turns, model, answer } = turnStoppedBy(stopped());
  assert.deepEqual(await answer(), {
    kind: "answer",
    text: [
      "⏹️ Stopped. Stopped by /stop.",
      "",
      "✅ Done:",
      "- Write a.md: x",
      "- The time",
      "",
      "❓ Cut off (it may have happened, please check):",
      "- Write b.md: done",
    ].join("\n"),
  });
  assert.equal(model.requests.length, 2);
  assert.equal(turns.find("update:1")?.state, "stopped");
});

test("a turn that the end of the process cuts off stays open", async () => {
  const { world, turns, answer } = turnStoppedBy(serviceEnd());
  await assert.rejects(answer(), { code: "service-end" });
  assert.equal(turns.find("update:1")?.state, "running");
  assert.equal(world.runs.running().length, 1);
});
