import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { quoteIbl } from "../../src/agent/planner/code.ts";
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

test("a schedule that would send to somebody who does not exist is told before its card", async (t) => {
  const town = await openTown(t);
  const sends = '[messenger:send]("hi") {to: "Zacharias"}';
  const answers = await town.say(
    ANN,
    `/ibl [system:schedule]("daily") {cron: "0 8 * * *", pipeline: ${JSON.stringify(sends)}}`,
  );
  assert.deepEqual(answers, ["I don't know a **Zacharias** yet."]);
});

/** A program that sends the same to each of them. */
const TO_ALL = `/ibl $l = [messenger:list]\\n[each: $p in $l] { [messenger:send]("Meeting at 3") {to: "$p.name"} }`;

async function openCrowd(t: TestContext): Promise<Town> {
  const town = new Town();
  t.after(() => town.close());
  town.admit(ANN, "owner");
  for (const [index, name] of ["Bo", "Cy", "Dee", "Eve"].entries())
    town.admit({ id: String(index + 2), name, languageTag: "en" }, "member");
  await town.start();
  for (const [index, name] of ["Bo", "Cy", "Dee", "Eve"].entries())
    await town.say({ id: String(index + 2), name, languageTag: "en" }, "hello");
  return town;
}

function lastOf(town: Town): { readonly text: string; readonly labels: readonly string[] } {
  const shown = town.adapter.shown.findLast(({ chatKey }) => chatKey === ANNS);
  return {
    text: shown?.text ?? "",
    labels: shown?.buttons.flat().map(({ label }) => label) ?? [],
  };
}

test("a loop that sends is one card with the names; one press sends to all, and the card says so", async (t) => {
  const town = await openCrowd(t);
  await town.say(ANN, TO_ALL.replace("\\n", "\n"));
  assert.deepEqual(lastOf(town), {
    text: "**Send to 5 people?**\n> Meeting at 3\nAnn, Bo, Cy … 2 more\n⚠️ Not your words: Ann, Bo, Cy … 2 more",
    labels: ["Send 5", "One by one", "Don't", "Names"],
  });
  await town.press(ANN, "Names");
  assert.equal(lastOf(town).text, "- Ann\n- Bo\n- Cy\n- Dee\n- Eve");
  await town.press(ANN, "Send 5");
  const card = town.adapter.texts(ANNS).find((text) => text.includes("Sent to"));
  assert.match(card ?? "", /^✅ Sent to 5 people · .*\n> Meeting at 3$/);
  for (const id of [2, 3, 4, 5])
    assert.match(town.adapter.texts(`telegram:${id}`).at(-1) ?? "", /Meeting at 3$/);
});

test("one by one asks for each by itself", async (t) => {
  const town = await openCrowd(t);
  await town.say(ANN, TO_ALL.replace("\\n", "\n"));
  await town.press(ANN, "One by one");
  const texts = town.adapter.texts(ANNS);
  assert.ok(
    texts.some((text) => /^✅ One by one · \[midnight\]/.test(text)),
    texts.join("\n--\n"),
  );
  assert.equal(texts.at(-1), "**Send to Ann?**\n> Meeting at 3\n⚠️ Not your words: Ann");
  await town.press(ANN, "Don't");
  assert.equal(
    town.adapter.texts(ANNS).at(-1),
    "**Send to Bo?**\n> Meeting at 3\n⚠️ Not your words: Bo",
  );
});

test("other words end the card, whose presses do nothing then, and ask anew", async (t) => {
  const town = await openTown(t);
  await town.say(BEN, "hello");
  await town.say(ANN, '/ibl [messenger:send]("Running late") {to: "Ben"}');
  assert.deepEqual(lastOf(town).labels, ["Send", "Don't", "Edit", "⋯"]);
  const send = town.adapter.shown.findLast(({ chatKey }) => chatKey === ANNS)!;
  await town.press(ANN, "Edit");
  assert.equal(lastOf(town).text, "✏️ What should it say?");
  const asked = town.adapter.shown.findLast(({ chatKey }) => chatKey === ANNS)!;
  await town.say(ANN, "Running very late", { repliesToId: asked.messageId });
  const texts = town.adapter.texts(ANNS);
  assert.equal(texts.filter((text) => /Send to Ben/.test(text)).length, 1);
  assert.equal(
    town.adapter.shown.find(({ messageId }) => messageId === send.messageId)?.text,
    "**Send to Ben?**\n> Running very late",
  );
  const yes = send.buttons.flat().find(({ label }) => label === "Send")!;
  await town.adapter.pressData(ANN, yes.data, { messageId: send.messageId });
  await town.quiet();
  assert.doesNotMatch(town.adapter.texts(`telegram:${BEN.id}`).join("\n"), /late/);
  await town.press(ANN, "Send");
  assert.match(town.adapter.texts(`telegram:${BEN.id}`).at(-1) ?? "", /> Running very late$/);
});

test("what was sent cannot be taken back; a correction asks about the same words, which are edited and sent", async (t) => {
  const town = await openTown(t);
  await town.say(BEN, "hello");
  await town.say(ANN, "take back the message I just sent");
  assert.deepEqual(lastOf(town), { text: "A sent message can't be taken back.", labels: [] });
  const wrong = `See you at 3, at "Mina's" \${x} $5`;
  await town.say(ANN, `/ibl [messenger:send](${quoteIbl(wrong)}) {to: "Ben"}`);
  await town.press(ANN, "Send");
  const heard = () => town.adapter.texts(`telegram:${BEN.id}`);
  const before = heard().length;
  await town.say(ANN, "take back the message I just sent");
  assert.deepEqual(lastOf(town), {
    text: "A sent message can't be taken back.",
    labels: ["Send a correction"],
  });
  await town.press(ANN, "Send a correction");
  const card = lastOf(town);
  assert.match(card.text, /^\*\*Send to Ben\?\*\*\n> See you at 3, at/);
  assert.deepEqual(card.labels, ["Send", "Don't", "Edit", "⋯"]);
  assert.equal(heard().length, before);
  await town.press(ANN, "Edit");
  const asked = town.adapter.shown.findLast(({ chatKey }) => chatKey === ANNS)!;
  await town.say(ANN, "See you at 4", { repliesToId: asked.messageId });
  assert.ok(town.adapter.texts(ANNS).includes("**Send to Ben?**\n> See you at 4"));
  await town.press(ANN, "Send");
  assert.equal(heard().length, before + 1);
  assert.match(heard().at(-1) ?? "", /> See you at 4$/);
});

test("words that say yes do nothing, words that say no close the card", async (t) => {
  const town = await openTown(t);
  await town.say(BEN, "hello");
  for (const yes of ["yes", "승인", "응", "ok send it", "approve"]) {
    await town.say(ANN, '/ibl [messenger:send]("Running late") {to: "Ben"}');
    await town.say(ANN, yes);
    assert.doesNotMatch(town.adapter.texts(`telegram:${BEN.id}`).join("\n"), /late/);
    await town.say(ANN, "아니");
    assert.ok(town.adapter.texts(ANNS).some((text) => text.startsWith("✖️")));
    assert.deepEqual(
      town.adapter.shown.filter(({ buttons }) =>
        buttons.flat().some(({ label }) => label === "Send"),
      ),
      [],
    );
  }
});

test("a file goes to somebody by a card that names both", async (t) => {
  const town = await openTown(t);
  await town.say(BEN, "hello");
  await town.say(ANN, "write tofu to list.txt");
  await town.say(ANN, "send list.txt to ben");
  assert.equal(lastOf(town).text, "**Send list.txt to Ben?**");
  assert.deepEqual(lastOf(town).labels, ["Send", "Don't", "⋯"]);
  await town.press(ANN, "Send");
  assert.match(lastOf(town).text, /^✅ Sent list\.txt to Ben · /);
  const arrived = town.adapter.shown.findLast(({ chatKey }) => chatKey === `telegram:${BEN.id}`);
  assert.equal(arrived?.text, "✉️ **Ann**");
  assert.equal(arrived?.file, "list.txt");
});
