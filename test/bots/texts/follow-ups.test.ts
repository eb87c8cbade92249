import assert from "node:assert/strict";
import { test } from "node:test";
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

test("a card shows the value that an earlier step gave, and that it comes from outside", async () => {
  const house = await asked('[source:search]("x") >> [messenger:pay]("Bob") {amount: 5}');
  assert.match(
    house.adapter.withButton("Approve").text,
    /Pay Bob\namount:\n> 5\nwords:\n> did search\n⚠️ From outside, not you\./u,
  );
});

test("a button that no card is drawn with says that it has ended, and decides nothing", async () => {
  const house = await asked(DELETE);
  const [approval] = house.approvals.pending();
  const card = house.adapter.withButton("Approve");
  assert.deepEqual(
    card.buttons.flat().map(({ label }) => label),
    ["Do it", "Don't", "⋯"],
  );
  const data = house.approvals.button(approval!, "e", ANNS);
  const old = async (who = ANN): Promise<string | undefined> => {
    await house.adapter.pressData(who, data, { chat, messageId: card.messageId });
    await settled();
    return house.adapter.notes.at(-1);
  };
  const chat = { platform: "telegram", chatId: "1", isPrivate: true };
  assert.equal(await old(), "This has ended already.");
  assert.equal(await old(BEN), "That's for Ann or an owner.");
  assert.deepEqual([house.calls, house.approvals.pending()], [[], [approval]]);
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["system:delete a.md"]);
  assert.match((await old()) ?? "", /^Ann already did it/);
});

test("a reply to a denied card is its reason, on the card and for the program", async () => {
  const house = await asked(DELETE);
  const card = house.adapter.withButton("Approve");
  await press(house, "Deny");
  const [run] = house.runs.latest(personOf(house, ANN).id, ANNS, 1);
  assert.equal(run?.state, "denied");
  assert.equal(house.adapter.texts(ANNS).length, 1);
  await house.adapter.say(ANN, "I still need it", { repliesToId: card.messageId });
  await settled();
  assert.deepEqual(house.adapter.texts(ANNS), ["✖️ Not done · Ann\n> I still need it"]);
  assert.match(house.runs.get(run!.id)?.resultJson ?? "", /Their reason: I still need it/);
  assert.deepEqual([house.calls, house.approvals.unsettled()], [[], []]);
});

test("the one who asked reads that an owner said no, and why", async () => {
  const house = await asked('[system:command]("ls")', BEN);
  const card = house.adapter.withButton("Approve");
  await press(house, "Deny", ANN);
  assert.equal(last(house, BENS), "✖️ Not done · Ann");
  await house.adapter.say(ANN, "not today", { repliesToId: card.messageId });
  await settled();
  assert.equal(last(house, BENS), "✖️ Not done · Ann\n> not today");
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
  assert.match(next.adapter.notes.at(-1) ?? "", /^⌛ No answer.* Asked again by Ann\.$/);
  assert.match(next.adapter.texts(ANNS)[0]!, /^⌛ No answer, so not done\./);
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

test("Details sends all of it, and behind How? the whole program; both decide nothing, and are only for who may see it", async () => {
  const long = `[system:note]("${"x".repeat(400)}")\n${DELETE}`;
  const house = await asked(long);
  const next = await restarted(house);
  const card = next.adapter.withButton("Details");
  await next.adapter.press(BEN, "Details", { message: card });
  await settled();
  assert.equal(next.adapter.notes.at(-1), "That's for Ann or an owner.");
  await next.adapter.press(ANN, "Details", { message: card });
  await settled();
  const details = next.adapter.withButton("How?");
  await next.adapter.press(BEN, "How?", { message: details });
  await settled();
  assert.equal(next.adapter.notes.at(-1), "That's for Ann or an owner.");
  await next.adapter.press(ANN, "How?", { message: details });
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
