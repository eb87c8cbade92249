import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const DAYS = '["2027-01-01 09:00", "2027-01-02 09:00"]';

async function openTown(t: { after(done: () => Promise<void>): void }) {
  const town = new Town({});
  t.after(() => town.close());
  town.admit(ANN, "owner");
  town.admit(BEN, "member");
  await town.start();
  const say = async (text: string) => (await town.say(ANN, text)).join("\n");
  return { town, say };
}

test("own reminders in a loop need no press, whatever they are called", async (t) => {
  const { say } = await openTown(t);
  const told = await say(
    `/ibl [each: $d, $i in ${DAYS}] { [system:schedule]("Pill $i") {at: "$d", pipeline: "[system:notify_user](\\"pill\\")"} }`,
  );
  assert.match(told, /⏰ \*\*Pill 1\*\*[\s\S]*⏰ \*\*Pill 2\*\*/);
  assert.doesNotMatch(told, /\?\*\*/);
});

test("programs of a loop that are known only then are shown whole on one card, and one press keeps all", async (t) => {
  const { town, say } = await openTown(t);
  const card = await say(
    `/ibl [each: $d, $i in ${DAYS}] { [system:schedule]("Dose $i") {at: "$d", pipeline: "[messenger:send](\\"pill $i\\") {to: \\"Ben\\"}"} }`,
  );
  assert.match(card, /Do these 2 things[\s\S]*"pill 1"[\s\S]*"pill 2"/);
  const before = town.adapter.texts("telegram:1").length;
  await town.press(ANN, "Do all 2");
  assert.equal(town.adapter.texts("telegram:1").slice(before).join("").includes("?**"), false);
  assert.match(await say("/ibl [system:list_events]"), /Dose 1[\s\S]*Dose 2/);
});

test("a program that a step before made up is shown before it is kept, also alone", async (t) => {
  const { say } = await openTown(t);
  const card = await say(
    '/ibl [each: $d, $i in ["2027-01-01 09:00"]] { [system:schedule]("One $i") {at: "$d", pipeline: "[messenger:send](\\"only $i\\") {to: \\"Ben\\"}"} }',
  );
  assert.match(card, /Schedule “One 1”[\s\S]*"only 1"/);
});
