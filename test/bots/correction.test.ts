import assert from "node:assert/strict";
import { test } from "node:test";
import { ANN, BEN, type House, openHouse, personOf } from "../support/bots-house.ts";
import { catalogueOf, DELETE_ENTRY } from "../support/catalogue.ts";
import { settled } from "../support/manual-clock.ts";

const CATALOGUE = catalogueOf({
  system: {
    time: {},
    delete: DELETE_ENTRY,
  },
});

/** Ann's chat with the gate of the product; what the bot said to a message. */
async function annSays(text: string): Promise<{ house: House; said: string }> {
  const house = await openHouse({ catalogue: CATALOGUE });
  await house.adapter.say(ANN, text);
  await settled();
  return { house, said: house.adapter.texts("telegram:1").join("\n") };
}

async function press(house: House, label: string, who = ANN): Promise<string> {
  await house.adapter.press(who, label);
  await settled();
  return house.adapter.texts("telegram:1").join("\n");
}

test("a wrong program is answered with a card alone that shows it corrected; a press runs that", async () => {
  const { house, said } = await annSays("/ibl [system:tmie]");
  assert.equal(said, "Corrected, it runs:\n```ibl\n[system:time]\n```");
  assert.deepEqual(house.calls, []);
  assert.match(await press(house, "Run corrected"), /did time$/);
  assert.deepEqual(house.calls, ["system:time"]);
});

test("a checked program is explained in the same way", async () => {
  const { house, said } = await annSays("/check [system:tmie]");
  assert.match(said, /Unknown action "tmie"/);
  assert.match(said, /```ibl\n\[system:time\]\n```/);
  assert.match(await press(house, "Run corrected"), /did time$/);
});

test("a program made of words that has become wrong is offered corrected by what it does, without a program", async () => {
  const house = await openHouse({ catalogue: CATALOGUE });
  house.planned = { kind: "sure", intent: "the time", code: "[system:tmie]", score: 1 };
  await house.adapter.say(ANN, "what time is it");
  await settled();
  assert.deepEqual(house.adapter.texts("telegram:1"), ["Did you mean this?"]);
  assert.match(await press(house, "[system:time]"), /did time$/);
});

test("what the parser is sure of is offered only where it plans", async () => {
  const good = await annSays("/ibl [system:time] | [system:time]");
  assert.match(good.said, /```ibl\n\[system:time\] >> \[system:time\]\n```/);
  const bad = await annSays("/ibl [system:time] | [system:zzzzzz]");
  assert.doesNotMatch(bad.said, /Corrected, it runs/);
  assert.deepEqual(bad.house.approvals.pending(), []);
});

test("a corrected program asks for approval like any other", async () => {
  const { house } = await annSays('/ibl [system:delte]("notes.md")');
  assert.match(await press(house, "Run corrected"), /Delete notes\.md/);
  assert.deepEqual(house.calls, []);
  await press(house, "Approve");
  assert.deepEqual(house.calls, ["system:delete notes.md"]);
});

test("a second press and a stranger's press run nothing", async () => {
  const { house } = await annSays("/ibl [system:tmie]");
  const message = house.adapter.withButton("Run corrected");
  await house.adapter.press(BEN, "Run corrected", { message });
  await settled();
  assert.deepEqual(house.calls, []);
  await house.adapter.press(ANN, "Run corrected", { message });
  await house.adapter.press(ANN, "Run corrected", { message });
  await settled();
  assert.deepEqual(house.calls, ["system:time"]);
});

test("a program that could mean several things gets its frame alone", async () => {
  const { house, said } = await annSays("/ibl [system:zzzzzz]");
  assert.match(said, /Unknown action "zzzzzz"/);
  assert.deepEqual(house.approvals.pending(), []);
});

test("the card and its buttons speak the person's language", async () => {
  const house = await openHouse({ catalogue: CATALOGUE });
  house.people.change(personOf(house, ANN).id, { language: "ko" });
  await house.adapter.say(ANN, "/ibl [system:tmie]");
  await settled();
  assert.match(house.adapter.withButton("고쳐서 실행").text, /이렇게 고치면 돼요/);
  assert.match(await press(house, "고쳐서 실행"), /did time$/);
});
