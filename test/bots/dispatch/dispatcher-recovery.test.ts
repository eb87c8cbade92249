import assert from "node:assert/strict";
import { test } from "node:test";
import { ANN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";
const allDead = (): boolean => false;

/** A second process takes over from one that died. */
async function takeOver(
  house: House & { readonly again: () => House },
  isAlive: (lease: string | undefined) => boolean = allDead,
  change: (next: House) => void = () => undefined,
): Promise<House> {
  const next = house.again();
  change(next);
  await next.open({ recover: true });
  next.dispatcher.recover(isAlive);
  next.cards.reconcile("session_1");
  await settled();
  return next;
}

/** A house whose process dies in the middle of what a test makes it do. */
async function dying(): Promise<House & { readonly again: () => House }> {
  const house = await openHouse();
  house.assistant.onAnswer = () => new Promise(() => undefined);
  house.assistant.onContinue = () => new Promise(() => undefined);
  return house;
}

test("what was received and not answered is answered by the next process, in order and once", async () => {
  const house = await dying();
  for (const text of ["a", "b"]) await house.adapter.say(ANN, text);
  await settled();
  const next = await takeOver(house);
  assert.deepEqual(house.adapter.texts(ANNS), ["echo a", "echo b"]);
  assert.deepEqual(next.updates.open(), []);
  await next.adapter.say(ANN, "a", { updateId: "1" });
  await settled();
  assert.equal(next.assistant.turns.length, 2);
});

test("a reply that had been posted before the end is not sent twice", async () => {
  const house = await openHouse();
  await house.adapter.say(ANN, "a");
  await settled();
  house.database.exec("UPDATE updates SET state = 'received', ended_at_ms = NULL");
  await takeOver(house);
  assert.deepEqual(house.adapter.texts(ANNS), ["echo a"]);
});

test("an update that ends no process well is given up after five tries, in the person's language", async () => {
  const house = await dying();
  house.people.change(personOf(house, ANN).id, { language: "ko" });
  await house.adapter.say(ANN, "a", { updateId: "7" });
  await settled();
  for (let count = 0; count < 4; count += 1)
    await takeOver(house, allDead, (next) => {
      next.assistant.onAnswer = () => new Promise(() => undefined);
    });
  assert.deepEqual(house.adapter.texts(ANNS), []);
  await takeOver(house);
  assert.match(house.adapter.texts(ANNS).join(), /^여러 번 해 봤지만/);
  assert.deepEqual(house.updates.open(), []);
});

test("a decision that was taken and not carried out is carried out, and its card is true", async () => {
  const house = await dying();
  const approval = house.waitingRun(personOf(house, ANN), ANNS);
  house.cards.show(approval);
  await settled();
  await house.adapter.press(ANN, "Approve");
  await settled();
  assert.doesNotMatch(house.adapter.texts(ANNS)[0]!, /✅/);
  const next = await takeOver(house);
  assert.deepEqual(
    next.assistant.continued.map(({ id, state }) => [id, state]),
    [[approval.id, "approved"]],
  );
  assert.match(house.adapter.texts(ANNS)[0]!, /\napproved$/);
  assert.deepEqual(next.approvals.unsettled(), []);
  const later = await takeOver(house);
  assert.deepEqual(later.assistant.continued, []);
});

test("a decision whose program runs in another living process is left to that process", async () => {
  const house = await openHouse();
  const approval = house.waitingRun(personOf(house, ANN), ANNS);
  house.approvals.decideById(approval.id, personOf(house, ANN), { state: "approved" });
  house.runs.begin(approval.runId!, "lease_cli", { program: "", digest: "digest" });
  const next = await takeOver(house, (lease) => lease === "lease_cli");
  assert.deepEqual(next.assistant.continued, []);
  assert.deepEqual(next.assistant.programs, []);
  const later = await takeOver(house);
  assert.equal(later.assistant.continued.length, 1);
});

test("a program cut off that nothing else continues goes on, and its result comes to its chat once", async () => {
  const house = await openHouse();
  const run = house.run(personOf(house, ANN), ANNS, "command:cmd_1");
  const script = (process: House): void => {
    process.assistant.onRun = () => finished("It is deleted.");
  };
  const next = await takeOver(house, allDead, script);
  assert.deepEqual(
    next.assistant.programs.map(({ origin, code }) => [origin, code]),
    [["command:cmd_1", run.source]],
  );
  await takeOver(house, allDead, script);
  assert.deepEqual(house.adapter.texts(ANNS), ["It is deleted."]);
});

test("programs that an update, a due time, a decision or a living process continues are not resumed besides", async () => {
  const house = await dying();
  const ann = personOf(house, ANN);
  await house.adapter.say(ANN, "a", { updateId: "7" });
  await settled();
  house.run(ann, ANNS, "update:telegram:7/0");
  house.run(ann, ANNS, "occurrence:occ_1");
  const first = house.run(ann, ANNS, "update:telegram:6/1.call", "turn_6");
  const approval = house.waitingRun(ann, ANNS, { runId: first.id });
  house.approvals.decideById(approval.id, ann, { state: "approved" });
  house.run(ann, ANNS, "update:telegram:6/2.call", "turn_6");
  const proposal = house.approvals.request({
    kind: "proposal",
    personId: ann.id,
    chatKey: ANNS,
    digest: "p",
    card: { options: [{ label: "the time", code: "[system:time]" }] },
    approver: "requester",
    lifetimeMs: 60_000,
  });
  house.approvals.decideById(proposal.id, ann, { state: "answered", answer: "[system:time]" });
  house.run(ann, ANNS, `proposal:${proposal.id}`);
  const next = await takeOver(house);
  assert.deepEqual(next.assistant.programs, []);
  assert.equal(next.assistant.continued.length, 2);
});

test("an update of a similar number does not count as the one that is open", async () => {
  const house = await dying();
  await house.adapter.say(ANN, "a", { updateId: "7" });
  await settled();
  house.run(personOf(house, ANN), ANNS, "update:telegram:77/0");
  const next = await takeOver(house);
  assert.deepEqual(
    next.assistant.programs.map(({ origin }) => origin),
    ["update:telegram:77/0"],
  );
});

test("a card that was never sent is sent after a restart, and one decided meanwhile is redrawn", async () => {
  const house = await openHouse();
  const shown = house.waitingRun(personOf(house, ANN), ANNS);
  house.cards.show(shown);
  await settled();
  house.waitingRun(personOf(house, ANN), ANNS, { origin: "second" });
  house.approvals.decideById(shown.id, personOf(house, ANN), { state: "denied" });
  house.approvals.setOutcome(shown.id, "");
  await takeOver(house);
  assert.match(house.adapter.shown[0]!.text, /^✖️ Not done/);
  assert.equal(house.adapter.shown.length, 2);
  assert.equal(house.adapter.shown[1]?.buttons.length, 2);
  await takeOver(house);
  assert.equal(house.adapter.shown.length, 2);
});

test("work interrupted by the end of the process is resumed by the next one", async () => {
  const house = await openHouse();
  house.assistant.onAnswer = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  await house.adapter.say(ANN, "a");
  await settled();
  house.dispatcher.endAll();
  await house.dispatcher.drained();
  assert.deepEqual(house.adapter.texts(ANNS), []);
  assert.equal(house.updates.open().length, 1);
  await takeOver(house);
  assert.deepEqual(house.adapter.texts(ANNS), ["echo a"]);
});
