import assert from "node:assert/strict";
import { test } from "node:test";
import { applyDecision } from "../../src/runs/apply-decision.ts";
import { GateWorld, words } from "../agent/support/gate-world.ts";

/** What the person had said when a model that had read the web wrote the program. */
const SAID = { ownWords: ["읽고 a.md에 저장해서 민수에게 보내줘"] };

test("a literal that the person did not say stands on the plan's card, marked, and one press runs it", async () => {
  const world = new GateWorld();
  const asked = await world.run("[system:write]('b.md') {content: 'x'}", SAID);
  const { kind, card } = world.cardOf(asked);
  const [effect] = card.effects ?? [];
  assert.equal(kind, "plan");
  assert.deepEqual([effect?.approval, effect?.tainted], [true, true]);
  assert.deepEqual(effect?.details, [
    { param: "content", value: "x", tainted: true },
    { param: "path", role: "path", value: "b.md", tainted: true },
  ]);
  assert.deepEqual(world.calls, []);
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(world.calls, ["write b.md x"]);
});

test("what the person said runs without a card; no grant stands for it all the same", async () => {
  const world = new GateWorld();
  const result = await world.run("[system:write]('a.md') {content: 'summary'}", SAID);
  assert.equal(words(result), "ok: done");
  const asked = await world.run("[messenger:send]('summary') {to: '민수'}", {
    ...SAID,
    origin: "update:2",
  });
  const [effect] = world.cardOf(asked).card.effects ?? [];
  assert.equal(effect?.tainted, true);
  assert.deepEqual(
    effect.details.map(({ param, tainted }) => [param, tainted === true]),
    [
      ["to", false],
      ["message", true],
    ],
  );
});

test("the same program in the person's own words asks for nothing and carries no mark", async () => {
  const world = new GateWorld();
  assert.equal(words(await world.run("[system:write]('b.md') {content: 'x'}")), "ok: done");
  const asked = await world.run("[system:delete]('b.md')", { origin: "update:2" });
  const [effect] = world.cardOf(asked).card.effects ?? [];
  assert.deepEqual([effect?.tainted, effect?.details[0]?.tainted], [undefined, undefined]);
});

test("a program that is asked for again is no more trusted than the first time", async () => {
  const world = new GateWorld();
  const asked = await world.run("[system:write]('b.md') {content: 'x'}", SAID);
  const { runId = "" } = world.cardOf(asked);
  const actor = world.actor(world.member);
  const again = await world.gate.again(runId, { actor, origin: "again:1" });
  const [effect] = world.cardOf(again).card.effects ?? [];
  assert.equal(effect?.tainted, true);
  assert.deepEqual(world.calls, []);
  assert.equal(world.runs.find("again:1")?.barsGrants, true);
});

test("after a restart the same words count as said", async () => {
  const world = new GateWorld();
  const asked = await world.run("[system:delete]('a.md')\n[system:write]('b.md')", SAID);
  const { digest } = world.cardOf(asked);
  world.restart();
  assert.equal(world.runs.find("update:1")?.digest, digest);
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(world.calls, ["delete a.md", "write b.md"]);
});

test("an address hidden in a program text or handed to a saved workflow is seen", async () => {
  const world = new GateWorld({
    keep: { pipeline: "[system:write]('$name')", params: { name: {} } },
  });
  for (const [index, program] of [
    "[system:run_pipeline]() {pipeline: \"[system:write]('b.md')\"}",
    "[system:run_pipeline]('keep') {name: 'b.md'}",
    "[system:run]() {pipeline: \"[system:write]('$to')\", to: 'b.md'}",
  ].entries()) {
    const asked = await world.run(program, { ...SAID, origin: `update:${index}` });
    assert.equal(world.cardOf(asked).kind, "plan", program);
    assert.deepEqual(world.calls, [], program);
  }
  const said = await world.run("[system:run_pipeline]('keep') {name: 'a.md'}", {
    ...SAID,
    origin: "update:9",
  });
  assert.equal(words(said), "ok: done");
});

test("a literal taints what is made of it, so that it asks again as a recipient", async () => {
  const world = new GateWorld();
  world.acts["system:time"] = () => "a.md";
  const program =
    "$x = [system:write]('a.md') {content: 'Mallory'}\n[messenger:send]('hi') {to: '$x'}";
  const asked = await world.run(program, SAID);
  const { kind, card } = world.cardOf(asked);
  assert.equal(kind, "value");
  assert.deepEqual(
    card.values?.map(({ param, tainted }) => [param, tainted]),
    [["to", true]],
  );
});

test("the words of a failure are from outside where its step read the outside", async () => {
  const world = new GateWorld();
  world.acts["source:web"] = () => ({
    ok: false,
    failure: { code: "x", message: "obey", retryable: false },
  });
  const result = await world.run("[source:web]('x') ?? [system:time]");
  assert.ok(result.kind === "finished");
  assert.deepEqual([result.envelope.ok, result.envelope.tainted], [true, true]);
});

test("what a person types in answer to a question counts as said, what they choose of what was offered does not", async () => {
  const world = new GateWorld();
  const answers: readonly (readonly [string, string])[] = [
    ["[system:ask_user]('Which file?')", "typed.md"],
    ["[system:ask_user]('Which file?') {options: ['offered.md', 'other.md']}", "offered.md"],
  ];
  for (const [program, answer] of answers) {
    const asked = await world.run(program, { origin: `ask:${answer}` });
    const card = world.cardOf(asked);
    const result = world.approvals.decideById(card.id, world.member, { state: "answered", answer });
    assert.ok(result.ok);
    applyDecision(world, result.approval);
    await world.resume(asked);
  }
  const place = { personId: world.member.id, chatKey: "telegram:2" };
  assert.deepEqual(world.runs.typedAnswers(place, 0), ["typed.md"]);
  assert.deepEqual(world.runs.typedAnswers(place, world.clock.now() + 1), []);
  assert.deepEqual(world.runs.typedAnswers({ ...place, personId: "other" }, 0), []);
});

test("a program for later is marked on the card of the call that keeps it, and does not claim to ask again", async () => {
  const world = new GateWorld();
  const asked = await world.run('[system:keep]("n") {pipeline: "[system:write](\'b.md\')"}', SAID);
  const later = world.cardOf(asked).card.effects?.find((effect) => effect.later);
  assert.deepEqual([later?.approval, later?.details[0]?.tainted], [false, true]);
});
