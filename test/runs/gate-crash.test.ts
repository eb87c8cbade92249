import assert from "node:assert/strict";
import { test } from "node:test";
import { success } from "../../src/engine/values/outcome.ts";
import type { RunResult } from "../../src/runs/run-result.ts";
import type { Approval } from "../../src/security/approvals/approvals.ts";
import { GateWorld, survive, words } from "../agent/support/gate-world.ts";

/** A read, an effect, a wait for a value in the middle, and an effect that was asked for. */
const PROGRAM = [
  "$t = [system:time]",
  '[system:write]("a.md") {content: "$t"}',
  '$p = [source:web]("x")',
  '[system:write]("$p") {content: "b"} & [messenger:send]("hi") {to: "Ann"}',
].join("\n");

function newWorld(): GateWorld {
  const world = new GateWorld();
  world.acts["source:web"] = () => "b.md";
  world.acts["system:time"] = () => "09:00";
  return world;
}

/** A person who looks before answering a card for a step cut off in the middle: done, or to do again. */
function choice(world: GateWorld, { kind, card }: Approval): string {
  if (kind !== "uncertain") return "y";
  const values = card.values?.map(({ value }) => value) ?? [];
  const isDone = world.calls.some(
    (call) => call.startsWith(`${card.action}`) && values.every((value) => call.includes(value)),
  );
  return isDone ? "1" : "y";
}

/** Plays the program to its end: every card is answered, and every death is followed by a new process that takes the run up. */
async function play(world: GateWorld, killIn: readonly number[]): Promise<RunResult> {
  const lives = [...killIn];
  world.killIn = lives.shift() ?? Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 40; turn += 1) {
    const result = await survive(async () => {
      for (const approval of world.approvals.pending())
        assert.ok(world.press(approval, choice(world, approval)).ok);
      return world.run(PROGRAM);
    });
    if (result === "killed") {
      world.restart();
      world.killIn = lives.shift() ?? Number.POSITIVE_INFINITY;
    } else if (result.kind !== "waiting") return result;
  }
  throw new Error(`It does not come to an end: ${world.calls.join(", ")}`);
}

/** The effects among the calls, sorted; reads may be made again. */
function effectsOf(world: GateWorld): readonly string[] {
  return world.calls.filter((call) => /^(write|send)/.test(call)).sort();
}

const EFFECTS = ["send hi Ann", "write a.md 09:00", "write b.md b"];

test("killed at any moment, a restarted service ends in the same state with every effect exactly once", async () => {
  const quiet = newWorld();
  assert.match(words(await play(quiet, [])), /^ok: /);
  assert.deepEqual(effectsOf(quiet), EFFECTS);
  const points = quiet.passed.length;
  assert.ok(points > 20, quiet.passed.join(" "));
  for (let killIn = 1; killIn <= points; killIn += 1) {
    const world = newWorld();
    const result = await play(world, [killIn]);
    const place = `killed at ${killIn} (${quiet.passed[killIn - 1]})`;
    assert.match(words(result), /^ok: /, place);
    assert.deepEqual(effectsOf(world), EFFECTS, place);
  }
});

test("killed twice at any two moments, the same holds", async () => {
  const quiet = newWorld();
  await play(quiet, []);
  for (let first = 1; first <= quiet.passed.length; first += 1)
    for (const second of [1, 4]) {
      const world = newWorld();
      const result = await play(world, [first, second]);
      assert.match(words(result), /^ok: /, `${first} then ${second}`);
      assert.deepEqual(effectsOf(world), EFFECTS, `${first} then ${second}`);
    }
});

/** A world killed just when a write had begun and before anyone knew whether it happened. */
async function cutOff(source = '[system:write]("a.md") {content: "x"} >> [system:time]') {
  const world = new GateWorld();
  const killAt = (name: string, turn = 1): void => {
    let left = turn;
    world.acts["system:write"] = () => {
      left -= 1;
      if (left === 0) world.killIn = 1;
      return name;
    };
  };
  killAt("written");
  assert.equal(await survive(() => world.run(source)), "killed");
  world.restart();
  const asked = await world.run(source);
  return { world, asked, source };
}

test("an effect cut off in the middle asks what became of it, and is not repeated blindly", async () => {
  const { world, asked } = await cutOff();
  const { kind, card } = world.cardOf(asked);
  assert.deepEqual(
    [kind, card.action, card.options, card.values?.map(({ value }) => value)],
    ["uncertain", "write", [{ label: "done" }], ["a.md"]],
  );
  assert.equal(words(await world.resume(asked)), "waiting: uncertain");
  assert.deepEqual(world.calls, ["write a.md x"]);
});

test("what is asked about names the very thing, also one out of a list", async () => {
  const world = new GateWorld();
  world.acts["system:list"] = () => success({ kind: "list", items: ["milk", "bread"] });
  world.acts["system:write"] = () => {
    world.killIn = 1;
    return "done";
  };
  const source =
    '$list = [system:list]\n[each: $it in $list] {[system:write]("a.md") {content: "buy $it"}}';
  assert.equal(await survive(() => world.run(source)), "killed");
  world.restart();
  const { kind, card } = world.cardOf(await world.run(source));
  assert.deepEqual(
    [kind, card.effects?.map(({ card: told, times, facts }) => [told.en, times, facts])],
    ["uncertain", [["Write a.md: buy milk", 1, []]]],
  );
});

test("a cut-off effect that was done is taken as done, and the program goes on", async () => {
  const { world, asked } = await cutOff();
  assert.equal(words(await world.answer(asked, "1")), "ok: done");
  assert.deepEqual(world.calls, ["write a.md x", "time"]);
});

test("a cut-off effect may be tried again, once for each press", async () => {
  const { world, asked, source } = await cutOff();
  world.acts["system:write"] = () => {
    world.killIn = 1;
    return "written";
  };
  assert.ok(world.press(world.cardOf(asked), "y").ok);
  assert.equal(await survive(() => world.run(source)), "killed");
  world.restart();
  const again = await world.run(source);
  assert.equal(words(again), "waiting: uncertain");
  assert.notEqual(world.cardOf(again).id, world.cardOf(asked).id);
  assert.deepEqual(world.calls, ["write a.md x", "write a.md x"]);
  delete world.acts["system:write"];
  assert.equal(words(await world.answer(again, "y")), "ok: done");
  assert.deepEqual(world.calls, ["write a.md x", "write a.md x", "write a.md x", "time"]);
});

test("a cut-off effect that nobody wants again fails its step, and ?? applies", async () => {
  const { world, asked } = await cutOff('[system:write]("a.md") {content: "x"} ?? [system:time]');
  assert.equal(words(await world.answer(asked, "n")), "ok: done");
  assert.deepEqual(world.calls, ["write a.md x", "time"]);
});

test("an effect whose value was allowed and that was then cut off asks again", async () => {
  const world = new GateWorld();
  world.acts["source:web"] = () => "b.md";
  const source = '$p = [source:web]("x")\n[system:write]("$p") {content: "x"}';
  const paused = await world.run(source);
  assert.ok(world.press(world.cardOf(paused), "y").ok);
  world.acts["system:write"] = () => {
    world.killIn = 1;
    return "written";
  };
  assert.equal(await survive(() => world.resume(paused)), "killed");
  world.restart();
  const again = await world.run(source);
  assert.equal(words(again), "waiting: uncertain");
  assert.equal(words(await world.answer(again, "1")), "ok: The step was taken as done.");
  assert.deepEqual(world.calls, ["web x", "write b.md x"]);
});

test("a run that was cut off is known as running, and as ended when it has ended", async () => {
  const { world, source } = await cutOff();
  const fresh = new GateWorld();
  fresh.acts["system:write"] = () => {
    fresh.killIn = 1;
    return "written";
  };
  assert.equal(await survive(() => fresh.run(source)), "killed");
  assert.deepEqual(
    fresh.runs.running().map(({ origin, lease }) => [origin, lease]),
    [["update:1", "lease_1"]],
  );
  assert.deepEqual(world.runs.running(), []);
  assert.deepEqual(
    world.runs.latest(world.member.id, "telegram:2", 5).map(({ state }) => state),
    ["waiting"],
  );
});
