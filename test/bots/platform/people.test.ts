import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { LOCAL_PERSON_ID, type PersonRole } from "../../../src/security/access/people.ts";
import type { ApprovalPolicy } from "../../../src/security/approvals/approvals.ts";
import { ANN, BEN, CHO, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { pressCard } from "../../support/press-card.ts";
import type { EventFacts } from "../../support/recording-adapter.ts";

const ANNS = "telegram:1";
const BENS = "telegram:2";
const CHOS = "telegram:3";

async function say(house: House, who: Sender, text: string): Promise<string> {
  await house.adapter.say(who, text);
  await settled();
  return house.adapter.texts(`telegram:${who.id}`).at(-1) ?? "";
}

/** Presses a button; the note that the presser got. */
async function press(house: House, who: Sender, label: string, facts: EventFacts = {}) {
  await house.adapter.press(who, label, facts);
  await settled();
  return house.adapter.notes.at(-1);
}

/** Ann has asked for Ben, or for another. */
async function listed(policy?: ApprovalPolicy, name = "ben"): Promise<House> {
  const house = await openHouse(policy === undefined ? {} : { policy });
  await say(house, ANN, `/people ${name}`);
  return house;
}

const roleOf = (house: House, who: Sender): PersonRole => personOf(house, who).role;

test("owners see everybody with role and buttons; members and groups do not", async () => {
  const house = await listed(undefined, "");
  const list = house.adapter.withButton("3");
  assert.match(
    list.text,
    /1\. \*\*local owner\*\* · owner · always an owner\n2\. \*\*Ann\*\* · owner · Telegram · ID …\d\n3\. \*\*Ben\*\* · member · Telegram · ID …\d/,
  );
  await press(house, ANN, "3");
  const ben = house.adapter.withButton("Put out");
  assert.match(ben.text, /^👤 \*\*Ben\*\* · member/);
  assert.deepEqual(
    ben.buttons.map((row) => row.map(({ label }) => label)),
    [["Make an owner", "Put out", "All"]],
  );
  assert.ok(list.buttons.flat().every(({ data }) => data.length <= 64));
  assert.equal(await say(house, BEN, "/people"), "Only owners see this.");
  assert.match(await say(house, ANN, "/people be"), /^👤 \*\*Ben\*\*[^\n]*$/);
  const chat = { platform: "telegram", chatId: "-5", isPrivate: false };
  await house.adapter.say(ANN, "/people", { chat });
  await settled();
  assert.equal(house.adapter.texts("telegram:-5").at(-1), "📨 For your eyes only.");
});

test("one person and one role, by name or by an account that was chosen, shows that person with the one button", async () => {
  const house = await openHouse();
  const labels = () =>
    house.adapter.shown
      .at(-1)!
      .buttons.flat()
      .map(({ label }) => label);
  await say(house, ANN, "/people role ben owner");
  assert.equal(labels()[0], "Make an owner");
  assert.equal(labels().length, 2);
  await say(house, ANN, "/people role Ben out");
  assert.equal(labels()[0], "Put out");
  assert.equal(await say(house, BEN, "/people role Ben owner"), "Only owners see this.");
  const account = { platform: "telegram", externalId: "900000000000000007" };
  house.people.admit(account, { role: "member", name: "Dan", language: "en" });
  await say(house, ANN, "/people role 900000000000000007 owner");
  assert.equal(labels()[0], "Make an owner");
  assert.equal(
    await say(house, ANN, "/people role 900000000000000008 owner"),
    "They have never written to me.",
  );
  assert.equal(roleOf(house, BEN), "member");
});

test("a press changes the role once, tells the person, draws it again and kills its buttons", async () => {
  const house = await listed();
  const list = house.adapter.withButton("Make an owner");
  const data = list.buttons[0]![0]!.data;
  assert.equal(await press(house, ANN, "Make an owner"), "Ben is now: owner");
  assert.equal(roleOf(house, BEN), "owner");
  assert.match(house.adapter.texts(BENS).at(-1)!, /Your role is now: \*\*owner\*\*/);
  assert.match(house.adapter.texts(ANNS).at(-1)!, /\*\*Ben\*\* · owner/);
  await house.adapter.pressData(ANN, data, { messageId: list.messageId });
  await settled();
  assert.match(house.adapter.notes.at(-1)!, /^It has changed meanwhile/);
  assert.equal(house.adapter.texts(BENS).length, 1);
});

test("nobody but an owner changes a role, with their own button or a stolen one", async () => {
  const house = await listed();
  const data = house.adapter.withButton("Make an owner").buttons[0]![0]!.data;
  const chat = { platform: "telegram", chatId: "1", isPrivate: true };
  await house.adapter.pressData(BEN, data, { chat });
  await settled();
  assert.equal(house.adapter.notes.at(-1), "Only an owner may change this.");
  await house.adapter.pressData(CHO, data, { chat });
  await house.adapter.pressData(ANN, data, { chat: { ...chat, chatId: "2" } });
  for (const letter of "abcdefghijklmnopqrstuvwxyz")
    if (letter !== "o") await house.adapter.pressData(ANN, data.replace(".o.", `.${letter}.`));
  await house.adapter.pressData(ANN, data.replace(/.$/, data.endsWith("0") ? "1" : "0"));
  await settled();
  assert.equal(roleOf(house, BEN), "member");
});

test("the last owner stays an owner, but for the local owner", async () => {
  const house = await listed(undefined, "ann");
  for (const label of ["Make a member", "Put out"])
    assert.match((await press(house, ANN, label))!, /^The last owner stays/);
  assert.equal(roleOf(house, ANN), "owner");
  const local = house.people.get(LOCAL_PERSON_ID)!;
  const change = { personId: personOf(house, ANN).id, from: "owner", to: "member" } as const;
  assert.equal(house.people.changeRole({ ...change, by: local.id }), "changed");
  const own = { personId: LOCAL_PERSON_ID, from: "owner", to: "member", by: local.id } as const;
  assert.equal(house.people.changeRole(own), "local");
});

test("two owners who demote each other leave one", async () => {
  const house = await listed();
  await press(house, ANN, "Make an owner");
  await say(house, BEN, "/people ann");
  const bens = house.adapter.shown.findLast(({ chatKey }) => chatKey === BENS)!;
  const anns = house.adapter.shown.findLast(({ chatKey }) => chatKey === ANNS)!;
  await press(house, ANN, "Make a member", { message: anns } as EventFacts);
  await press(house, BEN, "Make a member", { message: bens } as EventFacts);
  assert.deepEqual([roleOf(house, ANN), roleOf(house, BEN)], ["owner", "member"]);
});

test("who is put out loses grants and open approvals, their schedules and runs stop, and they are told", async () => {
  const house = await listed();
  const ben = personOf(house, BEN);
  const pattern = { node: "a", action: "b", title: { ko: "", en: "" }, targets: [], open: [] };
  house.grants.add({ pattern, personId: ben.id }, { givenBy: "x", approvalId: "ap_1" });
  const waiting = house.waitingRun(ben, BENS);
  house.cards.show(waiting);
  const annsWait = house.waitingRun(personOf(house, ANN), ANNS, { origin: "test:ann" });
  const running = house.run(ben, BENS, "test:running");
  const schedule = house.schedules.add({
    personId: ben.id,
    chatId: BENS,
    name: "news",
    timing: { kind: "cron", expression: "0 8 * * *" },
    zone: "UTC",
    program: "[system:time]",
    planDigest: "digest",
  });
  assert.equal(
    await press(house, ANN, "Put out"),
    "Ben was put out. Approvals cancelled: 1, reminders stopped: 1.",
  );
  assert.equal(roleOf(house, BEN), "guest");
  assert.deepEqual(house.grants.inForce(), []);
  assert.equal(house.approvals.get(waiting.id)?.state, "cancelled");
  assert.equal(house.approvals.get(annsWait.id)?.state, "pending");
  assert.equal(house.runs.get(waiting.runId!)?.state, "denied");
  assert.deepEqual(house.stopped, [running.id]);
  assert.equal(house.schedules.get(schedule.id, ben.id)?.state, "disabled");
  const texts = house.adapter.texts(BENS);
  assert.match(texts[0]!, /^✖️ Dropped$/);
  assert.match(texts.at(-1)!, /An owner put you out[\s\S]+Reminders stopped: news/);
});

test("who was put out gets nothing: no turn, no command, no press, no new card for the owner", async () => {
  const house = await listed();
  const card = house.waitingRun(personOf(house, BEN), BENS);
  const data = house.approvals.button(card, "y", BENS);
  await press(house, ANN, "Put out");
  const before = house.adapter.texts(ANNS).length;
  for (const text of ["hello", "/grants", "/ibl [system:time]", "/claim ABCD-EFGH"])
    assert.match(await say(house, BEN, text), /^An owner put you out, so you cannot use this bot/);
  await house.adapter.pressData(BEN, data);
  await settled();
  assert.equal(house.adapter.notes.at(-1), "You are not let in yet.");
  const group = { chat: { platform: "telegram", chatId: "-5", isPrivate: false } };
  await house.adapter.say(BEN, "hello", group);
  await settled();
  assert.deepEqual(house.adapter.texts("telegram:-5"), []);
  assert.deepEqual([house.assistant.turns, house.assistant.programs], [[], []]);
  assert.equal(house.adapter.texts(ANNS).length, before);
  await press(house, ANN, "Make a member");
  assert.equal(await say(house, BEN, "hello"), "echo hello");
});

test("an owner who becomes a member keeps no grants, and what only owners decide goes to the others", async () => {
  const house = await listed();
  await press(house, ANN, "Make an owner");
  const ben = personOf(house, BEN);
  const pattern = { node: "a", action: "b", title: { ko: "", en: "" }, targets: [], open: [] };
  house.grants.add({ pattern, personId: ben.id }, { givenBy: ben.id, approvalId: "ap_1" });
  const approval = house.waitingRun(ben, BENS, { approver: "owner" });
  house.cards.show(approval);
  await press(house, ANN, "Make a member");
  assert.deepEqual(house.grants.inForce(), []);
  assert.equal(house.adapter.withButton("Approve").chatKey, ANNS);
  const pressed = pressCard(
    house,
    house.approvals.button(approval, "y", BENS),
    personOf(house, BEN),
    BENS,
  );
  assert.deepEqual(pressed.ok ? "" : pressed.reason, "not-yours");
});

test("where two must approve, a wider role waits for the second owner, and taking one does not", async () => {
  const house = await listed({ fourEyes: false, quorum: 2 });
  house.people.admit({ platform: "telegram", externalId: "3" }, { role: "owner", name: "Cho" });
  house.updates.remember(
    { platform: "telegram", chatId: "3", isPrivate: true },
    personOf(house, CHO).id,
  );
  assert.equal(await press(house, ANN, "Make an owner"), "The other owners have been asked.");
  assert.equal(roleOf(house, BEN), "member");
  const card = house.adapter.shown.find(
    ({ chatKey, text }) => chatKey === CHOS && text.includes("👤"),
  )!;
  assert.match(
    card.text,
    /Change the role of \*\*Ben\*\* from member to \*\*owner\*\*\?[\s\S]+Approved by 1 of 2: Ann/,
  );
  await press(house, CHO, "Allow", { message: card } as EventFacts);
  assert.equal(roleOf(house, BEN), "owner");
  assert.match(house.adapter.texts(BENS).at(-1)!, /Your role is now: \*\*owner\*\*/);
  await say(house, ANN, "/people ben");
  await press(house, ANN, "Put out");
  assert.equal(roleOf(house, BEN), "guest");
});

test("with four eyes an owner alone cannot widen a role, and is told why", async () => {
  const house = await listed({ fourEyes: true, quorum: 2 });
  assert.match((await press(house, ANN, "Make an owner"))!, /^There are not enough owners/);
  assert.equal(roleOf(house, BEN), "member");
  assert.deepEqual(house.approvals.pending(), []);
});

test("a stranger who was refused is told when to ask again, and the owners hear nothing for seven days", async () => {
  const house = await openHouse();
  await say(house, CHO, "hello");
  await press(house, ANN, "Deny");
  assert.match(house.adapter.texts(CHOS).at(-1)!, /뒤에 다시 물어봐 주세요/);
  const asked = house.adapter.texts(ANNS).length;
  const startMs = house.clock.now();
  for (const waitMs of [0, 3 * 86_400_000, 7 * 86_400_000 - 1]) {
    house.clock.set(new Date(startMs + waitMs).toISOString());
    assert.match(await say(house, CHO, "hello"), /뒤에 다시 물어봐 주세요/);
  }
  assert.equal(house.adapter.texts(ANNS).length, asked);
  house.clock.set(new Date(startMs + 7 * 86_400_000).toISOString());
  assert.match(await say(house, CHO, "hello"), /주인에게 물어봤어요/);
  assert.equal(house.adapter.texts(ANNS).length, asked + 1);
});

/** A house with the local owner, Ann, Ben and eight more, who are named P1 to P8. */
async function crowded(): Promise<House> {
  const house = await openHouse();
  for (let count = 1; count <= 8; count += 1)
    house.people.admit(
      { platform: "telegram", externalId: `10${count}` },
      { role: "member", name: `P${count}` },
    );
  return house;
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\*\*([^*]+)\*\* ·/g)].map(([, name = ""]) => name);

test("many people are shown a page at a time, with buttons that turn, and one whose role was changed", async () => {
  const house = await crowded();
  const first = await say(house, ANN, "/people");
  assert.match(first, /^👥 \*\*People\*\* \(11\)\n/);
  assert.deepEqual(namesIn(first), ["local owner", "Ann", "Ben"]);
  await press(house, ANN, "More");
  const second = house.adapter.texts(ANNS).at(-1)!;
  assert.deepEqual(namesIn(second), ["P1", "P2", "P3"]);
  await press(house, ANN, "6");
  await press(house, ANN, "Put out");
  assert.match(house.adapter.texts(ANNS).at(-1)!, /^👤 \*\*P3\*\* · put out/);
  await press(house, ANN, "All");
  assert.deepEqual(namesIn(house.adapter.texts(ANNS).at(-1)!), ["local owner", "Ann", "Ben"]);
  assert.equal(house.adapter.texts(ANNS).length, 1);
});

test("a page and a name may be asked for; of many with a name the others are counted", async () => {
  const house = await crowded();
  assert.deepEqual(namesIn(await say(house, ANN, "/people 3")), ["P4", "P5", "P6"]);
  const found = await say(house, ANN, "/people p");
  assert.deepEqual(namesIn(found), ["P1", "P2", "P3", "P4"]);
  assert.match(found, /\n… and 4 more\. Please give more of the name\.$/);
  assert.equal(await say(house, ANN, "/people *zoe"), "Nobody has “\\*zoe” in the name.");
});

test("a button of the list of people turns it for owners alone, and only while there is such a page", async () => {
  const house = await crowded();
  await say(house, ANN, "/people");
  const { data } = house.adapter
    .withButton("More")
    .buttons.flat()
    .find(({ label }) => label === "More")!;
  await house.adapter.pressData(BEN, data, { messageId: "1" });
  await settled();
  assert.equal(house.adapter.notes.at(-1), "That page is gone.");
  house.database.exec("DELETE FROM identities WHERE external_id LIKE '10%'");
  house.database.exec("DELETE FROM people WHERE name LIKE 'P_'");
  assert.equal(await press(house, ANN, "More"), "That page is gone.");
});
