import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Town } from "../support/town.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };

/** A note is written once the question is answered. */
const ASKS =
  '[system:ask_user]("Which one?") {options: ["left", "right"]} >> [system:todo]("It was answered.")';

/** Every hour, each due time in the place of the one before; the first one has asked its question. */
async function openScene(context: TestContext) {
  const scene = { onFault: (_name: string): void => undefined };
  const town = new Town({ faultPoint: (name) => scene.onFault(name) });
  context.after(() => town.close());
  const ann = town.admit(ANN, "owner");
  await town.start();
  town.clock.set("2026-11-23T00:00:00Z");
  await town.run(
    ANN,
    `[system:schedule]("clean") {pipeline: '${ASKS}', cron: "0 * * * *", overlap: "replace"}`,
  );
  town.clock.set("2026-11-23T01:00:01Z");
  await town.tick();
  const [first] = town.parts.schedules.history(ann);
  assert.equal(first?.state, "waiting");
  const states = () => town.parts.schedules.history(ann).map(({ state }) => state);
  const todos = () => town.parts.database.prepare("SELECT content FROM todos").pluck().all();
  /** The next due time is claimed, and nothing more. */
  const claimNext = () => {
    town.clock.set("2026-11-23T02:00:01Z");
    assert.equal(town.parts.schedules.claimDue(town.clock.now()).length, 1);
  };
  return { town, ann, first, scene, states, todos, claimNext };
}

/** What the dead process had claimed is gone on with, as the ticker does at its start. */
async function takeUp({ parts }: Town): Promise<void> {
  for (const due of parts.schedules.unfinished())
    parts.schedules.finish(due.id, await parts.occurrenceRunner.run(due));
}

test("killed right after a due time was claimed in the place of one that waits, the old card does nothing after the restart", async (context) => {
  const { town, first, states, todos, claimNext } = await openScene(context);
  const card = town.adapter.withButton("left");
  claimNext();
  await town.quiet();
  await town.again({ isKilled: true });
  await town.press(ANN, "left", { message: card });
  assert.deepEqual(todos(), []);
  assert.equal(town.parts.runs.get(first?.runId ?? "")?.state, "stopped");
  await takeUp(town);
  await town.quiet();
  assert.deepEqual(states(), ["waiting", "skipped"]);
  await town.press(ANN, "left");
  assert.deepEqual(todos(), ["It was answered."]);
  assert.deepEqual(states(), ["ran", "skipped"]);
});

test("an answer that was taken before the place was claimed, and not acted on before the kill, does nothing either", async (context) => {
  const { town, first, scene, states, todos, claimNext } = await openScene(context);
  let isDead = false;
  scene.onFault = (name) => {
    if (name === "approval-claimed") {
      isDead = true;
      claimNext();
    }
    if (isDead) throw new Error("killed");
  };
  // The kill may come before the press was confirmed to its platform, or after.
  await town.adapter.press(ANN, "left", {}).catch(() => undefined);
  await town.parts.dispatcher.drained();
  assert.ok(isDead);
  // The card that says who answered was posted with the answer: a dead process sends it no more.
  await town.parts.outbox.stop();
  scene.onFault = () => undefined;
  await town.again({ isKilled: true });
  assert.deepEqual(todos(), []);
  assert.equal(town.parts.runs.get(first?.runId ?? "")?.state, "stopped");
  await takeUp(town);
  assert.deepEqual(states(), ["waiting", "skipped"]);
});

test("a run that was going on when its place was claimed has ended with the claim, and is not gone on with", async (context) => {
  const { town, ann, scene, todos } = await openScene(context);
  await town.run(
    ANN,
    '[system:schedule]("both") {pipeline: \'[system:todo]("one") >> [system:todo]("two")\', cron: "30 * * * *", overlap: "replace"}',
  );
  const { id } = town.parts.schedules.get("both", ann)!;
  const rows = () => town.parts.schedules.history(ann, { scheduleId: id });
  let isDead = false;
  scene.onFault = (name) => {
    if (name === "step-finished" && !isDead) {
      isDead = true;
      town.clock.set("2026-11-23T02:30:01Z");
      town.parts.schedules.claimDue(town.clock.now());
    }
    if (isDead) throw new Error("killed");
  };
  town.clock.set("2026-11-23T01:30:01Z");
  await town.tick();
  assert.deepEqual(todos(), ["one"]);
  const old = town.parts.runs.find(`occurrence:${rows()[1]?.id}`);
  assert.equal(old?.state, "stopped");
  scene.onFault = () => undefined;
  await town.again({ isKilled: true });
  assert.deepEqual(todos(), ["one"]);
  await takeUp(town);
  assert.deepEqual(todos(), ["one", "one", "two"]);
  assert.deepEqual(
    rows().map(({ state }) => state),
    ["ran", "skipped"],
  );
});
