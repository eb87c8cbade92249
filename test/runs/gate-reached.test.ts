// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { success } from "../../src/engine/values/outcome.ts";
import type { Approval } from "../../src/security/approvals/approvals.ts";
import { GRANT_ANSWER } from "../../src/security/approvals/decision.ts";
import { GateWorld, survive, type WorldOptions, words } from "../agent/support/gate-world.ts";

/** A message of what is computed first. */
const SEND = '$t = [system:time]\n[messenger:send]("It is ${$t}.") {to: "Ben"}';

function telling(options: WorldOptions = {}): GateWorld {
  const world = new GateWorld({}, options);
  world.acts["system:time"] = () => "09:00";
  return world;
}

function sentBy(world: GateWorld): readonly string[] {
  return world.calls.filter((call) => call.startsWith("send"));
}

/** What the card says will be sent, message by message. */
function messagesOn({ card }: Approval): readonly unknown[] {
  return (card.effects ?? []).map(
    ({ details }) => details.find(({ param }) => param === "message")?.value,
  );
}

/** How many cards a run has had. */
function cardsOf(world: GateWorld): number {
  return world.database.prepare("SELECT id FROM approvals").all().length;
}

test("a computed message stands on the one card with its words, and only reading came before", async () => {
  for (const source of [SEND, '[system:time] >> [messenger:send] {to: "Ben"}']) {
    const world = telling();
    const asked = await world.run(source);
    assert.equal(words(asked), "waiting: value");
    assert.match(String(messagesOn(world.cardOf(asked))), /09:00/);
    assert.deepEqual(world.calls, ["time"]);
    world.restart();
    assert.match(words(await world.answer(asked, "y")), /^ok:/);
    assert.equal(sentBy(world).length, 1);
    assert.equal(cardsOf(world), 1);
  }
});

test("a refusal and a lost card end the run: nothing behind them happens", async () => {
  const source = `${SEND}\n[system:write]("log.md") {content: "told"}`;
  const refused = telling();
  assert.match(
    words(await refused.answer(await refused.run(source), "n")),
    /^failed: .*A person said no/,
  );
  assert.deepEqual(refused.calls, ["time"]);
  const lost = telling();
  const asked = await lost.run(source);
  await lost.clock.advance(31 * 60_000);
  assert.match(words(await lost.expire(asked)), /^failed: .*Nobody answered/);
  assert.deepEqual(lost.calls, ["time"]);
});

test("another way that was written applies after a refusal, and then the rest goes on", async () => {
  const world = telling();
  const source =
    '$t = [system:time]\n[messenger:send]("$t") {to: "Ben"} ?? [system:write]("a.md") {content: "$t"}\n[system:list]';
  await world.answer(await world.run(source), "n");
  assert.deepEqual(world.calls, ["time", "write a.md 09:00", "list"]);
});

test("a press counts for the very words on the card: what has changed since asks anew", async () => {
  const world = telling();
  const asked = await world.run(SEND);
  assert.ok(world.press(world.cardOf(asked), "y").ok);
  world.database
    .prepare("UPDATE steps SET outcome_json = ? WHERE action = 'time'")
    .run(JSON.stringify(success("10:00")));
  const anew = await world.resume(asked);
  assert.equal(words(anew), "waiting: value");
  assert.deepEqual(messagesOn(world.cardOf(anew)), ["It is 10:00."]);
  assert.deepEqual(sentBy(world), []);
});

test("messages that are all known when the first is reached are asked about with one card", async () => {
  const source = `${SEND}\n[messenger:send]("hi") {to: "Cy"}\n[system:list]\n[messenger:send]("So \${$t}.") {to: "Di"}`;
  const world = telling();
  const asked = await world.run(source);
  assert.deepEqual(messagesOn(world.cardOf(asked)), ["It is 09:00.", "hi", "So 09:00."]);
  world.restart();
  assert.match(words(await world.answer(asked, "y")), /^ok:/);
  assert.equal(sentBy(world).length, 3);
  assert.equal(cardsOf(world), 1);
  const refused = telling();
  await refused.answer(await refused.run(source), "n");
  assert.deepEqual(refused.calls, ["time"]);
});

test("a loop of computed messages to one person shows every one of them", async () => {
  const world = telling();
  world.acts["system:list"] = () => success({ kind: "list", items: ["a", "b"] });
  const source =
    '$list = [system:list]\n[each: $n in $list] { [messenger:send]("News: $n") {to: "Ben"} }';
  const asked = await world.run(source);
  assert.deepEqual(messagesOn(world.cardOf(asked)), ["News: a", "News: b"]);
  assert.match(words(await world.answer(asked, "y")), /^ok:/);
  assert.equal(sentBy(world).length, 2);
  assert.equal(cardsOf(world), 1);
});

test("where nobody is there the plan is asked about as a whole, as it was allowed beforehand", async () => {
  const world = telling();
  const asked = await world.run(SEND, { origin: "occurrence:oc_1" });
  assert.equal(words(asked), "waiting: plan");
  assert.deepEqual(world.calls, []);
});

test("a computed command is an owner's matter, and is refused at once where too few may press", async () => {
  const source = '$t = [system:time]\n[system:run_command]("echo $t")';
  const world = telling();
  const card = world.cardOf(await world.run(source));
  assert.equal(card.approver, "owner");
  assert.deepEqual(
    card.card.values?.map(({ value }) => value),
    ["echo 09:00"],
  );
  const two = telling({ policy: { fourEyes: false, quorum: 4 } });
  assert.match(words(await two.run(source)), /^denied: .*4 different people/);
  assert.deepEqual(two.calls, []);
});

test("the press may allow such messages from now on, whatever their words", async () => {
  const world = telling();
  const asked = await world.run(SEND, { as: world.owner });
  const card = world.cardOf(asked);
  assert.deepEqual(
    card.card.offers?.map(({ open }) => open),
    [["message"]],
  );
  assert.ok(world.press(card, "h", world.owner).ok);
  assert.equal(world.approvals.get(card.id)?.answer, GRANT_ANSWER);
  assert.match(words(await world.resume(asked, world.owner)), /^ok:/);
  const again = await world.run(SEND, { as: world.owner, origin: "update:2" });
  assert.match(words(again), /^ok:/);
  assert.equal(sentBy(world).length, 2);
});

test("killed at any point, also between what is read and its card, each message goes out once and only after its card", async () => {
  const source = `${SEND}\n[messenger:send]("hi") {to: "Cy"}`;
  let isKilled = true;
  for (let point = 0; isKilled; point += 1) {
    const world = telling();
    world.killIn = point;
    isKilled = false;
    for (let turn = 0; turn < 20; turn += 1) {
      const result = await survive(async () => {
        const open = world.approvals.pending();
        if (open.length === 0 && cardsOf(world) === 0) assert.deepEqual(sentBy(world), []);
        for (const approval of open)
          assert.ok(world.press(approval, choiceFor(world, approval)).ok);
        return world.run(source);
      });
      if (result === "killed") {
        isKilled = true;
        world.restart();
      } else if (result.kind !== "waiting") break;
    }
    assert.deepEqual(sentBy(world), ["send It is 09:00. Ben", "send hi Cy"], `killed at ${point}`);
  }
});

/** Who presses knows what has happened. */
function choiceFor(world: GateWorld, approval: Approval): string {
  if (approval.kind !== "uncertain") return "y";
  const [message] = messagesOn(approval);
  return sentBy(world).some((call) => call.includes(String(message))) ? "1" : "y";
}
