import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { ANN, BEN, openHouse } from "../../support/bots-house.ts";
import {
  ANNS,
  asked,
  BENS,
  CATALOGUE,
  DELETE,
  press,
  restarted,
  write,
} from "../../support/cards-house.ts";
import { settled } from "../../support/manual-clock.ts";

const GONE = new DeliveryError("gone", "Forbidden: bot was blocked by the user");

test("a card that cannot be delivered goes to the next owner, who is told why; then one press decides", async () => {
  const house = await openHouse({ catalogue: CATALOGUE });
  house.adapter.failNext(GONE);
  await write(house, `/ibl ${DELETE}`, BEN);
  const card = house.adapter.withButton("Approve");
  assert.equal(card.chatKey, ANNS);
  assert.match(house.adapter.texts(ANNS)[0]!, /could not reach Ben/);
  assert.match(card.text, /Asked by Ben/);
  await press(house, "Approve", ANN);
  assert.deepEqual(house.calls, ["system:delete a.md"]);
});

test("with nobody left, the one who asked is told how to answer on the command line", async () => {
  const house = await openHouse({ catalogue: CATALOGUE });
  house.adapter.failNext(GONE);
  await write(house, '/ibl [system:command]("ls")', BEN);
  const [approval] = house.approvals.pending();
  const told = house.adapter.texts(BENS).join("\n");
  assert.ok(told.includes(`ibl-bot approvals approve ${approval?.id}`), told);
  await restarted(house);
  assert.equal(house.adapter.texts(BENS).join("\n"), told);
});

test("a card that failed before a crash is passed on by the next process", async () => {
  const house = await openHouse({ catalogue: CATALOGUE });
  house.onFault = (name) => {
    if (name === "message-settled") throw new Error("The process ends here.");
  };
  house.adapter.failNext(GONE);
  await write(house, `/ibl ${DELETE}`, BEN);
  assert.deepEqual(house.adapter.texts(ANNS), []);
  const next = await restarted(house);
  assert.equal(next.adapter.withButton("Approve").chatKey, ANNS);
});

test("cards are drawn with the new key, and those that are not stay good while they are open", async () => {
  const house = await asked(DELETE);
  const before = house.adapter.withButton("Approve");
  const [approval] = house.approvals.pending();
  house.tokens.rotate({ oldUntilMs: approval!.expiresAtMs });
  assert.equal(house.cards.redrawOpen("rotated"), 1);
  await settled();
  const after = house.adapter.withButton("Approve");
  assert.notEqual(after.buttons[0]?.[0]?.data, before.buttons[0]?.[0]?.data);
  await house.adapter.press(ANN, "Approve", { message: before });
  await settled();
  assert.deepEqual(house.calls, ["system:delete a.md"]);
});
