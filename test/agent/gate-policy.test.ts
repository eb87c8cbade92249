import assert from "node:assert/strict";
import { test } from "node:test";
import { GateWorld, words } from "./support/gate-world.ts";

const DELETE = '[system:delete]("notes.md")';
const SEND = '[messenger:send]("hi") {to: "Ann"}';

test("with four eyes nobody approves what they asked for, neither member nor owner", async () => {
  const world = new GateWorld({}, { policy: { fourEyes: true, quorum: 1 } });
  const asked = await world.run(DELETE);
  const own = world.press(world.cardOf(asked), "y");
  assert.deepEqual(own.ok ? "" : own.reason, "not-yours");
  assert.equal(words(await world.answer(asked, "y", world.owner)), "ok: done");
  const owners = await world.run(DELETE, { as: world.owner, origin: "update:2" });
  const self = world.press(world.cardOf(owners), "y", world.owner);
  assert.deepEqual(self.ok ? "" : self.reason, "not-yours");
  assert.deepEqual(world.calls, ["delete notes.md"]);
});

test("with a quorum of two, two people must press, one person twice is one, and one denial denies", async () => {
  const world = new GateWorld({}, { policy: { fourEyes: false, quorum: 2 } });
  const asked = await world.run(DELETE);
  const card = world.cardOf(asked);
  for (let count = 0; count < 3; count += 1) {
    const first = world.press(card, "y");
    assert.deepEqual(first.ok ? "" : first.reason, "more-needed");
  }
  assert.deepEqual(world.approvals.votesOf(card), [world.member.id]);
  assert.equal(words(await world.resume(asked)), "waiting: plan");
  world.restart();
  assert.equal(words(await world.answer(asked, "y", world.owner)), "ok: done");
  const late = world.press(card, "y", world.owner);
  assert.deepEqual(late.ok ? "" : late.reason, "answered");
  assert.deepEqual(world.calls, ["delete notes.md"]);
  const second = await world.run(DELETE, { origin: "update:2" });
  world.press(world.cardOf(second), "y", world.owner);
  assert.match(words(await world.answer(second, "n")), /^denied: /);
  assert.deepEqual(world.calls, ["delete notes.md"]);
});

test("a card that needs two presses offers no press that also grants, and takes none", async () => {
  const world = new GateWorld({}, { policy: { fourEyes: false, quorum: 2 } });
  const card = world.cardOf(await world.run(DELETE));
  assert.equal(world.approvals.offersGrant(card), false);
  const pressed = world.press(card, "h", world.owner);
  assert.deepEqual(pressed.ok ? "" : pressed.reason, "forged");
  assert.deepEqual(world.approvals.votesOf(card), []);
});

test("presses of before the end do not count after it", async () => {
  const world = new GateWorld({}, { policy: { fourEyes: false, quorum: 2 } });
  const card = world.cardOf(await world.run(DELETE));
  world.press(card, "y");
  await world.clock.advance(30 * 60_000);
  const late = world.press(card, "y", world.owner);
  assert.deepEqual(late.ok ? "" : late.reason, "expired");
});

test("what someone pressed counts no more once they have lost the right to", async () => {
  const world = new GateWorld({}, { policy: { fourEyes: false, quorum: 2 } });
  const second = world.people.admit(
    { platform: "telegram", externalId: "9" },
    { role: "owner", name: "Dia" },
  );
  const asked = await world.run(DELETE);
  world.press(world.cardOf(asked), "y", second);
  world.rights.narrow({ personId: second.id, from: "owner", to: "guest", by: world.owner.id });
  const pressed = world.press(world.cardOf(asked), "y", world.owner);
  assert.deepEqual(pressed.ok ? "" : pressed.reason, "more-needed");
});

test("what too few people could approve is refused at once, and says so", async () => {
  const three = new GateWorld({}, { policy: { fourEyes: false, quorum: 4 } });
  assert.match(
    words(await three.run(DELETE)),
    /^denied: This needs the approval of 4 different people, and only 3 may give it\./,
  );
  const both = new GateWorld({}, { policy: { fourEyes: true, quorum: 2 } });
  assert.match(
    words(await both.run(DELETE, { as: both.owner })),
    /of 2 different people, and only 1/,
  );
  assert.equal(words(await both.run(DELETE, { origin: "update:2" })), "waiting: plan");
  assert.equal(words(await both.run("[system:time]", { origin: "update:3" })), "ok: done");
  assert.deepEqual(both.calls, ["time"]);
});

test("a press beforehand on the command line is no second person", async () => {
  for (const policy of [
    { fourEyes: true, quorum: 1 },
    { fourEyes: false, quorum: 2 },
  ]) {
    const world = new GateWorld({}, { policy });
    const planned = world.gate.compile(DELETE, world.actor(world.owner));
    assert.ok(planned.ok);
    const approvedDigest = planned.plan.digest;
    const result = await world.run(DELETE, { as: world.owner, approvedDigest });
    assert.equal(words(result), "waiting: plan");
    assert.equal(words(await world.resume(result)), "waiting: plan");
  }
});

test("a node that the agent may not reach is denied wherever it stands, and nothing runs", async () => {
  const workflows = { letter: { pipeline: SEND }, outer: { pipeline: '[system:run]("letter")' } };
  for (const source of [
    SEND,
    SEND.replace("messenger", "Messenger"),
    `[system:time] & ${SEND}`,
    `[system:time] ?? ${SEND}`,
    `[system:time]\n${SEND}`,
    `$x = [system:time]\n[if: $x] { ${SEND} }`,
    `$x = [system:time]\n[if: $x == "no"] { [system:time] } [else] { ${SEND} }`,
    `$x = [system:list]\n[each: $f in $x] { ${SEND} }`,
    `[on_error: skip] ${SEND}`,
    `[system:approve]("ok?") >> ${SEND}`,
    '[system:run]("letter")',
    '[system:run]("outer")',
    "[system:run_pipeline]() {pipeline: \"[messenger:send]('hi') {to: 'Ann'}\"}",
    "[system:run_pipeline]() {pipeline: \"[system:run]('letter')\"}",
  ]) {
    const world = new GateWorld(workflows, { allowedNodes: ["source"] });
    assert.equal(
      words(await world.run(source)),
      "denied: I'm not allowed to do that here.",
      source,
    );
    assert.deepEqual(world.calls, [], source);
    assert.deepEqual(world.approvals.pending(), [], source);
  }
});

test("code and workflow names known only while running reach no node that is not allowed", async () => {
  const workflows = { letter: { pipeline: SEND } };
  for (const [given, source] of [
    [SEND, '$p = [source:web]("x")\n[system:run_pipeline]() {pipeline: "$p"}'],
    ["letter", '$p = [source:web]("x")\n[system:run]("$p")'],
    ["letter", '[source:web]("x") >> [system:run]("$prev")'],
  ] as const) {
    const world = new GateWorld(workflows, { allowedNodes: ["source"] });
    world.acts["source:web"] = () => given;
    let result = await world.run(source);
    while (result.kind === "waiting") result = await world.answer(result, "y");
    assert.match(words(result), /^failed: .*not allowed to do that here/, source);
    assert.ok(!world.calls.some((call) => call.startsWith("send")), source);
  }
});

test("a grant opens no node, and a workflow changed after its card reaches none", async () => {
  const world = new GateWorld({}, { allowedNodes: ["source"] });
  const save = (pipeline: string): void =>
    world.workflows.save(world.member.id, "daily", { pipeline }, { isTainted: false });
  save(DELETE);
  const asked = await world.run('[system:run]("daily")');
  save(SEND);
  assert.match(words(await world.answer(asked, "y")), /^denied: .*not allowed to do that here/);
  assert.deepEqual(world.calls, []);
});

test("system and the allowed nodes are reached, and their risky actions still ask", async () => {
  const world = new GateWorld({}, { allowedNodes: ["source"] });
  assert.equal(words(await world.run('[source:web]("x")')), "ok: done");
  assert.equal(words(await world.run(DELETE, { origin: "update:2" })), "waiting: plan");
});

test("a refusal is said in the person's language", async () => {
  const world = new GateWorld({}, { allowedNodes: [] });
  const actor = { ...world.actor(world.member), language: "ko" } as const;
  assert.equal(words(await world.run(SEND, { actor })), "denied: 여기서는 할 수 없는 일이에요.");
});
