import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };

const ANNS = `telegram:${ANN.id}`;

async function openTown(t: TestContext): Promise<Town> {
  const town = new Town();
  t.after(() => town.close());
  town.admit(ANN, "owner");
  town.admit(BEN, "member");
  return town.start();
}

test("who does not exist is told before any card, with the nearest who do; the choice has a card of its own", async (t) => {
  const town = await openTown(t);
  await town.say(BEN, "hello");
  const [answer, ...others] = await town.say(
    ANN,
    '/ibl [messenger:send]("Running late") {to: "Bem"}',
  );
  assert.equal(answer, "I don't know a **Bem** yet.");
  assert.deepEqual(others, []);
  const labels = town.adapter.shown
    .at(-1)
    ?.buttons.flat()
    .map(({ label }) => label);
  assert.deepEqual(labels, ["Send to Ben", "Invite"]);
  await town.press(ANN, "Send to Ben");
  const card = town.adapter.texts(ANNS).at(-1);
  assert.equal(card, "**Send to Ben?**\n> Running late");
  await town.press(ANN, "Send");
  assert.match(town.adapter.texts(ANNS).at(-1) ?? "", /^✅ Sent to Ben · .*\n> Running late$/);
  assert.match(town.adapter.texts(`telegram:${BEN.id}`).at(-1) ?? "", /Running late$/);
});

test("where nobody is near it is only said", async (t) => {
  const town = await openTown(t);
  const answers = await town.say(ANN, '/ibl [messenger:send]("hi") {to: "Zacharias"}');
  assert.equal(answers.length, 1);
  assert.match(answers[0] ?? "", /I don't know a \*\*Zacharias\*\* yet\./);
});
