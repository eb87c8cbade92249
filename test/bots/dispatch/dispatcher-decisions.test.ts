import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../../src/agent/turn/assistant.ts";
import { AppError } from "../../../src/base/errors.ts";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import { ANN, BEN, CHO, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { answer, finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";
const BENS = "telegram:2";

/** A house where a program of Ann's waits under a card. */
async function waiting(facts: Parameters<House["waitingRun"]>[2] = {}) {
  const house = await openHouse();
  const approval = house.waitingRun(personOf(house, ANN), ANNS, facts);
  house.cards.show(approval);
  await settled();
  return { house, approval };
}

async function press(house: House, label: string, who = ANN): Promise<void> {
  await house.adapter.press(who, label);
  await settled();
}

const ran = (text: string): Reply => ({ kind: "run", result: finished(text) });
const stateOf = (house: House, { id }: Approval): string | undefined =>
  house.approvals.get(id)?.state;

test("an approved card says what happened, and after three seconds that it goes on; the program goes on once", async () => {
  const { house, approval } = await waiting();
  let end = (_reply: Reply): void => undefined;
  house.assistant.onContinue = () =>
    new Promise((resolve) => {
      end = resolve;
    });
  await press(house, "Approve");
  await house.clock.advance(2999);
  assert.equal(house.adapter.calls.filter((call) => call.startsWith("edit")).length, 0);
  await house.clock.advance(1);
  assert.equal(house.adapter.texts(ANNS)[0], "⏳ On it");
  assert.equal(house.adapter.shown[0]?.buttons.length, 0);
  end(ran("Deleted notes.md."));
  await settled();
  assert.match(house.adapter.texts(ANNS)[0]!, /^✅ Allowed · .*\nDeleted notes\.md\.$/);
  assert.equal(house.runs.get(approval.runId!)?.approvedDigest, "digest");
  assert.equal(house.approvals.get(approval.id)?.outcomeText, "Deleted notes.md.");
  assert.deepEqual(house.adapter.notes, [undefined]);
});

test("two presses at the same time decide once", async () => {
  const { house } = await waiting();
  const card = house.adapter.withButton("Approve");
  await Promise.all([
    house.adapter.press(ANN, "Approve", { message: card }),
    house.adapter.press(ANN, "Deny", { message: card }),
    house.adapter.press(ANN, "Approve", { message: card }),
  ]);
  await settled();
  assert.equal(house.assistant.continued.length, 1);
  assert.equal(house.assistant.continued[0]?.state, "approved");
  const notes = house.adapter.notes.toSorted();
  for (const note of notes.slice(0, 2))
    assert.match(note ?? "", /^Ann already decided at [^.]+\. /);
  assert.equal(notes[2], undefined);
});

test("a press whose acknowledgement failed shows its card as it is, and a second one reads what happened", async () => {
  const { house } = await waiting();
  const card = house.adapter.withButton("Approve");
  house.assistant.onContinue = () => ran("Deleted notes.md.");
  house.adapter.failAcknowledge(new Error("Discord did not take the answer to a press in time."));
  await house.adapter.press(ANN, "Approve", { message: card });
  await settled();
  assert.match(house.adapter.texts(ANNS)[0]!, /^✅ Allowed[\s\S]*\nDeleted notes\.md\.$/);
  await house.adapter.press(ANN, "Approve", { message: card });
  await settled();
  assert.match(house.adapter.notes.at(-1) ?? "", /^Ann already did it at .*\.$/);
  assert.equal(house.assistant.continued.length, 1);
});

test("a press that did nothing and could not be answered has its open card drawn again", async () => {
  const { house } = await waiting();
  const card = house.adapter.withButton("Approve");
  house.adapter.failAcknowledge(new Error("too late"));
  await house.adapter.press(CHO, "Approve", { message: card });
  await settled();
  const edits = house.adapter.calls.filter((call) => call.startsWith(`edit ${card.messageId} `));
  assert.equal(edits.length, 1);
  assert.equal(house.adapter.withButton("Approve").messageId, card.messageId);
});

test("a denied card says so, and that nothing was done, in the person's language", async () => {
  const { house, approval } = await waiting();
  house.people.change(personOf(house, ANN).id, { language: "ko" });
  house.assistant.onContinue = () => ({
    kind: "run",
    result: { kind: "denied", message: "A person said no.", runId: approval.runId! },
  });
  await press(house, "Deny");
  assert.equal(house.adapter.texts(ANNS)[0], "✖️ 안 했어요 · Ann");
  assert.equal(house.runs.get(approval.runId!)?.state, "denied");
});

test("a press by a stranger, by another member, forged or from another chat changes nothing", async () => {
  const { house, approval } = await waiting();
  const { data } = house.adapter.withButton("Approve").buttons[0]![0]!;
  const calls = house.adapter.calls.length;
  await press(house, "Approve", CHO);
  await press(house, "Approve", BEN);
  await house.adapter.pressData(ANN, `${data.slice(0, -1)}${data.endsWith("0") ? "1" : "0"}`);
  await house.adapter.pressData(ANN, "hello");
  await house.adapter.pressData(ANN, data, {
    chat: { platform: "telegram", chatId: "-5", isPrivate: false },
  });
  await settled();
  assert.deepEqual(house.adapter.notes, [
    "아직 이 봇을 쓸 수 없어요.",
    "That's for Ann or an owner.",
    "This button is not valid.",
    "This button is not valid.",
    "This button is not valid.",
  ]);
  assert.equal(stateOf(house, approval), "pending");
  assert.deepEqual(house.assistant.continued, []);
  assert.equal(house.adapter.calls.length, calls);
});

test("a press on a copy of an ended card draws that copy as it stands", async () => {
  const house = await openHouse();
  const approval = house.waitingRun(personOf(house, ANN), ANNS);
  house.adapter.failNext(new DeliveryError("unknown", "No answer."), { arrives: true });
  house.cards.show(approval);
  await settled();
  await house.clock.advance(1000);
  const [lost, known] = house.adapter.shown;
  await house.adapter.press(ANN, "Approve", { message: known! });
  await settled();
  assert.equal(house.adapter.shown[0]?.buttons.length, 2);
  await house.adapter.press(ANN, "Approve", { message: lost! });
  await settled();
  assert.match(house.adapter.shown[0]!.text, /^✅ Allowed · /);
  assert.deepEqual(house.adapter.shown[0]?.buttons, []);
  assert.equal(house.assistant.continued.length, 1);
});

test("a press after the card's time ends it as not done", async () => {
  const { house, approval } = await waiting();
  await house.clock.advance(60_000);
  await press(house, "Approve");
  assert.deepEqual(house.adapter.notes, ["This has expired."]);
  assert.equal(stateOf(house, approval), "expired");
  assert.equal(house.runs.get(approval.runId!)?.state, "denied");
  assert.match(house.adapter.texts(ANNS)[0]!, /^⌛ No answer, so not done\.$/);
});

test("what is past its time ends once, by itself", async () => {
  const { house, approval } = await waiting();
  house.dispatcher.expireApprovals();
  assert.equal(stateOf(house, approval), "pending");
  await house.clock.advance(60_000);
  house.dispatcher.expireApprovals();
  house.dispatcher.expireApprovals();
  await house.dispatcher.drained();
  await settled();
  assert.equal(house.assistant.continued.length, 1);
  assert.equal(house.assistant.continued[0]?.state, "expired");
  assert.deepEqual(
    house.adapter.shown[0]?.buttons.flat().map(({ label }) => label),
    ["Ask again"],
  );
});

test("two approvals of one program are carried out one after the other", async () => {
  const house = await openHouse();
  const first = house.waitingRun(personOf(house, ANN), ANNS, { kind: "value", stepKey: "1" });
  const { runId } = first;
  const second = house.waitingRun(personOf(house, ANN), ANNS, {
    kind: "value",
    stepKey: "2",
    runId: runId!,
  });
  for (const approval of [first, second]) house.cards.show(approval);
  await settled();
  const trace: string[] = [];
  house.assistant.onContinue = async (approval) => {
    trace.push(`begin ${approval.stepKey}`);
    await settled();
    trace.push(`end ${approval.stepKey}`);
    return ran("Done");
  };
  const [cardOne, cardTwo] = house.adapter.shown;
  await house.adapter.press(ANN, "Approve", { message: cardOne! });
  await house.adapter.press(ANN, "Approve", { message: cardTwo! });
  await house.dispatcher.drained();
  assert.deepEqual(trace, ["begin 1", "end 1", "begin 2", "end 2"]);
});

test("an owner's matter goes to the owner; who asked is told, and gets the result", async () => {
  const house = await openHouse();
  const approval = house.waitingRun(personOf(house, BEN), BENS, { approver: "owner" });
  house.cards.show(approval);
  await settled();
  assert.match(house.adapter.texts(BENS)[0]!, /^I asked Ann; that's an owner's call\.$/);
  assert.equal(house.adapter.withButton("Approve").chatKey, ANNS);
  house.assistant.onContinue = () => ran("Command ended.");
  await press(house, "Approve");
  assert.match(house.adapter.texts(ANNS)[0]!, /\nCommand ended\.$/);
  assert.equal(house.adapter.texts(BENS)[1], "Command ended.");
});

test("a long result follows as a message, an answer of the model too", async () => {
  const { house, approval } = await waiting();
  house.assistant.onContinue = () => ran("x".repeat(301));
  await press(house, "Approve");
  assert.equal(house.adapter.texts(ANNS).at(-1)?.length, 301);
  assert.equal(house.approvals.get(approval.id)?.outcomeText, "");
  const next = house.waitingRun(personOf(house, ANN), ANNS, { origin: "second" });
  house.cards.show(next);
  house.assistant.onContinue = () => answer("All is well.");
  await settled();
  await press(house, "Approve");
  assert.equal(house.adapter.texts(ANNS).at(-1), "All is well.");
  assert.equal(house.approvals.get(next.id)?.outcomeText, "");
});

test("a program that waits again shows its next card", async () => {
  const { house, approval } = await waiting();
  house.assistant.onContinue = () => {
    const { runId } = approval;
    const next = house.waitingRun(personOf(house, ANN), ANNS, { runId: runId!, stepKey: "2" });
    return { kind: "run", result: { kind: "waiting", runId: runId!, approvals: [next] } };
  };
  await press(house, "Approve");
  assert.equal(house.adapter.shown.length, 2);
  assert.equal(house.adapter.shown[1]?.buttons.length, 2);
  assert.equal(house.approvals.get(approval.id)?.outcomeText, "");
});

test("a decision that nothing waits for counts as carried out", async () => {
  const { house, approval } = await waiting();
  house.assistant.onContinue = () => undefined;
  await press(house, "Approve");
  assert.equal(house.approvals.get(approval.id)?.outcomeText, "");
  assert.deepEqual(house.approvals.unsettled(), []);
});

test("an error while a decision is carried out is shown on the card", async () => {
  const { house } = await waiting();
  house.assistant.onContinue = () => {
    throw new AppError("disk-full", "The disk is full.");
  };
  await press(house, "Approve");
  assert.match(house.adapter.texts(ANNS)[0]!, /\nThat did not work: The disk is full\.$/);
  assert.deepEqual(house.approvals.unsettled(), []);
});

test("a platform that does not take the acknowledgement stops nothing", async () => {
  const { house } = await waiting();
  house.adapter.acknowledge = () => Promise.reject(new Error("offline"));
  await press(house, "Approve");
  assert.equal(house.assistant.continued.length, 1);
  assert.deepEqual(house.log.lines, ["A press was not acknowledged. offline"]);
});

test("a press that comes without its thread counts for the card in the thread", async () => {
  const house = await openHouse();
  const chat = { platform: "telegram", chatId: "-5", threadId: "7", isPrivate: false };
  house.updates.remember(chat, "nobody");
  const approval = house.waitingRun(personOf(house, ANN), "telegram:-5:7");
  house.cards.show(approval);
  await settled();
  const bare = { platform: "telegram", chatId: "-5", isPrivate: false };
  await house.adapter.press(ANN, "Approve", { chat: { ...bare, threadId: "8" } });
  assert.equal(stateOf(house, approval), "pending");
  await house.adapter.press(ANN, "Approve", { chat: bare });
  await settled();
  assert.equal(stateOf(house, approval), "approved");
  assert.match(house.adapter.texts("telegram:-5:7")[0]!, /^✅ Allowed/);
});

test("a card that is sent while it is being decided shows the decision in the end", async () => {
  const house = await openHouse();
  const approval = house.waitingRun(personOf(house, ANN), ANNS);
  const release = house.adapter.hold(ANNS);
  house.cards.show(approval);
  await settled();
  const result = await house.dispatcher.decide(approval.id, personOf(house, ANN), {
    state: "approved",
  });
  assert.equal(result.ok, true);
  release();
  await settled();
  assert.match(house.adapter.shown[0]!.text, /^✅[\s\S]*\napproved$/);
  assert.deepEqual(house.adapter.shown[0]?.buttons, []);
});

test("what a card is too short for is sent when asked for, and only then it can be approved", async () => {
  const value = "x".repeat(5000);
  const values = [{ param: "command", role: "command", value, tainted: false }] as const;
  const { house, approval } = await waiting({ kind: "value", card: { values } });
  const labels = () =>
    house.adapter.shown.flatMap(({ buttons }) => buttons.flat().map(({ label }) => label));
  assert.deepEqual(labels(), ["See all", "Don't"]);
  assert.match(house.adapter.texts(ANNS)[0]!, /Too long for one message/);
  await press(house, "See all");
  const [card = "", ...details] = house.adapter.texts(ANNS);
  assert.match(card, /Shortened/);
  assert.ok(details.length > 0);
  assert.ok(details.join("").replace(/[^x]/g, "").length >= 5000);
  assert.equal(labels()[0], "Do it");
  await press(house, "Approve");
  assert.equal(stateOf(house, approval), "approved");
});

test("a card whose whole has not arrived cannot be approved; what was sent elsewhere does not count", async () => {
  const value = "x".repeat(5000);
  const values = [{ param: "command", role: "command", value, tainted: false }] as const;
  const { house, approval } = await waiting({ kind: "value", card: { values } });
  const whole = (chatKey: string) => house.cards.draw(approval, chatKey).buttons?.[0]?.[0]?.label;
  house.cards.sendMore(approval, "details", { chatKey: "telegram:1:7", cause: "elsewhere" });
  await settled();
  assert.equal(whole(ANNS), "See all");
  for (let part = 0; part < 2; part += 1)
    house.adapter.failNext(new DeliveryError("refused", "No."));
  await press(house, "See all");
  assert.equal(whole(ANNS), "See all");
});

test("a press on a copy of a card that nobody remembers decides, and both read alike from then on", async () => {
  for (const first of ["copy", "card"]) {
    const { house, approval } = await waiting();
    house.assistant.onContinue = () => Promise.resolve(ran("Deleted notes.md."));
    const card = house.adapter.withButton("Approve");
    const { text, buttons } = card;
    const chat = { platform: "telegram", chatId: "1", isPrivate: true };
    await house.adapter.send(chat, { text, buttons });
    const copy = house.adapter.shown.at(-1)!;
    const order = first === "copy" ? [copy, copy, card, card] : [card, card, copy, copy];
    await Promise.all(order.map((message) => house.adapter.press(ANN, "Approve", { message })));
    await settled();
    const texts = house.adapter.texts(ANNS);
    assert.equal(house.assistant.continued.length, 1);
    assert.equal(texts.length, 2);
    for (const each of texts) assert.match(each, /^✅[\s\S]*\nDeleted notes\.md\.$/);
    assert.ok(house.adapter.shown.every((message) => message.buttons.length === 0));
    assert.equal(stateOf(house, approval), "approved");
  }
});

test("a decision by another process is refused when it is not that person's", async () => {
  const { house, approval } = await waiting();
  const result = await house.dispatcher.decide(approval.id, personOf(house, BEN), {
    state: "approved",
  });
  assert.deepEqual([result.ok, !result.ok && result.reason], [false, "not-yours"]);
  assert.equal(stateOf(house, approval), "pending");
});

/** Ann's chat takes nothing for now, and one reply is on its way there already. */
async function busyChat(house: House): Promise<() => void> {
  const release = house.adapter.hold(ANNS);
  const post = (key: string): void =>
    house.outbox.post({ key, chatKey: ANNS, class: "reply", message: { text: key } });
  post("one");
  post("two");
  await settled();
  house.adapter.calls.length = 0;
  return release;
}

test("what went wrong with a press is told before replies that wait", async () => {
  const { house } = await waiting();
  const release = await busyChat(house);
  house.onFault = (name) => {
    if (name === "approval-claimed") throw new AppError("disk-full", "The disk is full.");
  };
  await press(house, "Approve");
  assert.deepEqual(
    house.adapter.calls.filter((call) => call.startsWith("send")),
    [`send ${ANNS} That did not work: The disk is full.`],
  );
  release();
  await settled();
  assert.deepEqual(house.adapter.texts(ANNS).slice(-2).sort(), [
    "That did not work: The disk is full.",
    "two",
  ]);
});

test("a card that says that its decision failed is as urgent as a stop", async () => {
  const { house } = await waiting();
  house.assistant.onContinue = () => {
    throw new AppError("disk-full", "The disk is full.");
  };
  const release = await busyChat(house);
  await press(house, "Approve");
  assert.match(house.adapter.calls.join("|"), /^edit 1 ✅ Allowed[^|]*\nThat did not work: [^|]*$/);
  release();
  await settled();
  assert.match(house.adapter.texts(ANNS)[0]!, /That did not work: The disk is full\./);
});

test("a stop whose work failed is told before replies that wait", async () => {
  const { house } = await waiting();
  const release = await busyChat(house);
  house.runningWork.stop = () => {
    throw new AppError("disk-full", "The disk is full.");
  };
  await house.adapter.say(ANN, "/stop");
  await settled();
  assert.match(house.adapter.calls.join("|"), /^send telegram:1 That did not work/);
  release();
});
