import assert from "node:assert/strict";
import { test } from "node:test";
import { say } from "../../../src/bots/texts/say.ts";
import { ANN, BEN, CHO, personOf } from "../../support/bots-house.ts";
import {
  ANNS,
  asked,
  BENS,
  DELETE,
  last,
  MINUTE_MS,
  press,
  restarted,
  write,
} from "../../support/cards-house.ts";
import { settled } from "../../support/manual-clock.ts";

test("an edited value is planned anew under a new card with a press of its own; the old card is dead", async () => {
  const house = await asked(DELETE);
  const old = house.adapter.withButton("Approve");
  await press(house, "Edit");
  assert.match(last(house), /Type the new value of path\. It is now:\n```\na\.md\n```/);
  await write(house, "b.md");
  assert.deepEqual(house.calls, []);
  const [first] = house.adapter.texts(ANNS);
  assert.match(first!, /^✏️ \*\*Changed\*\* by Ann/);
  assert.deepEqual(house.adapter.shown[0]?.buttons, []);
  const card = house.adapter.withButton("Approve");
  assert.match(card.text, /✏️ Ann changed path: a\.md → b\.md\n1\. Delete b\.md/);
  await house.adapter.press(ANN, "Approve", { message: old });
  await settled();
  assert.match(house.adapter.notes.at(-1) ?? "", /^✏️ Changed by Ann, /);
  assert.deepEqual(house.calls, []);
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["system:delete b.md"]);
});

test("with several values a button chooses, and words meanwhile are an ordinary message", async () => {
  const house = await asked('[messenger:pay]("Bob") {amount: 5, words: "rent"}');
  await press(house, "Edit");
  assert.deepEqual(
    house.adapter
      .withButton("Leave as it is")
      .buttons.flat()
      .map(({ label }) => label),
    ["to: Bob", "amount: 5", "words: rent", "Leave as it is"],
  );
  house.planned = { kind: "none" };
  await write(house, "7");
  assert.equal(house.approvals.pending().length, 2);
  await press(house, "amount: 5");
  await write(house, "7");
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["messenger:pay 7 rent Bob"]);
});

test("many values are offered on several questions", async () => {
  const calls = Array.from({ length: 12 }, (_, index) => `[system:delete]("f${index}.md")`);
  const house = await asked(calls.join("\n"));
  await press(house, "Edit");
  await press(house, "More values…");
  await press(house, "system, path: f11.md");
  await write(house, "x.md");
  await press(house, "Approve");
  assert.equal(house.calls.at(-1), "system:delete x.md");
  assert.equal(house.calls.length, 12);
});

test("a value that the action does not take is refused in words, and asked for again", async () => {
  const house = await asked('[messenger:pay]("Bob") {amount: 5}');
  await press(house, "Edit");
  await press(house, "amount: 5");
  await write(house, "1000");
  assert.match(house.adapter.texts(ANNS).join("\n"), /It cannot run with that value[\s\S]*amount/);
  await write(house, "lots");
  await write(house, "5");
  assert.match(house.adapter.texts(ANNS).join("\n"), /That is the value it has now/);
  await write(house, "6");
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["messenger:pay 6 Bob"]);
});

test("a value cannot become one that nobody sees: names of the program are refused, braces are text", async () => {
  const house = await asked('$hit = [source:search]("x")\n[system:delete]("a.md")');
  await press(house, "Edit");
  await press(house, "path: a.md");
  await write(house, "$hit");
  assert.match(house.adapter.texts(ANNS).join("\n"), /"hit" names a value known only while/);
  await write(house, "{{hit}}.md");
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["source:search x", "system:delete {{hit}}.md"]);
});

test("a value from an earlier step is not offered for change", async () => {
  const house = await asked('[source:search]("x") >> [messenger:pay]("Bob") {amount: 5}');
  assert.match(
    house.adapter.withButton("Approve").text,
    /1\. 👁 source[\s\S]*2\. Pay Bob\n {3}amount: 5\n {3}words: the result of step 1 \(.+\) ⚠️ from outside/u,
  );
  await press(house, "Edit");
  const labels = house.adapter.withButton("Leave as it is").buttons.flat();
  assert.deepEqual(
    labels.map(({ label }) => label),
    ["to: Bob", "amount: 5", "query: x", "Leave as it is"],
  );
});

test("an edit left alone, and one that comes after the decision, change nothing", async () => {
  const house = await asked(DELETE);
  await press(house, "Edit");
  await press(house, "Leave as it is");
  assert.match(last(house), /Left as it is/);
  await press(house, "Edit");
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["system:delete a.md"]);
  house.planned = { kind: "none" };
  await write(house, "b.md");
  assert.equal(house.approvals.pending().length, 0);
});

test("Edit on a card whose time is over says so and ends the card, though nobody had noticed yet", async () => {
  const house = await asked(DELETE);
  const card = house.adapter.withButton("Edit");
  await house.clock.advance(30 * MINUTE_MS);
  await press(house, "Edit");
  assert.equal(house.adapter.notes.at(-1), "This has expired.");
  const shown = house.adapter.shown.find(({ messageId }) => messageId === card.messageId);
  assert.match(shown?.text ?? "", /^⌛ \*\*Nobody answered in time/);
  assert.doesNotMatch(house.adapter.texts(ANNS).join("\n"), /Type the new value/);
});

test("an edit goes on over restarts at every point, once", async () => {
  for (const point of ["approval-revised", "message-posted", "update-handled"]) {
    const house = await asked(DELETE);
    await press(house, "Edit");
    house.onFault = (name) => {
      if (name === point) throw new Error("The process ends here.");
    };
    await write(house, "b.md");
    house.database.exec("UPDATE updates SET state = 'received', ended_at_ms = NULL");
    const next = await restarted(house);
    const card = next.adapter.withButton("Approve");
    assert.match(card.text, /Delete b\.md/, point);
    assert.ok(!next.adapter.texts(ANNS).includes(say("en", "plannerNone")), point);
    await press(next, "Approve");
    assert.deepEqual([next.calls, next.approvals.pending()], [["system:delete b.md"], []], point);
  }
});

test("an owner may change a member's command, which the owner alone may allow", async () => {
  const house = await asked('[system:command]("ls")', BEN);
  await press(house, "Edit", ANN);
  await write(house, "pwd");
  assert.match(house.adapter.withButton("Approve").text, /Ben asks for this[\s\S]*Run pwd/);
  await press(house, "Approve", ANN);
  assert.deepEqual(house.calls, ["system:command pwd"]);
});

test("Deny, say why denies at once; the reason follows, on the card too", async () => {
  const house = await asked(DELETE);
  await press(house, "Deny, say why");
  const [run] = house.runs.latest(personOf(house, ANN).id, ANNS, 1);
  assert.equal(run?.state, "denied");
  assert.match(last(house), /Denied\. Type why/);
  await write(house, "I still need it");
  assert.match(house.adapter.texts(ANNS)[0]!, /Denied[\s\S]*💬 Reason: I still need it/);
  assert.match(house.runs.get(run!.id)?.resultJson ?? "", /Their reason: I still need it/);
  assert.deepEqual([house.calls, house.approvals.unsettled()], [[], []]);
});

test("a refusal waits for its reason, over a restart too, but never beyond five minutes", async () => {
  for (const end of ["button", "time"]) {
    const house = await asked(DELETE);
    await press(house, "Deny, say why");
    const next = await restarted(house);
    assert.equal(next.approvals.unsettled().length, 1);
    if (end === "button") await press(next, "No reason");
    else {
      await next.clock.advance(5 * MINUTE_MS);
      next.dispatcher.expireApprovals();
      await settled();
    }
    assert.deepEqual(
      [next.approvals.unsettled(), next.approvals.pending(), next.calls],
      [[], [], []],
    );
    assert.match(next.adapter.texts(ANNS)[0]!, /→ Nothing was done\.$/, end);
  }
});

test("a refusal of an actual value gives its reason to the program", async () => {
  const house = await asked('[source:search]("x") >> [source:open]');
  await press(house, "Deny, say why");
  await write(house, "unknown site");
  assert.match(house.adapter.texts(ANNS).join("\n"), /✗ A person said no.*unknown site/);
  assert.deepEqual(house.calls, ["source:search x"]);
});

test("the one who asked reads why an owner said no", async () => {
  const house = await asked('[system:command]("ls")', BEN);
  await press(house, "Deny, say why", ANN);
  await write(house, "not today");
  assert.match(last(house, BENS), /Nothing was done\. Reason: not today/);
});

test("an expired card asks again by its button: a new approval, once, also after a restart", async () => {
  const house = await asked(DELETE);
  const [old] = house.approvals.pending();
  await house.clock.advance(30 * MINUTE_MS);
  house.dispatcher.expireApprovals();
  await settled();
  const next = await restarted(house);
  const expired = next.adapter.withButton("Ask again");
  for (const who of [BEN, CHO]) await next.adapter.press(who, "Ask again", { message: expired });
  assert.deepEqual(next.approvals.pending(), []);
  await next.adapter.press(ANN, "Ask again", { message: expired });
  await next.adapter.press(ANN, "Ask again", { message: expired });
  await settled();
  assert.match(
    next.adapter.notes.at(-1) ?? "",
    /^⌛ Nobody answered in time.* Asked again by Ann\.$/,
  );
  assert.match(next.adapter.texts(ANNS)[0]!, /🔁 Asked again by Ann/);
  const [fresh, ...others] = next.approvals.pending();
  assert.deepEqual(
    [fresh?.digest === old?.digest, fresh?.id === old?.id, others],
    [true, false, []],
  );
  await press(next, "Approve");
  assert.deepEqual(next.calls, ["system:delete a.md"]);
});

test("killed after the wish and before the new card, asking again comes to one card", async () => {
  const house = await asked(DELETE);
  await house.clock.advance(30 * MINUTE_MS);
  house.dispatcher.expireApprovals();
  await settled();
  house.onFault = (name) => {
    if (name === "run-created") throw new Error("The process ends here.");
  };
  const message = house.adapter.withButton("Ask again");
  await house.adapter.press(ANN, "Ask again", { message, updateId: "900" });
  await settled();
  house.database.exec("UPDATE updates SET state = 'received' WHERE update_id = '900'");
  const next = await restarted(house);
  assert.equal(next.approvals.pending().length, 1);
  await press(next, "Approve");
  assert.deepEqual(next.calls, ["system:delete a.md"]);
});

test("a program that had done something when a step expired is not offered again", async () => {
  const house = await asked('[system:note]("x")\n[source:search]("x") >> [source:open]');
  await house.clock.advance(30 * MINUTE_MS);
  house.dispatcher.expireApprovals();
  await settled();
  assert.throws(() => house.adapter.withButton("Ask again"));
  const harmless = await asked('[source:search]("x") >> [source:open]');
  await harmless.clock.advance(30 * MINUTE_MS);
  harmless.dispatcher.expireApprovals();
  await settled();
  await press(harmless, "Ask again");
  await press(harmless, "Approve");
  assert.equal(harmless.calls.at(-1), "source:open did search");
});

test("a command expires after ten minutes where the one who asked may press, else after thirty", async () => {
  const lifetimes = await Promise.all(
    [ANN, BEN].map(async (who) => {
      const [card] = (await asked('[system:command]("ls")', who)).approvals.pending();
      return (card!.expiresAtMs - card!.createdAtMs) / MINUTE_MS;
    }),
  );
  assert.deepEqual(lifetimes, [10, 30]);
});

test("Details sends the whole program, decides nothing, and only to who may see it", async () => {
  const long = `[system:note]("${"x".repeat(400)}")\n${DELETE}`;
  const house = await asked(long);
  const next = await restarted(house);
  const card = next.adapter.withButton("Details");
  await next.adapter.press(BEN, "Details", { message: card });
  await settled();
  assert.equal(next.adapter.notes.at(-1), "This is not yours to decide.");
  await next.adapter.press(ANN, "Details", { message: card });
  await settled();
  assert.ok(last(next).includes("x".repeat(400)));
  assert.equal(next.approvals.pending().length, 1);
  await press(next, "Approve");
  assert.equal(next.calls.at(-1), "system:delete a.md");
});

test("what waits blocks nothing: messages, programs and further approvals go on beside it", async () => {
  const house = await asked(DELETE);
  await write(house, "/ibl [system:time]");
  assert.match(last(house), /did time/);
  await write(house, '/ibl [system:delete]("b.md")');
  house.planned = { kind: "sure", intent: "time", code: "[system:time]", score: 1 };
  await write(house, "what time is it");
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["system:time", "system:time", "system:delete b.md"]);
  assert.equal(house.approvals.pending().length, 1);
  const first = house.adapter.shown[0]!;
  await house.adapter.press(ANN, "Approve", { message: first });
  await settled();
  assert.equal(house.calls.at(-1), "system:delete a.md");
});
