import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "../support/manual-clock.ts";
import { GateWorld, SECRET, stopped, words } from "./support/gate-world.ts";

const DELETE = '[system:delete]("notes.md")';
const WEB = '$p = [source:web]("x")\n';

/** A world where the web says that the file is called so. */
function tainted(path = "../a.md"): GateWorld {
  const world = new GateWorld();
  world.acts["source:web"] = () => path;
  return world;
}

test("a program that only reads runs at once", async () => {
  const world = new GateWorld();
  const result = await world.run("[system:time] >> [system:write]('a.md')");
  assert.equal(words(result), "ok: done");
  assert.deepEqual(world.calls, ["time", "write a.md done"]);
  assert.deepEqual(world.approvals.pending(), []);
});

test("a program that does not parse or plan is refused, and leaves no run", async () => {
  const world = new GateWorld();
  assert.match(words(await world.run("[system:time] >>")), /^refused: /);
  assert.match(words(await world.run("[system:tme]")), /^refused: Unknown action "tme"/);
  assert.equal(world.runs.find("update:1"), undefined);
});

test("an effect waits for a press, shows itself on the card, and happens once", async () => {
  const world = new GateWorld();
  const asked = await world.run(`[system:time]\n${DELETE}`);
  const { kind, card, approver } = world.cardOf(asked);
  assert.deepEqual(
    [kind, approver, card.program, card.effects?.at(-1)?.card.en],
    ["plan", "requester", `[system:time]\n${DELETE}`, "Delete notes.md"],
  );
  assert.deepEqual(world.calls, []);
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(world.calls, ["time", "delete notes.md"]);
});

test("the journal keeps what a step was given with its secrets masked", async () => {
  const world = new GateWorld();
  const asked = await world.run(`[system:delete]("${SECRET}.md")`);
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(world.calls, [`delete ${SECRET}.md`]);
  const kept = world.database.prepare("SELECT params_json FROM steps").pluck().all().join();
  assert.match(kept, /\.md/);
  assert.ok(!kept.includes(SECRET), kept);
});

test("a second press and a second resume run nothing", async () => {
  const world = new GateWorld();
  const asked = await world.run(DELETE);
  const first = await world.answer(asked, "y");
  assert.deepEqual(world.press(world.cardOf(asked), "y").ok, false);
  assert.deepEqual(await world.resume(asked), first);
  world.restart();
  assert.deepEqual(await world.resume(asked), first);
  assert.deepEqual(world.calls, ["delete notes.md"]);
});

test("Deny ends the run, and nothing of it is done, not even what was harmless", async () => {
  const world = new GateWorld();
  const asked = await world.run(`[system:time] ?? ${DELETE}`);
  const result = await world.answer(asked, "n");
  assert.equal(words(result), "denied: A person said no, so it was not done.");
  assert.deepEqual(await world.resume(asked), result);
  assert.deepEqual(world.calls, []);
});

test("a card that nobody pressed expires, and its run ends", async () => {
  const world = new GateWorld();
  const asked = await world.run(DELETE);
  await world.clock.advance(30 * 60_000 - 1);
  assert.match(words(await world.expire(asked)), /^waiting: plan/);
  await world.clock.advance(1);
  const late = world.press(world.cardOf(asked), "y");
  assert.deepEqual(late.ok ? "" : late.reason, "expired");
  const result = await world.expire(asked);
  assert.equal(words(result), "denied: Nobody answered in time, so it was not done.");
  assert.deepEqual(world.calls, []);
});

test("what a person or the policy refuses is told in the language of the one who asked", async () => {
  const world = new GateWorld();
  world.people.change(world.member.id, { language: "ko" });
  const asked = await world.run(DELETE);
  assert.equal(words(await world.answer(asked, "n")), "denied: 사람이 거절해서 하지 않았어요.");
  const late = await world.run(DELETE, { origin: "update:2" });
  await world.clock.advance(30 * 60_000);
  assert.equal(words(await world.expire(late)), "denied: 제때 답이 없어 하지 않았어요.");
  world.database.prepare("UPDATE people SET role = 'guest' WHERE id = ?").run(world.member.id);
  const actor = { ...world.actor(world.member), language: "ko" } as const;
  assert.equal(
    words(await world.run("[system:time]", { origin: "update:3", actor })),
    "denied: 주인이 들여보낸 사람만 프로그램을 실행할 수 있어요.",
  );
});

test("a press by someone else changes nothing, and the wait goes on", async () => {
  const world = new GateWorld();
  const asked = await world.run(DELETE);
  const other = world.people.admit(
    { platform: "telegram", externalId: "3" },
    { role: "member", name: "Cho" },
  );
  assert.equal(world.press(world.cardOf(asked), "y", other).ok, false);
  assert.equal(words(await world.resume(asked)), "waiting: plan");
  assert.deepEqual(world.calls, []);
});

test("a card outlives its process", async () => {
  const world = new GateWorld();
  const asked = await world.run(DELETE);
  world.restart();
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(world.calls, ["delete notes.md"]);
});

test("a plan that changed behind its card asks again, and runs as it was shown last", async () => {
  const world = new GateWorld();
  const save = (path: string): void =>
    world.workflows.save(
      world.member.id,
      "clean",
      { pipeline: `[system:delete]("${path}")` },
      { isTainted: false, isHeld: false },
    );
  save("a.md");
  const asked = await world.run('[system:run]("clean")');
  save("b.md");
  const again = await world.answer(asked, "y");
  assert.equal(words(again), "waiting: plan");
  assert.equal(world.cardOf(again).card.effects?.[0]?.card.en, "Delete b.md");
  assert.deepEqual(world.calls, []);
  await world.answer(again, "y");
  assert.deepEqual(world.calls, ["delete b.md"]);
});

test("the owner's press beforehand counts for exactly its plan", async () => {
  const world = new GateWorld();
  const planned = world.gate.compile(DELETE, world.actor(world.owner));
  assert.ok(planned.ok);
  const approvedDigest = planned.plan.digest;
  const other = await world.run('[system:delete]("other.md")', { as: world.owner, approvedDigest });
  assert.equal(words(other), "waiting: plan");
  const same = await world.run(DELETE, { as: world.owner, approvedDigest, origin: "update:2" });
  assert.equal(words(same), "ok: done");
  assert.deepEqual(world.calls, ["delete notes.md"]);
});

test("a press beforehand does not cover a value that is known only while running", async () => {
  const world = tainted();
  const source = `${WEB}[system:delete]("$p")`;
  const planned = world.gate.compile(source, world.actor(world.member));
  assert.ok(planned.ok);
  const result = await world.run(source, { approvedDigest: planned.plan.digest });
  assert.equal(words(result), "waiting: value");
});

test("the same origin gives the run it already has", async () => {
  const world = new GateWorld();
  const first = await world.run("[system:time]");
  assert.deepEqual(await world.run("[system:time]"), first);
  assert.deepEqual(world.calls, ["time"]);
  await world.run("[system:time]", { origin: "update:2" });
  assert.deepEqual(world.calls, ["time", "time"]);
});

test("the same origin twice at once runs once", async () => {
  const world = new GateWorld();
  let finish = (): void => undefined;
  world.acts["system:time"] = () =>
    new Promise((resolve) => {
      finish = () => resolve("09:00");
    });
  const both = Promise.all([world.run("[system:time]"), world.run("[system:time]")]);
  await settled();
  finish();
  const [first, second] = await both;
  assert.deepEqual(first, second);
  assert.deepEqual(world.calls, ["time"]);
});

test("a member's command waits for an owner's press wherever it stands, and nothing of theirs lets it run", async () => {
  const run = '[system:run_command]("ls")';
  const workflows = { clean: { pipeline: run } };
  for (const source of [
    run,
    `[system:time] & ${run}`,
    `[system:time] ?? ${run}`,
    `$x = [system:time]\n[if: $x] { ${run} }`,
    `$x = [system:list]\n[each: $f in $x] { ${run} }`,
    '[system:run]("clean")',
    "[system:run_pipeline]() {pipeline: \"[system:run_command]('ls')\"}",
  ]) {
    const world = new GateWorld(workflows);
    const asked = await world.run(source);
    const card = world.cardOf(asked);
    assert.equal(card.approver, "owner", source);
    assert.equal(world.press(card, "y", world.member).ok, false, source);
    assert.deepEqual(await world.resume(asked), asked, source);
    assert.ok(!world.calls.some((call) => call.startsWith("run_command")), source);
  }
});

test("someone whose rights were taken between card and press is denied", async () => {
  const world = new GateWorld();
  const asked = await world.run(DELETE);
  world.database.prepare("UPDATE people SET role = 'guest' WHERE id = ?").run(world.member.id);
  assert.ok(world.press(world.cardOf(asked), "y", world.owner).ok);
  assert.equal(
    words(await world.resume(asked)),
    "denied: Only people whom an owner let in may run programs.",
  );
  assert.deepEqual(world.calls, []);
});

test("a stopped run ends as stopped, its cards are cancelled, and it is not taken up again", async () => {
  const world = tainted();
  world.acts["system:time"] = () => new Promise(() => undefined);
  const running = world.run(
    `${WEB}[system:write]("$p") {content: "1"} & [system:time] ?? [system:list]`,
  );
  await settled();
  const [run] = world.runs.running();
  assert.equal(world.gate.stop(run!.id, "Stopped by /stop."), true);
  const result = await running;
  assert.equal(words(result), "stopped: Stopped by /stop.");
  assert.deepEqual(world.approvals.pending(), []);
  assert.equal(world.gate.stop(run!.id, "again"), false);
  assert.deepEqual(await world.resume(result), result);
  assert.deepEqual(world.calls, ["web x", "time"]);
});

test("the caller's signal stops a run as well, whatever its reason", async () => {
  for (const reason of [stopped(), undefined]) {
    const world = new GateWorld();
    world.acts["system:time"] = () => new Promise(() => undefined);
    const caller = new AbortController();
    const running = world.run("[system:time] ?? [system:list]", { signal: caller.signal });
    await settled();
    caller.abort(reason);
    assert.equal((await running).kind, "stopped");
    assert.deepEqual(world.calls, ["time"]);
  }
});

test("a run that does not exist cannot be resumed", async () => {
  const world = new GateWorld();
  const request = { actor: world.actor(world.member) };
  await assert.rejects(world.gate.resume("run_none", request), { code: "run-unknown" });
});
