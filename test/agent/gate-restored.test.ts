import assert from "node:assert/strict";
import { test } from "node:test";
import { GateWorld, Killed, words } from "./support/gate-world.ts";

const PROGRAM = [
  "$t = [system:time]",
  '[system:write]("a.md") {content: "$t"}',
  '[messenger:send]("hi") {to: "Ann"}',
].join("\n");

/** The state of a backup taken while `source` was at its `killIn`-th commit point; pressed as far as it was asked before. */
async function restoredWorld(killIn: number, source = PROGRAM): Promise<GateWorld | undefined> {
  const world = new GateWorld();
  world.acts["system:time"] = () => "09:00";
  world.killIn = killIn;
  const isKilled = await play(world, source);
  if (!isKilled) return undefined;
  world.restart();
  const decided = world.approvals.unsettled().flatMap((approval) => approval.runId ?? []);
  world.runs.markRestored(decided);
  world.calls.length = 0;
  return world;
}

async function play(world: GateWorld, source: string): Promise<boolean> {
  try {
    let result = await world.run(source);
    while (result.kind === "waiting") {
      for (const approval of world.approvals.pending()) world.press(approval, "y");
      result = await world.run(source);
    }
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  }
}

function effectsOf(world: GateWorld): readonly string[] {
  return world.calls.filter((call) => /^(write|send)/.test(call));
}

test("wherever a backup caught a run, the restored one does nothing again without a press", async () => {
  let caught = 0;
  for (let killIn = 1; ; killIn += 1) {
    const world = await restoredWorld(killIn);
    if (world === undefined) break;
    caught += 1;
    await world.run(PROGRAM);
    assert.deepEqual(effectsOf(world), [], `caught at ${killIn}`);
  }
  assert.ok(caught > 10, `${caught} points`);
});

test("wherever a backup caught a run, a person who says that all was done ends it without an effect", async () => {
  for (let killIn = 1; ; killIn += 1) {
    const world = await restoredWorld(killIn);
    if (world === undefined) break;
    let result = await world.run(PROGRAM);
    const kinds: string[] = [];
    while (result.kind === "waiting") {
      const card = world.cardOf(result);
      kinds.push(card.kind);
      if (card.kind !== "uncertain") break;
      result = await world.answer(result, "1");
    }
    assert.deepEqual(effectsOf(world), [], `caught at ${killIn}`);
    if (!kinds.includes("plan")) assert.match(words(result), /^ok: /, `caught at ${killIn}`);
  }
});

test("a press on the card of a restored run does the effect once", async () => {
  const world = new GateWorld();
  world.acts["system:time"] = () => {
    world.killIn = 1;
    return "09:00";
  };
  const source = '$t = [system:time]; [system:write]("a.md") {content: "$t"}';
  assert.equal(await play(world, source), true);
  world.restart();
  assert.equal(world.runs.markRestored([]), 1);
  delete world.acts["system:time"];
  const asked = await world.run(source);
  assert.equal(words(asked), "waiting: uncertain");
  assert.match(words(await world.answer(asked, "y")), /^ok: /);
  assert.equal(effectsOf(world).length, 1);
});

test("a run that waited for its first press goes on after it as if nothing had been", async () => {
  const world = new GateWorld();
  const asked = await world.run('[messenger:send]("hi") {to: "Ann"}');
  assert.equal(words(asked), "waiting: plan");
  assert.equal(world.runs.markRestored([]), 0);
  assert.match(words(await world.answer(asked, "y")), /^ok: /);
  assert.deepEqual(world.calls, ["send hi Ann"]);
});
