import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalPolicy } from "../../src/security/approvals/approvals.ts";
import { ANN, BEN, CHO, type House, openHouse, personOf } from "../support/bots-house.ts";
import { catalogueOf, DELETE_ENTRY } from "../support/catalogue.ts";
import { settled } from "../support/manual-clock.ts";
import type { EventFacts } from "../support/recording-adapter.ts";

const TEXT = { type: "string" };
const CATALOGUE = catalogueOf({
  system: {
    time: {},
    delete: { description: { ko: "파일을 지운다", en: "Delete a file" }, ...DELETE_ENTRY },
    run_command: {
      target: "command",
      params: { command: TEXT },
      required: ["command"],
      effect: "execute",
      roles: { command: "command" },
      card: { ko: "{command}", en: "Run {command}" },
    },
  },
  messenger: {
    send: {
      description: { ko: "메시지를 보낸다", en: "Send a message" },
      target: "message",
      params: { message: TEXT, to: TEXT },
      required: ["message", "to"],
      effect: "send",
      roles: { to: "recipient" },
      card: { ko: "{to}에게", en: "To {to}" },
    },
  },
});

const ANNS = "telegram:1";
const BENS = "telegram:2";
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };
const GROUPS = "telegram:-5";
const BOTH = "Do it, and for 24 h";
const DELETE = '/ibl [system:delete]("a.md")';

function open(policy?: ApprovalPolicy): Promise<House> {
  return openHouse({ catalogue: CATALOGUE, ...(policy === undefined ? {} : { policy }) });
}

async function say(house: House, who: typeof ANN, text: string, facts: EventFacts = {}) {
  await house.adapter.say(who, text, facts);
  await settled();
}

async function press(house: House, who: typeof ANN, label: string, facts: EventFacts = {}) {
  await house.adapter.press(who, label, facts);
  await settled();
}

const last = (house: House, key: string): string => house.adapter.texts(key).at(-1) ?? "";
const labels = (house: House): readonly string[] =>
  house.adapter.shown.flatMap(({ buttons }) => buttons.flat().map(({ label }) => label));

test("an owner's card says in words what its long-lasting button grants, and the next one runs", async () => {
  const house = await open();
  await say(house, ANN, DELETE);
  await press(house, ANN, "Details");
  const card = house.adapter.withButton(BOTH);
  assert.match(card.text, /For 24 hours here without asking:\n- Delete a file — file: “a\.md”$/);
  assert.ok(card.buttons.flat().every(({ data }) => data.length <= 64));
  await press(house, ANN, BOTH);
  assert.match(
    house.adapter.texts(ANNS).join("\n"),
    /✅[\s\S]+did delete[\s\S]+For 24 hours here, without asking/,
  );
  await say(house, ANN, DELETE);
  assert.equal(last(house, ANNS), "did delete");
  assert.deepEqual(house.calls, ["system:delete a.md", "system:delete a.md"]);
  await press(house, ANN, BOTH, { message: card } as EventFacts);
  assert.match(house.adapter.notes.at(-1) ?? "", /^Ann already did it at .*\.$/);
  assert.equal(house.grants.inForce().length, 1);
});

test("a member's card has no such button, a forged one does nothing, and an owner's press on it is refused elsewhere", async () => {
  const house = await open();
  await say(house, BEN, DELETE);
  assert.ok(!labels(house).includes(BOTH));
  const [approval] = house.approvals.pending();
  const data = house.approvals.button(approval!, "h", BENS);
  const facts = { chat: { platform: "telegram", chatId: "2", isPrivate: true } };
  await house.adapter.pressData(BEN, data, facts);
  await house.adapter.pressData(CHO, data, facts);
  await house.adapter.pressData(ANN, data);
  await house.adapter.pressData(BEN, data.replace(".h.", ".y."), facts);
  for (const letter of "abcdefgijklmopqrstuvwz")
    await house.adapter.pressData(BEN, data.replace(".h.", `.${letter}.`), facts);
  await settled();
  assert.equal(house.approvals.get(approval!.id)?.state, "pending");
  assert.deepEqual([house.grants.inForce(), house.calls], [[], []]);
});

test("in a group the one who asked cannot grant, and an owner there can", async () => {
  const house = await open();
  await say(house, BEN, DELETE, { chat: GROUP });
  await press(house, BEN, "Details", { chat: GROUP });
  await press(house, BEN, BOTH, { chat: GROUP });
  assert.equal(house.adapter.notes.at(-1), "That's for Ben or an owner.");
  assert.deepEqual(house.calls, []);
  await press(house, ANN, BOTH, { chat: GROUP });
  assert.deepEqual(house.calls, ["system:delete a.md"]);
  const [grant] = house.grants.inForce();
  assert.deepEqual([grant?.personId, grant?.chatKey], [personOf(house, BEN).id, GROUPS]);
  await say(house, BEN, DELETE);
  assert.equal(house.calls.length, 1, "Ben's own chat is another one");
});

test("a card with nothing that can be granted has no such button", async () => {
  const house = await open();
  await say(house, ANN, '/ibl [system:run_command]("ls")');
  assert.deepEqual(labels(house), ["Do it", "Don't", "⋯"]);
});

test("a member asks for a grant, the owner's card says it in words, and only their press gives it", async () => {
  const house = await open();
  await say(house, BEN, "/grants add messenger:send to=Ann message=* days=7 uses=2");
  assert.match(last(house, BENS), /I asked Ann; that's an owner's call/);
  await say(house, BEN, "/grants add messenger:send to=Ann message=* days=7 uses=2");
  assert.equal(house.approvals.pending().length, 1);
  const card = house.adapter.withButton("Allow");
  assert.equal(card.chatKey, ANNS);
  assert.match(card.text, /\*\*Ben\*\* asks that this be done without asking/);
  assert.match(
    card.text,
    /- Send a message — “ann”; whatever it says; the rest may differ\n- in the chat where this was asked, for 7 days, at most 2 times/,
  );
  const data = card.buttons.flat()[0]!.data;
  await house.adapter.pressData(BEN, data, { messageId: card.messageId });
  await settled();
  assert.deepEqual(house.grants.inForce(), []);
  await press(house, ANN, "Allow");
  assert.match(last(house, BENS), /An owner allowed it/);
  await press(house, ANN, "Allow", { message: card } as EventFacts);
  assert.equal(house.grants.inForce().length, 1);
  for (const expected of [1, 2, 2]) {
    await say(house, BEN, '/ibl [messenger:send]("hi") {to: "Ann"}');
    assert.equal(house.calls.length, expected);
  }
});

test("a refused grant grants nothing and the person is notified", async () => {
  const house = await open();
  await say(house, BEN, "/grants add system:delete path=tmp/*.md");
  await press(house, ANN, "Deny");
  assert.match(last(house, BENS), /It was not allowed[\s\S]+anything like “tmp\/\\?\*\.md”/);
  assert.deepEqual(house.grants.inForce(), []);
});

test("what to allow and for whom is chosen by buttons, and the card is the same", async () => {
  const house = await open();
  await say(house, ANN, "/grants add");
  assert.equal(last(house, ANNS), "What may be done without asking from now on?");
  await press(house, ANN, "Send messages");
  assert.equal(last(house, ANNS), "To whom? For example `/grants add send Ben`");
  await press(house, ANN, "Ben");

  const [asked] = house.approvals.pending();
  const { targets, open: free } = asked?.card.grant?.pattern ?? {};
  assert.deepEqual(
    [targets?.map(({ param, value }) => [param, value]), free],
    [[["to", "ben"]], ["message"]],
  );
  await say(house, ANN, "/grants add delete");
  assert.equal(last(house, ANNS), "Which file? For example `/grants add delete notes.txt`");
  await say(house, ANN, "/grants add delete tmp/my file.md");
  assert.deepEqual(
    house.approvals.pending().map(({ card }) => card.grant?.pattern.targets[0]?.value),
    ["ben", "tmp/my file.md"],
  );
});

test("a wish that names too much, or nothing, is refused with what is wrong", async () => {
  const house = await open();
  for (const [wish, reason] of [
    [
      "system:delte path=a.md",
      /“system:delte” is nothing that can be allowed beforehand\. Did you mean system:delete\?/,
    ],
    ["system:run_command command=ls", /cannot be allowed beforehand/],
    ["system:time", /cannot be allowed beforehand/],
    ["system:delete", /Say what “path” may be/],
    ["system:delete path=", /Say what “path” may be/],
    ["system:delete path=*", /“path” cannot be/],
    ["system:delete path=../x", /“path” cannot be/],
    ["system:delete path=/etc/*", /“path” cannot be/],
    ['system:delete path="a.md" content=*', /“content” is not known here/],
    ["system:delete path=a.md __proto__=*", /is not known here/],
    ["system:delete path=a.md forever", /“forever” is not known here/],
    ["system:delete path=a.md days=0", /“days” must be a whole number from 1 to 365/],
    ["system:delete path=a.md uses=1e9", /“uses” must be a whole number from 1 to 10000/],
    ["messenger:send to=Ann message=hi", /“message” is not known here/],
    ['[system:delete]("a.md")', /is nothing that can be allowed beforehand/],
  ] as const) {
    await say(house, ANN, `/grants add ${wish}`);
    assert.match(last(house, ANNS), reason, wish);
  }
  assert.deepEqual(house.approvals.pending(), []);
});

/** A house where Ben has a grant in his chat and Ann one for every chat. */
async function withGrants(): Promise<House> {
  const house = await open();
  await say(house, BEN, "/grants add system:delete path=b.md");
  await press(house, ANN, "Allow");
  await say(house, ANN, "/grants add system:delete path=a.md everywhere");
  await press(house, ANN, "Allow");
  return house;
}

test("owners see every grant in private, members their own, and a group only its own", async () => {
  const house = await withGrants();
  await say(house, ANN, "/grants");
  assert.match(
    last(house, ANNS),
    /1\. .*“b\.md”[\s\S]+Ben · in one chat · until it is revoked · given by Ann\n2\. .*“a\.md”[\s\S]+Ann · every chat/,
  );
  await say(house, BEN, "/grants");
  assert.match(last(house, BENS), /“b\.md”/);
  assert.ok(!last(house, BENS).includes("a.md"));
  await say(house, BEN, "/grants", { chat: GROUP });
  assert.match(last(house, GROUPS), /^Nothing is allowed beforehand/);
});

test("a revoke button ends its grant, draws the list again, and is dead after that", async () => {
  const house = await withGrants();
  await say(house, ANN, "/grants");
  const list = house.adapter.withButton("Revoke 1");
  const [data] = list.buttons.flat().map((button) => button.data);
  await house.adapter.pressData(BEN, data!, { messageId: list.messageId });
  await settled();
  assert.equal(house.adapter.notes.at(-1), "This button is not valid.");
  await press(house, ANN, "Revoke 1");
  assert.equal(house.adapter.notes.at(-1), "Revoked. It asks again from now on.");
  assert.ok(!last(house, ANNS).includes("b.md"));
  await house.adapter.pressData(ANN, data!, { messageId: list.messageId });
  await settled();
  assert.equal(house.adapter.notes.at(-1), "That has ended already.");
  await say(house, BEN, '/ibl [system:delete]("b.md")');
  assert.deepEqual(house.calls, []);
});

test("a member revokes their own grant and nobody else's", async () => {
  const house = await withGrants();
  await say(house, BEN, "/grants");
  await press(house, BEN, "Revoke 1");
  assert.deepEqual(
    house.grants.inForce().map(({ personId }) => personId),
    [personOf(house, ANN).id],
  );
  await say(house, ANN, "/grants");
  const data = house.adapter.withButton("Revoke 1").buttons.flat()[0]!.data;
  const chat = { platform: "telegram", chatId: "1", isPrivate: true };
  await house.adapter.pressData(BEN, data, { chat });
  await settled();
  assert.match(house.adapter.notes.at(-1) ?? "", /^Only an owner, or the one it was given to/);
  assert.equal(house.grants.inForce().length, 1);
});

test("a schedule runs by the grants of its owner, in its own chat", async () => {
  const house = await withGrants();
  const add = (sender: typeof ANN, chatId: string, path: string) =>
    house.schedules.add({
      personId: personOf(house, sender).id,
      chatId,
      name: `${path} ${chatId}`,
      timing: { kind: "cron", expression: "0 8 * * *" },
      zone: "UTC",
      program: `[system:delete]("${path}")`,
      planDigest: "digest",
    });
  add(BEN, BENS, "b.md");
  add(BEN, GROUPS, "b.md");
  add(BEN, BENS, "a.md");
  house.clock.set("2026-11-23T08:00:00Z");
  const states: string[] = [];
  for (const occurrence of house.schedules.claimDue(house.clock.now())) {
    const { state } = await house.occurrenceRunner.run(occurrence);
    states.push(`${occurrence.schedule.name} ${state}`);
  }
  await settled();
  assert.deepEqual(states.sort(), [
    "a.md telegram:2 waiting",
    "b.md telegram:-5 waiting",
    "b.md telegram:2 ran",
  ]);
});

test("where two must approve, the card goes to the owners too, says who has pressed, and takes both", async () => {
  const house = await open({ fourEyes: false, quorum: 2 });
  await say(house, BEN, DELETE);
  const shown = house.adapter.shown.filter(({ text }) => text.includes("Do this?"));
  assert.deepEqual(shown.map(({ chatKey }) => chatKey).sort(), [ANNS, BENS]);
  assert.match(shown[0]!.text, /👥 2 different people must approve/);
  assert.ok(!labels(house).includes(BOTH));
  const bens = house.adapter.shown.find(
    ({ chatKey, buttons }) => chatKey === BENS && buttons.length > 0,
  );
  await press(house, BEN, "Approve", { message: bens } as EventFacts);
  assert.equal(house.adapter.notes.at(-1), "Your approval counts. Someone else must approve too.");
  for (const key of [ANNS, BENS])
    assert.match(house.adapter.texts(key).join("\n"), /👥 Approved by 1 of 2: Ben/, key);
  assert.deepEqual(house.calls, []);
  await press(house, ANN, "Approve");
  assert.deepEqual(house.calls, ["system:delete a.md"]);
});

test("with four eyes the card goes to the other owners alone", async () => {
  const house = await open({ fourEyes: true, quorum: 1 });
  await say(house, BEN, DELETE);
  assert.match(last(house, BENS), /that's an owner's call/);
  assert.equal(house.adapter.withButton("Approve").chatKey, ANNS);
  await press(house, ANN, "Details");
  await press(house, ANN, BOTH);
  assert.deepEqual(house.calls, ["system:delete a.md"]);
  await say(house, BEN, DELETE);
  assert.equal(house.calls.length, 2);
});

test("grants come a page at a time, none is left out, and revoking stays on its page", async () => {
  const house = await open();
  for (let index = 1; index <= 6; index += 1) {
    await say(house, ANN, `/grants add system:delete path=n${index}.md`);
    await press(house, ANN, "Allow");
  }
  await say(house, ANN, "/grants");
  const list = house.adapter.withButton("Revoke 1");
  assert.match(list.text, /^🔁 \*\*Allowed beforehand\*\* \(6\)\n1\. /);
  await press(house, ANN, "More");
  const shown = () => house.adapter.shown.find(({ messageId }) => messageId === list.messageId);
  assert.deepEqual(
    shown()?.buttons.map((row) => row.map(({ label }) => label)),
    [
      ["Revoke 4", "Revoke 5"],
      ["Revoke 6", "Back to the first"],
    ],
  );
  await press(house, BEN, "Back to the first");
  assert.equal(house.adapter.notes.at(-1), "That page is gone.");
  await press(house, ANN, "Revoke 6");
  assert.match(shown()?.text ?? "", /\(5\)\n4\. /);
  await press(house, ANN, "Revoke 5");
  assert.match(shown()?.text ?? "", /^🔁 \*\*Allowed beforehand\*\* \(4\)\n1\. /);
  assert.equal(house.grants.inForce().length, 4);
});
