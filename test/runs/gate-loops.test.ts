import assert from "node:assert/strict";
import { test } from "node:test";
import { success } from "../../src/engine/values/outcome.ts";
import type { Approval } from "../../src/security/approvals/approvals.ts";
import { GateWorld, survive, words } from "../agent/support/gate-world.ts";

const PEOPLE = ["Ann", "Bo", "Cy"];
const SEND =
  '$list = [system:list]\n[each: $p in $list] { [messenger:send]("Meeting at 3") {to: "$p"} }';

/** A world with a list; `tainted` where it comes from outside. */
function listing(items: readonly string[] = PEOPLE, tainted = false): GateWorld {
  const world = new GateWorld();
  world.acts["system:list"] = () => success({ kind: "list", items: [...items] }, { tainted });
  return world;
}

const SENT = PEOPLE.map((name) => `send Meeting at 3 ${name}`);

function sentBy(world: GateWorld): readonly string[] {
  return world.calls.filter((call) => call.startsWith("send"));
}

function targetsOn({ card }: Approval): readonly unknown[] {
  return (card.effects ?? []).map(
    ({ details }) => details.find(({ param }) => param === "to")?.value,
  );
}

test("a loop asks once, when its items are known, and names every one of them", async () => {
  const world = listing();
  const asked = await world.run(SEND);
  assert.equal(words(asked), "waiting: value");
  assert.deepEqual(world.calls, ["list"]);
  assert.deepEqual(targetsOn(world.cardOf(asked)), PEOPLE);
  world.restart();
  const result = await world.answer(asked, "y");
  assert.match(words(result), /^ok:/);
  assert.deepEqual(sentBy(world), SENT);
  assert.equal(world.approvals.decidedOf(result.kind === "finished" ? result.runId : "").length, 1);
});

test("a refused loop does nothing", async () => {
  const world = listing();
  const asked = await world.run(SEND);
  assert.match(words(await world.answer(asked, "n")), /^failed: A person said no/);
  assert.deepEqual(sentBy(world), []);
});

test("nobody answers: nothing is done", async () => {
  const world = listing();
  const asked = await world.run(SEND);
  await world.clock.advance(31 * 60_000);
  assert.match(words(await world.expire(asked)), /^failed: Nobody answered/);
  assert.deepEqual(sentBy(world), []);
});

test("a press counts for the very items on the card: what stands in another place asks by itself", async () => {
  const world = listing();
  const asked = await world.run(SEND);
  const card = world.cardOf(asked);
  assert.ok(world.press(card, "y").ok);
  // What the loop goes through is no longer what was read before: the press covers none of the new values.
  const outcome = success({ kind: "list", items: ["Ann", "Mallory", "Cy"] });
  world.database
    .prepare("UPDATE steps SET outcome_json = ? WHERE action = 'list'")
    .run(JSON.stringify(outcome));
  const paused = await world.resume(asked);
  assert.equal(words(paused), "waiting: value");
  assert.deepEqual(sentBy(world), ["send Meeting at 3 Ann"]);
  assert.deepEqual(targetsOn(world.cardOf(paused)), ["Mallory"]);
});

test("one item asks for itself; none asks for nothing", async () => {
  const one = listing(["Ann"]);
  const asked = await one.run(SEND);
  assert.deepEqual(targetsOn(one.cardOf(asked)), ["Ann"]);
  assert.equal(one.cardOf(asked).card.loop, undefined);
  const none = listing([]);
  assert.match(words(await none.run(SEND)), /^ok:/);
});

test("what stands before the loop has a card of its own, and the press on it does not open the loop", async () => {
  const world = listing();
  const asked = await world.run(`[messenger:send]("hi") {to: "Zed"}\n${SEND}`);
  assert.deepEqual(targetsOn(world.cardOf(asked)).filter(Boolean), ["Zed"]);
  const paused = await world.answer(asked, "y");
  assert.equal(words(paused), "waiting: value");
  assert.deepEqual(sentBy(world), ["send hi Zed"]);
});

test("a loop over what is from outside says so of each", async () => {
  const world = listing(PEOPLE, true);
  const { card } = world.cardOf(await world.run(SEND));
  assert.deepEqual(
    card.effects?.map(({ details }) => details.find(({ param }) => param === "to")?.tainted),
    [true, true, true],
  );
});

test("a loop of commands waits for an owner, whose ever it is", async () => {
  const source = '$list = [system:list]\n[each: $p in $list] { [system:run_command]("ls $p") }';
  for (const name of ["member", "owner"] as const) {
    const world = listing();
    const asked = await world.run(source, { as: world[name] });
    const card = world.cardOf(asked);
    assert.equal(card.approver, "owner");
    assert.equal(world.press(card, "y", world.member).ok, false);
    assert.deepEqual(world.calls, ["list"]);
  }
});

test("without its loop's press no call happens, whatever was pressed beforehand", async () => {
  const world = listing();
  const planned = world.gate.compile(SEND, world.actor(world.member));
  assert.ok(planned.ok);
  const asked = await world.run(SEND, { approvedDigest: planned.plan.digest });
  assert.equal(words(asked), "waiting: value");
  assert.deepEqual(sentBy(world), []);
});

test("what a step of the body gives is asked about once it is known for every item", async () => {
  const world = listing();
  world.acts["source:web"] = ({ params }) => `${params["query"]}@x`;
  const source =
    '$list = [system:list]\n[each: $p in $list] { $q = [source:web]("$p")\n[messenger:send]("hi") {to: "$q"} }';
  const asked = await world.run(source);
  assert.equal(words(asked), "waiting: value");
  assert.deepEqual(
    targetsOn(world.cardOf(asked)),
    PEOPLE.map((name) => `${name}@x`),
  );
  const read = ["list", "web Ann", "web Bo", "web Cy"];
  assert.deepEqual(world.calls, read);
  world.restart();
  assert.match(words(await world.answer(asked, "y")), /^ok:/);
  assert.deepEqual(world.calls, [...read, ...PEOPLE.map((name) => `send hi ${name}@x`)]);
});

test("killed at any point, every item happens once; what was cut off asks", async () => {
  for (let point = 0; point < 40; point += 1) {
    const world = listing();
    world.killIn = point;
    let isKilled = false;
    for (let turn = 0; turn < 20; turn += 1) {
      const result = await survive(async () => {
        for (const approval of world.approvals.pending())
          assert.ok(world.press(approval, choiceFor(world, approval)).ok);
        return world.run(SEND);
      });
      if (result === "killed") {
        isKilled = true;
        world.restart();
      } else if (result.kind !== "waiting") break;
    }
    assert.deepEqual(sentBy(world), SENT, `killed at ${point}`);
    if (!isKilled) return;
  }
});

function choiceFor(world: GateWorld, approval: Approval): string {
  if (approval.kind !== "uncertain") return "y";
  const [to] = targetsOn(approval);
  return sentBy(world).some((call) => call.endsWith(` ${to}`)) ? "1" : "y";
}
