import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { success } from "../../src/engine/values/outcome.ts";
import { LargeValueFolder } from "../../src/runs/large-values.ts";
import type { RunResult } from "../../src/runs/run-result.ts";
import { GateWorld, Killed, words } from "../agent/support/gate-world.ts";

const LARGE = "대".repeat(100_000);
const SMALL = "x".repeat(200_000);

function spillPathFor(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "ibl-spill-"));
  context.after(() => rmSync(path, { recursive: true }));
  return join(path, "spill");
}

/** A world whose `system:time` and `system:write` give what a test says. */
function worldWith(context: TestContext, value: string) {
  const spillPath = spillPathFor(context);
  const world = new GateWorld({}, { spillPath });
  world.acts["system:time"] = () => value;
  world.acts["system:write"] = () => success(value);
  return { world, spillPath };
}

/** A program that has a value and then waits for a person, and how often its step ran. */
async function waitingAfter(context: TestContext, step: string, value = LARGE) {
  const { world, spillPath } = worldWith(context, value);
  const result = await world.run(`$a = ${step}\n[system:ask_user]("Go on?") >> [system:list]`);
  assert.equal(words(result), "waiting: question");
  const [runId = ""] = existsSync(spillPath) ? readdirSync(spillPath) : [];
  return { world, spillPath, result, folder: join(spillPath, runId) };
}

const rowSizes = (world: GateWorld): readonly number[] =>
  world.database
    .prepare<[], { size: number }>(
      "SELECT length(CAST(coalesce(outcome_json, wait_json) AS BLOB)) AS size FROM steps ORDER BY key",
    )
    .all()
    .map(({ size }) => size);

const ran = (world: GateWorld, action: string): number =>
  world.calls.filter((call) => call.startsWith(action)).length;

const pressGo = (world: GateWorld, result: RunResult): Promise<RunResult> =>
  world.answer(result, "n");

test("a large value lies in a file of its own, its row holds a reference, and a restarted service reads it back", async (context) => {
  const { world, folder, spillPath, result } = await waitingAfter(context, "[system:time]");
  assert.ok(
    rowSizes(world).every((size) => size < 1000),
    rowSizes(world).join(" "),
  );
  assert.deepEqual(readdirSync(folder), ["1.json"]);
  assert.equal(statSync(join(folder, "1.json")).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.ok(statSync(join(folder, "1.json")).size > 300_000);
  world.restart();
  await pressGo(world, result);
  assert.equal(ran(world, "time"), 1);
  assert.deepEqual(readdirSync(spillPath), []);
});

test("a value of up to 256 KiB stays in its row", async (context) => {
  const { world, spillPath } = await waitingAfter(context, "[system:time]", SMALL);
  assert.ok(Math.max(...rowSizes(world)) > 200_000);
  assert.equal(existsSync(spillPath), false);
});

test("a read whose file is missing or broken runs again", async (context) => {
  for (const spoil of [
    (path: string) => rmSync(path),
    (path: string) => writeFileSync(path, '{"ok":true'),
  ]) {
    const { world, folder, result } = await waitingAfter(context, "[system:time]");
    spoil(join(folder, "1.json"));
    world.restart();
    await pressGo(world, result);
    assert.equal(ran(world, "time"), 2);
  }
});

test("any other step whose file is missing fails, says so, and is not done again", async (context) => {
  const { world, folder, result } = await waitingAfter(context, '[system:write]("a.md")');
  rmSync(join(folder, "1.json"));
  world.restart();
  assert.match(words(await pressGo(world, result)), /^failed: .*large result is missing/);
  assert.equal(ran(world, "write"), 1);
});

test("what an approval will pass on lies in a file too, and losing it fails that step alone", async (context) => {
  const program = '[system:time] >> [system:approve]("Send it?") >> [system:write]("a.md")';
  for (const isLost of [false, true]) {
    const { world, spillPath } = worldWith(context, LARGE);
    const result = await world.run(program);
    assert.equal(words(result), "waiting: approval");
    assert.ok(rowSizes(world).every((size) => size < 1000));
    const [runId = ""] = readdirSync(spillPath);
    assert.deepEqual(readdirSync(join(spillPath, runId)).sort(), ["1.json", "2.resume.json"]);
    if (isLost) rmSync(join(spillPath, runId, "2.resume.json"));
    world.restart();
    const done = await world.answer(result, "y");
    if (isLost) assert.match(words(done), /^failed: .*large result is missing/);
    else assert.ok(world.calls.includes(`write a.md ${LARGE}`));
    assert.deepEqual(readdirSync(spillPath), []);
  }
});

test("killed at any moment, also between the file and its row, a program with a large value comes to the same end", async (context) => {
  const program = '[system:time] >> [system:write]("a.md")';
  const quiet = worldWith(context, LARGE);
  assert.match(words(await quiet.world.run(program)), /^ok: /);
  const points = quiet.world.passed;
  assert.equal(points.filter((name) => name === "step-spilled").length, 2);
  for (const killIn of points.keys()) {
    const { world, spillPath } = worldWith(context, LARGE);
    world.killIn = killIn + 1;
    await assert.rejects(world.run(program), Killed);
    world.restart();
    world.runs.sweepSpills();
    let result = await world.run(program);
    const choice = ran(world, "write") === 1 ? "1" : "y";
    if (result.kind === "waiting") result = await world.answer(result, choice);
    assert.match(words(result), /^ok: /, points[killIn]);
    assert.equal(ran(world, "write"), 1, points[killIn]);
    world.runs.sweepSpills();
    assert.deepEqual(existsSync(spillPath) ? readdirSync(spillPath) : [], [], points[killIn]);
  }
});

test("at a start, values of runs that wait are kept and all others go", async (context) => {
  const { world, spillPath, folder } = await waitingAfter(context, "[system:time]");
  new LargeValueFolder(spillPath).write("run_gone", "1", JSON.stringify(LARGE));
  assert.equal(readdirSync(spillPath).length, 2);
  world.restart();
  world.runs.sweepSpills();
  assert.deepEqual(
    readdirSync(spillPath).map((name) => join(spillPath, name)),
    [folder],
  );
});

test("names of steps never lead out of their folder", (context) => {
  const path = spillPathFor(context);
  const spill = new LargeValueFolder(path);
  const json = JSON.stringify(LARGE);
  const reference = spill.write("run_1", "../3/1[2]", json);
  assert.ok(reference !== undefined);
  assert.deepEqual(readdirSync(path), ["run_1"]);
  assert.equal(spill.read("run_1", reference), json);
  spill.remove("run_1");
  assert.equal(spill.read("run_1", reference), undefined);
});
