import assert from "node:assert/strict";
import { test } from "node:test";
import { MIGRATIONS } from "../../../src/store/database.ts";
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

test("a card says which value comes from an earlier step", async () => {
  const house = await asked('[source:search]("x") >> [messenger:pay]("Bob") {amount: 5}');
  assert.match(
    house.adapter.withButton("Approve").text,
    /1\. 👁 source[\s\S]*2\. Pay Bob\n {3}amount: 5\n {3}words: the result of step 1 \(.+\) ⚠️ from outside/u,
  );
});

test("a button that no card is drawn with says that it has ended, and decides nothing", async () => {
  const house = await asked(DELETE);
  const [approval] = house.approvals.pending();
  const card = house.adapter.withButton("Approve");
  assert.deepEqual(
    card.buttons.flat().map(({ label }) => label),
    ["Approve", "Deny", "Approve, and for 24 h", "Deny, say why"],
  );
  const data = house.approvals.button(approval!, "e", ANNS);
  const old = async (who = ANN): Promise<string | undefined> => {
    await house.adapter.pressData(who, data, { chat, messageId: card.messageId });
    await settled();
    return house.adapter.notes.at(-1);
  };
  const chat = { platform: "telegram", chatId: "1", isPrivate: true };
  assert.equal(await old(), "This has ended already.");
  assert.equal(await old(BEN), "This is not yours to decide.");
  assert.deepEqual([house.calls, house.approvals.pending()], [[], [approval]]);
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["system:delete a.md"]);
  assert.match((await old()) ?? "", /^✅ Approved/);
});

test("a question for another value that an earlier version asked is closed, and its card goes on", async () => {
  const house = await asked(DELETE);
  const [plan] = house.approvals.pending();
  const ask = (digest: string) =>
    house.approvals.request({
      kind: "question",
      personId: plan!.personId,
      chatKey: ANNS,
      digest,
      card: { followUp: { kind: "reason" } },
      parentId: plan!.id,
      approver: "requester",
      lifetimeMs: 30 * MINUTE_MS,
    });
  const [value, choice] = [ask("value"), ask("choice")];
  await settled();
  const [message] = house.adapter.shown.filter(({ text }) => text.includes("Type why"));
  const change = { node: "system", action: "delete", param: "path", from: "b.md", to: "a.md" };
  const changes = JSON.stringify([{ ...change, by: "Ann" }]);
  const { database } = house;
  const keep = database.prepare(
    "UPDATE approvals SET card_json = json_patch(card_json, ?) WHERE id = ?",
  );
  const followUp = { kind: "value", place: { call: 0, part: { argument: 0 } }, present: "a.md" };
  keep.run(JSON.stringify({ followUp: { ...followUp, param: "path" } }), value.id);
  keep.run(JSON.stringify({ followUp: { kind: "choice", first: 0 } }), choice.id);
  keep.run(JSON.stringify({ isEditable: true, changes: JSON.parse(changes) }), plan!.id);
  database.prepare("UPDATE runs SET changes_json = ?").run(changes);
  database.exec(MIGRATIONS.find(({ name }) => name === "questions for values are closed")!.sql);
  const next = await restarted(house);
  assert.deepEqual(
    next.approvals.pending().map(({ id }) => id),
    [plan!.id],
  );
  await next.adapter.press(ANN, "No reason", { message: message! });
  await settled();
  assert.equal(next.adapter.notes.at(-1), "✖️ Cancelled");
  assert.match(next.adapter.texts(ANNS).join("\n"), /✖️ \*\*Cancelled\*\*\n💬 a\.md/);
  await press(next, "Approve");
  assert.deepEqual(next.calls, ["system:delete a.md"]);
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
